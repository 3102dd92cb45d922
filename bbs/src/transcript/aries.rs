//! The transcript of IBM/idemix's aries scheme: BLAKE2b-384 over concatenated bytes, no labels, no lengths.

use super::Challenge;
use crate::curve::{G1Affine, g1_to_uncompressed, scalar_to_bytes};
use crate::{AriesSalt, hash_to_scalar};

/// Concatenates the items in the order the format prescribes.
#[derive(Default)]
pub struct AriesTranscript(Vec<u8>);

impl AriesTranscript {
    /// An empty transcript with room for `points` points.
    pub fn with_capacity(points: usize) -> Self {
        Self(Vec::with_capacity(
            points.saturating_mul(96).saturating_add(64),
        ))
    }

    /// Appends bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Appends U(P).
    pub fn point(&mut self, point: &G1Affine) -> &mut Self {
        self.bytes(&g1_to_uncompressed(point))
    }

    /// Appends H(bytes) as 32 bytes.
    pub fn hashed(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes(&scalar_to_bytes(&hash_to_scalar(bytes)))
    }

    /// What would be hashed.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// One-step challenge: H(items).
    pub fn challenge(self) -> Challenge {
        Challenge(hash_to_scalar(&self.0))
    }

    /// Two-step challenge: H(H(items) ‖ salt).
    pub fn challenge_with_salt(self, salt: &AriesSalt) -> Challenge {
        let mut second = Self::with_capacity(1);
        second.hashed(&self.0).bytes(salt.as_bytes());
        second.challenge()
    }
}
