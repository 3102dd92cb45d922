//! Fp over `blst`'s assembly.
#![allow(clippy::indexing_slicing, reason = "limbs are counted from 0 to 5")]

use core::ops::{Add, Mul, MulAssign, Neg, Sub};

use blst::{
    blst_bendian_from_fp, blst_fp, blst_fp_eucl_inverse, blst_fp_from_bendian, blst_fp_mul,
    blst_fp_sqr, blst_fp_sqrt,
};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::curve::Wipe;
use crate::curve::affine::Affine;
use crate::curve::field::{BaseField, Limbs, P, equality_mask};

/// An element of Fp, always reduced.
#[derive(Clone, Copy, Debug, Eq)]
#[repr(transparent)]
pub struct Fp(pub(super) blst_fp);

impl Mul for Fp {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let mut out = Self(blst_fp::default());
        // SAFETY: three live values.
        unsafe { blst_fp_mul(&mut out.0, &self.0, &other.0) };
        out
    }
}

impl MulAssign<&Self> for Fp {
    #[inline(always)]
    fn mul_assign(&mut self, other: &Self) {
        let value = &raw mut self.0;
        // SAFETY: live values; blst computes the product before it writes, so the first factor may be overwritten.
        unsafe { blst_fp_mul(value, value, &other.0) };
    }
}

// Additions are cheaper inlined than called.

impl Add for Fp {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // a + b < 2p < 2³⁸⁴
        let (sum, _) = add_limbs(&self.0.l, &other.0.l);
        let (reduced, borrow) = sub_limbs(&sum, &P);
        let mask = u64::from(borrow).wrapping_neg();
        Self::from_limbs(|i| reduced[i] ^ ((reduced[i] ^ sum[i]) & mask))
    }
}

impl Sub for Fp {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let (difference, borrow) = sub_limbs(&self.0.l, &other.0.l);
        let mask = u64::from(borrow).wrapping_neg();
        let (l, _) = add_limbs(&difference, &P.map(|limb| limb & mask));
        Self(blst_fp { l })
    }
}

// Limb by limb: moving whole elements would use wider loads than blst's stores, and wait for these.

impl Fp {
    #[inline(always)]
    fn from_limbs(limb: impl FnMut(usize) -> u64) -> Self {
        let l = core::array::from_fn(limb);
        Self(blst_fp { l })
    }
}

#[inline(always)]
fn add_limbs(a: &Limbs, b: &Limbs) -> (Limbs, bool) {
    let mut carry = false;
    let sum = core::array::from_fn(|i| {
        let (sum, first) = a[i].overflowing_add(b[i]);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first | second;
        sum
    });
    (sum, carry)
}

#[inline(always)]
fn sub_limbs(a: &Limbs, b: &Limbs) -> (Limbs, bool) {
    let mut borrow = false;
    let difference = core::array::from_fn(|i| {
        let (difference, first) = a[i].overflowing_sub(b[i]);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first | second;
        difference
    });
    (difference, borrow)
}

/// The limbs of both coordinates, in a row, which the compiler turns into vectors.
#[inline(always)]
fn limbs(point: &Affine<Fp>) -> &[u64; 12] {
    // SAFETY: `Affine` and `blst_fp` are `repr(C)`, `Fp` is transparent: a point is twelve u64 without padding.
    unsafe { &*core::ptr::from_ref(point).cast() }
}

impl Neg for Fp {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::zero() - self
    }
}

/// Variable time.
impl PartialEq for Fp {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        // Nearly always the first limb decides.
        let [a, a_rest @ ..] = &self.0.l;
        let [b, b_rest @ ..] = &other.0.l;
        a == b && a_rest == b_rest
    }
}

impl ConstantTimeEq for Fp {
    #[inline(always)]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.l.as_slice().ct_eq(other.0.l.as_slice())
    }
}

impl ConditionallySelectable for Fp {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::from_limbs(|i| u64::conditional_select(&a.0.l[i], &b.0.l[i], choice))
    }
}

impl Wipe for Fp {
    fn wipe(&mut self) {
        self.0.l.zeroize();
    }
}

impl BaseField for Fp {
    #[inline(always)]
    fn from_montgomery(l: Limbs) -> Self {
        Self(blst_fp { l })
    }

    fn from_be_bytes(bytes: &[u8; 48]) -> Option<Self> {
        let mut out = Self(blst_fp::default());
        // SAFETY: `out` is live and `bytes` has the 48 bytes that are read.
        unsafe { blst_fp_from_bendian(&mut out.0, bytes.as_ptr()) };
        // The conversion reduces, so a number not below p comes back as another one.
        let element = out;
        (element.to_be_bytes() == *bytes).then_some(element)
    }

    fn to_be_bytes(&self) -> [u8; 48] {
        let mut bytes = [0; 48];
        // SAFETY: `bytes` has the 48 bytes that are written.
        unsafe { blst_bendian_from_fp(bytes.as_mut_ptr(), &self.0) };
        bytes
    }

    #[inline(always)]
    fn square(&self) -> Self {
        let mut out = Self(blst_fp::default());
        // SAFETY: two live values.
        unsafe { blst_fp_sqr(&mut out.0, &self.0) };
        out
    }

    #[inline(always)]
    fn half(&self) -> Self {
        // a/2, or (a + p)/2 for odd a; a + p < 2³⁸⁴
        let mask = (self.0.l[0] & 1).wrapping_neg();
        let (sum, _) = add_limbs(&self.0.l, &P.map(|limb| limb & mask));
        Self::from_limbs(|i| (sum[i] >> 1) | sum.get(i + 1).map_or(0, |above| above << 63))
    }

    #[inline(always)]
    fn assign_if(&mut self, other: &Self, mask: u64) {
        let limbs = self.0.l.iter_mut().zip(&other.0.l);
        limbs.for_each(|(a, b)| *a ^= (*a ^ b) & mask);
    }

    fn select_two(row: &[Affine<Self>], i: u64, j: u64) -> [Affine<Self>; 2] {
        let mut chosen = [[0; 12]; 2];
        for (place, point) in (0..).zip(row) {
            let limbs = limbs(point);
            for (chosen, index) in chosen.iter_mut().zip([i, j]) {
                let mask = equality_mask(place, index);
                chosen
                    .iter_mut()
                    .zip(limbs)
                    .for_each(|(a, b)| *a |= b & mask);
            }
        }
        chosen.map(|[x @ .., y0, y1, y2, y3, y4, y5]| Affine {
            x: Self(blst_fp { l: x }),
            y: Self(blst_fp {
                l: [y0, y1, y2, y3, y4, y5],
            }),
        })
    }

    fn invert_or_zero(&self) -> Self {
        let mut out = Self(blst_fp::default());
        // SAFETY: two live values.
        unsafe { blst_fp_eucl_inverse(&mut out.0, &self.0) };
        out
    }

    fn sqrt_candidate(&self) -> Self {
        let mut out = Self(blst_fp::default());
        // SAFETY: two live values. `out` is written whether there is a root or not.
        unsafe { blst_fp_sqrt(&mut out.0, &self.0) };
        out
    }
}
