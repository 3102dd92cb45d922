use bbs::DecodeError;
use bbs::curve::{G1Affine, G2Affine, G2Projective, Scalar};
use group::prime::PrimeCurveAffine;
use group::{Curve, Group};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::*;
use crate::{PublishedEpoch, Removal, RevocationError, RevocationSecretKey, UpdateData};

fn key() -> RevocationSecretKey {
    RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(1))
}

fn point(factor: u64) -> G1Affine {
    (<G1Affine as PrimeCurveAffine>::generator() * Scalar::from(factor)).to_affine()
}

fn q(factor: u64) -> G2Affine {
    (<G2Projective as Group>::generator() * Scalar::from(factor)).to_affine()
}

fn removal(factor: u64) -> Removal {
    Removal {
        y: Scalar::from(factor),
        value: point(factor),
    }
}

/// An epoch that says whatever it is told to, as a careless authority's would.
fn epoch(info: EpochInfo, removals: Vec<Removal>) -> PublishedEpoch {
    let update = UpdateData::new(info.epoch, removals);
    let info = EpochInfo {
        update: update.digest(),
        ..info
    };
    PublishedEpoch {
        signed: key().sign_epoch(info).unwrap(),
        update,
    }
}

fn first() -> EpochInfo {
    EpochInfo {
        epoch: 0,
        q: q(7),
        value: point(5),
        previous: [0; DIGEST_BYTES],
        update: [0; DIGEST_BYTES],
        validity: Validity::new(100, 200).unwrap(),
    }
}

/// Epoch 0, and an honest information for epoch 1.
fn chain() -> (VerifiedEpoch, EpochInfo) {
    let start = epoch(first(), Vec::new());
    let start = key().public_key().verify_epoch(&start.signed).unwrap();
    let next = EpochInfo {
        epoch: 1,
        value: point(9),
        previous: *start.digest(),
        ..first()
    };
    (start, next)
}

#[test]
fn layout_and_round_trip() {
    let published = epoch(chain().1, vec![removal(8), removal(9)]);
    let bytes = published.signed.to_bytes();
    assert_eq!(bytes.len(), SIGNED_EPOCH_BYTES);
    assert_eq!(bytes[..5], [1, 0, 0, 0, 1]);
    assert_eq!(bytes[5..13], 1u64.to_be_bytes());
    assert_eq!(bytes[13..109], q(7).to_compressed());
    assert_eq!(bytes[109..157], point(9).to_compressed());
    assert_eq!(bytes[157..205], *chain().0.digest());
    assert_eq!(bytes[205..253], published.update.digest());
    assert_eq!(bytes[253..261], 100u64.to_be_bytes());
    assert_eq!(bytes[261..269], 200u64.to_be_bytes());
    assert_eq!(SignedEpoch::from_bytes(&bytes).unwrap(), published.signed);

    let update = published.update.to_bytes();
    assert_eq!(update[..13], [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
    assert_eq!(update.len(), 13 + 2 * 128);
    assert_eq!(UpdateData::from_bytes(&update).unwrap(), published.update);
    assert_eq!(
        PublishedEpoch::from_bytes(&published.to_bytes()).unwrap(),
        published
    );
}

#[test]
fn what_is_signed_is_a_labelled_sha_384() {
    use sha2::{Digest, Sha384};
    let info = first();
    let mut message = b"idemix/epoch-info/v1\0".to_vec();
    message.extend_from_slice(&info.to_bytes());
    assert_eq!(info.digest(), <[u8; 48]>::from(Sha384::digest(message)));
}

#[test]
fn every_altered_bit_of_a_signed_epoch_is_refused() {
    let bytes = epoch(chain().1, Vec::new()).signed.to_bytes();
    let authority = key().public_key();
    for place in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[place] ^= 1 << (place % 8);
        let result =
            SignedEpoch::from_bytes(&altered).and_then(|signed| authority.verify_epoch(&signed));
        assert!(result.is_err(), "byte {place}");
    }
}

#[test]
fn decoding_names_what_is_wrong() {
    let bytes = epoch(chain().1, Vec::new()).signed.to_bytes();
    let decode = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut altered = bytes.clone();
        change(&mut altered);
        SignedEpoch::from_bytes(&altered).unwrap_err()
    };
    let malformed = |error| RevocationError::Malformed(error);
    assert_eq!(
        decode(&|bytes| bytes[0] = 2),
        malformed(DecodeError::Version {
            object: "epoch information",
            version: 2
        })
    );
    assert_eq!(
        decode(&|bytes| bytes[4] = 0),
        RevocationError::UnknownAlgorithm { found: 0 }
    );
    assert!(matches!(
        decode(&|bytes| bytes.push(0)),
        RevocationError::Malformed(DecodeError::TrailingBytes { count: 1, .. })
    ));
    assert!(matches!(
        decode(&|bytes| bytes.truncate(364)),
        RevocationError::Malformed(DecodeError::Length { .. })
    ));
    let identity = |at: usize| {
        move |bytes: &mut Vec<u8>| {
            bytes[at] = 0xc0;
            bytes[at + 1..at + 48].fill(0);
        }
    };
    assert_eq!(
        decode(&identity(109)),
        malformed(DecodeError::Identity { field: "V" })
    );
    assert_eq!(
        decode(&|bytes| {
            identity(13)(bytes);
            bytes[61..109].fill(0);
        }),
        malformed(DecodeError::Identity { field: "Q" })
    );
    assert_eq!(decode(&|bytes| bytes[253] = 1), RevocationError::Validity);
    assert_eq!(
        decode(&|bytes| bytes[157..205].fill(0)),
        RevocationError::Previous
    );
    assert_eq!(decode(&|bytes| bytes[12] = 0), RevocationError::Previous);
    assert_eq!(
        decode(&|bytes| bytes[269..317].fill(0)),
        RevocationError::SignatureEncoding
    );
    // (R, n − s)
    let signature = p384::ecdsa::Signature::from_slice(&bytes[269..]).unwrap();
    let (r, s) = signature.split_scalars();
    let twin = p384::ecdsa::Signature::from_scalars(r, -*s).unwrap();
    assert_eq!(
        decode(&|bytes| bytes[269..].copy_from_slice(&twin.to_bytes())),
        RevocationError::SignatureEncoding
    );
}

