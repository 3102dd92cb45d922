//! One table: what each call takes, in microseconds and in blst pairings measured in the same run, beside the Go
//! library's figure in the same unit.
//!
//! `bench_report [FILTER]` times only the rows whose group/name contains FILTER.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a benchmark that fails should stop

use std::time::Duration;

use bbs::curve::{Bls12, G1Affine, G2Affine};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::prime::PrimeCurveAffine;
use idemix_benches::row::{Row, timed};
use idemix_benches::{aries, batch, native, revocation};
use pairing::Engine;

/// How many samples a median is taken of, and how long each is.
const SAMPLES: usize = 15;
const SAMPLE: Duration = Duration::from_millis(20);

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    let mut pairing = pairing();
    let mut rows = aries::rows();
    rows.extend(native::rows());
    rows.extend(batch::rows());
    rows.extend(revocation::rows());
    rows.retain(|row| format!("{}/{}", row.group, row.name).contains(&filter));

    println!("| call | µs | P | target P | Go P | speed-up |");
    println!("|---|---:|---:|---:|---:|---:|");
    let (mut log_all, mut count_all, mut log_sign, mut count_sign) = (0.0, 0, 0.0, 0);
    for mut row in rows {
        // The pairing is timed next to every row: the machine's speed drifts.
        let unit = median(&mut pairing);
        let time = median(&mut row) / f64::from(row.per_run);
        let in_pairings = time / unit;
        let number =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
        let speed_up = row.go.map(|go| go / in_pairings);
        println!(
            "| {}/{} | {time:.1} | {in_pairings:.3} | {} | {} | {} |",
            row.group,
            row.name,
            row.target
                .map_or(String::new(), |target| format!("{target:.3}")),
            number(row.go),
            number(speed_up),
        );
        if let Some(speed_up) = speed_up.filter(|_| !row.name.ends_with("/cold")) {
            log_all += speed_up.ln();
            count_all += 1;
            if row.name.starts_with("SignerSign") {
                log_sign += speed_up.ln();
                count_sign += 1;
            }
        }
    }
    println!();
    println!(
        "P is one blst pairing: {:.1} µs in this run.",
        median(&mut pairing)
    );
    let mean = |log: f64, count: i32| (log / f64::from(count.max(1))).exp();
    println!(
        "Geometric mean of the speed-up over {count_all} rows of the Go library: {:.2}; over its {count_sign} Sign rows: {:.2}.",
        mean(log_all, count_all),
        mean(log_sign, count_sign),
    );
}

/// One full pairing with nothing prepared.
fn pairing() -> Row {
    let (g1, g2) = (G1Affine::generator(), G2Affine::generator());
    Row::new(
        "curve",
        "pairing",
        timed(|| (), move |()| Bls12::pairing(&g1, &g2)),
    )
}

/// The median time of a run, in microseconds.
fn median(row: &mut Row) -> f64 {
    let first = row.time(1).max(Duration::from_nanos(1));
    let runs = (SAMPLE.as_nanos() / first.as_nanos()).clamp(1, 10_000);
    let runs = u64::try_from(runs).unwrap();
    let mut samples: Vec<f64> = (0..SAMPLES)
        .map(|_| row.time(runs).as_secs_f64() * 1e6 / runs as f64)
        .collect();
    samples.sort_by(f64::total_cmp);
    samples[SAMPLES / 2]
}
