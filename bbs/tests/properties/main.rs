//! Laws that hold for any messages, any hidden and disclosed subset, and both profiles; 256 cases each.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../support/layout.rs"]
mod layout;
#[path = "../support/setup.rs"]
mod setup;

mod elements;
mod encodings;
mod generate;
mod hedging;
mod protocol;
mod secrets;
mod unlinkability;