#[test]
fn a_cri_and_an_epoch_do_not_pass_for_each_other() {
    // The two signatures are over digests of different lengths under different hashes of different bytes.
    let signed = epoch(first(), Vec::new()).signed;
    let signature = p384::ecdsa::Signature::from_slice(&signed.to_bytes()[269..]).unwrap();
    let cri = key()
        .sign_cri(0, crate::RevocationAlgorithm::NoRevocation)
        .unwrap();
    let forged = crate::Cri::from_parts(
        0,
        cri.epoch_key().to_vec(),
        signature.to_der().as_bytes().to_vec(),
        0,
    );
    assert_eq!(
        key()
            .public_key()
            .verify_cri(&forged, 0, crate::RevocationAlgorithm::NoRevocation),
        Err(RevocationError::Signature)
    );
}

#[test]
fn holders_accept_the_next_epoch_only() {
    let (start, next) = chain();
    let accepted = start
        .accept_next(epoch(next.clone(), vec![removal(9)]))
        .unwrap();
    assert_eq!(accepted.epoch().epoch(), 1);
    assert_eq!(accepted.update().removals(), [removal(9)]);

    let skipped = EpochInfo {
        epoch: 2,
        ..next.clone()
    };
    assert_eq!(
        start.accept_next(epoch(skipped, vec![removal(9)])).err(),
        Some(RevocationError::EpochGap {
            expected: 1,
            found: 2
        })
    );
    assert_eq!(
        start.accept_next(epoch(first(), Vec::new())).err(),
        Some(RevocationError::EpochGap {
            expected: 1,
            found: 0
        })
    );
    let stranger = RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(2));
    let mut foreign = epoch(next, vec![removal(9)]);
    foreign.signed = stranger.sign_epoch(foreign.signed.info().clone()).unwrap();
    assert_eq!(
        start.accept_next(foreign).err(),
        Some(RevocationError::Signature)
    );
}

#[test]
fn update_data_must_be_the_epochs() {
    let (start, next) = chain();
    let honest = epoch(next.clone(), vec![removal(8), removal(9)]);
    let with = |removals| PublishedEpoch {
        signed: honest.signed.clone(),
        update: UpdateData::new(1, removals),
    };
    for removals in [
        vec![],
        vec![removal(9)],
        vec![removal(9), removal(8)],
        vec![removal(8), removal(9), removal(9)],
    ] {
        assert_eq!(
            start.accept_next(with(removals)).err(),
            Some(RevocationError::UpdateDigest)
        );
    }
    let other_number = PublishedEpoch {
        signed: honest.signed.clone(),
        update: UpdateData::new(2, vec![removal(8), removal(9)]),
    };
    assert_eq!(
        start.accept_next(other_number).err(),
        Some(RevocationError::UpdateDigest)
    );
    // Signed, but they do not lead to V: not to the last value, or V changes without a removal.
    for removals in [vec![removal(8)], vec![]] {
        assert_eq!(
            start.accept_next(epoch(next.clone(), removals)).err(),
            Some(RevocationError::UpdateValue)
        );
    }
}

