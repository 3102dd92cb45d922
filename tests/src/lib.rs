//! What the workspace's tests share: reading test vectors, and the checks of every vector format.
#![forbid(unsafe_code)]

pub mod interop;
pub mod vectors;
pub mod wire;
