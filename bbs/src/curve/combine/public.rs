//! Sums of products over public data, in variable time.

use ff::{Field, PrimeField};
use group::prime::PrimeCurveAffine;

use crate::curve::affine::Affine;
use crate::curve::backend::Backend;
use crate::curve::field::BaseField;
use crate::curve::fixed_base::FixedBase;
use crate::curve::glv;
use crate::curve::jacobian::Jacobian;
use crate::curve::sums::{Groups, Scratch, Vartime, append_sums};

/// How many additions make an inversion worth while.
const ENOUGH: usize = 17;
/// Bits per window of a variable base.
const WINDOW: u32 = 5;
/// Windows of a half-length scalar; the signed digits may carry into a last one.
const WINDOWS: usize = 128 / WINDOW as usize + 1;
/// Multiples 1, 2, …, 2ʷ⁻¹ of each base.
const MULTIPLES: usize = 1 << (WINDOW - 1);

/// Σ kᵢ·Pᵢ. Variable time.
pub fn combine_vartime<B: Backend>(
    fixed: &[(&FixedBase<B>, &B::Scalar)],
    variable: &[(&B::G1Affine, &B::Scalar)],
) -> B::G1 {
    let mut tabulated = Vec::new();
    let mut points = Vec::with_capacity(variable.len() * MULTIPLES);
    let mut halves = Vec::with_capacity(variable.len());
    let mut push = |point: &B::G1Affine, scalar: &B::Scalar| {
        if !bool::from(point.is_identity()) && !scalar.is_zero_vartime() {
            points.push(B::g1_coordinates(point));
            halves.push(glv::split(&scalar.to_repr()));
        }
    };
    for (base, scalar) in fixed {
        match base.public_table() {
            Some(table) => table.push_terms_vartime(&scalar.to_repr(), &mut tabulated),
            None => push(base.point(), scalar),
        }
    }
    for (point, scalar) in variable {
        push(point, scalar);
    }
    B::g1_from_jacobian(straus(tabulated, points, &halves))
}

/// Σ of the first list + Σ (lowᵢ·Pᵢ + highᵢ·ψ(Pᵢ)).
///
/// Straus's method: all points of one window are summed in a tree, then the windows' sums by doubling and adding.
fn straus<F: BaseField>(
    once: Vec<Affine<F>>,
    points: Vec<Affine<F>>,
    halves: &[(u128, u128)],
) -> Jacobian<F> {
    let mut scratch = Scratch::new();
    let table = multiples(points, &mut scratch);
    let mut groups = Groups {
        points: once,
        counts: Vec::with_capacity(WINDOWS),
    };
    let windows = if halves.is_empty() { 1 } else { WINDOWS };
    groups.points.reserve(2 * halves.len() * windows);
    let mut before = 0;
    for window in 0..windows {
        for (base, (low, high)) in halves.iter().enumerate() {
            for (half, second) in [(low, false), (high, true)] {
                let digit = booth(*half, window);
                if digit == 0 {
                    continue;
                }
                let multiple = (digit.unsigned_abs() as usize - 1) * halves.len() + base;
                let Some(point) = table.get(multiple) else {
                    continue;
                };
                let x = if second {
                    glv::beta_times(point.x)
                } else {
                    point.x
                };
                let y = if (digit < 0) != second {
                    -point.y
                } else {
                    point.y
                };
                groups.points.push(Affine { x, y });
            }
        }
        groups.counts.push(groups.points.len() - before);
        before = groups.points.len();
    }
    groups.reduce::<Vartime>(ENOUGH, &mut scratch);

    let mut sum = Jacobian::identity();
    let mut points = groups.points.as_slice();
    for count in groups.counts.iter().rev() {
        for _ in 0..WINDOW {
            sum = sum.double();
        }
        let (rest, window) = points.split_at(points.len() - count);
        points = rest;
        for point in window {
            sum = sum.add_affine_vartime(point);
        }
    }
    sum
}

/// From n points, the table of their multiples: all n points, then all 2·P, then all 3·P, …
fn multiples<F: BaseField>(mut points: Vec<Affine<F>>, scratch: &mut Scratch<F>) -> Vec<Affine<F>> {
    let n = points.len();
    if n == 0 {
        return points;
    }
    let mut known = 1;
    while known < MULTIPLES {
        // (m + known)·P for m = 1, …, known.
        let pairs = (0..known).flat_map(|m| (0..n).map(move |i| (m * n + i, (known - 1) * n + i)));
        append_sums::<Vartime, F>(&mut points, pairs, scratch);
        known *= 2;
    }
    points
}

/// Signed digit in −2ʷ⁻¹, …, 2ʷ⁻¹ of a window: its bits and the carry from the bit below, minus 2ʷ times its top bit.
fn booth(half: u128, window: usize) -> i32 {
    let shift = window as u32 * WINDOW;
    let bits = if shift == 0 {
        half << 1
    } else {
        half >> (shift - 1)
    };
    let bits = (bits & ((1 << (WINDOW + 1)) - 1)) as i32;
    let rounded = (bits + 1) >> 1;
    rounded - ((bits >> WINDOW) << WINDOW)
}
