//! Scalars: integers modulo the group order r, 32 bytes big-endian on the wire.

use ff::PrimeField;
use rand_core::{CryptoRng, RngCore};

use super::{SCALAR_BYTES, Scalar};
use crate::DecodeError;

/// 32 bytes, big-endian.
pub fn scalar_to_bytes(scalar: &Scalar) -> [u8; SCALAR_BYTES] {
    // Both backends' `Repr` is little-endian.
    let mut bytes: [u8; SCALAR_BYTES] = scalar.to_repr();
    bytes.reverse();
    bytes
}

/// Reads 32 big-endian bytes.
///
/// # Errors
/// [`DecodeError::Scalar`] if the number is not below r.
pub fn scalar_from_bytes(
    bytes: &[u8; SCALAR_BYTES],
    field: &'static str,
) -> Result<Scalar, DecodeError> {
    let mut repr = *bytes;
    repr.reverse();
    Option::<Scalar>::from(Scalar::from_repr(repr)).ok_or(DecodeError::Scalar { field })
}

/// A big-endian number of any length, modulo r. Constant time for a given length.
pub fn scalar_from_wide(bytes: &[u8]) -> Scalar {
    // Horner over 64-bit limbs.
    let base = Scalar::from(1 << 32) * Scalar::from(1 << 32);
    let head = bytes.len() % 8;
    let (head, limbs) = bytes.split_at(head);
    let limb = |chunk: &[u8]| {
        chunk
            .iter()
            .fold(0u64, |acc, byte| (acc << 8) | u64::from(*byte))
    };
    limbs
        .chunks_exact(8)
        .fold(Scalar::from(limb(head)), |acc, chunk| {
            acc * base + Scalar::from(limb(chunk))
        })
}

/// A signed integer modulo r: −1 is r − 1. Constant time.
pub fn scalar_from_i64(value: i64) -> Scalar {
    use subtle::ConditionallySelectable;
    let magnitude = Scalar::from(value.unsigned_abs());
    let negative = subtle::Choice::from((value.cast_unsigned() >> 63) as u8);
    Scalar::conditional_select(&magnitude, &-magnitude, negative)
}

/// A uniform scalar: 64 bytes of randomness modulo r, so the bias is below 2⁻²⁵⁰.
pub fn random_scalar<R: RngCore + CryptoRng>(rng: &mut R) -> Scalar {
    let mut wide = zeroize::Zeroizing::new([0u8; 64]);
    rng.fill_bytes(wide.as_mut());
    scalar_from_wide(wide.as_ref())
}
