//! Rule 8: an auditor opens what was verified, and only what the opening fits.

use idemix::{
    Aries, Attribute, AuditError, Auditor, AuditorError, EidOpening, Issuer, Native,
    PresentationType, RhOpening, SchemaError,
};

use crate::presenting::{Codec, ISSUER, Shape};
use crate::scene::{SHAPE, Scene};

const EID: usize = 1;
const RH: usize = 4;

fn openings<P: Codec>() {
    let scene = Scene::new(PresentationType::EidNymRhNym);
    let verifier = scene.world.verifier();
    let shown = scene.present::<P>();
    let evidence = scene
        .expectation::<P>(&verifier)
        .verify(&shown.presentation)
        .unwrap();
    let (eid, rh) = (shown.eid_opening.unwrap(), shown.rh_opening.unwrap());
    let value = |attribute: usize| scene.world.attributes[attribute].clone();
    let auditor = Auditor::new(scene.world.key().clone());
    assert!(auditor.open_eid(&evidence, &eid, &value(EID)).is_ok());
    assert!(auditor.open_rh(&evidence, &rh, &value(RH)).is_ok());

    // The honest opening, and another person suspected.
    let another = Attribute::from("another");
    let commitment = "EID nym";
    let refusal = auditor.open_eid(&evidence, &eid, &another).unwrap_err();
    assert_eq!(refusal, AuditError::ValueMismatch { commitment }.into());
    // An opening to that person does not exist.
    let mismatch = AuditorError::Audit(AuditError::OpeningMismatch { commitment });
    let forged = EidOpening::new(another.to_scalar(), *eid.randomness());
    let refusal = auditor.open_eid(&evidence, &forged, &another).unwrap_err();
    assert_eq!(refusal, mismatch);
    let forged = EidOpening::new(*eid.value(), *rh.randomness());
    let refusal = auditor
        .open_eid(&evidence, &forged, &value(EID))
        .unwrap_err();
    assert_eq!(refusal, mismatch);
    let refusal = auditor.open_eid_nym(evidence.eid_nym().unwrap(), &forged, &value(EID));
    assert_eq!(refusal.unwrap_err(), mismatch);

    let commitment = "RH nym";
    let refusal = auditor.open_rh(&evidence, &rh, &another).unwrap_err();
    assert_eq!(refusal, AuditError::ValueMismatch { commitment }.into());
    let mismatch = AuditorError::Audit(AuditError::OpeningMismatch { commitment });
    let forged = RhOpening::new(*rh.value(), *eid.randomness());
    let nym = evidence.rh_nym().unwrap();
    let refusal = auditor.open_rh(&evidence, &forged, &value(RH)).unwrap_err();
    assert_eq!(refusal, mismatch);
    let refusal = auditor.open_rh_nym(nym, &forged, &value(RH)).unwrap_err();
    assert_eq!(refusal, mismatch);
    assert_eq!(auditor.open_rh_value(nym, &forged).unwrap_err(), mismatch);

    let with = |shape: Shape, secret_key: [u8; 32]| {
        let issuer = Issuer::from_bytes(shape.schema(), &secret_key).unwrap();
        Auditor::new(issuer.public_key().clone())
    };
    let other = with(SHAPE, [4; 32]);
    let refusal = other.open_eid(&evidence, &eid, &value(EID)).unwrap_err();
    assert_eq!(refusal, AuditorError::OtherIssuer);
    let refusal = other.open_rh(&evidence, &rh, &value(RH)).unwrap_err();
    assert_eq!(refusal, AuditorError::OtherIssuer);
    let commitment = "EID nym";
    let refusal = other.open_eid_nym(evidence.eid_nym().unwrap(), &eid, &value(EID));
    let mismatch = AuditorError::Audit(AuditError::OpeningMismatch { commitment });
    assert_eq!(refusal.unwrap_err(), mismatch);
    // The same key with another schema: another attribute is the enrollment ID, or none is.
    let moved = with(
        Shape {
            eid: Some(0),
            ..SHAPE
        },
        ISSUER,
    );
    let refusal = moved.open_eid_nym(evidence.eid_nym().unwrap(), &eid, &value(EID));
    assert_eq!(refusal.unwrap_err(), mismatch);
    let none = with(
        Shape {
            eid: None,
            rh: None,
            ..SHAPE
        },
        ISSUER,
    );
    let refusal = none.open_eid_nym(evidence.eid_nym().unwrap(), &eid, &value(EID));
    assert_eq!(refusal.unwrap_err(), SchemaError::NoEnrollmentId.into());
    let refusal = none.open_rh_value(nym, &rh).unwrap_err();
    assert_eq!(refusal, SchemaError::NoRevocationHandle.into());

    let standard = Scene::new(PresentationType::Standard);
    let shown = standard.present::<P>().presentation;
    let evidence = standard.expectation::<P>(&verifier).verify(&shown).unwrap();
    let nym = "EID nym";
    let refusal = auditor.open_eid(&evidence, &eid, &value(EID)).unwrap_err();
    assert_eq!(refusal, AuditorError::NoSuchNym { nym });
    let nym = "RH nym";
    let refusal = auditor.open_rh(&evidence, &rh, &value(RH)).unwrap_err();
    assert_eq!(refusal, AuditorError::NoSuchNym { nym });
}

#[test]
fn openings_that_do_not_fit() {
    openings::<Native>();
    openings::<Aries>();
}
