//! Points of E: y² = x³ + 4 over Fp in Jacobian coordinates, x = X/Z², y = Y/Z³; Z = 0 is the identity.

use super::affine::{Affine, batch_invert};
use super::field::BaseField;

/// A point of E(Fp).
#[derive(Clone, Copy)]
pub struct Jacobian<F> {
    /// X.
    pub x: F,
    /// Y.
    pub y: F,
    /// Z.
    pub z: F,
}

impl<F: BaseField> Jacobian<F> {
    pub(super) fn identity() -> Self {
        Self {
            x: F::one(),
            y: F::one(),
            z: F::zero(),
        }
    }

    pub(super) fn is_identity_vartime(&self) -> bool {
        self.z == F::zero()
    }

    /// 2P. Complete: E(Fp) has no point of order two (y = 0 would need a cube root of −4, its order is odd).
    pub(super) fn double(&self) -> Self {
        // dbl-2009-l of the Explicit-Formulas Database, a = 0.
        let a = self.x.square();
        let b = self.y.square();
        let c = b.square();
        let d = ((self.x + b).square() - a - c).double();
        let e = a.double() + a;
        let x = e.square() - d.double();
        Self {
            x,
            y: e * (d - x) - c.double().double().double(),
            z: (self.y * self.z).double(),
        }
    }

    /// P + Q for any P and Q.
    pub(super) fn add_vartime(&self, other: &Self) -> Self {
        if self.is_identity_vartime() {
            return *other;
        }
        if other.is_identity_vartime() {
            return *self;
        }
        // add-2007-bl of the Explicit-Formulas Database, with Z₃ computed plainly.
        let z1z1 = self.z.square();
        let z2z2 = other.z.square();
        let u1 = self.x * z2z2;
        let u2 = other.x * z1z1;
        let s1 = self.y * other.z * z2z2;
        let s2 = other.y * self.z * z1z1;
        let h = u2 - u1;
        let r = s2 - s1;
        if h == F::zero() {
            return if r == F::zero() {
                self.double()
            } else {
                Self::identity()
            };
        }
        let hh = h.square();
        let hhh = h * hh;
        let v = u1 * hh;
        let x = r.square() - hhh - v.double();
        Self {
            x,
            y: r * (v - x) - s1 * hhh,
            z: self.z * other.z * h,
        }
    }

    /// k·P by doubling and adding.
    pub(super) fn mul_u64_vartime(&self, k: u64) -> Self {
        let mut sum = Self::identity();
        for bit in (0..u64::BITS - k.leading_zeros()).rev() {
            sum = sum.double();
            if (k >> bit) & 1 == 1 {
                sum = sum.add_vartime(self);
            }
        }
        sum
    }

    pub(super) fn to_affine(self) -> Affine<F> {
        self.scale(self.z.invert_or_zero())
    }

    /// The affine point, given 1/Z, or 0 for the identity.
    fn scale(&self, z_inverse: F) -> Affine<F> {
        let square = z_inverse.square();
        Affine {
            x: self.x * square,
            y: self.y * square * z_inverse,
        }
    }
}

/// Affine forms of many points with one inversion.
pub(super) fn batch_normalize<F: BaseField>(points: &[Jacobian<F>]) -> Vec<Affine<F>> {
    let mut inverses: Vec<F> = points.iter().map(|point| point.z).collect();
    batch_invert(&mut inverses);
    points
        .iter()
        .zip(inverses)
        .map(|(point, inverse)| point.scale(inverse))
        .collect()
}
