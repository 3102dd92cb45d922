//! Fp2 = Fp\[u\]/(u² + 1) and Fp12 = Fp2\[w\]/(w⁶ − ξ), ξ = 1 + u, over `blst`'s assembly.
//!
//! `blst` keeps an element of Fp12 as two triples, the coefficients of w⁰, w², w⁴ and of w¹, w³, w⁵.

use core::ops::{Add, AddAssign, Mul, MulAssign, Sub, SubAssign};

use blst::{
    blst_fp2, blst_fp2_add, blst_fp2_eucl_inverse, blst_fp2_mul, blst_fp2_mul_by_3, blst_fp2_sqr,
    blst_fp2_sub, blst_fp6, blst_fp12, blst_fp12_conjugate, blst_fp12_cyclotomic_sqr,
    blst_fp12_frobenius_map, blst_fp12_inverse, blst_fp12_is_equal, blst_fp12_is_one,
    blst_fp12_mul, blst_fp12_mul_by_xy00z0, blst_fp12_sqr,
};

use super::fp::Fp;
use crate::curve::field::BaseField;

/// c₀ + c₁·u.
#[derive(Clone, Copy, Default, PartialEq)]
#[repr(transparent)]
pub(super) struct Fp2(pub(super) blst_fp2);

impl Fp2 {
    pub(super) fn new(c0: Fp, c1: Fp) -> Self {
        Self(blst_fp2 { fp: [c0.0, c1.0] })
    }

    #[inline(always)]
    fn parts(&self) -> (Fp, Fp) {
        let [c0, c1] = self.0.fp;
        (Fp(c0), Fp(c1))
    }

    pub(super) fn one() -> Self {
        Self::new(Fp::one(), Fp::zero())
    }

    /// ξ = 1 + u.
    pub(super) fn xi() -> Self {
        Self::new(Fp::one(), Fp::one())
    }

    pub(super) fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    #[inline(always)]
    pub(super) fn square(&self) -> Self {
        let mut out = Self(blst_fp2::default());
        // SAFETY: two live values.
        unsafe { blst_fp2_sqr(&mut out.0, &self.0) };
        out
    }

    #[inline(always)]
    pub(super) fn double(&self) -> Self {
        *self + *self
    }

    #[inline(always)]
    pub(super) fn double_in_place(&mut self) {
        let value = &raw mut self.0;
        // SAFETY: a live value; blst reads each limb before it writes it.
        unsafe { blst_fp2_add(value, value, value) };
    }

    #[inline(always)]
    pub(super) fn triple(&self) -> Self {
        let mut out = Self(blst_fp2::default());
        // SAFETY: two live values.
        unsafe { blst_fp2_mul_by_3(&mut out.0, &self.0) };
        out
    }

    /// ξ·a.
    #[inline(always)]
    pub(super) fn times_xi(&self) -> Self {
        let (c0, c1) = self.parts();
        Self::new(c0 - c1, c0 + c1)
    }

    /// u·a.
    #[inline(always)]
    pub(super) fn times_u(&self) -> Self {
        let (c0, c1) = self.parts();
        Self::new(-c1, c0)
    }

    /// s·a for s in Fp.
    #[inline(always)]
    pub(super) fn scale(&self, s: &Fp) -> Self {
        let mut out = *self;
        let [c0, c1] = &mut out.0.fp;
        for c in [c0, c1] {
            let mut product = Fp(*c);
            product *= s;
            *c = product.0;
        }
        out
    }

    /// 1/a; 0 for 0.
    fn invert_or_zero(&self) -> Self {
        let mut out = Self(blst_fp2::default());
        // SAFETY: two live values.
        unsafe { blst_fp2_eucl_inverse(&mut out.0, &self.0) };
        out
    }
}

impl Add for Fp2 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let mut out = Self(blst_fp2::default());
        // SAFETY: three live values.
        unsafe { blst_fp2_add(&mut out.0, &self.0, &other.0) };
        out
    }
}

impl Sub for Fp2 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let mut out = Self(blst_fp2::default());
        // SAFETY: three live values.
        unsafe { blst_fp2_sub(&mut out.0, &self.0, &other.0) };
        out
    }
}

impl Mul for Fp2 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let mut out = Self(blst_fp2::default());
        // SAFETY: three live values.
        unsafe { blst_fp2_mul(&mut out.0, &self.0, &other.0) };
        out
    }
}

// The same in place, which spares moving what was just written.

impl AddAssign<&Self> for Fp2 {
    #[inline(always)]
    fn add_assign(&mut self, other: &Self) {
        let value = &raw mut self.0;
        // SAFETY: live values; blst reads each limb of the first operand before it writes it.
        unsafe { blst_fp2_add(value, value, &other.0) };
    }
}

