//! Rules 1 and 11: one object has one encoding.

use idemix::{Aries, DecodeError, Native, Presentation, PresentationType, VerifyError};
use idemix_tests::wire;
use prost::Message;

use crate::presenting::KINDS;
use crate::scene::{Scene, spliced};

const OBJECT: &str = "presentation";

fn non_canonical() -> VerifyError {
    DecodeError::NonCanonical { object: OBJECT }.into()
}

#[test]
fn protobuf_has_one_form() {
    let scene = Scene::new(PresentationType::EidNymRhNym);
    let bytes = scene.bytes::<Aries>();
    let message: wire::Signature = wire::read(&bytes).unwrap();
    // Field 1 has a tag and a length of two bytes, field 2 is 34 bytes long and comes then.
    let second = 3 + message.main_signature.len();
    let (first, nonce) = (&bytes[..second], &bytes[second..second + 34]);
    let rest = &bytes[second + 34..];
    assert_eq!(nonce[..2], [0x12, 32]);
    for altered in [
        // An unknown field, of each kind.
        [&bytes[..], &[0x78, 1]].concat(),
        [&bytes[..], &[0x7a, 1, 0]].concat(),
        // A field twice, the same and another.
        [&bytes[..], nonce].concat(),
        [first, nonce, nonce, rest].concat(),
        [first, &[0x12, 0], nonce, rest].concat(),
        // Fields out of order.
        [nonce, first, rest].concat(),
        // A number longer than it must be: a length, a tag, an index.
        spliced(&bytes, second + 1..second + 2, &[32 | 0x80, 0]),
        spliced(&bytes, second..second + 1, &[0x12 | 0x80, 0]),
        // A field of value zero, which is written by leaving it out.
        [&bytes[..bytes.len() - 2], &[0x68, 0], &[0x72, 0]].concat(),
    ] {
        assert_eq!(scene.refusal::<Aries>(&altered), non_canonical());
    }
    for altered in [
        &bytes[..bytes.len() - 1],
        &bytes[..10],
        b"\xff\xff",
        b"\x0a",
    ] {
        let malformed = DecodeError::Malformed {
            object: OBJECT,
            format: "protobuf",
        };
        assert_eq!(scene.refusal::<Aries>(altered), malformed.into());
    }
}

#[test]
fn sub_proofs_end_where_they_should() {
    let scene = Scene::new(PresentationType::EidNymRhNym);
    let honest: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    let left = |object| DecodeError::TrailingBytes { object, count: 1 };
    for (object, field) in [
        ("main signature", 0),
        ("nym", 1),
        ("nym proof", 2),
        ("EID nym", 3),
        ("EID nym proof", 4),
        ("RH nym", 5),
        ("RH nym proof", 6),
    ] {
        let mut message = honest.clone();
        let fields = [
            &mut message.main_signature,
            &mut message.nym,
            &mut message.nym_proof,
            &mut message.nym_eid,
            &mut message.nym_eid_proof,
            &mut message.nym_rh,
            &mut message.nym_rh_proof,
        ];
        fields.into_iter().nth(field).unwrap().push(0);
        let refusal = scene.refusal::<Aries>(&message.encode_to_vec());
        assert_eq!(refusal, left(object).into());
    }
}

#[test]
fn fields_belong_together() {
    let scene = Scene::new(PresentationType::EidNymRhNym);
    let honest: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    let refusal = |alter: &dyn Fn(&mut wire::Signature)| {
        let mut message = honest.clone();
        alter(&mut message);
        scene.refusal::<Aries>(&message.encode_to_vec())
    };
    let missing = |field| VerifyError::Malformed(DecodeError::Missing { field });
    let unexpected = |field| VerifyError::Malformed(DecodeError::Unexpected { field });
    assert_eq!(
        refusal(&|m| m.nym_eid_proof.clear()),
        missing("nym_eid_proof")
    );
    assert_eq!(
        refusal(&|m| m.nym_rh_proof.clear()),
        missing("nym_rh_proof")
    );
    assert_eq!(refusal(&|m| m.nym_eid.clear()), unexpected("nym_eid_proof"));
    assert_eq!(refusal(&|m| m.nym_rh.clear()), unexpected("nym_rh_proof"));
    assert_eq!(refusal(&|m| m.nym_proof.clear()), missing("nym_proof"));
    assert_eq!(
        refusal(&|m| {
            m.nym_eid.clear();
            m.nym_eid_proof.clear();
        }),
        unexpected("nym_eid_idx")
    );
    assert_eq!(
        refusal(&|m| {
            m.nym_eid.clear();
            m.nym_eid_proof.clear();
            m.nym_eid_idx = 0;
        }),
        missing("nym_eid")
    );
}

