//! Products of pairings with prepared points of G2.
//!
//! Fp12 = Fp6(w), w² = v; Fp6 = Fp2(v), v³ = ξ = 1 + u. A Miller-loop line at P = (x, y) is
//! ℓ = l₀ + l₁·(−2x)·v + l₂·(2y)·v·w with l₀, l₁, l₂ ∈ Fp2 that depend on Q only. The final exponentiation takes factors
//! in Fp2 to 1, so a line may be divided by l₂·2y: with a = l₀/l₂ and b = l₁/l₂, computed when Q is prepared,
//!
//! ℓ ∼ a·(1/2y) + b·(−x/y)·v + v·w.
//!
//! Two such lines multiply with three multiplications in Fp2, so the pairs of a product share the squarings and, two by
//! two, the multiplications of the loop.

use blst::{
    blst_final_exp, blst_fp2, blst_fp6, blst_fp12, blst_fp12_conjugate, blst_fp12_is_one,
    blst_fp12_mul, blst_fp12_mul_by_xy00z0, blst_fp12_sqr, blst_precompute_lines,
};
use blstrs::{G1Affine, G2Affine};
use group::prime::PrimeCurveAffine;

use super::fp::Fp;
use super::fp2::Fp2;
use crate::curve::field::BaseField;

/// How many lines there are: 63 doublings and 5 additions.
const LINES: usize = 68;

/// The loop over |x| = 0xd201000000010000: runs of doublings, with an addition between each two.
const DOUBLINGS: [usize; 6] = [1, 2, 3, 9, 32, 16];

/// A line divided by l₂.
#[derive(Clone, Copy)]
struct Line {
    /// l₀/l₂
    a: Fp2,
    /// l₁/l₂
    b: Fp2,
}

/// A point of G2 with its Miller-loop lines computed once; nothing for the identity.
#[derive(Clone)]
pub struct G2Prepared {
    lines: Option<Box<[Line; LINES]>>,
}

impl From<G2Affine> for G2Prepared {
    /// The point is in the subgroup: then no l₂ is zero.
    fn from(point: G2Affine) -> Self {
        if bool::from(point.is_identity()) {
            return Self { lines: None };
        }
        let mut raw = [blst_fp6::default(); LINES];
        // SAFETY: the array has the 68 elements that blst writes, and the point is a valid reference.
        unsafe { blst_precompute_lines(raw.as_mut_ptr(), point.as_ref()) };
        let inverses = batch_invert(&raw.map(|line| Fp2(line.fp2[2])));
        let mut lines = Box::new(raw.map(|line| Line {
            a: Fp2(line.fp2[0]),
            b: Fp2(line.fp2[1]),
        }));
        for (line, inverse) in lines.iter_mut().zip(inverses) {
            line.a = line.a * inverse;
            line.b = line.b * inverse;
        }
        Self { lines: Some(lines) }
    }
}

/// Inverses with one inversion (Montgomery's trick).
fn batch_invert(elements: &[Fp2; LINES]) -> [Fp2; LINES] {
    let mut out = *elements;
    let mut product = Fp2::new(Fp::one(), Fp::zero());
    for (out, element) in out.iter_mut().zip(elements) {
        // The product of all before.
        *out = product;
        product = product * *element;
    }
    let mut inverse = product.invert_or_zero();
    for (out, element) in out.iter_mut().zip(elements).rev() {
        *out = *out * inverse;
        inverse = inverse * *element;
    }
    out
}

/// The lines of one Q with what they are scaled by at its P.
struct Pair<'a> {
    lines: &'a [Line; LINES],
    /// 1/2y
    scale_a: Fp,
    /// −x/y
    scale_b: Fp,
}

impl Pair<'_> {
    /// a·(1/2y), b·(−x/y) of line number `step`.
    #[inline(always)]
    fn line(&self, step: usize) -> (Fp2, Fp2) {
        let line = &self.lines[step];
        (line.a.scale(self.scale_a), line.b.scale(self.scale_b))
    }
}

/// An element of Fp12 under construction.
struct Accumulator(blst_fp12);

impl Accumulator {
    fn square(&mut self) {
        let old = self.0;
        // SAFETY: two live values.
        unsafe { blst_fp12_sqr(&mut self.0, &old) };
    }

