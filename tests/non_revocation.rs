//! Proofs of non-revocation in presentations: every native type, alone and in batches, and what a verifier refuses.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test that fails should stop

use idemix::revocation::{
    AuthorityKeys, EpochPolicy, EpochTracker, Handle, MemoryRegistry, RevocationAuthority,
    RevocationError, Validity, VerifiedEpoch, VerifiedUpdate, Witness,
};
use idemix::{
    Attribute, Attributes, BatchError, BatchVerifier, Credential, Holder, InvalidMember, Issuer,
    IssuerNonce, Native, PresentError, Presentation, PresentationType, Relation, Schema, Verifier,
    VerifyError,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const KINDS: [PresentationType; 3] = [
    PresentationType::Standard,
    PresentationType::EidNym,
    PresentationType::EidNymRhNym,
];

type Authority = RevocationAuthority<MemoryRegistry>;

struct World {
    issuer: Issuer,
    authority: Authority,
    first: VerifiedEpoch,
    /// The credential, with its witness for epoch 0.
    credential: Credential,
    witness: Witness,
    others: Vec<Handle>,
    rng: ChaCha20Rng,
}

fn authority(rng: &mut ChaCha20Rng) -> Authority {
    let keys = AuthorityKeys::generate(rng);
    RevocationAuthority::create(keys, MemoryRegistry::new(), validity(), rng).unwrap()
}

fn validity() -> Validity {
    Validity::new(1000, 2000).unwrap()
}

fn world(seed: u64) -> World {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut authority = authority(&mut rng);
    let first = authority.current().clone();
    let handle = Handle::generate(&mut rng);
    let witness = authority.enroll(&handle).unwrap();
    let others: Vec<_> = (0..4).map(|_| Handle::generate(&mut rng)).collect();
    authority.enroll_many(&others).unwrap();

    let issuer = Issuer::generate(Schema::fabric(), &mut rng).unwrap();
    let key = issuer.public_key();
    let holder = Holder::generate(&mut rng);
    let nonce = IssuerNonce::generate(&mut rng);
    let (request, pending) = holder
        .request_credential::<Native>(key, &nonce, &mut rng)
        .unwrap();
    let verified = issuer.verify_request(&request, &nonce).unwrap();
    let values: [Attribute; 4] = ["ou".into(), 1.into(), "eid".into(), handle.to_attribute()];
    let attributes = Attributes::ordered(key.schema(), values).unwrap();
    let credential = pending
        .receive(issuer.issue(verified, &attributes, &mut rng).unwrap())
        .unwrap();
    let witness = witness.verify(&handle.scalar(), &first).unwrap();
    World {
        issuer,
        authority,
        first,
        credential,
        witness,
        others,
        rng,
    }
}

impl World {
    fn verifier(&self) -> Verifier {
        Verifier::new(self.issuer.public_key().clone())
    }

    fn present(&mut self, kind: PresentationType, witness: Option<&Witness>) -> Presentation {
        let mut builder = self.credential.present::<Native>(kind).disclose("OU");
        if let Some(witness) = witness {
            builder = builder.not_revoked(witness);
        }
        let presentation = builder.prove(&mut self.rng).unwrap().presentation;
        let bytes = presentation.to_bytes();
        let decoded = Presentation::<Native>::from_bytes(&bytes).unwrap();
        assert_eq!(decoded.to_bytes(), bytes);
        decoded
    }

    fn updates(&self) -> Vec<VerifiedUpdate> {
        let mut current = self.first.clone();
        self.authority
            .published_since(0)
            .unwrap()
            .into_iter()
            .map(|next| {
                let update = current.accept_next(next).unwrap();
                current = update.epoch().clone();
                update
            })
            .collect()
    }
}

fn verify(
    world: &World,
    presentation: &Presentation,
    epoch: Option<&VerifiedEpoch>,
) -> Result<(), VerifyError> {
    let verifier = world.verifier();
    let mut expectation = verifier.expect(presentation.kind()).disclosed("OU", "ou");
    if let Some(epoch) = epoch {
        expectation = expectation.not_revoked(epoch);
    }
    let verified = expectation.verify(presentation)?;
    assert_eq!(
        verified.not_revoked_in().map(VerifiedEpoch::epoch),
        epoch.map(VerifiedEpoch::epoch)
    );
    Ok(())
}

/// A copy of a witness, through its stored form.
fn copy(witness: &Witness, epoch: &VerifiedEpoch, y: &bbs::curve::Scalar) -> Witness {
    idemix::revocation::IssuedWitness::from_bytes(witness.expose_secret_bytes().as_ref())
        .unwrap()
        .verify(y, epoch)
        .unwrap()
}

#[test]
fn every_type_proves_it_before_and_after_removals_of_others() {
    let mut world = world(1);
    let y = world
        .credential
        .attribute_scalar("RevocationHandle")
        .unwrap();
    let mut witness = copy(&world.witness, &world.first, &y);
    let first = world.first.clone();
    for kind in KINDS {
        let presentation = world.present(kind, Some(&witness));
        assert_eq!(presentation.claimed_epoch(), Some(0));
        verify(&world, &presentation, Some(&first)).unwrap();
    }
    let others = world.others.clone();
    world.authority.revoke(&others, validity()).unwrap();
    let now = world.authority.current().clone();
    let updates = world.updates();
    witness.catch_up(&updates, &mut world.rng).unwrap();
    for kind in KINDS {
        let presentation = world.present(kind, Some(&witness));
        verify(&world, &presentation, Some(&now)).unwrap();
    }
}

#[test]
fn it_adds_at_most_250_bytes() {
    let mut world = world(2);
    let y = world
        .credential
        .attribute_scalar("RevocationHandle")
        .unwrap();
    let witness = copy(&world.witness, &world.first, &y);
    for kind in KINDS {
        let with = world.present(kind, Some(&witness)).to_bytes().len();
        let without = world.present(kind, None).to_bytes().len();
        assert!(with - without <= 250, "{}", with - without);
    }
}

#[test]
fn a_verifier_that_asks_for_it_refuses_everything_else() {
    let mut world = world(3);
    let y = world
        .credential
        .attribute_scalar("RevocationHandle")
        .unwrap();
    let old = copy(&world.witness, &world.first, &y);
    let first = world.first.clone();
    let others = world.others.clone();
    world.authority.revoke(&others[..1], validity()).unwrap();
    let now = world.authority.current().clone();
    let kind = PresentationType::EidNym;

    // Without a proof, and with one that nobody asked for.
    let without = world.present(kind, None);
    assert_eq!(
        verify(&world, &without, Some(&first)),
        Err(VerifyError::NonRevocationPresence {
            expected: true,
            found: false
        })
    );
    let with = world.present(kind, Some(&old));
    assert_eq!(
        verify(&world, &with, None),
        Err(VerifyError::NonRevocationPresence {
            expected: false,
            found: true
        })
    );
    // For a stale epoch.
    assert_eq!(
        verify(&world, &with, Some(&now)),
        Err(VerifyError::WrongEpoch {
            expected: 1,
            found: 0
        })
    );
    // Under another authority's epoch of the same number.
    let other = authority(&mut world.rng);
    assert_eq!(
        verify(&world, &with, Some(other.current())),
        Err(VerifyError::BadProof(Relation::Challenge))
    );
}

#[test]
fn policy_decides_which_epochs_count() {
    let mut world = world(4);
    let y = world
        .credential
        .attribute_scalar("RevocationHandle")
        .unwrap();
    let old = copy(&world.witness, &world.first, &y);
    let others = world.others.clone();
    let with = world.present(PresentationType::Standard, Some(&old));
    let verifier = world.verifier();
    let mut trackers = [0, 1].map(|max_age| {
        let policy = EpochPolicy {
            max_age,
            clock_tolerance: 0,
        };
        EpochTracker::new(world.authority.public_key(), policy)
    });
    let check = |tracker: &EpochTracker, now| {
        verifier
            .expect(PresentationType::Standard)
            .disclosed("OU", "ou")
            .not_revoked_by_policy(tracker, now)
            .verify(&with)
            .map(drop)
    };
    for tracker in &mut trackers {
        tracker.observe(world.first.signed()).unwrap();
        assert_eq!(check(tracker, 1500), Ok(()));
        assert_eq!(
            check(tracker, 2001),
            Err(VerifyError::Epoch(RevocationError::Expired { epoch: 0 }))
        );
    }
    world.authority.revoke(&others[..1], validity()).unwrap();
    for tracker in &mut trackers {
        tracker.observe(world.authority.current().signed()).unwrap();
    }
    let [strict, lenient] = &trackers;
    assert!(matches!(
        check(strict, 1500),
        Err(VerifyError::Epoch(RevocationError::StaleEpoch {
            epoch: 0,
            ..
        }))
    ));
    assert_eq!(check(lenient, 1500), Ok(()));
}

#[test]
fn the_handle_must_stay_hidden_and_be_the_credentials() {
    let mut world = world(5);
    let y = world
        .credential
        .attribute_scalar("RevocationHandle")
        .unwrap();
    let witness = copy(&world.witness, &world.first, &y);
    let disclosed = world
        .credential
        .present::<Native>(PresentationType::Standard)
        .disclose("RevocationHandle")
        .not_revoked(&witness)
        .prove(&mut world.rng);
    assert_eq!(
        disclosed.unwrap_err(),
        PresentError::CommittedAttribute { attribute: 3 }
    );

    let other = Handle::generate(&mut world.rng);
    let theirs = world.authority.enroll(&other).unwrap();
    let theirs = theirs.verify(&other.scalar(), &world.first).unwrap();
    let borrowed = world
        .credential
        .present::<Native>(PresentationType::Standard)
        .not_revoked(&theirs)
        .prove(&mut world.rng);
    assert_eq!(
        borrowed.unwrap_err(),
        PresentError::Witness(RevocationError::WitnessHandle)
    );

    // The verifier's own expectation is checked too.
    let presentation = world.present(PresentationType::Standard, Some(&witness));
    let verifier = world.verifier();
    let refused = verifier
        .expect(PresentationType::Standard)
        .disclosed("OU", "ou")
        .disclosed("RevocationHandle", y)
        .not_revoked(&world.first)
        .verify(&presentation);
    assert_eq!(
        refused.unwrap_err(),
        VerifyError::CommittedAttribute { attribute: 3 }
    );
}

#[test]
fn every_byte_counts() {
    let mut world = world(6);
    let y = world
        .credential
        .attribute_scalar("RevocationHandle")
        .unwrap();
    let witness = copy(&world.witness, &world.first, &y);
    let first = world.first.clone();
    let bytes = world
        .present(PresentationType::Standard, Some(&witness))
        .to_bytes();
    for place in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[place] ^= 1;
        let accepted = Presentation::<Native>::from_bytes(&altered)
            .is_ok_and(|presentation| verify(&world, &presentation, Some(&first)).is_ok());
        assert!(!accepted, "byte {place}");
    }
}

