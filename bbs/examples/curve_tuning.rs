//! Times the curve's building blocks by the shortest of many runs, which a busy machine disturbs least, and prints
//! each as a multiple of one pairing of the backend (P).
//! `cargo run --release -p idemix-bbs --example curve_tuning -- [rows that contain this] [milliseconds a row]`
#![allow(
    clippy::indexing_slicing,
    reason = "fixed positions in lists made here"
)]
#![allow(
    unused_imports,
    reason = "only one backend needs the traits for its methods"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use bbs::curve::{
    self, Bls12, FixedBase, G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Scalar,
    TableSize,
};
use group::{Curve, Group, prime::PrimeCurveAffine};
use pairing::Engine;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// What performance.md's machine needs for one pairing, to print figures that can be laid beside its own.
const MICROSECONDS_PER_PAIRING: f64 = 686.0;

struct Table {
    filter: Option<String>,
    pairing: f64,
    patience: Duration,
}

impl Table {
    fn row<T>(&self, name: &str, mut operation: impl FnMut() -> T) {
        if self
            .filter
            .as_ref()
            .is_some_and(|f| !name.contains(f.as_str()))
        {
            return;
        }
        let time = shortest(&mut operation, self.patience);
        let ratio = time / self.pairing;
        println!(
            "{name:32} {:9.1} µs  {ratio:7.4} P  {:8.1}",
            time * 1e6,
            ratio * MICROSECONDS_PER_PAIRING
        );
    }
}

fn shortest<T>(operation: &mut impl FnMut() -> T, patience: Duration) -> f64 {
    let begin = Instant::now();
    black_box(operation());
    let once = begin.elapsed().max(Duration::from_nanos(50));
    let repeat = (Duration::from_micros(300).as_nanos() / once.as_nanos()).max(1) as u32;
    let mut best = f64::MAX;
    let end = Instant::now() + patience;
    while Instant::now() < end {
        let begin = Instant::now();
        for _ in 0..repeat {
            black_box(operation());
        }
        best = best.min(begin.elapsed().as_secs_f64() / f64::from(repeat));
    }
    best
}

fn main() {
    let mut rng = ChaCha20Rng::from_seed([7; 32]);
    let scalars: Vec<Scalar> = (0..1000).map(|_| curve::random_scalar(&mut rng)).collect();
    let points: Vec<_> = scalars
        .iter()
        .map(|k| G1Projective::generator() * k)
        .collect();
    let points: Vec<G1Affine> = curve::batch_normalize(&points);
    let (p, k) = (points[0], scalars[1]);
    let q = (G2Projective::generator() * k).to_affine();

    let pairing = shortest(&mut || Bls12::pairing(&p, &q), Duration::from_millis(500));
    println!("pairing {:.1} µs", pairing * 1e6);
    let mut arguments = std::env::args().skip(1);
    let table = Table {
        filter: arguments.next(),
        pairing,
        patience: Duration::from_millis(
            arguments
                .next()
                .and_then(|ms| ms.parse().ok())
                .unwrap_or(400),
        ),
    };

    // e(p, k·g2)·e(−k·p, g2) = 1
    let other = (-(p * k)).to_affine();
    let (q1, q2) = (G2Prepared::from(q), curve::g2_generator_prepared());
    let pairs = [(&p, &q1), (&other, q2), (&p, &q1), (&other, q2)];
    for n in [1, 2, 3, 4] {
        table.row(&format!("pairing product {n}"), || {
            curve::pairing_product_is_one(&pairs[..n])
        });
    }
    table.row("prepare g2", || G2Prepared::from(q));
    table.row("g1 mul", || curve::combine(&[], &[(&p, &k)]));
    table.row("g2 mul", || q * k);
    table.row("g2 generator mul", || curve::g2_generator_mul(&k));

    for (name, size) in [
        ("small", TableSize::Small),
        ("default", TableSize::Default),
        ("large", TableSize::Large),
    ] {
        let (secret, public) = (FixedBase::new(p), FixedBase::new(p));
        table.row(&format!("build secret {name}"), || {
            let base = FixedBase::new(p);
            base.precompute_secret(size);
            base
        });
        table.row(&format!("build public {name}"), || {
            let base = FixedBase::new(p);
            base.precompute_public(size);
            base
        });
        secret.precompute_secret(size);
        public.precompute_public(size);
        println!(
            "  {} and {} bytes",
            secret.table_bytes(),
            public.table_bytes()
        );
        table.row(&format!("fixed secret {name}"), || {
            curve::combine(&[(&secret, &k)], &[])
        });
        table.row(&format!("fixed public {name}"), || {
            curve::combine_vartime(&[(&public, &k)], &[])
        });
    }

    let bases: Vec<_> = points[..32].iter().map(|p| FixedBase::new(*p)).collect();
    bases
        .iter()
        .for_each(|base| base.precompute(TableSize::Default));
    let fixed: Vec<_> = bases.iter().zip(&scalars).collect();
    for n in [2, 4, 8, 10, 25] {
        table.row(&format!("fixed secret x{n}"), || {
            curve::combine(&fixed[..n], &[])
        });
        table.row(&format!("fixed public x{n}"), || {
            curve::combine_vartime(&fixed[..n], &[])
        });
    }
    let variable: Vec<_> = points.iter().zip(&scalars).collect();
    for n in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1000] {
        table.row(&format!("msm x{n}"), || {
            curve::combine_vartime(&[], &variable[..n])
        });
    }
    table.row("msm x8 + fixed x8", || {
        curve::combine_vartime(&fixed[..8], &variable[..8])
    });

    let bytes = curve::g1_to_compressed(&p);
    table.row("hash to g1", || curve::hash_to_g1(&[7; 202], b"TUNING"));
    table.row("decompress", || curve::g1_from_compressed(&bytes, "p"));
    table.row("decompress no subgroup", || {
        curve::g1_from_compressed_on_curve(&bytes, "p")
    });
    let bytes = curve::g2_to_compressed(&G2Affine::generator());
    table.row("decompress g2", || curve::g2_from_compressed(&bytes, "q"));
}
