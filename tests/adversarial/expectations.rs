//! What a verifier expects besides the disclosed attributes: nyms, openings, keys, nonces, scopes.

use idemix::{
    Aries, EidOpening, Issuer, Native, PresentationNonce, PresentationType, Relation, RhOpening,
    Verifier, VerifyError,
};

use crate::presenting::{Codec, ISSUER, rng};
use crate::scene::{SHAPE, Scene};

const KIND: PresentationType = PresentationType::EidNymRhNym;

fn nyms_and_openings<P: Codec>() {
    let scene = Scene::new(KIND);
    let verifier = scene.world.verifier();
    let shown = scene.present::<P>();
    let other = scene
        .world
        .credential
        .present::<P>(KIND)
        .prove(&mut rng(5))
        .unwrap();
    let other_evidence = verifier
        .expect::<P>(KIND)
        .verify(&other.presentation)
        .unwrap();
    let expectation = || scene.expectation::<P>(&verifier);
    let presentation = &shown.presentation;

    let refusal = expectation().nym(other_evidence.nym()).verify(presentation);
    assert_eq!(
        refusal.unwrap_err(),
        VerifyError::NymMismatch { nym: "nym" }
    );
    let eid_nym = other_evidence.eid_nym().unwrap();
    let refusal = expectation().eid_nym(eid_nym).verify(presentation);
    assert_eq!(
        refusal.unwrap_err(),
        VerifyError::NymMismatch { nym: "EID nym" }
    );
    let rh_nym = other_evidence.rh_nym().unwrap();
    let refusal = expectation().rh_nym(rh_nym).verify(presentation);
    assert_eq!(
        refusal.unwrap_err(),
        VerifyError::NymMismatch { nym: "RH nym" }
    );

    // The opening of another nym of the same value; the right randomness with another value.
    let (eid, rh) = (shown.eid_opening.unwrap(), shown.rh_opening.unwrap());
    let value = *rh.value();
    for opening in [
        other.eid_opening.unwrap(),
        EidOpening::new(value, *eid.randomness()),
    ] {
        let refusal = expectation().eid_opening(&opening).verify(presentation);
        let expected = VerifyError::OpeningMismatch { nym: "EID nym" };
        assert_eq!(refusal.unwrap_err(), expected);
        // Beside the right nym, in either order.
        let evidence = expectation().verify(presentation).unwrap();
        let nym = evidence.eid_nym().unwrap();
        for both in [
            expectation().eid_nym(nym).eid_opening(&opening),
            expectation().eid_opening(&opening).eid_nym(nym),
        ] {
            assert_eq!(both.verify(presentation).unwrap_err(), expected);
        }
    }
    for opening in [
        other.rh_opening.unwrap(),
        RhOpening::new(*eid.value(), *rh.randomness()),
    ] {
        let refusal = expectation().rh_opening(&opening).verify(presentation);
        let expected = VerifyError::OpeningMismatch { nym: "RH nym" };
        assert_eq!(refusal.unwrap_err(), expected);
    }
    let both = expectation().eid_opening(&eid).rh_opening(&rh);
    assert!(both.verify(presentation).is_ok());

    let standard = Scene::new(PresentationType::Standard);
    let kind = PresentationType::Standard;
    let shown = standard.present::<P>().presentation;
    let refusal = standard
        .expectation::<P>(&verifier)
        .eid_opening(&eid)
        .verify(&shown);
    let nym = "EID nym";
    assert_eq!(refusal.unwrap_err(), VerifyError::NoSuchNym { nym, kind });
    let refusal = standard
        .expectation::<P>(&verifier)
        .rh_nym(rh_nym)
        .verify(&shown);
    let nym = "RH nym";
    assert_eq!(refusal.unwrap_err(), VerifyError::NoSuchNym { nym, kind });
}

#[test]
fn expected_nyms_and_openings() {
    nyms_and_openings::<Native>();
    nyms_and_openings::<Aries>();
}

