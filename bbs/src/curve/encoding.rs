//! Canonical point encodings: big-endian coordinates, the three top bits of the first byte say compressed,
//! infinity, and (compressed only) that y is the larger of the two roots. For G2 the imaginary part comes first.
//!
//! Every decoder accepts exactly the bytes that the encoder produces.

use group::{GroupEncoding, UncompressedEncoding, prime::PrimeCurveAffine};

use super::affine::Affine;
use super::backend::Backend;
use super::field::{BaseField, Limbs, montgomery};
use super::{
    G1_COMPRESSED_BYTES, G1_UNCOMPRESSED_BYTES, G2_COMPRESSED_BYTES, G2_UNCOMPRESSED_BYTES,
};
use crate::DecodeError;

const COMPRESSED: u8 = 0b1000_0000;
const INFINITY: u8 = 0b0100_0000;
const LARGER_Y: u8 = 0b0010_0000;
const FLAGS: u8 = COMPRESSED | INFINITY | LARGER_Y;

/// The coefficient 4 of E: y² = x³ + 4.
const CURVE_B: Limbs = montgomery("4");

/// 48 bytes.
pub fn g1_to_compressed<B: Backend>(point: &B::G1Affine) -> [u8; G1_COMPRESSED_BYTES] {
    array(point.to_bytes())
}

/// 48 bytes each, with one field inversion.
pub fn g1_batch_to_compressed<B: Backend>(points: &[B::G1]) -> Vec<[u8; G1_COMPRESSED_BYTES]> {
    let points = B::g1_batch_normalize(points);
    points.iter().map(g1_to_compressed::<B>).collect()
}

/// 96 bytes.
pub fn g1_to_uncompressed<B: Backend>(point: &B::G1Affine) -> [u8; G1_UNCOMPRESSED_BYTES] {
    array(point.to_uncompressed())
}

/// 96 bytes.
pub fn g2_to_compressed<B: Backend>(point: &B::G2Affine) -> [u8; G2_COMPRESSED_BYTES] {
    array(point.to_bytes())
}

/// 192 bytes.
pub fn g2_to_uncompressed<B: Backend>(point: &B::G2Affine) -> [u8; G2_UNCOMPRESSED_BYTES] {
    array(point.to_uncompressed())
}

/// A point of G1 other than the identity.
pub fn g1_from_compressed<B: Backend>(
    bytes: &[u8; G1_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<B::G1Affine, DecodeError> {
    g1_checked::<B>(g1_from_compressed_on_curve::<B>(bytes, field)?, field)
}

/// A point of E(Fp), the identity included.
pub fn g1_from_compressed_on_curve<B: Backend>(
    bytes: &[u8; G1_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<B::G1Affine, DecodeError> {
    let mut x = *bytes;
    let flags = take_flags(&mut x);
    if flags == COMPRESSED | INFINITY && x == [0; G1_COMPRESSED_BYTES] {
        return Ok(B::G1Affine::identity());
    }
    if flags & !LARGER_Y != COMPRESSED {
        return Err(DecodeError::Point { field });
    }
    let x = B::Fp::from_be_bytes(&x).ok_or(DecodeError::Point { field })?;
    let y2 = curve_equation(x);
    let y = y2.sqrt_candidate();
    if y.square() != y2 {
        return Err(DecodeError::Point { field });
    }
    // No point has y = 0: the order of E(Fp) is odd.
    let y = if bool::from(y.is_large()) == (flags & LARGER_Y != 0) {
        y
    } else {
        -y
    };
    Ok(B::g1_from_coordinates(Affine { x, y }))
}

/// A point of G1 other than the identity.
pub fn g1_from_uncompressed<B: Backend>(
    bytes: &[u8; G1_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<B::G1Affine, DecodeError> {
    g1_checked::<B>(g1_from_uncompressed_on_curve::<B>(bytes, field)?, field)
}

/// A point of E(Fp), the identity included.
pub fn g1_from_uncompressed_on_curve<B: Backend>(
    bytes: &[u8; G1_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<B::G1Affine, DecodeError> {
    let (mut x, mut y) = ([0; 48], [0; 48]);
    let (left, right) = bytes.split_at(48);
    x.copy_from_slice(left);
    y.copy_from_slice(right);
    let flags = take_flags(&mut x);
    if flags == INFINITY && x == [0; 48] && y == [0; 48] {
        return Ok(B::G1Affine::identity());
    }
    let (0, Some(x), Some(y)) = (flags, B::Fp::from_be_bytes(&x), B::Fp::from_be_bytes(&y)) else {
        return Err(DecodeError::Point { field });
    };
    if y.square() != curve_equation(x) {
        return Err(DecodeError::Point { field });
    }
    Ok(B::g1_from_coordinates(Affine { x, y }))
}

/// A point of G2 other than the identity.
pub fn g2_from_compressed<B: Backend>(
    bytes: &[u8; G2_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<B::G2Affine, DecodeError> {
    let mut encoding = <B::G2Affine as GroupEncoding>::Repr::default();
    encoding.as_mut().copy_from_slice(bytes);
    let point = Option::<B::G2Affine>::from(B::G2Affine::from_bytes_unchecked(&encoding))
        .filter(|point| g2_to_compressed::<B>(point) == *bytes)
        .ok_or(DecodeError::Point { field })?;
    g2_checked::<B>(point, field)
}

/// A point of G2 other than the identity.
pub fn g2_from_uncompressed<B: Backend>(
    bytes: &[u8; G2_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<B::G2Affine, DecodeError> {
    let mut encoding = <B::G2Affine as UncompressedEncoding>::Uncompressed::default();
    encoding.as_mut().copy_from_slice(bytes);
    let point = Option::<B::G2Affine>::from(B::G2Affine::from_uncompressed_unchecked(&encoding))
        .filter(|point| B::g2_is_on_curve(point) && g2_to_uncompressed::<B>(point) == *bytes)
        .ok_or(DecodeError::Point { field })?;
    g2_checked::<B>(point, field)
}

/// The backends' wrappers around byte arrays, unwrapped.
fn array<const N: usize>(encoding: impl AsRef<[u8]>) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(encoding.as_ref());
    bytes
}

/// x³ + 4.
fn curve_equation<F: BaseField>(x: F) -> F {
    x.square() * x + F::from_montgomery(CURVE_B)
}

/// Clears and returns the flag bits of the first byte.
fn take_flags(bytes: &mut [u8; 48]) -> u8 {
    let [first, ..] = bytes;
    let flags = *first & FLAGS;
    *first &= !FLAGS;
    flags
}

fn g1_checked<B: Backend>(
    point: B::G1Affine,
    field: &'static str,
) -> Result<B::G1Affine, DecodeError> {
    if bool::from(point.is_identity()) {
        return Err(DecodeError::Identity { field });
    }
    if !B::g1_is_torsion_free(&point) {
        return Err(DecodeError::Subgroup { field });
    }
    Ok(point)
}

fn g2_checked<B: Backend>(
    point: B::G2Affine,
    field: &'static str,
) -> Result<B::G2Affine, DecodeError> {
    if bool::from(point.is_identity()) {
        return Err(DecodeError::Identity { field });
    }
    if !B::g2_is_torsion_free(&point) {
        return Err(DecodeError::Subgroup { field });
    }
    Ok(point)
}