impl SubAssign<&Self> for Fp2 {
    #[inline(always)]
    fn sub_assign(&mut self, other: &Self) {
        let value = &raw mut self.0;
        // SAFETY: live values; blst reads each limb of the first operand before it writes it.
        unsafe { blst_fp2_sub(value, value, &other.0) };
    }
}

impl MulAssign<&Self> for Fp2 {
    #[inline(always)]
    fn mul_assign(&mut self, other: &Self) {
        let value = &raw mut self.0;
        // SAFETY: live values; blst computes the product before it writes.
        unsafe { blst_fp2_mul(value, value, &other.0) };
    }
}

/// Replaces all elements, none of them zero, by their inverses, by Montgomery's trick.
pub(super) fn batch_invert(elements: &mut [Fp2]) {
    let mut product = Fp2::one();
    let before: Vec<Fp2> = elements
        .iter()
        .map(|element| {
            let before = product;
            product = product * *element;
            before
        })
        .collect();
    let mut inverse = product.invert_or_zero();
    for (element, before) in elements.iter_mut().zip(before).rev() {
        let next = inverse * *element;
        *element = inverse * before;
        inverse = next;
    }
}

/// Σ cᵢ·wⁱ.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Fp12(blst_fp12);

impl Fp12 {
    /// From the coefficients of w⁰, w², w⁴ and of w¹, w³, w⁵.
    #[inline(always)]
    pub(super) fn new(even: [Fp2; 3], odd: [Fp2; 3]) -> Self {
        Self(blst_fp12 {
            fp6: [fp6(even), fp6(odd)],
        })
    }

    /// The coefficients of w⁰, w², w⁴ and of w¹, w³, w⁵.
    #[inline(always)]
    pub(super) fn coefficients(&self) -> ([Fp2; 3], [Fp2; 3]) {
        let [even, odd] = self.0.fp6;
        (even.fp2.map(Fp2), odd.fp2.map(Fp2))
    }

    pub(super) fn is_one(&self) -> bool {
        // SAFETY: a live value.
        unsafe { blst_fp12_is_one(&self.0) }
    }

    #[inline(always)]
    pub(super) fn square_in_place(&mut self) {
        let value = &raw mut self.0;
        // SAFETY: a live value, which blst reads before it writes.
        unsafe { blst_fp12_sqr(value, value) };
    }

    #[inline(always)]
    pub(super) fn multiply_by(&mut self, other: &Self) {
        let value = &raw mut self.0;
        // SAFETY: live values; blst reads the first factor before it writes.
        unsafe { blst_fp12_mul(value, value, &other.0) };
    }

    /// Times c₀ + c₂·w² + c₃·w³.
    #[inline(always)]
    pub(super) fn multiply_by_line(&mut self, line: [Fp2; 3]) {
        let value = &raw mut self.0;
        // SAFETY: live values; blst reads the first factor before it writes.
        unsafe { blst_fp12_mul_by_xy00z0(value, value, &fp6(line)) };
    }

    /// a² for an element of the cyclotomic subgroup.
    #[inline(always)]
    pub(super) fn cyclotomic_square_in_place(&mut self) {
        let value = &raw mut self.0;
        // SAFETY: a live value, which blst reads before it writes.
        unsafe { blst_fp12_cyclotomic_sqr(value, value) };
    }

    /// a^(p⁶), the inverse in the cyclotomic subgroup.
    pub(super) fn conjugate(mut self) -> Self {
        // SAFETY: a live value.
        unsafe { blst_fp12_conjugate(&mut self.0) };
        self
    }

    pub(super) fn invert(&self) -> Self {
        let mut out = Self(blst_fp12::default());
        // SAFETY: two live values.
        unsafe { blst_fp12_inverse(&mut out.0, &self.0) };
        out
    }

    /// a^p.
    pub(super) fn frobenius(&self) -> Self {
        let mut out = Self(blst_fp12::default());
        // SAFETY: two live values, and a power that blst accepts.
        unsafe { blst_fp12_frobenius_map(&mut out.0, &self.0, 1) };
        out
    }

    /// a^(p²).
    pub(super) fn frobenius_squared(&self) -> Self {
        let mut out = Self(blst_fp12::default());
        // SAFETY: two live values, and a power that blst accepts.
        unsafe { blst_fp12_frobenius_map(&mut out.0, &self.0, 2) };
        out
    }
}

impl Mul for Fp12 {
    type Output = Self;
    fn mul(mut self, other: Self) -> Self {
        self.multiply_by(&other);
        self
    }
}

impl PartialEq for Fp12 {
    fn eq(&self, other: &Self) -> bool {
        // SAFETY: two live values.
        unsafe { blst_fp12_is_equal(&self.0, &other.0) }
    }
}

#[inline(always)]
fn fp6(coefficients: [Fp2; 3]) -> blst_fp6 {
    blst_fp6 {
        fp2: coefficients.map(|coefficient| coefficient.0),
    }
}
