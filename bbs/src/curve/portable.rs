//! The portable backend: pure-Rust `bls12_381`.

pub use bls12_381::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Scalar};
use zeroize::Zeroize;

mod fp;

use self::fp::Fp;
use super::{Wipe, backend};

/// Pure-Rust `bls12_381`.
pub(crate) struct Backend;

impl backend::Backend for Backend {
    type Fp = Fp;
    type G1Affine = G1Affine;

    fn g1_from_coordinates(x: Fp, y: Fp) -> G1Affine {
        // The coordinates are private to the crate; its encoding is the way in.
        let mut bytes = [0; 96];
        let (left, right) = bytes.split_at_mut(48);
        left.copy_from_slice(&x.to_bytes());
        right.copy_from_slice(&y.to_bytes());
        G1Affine::from_uncompressed_unchecked(&bytes).unwrap_or(G1Affine::identity())
    }

    fn g1_identity() -> G1Affine {
        G1Affine::identity()
    }
}

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
