//! The curve door: the only place that names a backend. Everything else speaks these types and functions.
//!
//! BLS12-381 with G1 over Fp, G2 over Fp2, both of prime order r, written additively. Two backends serve the same
//! face: `blst` (assembly, default) and the pure-Rust `bls12_381` (`--no-default-features`). Both implement the
//! traits of the `group` and `ff` crates. The algorithms behind the face are written once, over a small trait.
//!
//! Functions named `vartime` take public data only; all others are constant time in the scalars (not in how many
//! terms there are, nor in which bases they use).

// The rooms behind the door are shown only to the differential tests.
#![allow(unreachable_pub)]

mod affine;
mod backend;
mod combine;
mod digits;
mod eisenstein;
mod encoding;
mod field;
mod fixed_base;
mod g2;
mod glv;
mod hash;
mod jacobian;
mod projective;
mod scalar;
mod sums;
mod wipe;
mod xyzz;

#[cfg(feature = "blst")]
mod blst;
#[cfg(any(not(feature = "blst"), feature = "both-backends"))]
mod portable;

use std::sync::OnceLock;

use group::prime::PrimeCurveAffine;
use rand_core::{CryptoRng, RngCore};

use self::backend::Backend as _;
#[cfg(feature = "blst")]
use self::blst as active;
#[cfg(not(feature = "blst"))]
use self::portable as active;
use crate::DecodeError;

pub use active::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Scalar};
/// The backend's own pairing, against which the benches measure everything else.
#[cfg(not(feature = "blst"))]
#[doc(hidden)]
pub use bls12_381::Bls12;
#[cfg(feature = "blst")]
#[doc(hidden)]
pub use blstrs::Bls12;
pub use fixed_base::TableSize;
pub use wipe::Wipe;

/// Both backends side by side, for differential tests.
#[cfg(feature = "both-backends")]
#[doc(hidden)]
pub mod backends {
    pub use super::backend::Backend;
    pub use super::blst::Backend as Blst;
    pub use super::portable::Backend as Portable;

    /// Encodings of points.
    pub mod encoding {
        pub use super::super::encoding::*;
    }
    /// Bases with tables.
    pub mod fixed_base {
        pub use super::super::fixed_base::*;
    }
    /// Sums of products.
    pub mod combine {
        pub use super::super::combine::*;
    }
    /// Multiples of the generator of G2.
    pub mod g2 {
        pub use super::super::g2::*;
    }
    /// Hash to G1.
    pub mod hash {
        pub use super::super::hash::*;
    }
    /// Scalars.
    pub mod scalar {
        pub use super::super::scalar::*;
    }
}

/// Length of an encoded scalar.
pub const SCALAR_BYTES: usize = 32;
/// Length of a compressed G1 point.
pub const G1_COMPRESSED_BYTES: usize = 48;
/// Length of an uncompressed G1 point.
pub const G1_UNCOMPRESSED_BYTES: usize = 96;
/// Length of a compressed G2 point.
pub const G2_COMPRESSED_BYTES: usize = 96;
/// Length of an uncompressed G2 point.
pub const G2_UNCOMPRESSED_BYTES: usize = 192;

type Active = active::Backend;

/// A point of G1 that may carry tables of its multiples. Wiped on drop, tables included.
pub type FixedBase = fixed_base::FixedBase<Active>;

/// One sum of products Σ kᵢ·Pᵢ, over fixed and variable bases.
pub type Sum<'a> = combine::Sum<'a, Active>;

/// The generator g1, shared by everything in the process; it carries tables once somebody builds them.
pub fn g1_base() -> &'static FixedBase {
    static BASE: OnceLock<FixedBase> = OnceLock::new();
    BASE.get_or_init(|| FixedBase::new(<G1Affine as PrimeCurveAffine>::generator()))
}

/// The generator g2, ready for pairings, shared by everything in the process.
pub fn g2_generator_prepared() -> &'static G2Prepared {
    static PREPARED: OnceLock<G2Prepared> = OnceLock::new();
    PREPARED.get_or_init(|| G2Prepared::from(<G2Affine as PrimeCurveAffine>::generator()))
}

/// k·g2, constant time, by a table of 264 kB that the first call builds in a few milliseconds.
pub fn g2_generator_mul(scalar: &Scalar) -> G2Projective {
    static TABLE: OnceLock<g2::GeneratorTable<Active>> = OnceLock::new();
    TABLE.get_or_init(g2::GeneratorTable::build).mul(scalar)
}

/// 32 bytes, big-endian.
pub fn scalar_to_bytes(scalar: &Scalar) -> [u8; SCALAR_BYTES] {
    scalar::to_bytes(scalar)
}

/// Reads 32 big-endian bytes.
///
/// # Errors
/// [`DecodeError::Scalar`] if the number is not below r.
pub fn scalar_from_bytes(
    bytes: &[u8; SCALAR_BYTES],
    field: &'static str,
) -> Result<Scalar, DecodeError> {
    scalar::from_bytes(bytes, field)
}

/// A big-endian number of any length, modulo r. Constant time for a given length.
pub fn scalar_from_wide(bytes: &[u8]) -> Scalar {
    scalar::from_wide(bytes)
}

/// A signed integer modulo r: −1 is r − 1. Constant time.
pub fn scalar_from_i64(value: i64) -> Scalar {
    scalar::from_i64(value)
}

/// A uniform scalar: 64 bytes of randomness modulo r, so the bias is below 2⁻²⁵⁰.
pub fn random_scalar<R: RngCore + CryptoRng>(rng: &mut R) -> Scalar {
    scalar::random(rng)
}

