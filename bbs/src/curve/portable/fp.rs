//! Fp of `bls12_381`, which keeps it private but shows it as the field that its hash to G1 starts from.

use core::ops::{Add, Mul, MulAssign, Neg, Sub};

use bls12_381::{G1Projective, hash_to_curve::MapToCurve};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::curve::Wipe;
use crate::curve::field::{BaseField, Limbs, montgomery};

type Inner = <G1Projective as MapToCurve>::Field;

/// An element of Fp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fp(Inner);

/// p − 2 and (p + 1)/4, little-endian limbs.
const P_MINUS_2: Limbs = [
    0xb9fe_ffff_ffff_aaa9,
    0x1eab_fffe_b153_ffff,
    0x6730_d2a0_f6b0_f624,
    0x6477_4b84_f385_12bf,
    0x4b1b_a7b6_434b_acd7,
    0x1a01_11ea_397f_e69a,
];
const P_PLUS_1_OVER_4: Limbs = [
    0xee7f_bfff_ffff_eaab,
    0x07aa_ffff_ac54_ffff,
    0xd9cc_34a8_3dac_3d89,
    0xd91d_d2e1_3ce1_44af,
    0x92c6_e9ed_90d2_eb35,
    0x0680_447a_8e5f_f9a6,
];

impl Add for Fp {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(&other.0))
    }
}

impl Sub for Fp {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(&other.0))
    }
}

impl Mul for Fp {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0.mul(&other.0))
    }
}

impl MulAssign<&Self> for Fp {
    #[inline(always)]
    fn mul_assign(&mut self, other: &Self) {
        self.0 = self.0.mul(&other.0);
    }
}

impl Neg for Fp {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.neg())
    }
}

impl ConstantTimeEq for Fp {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl ConditionallySelectable for Fp {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Inner::conditional_select(&a.0, &b.0, choice))
    }
}

impl Wipe for Fp {
    fn wipe(&mut self) {
        self.0.zeroize();
    }
}

impl BaseField for Fp {
    #[inline(always)]
    fn from_montgomery(limbs: Limbs) -> Self {
        Self(Inner::from_raw_unchecked(limbs))
    }

    fn from_be_bytes(bytes: &[u8; 48]) -> Option<Self> {
        Option::from(Inner::from_bytes(bytes)).map(Self)
    }

    fn to_be_bytes(&self) -> [u8; 48] {
        self.0.to_bytes()
    }

    #[inline(always)]
    fn square(&self) -> Self {
        Self(self.0.square())
    }

    #[inline(always)]
    fn half(&self) -> Self {
        const HALF: Limbs = montgomery(
            "0d0088f51cbff34d258dd3db21a5d66bb23ba5c279c2895fb39869507b587b120f55ffff58a9ffffdcff7fffffffd556",
        );
        *self * Self::from_montgomery(HALF)
    }

    #[inline(always)]
    fn assign_if(&mut self, other: &Self, mask: u64) {
        self.0
            .conditional_assign(&other.0, Choice::from((mask & 1) as u8));
    }

    fn invert_or_zero(&self) -> Self {
        power(self, &P_MINUS_2)
    }

    fn sqrt_candidate(&self) -> Self {
        power(self, &P_PLUS_1_OVER_4)
    }
}

/// aᵉ for a public exponent, four bits at a time.
fn power(a: &Fp, exponent: &Limbs) -> Fp {
    let mut powers = [Fp::one(); 16];
    let mut last = Fp::one();
    for power in powers.iter_mut().skip(1) {
        last = last * *a;
        *power = last;
    }
    let mut result = Fp::one();
    for limb in exponent.iter().rev() {
        for shift in (0..64).step_by(4).rev() {
            for _ in 0..4 {
                result = result.square();
            }
            let digit = (limb >> shift) as usize & 15;
            if let (1.., Some(power)) = (digit, powers.get(digit)) {
                result = result * *power;
            }
        }
    }
    result
}
