//! Canonical point encodings: big-endian coordinates, the three top bits of the first byte say compressed,
//! infinity, and (compressed only) that y is the larger of the two roots. For G2 the imaginary part comes first.
//!
//! Every decoder accepts exactly the bytes that the encoder produces.

use group::prime::PrimeCurveAffine;

use super::{
    G1_COMPRESSED_BYTES, G1_UNCOMPRESSED_BYTES, G1Affine, G2_COMPRESSED_BYTES,
    G2_UNCOMPRESSED_BYTES, G2Affine,
};
use crate::DecodeError;

/// 48 bytes.
pub fn g1_to_compressed(point: &G1Affine) -> [u8; G1_COMPRESSED_BYTES] {
    point.to_compressed()
}

/// 96 bytes.
pub fn g1_to_uncompressed(point: &G1Affine) -> [u8; G1_UNCOMPRESSED_BYTES] {
    point.to_uncompressed()
}

/// 96 bytes.
pub fn g2_to_compressed(point: &G2Affine) -> [u8; G2_COMPRESSED_BYTES] {
    point.to_compressed()
}

/// 192 bytes.
pub fn g2_to_uncompressed(point: &G2Affine) -> [u8; G2_UNCOMPRESSED_BYTES] {
    point.to_uncompressed()
}

/// Decodes a point of G1: on the curve, in the subgroup, not the identity.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g1_from_compressed(
    bytes: &[u8; G1_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<G1Affine, DecodeError> {
    g1_checked(g1_from_compressed_on_curve(bytes, field)?, field)
}

/// Decodes a point of the curve E(Fp) without the subgroup check; the identity is allowed. For commitments T, which
/// are compared exactly with a computed point of the subgroup.
///
/// # Errors
/// [`DecodeError::Point`].
pub fn g1_from_compressed_on_curve(
    bytes: &[u8; G1_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<G1Affine, DecodeError> {
    Option::<G1Affine>::from(G1Affine::from_compressed_unchecked(bytes))
        .filter(|point| point.to_compressed() == *bytes)
        .ok_or(DecodeError::Point { field })
}

/// Decodes an uncompressed point of G1: on the curve, in the subgroup, not the identity.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g1_from_uncompressed(
    bytes: &[u8; G1_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<G1Affine, DecodeError> {
    let point = Option::<G1Affine>::from(G1Affine::from_uncompressed_unchecked(bytes))
        .filter(|point| bool::from(point.is_on_curve()) && point.to_uncompressed() == *bytes)
        .ok_or(DecodeError::Point { field })?;
    g1_checked(point, field)
}

/// Decodes a point of G2: on the curve, in the subgroup, not the identity.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g2_from_compressed(
    bytes: &[u8; G2_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<G2Affine, DecodeError> {
    let point = Option::<G2Affine>::from(G2Affine::from_compressed_unchecked(bytes))
        .filter(|point| point.to_compressed() == *bytes)
        .ok_or(DecodeError::Point { field })?;
    g2_checked(point, field)
}

/// Decodes an uncompressed point of G2: on the curve, in the subgroup, not the identity.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g2_from_uncompressed(
    bytes: &[u8; G2_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<G2Affine, DecodeError> {
    let point = Option::<G2Affine>::from(G2Affine::from_uncompressed_unchecked(bytes))
        .filter(|point| bool::from(point.is_on_curve()) && point.to_uncompressed() == *bytes)
        .ok_or(DecodeError::Point { field })?;
    g2_checked(point, field)
}

fn g1_checked(point: G1Affine, field: &'static str) -> Result<G1Affine, DecodeError> {
    if bool::from(point.is_identity()) {
        return Err(DecodeError::Identity { field });
    }
    if !bool::from(point.is_torsion_free()) {
        return Err(DecodeError::Subgroup { field });
    }
    Ok(point)
}

fn g2_checked(point: G2Affine, field: &'static str) -> Result<G2Affine, DecodeError> {
    if bool::from(point.is_identity()) {
        return Err(DecodeError::Identity { field });
    }
    if !bool::from(point.is_torsion_free()) {
        return Err(DecodeError::Subgroup { field });
    }
    Ok(point)
}
