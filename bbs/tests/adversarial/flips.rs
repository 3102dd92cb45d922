//! Whatever byte of an encoding changes, the object is refused; and so is every shorter or longer one.

use bbs::blind::{BlindRequest, BlindSignature, RequestSecret};
use bbs::proof::SignatureProof;
use bbs::{Aries, DecodeError, Native, Signature, VerifyError};

use crate::setup::*;

const COUNT: usize = 5;

fn check(bytes: &[u8], accepts: impl Fn(&[u8]) -> bool) {
    assert!(accepts(bytes));
    let mut changed = bytes.to_vec();
    for place in 0..bytes.len() {
        // The top bits of a point are flags, so they take their turn at every byte.
        for bit in [1 << (place % 8), 0x80, 0x20] {
            changed[place] ^= bit;
            assert!(
                !accepts(&changed),
                "byte {place} may be xored with {bit:#x}"
            );
            changed[place] ^= bit;
        }
    }
    for length in 0..bytes.len() {
        assert!(!accepts(&bytes[..length]), "may be cut to {length}");
    }
    for extra in [1, 31, 32, 48, 64] {
        let longer = [bytes, &vec![0; extra]].concat();
        assert!(!accepts(&longer), "may be followed by {extra} bytes");
    }
}

fn proofs_and_requests<P: Codec>() {
    let key = signing_key(1, COUNT);
    let parameters = key.parameters();
    let messages = messages(COUNT);
    let disclosure = disclose(&messages, &[1, 4]);
    let signature = signed(&key, &messages);
    let proof = SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng(1)).unwrap();
    check(&P::proof_to_bytes(&proof, &disclosure), |bytes| {
        verify_proof::<P>(bytes, parameters, &disclosure, NONCE).is_ok()
    });
    let hidden = [(3, messages[3])];
    let (request, _) = BlindRequest::<P>::new(parameters, &hidden, NONCE, &mut rng(2)).unwrap();
    check(&P::request_to_bytes(&request), |bytes| {
        verify_request::<P>(bytes, parameters, &[3], NONCE).is_ok()
    });
}

#[test]
fn native() {
    proofs_and_requests::<Native>();
}

#[test]
fn aries() {
    proofs_and_requests::<Aries>();
}

#[test]
fn signatures() {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let signature = key.sign(&messages, &mut rng(3)).unwrap();
    check(signature.expose_bytes().as_ref(), |bytes| {
        Signature::from_bytes(bytes)
            .map_err(VerifyError::from)
            .and_then(|signature| signature.verify(key.parameters(), &messages))
            .is_ok()
    });
}

#[test]
fn blind_signatures() {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let hidden = [(0, messages[0])];
    let (request, secret) =
        BlindRequest::<Native>::new(key.parameters(), &hidden, NONCE, &mut rng(4)).unwrap();
    let request = request.verify(key.parameters(), &[0], NONCE).unwrap();
    let known: Vec<_> = messages.iter().copied().enumerate().skip(1).collect();
    let blind = key.sign_blind(request, &known, &mut rng(5)).unwrap();
    let secret = secret.expose_bytes();
    check(blind.expose_bytes().as_ref(), |bytes| {
        BlindSignature::from_bytes(bytes)
            .map(|blind| blind.unblind(RequestSecret::from_bytes(secret.as_ref()).unwrap()))
            .map_err(VerifyError::from)
            .and_then(|signature| signature.verify(key.parameters(), &messages))
            .is_ok()
    });
}

/// Lengths are named.
#[test]
fn trailing_and_missing_bytes() {
    let key = signing_key(1, COUNT);
    let object = "signature";
    let bytes = *key
        .sign(&messages(COUNT), &mut rng(6))
        .unwrap()
        .expose_bytes();
    let refusal = |bytes: &[u8]| Signature::from_bytes(bytes).unwrap_err();
    let longer = [&bytes[..], &[0; 7]].concat();
    assert_eq!(
        refusal(&longer),
        DecodeError::TrailingBytes { object, count: 7 }
    );
    let expected = DecodeError::Length {
        object,
        expected: 32,
        found: 31,
    };
    assert_eq!(refusal(&bytes[..111]), expected);
    let expected = DecodeError::Length {
        object,
        expected: 48,
        found: 0,
    };
    assert_eq!(refusal(&[]), expected);
}
