//! Hedged randomness: every random value of an operation comes from a Merlin transcript of its own that has absorbed
//! the complete public statement and was rekeyed with every secret input and with the caller's RNG. A weak or
//! repeating RNG then neither leaks a key nor repeats a value under another statement.

#[cfg(feature = "hazmat")]
use std::collections::VecDeque;

use merlin::{Transcript, TranscriptRng};
use rand_core::{CryptoRng, RngCore};

use crate::curve::{G1Affine, Scalar, g1_to_compressed, random_scalar, scalar_to_bytes};

/// Collects the statement and the secrets of one operation.
pub struct Hedge {
    transcript: Transcript,
    secrets: Vec<zeroize::Zeroizing<Vec<u8>>>,
}

impl Hedge {
    /// Starts the hedge of one kind of operation.
    pub fn new(operation: &'static [u8]) -> Self {
        Self {
            transcript: Transcript::new(operation),
            secrets: Vec::new(),
        }
    }

    /// Absorbs a public part of the statement.
    pub fn public(&mut self, label: &'static [u8], bytes: &[u8]) -> &mut Self {
        self.transcript.append_message(label, bytes);
        self
    }

    /// Absorbs a public point.
    pub fn point(&mut self, label: &'static [u8], point: &G1Affine) -> &mut Self {
        self.public(label, &g1_to_compressed(point))
    }

    /// Rekeys with secret bytes.
    pub fn secret(&mut self, bytes: &[u8]) -> &mut Self {
        self.secrets.push(zeroize::Zeroizing::new(bytes.to_vec()));
        self
    }

    /// Rekeys with a secret scalar.
    pub fn secret_scalar(&mut self, scalar: &Scalar) -> &mut Self {
        let bytes = zeroize::Zeroizing::new(scalar_to_bytes(scalar));
        self.secret(bytes.as_ref())
    }

    /// Rekeys with the caller's RNG and gives the source of this operation's randomness.
    pub fn finish<R: RngCore + CryptoRng>(&self, rng: &mut R) -> HedgedRng {
        let mut builder = self.transcript.build_rng();
        for secret in &self.secrets {
            builder = builder.rekey_with_witness_bytes(b"secret", secret);
        }
        HedgedRng(Source::Hedged(builder.finalize(rng)))
    }
}

/// The only source of blindings. Made by [`Hedge::finish`].
pub struct HedgedRng(Source);

#[allow(clippy::large_enum_variant)] // the small variant exists for test vectors only
enum Source {
    Hedged(TranscriptRng),
    #[cfg(feature = "hazmat")]
    Fixed(VecDeque<Scalar>),
}

impl HedgedRng {
    /// A uniform scalar.
    pub fn scalar(&mut self) -> Scalar {
        match &mut self.0 {
            Source::Hedged(rng) => random_scalar(rng),
            #[cfg(feature = "hazmat")]
            Source::Fixed(scalars) => scalars.pop_front().unwrap_or_default(),
        }
    }

    /// Hands out the given scalars in order, then zeroes. For reproducing recorded test vectors; a proof made with
    /// known randomness reveals its secrets.
    #[cfg(feature = "hazmat")]
    pub fn fixed(scalars: impl IntoIterator<Item = Scalar>) -> Self {
        Self(Source::Fixed(scalars.into_iter().collect()))
    }
}

impl RngCore for HedgedRng {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        match &mut self.0 {
            Source::Hedged(rng) => rng.fill_bytes(bytes),
            #[cfg(feature = "hazmat")]
            Source::Fixed(_) => bytes.fill(0),
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for HedgedRng {}

#[cfg(test)]
mod tests {
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    use super::*;

    fn draw(statement: &[u8], secret: &[u8], seed: u8) -> Scalar {
        Hedge::new(b"test")
            .public(b"statement", statement)
            .secret(secret)
            .finish(&mut ChaCha20Rng::from_seed([seed; 32]))
            .scalar()
    }

    #[test]
    fn statement_secret_and_rng_each_matter() {
        let reference = draw(b"a", b"s", 0);
        assert_eq!(reference, draw(b"a", b"s", 0));
        assert_ne!(reference, draw(b"b", b"s", 0));
        assert_ne!(reference, draw(b"a", b"t", 0));
        assert_ne!(reference, draw(b"a", b"s", 1));
    }
}
