//! Products of pairings.

use bbs::curve::backends::{Backend, Blst, Portable};
use ff::Field;
use group::{Curve, Group, prime::PrimeCurveAffine};
use rand_core::RngCore;

use crate::support::{Both, CASES, G1Affines, G1s, G2Affines, G2s, Scalars, rng};

fn product_is_one(pairs: &[(G1Affines, G2Affines)]) -> bool {
    let (a, b): (Vec<_>, Vec<_>) = pairs
        .iter()
        .map(|(p, q)| {
            (
                (p.0, <Blst as Backend>::G2Prepared::from(q.0)),
                (p.1, <Portable as Backend>::G2Prepared::from(q.1)),
            )
        })
        .unzip();
    let a: Vec<_> = a.iter().map(|(p, q)| (p, q)).collect();
    let b: Vec<_> = b.iter().map(|(p, q)| (p, q)).collect();
    let a = Blst::pairing_product_is_one(&a);
    assert_eq!(a, Portable::pairing_product_is_one(&b));
    a
}

/// Pᵢ = aᵢ·g1, Qᵢ = bᵢ·g2 for i < n and random aᵢ, bᵢ, and a last pair that makes Σ aᵢ·bᵢ = 0; then with one scalar
/// changed.
#[test]
fn products() {
    let mut rng = rng("products");
    for case in 0..CASES {
        let n = case % 4;
        let mut sum = Both(blstrs::Scalar::ZERO, bls12_381::Scalar::ZERO);
        let g1 = Both(
            blstrs::G1Projective::generator(),
            bls12_381::G1Projective::generator(),
        );
        let g2 = Both(
            blstrs::G2Projective::generator(),
            bls12_381::G2Projective::generator(),
        );
        let mut pairs = Vec::new();
        for _ in 0..n {
            let (a, b) = (Scalars::random(&mut rng), Scalars::random(&mut rng));
            sum = Both(sum.0 + a.0 * b.0, sum.1 + a.1 * b.1);
            let p = Both(g1.0 * a.0, g1.1 * a.1).affine();
            let q = Both(g2.0 * b.0, g2.1 * b.1).affine();
            pairs.push((p, q));
        }
        let last = Both(g1.0 * -sum.0, g1.1 * -sum.1).affine();
        let position = rng.next_u32() as usize % (n + 1);
        pairs.insert(position, (last, g2.affine()));
        assert!(product_is_one(&pairs));

        let wrong = rng.next_u32() as usize % pairs.len();
        let (p, _) = &mut pairs[wrong];
        *p = Both(
            (p.0.to_curve() + g1.0).to_affine(),
            (p.1.to_curve() + g1.1).to_affine(),
        );
        assert!(!product_is_one(&pairs));
    }
}

#[test]
fn identities() {
    let mut rng = rng("identities");
    let (p, q) = (
        G1s::random(&mut rng).affine(),
        G2s::random(&mut rng).affine(),
    );
    let minus_p = Both(-p.0, -p.1);
    let o1 = G1s::identity().affine();
    let o2 = Both(
        blstrs::G2Affine::identity(),
        bls12_381::G2Affine::identity(),
    );
    assert!(product_is_one(&[]));
    assert!(product_is_one(&[(o1, q)]));
    assert!(product_is_one(&[(p, o2)]));
    assert!(product_is_one(&[(o1, o2), (o1, q), (p, o2)]));
    assert!(product_is_one(&[(p, q), (minus_p, q)]));
    assert!(product_is_one(&[(p, q), (p, o2), (minus_p, q), (o1, q)]));
    assert!(!product_is_one(&[(p, q)]));
    assert!(!product_is_one(&[(p, q), (o1, q)]));
    assert!(!product_is_one(&[(p, q), (p, q)]));
}
