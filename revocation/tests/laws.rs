//! The laws of the accumulator, the registry and the epochs, over random histories.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::HashMap;

use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use revocation::{
    AuthorityError, AuthorityKeys, Handle, HandleError, HandleStatus, MemoryRegistry,
    PublishedEpoch, RevocationAuthority, RevocationError, Validity, VerifiedEpoch, VerifiedUpdate,
    Witness,
};

type Authority = RevocationAuthority<MemoryRegistry>;

const HANDLES: usize = 6;

#[derive(Clone, Debug)]
enum Step {
    Enroll(usize),
    Revoke(Vec<usize>),
    Reinstate(usize),
    Renew,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..HANDLES).prop_map(Step::Enroll),
        3 => prop::collection::vec(0..HANDLES, 1..4).prop_map(Step::Revoke),
        1 => (0..HANDLES).prop_map(Step::Reinstate),
        1 => Just(Step::Renew),
    ]
}

fn validity() -> Validity {
    Validity::new(0, 1000).unwrap()
}

fn authority(seed: u64) -> (Authority, ChaCha20Rng) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let keys = AuthorityKeys::generate(&mut rng);
    let authority =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity(), &mut rng).unwrap();
    (authority, rng)
}

fn handle(i: usize) -> Handle {
    Handle::from_bytes(&[i as u8 + 1; 16]).unwrap()
}

/// What a holder downloads and checks.
fn verified(start: &VerifiedEpoch, published: Vec<PublishedEpoch>) -> Vec<VerifiedUpdate> {
    let mut current = start.clone();
    published
        .into_iter()
        .map(|next| {
            let bytes = next.to_bytes();
            let next = PublishedEpoch::from_bytes(&bytes).unwrap();
            assert_eq!(next.to_bytes(), bytes);
            let update = current.accept_next(next).unwrap();
            current = update.epoch().clone();
            update
        })
        .collect()
}

