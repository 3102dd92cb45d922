//! Rule 2: every sub-proof has exactly the number of responses that the verifier's own statement calls for, and no
//! length or count field is believed.

use bbs::blind::BlindRequest;
use bbs::proof::{Disclosure, SignatureProof};
use bbs::{Aries, DecodeError, Native, Relation, SigningKey, VerifyError};

use crate::bad_encodings::overwrite;
use crate::layout::{POINT, SCALAR, blocks, first_length};
use crate::setup::*;

const COUNT: usize = 5;
const HIDDEN: usize = 3;

fn proof<P: Codec>() -> (SigningKey, Disclosure, Vec<u8>) {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let disclosure = disclose(&messages, &[0, 3]);
    let signature = signed(&key, &messages);
    let proof = SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng(1)).unwrap();
    let bytes = P::proof_to_bytes(&proof, &disclosure);
    (key, disclosure, bytes)
}

fn count(relation: Relation, expected: usize, found: usize) -> VerifyError {
    VerifyError::ResponseCount {
        relation,
        expected,
        found,
    }
}

#[test]
fn native_responses() {
    let (key, disclosure, bytes) = proof::<Native>();
    let refusal = |bytes: &[u8]| {
        verify_proof::<Native>(bytes, key.parameters(), &disclosure, NONCE).unwrap_err()
    };
    let expected = 4 + HIDDEN;
    for found in 0..12 {
        let mut other = bytes.clone();
        other.resize(3 * POINT + SCALAR + found * SCALAR, 0);
        if found != expected {
            assert_eq!(refusal(&other), count(Relation::Challenge, expected, found));
        }
    }
    let object = "signature proof";
    let longer = [&bytes[..], &[0; 31]].concat();
    let trailing = DecodeError::TrailingBytes { object, count: 31 };
    assert_eq!(refusal(&longer), trailing.into());
    let no_challenge = DecodeError::Length {
        object,
        expected: SCALAR,
        found: SCALAR - 1,
    };
    assert_eq!(
        refusal(&bytes[..3 * POINT + SCALAR - 1]),
        no_challenge.into()
    );
}

#[test]
fn native_request_responses() {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let hidden = [(1, messages[1]), (4, messages[4])];
    let (request, _) =
        BlindRequest::<Native>::new(key.parameters(), &hidden, NONCE, &mut rng(2)).unwrap();
    let bytes = request.to_bytes();
    for found in [0, 1, 2, 4, 5] {
        let mut other = bytes.clone();
        other.resize(POINT + SCALAR + found * SCALAR, 0);
        let refusal =
            verify_request::<Native>(&other, key.parameters(), &[1, 4], NONCE).unwrap_err();
        assert_eq!(refusal, count(Relation::Challenge, 3, found));
    }
    // The issuer's statement hides another number of messages.
    for (hidden, expected) in [(&[1][..], 2), (&[1, 2, 4], 4)] {
        let refusal = request.verify(key.parameters(), hidden, NONCE).unwrap_err();
        assert_eq!(refusal, count(Relation::Challenge, expected, 3));
    }
}

/// The sub-proof at `offset` with `found` responses, its own first.
fn block(bytes: &[u8], offset: usize, found: usize) -> Vec<u8> {
    let (commitment, rest) = bytes[offset..].split_at(POINT);
    let (own, responses) = rest.split_at(4);
    let own = usize::try_from(u32::from_be_bytes(own.try_into().unwrap())).unwrap();
    let mut responses = responses[..own * SCALAR].to_vec();
    responses.resize(found * SCALAR, 0);
    let count = u32::try_from(found).unwrap().to_be_bytes();
    [commitment, &count, &responses].concat()
}

