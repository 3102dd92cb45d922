//! What a holder cannot present, although it might be asked to.

use idemix::{
    Aries, CredentialError, DecodeError, EidOpening, Holder, Native, ParameterError, PresentError,
    PresentationType, Relation, RhOpening, SchemaError, VerifyError,
};

use crate::bad_encodings::r_plus;
use crate::presenting::{Codec, World, rng};
use crate::scene::{SHAPE, Scene};

const KIND: PresentationType = PresentationType::EidNymRhNym;

fn refusals<P: Codec>() {
    let scene = Scene::new(KIND);
    let credential = &scene.world.credential;
    let builder = || credential.present::<P>(KIND);
    let rng = &mut rng(7);
    for attribute in [1, 4] {
        let refusal = builder().disclose(attribute).prove(rng).unwrap_err();
        assert_eq!(refusal, PresentError::CommittedAttribute { attribute });
    }
    let unknown = |attribute: &str| SchemaError::UnknownAttribute {
        attribute: attribute.into(),
    };
    let refusal = builder().disclose(5).prove(rng).unwrap_err();
    assert_eq!(refusal, unknown("number 5").into());
    let refusal = builder().disclose("sk").prove(rng).unwrap_err();
    assert_eq!(refusal, unknown("\"sk\"").into());
    let refusal = builder().disclose(0).disclose("attribute 0").prove(rng);
    let twice = ParameterError::DuplicateIndex { index: 0 };
    assert_eq!(refusal.unwrap_err(), twice.into());

    // Openings of other values.
    let wrong = |what| PresentError::WrongOpening { what };
    let shown = builder().prove(rng).unwrap();
    let (eid, rh) = (shown.eid_opening.unwrap(), shown.rh_opening.unwrap());
    let opening = EidOpening::new(*rh.value(), *rh.randomness());
    let refusal = builder().with_eid_opening(&opening).prove(rng).unwrap_err();
    assert_eq!(refusal, wrong("EID nym"));
    let opening = RhOpening::new(*eid.value(), *eid.randomness());
    let refusal = builder().with_rh_opening(&opening).prove(rng).unwrap_err();
    assert_eq!(refusal, wrong("RH nym"));

    // Openings that the type has no nym for.
    let standard = credential.present::<P>(PresentationType::Standard);
    let refusal = standard.with_eid_opening(&eid).prove(rng).unwrap_err();
    assert_eq!(refusal, wrong("EID opening"));
    let without_rh = credential.present::<P>(PresentationType::EidNym);
    let refusal = without_rh.with_rh_opening(&rh).prove(rng).unwrap_err();
    assert_eq!(refusal, wrong("RH opening"));
}

/// That a nym is this holder's is checked when it is loaded. What is presented under another's does not verify.
fn nyms_of_others<P: Codec>(relation: Relation) {
    let scene = Scene::new(KIND);
    let (key, holder) = (scene.world.key(), &scene.world.holder);
    let other = Holder::generate(&mut rng(8))
        .new_nym(key, &mut rng(8))
        .unwrap();
    let stored = other.expose_bytes();
    let refusal = holder.load_nym(key, stored.as_ref()).unwrap_err();
    assert_eq!(refusal, CredentialError::OtherNym);
    let builder = scene.world.credential.present::<P>(KIND).with_nym(&other);
    let shown = builder.prove(&mut rng(8)).unwrap();
    let verifier = scene.world.verifier();
    let refusal = verifier
        .expect::<P>(KIND)
        .verify(&shown.presentation)
        .unwrap_err();
    assert_eq!(refusal, VerifyError::BadProof(relation));
}

#[test]
fn nyms_of_other_holders() {
    nyms_of_others::<Native>(Relation::Challenge);
    nyms_of_others::<Aries>(Relation::Nym);
}

#[test]
fn wrong_parts() {
    refusals::<Native>();
    refusals::<Aries>();
}

/// Card types need a credential whose key is in a card, and the Aries profile.
#[test]
fn card_types() {
    let scene = Scene::new(KIND);
    for kind in [
        PresentationType::Smartcard,
        PresentationType::SmartcardNoNyms,
    ] {
        let credential = &scene.world.credential;
        let refusal = credential.present::<Native>(kind).prove(&mut rng(9));
        let error = PresentError::NotInProfile {
            what: "card presentations",
            profile: "native",
        };
        assert_eq!(refusal.unwrap_err(), error);
        let refusal = credential.present::<Aries>(kind).prove(&mut rng(9));
        let in_card = false;
        let error = PresentError::CardMismatch { kind, in_card };
        assert_eq!(refusal.unwrap_err(), error);
    }
}

#[test]
fn an_empty_scope() {
    let scene = Scene::new(PresentationType::Standard);
    let builder = scene.world.credential.present::<Native>(scene.kind);
    let refusal = builder.scope(b"").prove(&mut rng(10)).unwrap_err();
    assert_eq!(refusal, PresentError::Scope(nym::ScopeError::Empty));
}

#[test]
fn roles_that_the_schema_lacks() {
    for (shape, error) in [
        (
            crate::presenting::Shape { eid: None, ..SHAPE },
            SchemaError::NoEnrollmentId,
        ),
        (
            crate::presenting::Shape { rh: None, ..SHAPE },
            SchemaError::NoRevocationHandle,
        ),
    ] {
        let world = World::new(shape, &mut rng(11));
        let refusal = world.credential.present::<Native>(KIND).prove(&mut rng(12));
        assert_eq!(refusal.unwrap_err(), error.clone().into());
        let refusal = world.credential.present::<Aries>(KIND).prove(&mut rng(12));
        assert_eq!(refusal.unwrap_err(), error.into());
    }
}

#[test]
fn keys_of_holders() {
    let field = "holder key";
    let refusal = |bytes: &[u8]| Holder::from_bytes(bytes).unwrap_err();
    assert_eq!(refusal(&[0; 32]), DecodeError::Zero { field });
    assert_eq!(refusal(&r_plus(0)), DecodeError::Scalar { field });
    assert!(matches!(refusal(&[1; 31]), DecodeError::Length { .. }));
    let left = DecodeError::TrailingBytes {
        object: field,
        count: 1,
    };
    assert_eq!(refusal(&[1; 33]), left);
}
