//! Rule 7 in the Aries profile: epoch and signature are checked where the verifier has the authority's key.

use idemix::{
    Aries, Cri, DecodeError, PresentError, Presentation, PresentationType, RevocationAlgorithm,
    RevocationError, RevocationSecretKey, VerifyError,
};
use idemix_tests::wire;
use prost::Message;

use crate::presenting::rng;
use crate::scene::Scene;

fn authority(seed: u8) -> RevocationSecretKey {
    RevocationSecretKey::from_bytes(&[seed; 48]).unwrap()
}

fn cri(epoch: i64) -> Cri {
    authority(1)
        .sign_cri(epoch, RevocationAlgorithm::NoRevocation)
        .unwrap()
}

/// A presentation of epoch 7, altered, for a verifier that expects it.
fn refusal(alter: impl FnOnce(&mut wire::Signature)) -> VerifyError {
    let scene = Scene::new(PresentationType::Standard);
    let shown = scene.world.credential.present::<Aries>(scene.kind);
    let shown = shown.epoch_information(&cri(7)).prove(&mut rng(3)).unwrap();
    let mut message: wire::Signature = wire::read(&shown.presentation.to_bytes()).unwrap();
    alter(&mut message);
    let verifier = scene.world.verifier();
    let authority = authority(1).public_key();
    let expectation = verifier.expect::<Aries>(scene.kind).epoch(&authority, 7);
    match Presentation::<Aries>::from_bytes(&message.encode_to_vec()) {
        Ok(presentation) => expectation.verify(&presentation).unwrap_err(),
        Err(error) => error.into(),
    }
}

#[test]
fn each_field_counts() {
    assert_eq!(
        refusal(|message| message.epoch = 8),
        RevocationError::EpochMismatch {
            expected: 7,
            found: 8
        }
        .into()
    );
    assert_eq!(
        refusal(|message| message.revocation_epoch_pk[100] ^= 1),
        RevocationError::EpochKey.into()
    );
    assert_eq!(
        refusal(|message| message.revocation_epoch_pk.clear()),
        RevocationError::EpochKey.into()
    );
    assert_eq!(
        refusal(|message| message.revocation_pk_sig.clear()),
        RevocationError::SignatureEncoding.into()
    );
    assert_eq!(
        refusal(|message| message.revocation_pk_sig.push(0)),
        RevocationError::SignatureEncoding.into()
    );
    // The last byte of s.
    assert_eq!(
        refusal(|message| *message.revocation_pk_sig.last_mut().unwrap() ^= 1),
        RevocationError::Signature.into()
    );
    assert_eq!(
        refusal(|message| {
            let other = authority(2).sign_cri(7, RevocationAlgorithm::NoRevocation);
            message.revocation_pk_sig = other.unwrap().signature().to_vec();
        }),
        RevocationError::Signature.into()
    );
    // Another epoch's information is complete and good, and not the expected one.
    assert_eq!(
        refusal(|message| {
            message.epoch = 6;
            message.revocation_pk_sig = cri(6).signature().to_vec();
        }),
        RevocationError::EpochMismatch {
            expected: 7,
            found: 6
        }
        .into()
    );
    assert_eq!(
        refusal(|message| {
            message.epoch = 0;
            message.revocation_epoch_pk.clear();
            message.revocation_pk_sig.clear();
        }),
        VerifyError::NoEpoch
    );
}

#[test]
fn the_algorithm_is_none_and_has_no_data() {
    let unexpected = |field| VerifyError::Malformed(DecodeError::Unexpected { field });
    let with = |revocation_alg, non_revocation_proof| {
        refusal(move |message| {
            message.non_revocation_proof = Some(wire::NonRevocationProof {
                revocation_alg,
                non_revocation_proof,
            });
        })
    };
    for algorithm in [-1, 1, i32::MAX] {
        assert_eq!(with(algorithm, Vec::new()), unexpected("revocation_alg"));
    }
    assert_eq!(with(0, vec![0]), unexpected("non_revocation_proof"));
    let field = "non_revocation_proof";
    assert_eq!(
        refusal(|message| message.non_revocation_proof = None),
        DecodeError::Missing { field }.into()
    );
}

/// What a presentation has no field for is not dropped.
#[test]
fn a_cri_that_cannot_be_carried() {
    let scene = Scene::new(PresentationType::Standard);
    let with_data = [&cri(7).to_bytes()[..], &[0x2a, 1, 0]].concat();
    for other in [
        Cri::from_parts(7, cri(7).epoch_key().to_vec(), vec![1], 1),
        Cri::from_bytes(&with_data).unwrap(),
    ] {
        let builder = scene.world.credential.present::<Aries>(scene.kind);
        let refusal = builder.epoch_information(&other).prove(&mut rng(4));
        let expected = PresentError::NotInProfile {
            what: "revocation algorithm but \"no revocation\"",
            profile: "aries",
        };
        assert_eq!(refusal.unwrap_err(), expected);
    }
}
