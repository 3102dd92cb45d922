//! Affine points of E(Fp), and many inversions for the price of one.

use core::ops::Neg;

use super::Wipe;
use super::field::BaseField;

/// (x, y); (0, 0), which is not on the curve, stands for the identity.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Affine<F> {
    /// x.
    pub x: F,
    /// y.
    pub y: F,
}

impl<F: BaseField> Affine<F> {
    /// O.
    pub(super) fn identity() -> Self {
        Self {
            x: F::zero(),
            y: F::zero(),
        }
    }

    /// Whether this is O. No point of the curve has y = 0: its order is odd.
    #[inline(always)]
    pub(super) fn is_identity_vartime(&self) -> bool {
        self.y == F::zero()
    }

    /// P where the mask is zero, −P where it is all ones. Constant time.
    #[inline(always)]
    pub(super) fn negate_if(&self, mask: u64) -> Self {
        let mut y = self.y;
        y.assign_if(&-self.y, mask);
        Self { x: self.x, y }
    }
}

impl<F: BaseField> Neg for Affine<F> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            x: self.x,
            y: -self.y,
        }
    }
}

impl<F: Wipe> Wipe for Affine<F> {
    fn wipe(&mut self) {
        self.x.wipe();
        self.y.wipe();
    }
}

/// Replaces each element by its inverse, and 0 by 0. Constant time.
pub(super) fn batch_invert<F: BaseField>(elements: &mut [F]) {
    // Montgomery's trick; zeros are passed over, or they would make every inverse zero.
    let or_one = |element: &F| F::conditional_select(element, &F::one(), element.ct_eq(&F::zero()));
    let mut product = F::one();
    let prefixes: Vec<F> = elements
        .iter()
        .map(|element| {
            let prefix = product;
            product = product * or_one(element);
            prefix
        })
        .collect();
    let mut inverse = product.invert_or_zero();
    for (element, prefix) in elements.iter_mut().zip(prefixes).rev() {
        let factor = or_one(element);
        let is_zero = element.ct_eq(&F::zero());
        *element = F::conditional_select(&(inverse * prefix), &F::zero(), is_zero);
        inverse = inverse * factor;
    }
}
