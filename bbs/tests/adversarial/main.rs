//! Every rule of verification, broken one at a time, with the error that names it; in both profiles.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../support/setup.rs"]
mod setup;

mod bad_encodings;
mod counts;
mod disclosures;
mod flips;
mod forger;
mod issuing;
mod keys;
#[path = "../support/layout.rs"]
mod layout;
mod points;
mod relations;
mod requests;
mod scalars;
mod sigma;
