//! The program as its users meet it: every command, run as a process of its own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod batch;
mod docs;
mod fabric;
mod files;
mod help;
mod inspect;
mod lifecycle;
mod refusals;
mod revocation;
mod shell;
