//! Scalars, points, and hashing to G1.

use bbs::curve::backends::{Backend, Blst, Portable, hash, scalar};
use ff::Field;
use group::{Group, prime::PrimeCurveAffine};
use rand_core::{RngCore, SeedableRng};

use crate::support::{Both, CASES, G1s, G2s, Scalars, rng};

#[test]
fn scalar_arithmetic() {
    let mut rng = rng("scalar arithmetic");
    let edges = Scalars::edges();
    let random: Vec<_> = (0..CASES).map(|_| Scalars::random(&mut rng)).collect();
    let pairs = edges
        .iter()
        .flat_map(|a| edges.iter().map(move |b| (a, b)))
        .chain(random.iter().zip(random.iter().rev()))
        .chain(random.iter().zip(&random));
    for (a, b) in pairs {
        Both(a.0 + b.0, a.1 + b.1).check();
        Both(a.0 - b.0, a.1 - b.1).check();
        Both(a.0 * b.0, a.1 * b.1).check();
        Both(-a.0, -a.1).check();
        Both(a.0.square(), a.1.square()).check();
        assert_eq!(a.0 == b.0, a.1 == b.1);
        assert_eq!(bool::from(a.0.is_zero()), bool::from(a.1.is_zero()));
    }
    for a in edges.iter().chain(&random) {
        let inverses = (Option::from(a.0.invert()), Option::from(a.1.invert()));
        match inverses {
            (Some(x), Some(y)) => Scalars::check(&Both(x, y)),
            (None, None) => assert!(bool::from(a.0.is_zero())),
            _ => panic!("only one backend inverts {a:?}"),
        }
    }
}

#[test]
fn scalar_encodings() {
    type A = blstrs::Scalar;
    type B = bls12_381::Scalar;
    let mut rng = rng("scalar encodings");
    let decode = |bytes: &[u8; 32]| {
        let (a, b) = (
            scalar::from_bytes::<A>(bytes, "x"),
            scalar::from_bytes::<B>(bytes, "x"),
        );
        match (a, b) {
            (Ok(a), Ok(b)) => {
                assert_eq!(scalar::to_bytes(&a), *bytes);
                assert_eq!(scalar::to_bytes(&b), *bytes);
                true
            }
            (Err(a), Err(b)) => {
                assert_eq!(a, b);
                false
            }
            other => panic!("the backends differ on {bytes:?}: {other:?}"),
        }
    };
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..2 * CASES {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        bytes[0] &= 0x7f;
        if decode(&bytes) {
            accepted += 1;
        } else {
            refused += 1;
        }
    }
    assert!(accepted > 500 && refused > 100);
    // Around r: the last accepted and the first refused.
    let mut largest = scalar::to_bytes(&-A::ONE);
    assert!(decode(&largest));
    largest[31] += 1;
    assert!(!decode(&largest));
    assert!(decode(&[0; 32]) && !decode(&[0xff; 32]));
    for edge in Scalars::edges() {
        assert!(decode(&scalar::to_bytes(&edge.0)));
    }
}

#[test]
fn wide_and_signed_scalars() {
    let mut rng = rng("wide and signed scalars");
    for case in 0..CASES {
        let mut bytes = vec![0; case % 100];
        rng.fill_bytes(&mut bytes);
        Scalars::from_wide(&bytes);
        Scalars::from_wide(&vec![0xff; case % 100]);
        let value = (rng.next_u64() >> (case % 64)).cast_signed();
        let both = Scalars::from_i64(value);
        both.check();
        let negative = Scalars::from_i64(value.wrapping_neg());
        assert!(value == i64::MIN || both.0 + negative.0 == Scalars::from_i64(0).0);
    }
    for value in [0, 1, -1, i64::MIN, i64::MAX] {
        Scalars::from_i64(value).check();
    }
}

#[test]
fn random_scalars_from_the_same_bytes() {
    let mut rng = rng("random scalars");
    for _ in 0..CASES {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let generator = rand_chacha::ChaCha20Rng::from_seed(seed);
        let both: Scalars = Both(
            scalar::random(&mut generator.clone()),
            scalar::random(&mut generator.clone()),
        );
        both.check();
    }
}

