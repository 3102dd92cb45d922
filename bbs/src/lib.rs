//! BBS+.
#![cfg_attr(not(feature = "blst"), forbid(unsafe_code))]

pub mod curve;
mod error;

pub use error::{DecodeError, ParameterError, Relation, VerifyError};
