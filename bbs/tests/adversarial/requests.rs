//! Blind-signing requests: verified against the issuer's own statement.

use bbs::blind::BlindRequest;
use bbs::curve::Scalar;
use bbs::{Aries, Native, ParameterError, Relation, VerifyError};

use crate::setup::*;

const COUNT: usize = 4;

fn another_statement<P: Codec>(relation: Relation) {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let hidden = [(2, messages[2]), (0, messages[0])];
    let (request, _) =
        BlindRequest::<P>::new(key.parameters(), &hidden, NONCE, &mut rng(1)).unwrap();
    let verify = |key: &bbs::SigningKey, hidden: &[usize], nonce: &[u8]| {
        request.verify(key.parameters(), hidden, nonce).map(drop)
    };
    assert_eq!(verify(&key, &[0, 2], NONCE), Ok(()));
    assert_eq!(verify(&key, &[2, 0], NONCE), Ok(()));
    let broken = Err(VerifyError::BadProof(relation));
    for nonce in [&b""[..], b"\0", b"the verifier's nonce\0"] {
        assert_eq!(verify(&key, &[0, 2], nonce), broken);
    }
    for hidden in [[0, 1], [1, 2], [2, 3], [1, 3]] {
        assert_eq!(verify(&key, &hidden, NONCE), broken);
    }
    assert_eq!(verify(&signing_key(2, COUNT), &[0, 2], NONCE), broken);
    assert_eq!(verify(&signing_key(1, COUNT + 1), &[0, 2], NONCE), broken);

    let senseless = |hidden: &[usize]| match verify(&key, hidden, NONCE) {
        Err(VerifyError::Statement(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(senseless(&[]), ParameterError::NothingHidden);
    let duplicate = ParameterError::DuplicateIndex { index: 2 };
    assert_eq!(senseless(&[2, 0, 2]), duplicate);
    for index in [COUNT, usize::MAX] {
        let count = COUNT;
        let expected = ParameterError::IndexOutOfRange { index, count };
        assert_eq!(senseless(&[0, index]), expected);
    }
}

#[test]
fn native() {
    another_statement::<Native>(Relation::Challenge);
}

#[test]
fn aries() {
    another_statement::<Aries>(Relation::Request);
}

fn senseless_requests<P: Codec>() {
    let key = signing_key(1, COUNT);
    let one = Scalar::from(1);
    let refusal = |hidden: &[(usize, Scalar)]| {
        BlindRequest::<P>::new(key.parameters(), hidden, NONCE, &mut rng(1))
            .map(drop)
            .unwrap_err()
    };
    assert_eq!(refusal(&[]), ParameterError::NothingHidden);
    let duplicate = ParameterError::DuplicateIndex { index: 1 };
    assert_eq!(refusal(&[(1, one), (3, one), (1, one)]), duplicate);
    for index in [COUNT, usize::MAX] {
        let count = COUNT;
        let expected = ParameterError::IndexOutOfRange { index, count };
        assert_eq!(refusal(&[(index, one)]), expected);
    }
}

#[test]
fn holders() {
    senseless_requests::<Native>();
    senseless_requests::<Aries>();
}
