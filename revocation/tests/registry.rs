//! The rules of the authority, the same over every registry.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use bbs::Attribute;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use revocation::{
    AccumulatorSecretKey, AuthorityError, AuthorityKeys, Handle, HandleError, HandleStatus,
    MAX_REMOVALS, MemoryRegistry, Registry, RevocationAuthority, RevocationError,
    RevocationSecretKey, Validity,
};

fn validity() -> Validity {
    Validity::new(0, 10).unwrap()
}

fn keys(seed: u64) -> AuthorityKeys {
    AuthorityKeys::generate(&mut ChaCha20Rng::seed_from_u64(seed))
}

fn handle(i: u8) -> Handle {
    Handle::from_bytes(&[i; 16]).unwrap()
}

fn reason<T: std::fmt::Debug>(result: Result<T, AuthorityError>) -> (usize, HandleError) {
    match result {
        Err(AuthorityError::Handle { index, reason }) => (index, reason),
        other => panic!("{other:?}"),
    }
}

fn rules<R: Registry>(registry: R) -> RevocationAuthority<R> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut authority =
        RevocationAuthority::create(keys(1), registry, validity(), &mut rng).unwrap();
    let (a, b, c, d) = (handle(1), handle(2), handle(3), handle(4));

    authority.enroll(&a).unwrap();
    authority.enroll_many(&[b.clone(), c.clone()]).unwrap();
    assert_eq!(reason(authority.enroll(&a)), (0, HandleError::Duplicate));
    // All or none.
    assert_eq!(
        reason(authority.enroll_many(&[d.clone(), a.clone()])),
        (1, HandleError::Duplicate)
    );
    assert_eq!(
        reason(authority.enroll_many(&[d.clone(), d.clone()])),
        (1, HandleError::Duplicate)
    );
    assert_eq!(authority.status(&d).unwrap(), None);
    assert_eq!(authority.registry().handle_count().unwrap(), 3);

    assert_eq!(
        reason(authority.revoke(&[a.clone(), d.clone()], validity())),
        (1, HandleError::Unknown)
    );
    assert_eq!(authority.current().epoch(), 0);
    assert_eq!(authority.status(&a).unwrap(), Some(HandleStatus::Enrolled));
    assert_eq!(
        reason(authority.revoke(&[a.clone(), a.clone()], validity())),
        (1, HandleError::AlreadyRevoked { epoch: 1 })
    );
    let published = authority
        .revoke(&[a.clone(), b.clone()], validity())
        .unwrap();
    assert_eq!(authority.published(1).unwrap(), Some(published));
    assert_eq!(authority.published(2).unwrap(), None);
    assert_eq!(
        reason(authority.revoke(core::slice::from_ref(&a), validity())),
        (0, HandleError::AlreadyRevoked { epoch: 1 })
    );
    assert_eq!(
        reason(authority.witness(&a)),
        (0, HandleError::AlreadyRevoked { epoch: 1 })
    );
    assert_eq!(reason(authority.enroll(&a)), (0, HandleError::EverRevoked));

    assert_eq!(
        reason(authority.reinstate(&c)),
        (0, HandleError::NotRevoked)
    );
    assert_eq!(reason(authority.reinstate(&d)), (0, HandleError::Unknown));
    assert_eq!(reason(authority.witness(&d)), (0, HandleError::Unknown));
    let before = authority.current().clone();
    let witness = authority.reinstate(&a).unwrap();
    assert_eq!(authority.current(), &before);
    assert_eq!(witness.epoch(), 1);
    let _ = witness.verify(&a.scalar(), &before).unwrap();
    assert_eq!(
        authority.status(&a).unwrap(),
        Some(HandleStatus::Reinstated { revoked_in: 1 })
    );
    assert_eq!(
        reason(authority.reinstate(&a)),
        (0, HandleError::NotRevoked)
    );
    assert_eq!(reason(authority.enroll(&a)), (0, HandleError::Duplicate));
    authority
        .revoke(core::slice::from_ref(&a), validity())
        .unwrap();
    assert_eq!(
        authority.status(&a).unwrap(),
        Some(HandleStatus::Revoked { epoch: 2 })
    );

    let many: Vec<_> = (0..=MAX_REMOVALS).map(|_| d.clone()).collect();
    let error = authority.revoke(&many, validity()).unwrap_err();
    assert_eq!(error.code(), "authority.too_many_removals");

    let numbers: Vec<_> = authority
        .published_since(0)
        .unwrap()
        .iter()
        .map(|epoch| epoch.signed.info().epoch())
        .collect();
    assert_eq!(numbers, [1, 2]);
    assert!(authority.published_since(2).unwrap().is_empty());
    assert!(authority.published_since(u64::MAX).unwrap().is_empty());
    authority
}

