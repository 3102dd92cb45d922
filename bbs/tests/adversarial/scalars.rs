//! Rule 1 for scalars: every one is below r.

use bbs::blind::{BlindRequest, BlindSignature, RequestSecret};
use bbs::proof::SignatureProof;
use bbs::{Aries, AriesSalt, DecodeError, Native, SecretKey, Signature};

use crate::bad_encodings::{overwrite, r_plus};
use crate::layout::Layout;
use crate::setup::*;

const COUNT: usize = 3;

fn too_large() -> [[u8; 32]; 3] {
    [r_plus(0), r_plus(1), [0xff; 32]]
}

/// s + r encodes the same residue as s; that must not make a second encoding.
fn plus_r(bytes: &[u8]) -> Option<[u8; 32]> {
    let mut sum = [0; 32];
    let mut carry = 0;
    for (index, (a, b)) in bytes.iter().zip(r_plus(0)).enumerate().rev() {
        let digit = u16::from(*a) + u16::from(b) + carry;
        sum[index] = digit.to_le_bytes()[0];
        carry = digit >> 8;
    }
    (carry == 0).then_some(sum)
}

fn check(bytes: &[u8], offsets: &[usize], decode: impl Fn(&[u8]) -> Option<DecodeError>) {
    assert!(decode(bytes).is_none());
    for offset in offsets {
        let same_residue = plus_r(&bytes[*offset..offset + 32]);
        for scalar in too_large().into_iter().chain(same_residue) {
            let refusal = decode(&overwrite(bytes, *offset, &scalar));
            assert!(
                matches!(refusal, Some(DecodeError::Scalar { .. })),
                "{refusal:?} at {offset}"
            );
        }
    }
}

fn proofs_and_requests<P: Layout>() {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let disclosure = disclose(&messages, &[1]);
    let signature = signed(&key, &messages);
    let proof = SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng(1)).unwrap();
    let malformed = |error| match error {
        bbs::VerifyError::Malformed(error) => error,
        other => panic!("{other:?}"),
    };
    check(
        &P::proof_to_bytes(&proof, &disclosure),
        &P::scalars(COUNT, 2),
        |bytes| P::proof_from_bytes(bytes, &disclosure).err().map(malformed),
    );
    let hidden = [(0, messages[0]), (2, messages[2])];
    let (request, _) =
        BlindRequest::<P>::new(key.parameters(), &hidden, NONCE, &mut rng(2)).unwrap();
    check(
        &P::request_to_bytes(&request),
        &P::request_scalars(2),
        |bytes| P::request_from_bytes(bytes).err().map(malformed),
    );
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
fn signatures_and_secrets() {
    let key = signing_key(1, COUNT);
    let signature = key.sign(&messages(COUNT), &mut rng(3)).unwrap();
    let bytes = signature.expose_bytes();
    check(bytes.as_ref(), &[48, 80], |bytes| {
        Signature::from_bytes(bytes).err()
    });
    check(bytes.as_ref(), &[48, 80], |bytes| {
        BlindSignature::from_bytes(bytes).err()
    });
    let one = [&[0; 31][..], &[1]].concat();
    check(&one, &[0], |bytes| SecretKey::from_bytes(bytes).err());
    check(&one, &[0], |bytes| RequestSecret::from_bytes(bytes).err());
    check(&one, &[0], |bytes| AriesSalt::from_bytes(bytes).err());
}

/// Rule 10: the random nonce of an Aries proof has exactly 32 bytes.
#[test]
fn salts() {
    for found in [0, 31, 100] {
        let refusal = AriesSalt::from_bytes(&vec![1; found]).unwrap_err();
        let expected = match found {
            100 => DecodeError::TrailingBytes {
                object: "nonce",
                count: 68,
            },
            _ => DecodeError::Length {
                object: "nonce",
                expected: 32,
                found,
            },
        };
        assert_eq!(refusal, expected);
    }
}
