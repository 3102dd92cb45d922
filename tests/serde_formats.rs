//! Public data of every crate in a human-readable format (hexadecimal text) and in a binary one (bytes).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
#![forbid(unsafe_code)]

use std::fmt::Debug;

use idemix::{
    Aries, Attributes, Credential, Holder, Issuer, IssuerNonce, IssuerPublicKey, Native, Nym,
    Presentation, PresentationNonce, PresentationType, RevocationAlgorithm, Schema,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use revocation::{
    AuthorityKeys, Handle, MemoryRegistry, PublishedEpoch, RevocationAuthority,
    RevocationSecretKey, Validity,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// There and back in both kinds of format.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    let config = bincode::config::standard();
    let bytes = bincode::serde::encode_to_vec(value, config).unwrap();
    let (read, length) = bincode::serde::decode_from_slice::<T, _>(&bytes, config).unwrap();
    assert_eq!((read, length), (read_back(&text), bytes.len()));
}

fn read_back<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap()
}

/// A round trip, and both formats hold exactly this encoding.
fn is_encoding<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, encoding: &[u8]) {
    round_trip(value);
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(text, format!("\"{}\"", hex::encode(encoding)));
    let bytes = bincode::serde::encode_to_vec(value, bincode::config::legacy()).unwrap();
    let mut expected = (encoding.len() as u64).to_le_bytes().to_vec();
    expected.extend_from_slice(encoding);
    assert_eq!(bytes, expected);
}

/// The message of the error for this text.
fn refused<T: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_str::<T>(text).unwrap_err().to_string()
}

struct World {
    issuer: Issuer,
    holder: Holder,
    credential: Credential,
    nonce: IssuerNonce,
    rng: ChaCha20Rng,
}

fn world() -> World {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let issuer = Issuer::generate(Schema::fabric(), &mut rng).unwrap();
    let holder = Holder::generate(&mut rng);
    let nonce = IssuerNonce::generate(&mut rng);
    let (request, pending) = holder
        .request_credential::<Native>(issuer.public_key(), &nonce, &mut rng)
        .unwrap();
    is_encoding(&request, &request.to_bytes());
    let attributes = Attributes::ordered(&Schema::fabric(), ["a", "b", "c", "d"]).unwrap();
    let verified = issuer.verify_request(&request, &nonce).unwrap();
    let answer = issuer.issue(verified, &attributes, &mut rng).unwrap();
    let credential = pending.receive(answer).unwrap();
    World {
        issuer,
        holder,
        credential,
        nonce,
        rng,
    }
}

#[test]
fn objects_are_their_encoding() {
    let World {
        issuer,
        holder,
        credential,
        nonce,
        mut rng,
    } = world();
    let key = issuer.public_key();
    let (request, _) = holder
        .request_credential::<Aries>(key, &nonce, &mut rng)
        .unwrap();
    is_encoding(&request, &request.to_bytes());
    is_encoding(&nonce, nonce.as_bytes());
    is_encoding(key.parameters().public_key(), &key.to_bytes());

    let nonce = PresentationNonce::generate(&mut rng);
    is_encoding(&nonce, nonce.as_bytes());
    let native = credential
        .present::<Native>(PresentationType::EidNymRhNym)
        .scope(b"a scope")
        .prove(&mut rng)
        .unwrap()
        .presentation;
    is_encoding(&native, &native.to_bytes());
    let aries = credential
        .present::<Aries>(PresentationType::EidNym)
        .prove(&mut rng)
        .unwrap();
    is_encoding(&aries.presentation, &aries.presentation.to_bytes());

    let nym = aries.nym.unwrap();
    is_encoding(nym.nym(), &nym.nym().to_bytes());
    let signature = holder
        .sign_with_nym::<Native>(key, &nym, b"", &mut rng)
        .unwrap();
    is_encoding(&signature, &signature.to_bytes());
    let signature = holder
        .sign_with_nym::<Aries>(key, &nym, b"", &mut rng)
        .unwrap();
    is_encoding(&signature, &signature.to_bytes());
    let nym = holder.scope_nym(key, b"a scope").unwrap();
    is_encoding(&nym, &nym.to_bytes());
    let signature = holder
        .sign_in_scope(key, b"a scope", b"", &mut rng)
        .unwrap();
    is_encoding(&signature, &signature.to_bytes());
}

#[test]
fn revocation_data_is_its_encoding() {
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    let key = RevocationSecretKey::generate(&mut rng);
    let public = key.public_key();
    is_encoding(&public, &public.to_bytes());
    let cri = key.sign_cri(3, RevocationAlgorithm::NoRevocation).unwrap();
    is_encoding(&cri, &cri.to_bytes());
    round_trip(&RevocationAlgorithm::NoRevocation);

    let validity = Validity::new(0, 10).unwrap();
    let keys = AuthorityKeys::generate(&mut rng);
    let mut authority =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity, &mut rng).unwrap();
    let handles = [Handle::generate(&mut rng)];
    authority.enroll_many(&handles).unwrap();
    let published: PublishedEpoch = authority.revoke(&handles, validity).unwrap();
    is_encoding(&published, &published.to_bytes());
    is_encoding(&published.signed, &published.signed.to_bytes());
    is_encoding(&published.update, &published.update.to_bytes());
}

#[test]
fn configuration_is_readable() {
    let schema = Schema::fabric();
    let text = r#"{"attributes":["OU","Role","EnrollmentID","RevocationHandle"],"enrollment_id":"EnrollmentID","revocation_handle":"RevocationHandle","secret_key_position":0}"#;
    assert_eq!(serde_json::to_string(&schema).unwrap(), text);
    round_trip(&schema);
    round_trip(&schema.with_secret_key_position(4).unwrap());
    let short: Schema = read_back(r#"{"attributes":["age"]}"#);
    assert_eq!(short, Schema::new(["age"]).unwrap());
    round_trip(&short);

    for kind in [PresentationType::Standard, PresentationType::Smartcard] {
        round_trip(&kind);
    }
    let key: IssuerPublicKey = world().issuer.public_key().clone();
    round_trip(&key);
    let value = serde_json::to_value(&key).unwrap();
    assert_eq!(value["key"], hex::encode(key.to_bytes()));
    assert_eq!(value["schema"]["enrollment_id"], "EnrollmentID");
}

#[test]
fn what_is_read_is_checked() {
    let messages = [
        refused::<Schema>(r#"{"attributes":[]}"#),
        refused::<Schema>(r#"{"attributes":["a","a"]}"#),
        refused::<Schema>(r#"{"attributes":["a"],"enrollment_id":"b"}"#),
        refused::<Schema>(r#"{"attributes":["a"],"enrollment_id":"a","revocation_handle":"a"}"#),
        refused::<Schema>(r#"{"attributes":["a"],"secret_key_position":2}"#),
        refused::<Schema>(r#"{"attributes":["a"],"colour":"red"}"#),
        refused::<PresentationNonce>("\"00\""),
        refused::<Nym>("\"zz\""),
        // The identity.
        refused::<Nym>(&format!("\"c0{}\"", "00".repeat(47))),
        refused::<Presentation<Native>>("\"01\""),
    ];
    let expected = [
        "1 to 65534",
        "stands twice",
        "no attribute",
        "the same attribute",
        "cannot stand at 2",
        "unknown field",
        "expected 32 bytes",
        "Invalid character",
        "identity",
        "presentation",
    ];
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    }
}
