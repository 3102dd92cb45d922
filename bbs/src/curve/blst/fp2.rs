//! Fp2 = Fp(u), u² = −1, over `blst`'s assembly.

use core::ops::{Add, Mul, Sub};

use blst::{blst_fp2, blst_fp2_eucl_inverse, blst_fp2_mul};

use super::fp::Fp;

/// a + b·u.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fp2(pub(super) blst_fp2);

impl Fp2 {
    pub(super) fn new(a: Fp, b: Fp) -> Self {
        Self(blst_fp2 { fp: [a.0, b.0] })
    }

    #[inline(always)]
    fn parts(self) -> (Fp, Fp) {
        let [a, b] = self.0.fp;
        (Fp(a), Fp(b))
    }

    /// The product with an element of Fp.
    #[inline(always)]
    pub(super) fn scale(self, factor: Fp) -> Self {
        let (a, b) = self.parts();
        Self::new(a * factor, b * factor)
    }

    /// 1/a; 0 for 0. Variable time.
    pub(super) fn invert_or_zero(self) -> Self {
        let mut out = blst_fp2::default();
        // SAFETY: two live values.
        unsafe { blst_fp2_eucl_inverse(&mut out, &self.0) };
        Self(out)
    }
}

impl Add for Fp2 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::new(a + c, b + d)
    }
}

impl Sub for Fp2 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::new(a - c, b - d)
    }
}

impl Mul for Fp2 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let mut out = blst_fp2::default();
        // SAFETY: three live values.
        unsafe { blst_fp2_mul(&mut out, &self.0, &other.0) };
        Self(out)
    }
}