/// Under other keys the first sub-proof fails in the Aries profile, the challenge in the native one.
fn keys<P: Codec>(relation: Relation) {
    let scene = Scene::new(KIND);
    let shown = scene.present::<P>().presentation;
    let other = Issuer::from_bytes(SHAPE.schema(), &[4; 32]).unwrap();
    let own = Issuer::from_bytes(SHAPE.schema(), &ISSUER).unwrap();
    let keys = [other.public_key().clone(), own.public_key().clone()];
    let refusal = |keys: &[idemix::IssuerPublicKey]| {
        let verifier = Verifier::with_keys(keys.iter().cloned());
        scene.expectation::<P>(&verifier).verify(&shown).err()
    };
    assert_eq!(refusal(&[]), Some(VerifyError::NoIssuerKey));
    assert_eq!(refusal(&keys[..1]), Some(VerifyError::BadProof(relation)));
    // Keys rotate: both orders verify, and the evidence names the key.
    let verifier = Verifier::with_keys(keys.clone());
    let evidence = scene.expectation::<P>(&verifier).verify(&shown).unwrap();
    assert_eq!(*evidence.issuer(), keys[1]);
    assert_eq!(refusal(&[keys[1].clone(), keys[0].clone()]), None);
}

#[test]
fn issuer_keys() {
    keys::<Native>(Relation::Challenge);
    keys::<Aries>(Relation::Randomisation);
}

#[test]
fn another_message() {
    let scene = Scene::new(KIND);
    let verifier = scene.world.verifier();
    let shown = scene.present::<Native>().presentation;
    let refusal = scene
        .expectation::<Native>(&verifier)
        .message(b"another")
        .verify(&shown);
    let expected = VerifyError::BadProof(Relation::Challenge);
    assert_eq!(refusal.unwrap_err(), expected);
    let shown = scene.present::<Aries>().presentation;
    let refusal = scene
        .expectation::<Aries>(&verifier)
        .message(b"another")
        .verify(&shown);
    let expected = VerifyError::BadProof(Relation::Randomisation);
    assert_eq!(refusal.unwrap_err(), expected);
}

/// Nonce against replay, context, scope: native only.
#[test]
fn nonce_context_and_scope() {
    let scene = Scene::new(PresentationType::Standard);
    let verifier = scene.world.verifier();
    let nonces = [1, 2].map(|byte| PresentationNonce::from_bytes([byte; 32]));
    let builder = scene.world.credential.present::<Native>(scene.kind);
    let builder = builder.nonce(&nonces[0]).context(b"here").scope(b"shop");
    let shown = builder.prove(&mut rng(6)).unwrap().presentation;
    let expect = || verifier.expect::<Native>(scene.kind);
    let bad = Some(VerifyError::BadProof(Relation::Challenge));
    let absent = Some(VerifyError::ScopePresence {
        expected: false,
        found: true,
    });
    let here = || expect().nonce(&nonces[0]).context(b"here");
    for (expectation, expected) in [
        (here().scope(b"shop"), None),
        (here(), absent),
        (here().scope(b"another"), bad.clone()),
        (here().scope(b""), Some(nym::ScopeError::Empty.into())),
        (here().context(b"there").scope(b"shop"), bad.clone()),
        (here().nonce(&nonces[1]).scope(b"shop"), bad.clone()),
        (expect().context(b"here").scope(b"shop"), bad),
    ] {
        assert_eq!(expectation.verify(&shown).err(), expected);
    }
    let without = scene.present::<Native>().presentation;
    let present = VerifyError::ScopePresence {
        expected: true,
        found: false,
    };
    let refusal = scene
        .expectation::<Native>(&verifier)
        .scope(b"shop")
        .verify(&without);
    assert_eq!(refusal.unwrap_err(), present);
}

#[test]
fn card_types_are_not_verified_without_the_card() {
    let scene = Scene::new(PresentationType::Standard);
    let verifier = scene.world.verifier();
    let shown = scene.present::<Aries>().presentation;
    for kind in [
        PresentationType::Smartcard,
        PresentationType::SmartcardNoNyms,
    ] {
        let refusal = verifier.expect::<Aries>(kind).verify(&shown);
        assert_eq!(refusal.unwrap_err(), VerifyError::CardProofRequired);
    }
}
