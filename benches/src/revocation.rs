//! Revocation: what the authority, the holder and the verifier pay.

use std::cell::RefCell;
use std::rc::Rc;

use bbs::curve::batch_normalize;
use bbs::{Hedge, sigma};
use idemix::revocation::{
    AuthorityKeys, Handle, IssuedWitness, MemoryRegistry, PublishedEpoch, RevocationAuthority,
    Validity, VerifiedEpoch, VerifiedUpdate, Witness,
};
use idemix::{Native, Presentation, PresentationType, TableSize};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::row::{Row, timed};
use crate::world::{MESSAGE, OU, RH, ROLE, World};

const GROUP: &str = "revocation";
const KIND: PresentationType = PresentationType::EidNymRhNym;
/// Removals at a time, and the targets in µs for them to be made and to be caught up with.
const REMOVALS: [(usize, Option<(f64, f64)>); 3] =
    [(1, None), (100, None), (1000, Some((60_000.0, 12_000.0)))];
/// One pairing, as the targets were measured.
const PAIRING: f64 = 686.0;

/// All rows. Prints the sizes that go with them.
pub fn rows() -> Vec<Row> {
    let mut rows = authority_side();
    for (count, targets) in REMOVALS {
        rows.extend(catch_up(
            count,
            targets.map(|(_, catch_up)| catch_up / PAIRING),
        ));
    }
    rows.extend(proof());
    rows
}

fn validity() -> Validity {
    Validity::new(0, u64::MAX).unwrap()
}

fn authority() -> (RevocationAuthority<MemoryRegistry>, ChaCha20Rng) {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let keys = AuthorityKeys::generate(&mut rng);
    let authority =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity(), &mut rng).unwrap();
    (authority, rng)
}

/// Fresh handles.
pub fn handles(count: usize, rng: &mut ChaCha20Rng) -> Vec<Handle> {
    (0..count).map(|_| Handle::generate(rng)).collect()
}

fn with_target(row: Row, target: Option<f64>) -> Row {
    match target {
        Some(target) => row.target(target),
        None => row,
    }
}

/// Registries are in memory here.
fn authority_side() -> Vec<Row> {
    let (mut enrolling, mut rng) = authority();
    let enroll = timed(
        move || Handle::generate(&mut rng),
        move |handle| enrolling.enroll(&handle).unwrap(),
    );
    let mut rows = vec![Row::new(GROUP, "enroll", enroll)];
    let (revoking, rng) = authority();
    let revoking = Rc::new(RefCell::new(revoking));
    for (count, targets) in REMOVALS {
        let (enrolling, revoking) = (Rc::clone(&revoking), Rc::clone(&revoking));
        let mut rng = rng.clone();
        rng.set_stream(count as u64);
        // Update data, the epoch and its signature.
        let revoke = timed(
            move || {
                let list = handles(count, &mut rng);
                let mut authority = enrolling.borrow_mut();
                authority.enroll_many(&list).unwrap();
                // A new V, without tables, as at the start of an epoch.
                authority.renew(validity()).unwrap();
                list
            },
            move |list| revoking.borrow_mut().revoke(&list, validity()).unwrap(),
        );
        let row = Row::new(GROUP, format!("revoke/{count}"), revoke);
        rows.push(with_target(
            row,
            targets.map(|(revoke, _)| revoke / PAIRING),
        ));
    }
    rows
}

/// A member, and the epoch that removes others.
struct Sample {
    y: bbs::curve::Scalar,
    issued: IssuedWitness,
    start: VerifiedEpoch,
    published: Vec<u8>,
    update: [VerifiedUpdate; 1],
}

impl Sample {
    fn new(removals: usize) -> Rc<Self> {
        let (mut authority, mut rng) = authority();
        let handle = Handle::from_bytes(RH.as_bytes()).unwrap();
        let issued = authority.enroll(&handle).unwrap();
        let start = authority.current().clone();
        let others = handles(removals, &mut rng);
        authority.enroll_many(&others).unwrap();
        let published = authority.revoke(&others, validity()).unwrap();
        Rc::new(Self {
            published: published.to_bytes(),
            update: [start.accept_next(published).unwrap()],
            y: handle.scalar(),
            issued,
            start,
        })
    }

