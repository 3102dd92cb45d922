//! Rule 3: what is disclosed is what the verifier asked for, and no index comes from the proof.

use idemix::{
    Aries, DecodeError, Native, ParameterError, PresentationType, Relation, Schema, SchemaError,
    VerifyError,
};
use idemix_tests::wire;
use prost::Message;

use crate::scene::{DISCLOSED, MESSAGE, SHAPE, Scene};

const KIND: PresentationType = PresentationType::EidNymRhNym;

/// Bit i of the vector says that message i is disclosed; here it has one byte, after the message count.
fn with_bits(scene: &Scene, bits: u8) -> VerifyError {
    let mut message: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    message.main_signature[2] = bits;
    scene.refusal::<Aries>(&message.encode_to_vec())
}

#[test]
fn the_bit_vector_is_compared() {
    let scene = Scene::new(KIND);
    let honest = 0b01_0001;
    for (bits, attribute) in [
        (honest ^ 0b00_0001, 0),
        (honest ^ 0b00_0010, 1),
        (honest ^ 0b00_1000, 2),
        (honest ^ 0b01_0000, 3),
        (honest ^ 0b10_0000, 4),
    ] {
        let expected = VerifyError::DisclosureMismatch { attribute };
        assert_eq!(with_bits(&scene, bits), expected);
    }
    assert_eq!(
        with_bits(&scene, honest ^ 0b00_0100),
        VerifyError::SecretKeyDisclosed
    );
    for bits in [0b0100_0000, 0b1000_0000] {
        let field = "disclosed bits";
        let expected = DecodeError::UnusedBits { field };
        assert_eq!(with_bits(&scene, honest | bits), expected.into());
    }
}

#[test]
fn the_places_of_responses_are_compared() {
    let scene = Scene::new(KIND);
    let honest: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    // After −r3 and s': message 1 is the first hidden one, message 5 the last of four.
    assert_eq!((honest.nym_eid_idx, honest.nym_rh_idx), (2, 5));
    for found in [-1, 1, 3, 5, 999, i32::MAX, i32::MIN] {
        let mut message = honest.clone();
        message.nym_eid_idx = found;
        let expected = VerifyError::IndexMismatch {
            field: "nym_eid_idx",
            expected: 2,
            found: found.into(),
        };
        assert_eq!(scene.refusal::<Aries>(&message.encode_to_vec()), expected);
    }
    for found in [-1, 2, 4, 6] {
        let mut message = honest.clone();
        message.nym_rh_idx = found;
        let expected = VerifyError::IndexMismatch {
            field: "nym_rh_idx",
            expected: 5,
            found: found.into(),
        };
        assert_eq!(scene.refusal::<Aries>(&message.encode_to_vec()), expected);
    }
    for (field, eid, rh) in [("nym_eid_idx", 0, 5), ("nym_rh_idx", 2, 0)] {
        let mut message = honest.clone();
        (message.nym_eid_idx, message.nym_rh_idx) = (eid, rh);
        let expected = DecodeError::Missing { field };
        assert_eq!(
            scene.refusal::<Aries>(&message.encode_to_vec()),
            expected.into()
        );
    }
}

/// Why an expectation of these attributes refuses an honest presentation.
fn expecting<P: crate::presenting::Codec>(attributes: &[(usize, &str)]) -> VerifyError {
    let scene = Scene::new(KIND);
    let verifier = scene.world.verifier();
    let mut expectation = verifier.expect::<P>(KIND).message(MESSAGE);
    for (attribute, value) in attributes {
        expectation = expectation.disclosed(*attribute, *value);
    }
    expectation
        .verify(&scene.present::<P>().presentation)
        .unwrap_err()
}

/// The value of attribute 0; that of attribute 3 is similar.
const VALUES: [(usize, &str); 2] = [(0, "value 0"), (3, "value 3")];

#[test]
fn other_expectations_natively() {
    assert_eq!(VALUES.map(|(attribute, _)| attribute), DISCLOSED);
    let challenge = VerifyError::BadProof(Relation::Challenge);
    assert_eq!(expecting::<Native>(&[(0, "another"), VALUES[1]]), challenge);
    assert_eq!(expecting::<Native>(&[VALUES[0], (2, "value 2")]), challenge);
    // One hidden message more, or fewer, than the presentation has.
    for (attributes, expected) in [
        (&VALUES[..1], 12),
        (&[VALUES[0], (2, "value 2"), VALUES[1]], 10),
    ] {
        let error = VerifyError::ResponseCount {
            relation: Relation::Challenge,
            expected,
            found: 11,
        };
        assert_eq!(expecting::<Native>(attributes), error);
    }
}

#[test]
fn other_expectations_in_the_aries_profile() {
    let messages = VerifyError::BadProof(Relation::Messages);
    assert_eq!(expecting::<Aries>(&[(0, "another"), VALUES[1]]), messages);
    for (attributes, attribute) in [
        (&VALUES[..1], 3),
        (&[VALUES[0], (2, "value 2")][..], 2),
        (&[VALUES[0], (2, "value 2"), VALUES[1]][..], 2),
    ] {
        let error = VerifyError::DisclosureMismatch { attribute };
        assert_eq!(expecting::<Aries>(attributes), error);
    }
}

fn senseless_expectations<P: crate::presenting::Codec>() {
    for attribute in [1, 4] {
        let error = VerifyError::CommittedAttribute { attribute };
        assert_eq!(expecting::<P>(&[(attribute, "x")]), error);
    }
    let unknown = SchemaError::UnknownAttribute {
        attribute: "number 5".into(),
    };
    assert_eq!(expecting::<P>(&[(5, "x")]), unknown.into());
    let twice = ParameterError::DuplicateIndex { index: 0 };
    assert_eq!(expecting::<P>(&[VALUES[0], VALUES[0]]), twice.into());
}

#[test]
fn senseless_expectations_are_refused() {
    senseless_expectations::<Native>();
    senseless_expectations::<Aries>();
}

#[test]
fn roles_are_distinct_and_in_range() {
    let schema = || Schema::new(["a", "b"]).unwrap();
    let one = schema().with_enrollment_id(1).unwrap();
    assert_eq!(
        one.with_revocation_handle(1),
        Err(SchemaError::SameAttribute)
    );
    let unknown = SchemaError::UnknownAttribute {
        attribute: "number 2".into(),
    };
    assert_eq!(schema().with_enrollment_id(2), Err(unknown.clone()));
    assert_eq!(schema().with_revocation_handle(2), Err(unknown));
    let beyond = SchemaError::SecretKeyPosition {
        position: 3,
        attributes: 2,
    };
    assert_eq!(schema().with_secret_key_position(3), Err(beyond));
}

/// A type that commits to an attribute needs a schema that has it.
fn missing_roles<P: crate::presenting::Codec>() {
    let scene = Scene::new(KIND);
    let shown = scene.present::<P>().presentation;
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
        let key = idemix::Issuer::from_bytes(shape.schema(), &crate::presenting::ISSUER).unwrap();
        let verifier = idemix::Verifier::new(key.public_key().clone());
        let refusal = scene
            .expectation::<P>(&verifier)
            .verify(&shown)
            .unwrap_err();
        assert_eq!(refusal, error.into());
    }
}

#[test]
fn missing_roles_are_named() {
    missing_roles::<Native>();
    missing_roles::<Aries>();
}
