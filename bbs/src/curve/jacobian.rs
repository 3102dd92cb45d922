//! Points of E: y² = x³ + 4 over Fp in Jacobian coordinates, x = X/Z², y = Y/Z³; Z = 0 is the identity.

use super::Wipe;
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

    /// 2P, for any P: no point has y = 0. Constant time.
    #[inline]
    pub(super) fn double(&self) -> Self {
        // With the slope 3x²/(2y) and Z₃ = Y·Z: L = (3/2)X², S = X·Y², X₃ = L² − 2S, Y₃ = L·(S − X₃) − Y⁴.
        let xx = self.x.square();
        let l = (xx.double() + xx).half();
        let yy = self.y.square();
        let s = self.x * yy;
        let x = l.square() - s.double();
        Self {
            x,
            y: l * (s - x) - yy.square(),
            z: self.y * self.z,
        }
    }

    /// P + Q for any P and Q. Variable time.
    #[inline]
    pub(super) fn add_affine_vartime(&self, other: &Affine<F>) -> Self {
        if other.is_identity_vartime() {
            return *self;
        }
        if self.is_identity_vartime() {
            return Self {
                x: other.x,
                y: other.y,
                z: F::one(),
            };
        }
        let zz = self.z.square();
        let h = other.x * zz - self.x;
        let r = other.y * self.z * zz - self.y;
        if h == F::zero() {
            return if r == F::zero() {
                self.double()
            } else {
                Self::identity()
            };
        }
        let hh = h.square();
        let hhh = h * hh;
        let v = self.x * hh;
        let x = r.square() - hhh - v.double();
        Self {
            x,
            y: r * (v - x) - self.y * hhh,
            z: self.z * h,
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

impl<F: Wipe> Wipe for Jacobian<F> {
    fn wipe(&mut self) {
        self.x.wipe();
        self.y.wipe();
        self.z.wipe();
    }
}
