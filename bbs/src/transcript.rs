//! Fiat-Shamir transcripts. Only a transcript makes a [`Challenge`].

mod aries;
mod native;

pub use aries::AriesTranscript;
pub use native::NativeTranscript;

use crate::curve::Scalar;

/// The verifier's challenge c, drawn from a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge(Scalar);

impl Challenge {
    /// c.
    pub fn scalar(&self) -> &Scalar {
        &self.0
    }
}
