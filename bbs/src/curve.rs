//! The curve door: the only place that names a backend. Everything else speaks these types and functions.
//!
//! BLS12-381 with G1 over Fp, G2 over Fp2, both of prime order r, written additively. Two backends serve the same
//! face: `blst` (assembly, default) and the pure-Rust `bls12_381` (`--no-default-features`). Both implement the
//! traits of the `group` and `ff` crates.
//!
//! Functions named `vartime` take public data only; all others are constant time in the scalars (not in how many
//! terms there are, nor in which bases they use).

mod backend;
mod encoding;
mod field;
mod fixed_base;
mod hash;
mod jacobian;
mod scalar;
mod wipe;

#[cfg(feature = "blst")]
mod blst;
#[cfg(not(feature = "blst"))]
mod portable;

#[cfg(feature = "blst")]
use self::blst as active;
#[cfg(not(feature = "blst"))]
use self::portable as active;

pub use active::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Scalar};
pub use encoding::{
    g1_from_compressed, g1_from_compressed_on_curve, g1_from_uncompressed, g1_to_compressed,
    g1_to_uncompressed, g2_from_compressed, g2_from_uncompressed, g2_to_compressed,
    g2_to_uncompressed,
};
pub use fixed_base::{FixedBase, TableSize, combine, combine_vartime};
pub use scalar::{
    random_scalar, scalar_from_bytes, scalar_from_i64, scalar_from_wide, scalar_to_bytes,
};
pub use wipe::Wipe;

pub use active::pairing_product_is_one;

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

/// Hash of `data` to G1 under the domain separation tag `dst`: RFC 9380 with expand_message_xmd over BLAKE2b-512, the
/// simplified SWU map and the random-oracle construction, but with the sign rule of its early drafts for y on the
/// isogenous curve, as IBM/idemix does. Variable time: public data only.
pub fn hash_to_g1(data: &[u8], dst: &[u8]) -> G1Affine {
    hash::hash_to_g1::<active::Backend>(data, dst)
}

/// Affine forms of many points with one field inversion.
pub fn batch_normalize(points: &[G1Projective]) -> Vec<G1Affine> {
    use group::{Curve, prime::PrimeCurveAffine};
    let mut out = vec![G1Affine::identity(); points.len()];
    G1Projective::batch_normalize(points, &mut out);
    out
}