#[test]
fn aries_responses() {
    let (key, disclosure, bytes) = proof::<Aries>();
    let refusal = |bytes: &[u8]| {
        verify_proof::<Aries>(bytes, key.parameters(), &disclosure, NONCE).unwrap_err()
    };
    let [first, second] = blocks(COUNT);
    for found in [0, 1, 3, 4] {
        let block = block(&bytes, first, found);
        let length = u32::try_from(block.len()).unwrap().to_be_bytes();
        let head = &bytes[..first_length(COUNT)];
        let other = [head, &length, &block, &bytes[second..]].concat();
        assert_eq!(refusal(&other), count(Relation::Randomisation, 2, found));
    }
    let expected = 2 + HIDDEN;
    for found in (0..10).filter(|found| *found != expected) {
        let other = [&bytes[..second], &block(&bytes, second, found)].concat();
        assert_eq!(refusal(&other), count(Relation::Messages, expected, found));
    }
}

#[test]
fn aries_request_responses() {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let hidden = [(1, messages[1]), (4, messages[4])];
    let (request, _) =
        BlindRequest::<Aries>::new(key.parameters(), &hidden, NONCE, &mut rng(2)).unwrap();
    let bytes = request.to_bytes();
    for found in [0, 1, 2, 4, 5] {
        let other = [&bytes[..2 * POINT], &block(&bytes, 2 * POINT, found)].concat();
        let refusal =
            verify_request::<Aries>(&other, key.parameters(), &[1, 4], NONCE).unwrap_err();
        assert_eq!(refusal, count(Relation::Request, 3, found));
    }
    for (hidden, expected) in [(&[1][..], 2), (&[1, 2, 4], 4)] {
        let refusal = request.verify(key.parameters(), hidden, NONCE).unwrap_err();
        assert_eq!(refusal, count(Relation::Request, expected, 3));
    }
}

/// Counts and lengths that the bytes cannot hold are refused before anything is allocated for them.
#[test]
fn huge_counts() {
    let (key, disclosure, bytes) = proof::<Aries>();
    let refusal = |bytes: &[u8]| {
        verify_proof::<Aries>(bytes, key.parameters(), &disclosure, NONCE).unwrap_err()
    };
    let [first, second] = blocks(COUNT);
    let scalars = |count: u32| usize::try_from(count).unwrap().saturating_mul(SCALAR);
    for huge in [6, 0x0800_0000, 0x0800_0001, u32::MAX] {
        // 0x0800_0000 responses have 2³² bytes.
        let too_many = overwrite(&bytes, second + POINT, &huge.to_be_bytes());
        let expected = DecodeError::Length {
            object: "main signature",
            expected: scalars(huge),
            found: (2 + HIDDEN) * SCALAR,
        };
        assert_eq!(refusal(&too_many), expected.into());
        let too_many = overwrite(&bytes, first + POINT, &huge.to_be_bytes());
        let expected = DecodeError::Length {
            object: "randomisation proof",
            expected: scalars(huge),
            found: 2 * SCALAR,
        };
        assert_eq!(refusal(&too_many), expected.into());
    }
    let left = bytes.len() - first;
    for length in [u32::try_from(left).unwrap() + 1, u32::MAX] {
        let too_long = overwrite(&bytes, first_length(COUNT), &length.to_be_bytes());
        let expected = DecodeError::Length {
            object: "main signature",
            expected: usize::try_from(length).unwrap(),
            found: left,
        };
        assert_eq!(refusal(&too_long), expected.into());
    }
    // A length that takes a byte of proof 2, or leaves one of proof 1.
    let object = "randomisation proof";
    let longer = overwrite(&bytes, first_length(COUNT), &117u32.to_be_bytes());
    let expected = DecodeError::TrailingBytes { object, count: 1 };
    assert_eq!(refusal(&longer), expected.into());
    let shorter = overwrite(&bytes, first_length(COUNT), &115u32.to_be_bytes());
    let expected = DecodeError::Length {
        object,
        expected: 2 * SCALAR,
        found: 2 * SCALAR - 1,
    };
    assert_eq!(refusal(&shorter), expected.into());
    let empty = overwrite(&bytes, first_length(COUNT), &[0; 4]);
    let expected = DecodeError::Length {
        object,
        expected: POINT,
        found: 0,
    };
    assert_eq!(refusal(&empty), expected.into());
}