#[test]
fn contradictions_are_provable() {
    let (start, next) = chain();
    let authority = key().public_key();
    let honest = epoch(next.clone(), vec![removal(9)]);
    let other_window = EpochInfo {
        validity: Validity::new(100, 201).unwrap(),
        ..next.clone()
    };
    let other_past = EpochInfo {
        previous: [7; DIGEST_BYTES],
        ..next.clone()
    };
    let other_key = EpochInfo { q: q(8), ..next };
    for (second, kind) in [
        (other_window, Misbehaviour::Equivocation),
        (other_past, Misbehaviour::BrokenChain),
        (other_key, Misbehaviour::KeyChanged),
    ] {
        let second = epoch(second, vec![removal(9)]);
        let known = if kind == Misbehaviour::Equivocation {
            authority.verify_epoch(&honest.signed).unwrap()
        } else {
            start.clone()
        };
        let Some(RevocationError::Misbehaviour(proof)) = known.accept_next(second.clone()).err()
        else {
            panic!("{kind} not noticed");
        };
        let bytes = proof.to_bytes();
        assert_eq!(bytes.len(), 1 + 2 * SIGNED_EPOCH_BYTES);
        let read = MisbehaviourProof::from_bytes(&bytes).unwrap();
        assert_eq!(read, *proof);
        assert_eq!(read.verify(&authority), Ok(kind));
        let stranger = RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(2));
        assert_eq!(
            read.verify(&stranger.public_key()),
            Err(RevocationError::Signature)
        );
        // The verifier's tracker notices the same, in either order.
        for order in [
            [known.signed(), &second.signed],
            [&second.signed, known.signed()],
        ] {
            let mut tracker = EpochTracker::new(
                authority,
                EpochPolicy {
                    max_age: 5,
                    clock_tolerance: 0,
                },
            );
            tracker.observe(order[0]).unwrap();
            let Err(RevocationError::Misbehaviour(noticed)) = tracker.observe(order[1]) else {
                panic!("{kind} not noticed");
            };
            assert_eq!(noticed.verify(&authority), Ok(kind));
        }
    }
    assert_eq!(
        MisbehaviourProof::detect(start.signed(), &honest.signed),
        None
    );
    let mut innocent = vec![1];
    innocent.extend_from_slice(&start.signed().to_bytes());
    innocent.extend_from_slice(&honest.signed.to_bytes());
    assert_eq!(
        MisbehaviourProof::from_bytes(&innocent)
            .unwrap()
            .verify(&authority),
        Err(RevocationError::NoMisbehaviour)
    );
}

#[test]
fn verifiers_go_by_their_own_copy_and_policy() {
    let authority = key().public_key();
    let mut infos = vec![first()];
    for number in 1..5 {
        let previous = infos.last().map(EpochInfo::digest).unwrap();
        infos.push(EpochInfo {
            epoch: number,
            previous,
            ..first()
        });
    }
    let signed: Vec<_> = infos
        .into_iter()
        .map(|info| key().sign_epoch(info).unwrap())
        .collect();
    let policy = EpochPolicy {
        max_age: 1,
        clock_tolerance: 10,
    };
    let mut tracker = EpochTracker::new(authority, policy);
    assert_eq!(tracker.request(150).err(), Some(RevocationError::NoEpoch));
    assert_eq!(
        tracker.accept(0, 150).err(),
        Some(RevocationError::UnknownEpoch { epoch: 0 })
    );
    tracker.observe(&signed[2]).unwrap();
    // One known late is still of use; one too old is not.
    tracker.observe(&signed[1]).unwrap();
    let stale = RevocationError::StaleEpoch {
        epoch: 0,
        oldest: 1,
    };
    assert_eq!(tracker.observe(&signed[0]), Err(stale.clone()));
    assert_eq!(tracker.request(150).unwrap().epoch(), 2);
    assert_eq!(tracker.accept(1, 150).unwrap().epoch(), 1);
    assert_eq!(tracker.accept(0, 150).err(), Some(stale));
    assert_eq!(
        tracker.accept(3, 150).err(),
        Some(RevocationError::UnknownEpoch { epoch: 3 })
    );
    // The window is 100 to 200, give or take 10.
    for (now, expected) in [
        (89, Some(RevocationError::NotYetValid { epoch: 2 })),
        (90, None),
        (210, None),
        (211, Some(RevocationError::Expired { epoch: 2 })),
        (u64::MAX, Some(RevocationError::Expired { epoch: 2 })),
    ] {
        assert_eq!(tracker.request(now).err(), expected);
    }
    tracker.observe(&signed[4]).unwrap();
    assert_eq!(tracker.highest(), 4);
    assert_eq!(
        tracker.accept(3, 150).err(),
        Some(RevocationError::UnknownEpoch { epoch: 3 })
    );

    // After a restart nothing below the highest epoch seen is taken.
    let exact = EpochPolicy::default();
    let mut resumed = EpochTracker::resume(authority, exact, tracker.highest());
    assert!(matches!(
        resumed.observe(&signed[3]),
        Err(RevocationError::StaleEpoch { .. })
    ));
    resumed.observe(&signed[4]).unwrap();
    resumed.observe(&signed[4]).unwrap();
    assert_eq!(resumed.request(150).unwrap().epoch(), 4);

    let stranger = RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(2));
    assert_eq!(
        EpochTracker::new(stranger.public_key(), exact).observe(&signed[4]),
        Err(RevocationError::Signature)
    );
}

#[test]
fn windows_do_not_end_before_they_begin() {
    assert_eq!(Validity::new(2, 1), Err(RevocationError::Validity));
    let moment = Validity::new(2, 2).unwrap();
    assert_eq!((moment.not_before(), moment.not_after()), (2, 2));
}
