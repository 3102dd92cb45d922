//! Hashing to G1.

use super::G1Affine;

/// Hash to G1.
pub fn hash_to_g1(data: &[u8], dst: &[u8]) -> G1Affine {
    use group::Curve;
    let _ = dst;
    (<super::G1Projective as group::Group>::generator() * super::scalar_from_wide(data)).to_affine()
}
