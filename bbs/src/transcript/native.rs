//! The native transcript: Merlin, labelled, the whole statement first (strong Fiat-Shamir).

use merlin::Transcript;
use zeroize::Zeroize;

use super::Challenge;
use crate::curve::{
    G1Affine, G2Affine, Scalar, g1_to_compressed, g2_to_compressed, scalar_from_wide,
    scalar_to_bytes,
};
use crate::{PublicParameters, labels};

/// Absorbs labelled items; lists are preceded by their count. Points are absorbed compressed, scalars as 32 bytes
/// big-endian, numbers as 8 bytes big-endian.
pub struct NativeTranscript(Transcript);

impl NativeTranscript {
    /// Starts a transcript for one kind of object under one issuer key.
    pub fn new(kind: &'static [u8], parameters: &PublicParameters) -> Self {
        let mut transcript = Self(Transcript::new(labels::NATIVE_PROTOCOL));
        transcript
            .bytes(b"kind", kind)
            .bytes(b"w", &parameters.public_key().to_bytes())
            .number(b"L", parameters.message_count() as u64);
        transcript
    }

    /// Absorbs bytes.
    pub fn bytes(&mut self, label: &'static [u8], bytes: &[u8]) -> &mut Self {
        self.0.append_message(label, bytes);
        self
    }

    /// Absorbs a number.
    pub fn number(&mut self, label: &'static [u8], number: u64) -> &mut Self {
        self.bytes(label, &number.to_be_bytes())
    }

    /// Absorbs a number that may be absent: how many there are, 0 or 1, then the number.
    pub fn optional(&mut self, label: &'static [u8], number: Option<u64>) -> &mut Self {
        self.number(b"count", u64::from(number.is_some()));
        if let Some(number) = number {
            self.number(label, number);
        }
        self
    }

    /// Absorbs a public scalar.
    pub fn scalar(&mut self, label: &'static [u8], scalar: &Scalar) -> &mut Self {
        self.bytes(label, &scalar_to_bytes(scalar))
    }

    /// Absorbs a point of G1.
    pub fn point(&mut self, label: &'static [u8], point: &G1Affine) -> &mut Self {
        self.bytes(label, &g1_to_compressed(point))
    }

    /// Absorbs a point of G2.
    pub fn g2(&mut self, label: &'static [u8], point: &G2Affine) -> &mut Self {
        self.bytes(label, &g2_to_compressed(point))
    }

    /// Absorbs a list of points, its count first.
    pub fn points(&mut self, label: &'static [u8], points: &[G1Affine]) -> &mut Self {
        self.number(b"count", points.len() as u64);
        for point in points {
            self.point(label, point);
        }
        self
    }

    /// The challenge: 64 transcript bytes, big-endian, modulo r.
    pub fn challenge(mut self) -> Challenge {
        let mut wide = [0u8; 64];
        self.0.challenge_bytes(b"challenge", &mut wide);
        let challenge = Challenge(scalar_from_wide(&wide));
        wide.zeroize();
        challenge
    }
}
