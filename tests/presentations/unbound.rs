//! What may change in the unbound CRI fields 11 to 13 of an Aries presentation beyond single bytes. That no other byte is
//! unbound is shown in `aries_unbound`, which flips each.

use idemix::{Aries, PresentationType, VerifyError};
use idemix_tests::wire;
use prost::Message;

use crate::presenting::Shape;
use crate::scene::{Case, Scene};

fn scene() -> Scene {
    Scene::new(&Case {
        shape: Shape {
            count: 4,
            sk: 0,
            eid: Some(2),
            rh: Some(3),
        },
        kind: PresentationType::Standard,
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

#[test]
fn without_an_epoch_the_cri_can_be_dropped_and_replaced() {
    let mut scene = scene();
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
    let scene = scene();
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
