//! The portable backend: pure-Rust `bls12_381`.

pub use bls12_381::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Scalar};
use zeroize::Zeroize;

use super::Wipe;

/// Whether Π e(Pᵢ, Qᵢ) = 1. Variable time: public data only.
pub fn pairing_product_is_one(pairs: &[(&G1Affine, &G2Prepared)]) -> bool {
    use group::Group;
    bool::from(
        bls12_381::multi_miller_loop(pairs)
            .final_exponentiation()
            .is_identity(),
    )
}

impl Wipe for Scalar {
    fn wipe(&mut self) {
        self.zeroize();
    }
}
impl Wipe for G1Affine {
    fn wipe(&mut self) {
        self.zeroize();
    }
}
impl Wipe for G1Projective {
    fn wipe(&mut self) {
        self.zeroize();
    }
}
