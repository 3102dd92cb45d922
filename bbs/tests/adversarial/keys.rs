//! Issuer keys, and rule 5: limits before any generator is derived.

use bbs::curve::{G1Affine, Scalar};
use bbs::{
    DecodeError, Limits, MAX_MESSAGE_COUNT, ParameterError, PublicKey, PublicParameters, SecretKey,
    weak_bb,
};
use bbs::{Relation, VerifyError};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::prime::PrimeCurveAffine;

use crate::bad_encodings::outside_subgroup_g2;
use crate::setup::*;

#[test]
fn zero_is_no_secret_key() {
    let field = "issuer secret key";
    let refusal = SecretKey::from_bytes(&[0; 32]).unwrap_err();
    assert_eq!(refusal, DecodeError::Zero { field });
}

#[test]
fn a_secret_key_has_32_bytes() {
    for length in [0, 31, 33] {
        let refusal = SecretKey::from_bytes(&vec![1; length]).unwrap_err();
        let expected = DecodeError::Length {
            object: "issuer secret key",
            expected: 32,
            found: length,
        };
        assert_eq!(refusal, expected);
    }
}

#[test]
fn public_keys() {
    let field = "issuer public key";
    let good = signing_key(1, 1).parameters().public_key().to_bytes();
    assert!(PublicKey::from_bytes(&good).is_ok());
    let refusal = |bytes: &[u8]| PublicKey::from_bytes(bytes).unwrap_err();

    let mut identity = [0; 96];
    identity[0] = 0xc0;
    assert_eq!(refusal(&identity), DecodeError::Identity { field });
    let outside = outside_subgroup_g2();
    assert_eq!(refusal(&outside), DecodeError::Subgroup { field });
    for flags in [0, 0x20, 0x40, 0xc0, 0xe0] {
        let mut bytes = good;
        bytes[0] = bytes[0] & 0x1f | flags;
        assert_eq!(refusal(&bytes), DecodeError::Point { field }, "{flags:x}");
    }
    assert_eq!(refusal(&[0xff; 96]), DecodeError::Point { field });
    for length in [0, 48, 95, 97, 192] {
        let expected = DecodeError::Length {
            object: field,
            expected: 96,
            found: length,
        };
        assert_eq!(refusal(&vec![0xc0; length]), expected);
    }
}

#[test]
fn message_counts_are_limited() {
    let key = *signing_key(1, 1).parameters().public_key();
    for (limits, count) in [
        (Limits::default(), 0),
        (Limits::default(), 1025),
        (Limits::default(), usize::MAX),
        (Limits::new(3), 4),
        (Limits::new(usize::MAX), MAX_MESSAGE_COUNT + 1),
        (Limits::new(usize::MAX), usize::MAX),
    ] {
        let limit = limits.message_count();
        let expected = ParameterError::MessageCount { count, limit };
        assert_eq!(key.parameters(count, limits).unwrap_err(), expected);
        let derived = PublicParameters::derive(&key, count, limits);
        assert_eq!(derived.unwrap_err(), expected);
        let secret = SecretKey::from_seed(&[1; 32]).unwrap();
        assert_eq!(secret.signing_key(count, limits).unwrap_err(), expected);
    }
    assert_eq!(Limits::new(usize::MAX).message_count(), 65_535);
}

#[test]
fn weak_boneh_boyen() {
    let secret = SecretKey::from_seed(&[1; 32]).unwrap();
    let public = secret.public_key();
    let message = Scalar::from(7);
    let signature = weak_bb::sign(&secret, &message).unwrap();
    assert_eq!(
        weak_bb::verify_vartime(public, &message, &signature),
        Ok(())
    );
    let broken = Err(VerifyError::BadProof(Relation::WeakBonehBoyen));
    let identity = G1Affine::identity();
    let other = SecretKey::from_seed(&[2; 32]).unwrap();
    for (key, message, signature) in [
        (public, message, identity),
        (public, message, -signature),
        (public, Scalar::from(8), signature),
        (other.public_key(), message, signature),
    ] {
        assert_eq!(weak_bb::verify_vartime(key, &message, &signature), broken);
    }
    // m = −x has no inverse.
    let x = bbs::curve::scalar_from_wide(secret.expose_bytes().as_ref());
    assert_eq!(
        weak_bb::sign(&secret, &-x),
        Err(ParameterError::Zero { what: "m + x" })
    );
}