/// Publishing an epoch twice, or with a gap, is refused by the registry itself.
fn conflicts<R: Registry>(registry: &mut R) {
    let newest = registry.newest_epoch().unwrap().unwrap();
    for number in 0..=newest {
        let again = registry.epoch(number).unwrap().unwrap();
        let error = registry.publish(&again, &[]).unwrap_err();
        assert!(matches!(error, AuthorityError::EpochConflict { epoch } if epoch == number));
        assert_eq!(error.code(), "authority.epoch_conflict");
    }
    assert_eq!(registry.newest_epoch().unwrap(), Some(newest));
}

#[test]
fn in_memory() {
    let authority = rules(MemoryRegistry::new());
    let mut registry = authority.registry().clone();
    conflicts(&mut registry);
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let again = RevocationAuthority::create(keys(1), registry, validity(), &mut rng);
    assert_eq!(again.unwrap_err().code(), "authority.not_empty");
    let empty = RevocationAuthority::open(keys(1), MemoryRegistry::new());
    assert_eq!(empty.unwrap_err().code(), "authority.empty");
}

/// A registry in which somebody else publishes in between is read again.
#[test]
fn a_newer_epoch_in_the_registry_is_noticed() {
    let first = rules(MemoryRegistry::new());
    let mut second = RevocationAuthority::open(keys(1), first.registry().clone()).unwrap();
    let epoch = second.revoke(&[handle(3)], validity()).unwrap();
    assert_eq!(epoch.signed.info().epoch(), 3);

    // The first one's registry now gets that epoch behind its back.
    let mut registry = first.registry().clone();
    registry.publish(&epoch, &[handle(3)]).unwrap();
    let mut behind = RevocationAuthority::open(keys(1), registry).unwrap();
    assert_eq!(behind.current(), second.current());
    assert_eq!(behind.renew(validity()).unwrap().signed.info().epoch(), 4);
}

#[cfg(feature = "database")]
#[test]
fn in_a_database() {
    use revocation::DatabaseRegistry;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("registry.redb");
    let authority = rules(DatabaseRegistry::open(&path).unwrap());
    let current = authority.current().clone();
    // The file is locked.
    assert_eq!(
        DatabaseRegistry::open(&path).unwrap_err().code(),
        "authority.storage"
    );
    drop(authority);

    let mut registry = DatabaseRegistry::open(&path).unwrap();
    conflicts(&mut registry);
    registry.compact().unwrap();
    let mut authority = RevocationAuthority::open(keys(1), registry).unwrap();
    assert_eq!(authority.current(), &current);
    assert_eq!(
        authority.status(&handle(2)).unwrap(),
        Some(HandleStatus::Revoked { epoch: 1 })
    );
    let witness = authority.witness(&handle(3)).unwrap();
    let _ = witness
        .verify(&handle(3).scalar(), authority.current())
        .unwrap();
    drop(authority);

    let other_accumulator = AuthorityKeys {
        accumulator: AccumulatorSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(5)),
        ..keys(1)
    };
    let other_signing = AuthorityKeys {
        signing: RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(5)),
        ..keys(1)
    };
    for keys in [other_accumulator, other_signing] {
        let registry = DatabaseRegistry::open(&path).unwrap();
        let error = RevocationAuthority::open(keys, registry).unwrap_err();
        assert_eq!(error.code(), "authority.wrong_keys");
    }
}

#[test]
fn handles_are_random_bytes() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let (one, two) = (Handle::generate(&mut rng), Handle::generate(&mut rng));
    assert_ne!(one, two);
    assert_eq!(one.as_bytes().len(), 16);
    let attribute = one.to_attribute();
    assert_eq!(Handle::from_attribute(&attribute).unwrap(), one);
    assert_eq!(attribute.to_scalar(), one.scalar());
    for length in [0, 15, 256] {
        assert_eq!(
            Handle::from_bytes(&vec![1; length]),
            Err(RevocationError::HandleLength { found: length })
        );
    }
    Handle::from_bytes(&[1; 255]).unwrap();
    for attribute in [Attribute::Integer(7), Attribute::Scalar(one.scalar())] {
        assert_eq!(
            Handle::from_attribute(&attribute),
            Err(RevocationError::HandleKind)
        );
    }
}