/// Without its commitments a presentation is one of another type, which is not the expected one.
#[test]
fn types_are_not_mistaken() {
    for expected in KINDS {
        for found in KINDS.into_iter().filter(|found| *found != expected) {
            let error = VerifyError::WrongType { expected, found };
            let (expecting, shown) = (Scene::new(expected), Scene::new(found));
            assert_eq!(expecting.refusal::<Aries>(&shown.bytes::<Aries>()), error);
            assert_eq!(expecting.refusal::<Native>(&shown.bytes::<Native>()), error);
        }
    }
    let scene = Scene::new(PresentationType::EidNymRhNym);
    let mut message: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    message.nym_rh = Vec::new();
    message.nym_rh_proof = Vec::new();
    message.nym_rh_idx = 0;
    let error = VerifyError::WrongType {
        expected: PresentationType::EidNymRhNym,
        found: PresentationType::EidNym,
    };
    assert_eq!(scene.refusal::<Aries>(&message.encode_to_vec()), error);
    // A verifier that takes the smaller type finds another label in the challenge.
    let smaller = Scene::new(PresentationType::EidNym);
    let error = VerifyError::BadProof(idemix::Relation::Randomisation);
    assert_eq!(smaller.refusal::<Aries>(&message.encode_to_vec()), error);
}

#[test]
fn the_native_encoding_has_one_form() {
    let scene = Scene::new(PresentationType::EidNymRhNym);
    let bytes = scene.bytes::<Native>();
    let refusal = |altered: &[u8]| scene.refusal::<Native>(altered);
    for version in [0, 2, 0x0a, 0xff] {
        let error = DecodeError::Version {
            object: OBJECT,
            version,
        };
        assert_eq!(refusal(&spliced(&bytes, 0..1, &[version])), error.into());
    }
    // The card types are numbers 3 and 4 in the transcript; they have no native encoding.
    for kind in [3, 4, 5, 0xff] {
        let error = DecodeError::Unexpected {
            field: "presentation type",
        };
        assert_eq!(refusal(&spliced(&bytes, 1..2, &[kind])), error.into());
    }
    for (kind, field) in [(0, "EID nym"), (1, "RH nym")] {
        let error = DecodeError::Unexpected { field };
        assert_eq!(refusal(&spliced(&bytes, 1..2, &[kind])), error.into());
    }
    // The flags of the options stand after version, type and four points.
    let flag = 2 + 4 * 48;
    assert_eq!(bytes[flag], 1);
    let without = spliced(&bytes, flag..flag + 49, &[0]);
    let error = DecodeError::Missing { field: "EID nym" };
    assert_eq!(refusal(&without), error.into());
    let malformed = DecodeError::Malformed {
        object: OBJECT,
        format: "bincode",
    };
    for byte in [2, 0x81, 0xff] {
        assert_eq!(
            refusal(&spliced(&bytes, flag..flag + 1, &[byte])),
            malformed.into()
        );
    }
    let left = DecodeError::TrailingBytes {
        object: OBJECT,
        count: 1,
    };
    assert_eq!(refusal(&[&bytes[..], &[0]].concat()), left.into());
    for length in [1, 2, 100, bytes.len() - 1] {
        assert_eq!(refusal(&bytes[..length]), malformed.into());
    }
    assert!(matches!(
        Presentation::<Native>::from_bytes(b""),
        Err(DecodeError::Length { .. })
    ));
}

#[test]
fn objects_beyond_every_limit_are_not_read() {
    let scene = Scene::new(PresentationType::Standard);
    let limit = 4 << 20;
    let huge = vec![1; limit + 1];
    let error = DecodeError::TooLarge {
        object: OBJECT,
        limit,
        found: limit + 1,
    };
    assert_eq!(scene.refusal::<Aries>(&huge), error.into());
    assert_eq!(scene.refusal::<Native>(&huge), error.into());
}
