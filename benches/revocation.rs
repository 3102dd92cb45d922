//! Revocation, and a registry of a million handles, whose sizes are printed beside the times.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)] // setting up cannot fail, and a benchmark that fails should stop

use std::time::Instant;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use idemix::revocation::{DatabaseRegistry, Registry};
use idemix_benches::revocation::handles;
use idemix_benches::{revocation, row};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

const HANDLES: usize = 1_000_000;
const A_TRANSACTION: usize = 1000;

fn all(criterion: &mut Criterion) {
    row::bench(criterion, revocation::rows());
}

/// Builds a registry file once, then times what one does with it. Only when it is asked for, as it takes a while.
fn registry(criterion: &mut Criterion) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    if filter.is_some_and(|filter| !"revocation/registry".contains(filter.as_str())) {
        return;
    }
    let testing = arguments.iter().any(|argument| argument == "--test");
    let count = if testing { A_TRANSACTION } else { HANDLES };

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("registry");
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let before = resident_kib();
    let mut registry = DatabaseRegistry::open(&path).unwrap();
    let start = Instant::now();
    for _ in 0..count / A_TRANSACTION {
        registry.enroll(&handles(A_TRANSACTION, &mut rng)).unwrap();
    }
    println!(
        "revocation/registry: {count} handles in {:.1} s, {A_TRANSACTION} a transaction; {} MiB more resident memory, {} MiB on disk",
        start.elapsed().as_secs_f64(),
        resident_kib().saturating_sub(before) / 1024,
        std::fs::metadata(&path).unwrap().len() / (1024 * 1024),
    );
    drop(registry);
    let before = resident_kib();
    let start = Instant::now();
    let mut registry = DatabaseRegistry::open(&path).unwrap();
    println!(
        "revocation/registry: opened in {:.1?} with {} MiB more resident memory",
        start.elapsed(),
        resident_kib().saturating_sub(before) / 1024,
    );

    let known = handles(1, &mut ChaCha20Rng::seed_from_u64(1));
    criterion.bench_function("revocation/registry/look up", |bencher| {
        bencher.iter(|| {
            known
                .iter()
                .filter(|one| registry.status(one).is_ok())
                .count()
        });
    });
    criterion.bench_function("revocation/registry/enroll durably", |bencher| {
        bencher.iter_batched(
            || handles(1, &mut rng),
            |one| registry.enroll(&one).unwrap(),
            BatchSize::SmallInput,
        );
    });
}

/// Resident memory of this process, on Linux; 0 elsewhere.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok())
        .unwrap_or(0)
}

criterion_group!(benches, all, registry);
criterion_main!(benches);
