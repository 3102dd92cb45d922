//! Fp of `bls12_381`, which keeps it private but shows it as the field that its hash to G1 starts from.

use bls12_381::{G1Projective, hash_to_curve::MapToCurve};

use crate::curve::field::{BaseField, Limbs};

/// An element of Fp.
pub(crate) type Fp = <G1Projective as MapToCurve>::Field;

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

impl BaseField for Fp {
    #[inline(always)]
    fn from_montgomery(limbs: Limbs) -> Self {
        Self::from_raw_unchecked(limbs)
    }

    fn from_be_bytes(bytes: &[u8; 48]) -> Option<Self> {
        Self::from_bytes(bytes).into()
    }

    fn to_be_bytes(&self) -> [u8; 48] {
        self.to_bytes()
    }

    #[inline(always)]
    fn square(&self) -> Self {
        self.square()
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
        last = last.mul(a);
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
                result = result.mul(power);
            }
        }
    }
    result
}