/// A weight for merging equations, from 128 random or hashed bits: different bits give different weights, and
/// [`combine_vartime`] multiplies by them in half the time of other scalars.
pub fn weight_from_bytes(bytes: &[u8; 16]) -> Scalar {
    scalar::weight_from_bytes(bytes)
}

/// 48 bytes.
pub fn g1_to_compressed(point: &G1Affine) -> [u8; G1_COMPRESSED_BYTES] {
    encoding::g1_to_compressed::<Active>(point)
}

/// 48 bytes each, with one field inversion for all.
pub fn g1_batch_to_compressed(points: &[G1Projective]) -> Vec<[u8; G1_COMPRESSED_BYTES]> {
    encoding::g1_batch_to_compressed::<Active>(points)
}

/// 96 bytes.
pub fn g1_to_uncompressed(point: &G1Affine) -> [u8; G1_UNCOMPRESSED_BYTES] {
    encoding::g1_to_uncompressed::<Active>(point)
}

/// 96 bytes.
pub fn g2_to_compressed(point: &G2Affine) -> [u8; G2_COMPRESSED_BYTES] {
    encoding::g2_to_compressed::<Active>(point)
}

/// 192 bytes.
pub fn g2_to_uncompressed(point: &G2Affine) -> [u8; G2_UNCOMPRESSED_BYTES] {
    encoding::g2_to_uncompressed::<Active>(point)
}

/// Decodes a point of G1: on the curve, in the subgroup, not the identity. Variable time.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g1_from_compressed(
    bytes: &[u8; G1_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<G1Affine, DecodeError> {
    encoding::g1_from_compressed::<Active>(bytes, field)
}

/// Decodes a point of the curve E(Fp) without the subgroup check; the identity is allowed. For commitments T, which
/// are compared exactly with a computed point of the subgroup. Variable time.
///
/// # Errors
/// [`DecodeError::Point`].
pub fn g1_from_compressed_on_curve(
    bytes: &[u8; G1_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<G1Affine, DecodeError> {
    encoding::g1_from_compressed_on_curve::<Active>(bytes, field)
}

/// Decodes an uncompressed point of G1: on the curve, in the subgroup, not the identity. Variable time.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g1_from_uncompressed(
    bytes: &[u8; G1_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<G1Affine, DecodeError> {
    encoding::g1_from_uncompressed::<Active>(bytes, field)
}

/// As [`g1_from_compressed_on_curve`], for the uncompressed encoding.
///
/// # Errors
/// [`DecodeError::Point`].
pub fn g1_from_uncompressed_on_curve(
    bytes: &[u8; G1_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<G1Affine, DecodeError> {
    encoding::g1_from_uncompressed_on_curve::<Active>(bytes, field)
}

/// Decodes a point of G2: on the curve, in the subgroup, not the identity. Variable time.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g2_from_compressed(
    bytes: &[u8; G2_COMPRESSED_BYTES],
    field: &'static str,
) -> Result<G2Affine, DecodeError> {
    encoding::g2_from_compressed::<Active>(bytes, field)
}

/// Decodes an uncompressed point of G2: on the curve, in the subgroup, not the identity. Variable time.
///
/// # Errors
/// [`DecodeError::Point`], [`DecodeError::Subgroup`] or [`DecodeError::Identity`].
pub fn g2_from_uncompressed(
    bytes: &[u8; G2_UNCOMPRESSED_BYTES],
    field: &'static str,
) -> Result<G2Affine, DecodeError> {
    encoding::g2_from_uncompressed::<Active>(bytes, field)
}

/// Hash of `data` to G1 under the domain separation tag `dst`: RFC 9380 with expand_message_xmd over BLAKE2b-512, the
/// simplified SWU map and the random-oracle construction, but with the sign rule of its early drafts for y on the
/// isogenous curve, as IBM/idemix does. Variable time: public data only.
pub fn hash_to_g1(data: &[u8], dst: &[u8]) -> G1Affine {
    hash::hash_to_g1::<Active>(data, dst)
}

/// Affine forms of many points with one field inversion.
pub fn batch_normalize(points: &[G1Projective]) -> Vec<G1Affine> {
    Active::g1_batch_normalize(points)
}

/// Σ kᵢ·Pᵢ over fixed and variable bases, constant time in the scalars. All points must be in the subgroup.
pub fn combine(fixed: &[(&FixedBase, &Scalar)], variable: &[(&G1Affine, &Scalar)]) -> G1Projective {
    combine::combine::<Active>(fixed, variable)
}

/// Many sums at once, constant time in the scalars. They share field inversions, which makes this faster than as many
/// calls of [`combine`] and [`batch_normalize`]. All points must be in the subgroup.
pub fn combine_batch(sums: &[Sum<'_>]) -> Vec<G1Affine> {
    combine::combine_batch(sums)
}

/// Σ kᵢ·Pᵢ over fixed and variable bases. All points must be in the subgroup. Variable time: public data only.
pub fn combine_vartime(
    fixed: &[(&FixedBase, &Scalar)],
    variable: &[(&G1Affine, &Scalar)],
) -> G1Projective {
    combine::combine_vartime::<Active>(fixed, variable)
}

/// Whether Π e(Pᵢ, Qᵢ) = 1. Variable time: public data only.
pub fn pairing_product_is_one(pairs: &[(&G1Affine, &G2Prepared)]) -> bool {
    Active::pairing_product_is_one(pairs)
}

/// Whether a point of the curve is in the subgroup of order r; the identity is.
pub fn g1_in_subgroup(point: &G1Affine) -> bool {
    point.is_torsion_free().into()
}
