//! Sums of products in constant time.

use ff::PrimeField;
use group::{Group, prime::PrimeCurveAffine};

use super::Sum;
use crate::curve::Wipe;
use crate::curve::backend::Backend;
use crate::curve::fixed_base::FixedBase;
use crate::curve::glv;
use crate::curve::jacobian::{Jacobian, batch_normalize};
use crate::curve::projective::Projective;
use crate::curve::sums::{Distinct, Groups, Scratch};
use crate::curve::xyzz::Xyzz;

/// How many additions make an inversion worth while.
const ENOUGH: usize = 24;

/// Σ kᵢ·Pᵢ. Constant time in the scalars.
pub fn combine<B: Backend>(
    fixed: &[(&FixedBase<B>, &B::Scalar)],
    variable: &[(&B::G1Affine, &B::Scalar)],
) -> B::G1 {
    let sums = compute(&[Sum { fixed, variable }]);
    let [sum] = sums.as_slice() else {
        return B::G1::identity();
    };
    B::g1_from_jacobian(*sum)
}

/// Many sums at once, which share field inversions. Constant time in the scalars.
pub fn combine_batch<B: Backend>(sums: &[Sum<'_, B>]) -> Vec<B::G1Affine> {
    let points = batch_normalize(&compute(sums));
    points.into_iter().map(B::g1_from_coordinates).collect()
}

fn compute<B: Backend>(sums: &[Sum<'_, B>]) -> Vec<Jacobian<B::Fp>> {
    // Per term, two chains of table entries: those of the first halves of the scalars, then those of the second.
    let mut chains = Groups {
        points: Vec::new(),
        counts: Vec::new(),
    };
    for sum in sums {
        for (base, scalar) in sum.fixed {
            if let Some(table) = base.secret_table() {
                table.push_terms(&scalar.to_repr(), &mut chains.points);
                chains.counts.extend([table.rows(); 2]);
            }
        }
    }
    // Partial sums of a chain are never equal or opposite: entry i is an odd multiple of 2^(w·i)·P, the entries before
    // it sum up to less than 2^(w·i) times P, and all multiples are far below r.
    let mut scratch = Scratch::new();
    chains.reduce::<Distinct>(ENOUGH, &mut scratch);
    scratch.wipe();

    let mut points = chains.points.as_slice();
    let mut counts = chains.counts.iter();
    let mut next_chain = || {
        let (chain, rest) = points.split_at_checked(*counts.next()?)?;
        points = rest;
        let (first, others) = chain.split_first()?;
        let sum = others
            .iter()
            .fold(Xyzz::from(*first), |sum, point| sum.add_distinct(point));
        Some(sum.to_projective())
    };
    let out = sums
        .iter()
        .map(|sum| {
            // Different bases may be related in any way, so their sums need the complete formula.
            let mut first = Projective::identity();
            let mut second = Projective::identity();
            for (base, _) in sum.fixed {
                if base.secret_table().is_some()
                    && let (Some(a), Some(b)) = (next_chain(), next_chain())
                {
                    first = first.add(&a);
                    second = second.add(&b);
                }
            }
            first
                .add(&glv::endomorphism(&second))
                .add(&without_tables(sum))
                .to_jacobian()
        })
        .collect();
    chains.points.wipe();
    out
}

/// The terms over points without tables, by the backend's own multiplication.
fn without_tables<B: Backend>(sum: &Sum<'_, B>) -> Projective<B::Fp> {
    let fixed = sum
        .fixed
        .iter()
        .filter(|(base, _)| base.secret_table().is_none())
        .map(|(base, scalar)| (base.point(), *scalar));
    fixed
        .chain(sum.variable.iter().copied())
        .map(|(point, scalar)| point.to_curve() * scalar)
        .reduce(|sum, term| sum + term)
        .map_or_else(Projective::identity, |sum| {
            Projective::from(B::g1_to_jacobian(&sum))
        })
}
