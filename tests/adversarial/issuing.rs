//! Rule 6: only a verified request is signed, and a nonce serves once.

use std::time::{Duration, SystemTime};

use bbs::VerifyError;
use bbs::blind::RequestProfile;
use idemix::{
    Aries, Attributes, CredentialRequest, DecodeError, Holder, IssuanceSessions, IssueError,
    Issuer, IssuerNonce, MemoryNonceStore, Native, NonceStore, ParameterError, Relation,
    SchemaError,
};

use crate::bad_encodings::{IDENTITY, not_canonical, outside_subgroup, r_plus};
use crate::presenting::{ISSUER, Shape, rng};
use crate::scene::{SHAPE, spliced};

fn issuer(shape: Shape, secret_key: [u8; 32]) -> Issuer {
    Issuer::from_bytes(shape.schema(), &secret_key).unwrap()
}

fn nonce(byte: u8) -> IssuerNonce {
    IssuerNonce::from_bytes(&[byte; 32]).unwrap()
}

fn request<P: RequestProfile>(issuer: &Issuer) -> CredentialRequest<P> {
    let holder = Holder::generate(&mut rng(1));
    let key = issuer.public_key();
    holder
        .request_credential(key, &nonce(1), &mut rng(2))
        .unwrap()
        .0
}

/// Another nonce, key, place of the secret key, or number of attributes.
fn other_requests<P: RequestProfile>(relation: Relation) {
    let own = issuer(SHAPE, ISSUER);
    let request = request::<P>(&own);
    assert!(own.verify_request(&request, &nonce(1)).is_ok());
    assert!(request.verify(own.public_key(), &nonce(1)).is_ok());
    let refused = |issuer: &Issuer, nonce: &IssuerNonce| {
        let refusal = issuer.verify_request(&request, nonce).unwrap_err();
        assert_eq!(
            refusal,
            IssueError::Request(VerifyError::BadProof(relation))
        );
        let refusal = request.verify(issuer.public_key(), nonce).unwrap_err();
        assert_eq!(
            refusal,
            IssueError::Request(VerifyError::BadProof(relation))
        );
    };
    refused(&own, &nonce(2));
    refused(&own, &IssuerNonce::from_bytes(b"").unwrap());
    refused(&issuer(SHAPE, [4; 32]), &nonce(1));
    refused(&issuer(Shape { sk: 1, ..SHAPE }, ISSUER), &nonce(1));
    refused(&issuer(Shape { count: 6, ..SHAPE }, ISSUER), &nonce(1));
}

#[test]
fn other_requests_are_refused() {
    other_requests::<Native>(Relation::Challenge);
    other_requests::<Aries>(Relation::Request);
}

#[test]
fn a_request_verified_for_another_issuer_is_not_signed() {
    let (own, other) = (issuer(SHAPE, ISSUER), issuer(SHAPE, [4; 32]));
    let verified = own
        .verify_request(&request::<Native>(&own), &nonce(1))
        .unwrap();
    let values = Attributes::ordered(own.public_key().schema(), [1, 2, 3, 4, 5]).unwrap();
    let refusal = other.issue(verified, &values, &mut rng(3)).unwrap_err();
    assert_eq!(refusal, IssueError::Parameter(ParameterError::OtherKey));
}

/// Attributes made for another schema do not fit, whatever their number.
#[test]
fn attributes_of_another_schema_are_not_signed() {
    let own = issuer(SHAPE, ISSUER);
    let verified = || {
        own.verify_request(&request::<Native>(&own), &nonce(1))
            .unwrap()
    };
    let of = |count: usize| {
        let shape = Shape {
            count,
            sk: 0,
            eid: None,
            rh: None,
        };
        let values = (0..count).map(|number| number as i64);
        Attributes::ordered(&shape.schema(), values).unwrap()
    };
    let missing = SchemaError::MissingAttribute {
        attribute: "attribute 4".into(),
    };
    let refusal = own.issue(verified(), &of(4), &mut rng(3)).unwrap_err();
    assert_eq!(refusal, missing.into());
    let refusal = own.issue(verified(), &of(6), &mut rng(3)).unwrap_err();
    assert_eq!(refusal, SchemaError::AttributeCount { count: 6 }.into());
    assert!(own.issue(verified(), &of(5), &mut rng(3)).is_ok());
}

#[test]
fn bytes_of_an_aries_request() {
    let bytes = request::<Aries>(&issuer(SHAPE, ISSUER)).to_bytes();
    let refusal = |bytes: &[u8]| CredentialRequest::<Aries>::from_bytes(bytes).unwrap_err();
    let (outside, _) = outside_subgroup();
    let field = "commitment";
    let c = |point: &[u8; 48]| refusal(&spliced(&bytes, 0..48, point));
    assert_eq!(c(&IDENTITY), DecodeError::Identity { field });
    assert_eq!(c(&outside), DecodeError::Subgroup { field });
    for (fault, point) in not_canonical(bytes[..48].try_into().unwrap()) {
        assert_eq!(c(&point), DecodeError::Point { field }, "{fault}");
    }
    // T stands twice, and must be the same both times.
    let field = "commitment T";
    let c: [u8; 48] = bytes[..48].try_into().unwrap();
    for place in [48..96, 96..144] {
        let refusal = refusal(&spliced(&bytes, place, &c));
        assert_eq!(refusal, DecodeError::CopyMismatch { field });
    }
    for place in [148..180, 180..212] {
        let refusal = refusal(&spliced(&bytes, place, &r_plus(0)));
        assert_eq!(refusal, DecodeError::Scalar { field: "response" });
    }
    let object = "request";
    let left = DecodeError::TrailingBytes { object, count: 1 };
    assert_eq!(refusal(&[&bytes[..], &[0]].concat()), left);
    for length in [0, 47, 48, 96, 144, 147, 148, 211] {
        let refusal = refusal(&bytes[..length]);
        assert!(
            matches!(refusal, DecodeError::Length { .. }),
            "{length}: {refusal:?}"
        );
    }
}

