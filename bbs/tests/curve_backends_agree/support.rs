//! The same values on both backends.

use bbs::curve::backends::{Blst, Portable, encoding, scalar};
use ff::{Field, PrimeField};
use group::{Curve, Group};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// Random cases per operation.
pub(crate) const CASES: usize = 1000;

pub(crate) fn rng(name: &str) -> ChaCha20Rng {
    let mut seed = [0; 32];
    seed[..name.len()].copy_from_slice(name.as_bytes());
    ChaCha20Rng::from_seed(seed)
}

/// One value on both backends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Both<A, B>(pub(crate) A, pub(crate) B);

pub(crate) type Scalars = Both<blstrs::Scalar, bls12_381::Scalar>;
pub(crate) type G1s = Both<blstrs::G1Projective, bls12_381::G1Projective>;
pub(crate) type G1Affines = Both<blstrs::G1Affine, bls12_381::G1Affine>;
pub(crate) type G2s = Both<blstrs::G2Projective, bls12_381::G2Projective>;
pub(crate) type G2Affines = Both<blstrs::G2Affine, bls12_381::G2Affine>;

impl Scalars {
    pub(crate) fn from_wide(bytes: &[u8]) -> Self {
        let both: Self = Both(scalar::from_wide(bytes), scalar::from_wide(bytes));
        both.check();
        both
    }

    pub(crate) fn random(rng: &mut impl RngCore) -> Self {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        Self::from_wide(&bytes)
    }

    pub(crate) fn from_i64(value: i64) -> Self {
        Both(scalar::from_i64(value), scalar::from_i64(value))
    }

    pub(crate) fn check(&self) {
        assert_eq!(scalar::to_bytes(&self.0), scalar::to_bytes(&self.1));
    }

    /// 0, ±1, ±2, powers of two and their neighbours, r − 1, r − 2, (r ± 1)/2, and the cube roots of one.
    pub(crate) fn edges() -> Vec<Self> {
        let small = |value: i64| Self::from_i64(value);
        let mut edges: Vec<Self> = [0, 1, -1, 2, -2, 3, -3, i64::MAX, i64::MIN]
            .into_iter()
            .map(small)
            .collect();
        let two = small(2);
        for exponent in (1..255u64).step_by(7).chain([126, 127, 128, 252, 253, 254]) {
            let power = Both(
                Field::pow_vartime(&two.0, [exponent]),
                Field::pow_vartime(&two.1, [exponent]),
            );
            for offset in [-1, 0, 1] {
                let offset = small(offset);
                let near = Both(power.0 + offset.0, power.1 + offset.1);
                edges.extend([near, Both(-near.0, -near.1)]);
            }
        }
        let half = Both(blstrs::Scalar::TWO_INV, bls12_381::Scalar::TWO_INV);
        edges.extend([half, Both(-half.0, -half.1)]);
        // λ = z² − 1 with λ² + λ + 1 = 0, by which the endomorphism multiplies; and multiples of z².
        let z = Both(
            blstrs::Scalar::from(0xd201_0000_0001_0000),
            bls12_381::Scalar::from(0xd201_0000_0001_0000),
        );
        let z2 = Both(z.0.square(), z.1.square());
        let one = small(1);
        let lambda = Both(z2.0 - one.0, z2.1 - one.1);
        edges.extend([
            z,
            z2,
            lambda,
            Both(-z2.0, -z2.1),
            Both(-lambda.0, -lambda.1),
        ]);
        edges
    }

    /// A random scalar or, often, an edge value.
    pub(crate) fn any(rng: &mut impl RngCore, edges: &[Self]) -> Self {
        if rng.next_u32().is_multiple_of(3) {
            edges[rng.next_u32() as usize % edges.len()]
        } else {
            Self::random(rng)
        }
    }
}

impl G1s {
    pub(crate) fn random(rng: &mut impl RngCore) -> Self {
        let k = Scalars::random(rng);
        let both = Both(
            blstrs::G1Projective::generator() * k.0,
            bls12_381::G1Projective::generator() * k.1,
        );
        both.check();
        both
    }

    pub(crate) fn identity() -> Self {
        Both(
            blstrs::G1Projective::identity(),
            bls12_381::G1Projective::identity(),
        )
    }

    pub(crate) fn affine(&self) -> G1Affines {
        let both = Both(self.0.to_affine(), self.1.to_affine());
        both.check();
        both
    }

    pub(crate) fn check(&self) {
        self.affine();
    }
}

impl G1Affines {
    pub(crate) fn check(&self) {
        assert_eq!(
            encoding::g1_to_uncompressed::<Blst>(&self.0),
            encoding::g1_to_uncompressed::<Portable>(&self.1)
        );
        assert_eq!(
            encoding::g1_to_compressed::<Blst>(&self.0),
            encoding::g1_to_compressed::<Portable>(&self.1)
        );
    }
}

impl G2s {
    pub(crate) fn random(rng: &mut impl RngCore) -> Self {
        let k = Scalars::random(rng);
        let both = Both(
            blstrs::G2Projective::generator() * k.0,
            bls12_381::G2Projective::generator() * k.1,
        );
        both.check();
        both
    }

    pub(crate) fn affine(&self) -> G2Affines {
        let both = Both(self.0.to_affine(), self.1.to_affine());
        both.check();
        both
    }

    pub(crate) fn check(&self) {
        self.affine();
    }
}

impl G2Affines {
    pub(crate) fn check(&self) {
        assert_eq!(
            encoding::g2_to_uncompressed::<Blst>(&self.0),
            encoding::g2_to_uncompressed::<Portable>(&self.1)
        );
        assert_eq!(
            encoding::g2_to_compressed::<Blst>(&self.0),
            encoding::g2_to_compressed::<Portable>(&self.1)
        );
    }
}
