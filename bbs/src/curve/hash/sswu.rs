//! The simplified SWU map to the isogenous curve E′: y² = x³ + A′x + B′ (RFC 9380, section 6.6.2), with the sign
//! rule of its early drafts: y and u are both at most (p−1)/2, or both above it.

use super::super::field::{BaseField, Limbs, montgomery};

/// A′ and B′ of E′, and Z = 11 (RFC 9380, section 8.8.1).
const A: Limbs = montgomery(
    "00144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d",
);
const B: Limbs = montgomery(
    "12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0",
);
const Z: Limbs = montgomery("b");
/// √(−Z³).
const SQRT_NEG_Z_CUBED: Limbs = montgomery(
    "03d689d1e0e762cef9f2bec6130316806b4c80eda6fc10ce77ae83eab1ea8b8b8a407c9c6db195e06f2dbeabc2baeff5",
);

/// A mapped point before its sign is chosen: x = X/D², y = ±Y/D³.
struct Unsigned<F> {
    x: F,
    y: F,
    d: F,
}

fn map<F: BaseField>(u: F) -> Unsigned<F> {
    let (a, b, z) = (
        F::from_montgomery(A),
        F::from_montgomery(B),
        F::from_montgomery(Z),
    );
    // x₁ = (−B/A)·(1 + 1/(Z²u⁴ + Zu²)), or B/(ZA) where that denominator is 0.
    let zu2 = z * u.square();
    let t = zu2.square() + zu2;
    let n = b * (t + F::one());
    let d = if t == F::zero() { a * z } else { -(a * t) };
    // g(x₁) = (n³ + A·n·d² + B·d³)/d³ = v/d⁶ with v = (n³ + A·n·d² + B·d³)·d³
    let d2 = d.square();
    let d3 = d2 * d;
    let v = ((n.square() + a * d2) * n + b * d3) * d3;
    let root = v.sqrt_candidate();
    if root.square() == v {
        return Unsigned {
            x: n * d,
            y: root,
            d,
        };
    }
    // Then root² = −v, x₂ = Zu²·x₁, and g(x₂) = Z³u⁶·g(x₁) = (√(−Z³)·u³·root)²/d⁶.
    let y = F::from_montgomery(SQRT_NEG_Z_CUBED) * u.square() * u * root;
    Unsigned {
        x: zu2 * n * d,
        y,
        d,
    }
}

/// The points that u₀ and u₁ map to.
#[cfg(test)]
pub(super) fn map_two<F: BaseField>(u0: F, u1: F) -> [(F, F); 2] {
    let (p, q) = (map(u0), map(u1));
    let (p_inverse, q_inverse) = (p.d.invert_or_zero(), q.d.invert_or_zero());
    [signed(&p, p_inverse, u0), signed(&q, q_inverse, u1)]
}

/// The sum on E′ of the points that u₀ and u₁ map to; `None` is the identity.
///
/// One field inversion serves both points' coordinates and the slope of the chord.
pub(super) fn map_and_add<F: BaseField>(u0: F, u1: F) -> Option<(F, F)> {
    let (p, q) = (map(u0), map(u1));
    // x_P − x_Q = h/(D_P·D_Q)²
    let h = p.x * q.d.square() - q.x * p.d.square();
    let d = p.d * q.d;
    let d2 = d.square();
    let same_x = h == F::zero();
    let inverse = if same_x { d } else { d * h }.invert_or_zero();
    let d_inverse = if same_x { inverse } else { inverse * h };
    let (xp, yp) = signed(&p, d_inverse * q.d, u0);
    let (xq, yq) = signed(&q, d_inverse * p.d, u1);
    let slope = if !same_x {
        // (y_P − y_Q)/(x_P − x_Q)
        (yp - yq) * d2 * d * inverse
    } else if yp == yq && yp != F::zero() {
        // (3x² + A)/(2y)
        let x2 = xp.square();
        (x2.double() + x2 + F::from_montgomery(A)) * yp.double().invert_or_zero()
    } else {
        return None;
    };
    let x = slope.square() - xp - xq;
    Some((x, slope * (xp - x) - yp))
}

/// (x, y) with the sign of y chosen by u.
fn signed<F: BaseField>(point: &Unsigned<F>, d_inverse: F, u: F) -> (F, F) {
    let square = d_inverse.square();
    let y = point.y * square * d_inverse;
    let same = bool::from(y.is_large()) == bool::from(u.is_large());
    (point.x * square, if same { y } else { -y })
}