/// A count of responses that fits the bytes and not the statement.
#[test]
fn responses_of_a_request() {
    let own = issuer(SHAPE, ISSUER);
    let bytes = request::<Aries>(&own).to_bytes();
    for (found, end) in [(1u32, 180), (0, 148)] {
        let shorter = spliced(&bytes[..end], 144..148, &found.to_be_bytes());
        let request = CredentialRequest::<Aries>::from_bytes(&shorter).unwrap();
        let error = VerifyError::ResponseCount {
            relation: Relation::Request,
            expected: 2,
            found: usize::try_from(found).unwrap(),
        };
        let refusal = own.verify_request(&request, &nonce(1)).unwrap_err();
        assert_eq!(refusal, error.into());
    }
    // Natively: version, commitment, challenge, responses.
    let bytes = request::<Native>(&own).to_bytes();
    assert_eq!(bytes.len(), 145);
    for (altered, found) in [
        (bytes[..113].to_vec(), 1),
        ([&bytes[..], &[0; 32]].concat(), 3),
    ] {
        let request = CredentialRequest::<Native>::from_bytes(&altered).unwrap();
        let error = VerifyError::ResponseCount {
            relation: Relation::Challenge,
            expected: 2,
            found,
        };
        let refusal = own.verify_request(&request, &nonce(1)).unwrap_err();
        assert_eq!(refusal, error.into());
    }
    let version = spliced(&bytes, 0..1, &[2]);
    let refusal = CredentialRequest::<Native>::from_bytes(&version).unwrap_err();
    assert!(matches!(refusal, DecodeError::Version { version: 2, .. }));
}

/// A session ends with its first request, good or bad, or when it expires; nobody else's nonce opens one.
#[test]
fn nonces_serve_once() {
    let own = issuer(SHAPE, ISSUER);
    let holder = Holder::generate(&mut rng(1));
    let start = SystemTime::UNIX_EPOCH;
    let lifetime = Duration::from_secs(60);
    let sessions = IssuanceSessions::new(MemoryNonceStore::new(2), lifetime);
    let ask = |nonce: &IssuerNonce| {
        let request = holder.request_credential::<Native>(own.public_key(), nonce, &mut rng(4));
        request.unwrap().0
    };
    let unknown = |request: &CredentialRequest<Native>, nonce: &IssuerNonce, now| {
        let refusal = sessions.verify_at(&own, request, nonce, now).unwrap_err();
        assert_eq!(refusal, IssueError::UnknownNonce);
    };

    let first = sessions.begin_at(start, &mut rng(5)).unwrap();
    let request = ask(&first);
    assert!(sessions.verify_at(&own, &request, &first, start).is_ok());
    unknown(&request, &first, start);

    // A bad request closes its session.
    let second = sessions.begin_at(start, &mut rng(6)).unwrap();
    let bad = sessions
        .verify_at(&own, &request, &second, start)
        .unwrap_err();
    let challenge = VerifyError::BadProof(Relation::Challenge);
    assert_eq!(bad, IssueError::Request(challenge));
    unknown(&ask(&second), &second, start);

    // Its own nonce, which no session knows.
    unknown(&ask(&nonce(9)), &nonce(9), start);

    let third = sessions.begin_at(start, &mut rng(7)).unwrap();
    unknown(&ask(&third), &third, start + lifetime);
    let fourth = sessions.begin_at(start, &mut rng(8)).unwrap();
    let request = ask(&fourth);
    let in_time = start + lifetime - Duration::from_nanos(1);
    assert!(sessions.verify_at(&own, &request, &fourth, in_time).is_ok());
}

#[test]
fn open_sessions_are_bounded() {
    let start = SystemTime::UNIX_EPOCH;
    let later = start + Duration::from_secs(1);
    let store = MemoryNonceStore::new(2);
    store.remember(&nonce(1), later, start).unwrap();
    store.remember(&nonce(2), later, start).unwrap();
    let full = IssueError::NonceStore {
        reason: "too many open sessions",
    };
    assert_eq!(store.remember(&nonce(3), later, start), Err(full));
    // Expired ones make room.
    let end = later + Duration::from_secs(1);
    assert_eq!(store.remember(&nonce(3), end, later), Ok(()));
    assert_eq!(store.take(&nonce(1), later), Ok(false));
    assert_eq!(store.take(&nonce(3), later), Ok(true));
}

#[test]
fn nonces_are_bounded() {
    let error = DecodeError::TooLarge {
        object: "issuer nonce",
        limit: 4096,
        found: 4097,
    };
    assert_eq!(IssuerNonce::from_bytes(&[0; 4097]), Err(error));
}
