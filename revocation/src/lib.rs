//! Revocation for anonymous credentials.
#![forbid(unsafe_code)]

mod cri;
mod error;
mod keys;

pub use cri::{Cri, RevocationAlgorithm, VerifiedCri};
pub use error::RevocationError;
pub use keys::{PUBLIC_KEY_BYTES, RevocationPublicKey, RevocationSecretKey, SECRET_KEY_BYTES};