    fn witness(&self) -> Witness {
        self.issued.verify(&self.y, &self.start).unwrap()
    }
}

fn catch_up(count: usize, target: Option<f64>) -> [Row; 2] {
    let sample = Sample::new(count);
    println!(
        "revocation: {} bytes published for {count} removals",
        sample.published.len()
    );
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let setup = |sample: &Rc<Sample>| {
        let sample = Rc::clone(sample);
        move || sample.witness()
    };
    let data = Rc::clone(&sample);
    let mut other_rng = rng.clone();
    let decoded = timed(setup(&sample), move |mut witness: Witness| {
        witness.catch_up(&data.update, &mut other_rng).unwrap();
    });
    let data = Rc::clone(&sample);
    // From what is published: decoding, the epoch's signature, the digest, catching up.
    let parsed = timed(setup(&sample), move |mut witness: Witness| {
        let next = PublishedEpoch::from_bytes(&data.published).unwrap();
        let update = data.start.accept_next(next).unwrap();
        witness.catch_up(&[update], &mut rng).unwrap();
    });
    let decoded = Row::new(GROUP, format!("catch up/{count}/decoded"), decoded);
    [
        with_target(decoded, target),
        Row::new(GROUP, format!("catch up/{count}/parsed"), parsed),
    ]
}

/// The proof alone; and presentations from bytes and to bytes, without it and with it, whose difference is what it adds
/// to proving (target 120 µs) and to verifying (480 µs).
fn proof() -> Vec<Row> {
    let sample = Sample::new(1);
    let witness = sample.witness();
    witness.precompute(TableSize::Default);
    let y = sample.y;
    let mut hedged = Hedge::new(b"bench").finish(&mut ChaCha20Rng::seed_from_u64(3));
    let alone = timed(
        || (),
        move |()| {
            let mut secrets = sigma::Witness::with_capacity(2);
            let rh = secrets.hide(y, &mut hedged);
            let prover = witness.prover(rh, &mut secrets, &mut hedged);
            batch_normalize(&prover.points(&secrets))
        },
    );
    let mut rows = vec![Row::new(GROUP, "prove/alone", alone).target(120.0 / PAIRING)];

    let world = World::fast(10);
    let mut sizes = Vec::new();
    for (name, proving) in [("without", false), ("with", true)] {
        let credential = world.credential(TableSize::Default);
        let witness = proving.then(|| {
            let witness = sample.witness();
            witness.precompute(TableSize::Default);
            witness
        });
        let mut rng = world.rng();
        let mut present = move || {
            let mut builder = credential
                .present::<Native>(KIND)
                .disclose("OU")
                .disclose("Role")
                .message(MESSAGE);
            if let Some(witness) = &witness {
                builder = builder.not_revoked(witness);
            }
            builder.prove(&mut rng).unwrap().presentation.to_bytes()
        };
        let bytes = present();
        sizes.push(bytes.len());
        let (verifier, epoch) = (world.verifier(), sample.start.clone());
        epoch.precompute(TableSize::Default);
        let verify = move |()| {
            let presentation = Presentation::<Native>::from_bytes(&bytes).unwrap();
            let mut expectation = verifier
                .expect(KIND)
                .disclosed("OU", OU)
                .disclosed("Role", ROLE)
                .message(MESSAGE);
            if proving {
                expectation = expectation.not_revoked(&epoch);
            }
            expectation.verify(&presentation).unwrap()
        };
        rows.push(Row::new(
            GROUP,
            format!("present/{name}"),
            timed(|| (), move |()| present()),
        ));
        rows.push(Row::new(
            GROUP,
            format!("verify/{name}"),
            timed(|| (), verify),
        ));
    }
    println!("revocation: a presentation has {sizes:?} bytes without and with the proof");
    rows
}
