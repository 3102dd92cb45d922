//! The portable backend: pure-Rust `bls12_381`.

mod fp;

pub use bls12_381::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Scalar};
use group::Group;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use self::fp::Fp;
use super::affine::Affine;
use super::field::BaseField;
use super::jacobian::Jacobian;
use super::{Wipe, backend};

/// The flag of the identity in the first byte of an encoding.
const INFINITY: u8 = 0b0100_0000;

/// Pure-Rust `bls12_381`.
#[derive(Clone, Copy, Debug)]
pub struct Backend;

impl backend::Backend for Backend {
    type Fp = Fp;
    type Scalar = Scalar;
    type G1Affine = G1Affine;
    type G1 = G1Projective;
    type G2Affine = G2Affine;
    type G2 = G2Projective;
    type G2Prepared = G2Prepared;

    // Coordinates are private to the crate; its encoding is the way in and out.

    fn g1_from_coordinates(point: Affine<Fp>) -> G1Affine {
        let mut bytes = [0; 96];
        let (left, right) = bytes.split_at_mut(48);
        left.copy_from_slice(&point.x.to_be_bytes());
        right.copy_from_slice(&point.y.to_be_bytes());
        let [first, ..] = &mut bytes;
        *first |= u8::conditional_select(&0, &INFINITY, is_identity(&point));
        G1Affine::from_uncompressed_unchecked(&bytes).unwrap_or(G1Affine::identity())
    }

    fn g1_coordinates(point: &G1Affine) -> Affine<Fp> {
        let mut bytes = point.to_uncompressed();
        let [first, ..] = &mut bytes;
        *first &= !INFINITY;
        let coordinate = |half: &[u8]| {
            let mut bytes = [0; 48];
            bytes.copy_from_slice(half);
            Fp::from_be_bytes(&bytes).unwrap_or_else(Fp::zero)
        };
        let (x, y) = bytes.split_at(48);
        Affine {
            x: coordinate(x),
            y: coordinate(y),
        }
    }

    fn g1_from_jacobian(point: Jacobian<Fp>) -> G1Projective {
        Self::g1_from_coordinates(point.to_affine()).into()
    }

    fn g1_to_jacobian(point: &G1Projective) -> Jacobian<Fp> {
        let affine = Self::g1_coordinates(&point.into());
        let z = Fp::conditional_select(&Fp::one(), &Fp::zero(), is_identity(&affine));
        Jacobian {
            x: affine.x,
            y: Fp::conditional_select(&affine.y, &Fp::one(), is_identity(&affine)),
            z,
        }
    }

    fn g1_batch_normalize(points: &[G1Projective]) -> Vec<G1Affine> {
        let mut out = vec![G1Affine::identity(); points.len()];
        G1Projective::batch_normalize(points, &mut out);
        out
    }

    fn g1_is_torsion_free(point: &G1Affine) -> bool {
        point.is_torsion_free().into()
    }

    fn g2_batch_normalize(points: &[G2Projective]) -> Vec<G2Affine> {
        let mut out = vec![G2Affine::identity(); points.len()];
        G2Projective::batch_normalize(points, &mut out);
        out
    }

    fn g2_is_on_curve(point: &G2Affine) -> bool {
        point.is_on_curve().into()
    }

    fn g2_is_torsion_free(point: &G2Affine) -> bool {
        point.is_torsion_free().into()
    }

    fn pairing_product_is_one(pairs: &[(&G1Affine, &G2Prepared)]) -> bool {
        bls12_381::multi_miller_loop(pairs)
            .final_exponentiation()
            .is_identity()
            .into()
    }
}

/// No point of the curve has y = 0.
fn is_identity(point: &Affine<Fp>) -> Choice {
    point.y.ct_eq(&Fp::zero())
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
