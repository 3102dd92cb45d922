//! Update data from untrusted bytes, and holders that meet bad data.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use bbs::DecodeError;
use bbs::curve::{g1_from_compressed_on_curve, g1_to_uncompressed};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use revocation::{
    AuthorityKeys, Denylist, Handle, IssuedWitness, MAX_REMOVALS, MemoryRegistry, PublishedEpoch,
    RevocationAuthority, RevocationError, UpdateData, Validity, WITNESS_BYTES,
};

fn validity() -> Validity {
    Validity::new(0, 10).unwrap()
}

struct World {
    authority: RevocationAuthority<MemoryRegistry>,
    handles: Vec<Handle>,
    rng: ChaCha20Rng,
}

fn world(handles: usize) -> World {
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    let keys = AuthorityKeys::generate(&mut rng);
    let authority =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity(), &mut rng).unwrap();
    let handles = (0..handles).map(|_| Handle::generate(&mut rng)).collect();
    World {
        authority,
        handles,
        rng,
    }
}

/// A point of the curve outside the subgroup: the first with a small x.
fn outside_the_subgroup() -> [u8; 96] {
    (1..)
        .find_map(|x| {
            let mut bytes = [0; 48];
            bytes[0] = 0x80;
            bytes[47] = x;
            let point = g1_from_compressed_on_curve(&bytes, "x").ok()?;
            assert!(!bool::from(point.is_torsion_free()));
            Some(g1_to_uncompressed(&point))
        })
        .unwrap()
}

#[test]
fn decoding_is_strict() {
    let mut world = world(3);
    world.authority.enroll_many(&world.handles).unwrap();
    let update = world.authority.revoke(&world.handles, validity()).unwrap();
    let bytes = update.update.to_bytes();
    let decode = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut altered = bytes.clone();
        change(&mut altered);
        UpdateData::from_bytes(&altered).unwrap_err()
    };
    assert!(matches!(
        decode(&|bytes| bytes[0] = 0),
        DecodeError::Version { version: 0, .. }
    ));
    assert!(matches!(
        decode(&|bytes| bytes[12] = 2),
        DecodeError::TrailingBytes { count: 128, .. }
    ));
    assert!(matches!(
        decode(&|bytes| bytes[12] = 4),
        DecodeError::Length { .. }
    ));
    // A count that no allocation may follow.
    assert_eq!(
        decode(&|bytes| bytes[9..13].fill(0xff)),
        DecodeError::TooLarge {
            object: "update data",
            limit: MAX_REMOVALS,
            found: u32::MAX as usize
        }
    );
    assert_eq!(
        decode(&|bytes| bytes[13..45].fill(0xff)),
        DecodeError::Scalar { field: "y" }
    );
    let point = DecodeError::Point { field: "V" };
    assert_eq!(decode(&|bytes| bytes[140] ^= 1), point);
    assert_eq!(
        decode(&|bytes| {
            bytes[45..141].fill(0);
            bytes[45] = 0x40;
        }),
        DecodeError::Identity { field: "V" }
    );
    assert_eq!(decode(&|bytes| bytes[45] |= 0x80), point);
    assert_eq!(decode(&|bytes| bytes[45] |= 0x20), point);
    // Outside the subgroup: may pass here, must not pass the witness's checks.
    let mut outside = bytes.clone();
    outside[45..141].copy_from_slice(&outside_the_subgroup());
    UpdateData::from_bytes(&outside).unwrap();

    let mut published = update.to_bytes();
    assert_eq!(PublishedEpoch::from_bytes(&published).unwrap(), update);
    published.push(0);
    assert!(PublishedEpoch::from_bytes(&published).is_err());
    assert!(PublishedEpoch::from_bytes(&published[..365]).is_err());
}

