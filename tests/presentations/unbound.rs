//! What the Aries format leaves unbound: the CRI fields 11 to 13, where the verifier asks for no epoch. Nothing else: this
//! tries every byte.

use idemix::{Aries, PresentationType, VerifyError};
use idemix_tests::wire;
use prost::Message;

use crate::elements::{Divided, Part};
use crate::presenting::{KINDS, Shape};
use crate::scene::{Case, Scene};

fn scene(kind: PresentationType) -> Scene {
    Scene::new(&Case {
        shape: Shape::FABRIC,
        kind,
        disclosed: vec![0],
        message: b"a message".to_vec(),
        context: Vec::new(),
        nonce: None,
        scope: None,
        epoch: Some(300),
        reused: [false; 3],
        seed: 1,
        choice: [0; 2],
    })
}

/// The bytes whose alteration by one of the masks is accepted.
fn unbound_bytes(scene: &Scene, bytes: &[u8]) -> Vec<usize> {
    let accepted = |place: &usize| {
        [0x01, 0x80, 0xff].iter().any(|mask| {
            let mut altered = bytes.to_vec();
            altered[*place] ^= mask;
            scene.verify::<Aries>(&altered).is_ok()
        })
    };
    (0..bytes.len()).filter(accepted).collect()
}

#[test]
fn without_an_epoch_the_cri_fields_are_unbound_and_nothing_else() {
    for kind in KINDS {
        let mut scene = scene(kind);
        let bytes = scene.present::<Aries>(1).presentation.to_bytes();
        scene.case.epoch = None;
        let cri: Vec<usize> = Aries::divide(&bytes)
            .into_iter()
            .filter(|(part, _)| *part == Part::Cri)
            .flat_map(|(_, range)| range)
            .collect();
        assert_eq!(unbound_bytes(&scene, &bytes), cri);
    }
}

#[test]
fn with_an_epoch_no_byte_is_unbound() {
    for kind in KINDS {
        let scene = scene(kind);
        let bytes = scene.present::<Aries>(1).presentation.to_bytes();
        assert!(unbound_bytes(&scene, &bytes).is_empty());
    }
}

#[test]
fn without_an_epoch_the_cri_can_be_dropped_and_replaced() {
    let mut scene = scene(PresentationType::Standard);
    let bytes = scene.present::<Aries>(1).presentation.to_bytes();
    let mut message: wire::Signature = wire::read(&bytes).unwrap();
    message.epoch = 4;
    message.revocation_pk_sig = b"no signature".to_vec();
    let replaced = message.encode_to_vec();
    message.epoch = 0;
    message.revocation_pk_sig = Vec::new();
    message.revocation_epoch_pk = Vec::new();
    let dropped = message.encode_to_vec();
    for (altered, error) in [(&replaced, "verify.epoch"), (&dropped, "verify.no_epoch")] {
        assert_eq!(scene.verify::<Aries>(altered).unwrap_err().code(), error);
    }
    assert_eq!(
        scene.verify::<Aries>(&dropped).unwrap_err(),
        VerifyError::NoEpoch
    );
    scene.case.epoch = None;
    for altered in [&replaced, &dropped] {
        assert_eq!(scene.verify::<Aries>(altered).unwrap().epoch(), None);
    }
}

/// ECDSA is malleable: with (R, s) also (R, n − s) verifies.
#[test]
fn with_an_epoch_the_signature_has_two_forms() {
    let scene = scene(PresentationType::Standard);
    let bytes = scene.present::<Aries>(1).presentation.to_bytes();
    let mut message: wire::Signature = wire::read(&bytes).unwrap();
    message.revocation_pk_sig = other_form(&message.revocation_pk_sig);
    let altered = message.encode_to_vec();
    assert_ne!(altered, bytes);
    assert_eq!(scene.verify::<Aries>(&altered).unwrap().epoch(), Some(300));
}

/// The order of P-384.
const ORDER: &str = "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973";

/// The DER encoding of (R, n − s) for that of (R, s): SEQUENCE of two INTEGERs.
fn other_form(der: &[u8]) -> Vec<u8> {
    let r_length = usize::from(der[3]);
    let (r, s) = der[2..].split_at(2 + r_length);
    let s = &s[2..];
    let mut difference = hex::decode(ORDER).unwrap();
    let mut borrow = 0;
    for (place, digit) in difference.iter_mut().rev().enumerate() {
        let subtrahend = s.iter().rev().nth(place).copied().unwrap_or(0);
        let value = i16::from(*digit) - i16::from(subtrahend) - borrow;
        borrow = i16::from(value < 0);
        *digit = u8::try_from(value.rem_euclid(256)).unwrap();
    }
    let leading = difference.iter().take_while(|digit| **digit == 0).count();
    let mut digits = difference.split_off(leading);
    if digits[0] & 0x80 != 0 {
        digits.insert(0, 0);
    }
    let s = [&[2, u8::try_from(digits.len()).unwrap()], digits.as_slice()].concat();
    let length = u8::try_from(r.len() + s.len()).unwrap();
    [&[0x30, length], r, s.as_slice()].concat()
}
