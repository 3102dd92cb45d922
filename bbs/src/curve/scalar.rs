//! Scalars: integers modulo the group order r, 32 bytes big-endian on the wire.

use ff::PrimeField;
use rand_core::{CryptoRng, RngCore};
use subtle::Choice;
use zeroize::Zeroizing;

use super::SCALAR_BYTES;
use crate::DecodeError;

/// |z|, the curve parameter.
const Z: u64 = 0xd201_0000_0001_0000;

/// 32 bytes, big-endian.
pub fn to_bytes<S: PrimeField<Repr = [u8; 32]>>(scalar: &S) -> [u8; SCALAR_BYTES] {
    // Both backends' `Repr` is little-endian.
    let mut bytes = scalar.to_repr();
    bytes.reverse();
    bytes
}

/// Reads 32 big-endian bytes.
pub fn from_bytes<S: PrimeField<Repr = [u8; 32]>>(
    bytes: &[u8; SCALAR_BYTES],
    field: &'static str,
) -> Result<S, DecodeError> {
    let mut repr = *bytes;
    repr.reverse();
    Option::from(S::from_repr(repr)).ok_or(DecodeError::Scalar { field })
}

/// A big-endian number of any length, modulo r.
pub fn from_wide<S: PrimeField>(bytes: &[u8]) -> S {
    // Horner over 64-bit limbs.
    let base = S::from(1 << 32) * S::from(1 << 32);
    let head = bytes.len() % 8;
    let (head, limbs) = bytes.split_at(head);
    let limb = |chunk: &[u8]| {
        chunk
            .iter()
            .fold(0u64, |acc, byte| (acc << 8) | u64::from(*byte))
    };
    limbs
        .chunks_exact(8)
        .fold(S::from(limb(head)), |acc, chunk| {
            acc * base + S::from(limb(chunk))
        })
}

/// A signed integer modulo r.
pub fn from_i64<S: PrimeField>(value: i64) -> S {
    let magnitude = S::from(value.unsigned_abs());
    let negative = Choice::from((value.cast_unsigned() >> 63) as u8);
    S::conditional_select(&magnitude, &-magnitude, negative)
}

/// A uniform scalar.
pub fn random<S: PrimeField, R: RngCore + CryptoRng>(rng: &mut R) -> S {
    let mut wide = Zeroizing::new([0u8; 64]);
    rng.fill_bytes(wide.as_mut());
    from_wide(wide.as_ref())
}

/// low + high·z², where low and high are the halves of a 128-bit number.
pub fn weight_from_bytes<S: PrimeField>(bytes: &[u8; 16]) -> S {
    let number = u128::from_be_bytes(*bytes);
    let z2 = S::from(Z).square();
    S::from(number as u64) + S::from((number >> 64) as u64) * z2
}
