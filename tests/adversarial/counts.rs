//! Rules 2 and 5: as many responses, sub-proofs and messages as the verifier's own statement calls for.

use idemix::{
    Aries, DecodeError, Issuer, IssuerPublicKey, KeyError, Limits, Native, ParameterError,
    PresentationType, Relation, Schema, SchemaError, VerifyError,
};
use idemix_tests::wire;
use prost::Message;

use crate::presenting::ISSUER;
use crate::scene::{SHAPE, Scene, spliced};

const KIND: PresentationType = PresentationType::EidNymRhNym;

/// A sub-proof with another number of responses; the count says so.
fn with_responses(block: &[u8], count: usize) -> Vec<u8> {
    let mut block = block.to_vec();
    block.resize(52 + 32 * count, 0);
    block[48..52].copy_from_slice(&u32::try_from(count).unwrap().to_be_bytes());
    block
}

/// Where proof 1 and proof 2 stand in an Aries main proof, whose bit vector has one byte here.
fn blocks(main: &[u8]) -> [std::ops::Range<usize>; 2] {
    let first = 3 + 3 * 48 + 4;
    let second = first + 52 + 2 * 32;
    [first..second, second..main.len()]
}

#[test]
fn responses_of_an_aries_presentation() {
    let scene = Scene::new(KIND);
    let honest: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    let expect = |message: wire::Signature, relation, expected, found| {
        let error = VerifyError::ResponseCount {
            relation,
            expected,
            found,
        };
        assert_eq!(scene.refusal::<Aries>(&message.encode_to_vec()), error);
    };
    for found in [0, 1, 3, 40] {
        for (relation, field) in [
            (Relation::Nym, 0),
            (Relation::EidNym, 1),
            (Relation::RhNym, 2),
        ] {
            let mut message = honest.clone();
            let block = [
                &mut message.nym_proof,
                &mut message.nym_eid_proof,
                &mut message.nym_rh_proof,
            ];
            let [first, second, third] = block;
            let block = [first, second, third].into_iter().nth(field).unwrap();
            *block = with_responses(block, found);
            expect(message, relation, 2, found);
        }
        let [first, second] = blocks(&honest.main_signature);
        let mut message = honest.clone();
        let block = with_responses(&honest.main_signature[second.clone()], found);
        message.main_signature = spliced(&honest.main_signature, second, &block);
        expect(message, Relation::Messages, 6, found);

        let mut message = honest.clone();
        let block = with_responses(&honest.main_signature[first.clone()], found);
        let length = u32::try_from(block.len()).unwrap().to_be_bytes();
        let with_length = [&length[..], &block].concat();
        let place = first.start - 4..first.end;
        message.main_signature = spliced(&honest.main_signature, place, &with_length);
        expect(message, Relation::Randomisation, 2, found);
    }
}

/// A count that does not fit the bytes is refused before anything is allocated.
#[test]
fn counts_and_lengths_that_do_not_fit() {
    let scene = Scene::new(KIND);
    let honest: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    for count in [3, u32::MAX, u32::MAX / 32 + 1] {
        let mut message = honest.clone();
        message.nym_proof[48..52].copy_from_slice(&count.to_be_bytes());
        let refusal = scene.refusal::<Aries>(&message.encode_to_vec());
        let expected = usize::try_from(count).unwrap().saturating_mul(32);
        let length = DecodeError::Length {
            object: "nym proof",
            expected,
            found: 64,
        };
        assert_eq!(refusal, length.into());
    }
    let mut message = honest.clone();
    message.nym_proof[48..52].copy_from_slice(&1u32.to_be_bytes());
    let left = DecodeError::TrailingBytes {
        object: "nym proof",
        count: 32,
    };
    assert_eq!(
        scene.refusal::<Aries>(&message.encode_to_vec()),
        left.into()
    );

    let [first, _] = blocks(&honest.main_signature);
    for length in [0, 115, 117, u32::MAX] {
        let mut message = honest.clone();
        message.main_signature[first.start - 4..first.start].copy_from_slice(&length.to_be_bytes());
        let refusal = scene.refusal::<Aries>(&message.encode_to_vec());
        assert!(
            matches!(
                refusal,
                VerifyError::Malformed(
                    DecodeError::Length { .. } | DecodeError::TrailingBytes { .. }
                )
            ),
            "{refusal:?}"
        );
    }
}

#[test]
fn responses_of_a_native_presentation() {
    let scene = Scene::new(KIND);
    let bytes = scene.bytes::<Native>();
    // −e, r2, −r3, s', four hidden messages, three times r.
    let expected = 11;
    let start = bytes.len() - 32 * expected - 8;
    for found in [0, 10, 12, 40] {
        let mut altered = bytes[..start].to_vec();
        altered.extend_from_slice(&(found as u64).to_be_bytes());
        altered.resize(start + 8 + 32 * found, 1);
        let error = VerifyError::ResponseCount {
            relation: Relation::Challenge,
            expected,
            found,
        };
        assert_eq!(scene.refusal::<Native>(&altered), error);
    }
    for count in [10, 12, u64::MAX] {
        let altered = spliced(&bytes, start..start + 8, &count.to_be_bytes());
        let refusal = scene.refusal::<Native>(&altered);
        let malformed = matches!(
            refusal,
            VerifyError::Malformed(
                DecodeError::Malformed { .. } | DecodeError::TrailingBytes { .. }
            )
        );
        assert!(malformed, "{refusal:?}");
    }
}

#[test]
fn message_count_of_an_aries_presentation() {
    let scene = Scene::new(KIND);
    let honest: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    // As many as the one byte of the bit vector has room for.
    for found in [5u16, 7] {
        let mut message = honest.clone();
        message.main_signature[..2].copy_from_slice(&found.to_be_bytes());
        let error = DecodeError::Count {
            field: "message count",
            expected: 6,
            found: found.into(),
        };
        assert_eq!(
            scene.refusal::<Aries>(&message.encode_to_vec()),
            error.into()
        );
    }
}

#[test]
fn limits_hold_before_generators_are_derived() {
    let schema = |count: usize| Schema::new((0..count).map(|number| number.to_string()));
    let key = Issuer::from_bytes(SHAPE.schema(), &ISSUER).unwrap();
    let key = key.public_key().to_bytes();
    // The secret key is the message beyond the default limit.
    let too_many = KeyError::Parameter(ParameterError::MessageCount {
        count: 1025,
        limit: 1024,
    });
    let refusal = IssuerPublicKey::from_bytes(schema(1024).unwrap(), &key);
    assert_eq!(refusal.unwrap_err(), too_many);
    let refusal = Issuer::from_bytes(schema(1024).unwrap(), &ISSUER);
    assert_eq!(refusal.unwrap_err(), too_many);
    let limits = Limits::default();
    let refusal = IssuerPublicKey::from_bytes_with_limits(schema(1024).unwrap(), &key, limits);
    assert_eq!(refusal.unwrap_err(), too_many);

    for count in [0, 65_535] {
        assert_eq!(schema(count), Err(SchemaError::AttributeCount { count }));
    }
    assert!(schema(65_534).is_ok());
}
