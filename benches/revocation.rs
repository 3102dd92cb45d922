//! Revocation: what the authority, the holder and the verifier pay. Sizes are printed beside the times.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // setting up cannot fail, and a benchmark that fails should stop

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Instant;

use bbs::curve::{TableSize, batch_normalize};
use bbs::sigma;
use bbs::{Hedge, Limits, NativeTranscript, Reader, SecretKey};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use revocation::{
    AuthorityKeys, DatabaseRegistry, Handle, IssuedWitness, MembershipPoints, MemoryRegistry,
    PublishedEpoch, Registry, RevocationAlgorithm, RevocationAuthority, RevocationSecretKey,
    Validity, VerifiedEpoch, VerifiedUpdate, Witness,
};

const REMOVALS: [usize; 3] = [1, 100, 1000];
const MANY_HANDLES: usize = 1_000_000;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(1)
}

fn validity() -> Validity {
    Validity::new(0, u64::MAX).unwrap()
}

fn authority() -> (RevocationAuthority<MemoryRegistry>, ChaCha20Rng) {
    let mut rng = rng();
    let keys = AuthorityKeys::generate(&mut rng);
    let authority =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity(), &mut rng).unwrap();
    (authority, rng)
}

fn handles(count: usize, rng: &mut ChaCha20Rng) -> Vec<Handle> {
    (0..count).map(|_| Handle::generate(rng)).collect()
}

/// A member, and the epoch that removes `removals` others.
struct Sample {
    handle: Handle,
    issued: IssuedWitness,
    start: VerifiedEpoch,
    published: Vec<u8>,
    update: [VerifiedUpdate; 1],
}

impl Sample {
    fn new(removals: usize) -> Self {
        let (mut authority, mut rng) = authority();
        let handle = Handle::generate(&mut rng);
        let issued = authority.enroll(&handle).unwrap();
        let start = authority.current().clone();
        let others = handles(removals, &mut rng);
        authority.enroll_many(&others).unwrap();
        let published = authority.revoke(&others, validity()).unwrap();
        Self {
            published: published.to_bytes(),
            update: [start.accept_next(published).unwrap()],
            handle,
            issued,
            start,
        }
    }

    fn witness(&self) -> Witness {
        self.issued
            .verify(&self.handle.scalar(), &self.start)
            .unwrap()
    }
}

fn epoch_signatures(c: &mut Criterion) {
    let key = RevocationSecretKey::generate(&mut rng());
    let algorithm = RevocationAlgorithm::NoRevocation;
    let cri = key.sign_cri(1, algorithm).unwrap();
    let public = key.public_key();
    c.bench_function("revocation/RevocationSign", |b| {
        b.iter(|| key.sign_cri(black_box(1), algorithm).unwrap());
    });
    c.bench_function("revocation/RevocationVerify", |b| {
        b.iter(|| public.verify_cri(black_box(&cri), 1, algorithm).unwrap());
    });
}

