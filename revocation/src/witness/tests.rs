use bbs::curve::{G1Projective, g1_from_compressed_on_curve};
use group::{Curve, Group};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::*;
use crate::{
    AuthorityKeys, EpochInfo, Handle, MemoryRegistry, PublishedEpoch, Removal, RevocationAuthority,
    UpdateData, Validity, VerifiedUpdate,
};

fn validity() -> Validity {
    Validity::new(0, 10).unwrap()
}

fn keys() -> AuthorityKeys {
    AuthorityKeys::generate(&mut ChaCha20Rng::seed_from_u64(3))
}

/// A member, and the honest removal of three others.
fn world() -> (Witness, PublishedEpoch, ChaCha20Rng) {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let mut authority =
        RevocationAuthority::create(keys(), MemoryRegistry::new(), validity(), &mut rng).unwrap();
    let handle = Handle::generate(&mut rng);
    let witness = authority
        .enroll(&handle)
        .unwrap()
        .verify(&handle.scalar(), authority.current())
        .unwrap();
    let others: Vec<_> = (0..3).map(|_| Handle::generate(&mut rng)).collect();
    authority.enroll_many(&others).unwrap();
    (witness, authority.revoke(&others, validity()).unwrap(), rng)
}

/// The same epoch with other removals, signed by the authority all the same.
fn signed_nonsense(start: &VerifiedEpoch, removals: Vec<Removal>) -> VerifiedUpdate {
    let update = UpdateData::new(1, removals);
    let info = EpochInfo {
        epoch: 1,
        value: update.removals().last().unwrap().value,
        previous: *start.digest(),
        update: update.digest(),
        ..start.info().clone()
    };
    let signed = keys().signing.sign_epoch(info).unwrap();
    start
        .accept_next(PublishedEpoch { signed, update })
        .unwrap()
}

fn outside_the_subgroup() -> G1Affine {
    let mut bytes = [0; 48];
    bytes[0] = 0x80;
    (1..)
        .find_map(|x| {
            bytes[47] = x;
            g1_from_compressed_on_curve(&bytes, "x").ok()
        })
        .unwrap()
}

#[test]
fn the_formula_is_repeated_single_removals() {
    let (mut witness, published, mut rng) = world();
    let y = *witness.y;
    let mut expected = G1Projective::from(*witness.point.point());
    for removal in published.update.removals() {
        // C := (C − V)/(yⱼ − y)
        let inverse = ff::Field::invert(&(removal.y - y)).unwrap();
        expected = (expected - removal.value) * inverse;
    }
    let update = witness.epoch.accept_next(published).unwrap();
    witness.catch_up(&[update], &mut rng).unwrap();
    assert_eq!(*witness.point.point(), expected.to_affine());
}

/// Also an authority that signs wrong data cannot make a holder keep a wrong witness.
#[test]
fn bad_data_cannot_corrupt_a_witness() {
    let (mut witness, published, mut rng) = world();
    let start = witness.epoch.clone();
    let before = witness.expose_secret_bytes();
    let honest = published.update.removals().to_vec();
    let wrong_point = (<G1Projective as Group>::generator() * Scalar::from(5)).to_affine();
    for (place, value) in [
        (0, wrong_point),
        (1, outside_the_subgroup()),
        (
            1,
            (G1Projective::from(honest[1].value) + outside_the_subgroup()).to_affine(),
        ),
        (1, -honest[1].value),
        (2, wrong_point),
    ] {
        let mut removals = honest.clone();
        removals[place].value = value;
        let update = signed_nonsense(&start, removals);
        assert_eq!(
            witness.catch_up(&[update], &mut rng),
            Err(RevocationError::Witness)
        );
        assert_eq!(witness.expose_secret_bytes(), before);
        assert_eq!(witness.epoch, start);
    }
    let mut swapped = honest.clone();
    swapped.swap(0, 1);
    let mut forgotten = honest.clone();
    forgotten.remove(0);
    for removals in [swapped, forgotten] {
        let update = signed_nonsense(&start, removals);
        assert_eq!(
            witness.catch_up(&[update], &mut rng),
            Err(RevocationError::Witness)
        );
    }
    let update = signed_nonsense(&start, honest);
    witness.catch_up(&[update], &mut rng).unwrap();
}

#[test]
fn the_blinding_does_not_show() {
    let (mut witness, published, _) = world();
    let stored = witness.expose_secret_bytes();
    let start = witness.epoch.clone();
    let update = start.accept_next(published).unwrap();
    let mut again = IssuedWitness::from_bytes(stored.as_ref())
        .unwrap()
        .verify(&witness.y, &start)
        .unwrap();
    witness
        .catch_up(
            core::slice::from_ref(&update),
            &mut ChaCha20Rng::seed_from_u64(1),
        )
        .unwrap();
    again
        .catch_up(&[update], &mut ChaCha20Rng::seed_from_u64(2))
        .unwrap();
    assert_eq!(witness.expose_secret_bytes(), again.expose_secret_bytes());
}
