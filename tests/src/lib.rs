//! What the workspace's tests share: reading test vectors, and the checks of every vector format.
#![forbid(unsafe_code)]

#[cfg(doctest)]
mod documentation;
pub mod interop;
pub mod vectors;
pub mod wire;
