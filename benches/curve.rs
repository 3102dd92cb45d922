//! The building blocks behind the curve door. `curve/pairing` is the unit in which all other times are stated.
#![allow(missing_docs)]
#![allow(clippy::indexing_slicing)] // the lists are as long as they were asked for

use std::hint::black_box;

use bbs::curve::{
    self, Bls12, FixedBase, G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Scalar,
    TableSize,
};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::{Curve, Group, prime::PrimeCurveAffine};
use pairing::Engine;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([7; 32])
}

fn scalars(count: usize) -> Vec<Scalar> {
    let mut rng = rng();
    (0..count).map(|_| curve::random_scalar(&mut rng)).collect()
}

fn points(count: usize) -> Vec<G1Affine> {
    let points: Vec<_> = scalars(count)
        .iter()
        .map(|k| G1Projective::generator() * k)
        .collect();
    curve::batch_normalize(&points)
}

fn pairings(c: &mut Criterion) {
    let mut group = c.benchmark_group("curve");
    let k = scalars(1);
    let p = (G1Projective::generator() * k[0]).to_affine();
    let q = (G2Projective::generator() * k[0]).to_affine();
    group.bench_function("pairing", |b| {
        b.iter(|| Bls12::pairing(black_box(&p), black_box(&q)));
    });
    // e(p, q)·e(−k·p, g2) = 1
    let other = (-(p * k[0])).to_affine();
    let (q1, q2) = (G2Prepared::from(q), curve::g2_generator_prepared());
    group.bench_function("pairing2", |b| {
        b.iter(|| curve::pairing_product_is_one(black_box(&[(&p, &q1), (&other, q2)])));
    });
    group.bench_function("pairing3", |b| {
        b.iter(|| curve::pairing_product_is_one(black_box(&[(&p, &q1), (&other, q2), (&p, &q1)])));
    });
    group.bench_function("prepare_g2", |b| b.iter(|| G2Prepared::from(black_box(q))));
}

fn multiplications(c: &mut Criterion) {
    let mut group = c.benchmark_group("curve");
    let k = scalars(1)[0];
    let p = points(1)[0];
    let q = G2Affine::generator();
    group.bench_function("g1_mul", |b| {
        b.iter(|| curve::combine(&[], black_box(&[(&p, &k)])))
    });
    group.bench_function("g2_mul", |b| b.iter(|| black_box(q) * black_box(k)));
    group.bench_function("g2_generator_mul", |b| {
        b.iter(|| curve::g2_generator_mul(black_box(&k)))
    });
    for (name, size) in sizes() {
        let base = FixedBase::new(p);
        base.precompute(size);
        group.bench_function(BenchmarkId::new("fixed_base", name), |b| {
            b.iter(|| curve::combine(black_box(&[(&base, &k)]), &[]));
        });
        group.bench_function(BenchmarkId::new("fixed_base_vartime", name), |b| {
            b.iter(|| curve::combine_vartime(black_box(&[(&base, &k)]), &[]));
        });
        group.bench_function(BenchmarkId::new("table_build/secret", name), |b| {
            b.iter_batched(
                || FixedBase::new(p),
                |base| base.precompute_secret(size),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(BenchmarkId::new("table_build/public", name), |b| {
            b.iter_batched(
                || FixedBase::new(p),
                |base| base.precompute_public(size),
                BatchSize::SmallInput,
            );
        });
    }
}

fn sizes() -> [(&'static str, TableSize); 3] {
    [
        ("small", TableSize::Small),
        ("default", TableSize::Default),
        ("large", TableSize::Large),
    ]
}

fn sums(c: &mut Criterion) {
    let mut group = c.benchmark_group("curve");
    for n in [1, 2, 4, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1000] {
        let (points, scalars) = (points(n), scalars(n));
        let terms: Vec<_> = points.iter().zip(&scalars).collect();
        group.bench_function(BenchmarkId::new("msm", n), |b| {
            b.iter(|| curve::combine_vartime(&[], black_box(&terms)));
        });
    }
    for n in [2, 4, 8, 10] {
        let scalars = scalars(n);
        let bases: Vec<_> = points(n).into_iter().map(FixedBase::new).collect();
        bases
            .iter()
            .for_each(|base| base.precompute(TableSize::Default));
        let terms: Vec<_> = bases.iter().zip(&scalars).collect();
        group.bench_function(BenchmarkId::new("fixed_bases", n), |b| {
            b.iter(|| curve::combine(black_box(&terms), &[]));
        });
        group.bench_function(BenchmarkId::new("fixed_bases_vartime", n), |b| {
            b.iter(|| curve::combine_vartime(black_box(&terms), &[]));
        });
    }
}

fn encodings(c: &mut Criterion) {
    let mut group = c.benchmark_group("curve");
    let p = points(1)[0];
    let bytes = curve::g1_to_compressed(&p);
    group.bench_function("hash_to_g1", |b| {
        b.iter(|| curve::hash_to_g1(black_box(&[7; 202]), b"BENCHES_XMD:BLAKE2B_SSWU_RO_"));
    });
    group.bench_function("g1_decompress", |b| {
        b.iter(|| curve::g1_from_compressed(black_box(&bytes), "p"));
    });
    group.bench_function("g1_decompress_no_subgroup", |b| {
        b.iter(|| curve::g1_from_compressed_on_curve(black_box(&bytes), "p"));
    });
    let q = G2Affine::generator();
    let bytes = curve::g2_to_compressed(&q);
    group.bench_function("g2_decompress", |b| {
        b.iter(|| curve::g2_from_compressed(black_box(&bytes), "q"));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(1200));
    targets = pairings, multiplications, sums, encodings
}
criterion_main!(benches);
