//! Points in XYZZ coordinates, x = X/ZZ, y = Y/ZZZ, ZZ³ = ZZZ²: the cheapest to add affine points to.

use super::affine::Affine;
use super::field::BaseField;
use super::jacobian::Jacobian;
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
        let p = other.x * self.zz - self.x;
        let r = other.y * self.zzz - self.y;
        self.add_by_differences(p, r)
    }

    /// madd-2008-s of the Explicit-Formulas Database, from its P and R on.
    #[inline(always)]
    fn add_by_differences(&self, p: F, r: F) -> Self {
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

    /// O.
    pub(super) fn identity() -> Self {
        Self {
            x: F::one(),
            y: F::one(),
            zz: F::zero(),
            zzz: F::zero(),
        }
    }

    /// P + Q for any P and Q. Variable time.
    pub(super) fn add_vartime(&self, other: &Affine<F>) -> Self {
        if other.is_identity_vartime() {
            return *self;
        }
        if self.zz == F::zero() {
            return Self::from(*other);
        }
        let p = other.x * self.zz - self.x;
        let r = other.y * self.zzz - self.y;
        if p != F::zero() {
            self.add_by_differences(p, r)
        } else if r == F::zero() {
            Self::double_affine(other)
        } else {
            Self::identity()
        }
    }

    /// 2P.
    fn double_affine(point: &Affine<F>) -> Self {
        // mdbl-2008-s-1 of the Explicit-Formulas Database, a = 0.
        let u = point.y.double();
        let v = u.square();
        let w = u * v;
        let s = point.x * v;
        let xx = point.x.square();
        let m = xx.double() + xx;
        let x = m.square() - s.double();
        Self {
            x,
            y: m * (s - x) - w * point.y,
            zz: v,
            zzz: w,
        }
    }

    /// The same point with Z = ZZ: (X·ZZ, Y·ZZZ, ZZ), as ZZ³ = ZZZ².
    pub(super) fn to_jacobian(self) -> Jacobian<F> {
        Jacobian {
            x: self.x * self.zz,
            y: self.y * self.zzz,
            z: self.zz,
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