    /// Multiplies by x + y·v + v·w.
    fn mul_line(&mut self, (x, y): (Fp2, Fp2)) {
        let line = blst_fp6 {
            fp2: [x.0, y.0, Fp2::new(Fp::one(), Fp::zero()).0],
        };
        let old = self.0;
        // SAFETY: three live values.
        unsafe { blst_fp12_mul_by_xy00z0(&mut self.0, &old, &line) };
    }

    /// Multiplies by (x₁ + y₁·v + v·w)·(x₂ + y₂·v + v·w)
    /// = (x₁x₂ + ξ) + (x₁y₂ + x₂y₁)·v + y₁y₂·v² + ((x₁ + x₂)·v + (y₁ + y₂)·v²)·w.
    fn mul_two_lines(&mut self, (x1, y1): (Fp2, Fp2), (x2, y2): (Fp2, Fp2)) {
        let (xx, yy) = (x1 * x2, y1 * y2);
        let (sum_x, sum_y) = (x1 + x2, y1 + y2);
        // x₁y₂ + x₂y₁ = (x₁ + y₁)(x₂ + y₂) − x₁x₂ − y₁y₂
        let cross = (x1 + y1) * (x2 + y2) - xx - yy;
        let xi = Fp2::new(Fp::one(), Fp::one());
        let zero = blst_fp2::default();
        let product = blst_fp12 {
            fp6: [
                blst_fp6 {
                    fp2: [(xx + xi).0, cross.0, yy.0],
                },
                blst_fp6 {
                    fp2: [zero, sum_x.0, sum_y.0],
                },
            ],
        };
        let old = self.0;
        // SAFETY: three live values.
        unsafe { blst_fp12_mul(&mut self.0, &old, &product) };
    }

    /// Multiplies by line number `step` of every pair.
    fn mul_lines(&mut self, pairs: &[Pair<'_>], step: usize) {
        let mut twos = pairs.chunks_exact(2);
        for two in &mut twos {
            if let [first, second] = two {
                self.mul_two_lines(first.line(step), second.line(step));
            }
        }
        for last in twos.remainder() {
            self.mul_line(last.line(step));
        }
    }
}

/// Whether Π e(Pᵢ, Qᵢ) = 1.
pub(super) fn product_is_one(pairs: &[(&G1Affine, &G2Prepared)]) -> bool {
    let pairs = scaled(pairs);
    if pairs.is_empty() {
        return true;
    }
    let mut product = Accumulator(one());
    let mut step = 0;
    for (run, doublings) in DOUBLINGS.into_iter().enumerate() {
        if run > 0 {
            product.mul_lines(&pairs, step);
            step += 1;
        }
        for _ in 0..doublings {
            if step > 0 {
                product.square();
            }
            product.mul_lines(&pairs, step);
            step += 1;
        }
    }
    let mut out = blst_fp12::default();
    // SAFETY: live values. The conjugation is for the sign of x.
    unsafe {
        blst_fp12_conjugate(&mut product.0);
        blst_final_exp(&mut out, &product.0);
        blst_fp12_is_one(&out)
    }
}

fn one() -> blst_fp12 {
    let mut one = blst_fp12::default();
    one.fp6[0].fp2[0] = Fp2::new(Fp::one(), Fp::zero()).0;
    one
}

/// The pairs in which neither point is the identity, with their scales: one inversion for all.
fn scaled<'a>(pairs: &[(&G1Affine, &'a G2Prepared)]) -> Vec<Pair<'a>> {
    let mut out = Vec::with_capacity(pairs.len());
    let mut product = Fp::one();
    let live = pairs.iter().filter_map(|(point, prepared)| {
        let raw = point.as_ref();
        let lines = prepared.lines.as_deref()?;
        (!bool::from(point.is_identity())).then_some((Fp(raw.x), Fp(raw.y), lines))
    });
    for (x, y, lines) in live.clone() {
        out.push(Pair {
            lines,
            // For now the product of all 2y before, and x; y ≠ 0 since the order of the curve is odd.
            scale_a: product,
            scale_b: x,
        });
        product = product * (y + y);
    }
    let mut inverse = product.invert_or_zero();
    for (pair, (_, y, _)) in out.iter_mut().zip(live.collect::<Vec<_>>()).rev() {
        // 1/2y
        pair.scale_a = pair.scale_a * inverse;
        inverse = inverse * (y + y);
        // −x/y = −(2x)·(1/2y)
        pair.scale_b = -((pair.scale_b + pair.scale_b) * pair.scale_a);
    }
    out
}
