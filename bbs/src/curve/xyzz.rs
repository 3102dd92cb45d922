//! Points in XYZZ coordinates, x = X/ZZ, y = Y/ZZZ, ZZ³ = ZZZ²: the cheapest to add affine points to.

use super::affine::Affine;
use super::field::BaseField;
use super::projective::Projective;

/// A point of E(Fp).
#[derive(Clone, Copy)]
pub(super) struct Xyzz<F> {
    x: F,
    y: F,
    zz: F,
    zzz: F,
}

impl<F: BaseField> From<Affine<F>> for Xyzz<F> {
    fn from(point: Affine<F>) -> Self {
        Self {
            x: point.x,
            y: point.y,
            zz: F::one(),
            zzz: F::one(),
        }
    }
}

impl<F: BaseField> Xyzz<F> {
    /// P + Q for P ≠ ±Q, neither the identity. Constant time.
    #[inline]
    pub(super) fn add_distinct(&self, other: &Affine<F>) -> Self {
        // madd-2008-s of the Explicit-Formulas Database.
        let p = other.x * self.zz - self.x;
        let r = other.y * self.zzz - self.y;
        let pp = p.square();
        let ppp = p * pp;
        let q = self.x * pp;
        let x = r.square() - ppp - q.double();
        Self {
            x,
            y: r * (q - x) - self.y * ppp,
            zz: self.zz * pp,
            zzz: self.zzz * ppp,
        }
    }

    /// The same point, (X·ZZZ : Y·ZZ : ZZ·ZZZ).
    pub(super) fn to_projective(self) -> Projective<F> {
        Projective {
            x: self.x * self.zzz,
            y: self.y * self.zz,
            z: self.zz * self.zzz,
        }
    }
}