fn authority_side(c: &mut Criterion) {
    let (mut authority, mut rng) = authority();
    c.bench_function("revocation/enroll", |b| {
        b.iter_batched(
            || Handle::generate(&mut rng),
            |handle| authority.enroll(&handle).unwrap(),
            BatchSize::SmallInput,
        );
    });
    // Update data, the new epoch and its signature; the registry is in memory.
    let mut group = c.benchmark_group("revocation/revoke");
    group.sample_size(10);
    let authority = RefCell::new(authority);
    for count in REMOVALS {
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter_batched(
                || {
                    let list = handles(count, &mut rng);
                    let mut authority = authority.borrow_mut();
                    authority.enroll_many(&list).unwrap();
                    // Without tables for V, as at the start of an epoch.
                    authority.renew(validity()).unwrap();
                    list
                },
                |list| authority.borrow_mut().revoke(&list, validity()).unwrap(),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn catch_up(c: &mut Criterion) {
    let mut group = c.benchmark_group("revocation/catch_up");
    group.sample_size(20);
    let mut rng = rng();
    for count in REMOVALS {
        let sample = Sample::new(count);
        println!(
            "revocation/update_data_size/{count}: {} bytes with the signed epoch",
            sample.published.len()
        );
        group.bench_function(BenchmarkId::new("decoded", count), |b| {
            b.iter_batched(
                || sample.witness(),
                |mut witness| witness.catch_up(&sample.update, &mut rng).unwrap(),
                BatchSize::SmallInput,
            );
        });
        // From the published bytes: decoding, the epoch's signature, the digest, catching up.
        group.bench_function(BenchmarkId::new("parsed", count), |b| {
            b.iter_batched(
                || sample.witness(),
                |mut witness| {
                    let next = PublishedEpoch::from_bytes(black_box(&sample.published)).unwrap();
                    let update = sample.start.accept_next(next).unwrap();
                    witness.catch_up(&[update], &mut rng).unwrap();
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

/// The part of a proof of non-revocation that comes on top of a presentation. The presentation rows say what it costs
/// inside one.
fn proof(c: &mut Criterion) {
    let sample = Sample::new(1);
    let witness = sample.witness();
    let parameters = SecretKey::generate(&mut rng())
        .public_key()
        .parameters(1, Limits::default())
        .unwrap();
    let mut hedged = Hedge::new(b"bench").finish(&mut rng());
    let mut prove = || {
        let mut secrets = sigma::Witness::with_capacity(2);
        let rh = secrets.hide(sample.handle.scalar(), &mut hedged);
        let prover = witness.prover(rh, &mut secrets, &mut hedged);
        let points = batch_normalize(&prover.points(&secrets));
        let points = MembershipPoints::new(points[0], points[1]);
        (points, prover.variables(), secrets)
    };
    c.bench_function("revocation/prove/without_tables", |b| b.iter(&mut prove));
    witness.precompute(TableSize::default());
    c.bench_function("revocation/prove/with_tables", |b| b.iter(&mut prove));

    let (points, variables, secrets) = prove();
    let mut bytes = Vec::new();
    points.encode(&mut bytes);
    println!("revocation/proof_size: {} bytes", bytes.len() + 32 + 8);
    let challenge = NativeTranscript::new(b"bench", &parameters).challenge();
    let responses = secrets.respond(&challenge);
    let epoch = witness.epoch();
    c.bench_function("revocation/verify/alone", |b| {
        b.iter(|| {
            let mut reader = Reader::new("points", black_box(&bytes));
            let points = MembershipPoints::decode(&mut reader).unwrap();
            points.check_pairing(epoch).unwrap();
            points
                .equation(epoch, variables)
                .recompute_vartime(&parameters, &responses, challenge.scalar())
                .unwrap()
        });
    });
}

/// A registry file with very many handles: what building it takes, and what it is like afterwards.
fn registry(c: &mut Criterion) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    if filter.is_some_and(|filter| !"revocation/registry".contains(filter.as_str())) {
        return;
    }
    let quick = arguments.iter().any(|argument| argument == "--test");
    let count = if quick { 1000 } else { MANY_HANDLES };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("registry");
    let mut rng = rng();
    let resident = resident_kib();
    let mut registry = DatabaseRegistry::open(&path).unwrap();
    let start = Instant::now();
    for _ in 0..count / 1000 {
        registry.enroll(&handles(1000, &mut rng)).unwrap();
    }
    println!(
        "revocation/registry: {count} handles, 1000 a transaction, in {:.1} s; {} KiB more resident, {} KiB on disk",
        start.elapsed().as_secs_f64(),
        resident_kib().saturating_sub(resident),
        std::fs::metadata(&path).unwrap().len() / 1024
    );
    drop(registry);
    let start = Instant::now();
    let mut registry = DatabaseRegistry::open(&path).unwrap();
    println!("revocation/registry: opened in {:.1?}", start.elapsed());

    let known = handles(1, &mut self::rng());
    c.bench_function("revocation/registry/status", |b| {
        b.iter(|| registry.status(&known[0]).unwrap());
    });
    c.bench_function("revocation/registry/enroll_durably", |b| {
        b.iter_batched(
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

criterion_group!(
    benches,
    epoch_signatures,
    authority_side,
    catch_up,
    proof,
    registry
);
criterion_main!(benches);
