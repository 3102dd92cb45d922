//! Rules 1 and 10: canonical points of the subgroup, none of them the identity; scalars below r.

use std::ops::Range;

use bbs::curve::{g1_from_compressed, g1_to_uncompressed};
use idemix::{Aries, DecodeError, Native, PresentationType, Relation, VerifyError};

use idemix_tests::wire;
use prost::Message;

use crate::bad_encodings::{IDENTITY, not_canonical, outside_subgroup, p, r_plus};
use crate::elements::{Divided, Part};
use crate::scene::{Scene, spliced};

const KIND: PresentationType = PresentationType::EidNymRhNym;

fn places<P: Divided>(bytes: &[u8], wanted: Part) -> Vec<Range<usize>> {
    let parts = P::divide(bytes).into_iter();
    parts
        .filter_map(|(part, range)| (part == wanted).then_some(range))
        .collect()
}

fn compressed_points<P: Divided>(names: &[&'static str]) {
    let scene = Scene::new(KIND);
    let bytes = scene.bytes::<P>();
    let places = places::<P>(&bytes, Part::Compressed);
    for (place, field) in places.into_iter().zip(names.iter().copied()) {
        let refusal = |point: &[u8; 48]| scene.refusal::<P>(&spliced(&bytes, place.clone(), point));
        let (outside, _) = outside_subgroup();
        assert_eq!(refusal(&IDENTITY), DecodeError::Identity { field }.into());
        assert_eq!(refusal(&outside), DecodeError::Subgroup { field }.into());
        for (fault, point) in not_canonical(bytes[place.clone()].try_into().unwrap()) {
            let expected = DecodeError::Point { field }.into();
            assert_eq!(refusal(&point), expected, "{field}: {fault}");
        }
    }
}

#[test]
fn points_of_a_native_presentation() {
    compressed_points::<Native>(&["A'", "Ā", "d", "nym", "EID nym", "RH nym"]);
}

#[test]
fn points_of_an_aries_presentation() {
    compressed_points::<Aries>(&["A'", "Ā", "d"]);
}

/// They only have to decode: the equation decides, and the challenge that changes with them.
#[test]
fn commitments_of_an_aries_presentation() {
    let scene = Scene::new(KIND);
    let bytes = scene.bytes::<Aries>();
    let commitments = places::<Aries>(&bytes, Part::Compressed).split_off(3);
    assert_eq!(commitments.len(), 5);
    for place in commitments {
        let refusal =
            |point: &[u8; 48]| scene.refusal::<Aries>(&spliced(&bytes, place.clone(), point));
        let (outside, _) = outside_subgroup();
        for point in [IDENTITY, outside] {
            let expected = VerifyError::BadProof(Relation::Randomisation);
            assert_eq!(refusal(&point), expected);
        }
        for (fault, point) in not_canonical(bytes[place.clone()].try_into().unwrap()) {
            let field = "commitment T";
            let expected = DecodeError::Point { field }.into();
            assert_eq!(refusal(&point), expected, "{fault}");
        }
    }
}

/// Uncompressed points that are no canonical encoding, each with its fault.
fn not_canonical_uncompressed(good: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let with = |place: usize, byte: u8| {
        let mut bytes = good.to_vec();
        bytes[place] = byte;
        bytes
    };
    let mut x_of_p = good.to_vec();
    x_of_p[..48].copy_from_slice(&p());
    let mut infinity = vec![0; 96];
    infinity[0] = 0x40;
    infinity[95] = 1;
    vec![
        ("another y", with(95, good[95] ^ 1)),
        ("another x", with(47, good[47] ^ 1)),
        ("a compression flag", with(0, good[0] | 0x80)),
        ("an infinity flag", with(0, good[0] | 0x40)),
        ("a sign flag", with(0, good[0] | 0x20)),
        ("infinity with a y", infinity),
        ("x = p", x_of_p),
        ("all zero", vec![0; 96]),
        ("all ones", vec![0xff; 96]),
    ]
}

#[test]
fn nyms_of_an_aries_presentation() {
    let scene = Scene::new(KIND);
    let bytes = scene.bytes::<Aries>();
    let places = places::<Aries>(&bytes, Part::Uncompressed);
    let names = ["nym", "EID nym", "RH nym"];
    assert_eq!(places.len(), names.len());
    let mut identity = [0; 96];
    identity[0] = 0x40;
    let (_, outside) = outside_subgroup();
    let outside = g1_to_uncompressed(&outside);
    for (place, field) in places.into_iter().zip(names) {
        let refusal = |point: &[u8]| scene.refusal::<Aries>(&spliced(&bytes, place.clone(), point));
        assert_eq!(refusal(&identity), DecodeError::Identity { field }.into());
        assert_eq!(refusal(&outside), DecodeError::Subgroup { field }.into());
        for (fault, point) in not_canonical_uncompressed(&bytes[place.clone()]) {
            let expected = DecodeError::Point { field }.into();
            assert_eq!(refusal(&point), expected, "{field}: {fault}");
        }
    }
}

/// A nym stands uncompressed: half of its bytes are too few, even where they are a point.
#[test]
fn a_compressed_nym_is_too_short() {
    let scene = Scene::new(KIND);
    let mut message: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    let nym = bbs::curve::g1_from_uncompressed(&message.nym.try_into().unwrap(), "nym").unwrap();
    let compressed = bbs::curve::g1_to_compressed(&nym);
    assert_eq!(g1_from_compressed(&compressed, "nym"), Ok(nym));
    message.nym = compressed.to_vec();
    let expected = DecodeError::Length {
        object: "nym",
        expected: 96,
        found: 48,
    };
    assert_eq!(
        scene.refusal::<Aries>(&message.encode_to_vec()),
        expected.into()
    );
}

/// Every scalar: in one profile the challenge and the responses, in the other the responses and the nonce.
fn scalars<P: Divided>(name: impl Fn(usize) -> &'static str) {
    let scene = Scene::new(KIND);
    let bytes = scene.bytes::<P>();
    let places = places::<P>(&bytes, Part::Scalar);
    assert!(places.len() >= 12);
    for (number, place) in places.into_iter().enumerate() {
        for scalar in [r_plus(0), r_plus(1), [0xff; 32]] {
            let refusal = scene.refusal::<P>(&spliced(&bytes, place.clone(), &scalar));
            let field = name(number);
            assert_eq!(refusal, DecodeError::Scalar { field }.into());
        }
    }
}

#[test]
fn scalars_of_a_native_presentation() {
    scalars::<Native>(|number| if number == 0 { "challenge" } else { "response" });
}

#[test]
fn scalars_of_an_aries_presentation() {
    // Two responses of proof 1; six of proof 2 (−r3, s' and four hidden messages); then the nonce.
    scalars::<Aries>(|number| if number == 8 { "nonce" } else { "response" });
}

#[test]
fn an_aries_nonce_has_32_bytes() {
    let scene = Scene::new(KIND);
    let honest: wire::Signature = wire::read(&scene.bytes::<Aries>()).unwrap();
    let object = "nonce";
    let short = |found| DecodeError::Length {
        object,
        expected: 32,
        found,
    };
    let long = |count| DecodeError::TrailingBytes { object, count };
    for (length, error) in [
        (0, short(0)),
        (31, short(31)),
        (33, long(1)),
        (64, long(32)),
    ] {
        let mut message = honest.clone();
        message.nonce.resize(length, 0);
        let refusal = scene.refusal::<Aries>(&message.encode_to_vec());
        assert_eq!(refusal, error.into());
    }
}
