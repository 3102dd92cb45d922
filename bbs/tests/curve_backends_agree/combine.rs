//! Sums of products against naive multiplication, over bases with and without tables.

use bbs::curve::TableSize;
use bbs::curve::backends::combine::{Sum, combine, combine_batch, combine_vartime};
use bbs::curve::backends::fixed_base::FixedBase;
use bbs::curve::backends::g2::GeneratorTable;
use bbs::curve::backends::{Backend, Blst, Portable, encoding, scalar};
use group::{Curve, Group, prime::PrimeCurveAffine};
use rand_core::RngCore;

use crate::support::{Both, CASES, G1Affines, G1s, G2s, Scalars, rng};

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

/// Many sums in one call are the same as one by one, empty ones among them.
#[test]
fn batches() {
    fn check<B: Backend>(pool: &Pool<B>, name: &str, scalars: &[B::Scalar]) {
        let mut rng = rng(name);
        for _ in 0..CASES / 20 {
            let count = rng.next_u32() as usize % 12;
            let mut pick = |n: u32| rng.next_u32() % n;
            let sums: Vec<_> = (0..count)
                .map(|_| {
                    let mut terms = |n| {
                        let terms = (0..pick(n)).map(|_| {
                            let base = &pool.0[pick(pool.0.len() as u32) as usize];
                            (base, &scalars[pick(scalars.len() as u32) as usize])
                        });
                        terms.collect::<Vec<_>>()
                    };
                    (terms(5), terms(3))
                })
                .map(|(fixed, variable)| {
                    let points = variable.iter().map(|(base, k)| (base.point(), *k));
                    (fixed, points.collect::<Vec<_>>())
                })
                .collect();
            let list: Vec<_> = sums
                .iter()
                .map(|(fixed, variable)| Sum { fixed, variable })
                .collect();
            let batch = combine_batch::<B>(&list);
            assert_eq!(batch.len(), sums.len());
            for ((fixed, variable), point) in sums.iter().zip(batch) {
                assert!(combine::<B>(fixed, variable) == point.to_curve());
            }
        }
    }
    let mut rng = rng("batch scalars");
    let mut scalars = Scalars::edges();
    scalars.extend((0..100).map(|_| Scalars::random(&mut rng)));
    let (blst, portable) = pools();
    let (a, b): (Vec<_>, Vec<_>) = scalars.iter().map(|k| (k.0, k.1)).unzip();
    check(&blst, "batches", &a);
    check(&portable, "batches", &b);
}

#[test]
fn g2_generator() {
    let mut rng = rng("g2 generator");
    let (a, b) = (
        GeneratorTable::<Blst>::build(),
        GeneratorTable::<Portable>::build(),
    );
    let mut scalars = Scalars::edges();
    scalars.extend((0..CASES).map(|_| Scalars::random(&mut rng)));
    for k in scalars {
        let product = Both(a.mul(&k.0), b.mul(&k.1));
        G2s::check(&product);
        assert!(product.0 == blstrs::G2Projective::generator() * k.0);
    }
}

#[test]
fn compressed_in_batches() {
    let mut rng = rng("compressed in batches");
    let points: Vec<_> = (0..CASES)
        .map(|case| match case % 7 {
            0 => G1s::identity(),
            _ => G1s::random(&mut rng),
        })
        .collect();
    let (a, b): (Vec<_>, Vec<_>) = points.iter().map(|point| (point.0, point.1)).unzip();
    let a = encoding::g1_batch_to_compressed::<Blst>(&a);
    assert_eq!(a, encoding::g1_batch_to_compressed::<Portable>(&b));
    for (bytes, point) in a.iter().zip(points) {
        assert_eq!(
            *bytes,
            encoding::g1_to_compressed::<Blst>(&point.affine().0)
        );
    }
    assert!(encoding::g1_batch_to_compressed::<Blst>(&[]).is_empty());
}

/// Weights are distinct, and sums over them are right.
#[test]
fn weights() {
    let mut rng = rng("weights");
    let mut seen = std::collections::HashSet::new();
    for case in 0..CASES {
        let mut bytes = [0; 16];
        match case {
            0 => {}
            1 => bytes = [0xff; 16],
            2 => bytes[15] = 1,
            3 => bytes[7] = 1,
            _ => rng.fill_bytes(&mut bytes),
        }
        let k: Scalars = Both(
            scalar::weight_from_bytes(&bytes),
            scalar::weight_from_bytes(&bytes),
        );
        k.check();
        assert!(seen.insert(scalar::to_bytes(&k.0)));
        let point = G1s::random(&mut rng).affine();
        check::<Blst>(&[], &[(point.0, k.0)]);
        if case % 5 == 0 {
            check::<Portable>(&[], &[(point.1, k.1)]);
        }
    }
}

/// More points than one block holds.
#[test]
fn many_points() {
    let mut rng = rng("many points");
    for n in [63, 64, 65, 128, 200] {
        let terms: Vec<_> = (0..n)
            .map(|_| {
                let k = Scalars::random(&mut rng);
                (G1s::random(&mut rng).affine().0, k.0)
            })
            .collect();
        check::<Blst>(&[], &terms);
    }
}
