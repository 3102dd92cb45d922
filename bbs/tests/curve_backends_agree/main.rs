//! Holds every operation of one backend against the other: random cases and edge values.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod arithmetic;
mod combine;
mod encodings;
mod pairings;
mod support;