#[test]
fn g1_arithmetic() {
    let mut rng = rng("g1 arithmetic");
    let scalars = Scalars::edges();
    for case in 0..CASES {
        let p = match case % 50 {
            0 => G1s::identity(),
            _ => G1s::random(&mut rng),
        };
        let q = match case % 10 {
            0 => p,
            1 => Both(-p.0, -p.1),
            2 => G1s::identity(),
            _ => G1s::random(&mut rng),
        };
        let k = Scalars::any(&mut rng, &scalars);
        let (pa, qa) = (p.affine(), q.affine());
        Both(p.0 + q.0, p.1 + q.1).check();
        Both(p.0 - q.0, p.1 - q.1).check();
        Both(p.0 + qa.0, p.1 + qa.1).check();
        Both(p.0 - qa.0, p.1 - qa.1).check();
        Both(p.0.double(), p.1.double()).check();
        Both(-p.0, -p.1).check();
        Both(p.0 * k.0, p.1 * k.1).check();
        Both(qa.0 * k.0, qa.1 * k.1).check();
        assert_eq!(p.0 == q.0, p.1 == q.1);
        assert_eq!(pa.0 == qa.0, pa.1 == qa.1);
        assert_eq!(bool::from(p.0.is_identity()), bool::from(p.1.is_identity()));
        assert_eq!(
            bool::from(qa.0.is_identity()),
            bool::from(qa.1.is_identity())
        );
    }
}

#[test]
fn g2_arithmetic() {
    let mut rng = rng("g2 arithmetic");
    let scalars = Scalars::edges();
    for case in 0..CASES {
        let p = G2s::random(&mut rng);
        let q = match case % 10 {
            0 => p,
            1 => Both(-p.0, -p.1),
            2 => Both(p.0 - p.0, p.1 - p.1),
            _ => {
                let k = Scalars::any(&mut rng, &scalars);
                Both(p.0 * k.0, p.1 * k.1)
            }
        };
        let qa = q.affine();
        Both(p.0 + q.0, p.1 + q.1).check();
        Both(p.0 - q.0, p.1 - q.1).check();
        Both(p.0 + qa.0, p.1 + qa.1).check();
        Both(p.0.double(), p.1.double()).check();
        Both(-q.0, -q.1).check();
        assert_eq!(p.0 == q.0, p.1 == q.1);
        assert_eq!(
            bool::from(qa.0.is_identity()),
            bool::from(qa.1.is_identity())
        );
    }
}

#[test]
fn batch_normalize() {
    let mut rng = rng("batch normalize");
    for case in 0..CASES {
        let points: Vec<_> = (0..case % 9)
            .map(|_| match rng.next_u32() % 4 {
                0 => G1s::identity(),
                1 => Both(
                    blstrs::G1Projective::generator(),
                    bls12_381::G1Projective::generator(),
                ),
                _ => G1s::random(&mut rng),
            })
            .collect();
        let (a, b): (Vec<_>, Vec<_>) = points.iter().map(|point| (point.0, point.1)).unzip();
        let (a, b) = (
            Blst::g1_batch_normalize(&a),
            Portable::g1_batch_normalize(&b),
        );
        assert_eq!((a.len(), b.len()), (points.len(), points.len()));
        for (index, point) in points.iter().enumerate() {
            let affine = point.affine();
            assert!(a[index] == affine.0 && b[index] == affine.1);
        }
    }
}

#[test]
fn hash_to_g1() {
    let mut rng = rng("hash to g1");
    for case in 0..CASES {
        let mut data = vec![0; case % 300];
        let mut tag = vec![0; case % 270];
        rng.fill_bytes(&mut data);
        rng.fill_bytes(&mut tag);
        let both = Both(
            hash::hash_to_g1::<Blst>(&data, &tag),
            hash::hash_to_g1::<Portable>(&data, &tag),
        );
        both.check();
        assert!(Blst::g1_is_torsion_free(&both.0) && !bool::from(both.0.is_identity()));
    }
}
