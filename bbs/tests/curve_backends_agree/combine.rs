//! Sums of products against naive multiplication, over bases with and without tables.

use bbs::curve::TableSize;
use bbs::curve::backends::combine::{combine, combine_vartime};
use bbs::curve::backends::fixed_base::FixedBase;
use bbs::curve::backends::{Backend, Blst, Portable};
use group::{Curve, Group, prime::PrimeCurveAffine};
use rand_core::RngCore;

use crate::support::{Both, CASES, G1Affines, G1s, Scalars, rng};

/// Σ kᵢ·Pᵢ by the backend's own multiplication.
fn naive<B: Backend>(terms: &[(B::G1Affine, B::Scalar)]) -> B::G1 {
    terms
        .iter()
        .fold(B::G1::identity(), |sum, (point, scalar)| {
            sum + point.to_curve() * scalar
        })
}

fn check<B: Backend>(
    fixed: &[(&FixedBase<B>, B::Scalar)],
    variable: &[(B::G1Affine, B::Scalar)],
) -> B::G1 {
    let mut all: Vec<_> = fixed.iter().map(|(base, k)| (*base.point(), *k)).collect();
    all.extend_from_slice(variable);
    let expected = naive::<B>(&all);
    let fixed: Vec<_> = fixed.iter().map(|(base, k)| (*base, k)).collect();
    let variable: Vec<_> = variable.iter().map(|(point, k)| (point, k)).collect();
    assert!(combine::<B>(&fixed, &variable) == expected);
    assert!(combine_vartime::<B>(&fixed, &variable) == expected);
    expected
}

/// A pool of bases with every table size, among them equal, opposite, doubled and identity points.
struct Pool<B: Backend>(Vec<FixedBase<B>>);

fn pools() -> (Pool<Blst>, Pool<Portable>) {
    let mut rng = rng("pool");
    let p = G1s::random(&mut rng);
    let mut points = vec![
        p,
        p,
        Both(-p.0, -p.1),
        Both(p.0.double(), p.1.double()),
        G1s::identity(),
        Both(
            blstrs::G1Projective::generator(),
            bls12_381::G1Projective::generator(),
        ),
    ];
    points.extend((0..6).map(|_| G1s::random(&mut rng)));
    let sizes = [
        TableSize::None,
        TableSize::Small,
        TableSize::Default,
        TableSize::Large,
    ];
    let affines = points.iter().map(|point| point.affine());
    let (a, b) = affines
        .flat_map(|point| sizes.map(|size| (point, size)))
        .map(|(point, size)| {
            let (a, b) = (FixedBase::new(point.0), FixedBase::new(point.1));
            a.precompute(size);
            b.precompute(size);
            (a, b)
        })
        .unzip();
    (Pool(a), Pool(b))
}

#[test]
fn sums() {
    let mut rng = rng("sums");
    let edges = Scalars::edges();
    let (blst, portable) = pools();
    let points: Vec<G1Affines> = blst
        .0
        .iter()
        .zip(&portable.0)
        .map(|(a, b)| Both(*a.point(), *b.point()))
        .collect();
    for case in 0..CASES {
        let n = case % 41;
        let fixed_count = if n == 0 {
            0
        } else {
            rng.next_u32() as usize % (n + 1)
        };
        let mut fixed = (Vec::new(), Vec::new());
        let mut variable = (Vec::new(), Vec::new());
        for index in 0..n {
            let k = Scalars::any(&mut rng, &edges);
            let pick = rng.next_u32() as usize % points.len();
            if index < fixed_count {
                fixed.0.push((&blst.0[pick], k.0));
                fixed.1.push((&portable.0[pick], k.1));
            } else {
                let point = if case % 2 == 0 {
                    points[pick]
                } else {
                    G1s::random(&mut rng).affine()
                };
                variable.0.push((point.0, k.0));
                variable.1.push((point.1, k.1));
            }
        }
        let a = check::<Blst>(&fixed.0, &variable.0);
        let b = check::<Portable>(&fixed.1, &variable.1);
        Both(a.to_affine(), b.to_affine()).check();
    }
}

/// Every edge scalar on every base alone, fixed and variable.
#[test]
fn single_terms() {
    let (blst, portable) = pools();
    for (index, (a, b)) in blst.0.iter().zip(&portable.0).enumerate() {
        for (number, k) in Scalars::edges().into_iter().enumerate() {
            check::<Blst>(&[(a, k.0)], &[]);
            if (index + number) % 4 == 0 {
                check::<Portable>(&[(b, k.1)], &[]);
                check::<Blst>(&[], &[(*a.point(), k.0)]);
                check::<Portable>(&[], &[(*b.point(), k.1)]);
            }
        }
    }
}
