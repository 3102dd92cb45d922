//! Rule 6: an issuer signs verified requests only, under the key and for the messages they were verified for.

use bbs::blind::{BlindRequest, BlindSignature, RequestSecret, VerifiedRequest};
use bbs::curve::Scalar;
use bbs::{Native, ParameterError, Relation, SigningKey, VerifiedSignature, VerifyError};

use crate::setup::*;

const COUNT: usize = 4;

/// Hides messages 0 and 2.
fn request(key: &SigningKey) -> (VerifiedRequest, RequestSecret) {
    let messages = messages(COUNT);
    let hidden = [(0, messages[0]), (2, messages[2])];
    let (request, secret) =
        BlindRequest::<Native>::new(key.parameters(), &hidden, NONCE, &mut rng(1)).unwrap();
    let verified = request.verify(key.parameters(), &[0, 2], NONCE).unwrap();
    (verified, secret)
}

fn known() -> Vec<(usize, Scalar)> {
    let messages = messages(COUNT);
    vec![(1, messages[1]), (3, messages[3])]
}

fn issue(
    key: &SigningKey,
    request: VerifiedRequest,
    known: &[(usize, Scalar)],
) -> Result<BlindSignature, ParameterError> {
    key.sign_blind(request, known, &mut rng(2))
}

#[test]
fn under_another_key() {
    let key = signing_key(1, COUNT);
    for other in [signing_key(2, COUNT), signing_key(1, COUNT + 1)] {
        let (request, _) = request(&key);
        let refusal = issue(&other, request, &known()).unwrap_err();
        assert_eq!(refusal, ParameterError::OtherKey);
    }
    // The same key from elsewhere is the same key.
    let (request, _) = request(&key);
    assert!(issue(&signing_key(1, COUNT), request, &known()).is_ok());
}

#[test]
fn for_other_messages() {
    let key = signing_key(1, COUNT);
    let one = Scalar::from(1);
    let refusal = |known: &[(usize, Scalar)]| issue(&key, request(&key).0, known).unwrap_err();
    for known in [&[(1, one), (1, one)][..], &[(1, one), (3, one), (1, one)]] {
        let expected = ParameterError::DuplicateIndex { index: 1 };
        assert_eq!(refusal(known), expected);
    }
    // A hidden message is the holder's.
    let hidden = ParameterError::DuplicateIndex { index: 2 };
    assert_eq!(refusal(&[(1, one), (2, one), (3, one)]), hidden);
    for index in [COUNT, usize::MAX] {
        let expected = ParameterError::IndexOutOfRange {
            index,
            count: COUNT,
        };
        assert_eq!(refusal(&[(1, one), (index, one)]), expected);
    }
    for known in [&[][..], &[(3, one)]] {
        let expected = ParameterError::WrongMessageCount {
            expected: COUNT,
            found: known.len() + 2,
        };
        assert_eq!(refusal(known), expected);
    }
}

/// What the holder receives counts only once it verifies, with its own blinding and for its own messages.
#[test]
fn holders_verify() {
    let key = signing_key(1, COUNT);
    let accept = |blind: BlindSignature, secret: RequestSecret, messages: Vec<Scalar>| {
        VerifiedSignature::new(key.parameters(), &blind.unblind(secret), messages).map(drop)
    };
    let answer = |known: &[(usize, Scalar)]| {
        let (request, secret) = request(&key);
        (issue(&key, request, known).unwrap(), secret)
    };
    let (blind, secret) = answer(&known());
    assert_eq!(accept(blind, secret, messages(COUNT)), Ok(()));

    let broken = Err(VerifyError::BadProof(Relation::Signature));
    let (blind, _) = answer(&known());
    let no_blinding = RequestSecret::from_bytes(&[0; 32]).unwrap();
    assert_eq!(accept(blind, no_blinding, messages(COUNT)), broken);
    let (blind, secret) = answer(&[(1, Scalar::from(1)), (3, messages(COUNT)[3])]);
    assert_eq!(accept(blind, secret, messages(COUNT)), broken);
    let (blind, secret) = answer(&known());
    let mut other = messages(COUNT);
    other[0] += Scalar::from(1);
    assert_eq!(accept(blind, secret, other), broken);
}
