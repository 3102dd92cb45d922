//! The endomorphism that halves scalars (Gallant, Lambert, Vanstone, CRYPTO 2001).
//!
//! With z = −0xd201000000010000 the parameter of the curve, r = z⁴ − z² + 1, and β a cube root of one in Fp,
//! ψ(x, y) = (βx, −y) acts on G1 as multiplication by z². So k·P = low·P + high·ψ(P) where k = low + high·z².

use core::hint::black_box;

use super::field::{BaseField, Limbs, montgomery};
use super::projective::Projective;

/// z².
pub(super) const Z2: u128 = 0xac45_a401_0001_a402_0000_0001_0000_0000;
/// ⌊2²⁵⁵/z²⌋.
const Z2_RECIPROCAL: u128 = 0xbe35_f678_f00f_d56e_b1fb_7291_7b67_f717;

const BETA: Limbs =
    montgomery("5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe");

/// β·x.
#[inline(always)]
pub(super) fn beta_times<F: BaseField>(x: F) -> F {
    x * F::from_montgomery(BETA)
}

/// ψ(P) = z²·P.
pub(super) fn endomorphism<F: BaseField>(point: &Projective<F>) -> Projective<F> {
    Projective {
        x: beta_times(point.x),
        y: -point.y,
        z: point.z,
    }
}

/// (low, high), both below z², with k = low + high·z². The scalar is little-endian and below r. Constant time.
pub(super) fn split(scalar: &[u8; 32]) -> (u128, u128) {
    let (low, high) = scalar.split_at(16);
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0u128, |sum, byte| (sum << 8) | u128::from(*byte))
    };
    let (k_low, k_high) = (number(low), number(high));

    // Barrett: q = ⌊k·⌊2²⁵⁵/z²⌋/2²⁵⁵⌋ is ⌊k/z²⌋ or one less.
    let (_, carry) = wide_mul(k_low, Z2_RECIPROCAL);
    let (middle, top) = wide_mul(k_high, Z2_RECIPROCAL);
    let (middle, overflow) = middle.overflowing_add(carry);
    let q = (middle >> 127) | ((top + u128::from(overflow)) << 1);

    // k − q·z² < 2z²
    let (product_low, product_high) = wide_mul(q, Z2);
    let (rest, borrow) = k_low.overflowing_sub(product_low);
    let rest_high = k_high
        .wrapping_sub(product_high)
        .wrapping_sub(u128::from(borrow));
    let (reduced, borrow) = rest.overflowing_sub(Z2);
    let too_large = mask(rest_high | u128::from(!borrow));
    (
        (reduced & too_large) | (rest & !too_large),
        q.wrapping_sub(too_large),
    )
}

/// Odd a and b, |a| and |b| at most z², with k ≡ a + b·z² modulo r. Constant time.
pub(super) fn split_odd(scalar: &[u8; 32]) -> (Signed, Signed) {
    let (low, high) = split(scalar);
    let (mut a, mut b) = (Signed::from(low), Signed::from(high));
    // 1 + (z² − 1)·z² = r ≡ 0: subtracting (1, z² − 1) makes an even a odd.
    let even = mask((low & 1) ^ 1);
    a = a.add(Signed::from(1).negate().and(even));
    b = b.add(Signed::from(Z2 - 1).negate().and(even));
    // (z², −1) ≡ 0 and z² is even: adding or subtracting it, whichever brings a towards 0, makes an even b odd.
    let even = mask((b.low & 1) ^ 1);
    let a_negative = a.high;
    a = a.add(Signed::from(Z2).negate_if(!a_negative).and(even));
    b = b.add(Signed::from(1).negate_if(a_negative).and(even));
    (a, b)
}

/// A 256-bit integer in two's complement.
#[derive(Clone, Copy)]
pub(super) struct Signed {
    pub(super) low: u128,
    pub(super) high: u128,
}

impl From<u128> for Signed {
    fn from(low: u128) -> Self {
        Self { low, high: 0 }
    }
}

impl Signed {
    pub(super) fn add(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        let high = self
            .high
            .wrapping_add(other.high)
            .wrapping_add(u128::from(carry));
        Self { low, high }
    }

    fn negate(self) -> Self {
        self.negate_if(u128::MAX)
    }

    /// −a where the mask is all ones, a where it is zero.
    fn negate_if(self, mask: u128) -> Self {
        Self {
            low: self.low ^ mask,
            high: self.high ^ mask,
        }
        .add(Self::from(mask & 1))
    }

    fn and(self, mask: u128) -> Self {
        Self {
            low: self.low & mask,
            high: self.high & mask,
        }
    }
}

/// All ones for 1, zero for 0.
fn mask(bit: u128) -> u128 {
    black_box(bit).wrapping_neg()
}

/// (low, high) halves of a·b.
fn wide_mul(a: u128, b: u128) -> (u128, u128) {
    const HALF: u128 = u64::MAX as u128;
    let (a0, a1, b0, b1) = (a & HALF, a >> 64, b & HALF, b >> 64);
    let (low, mid, other, high) = (a0 * b0, a0 * b1, a1 * b0, a1 * b1);
    // No overflow: (2⁶⁴−1)² + 2·(2⁶⁴−1) = 2¹²⁸ − 1.
    let mid = mid + (low >> 64);
    let other = other + (mid & HALF);
    (
        (low & HALF) | (other << 64),
        high + (mid >> 64) + (other >> 64),
    )
}