#[test]
fn witnesses_are_checked_when_received() {
    let mut world = world(2);
    let epoch = world.authority.current().clone();
    let (one, two) = (world.handles[0].scalar(), world.handles[1].scalar());
    let issued = world.authority.enroll(&world.handles[0]).unwrap();
    assert_eq!(
        issued.verify(&two, &epoch).err(),
        Some(RevocationError::Witness)
    );
    let bytes = issued.expose_secret_bytes();
    assert_eq!(bytes.len(), WITNESS_BYTES);
    let back = IssuedWitness::from_bytes(bytes.as_ref()).unwrap();
    let witness = back.verify(&one, &epoch).unwrap();
    assert_eq!(witness.expose_secret_bytes(), bytes);
    assert_eq!(format!("{issued:?}"), "IssuedWitness(<redacted>)");
    assert_eq!(format!("{witness:?}"), "Witness(<redacted>)");
    assert_eq!(format!("{:?}", world.handles[0]), "Handle(<redacted>)");

    world.authority.renew(validity()).unwrap();
    assert_eq!(
        back.verify(&one, world.authority.current()).err(),
        Some(RevocationError::WitnessEpoch {
            expected: 1,
            found: 0
        })
    );
    let mut altered = bytes.to_vec();
    altered[0] = 9;
    assert!(IssuedWitness::from_bytes(&altered).is_err());
    altered.truncate(56);
    assert!(IssuedWitness::from_bytes(&altered).is_err());
    let mut identity = [0; WITNESS_BYTES];
    identity[0] = 1;
    identity[9] = 0xc0;
    assert_eq!(
        IssuedWitness::from_bytes(&identity).err(),
        Some(DecodeError::Identity { field: "C" })
    );
}

#[test]
fn updates_of_another_chain_are_refused() {
    let mut mine = world(1);
    let start = mine.authority.current().clone();
    let y = mine.handles[0].scalar();
    let mut witness = mine
        .authority
        .enroll(&mine.handles[0])
        .unwrap()
        .verify(&y, &start)
        .unwrap();
    let before = witness.expose_secret_bytes();

    let mut rng = ChaCha20Rng::seed_from_u64(77);
    let keys = AuthorityKeys::generate(&mut rng);
    let mut other =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity(), &mut rng).unwrap();
    let other_start = other.current().clone();
    let foreign = other_start
        .accept_next(other.renew(validity()).unwrap())
        .unwrap();
    assert_eq!(
        witness.catch_up(&[foreign], &mut mine.rng),
        Err(RevocationError::UpdateChain { epoch: 1 })
    );

    let first = start
        .accept_next(mine.authority.renew(validity()).unwrap())
        .unwrap();
    let second = first
        .epoch()
        .accept_next(mine.authority.renew(validity()).unwrap())
        .unwrap();
    assert_eq!(
        witness.catch_up(&[second.clone(), first.clone()], &mut mine.rng),
        Err(RevocationError::EpochGap {
            expected: 1,
            found: 2
        })
    );
    assert_eq!(witness.expose_secret_bytes(), before);
    witness.catch_up(&[], &mut mine.rng).unwrap();
    witness.catch_up(&[first, second], &mut mine.rng).unwrap();
    assert_eq!(witness.epoch().epoch(), 2);
}

#[test]
fn the_denylist_follows_the_epochs() {
    let mut world = world(3);
    world.authority.enroll_many(&world.handles).unwrap();
    let start = world.authority.current().clone();
    let published = world
        .authority
        .revoke(&world.handles[..1], validity())
        .unwrap();
    let mut denylist = Denylist::new();
    assert!(denylist.is_empty());
    denylist.apply(&start.accept_next(published).unwrap());
    denylist.insert(&world.handles[1]);
    // A handle already known by its epoch keeps it.
    denylist.insert(&world.handles[0]);
    assert_eq!(denylist.len(), 2);
    let check = |denylist: &Denylist, i: usize| {
        denylist
            .check(&world.handles[i].scalar())
            .map(|evidence| *evidence.handle())
    };
    assert_eq!(
        check(&denylist, 0),
        Err(RevocationError::Denied { epoch: Some(1) })
    );
    assert_eq!(
        check(&denylist, 1),
        Err(RevocationError::Denied { epoch: None })
    );
    assert_eq!(check(&denylist, 2), Ok(world.handles[2].scalar()));
    denylist.reinstate(&world.handles[0]);
    assert_eq!(check(&denylist, 0), Ok(world.handles[0].scalar()));
}
