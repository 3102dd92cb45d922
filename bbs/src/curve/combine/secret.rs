//! Sums of products in constant time.

use ff::PrimeField;
use group::{Group, prime::PrimeCurveAffine};

use super::Sum;
use crate::curve::Wipe;
use crate::curve::affine::Affine;
use crate::curve::backend::Backend;
use crate::curve::field::BaseField;
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
        chain.split_first()
    };
    let out = sums
        .iter()
        .map(|sum| {
            let (mut first, mut second) = (None, None);
            for (base, _) in sum.fixed {
                if base.secret_table().is_some() {
                    add_chain(&mut first, next_chain());
                    add_chain(&mut second, next_chain());
                }
            }
            [
                first,
                second.map(|sum| glv::endomorphism(&sum)),
                without_tables(sum),
            ]
            .into_iter()
            .flatten()
            .reduce(|a, b| a.add(&b))
            .map_or_else(Jacobian::identity, Projective::to_jacobian)
        })
        .collect();
    chains.points.wipe();
    out
}

/// Adds the sum of a chain. Different bases may be related in any way, so this takes complete formulas.
fn add_chain<F: BaseField>(
    sum: &mut Option<Projective<F>>,
    chain: Option<(&Affine<F>, &[Affine<F>])>,
) {
    let Some((start, rest)) = chain else { return };
    *sum = Some(match (&sum, rest) {
        (Some(sum), []) => sum.add_affine(start),
        (sum, _) => {
            let chain = rest
                .iter()
                .fold(Xyzz::from(*start), |sum, point| sum.add_distinct(point))
                .to_projective();
            sum.map_or(chain, |sum| sum.add(&chain))
        }
    });
}

/// The terms over points without tables, by the backend's own multiplication.
fn without_tables<B: Backend>(sum: &Sum<'_, B>) -> Option<Projective<B::Fp>> {
    let fixed = sum
        .fixed
        .iter()
        .filter(|(base, _)| base.secret_table().is_none())
        .map(|(base, scalar)| (base.point(), *scalar));
    fixed
        .chain(sum.variable.iter().copied())
        .map(|(point, scalar)| point.to_curve() * scalar)
        .reduce(|sum, term| sum + term)
        .map(|sum| Projective::from(B::g1_to_jacobian(&sum)))
}
