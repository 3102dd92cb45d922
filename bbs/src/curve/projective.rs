//! Points in homogeneous coordinates, x = X/Z, y = Y/Z, (0 : 1 : 0) the identity, with complete addition.

use super::affine::Affine;
use super::field::BaseField;
use super::jacobian::Jacobian;

/// A point of E(Fp).
#[derive(Clone, Copy)]
pub(super) struct Projective<F> {
    pub(super) x: F,
    pub(super) y: F,
    pub(super) z: F,
}

/// (X·Z : Y : Z³).
impl<F: BaseField> From<Jacobian<F>> for Projective<F> {
    fn from(point: Jacobian<F>) -> Self {
        // Whatever stands for the identity there, (0 : 1 : 0) does here.
        let is_identity = point.z.ct_eq(&F::zero());
        Self {
            x: point.x * point.z,
            y: F::conditional_select(&point.y, &F::one(), is_identity),
            z: point.z.square() * point.z,
        }
    }
}

impl<F: BaseField> Projective<F> {
    /// P + Q for any P and Q of odd order. Constant time.
    pub(super) fn add(&self, other: &Self) -> Self {
        // Algorithm 7 of eprint 2015/1060 (Renes, Costello, Batina), a = 0, 3b = 12.
        let xx = self.x * other.x;
        let yy = self.y * other.y;
        let zz = self.z * other.z;
        let xy = (self.x + self.y) * (other.x + other.y) - xx - yy;
        let yz = (self.y + self.z) * (other.y + other.z) - yy - zz;
        let xz = (self.x + self.z) * (other.x + other.z) - xx - zz;
        Self::finish(xx, yy, zz, xy, yz, xz)
    }

    /// P + Q for any P and an affine Q other than the identity. Constant time.
    pub(super) fn add_affine(&self, other: &Affine<F>) -> Self {
        // Algorithm 8 of eprint 2015/1060.
        let xx = self.x * other.x;
        let yy = self.y * other.y;
        let xy = (self.x + self.y) * (other.x + other.y) - xx - yy;
        let yz = self.y + other.y * self.z;
        let xz = self.x + other.x * self.z;
        Self::finish(xx, yy, self.z, xy, yz, xz)
    }

    /// The common end of both additions.
    #[inline(always)]
    fn finish(xx: F, yy: F, zz: F, xy: F, yz: F, xz: F) -> Self {
        let xx3 = xx.double() + xx;
        let zz12 = times_12(zz);
        let sum = yy + zz12;
        let difference = yy - zz12;
        let xz12 = times_12(xz);
        Self {
            x: xy * difference - yz * xz12,
            y: difference * sum + xz12 * xx3,
            z: sum * yz + xx3 * xy,
        }
    }

    /// (X·Z : Y·Z² : Z).
    pub(super) fn to_jacobian(self) -> Jacobian<F> {
        Jacobian {
            x: self.x * self.z,
            y: self.y * self.z.square(),
            z: self.z,
        }
    }
}

fn times_12<F: BaseField>(a: F) -> F {
    (a.double() + a).double().double()
}