#[test]
fn batches_take_it_as_well() {
    let mut world = world(7);
    let y = world
        .credential
        .attribute_scalar("RevocationHandle")
        .unwrap();
    let witness = copy(&world.witness, &world.first, &y);
    let first = world.first.clone();
    let other = authority(&mut world.rng);
    let good: Vec<_> = KINDS
        .map(|kind| world.present(kind, Some(&witness)))
        .into_iter()
        .chain([world.present(PresentationType::Standard, None)])
        .collect();
    let verifier = world.verifier();
    let mut batch = BatchVerifier::new();
    for presentation in &good {
        let expectation = verifier.expect(presentation.kind()).disclosed("OU", "ou");
        match presentation.claimed_epoch() {
            Some(_) => batch.push_presentation(&expectation.not_revoked(&first), presentation),
            None => batch.push_presentation(&expectation, presentation),
        };
    }
    let evidence = batch.verify(&mut world.rng).unwrap();
    assert_eq!(evidence.len(), 4);

    let mut batch = BatchVerifier::new();
    for (presentation, epoch) in [(&good[0], &first), (&good[0], other.current())] {
        let expectation = verifier.expect(presentation.kind()).disclosed("OU", "ou");
        batch.push_presentation(&expectation.not_revoked(epoch), presentation);
    }
    assert_eq!(
        batch.verify(&mut world.rng).unwrap_err(),
        BatchError::Invalid
    );
    assert_eq!(
        batch.find_invalid(&mut world.rng).unwrap(),
        [(
            1,
            InvalidMember::Verify(VerifyError::BadProof(Relation::Challenge))
        )]
    );
}
