//! Smartcards: both parts of a presentation together, recorded and made here, and everything that must not go together.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod encoding;
mod equation;
mod host;
mod together;
mod vectors;
mod world;
