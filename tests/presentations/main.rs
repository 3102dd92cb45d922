//! Laws of presentations that hold for any number of attributes, any disclosed subset, any place of the secret key, any
//! type, and both profiles; 256 cases each.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../support/presenting.rs"]
mod presenting;

mod bytes;
mod elements;
mod expectations;
mod honest;
mod mixtures;
mod scene;
mod unbound;
mod unlinkability;
