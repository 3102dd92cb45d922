//! Products of pairings with prepared points of G2.

use blst::{blst_fp6, blst_precompute_lines};
use blstrs::{G1Affine, G2Affine};
use group::prime::PrimeCurveAffine;

use super::final_exponentiation;
use super::fp::Fp;
use super::tower::{Fp2, Fp12, batch_invert};
use crate::curve::affine::batch_invert as batch_invert_fp;
use crate::curve::field::BaseField;

/// |z|, z = −0xd201000000010000 the curve parameter.
pub(super) const Z: u64 = 0xd201_0000_0001_0000;
/// Lines of a Miller loop: one for each bit of |z| after the first, and one for each of these that is set.
const LINES: usize = (63 - Z.leading_zeros() + Z.count_ones() - 1) as usize;

/// A line a·X + b·Y·w² + w³ to be evaluated at a point (x, y) of G1 as X = 1/(2y), Y = −x/y. Factors in Fp2 are free,
/// since the final exponentiation removes them: this one is divided by the coefficient of w³, and by 2y.
#[derive(Clone, Copy)]
struct Line {
    a: Fp2,
    b: Fp2,
}

/// A point of G2 with its Miller-loop lines computed once.
#[derive(Clone)]
pub struct G2Prepared {
    /// Empty for the identity.
    lines: Box<[Line]>,
}

impl From<G2Affine> for G2Prepared {
    /// The point must be in the subgroup.
    fn from(point: G2Affine) -> Self {
        if point.is_identity().into() {
            return Self {
                lines: Box::new([]),
            };
        }
        let mut lines = [blst_fp6::default(); LINES];
        // SAFETY: the array has the 68 elements that blst writes, and the point is a live value.
        unsafe { blst_precompute_lines(lines.as_mut_ptr(), point.as_ref()) };
        // blst's line is c₀ − 2x·c₁·w² + 2y·c₂·w³. No c₂ is zero for a point of order r: the tangents and chords of
        // the Miller loop meet no points of order two and no opposite points.
        let mut inverses = lines.map(|blst_fp6 { fp2: [_, _, c2] }| Fp2(c2));
        batch_invert(&mut inverses);
        let lines = lines
            .iter()
            .zip(inverses)
            .map(|(blst_fp6 { fp2: [c0, c1, _] }, inverse)| Line {
                a: Fp2(*c0) * inverse,
                b: Fp2(*c1) * inverse,
            })
            .collect();
        Self { lines }
    }
}

/// The lines of one pairing with the point at which to evaluate them.
struct Pair<'a> {
    lines: core::slice::Iter<'a, Line>,
    x: Fp,
    y: Fp,
}

impl Pair<'_> {
    /// The next line's coefficients of w⁰ and w².
    #[inline(always)]
    fn next(&mut self) -> (Fp2, Fp2) {
        self.lines.next().map_or_else(Default::default, |line| {
            (line.a.scale(&self.x), line.b.scale(&self.y))
        })
    }
}

/// Whether Π e(Pᵢ, Qᵢ) = 1.
pub(super) fn product_is_one(terms: &[(&G1Affine, &G2Prepared)]) -> bool {
    // A pairing with an identity is one.
    let terms: Vec<_> = terms
        .iter()
        .filter(|(point, prepared)| !bool::from(point.is_identity()) && !prepared.lines.is_empty())
        .map(|(point, prepared)| (point.as_ref(), &prepared.lines))
        .collect();
    if terms.is_empty() {
        return true;
    }
    let mut inverses: Vec<Fp> = terms
        .iter()
        .map(|(point, _)| Fp(point.y).double())
        .collect();
    batch_invert_fp(&mut inverses);
    let mut pairs: Vec<Pair<'_>> = terms
        .iter()
        .zip(inverses)
        .map(|((point, lines), inverse)| Pair {
            lines: lines.iter(),
            x: inverse,
            y: -(Fp(point.x) * inverse.double()),
        })
        .collect();
    final_exponentiation::is_one(&miller_loop(&mut pairs))
}

/// Π f_{z,Qᵢ}(Pᵢ) up to factors that the final exponentiation removes. The squarings serve all pairs.
fn miller_loop(pairs: &mut [Pair<'_>]) -> Fp12 {
    let mut f = None;
    for bit in (0..u64::BITS - 1 - Z.leading_zeros()).rev() {
        if let Some(f) = &mut f {
            Fp12::square_in_place(f);
        }
        multiply_by_lines(&mut f, pairs);
        if (Z >> bit) & 1 == 1 {
            multiply_by_lines(&mut f, pairs);
        }
    }
    // z is negative.
    f.map_or_else(
        || {
            Fp12::new(
                [Fp2::one(), Fp2::default(), Fp2::default()],
                [Fp2::default(); 3],
            )
        },
        Fp12::conjugate,
    )
}

/// Multiplies f by the next line of every pair, two at a time.
#[inline(always)]
fn multiply_by_lines(f: &mut Option<Fp12>, pairs: &mut [Pair<'_>]) {
    let (twos, rest) = pairs.as_chunks_mut();
    for [first, second] in twos {
        let product = line_product(first.next(), second.next());
        match f {
            Some(f) => f.multiply_by(&product),
            None => *f = Some(product),
        }
    }
    for last in rest {
        let (a, b) = last.next();
        match f {
            Some(f) => f.multiply_by_line([a, b, Fp2::one()]),
            None => {
                let zero = Fp2::default();
                *f = Some(Fp12::new([a, b, zero], [zero, Fp2::one(), zero]));
            }
        }
    }
}

/// (a + b·w² + w³)·(c + d·w² + w³) = (ac + ξ) + (ad + bc)·w² + (a + c)·w³ + bd·w⁴ + (b + d)·w⁵
#[inline(always)]
fn line_product((a, b): (Fp2, Fp2), (c, d): (Fp2, Fp2)) -> Fp12 {
    let ac = a * c;
    let bd = b * d;
    let cross = (a + b) * (c + d) - ac - bd;
    Fp12::new([ac + Fp2::xi(), cross, bd], [Fp2::default(), a + c, b + d])
}
