//! Fp over `blst`'s assembly.

use core::ops::{Add, Mul, Neg, Sub};

use blst::{
    blst_bendian_from_fp, blst_fp, blst_fp_add, blst_fp_cneg, blst_fp_eucl_inverse,
    blst_fp_from_bendian, blst_fp_mul, blst_fp_sqr, blst_fp_sqrt, blst_fp_sub,
};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use crate::curve::Wipe;
use crate::curve::field::{BaseField, Limbs};

/// An element of Fp, always reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Fp(pub(super) blst_fp);

/// Declares a binary operation by the function that computes it.
macro_rules! binary {
    ($trait:ident, $method:ident, $function:ident) => {
        impl $trait for Fp {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut out = blst_fp::default();
                // SAFETY: three live values of the type that the function expects.
                unsafe { $function(&mut out, &self.0, &other.0) };
                Self(out)
            }
        }
    };
}
binary!(Add, add, blst_fp_add);
binary!(Sub, sub, blst_fp_sub);
binary!(Mul, mul, blst_fp_mul);

impl Neg for Fp {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let mut out = blst_fp::default();
        // SAFETY: two live values.
        unsafe { blst_fp_cneg(&mut out, &self.0, true) };
        Self(out)
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
        let mut out = a.0;
        out.l
            .iter_mut()
            .zip(&b.0.l)
            .for_each(|(a, b)| a.conditional_assign(b, choice));
        Self(out)
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
        let mut out = blst_fp::default();
        // SAFETY: `out` is live and `bytes` has the 48 bytes that are read.
        unsafe { blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
        // The conversion reduces, so a number not below p comes back as another one.
        let element = Self(out);
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
        let mut out = blst_fp::default();
        // SAFETY: two live values.
        unsafe { blst_fp_sqr(&mut out, &self.0) };
        Self(out)
    }

    fn invert_or_zero(&self) -> Self {
        let mut out = blst_fp::default();
        // SAFETY: two live values.
        unsafe { blst_fp_eucl_inverse(&mut out, &self.0) };
        Self(out)
    }

    fn sqrt_candidate(&self) -> Self {
        let mut out = blst_fp::default();
        // SAFETY: two live values. `out` is written whether there is a root or not.
        unsafe { blst_fp_sqrt(&mut out, &self.0) };
        Self(out)
    }
}
