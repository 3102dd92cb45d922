//! Sums of products over public data, in variable time.

use ff::PrimeField;
use group::prime::PrimeCurveAffine;

use super::buckets::{MANY, buckets};
use crate::curve::affine::Affine;
use crate::curve::backend::Backend;
use crate::curve::eisenstein::{Digits, Integer, tabulate};
use crate::curve::field::BaseField;
use crate::curve::fixed_base::FixedBase;
use crate::curve::glv;
use crate::curve::jacobian::Jacobian;
use crate::curve::sums::{Groups, Scratch, Vartime};
use crate::curve::xyzz::Xyzz;

/// How many additions make an inversion worth while.
const ENOUGH: usize = 17;
/// How many variable bases are summed together.
const BLOCK: usize = 64;
/// Bits per digit of a variable base.
const BITS: u32 = 3;

/// Σ kᵢ·Pᵢ. Variable time.
pub fn combine_vartime<B: Backend>(
    fixed: &[(&FixedBase<B>, &B::Scalar)],
    variable: &[(&B::G1Affine, &B::Scalar)],
) -> B::G1 {
    let mut tabulated = [const { Vec::new() }; 3];
    let mut points = Vec::with_capacity(fixed.len() + variable.len());
    let mut integers = Vec::with_capacity(fixed.len() + variable.len());
    let mut push = |point: &B::G1Affine, scalar: &B::Scalar| {
        let integer = Integer::from_scalar(&scalar.to_repr());
        if !bool::from(point.is_identity()) && !integer.is_zero() {
            points.push(B::g1_coordinates(point));
            integers.push(integer);
        }
    };
    for (base, scalar) in fixed {
        if let Some(table) = base.public_table() {
            table.push_terms_vartime(&scalar.to_repr(), &mut tabulated);
        } else if let Some(table) = base.secret_table() {
            let [first, second, _] = &mut tabulated;
            table.push_terms_vartime(&scalar.to_repr(), first, second);
        } else {
            push(base.point(), scalar);
        }
    }
    let many = if variable.len() >= MANY {
        variable
    } else {
        for (point, scalar) in variable {
            push(point, scalar);
        }
        &[]
    };
    let sum = in_blocks(tabulated, &points, &integers);
    B::g1_from_jacobian(sum.add_vartime(&buckets::<B>(many)))
}

/// [`straus`] over blocks of the points: a larger block's working set would leave the fast caches, which costs more
/// than doubling once per block.
fn in_blocks<F: BaseField>(
    mut tabulated: [Vec<Affine<F>>; 3],
    points: &[Affine<F>],
    integers: &[Integer],
) -> Jacobian<F> {
    let mut sum = Jacobian::identity();
    let blocks = points.chunks(BLOCK).zip(integers.chunks(BLOCK));
    for (points, integers) in blocks {
        let tabulated = core::mem::take(&mut tabulated);
        sum = sum.add_vartime(&straus(tabulated, points.to_vec(), integers));
    }
    if tabulated.iter().any(|list| !list.is_empty()) {
        sum = sum.add_vartime(&straus(tabulated, Vec::new(), &[]));
    }
    sum
}

/// Σ T₀ + ω·Σ T₁ + ω²·Σ T₂ + Σ Kᵢ·Pᵢ, where the Tⱼ are lists of points.
///
/// Straus's method: all points for one digit are summed in a tree, then the digits' sums by doubling and adding.
fn straus<F: BaseField>(
    tabulated: [Vec<Affine<F>>; 3],
    points: Vec<Affine<F>>,
    integers: &[Integer],
) -> Jacobian<F> {
    let mut scratch = Scratch::new();
    let bases = points.len();
    let digits = Digits::of_bits(BITS);
    let orbits: Vec<Orbit<F>> = tabulate(digits, points, &mut scratch)
        .into_iter()
        .map(Orbit::from)
        .collect();
    let expanded: Vec<Vec<_>> = integers
        .iter()
        .map(|k| digits.digits(*k).collect())
        .collect();
    let places = expanded.iter().map(Vec::len).max().unwrap_or_default();

    let [first, second, third] = tabulated;
    let mut groups = Groups {
        counts: Vec::with_capacity(3 + places),
        points: first,
    };
    groups
        .points
        .reserve(second.len() + third.len() + bases * places);
    groups.counts.push(groups.points.len());
    for list in [second, third] {
        groups.counts.push(list.len());
        groups.points.extend(list);
    }
    for place in 0..places {
        let before = groups.points.len();
        for (base, list) in expanded.iter().enumerate() {
            if let Some(Some(digit)) = list.get(place)
                && let Some(orbit) = orbits.get(digit.entry * bases + base)
                && let Some(x) = orbit.x.get(usize::from(digit.unit.power))
            {
                let y = if digit.unit.negative {
                    -orbit.y
                } else {
                    orbit.y
                };
                groups.points.push(Affine { x: *x, y });
            }
        }
        groups.counts.push(groups.points.len() - before);
    }
    groups.reduce::<Vartime>(ENOUGH, &mut scratch);

    let mut points = groups.points.as_slice();
    let mut lists = groups.counts.iter().map(|count| {
        let (list, rest) = points.split_at(*count);
        points = rest;
        list
    });
    let fixed = [lists.next(), lists.next(), lists.next()];
    let places: Vec<_> = lists.collect();
    let mut sum = Jacobian::identity();
    for list in places.into_iter().rev() {
        if !sum.is_identity_vartime() {
            for _ in 0..BITS {
                sum = sum.double();
            }
        }
        for point in list {
            sum = sum.add_affine_vartime(point);
        }
    }
    // Σ T₀ + ω·(Σ T₁ + ω·Σ T₂)
    let mut tables = Jacobian::identity();
    for list in fixed.into_iter().rev().flatten() {
        tables.x = glv::beta_times(tables.x);
        let sum = list
            .iter()
            .fold(Xyzz::identity(), |sum, point| sum.add_vartime(point));
        tables = tables.add_vartime(&sum.to_jacobian());
    }
    sum.add_vartime(&tables)
}

/// A point P with ωP and ω²P, which differ in x only.
struct Orbit<F> {
    x: [F; 3],
    y: F,
}

impl<F: BaseField> From<Affine<F>> for Orbit<F> {
    fn from(point: Affine<F>) -> Self {
        let image = glv::beta_times(point.x);
        Self {
            // 1 + β + β² = 0
            x: [point.x, image, -(point.x + image)],
            y: point.y,
        }
    }
}
