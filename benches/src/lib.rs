//! The work that is timed: each row once, for criterion and for the report.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used)] // setting up cannot fail, and a benchmark that fails should stop

pub mod aries;
pub mod batch;
pub mod native;
pub mod revocation;
pub mod row;
pub mod world;