fn same(one: &Witness, other: &Witness) -> bool {
    one.expose_secret_bytes() == other.expose_secret_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// After any history, a member's first witness catches up to exactly the witness that the authority would give,
    /// in whatever pieces it catches up; a revoked holder learns of it and keeps the old witness, which no longer
    /// verifies; and every operation is answered as a simple model says.
    #[test]
    fn histories(
        steps in prop::collection::vec(step(), 1..16),
        cut in 0usize..16,
        seed in any::<u64>(),
    ) {
        let (mut authority, mut rng) = authority(seed);
        let mut model: HashMap<usize, HandleStatus> = HashMap::new();
        let mut holders: Vec<(usize, Witness)> = Vec::new();

        for step in steps {
            let before = authority.current().clone();
            let number = before.epoch();
            match step {
                Step::Enroll(i) => match (model.get(&i), authority.enroll(&handle(i))) {
                    (None, Ok(issued)) => {
                        prop_assert_eq!(issued.epoch(), number);
                        model.insert(i, HandleStatus::Enrolled);
                        holders.push((i, issued.verify(&handle(i).scalar(), &before).unwrap()));
                    }
                    (Some(status), Err(AuthorityError::Handle { index: 0, reason })) => {
                        let expected = if status.is_member() {
                            HandleError::Duplicate
                        } else {
                            HandleError::EverRevoked
                        };
                        prop_assert_eq!(reason, expected);
                    }
                    (status, result) => prop_assert!(false, "{status:?}: {result:?}"),
                },
                Step::Revoke(list) => {
                    let mut next = model.clone();
                    let mut expected = Ok(());
                    for (index, i) in list.iter().enumerate() {
                        let epoch = number + 1;
                        match HandleStatus::revoke(next.get(i).copied(), epoch) {
                            Ok(status) => next.insert(*i, status),
                            Err(reason) => {
                                expected = Err((index, reason));
                                break;
                            }
                        };
                    }
                    let list: Vec<_> = list.into_iter().map(handle).collect();
                    match (expected, authority.revoke(&list, validity())) {
                        (Ok(()), Ok(published)) => {
                            prop_assert_eq!(published.update.removals().len(), list.len());
                            model = next;
                        }
                        (Err((at, expected)), Err(AuthorityError::Handle { index, reason })) => {
                            prop_assert_eq!((at, expected), (index, reason));
                            prop_assert_eq!(authority.current(), &before);
                        }
                        (expected, result) => prop_assert!(false, "{expected:?}: {result:?}"),
                    }
                }
                Step::Reinstate(i) => {
                    let expected = HandleStatus::reinstate(model.get(&i).copied());
                    match (expected, authority.reinstate(&handle(i))) {
                        (Ok(status), Ok(issued)) => {
                            model.insert(i, status);
                            holders.push((i, issued.verify(&handle(i).scalar(), &before).unwrap()));
                        }
                        (Err(expected), Err(AuthorityError::Handle { index: 0, reason })) => {
                            prop_assert_eq!(expected, reason);
                        }
                        (expected, result) => prop_assert!(false, "{expected:?}: {result:?}"),
                    }
                    prop_assert_eq!(authority.current(), &before);
                }
                Step::Renew => {
                    let published = authority.renew(validity()).unwrap();
                    prop_assert_eq!(published.signed.info().value(), before.info().value());
                }
            }
            for i in 0..HANDLES {
                prop_assert_eq!(authority.status(&handle(i)).unwrap(), model.get(&i).copied());
            }
        }

        let newest = authority.current().clone();
        for (i, mut witness) in holders {
            let y = handle(i).scalar();
            let start = witness.epoch().clone();
            let updates = verified(&start, authority.published_since(start.epoch()).unwrap());
            let revoked_in = updates
                .iter()
                .find(|update| update.update().removals().iter().any(|removal| removal.y == y))
                .map(|update| update.epoch().epoch());
            let (first, second) = updates.split_at(cut.min(updates.len()));
            let stored = witness.expose_secret_bytes();
            let whole = {
                let issued = revocation::IssuedWitness::from_bytes(stored.as_ref()).unwrap();
                let mut whole = issued.verify(&y, &start).unwrap();
                whole.catch_up(&updates, &mut rng).map(|()| whole)
            };
            let pieces = witness
                .catch_up(first, &mut rng)
                .and_then(|()| witness.catch_up(second, &mut rng));
            if let Some(epoch) = revoked_in {
                prop_assert_eq!(whole.err(), Some(RevocationError::Revoked { epoch }));
                prop_assert_eq!(pieces.err(), Some(RevocationError::Revoked { epoch }));
                prop_assert!(witness.epoch().epoch() < epoch);
            } else {
                prop_assert!(authority.status(&handle(i)).unwrap().unwrap().is_member());
                pieces.unwrap();
                prop_assert_eq!(witness.epoch(), &newest);
                let given = authority.witness(&handle(i)).unwrap().verify(&y, &newest).unwrap();
                prop_assert!(same(&witness, &given));
                prop_assert!(same(&whole.unwrap(), &given));
            }
        }
    }

    /// Revoking a list in one epoch leads to the same V, and to the same witnesses, as revoking one by one.
    #[test]
    fn updates_commute_with_batching(count in 1usize..5, cuts in prop::collection::vec(any::<bool>(), 4), seed in any::<u64>()) {
        let run = |cuts: &[bool]| {
            let (mut authority, mut rng) = authority(seed);
            let holder = handle(100);
            let start = authority.current().clone();
            let mut witness = authority
                .enroll(&holder)
                .unwrap()
                .verify(&holder.scalar(), &start)
                .unwrap();
            let list: Vec<_> = (0..count).map(handle).collect();
            authority.enroll_many(&list).unwrap();
            let mut batch = Vec::new();
            for (i, handle) in list.into_iter().enumerate() {
                batch.push(handle);
                if cuts[i] {
                    authority.revoke(&batch, validity()).unwrap();
                    batch.clear();
                }
            }
            authority.revoke(&batch, validity()).unwrap();
            let updates = verified(&start, authority.published_since(0).unwrap());
            witness.catch_up(&updates, &mut rng).unwrap();
            let point = witness.expose_secret_bytes()[9..].to_vec();
            (*authority.current().info().value(), point)
        };
        prop_assert_eq!(run(&cuts), run(&[false; 4]));
    }
}
