use p384::pkcs8::EncodePrivateKey;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha384};

use super::*;

/// n − 1 for P-384.
const ORDER_MINUS_ONE: &str = "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52972";

fn key() -> RevocationSecretKey {
    RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(1))
}

#[test]
fn raw_bytes_round_trip_and_may_be_short() {
    let key = key();
    let bytes = key.expose_secret_bytes();
    let back = RevocationSecretKey::from_bytes(bytes.as_ref()).unwrap();
    assert!(bool::from(back.ct_eq(&key)));

    let short = RevocationSecretKey::from_bytes(&[1, 2]).unwrap();
    assert_eq!(short.expose_secret_bytes()[46..], [1, 2]);
    assert_eq!(short.expose_secret_bytes()[..46], [0; 46]);
}

#[test]
fn raw_bytes_out_of_range_are_refused() {
    let largest = hex::decode(ORDER_MINUS_ONE).unwrap();
    RevocationSecretKey::from_bytes(&largest).unwrap();
    let mut order = largest;
    order[47] += 1;
    for bytes in [&order[..], &[0; 48], &[], &[0xff; 48]] {
        let error = RevocationSecretKey::from_bytes(bytes).unwrap_err();
        assert_eq!(error, RevocationError::Key { object: SECRET });
        assert_eq!(error.code(), "revocation.key");
    }
    assert!(matches!(
        RevocationSecretKey::from_bytes(&[1; 49]),
        Err(RevocationError::Malformed(DecodeError::TooLarge { .. }))
    ));
}

#[test]
fn pem_in_both_forms() {
    let key = key();
    let sec1 = key.expose_secret_pem().unwrap();
    let pkcs8 = SecretKey::from(&key.0)
        .to_pkcs8_pem(LineEnding::LF)
        .unwrap();
    assert_ne!(*sec1, *pkcs8);
    for text in [&sec1, &pkcs8] {
        let back = RevocationSecretKey::from_pem(text).unwrap();
        assert!(bool::from(back.ct_eq(&key)));
    }
}

#[test]
fn pem_of_something_else_is_refused() {
    let malformed = |result: Result<RevocationSecretKey, _>| {
        matches!(
            result,
            Err(RevocationError::Malformed(DecodeError::Malformed { .. }))
        )
    };
    let text = key().expose_secret_pem().unwrap();
    assert!(malformed(RevocationSecretKey::from_pem("")));
    assert!(malformed(RevocationSecretKey::from_pem(
        &text.replace("PRIVATE KEY", "EC PRIVATE KEY")
    )));
    assert!(malformed(RevocationSecretKey::from_pem(
        &key().public_key().to_pem().unwrap()
    )));
    assert!(matches!(
        RevocationSecretKey::from_pem(&text.replace('\n', &"\n".repeat(2000))),
        Err(RevocationError::Malformed(DecodeError::TooLarge { .. }))
    ));
    let foreign = pem::encode_string(SECRET_LABEL, LineEnding::LF, &[0x30, 0]).unwrap();
    assert_eq!(
        RevocationSecretKey::from_pem(&foreign).unwrap_err(),
        RevocationError::Key { object: SECRET }
    );
}

#[test]
fn public_key_encodings() {
    let public = key().public_key();
    let (bytes, der, text) = (
        public.to_bytes(),
        public.to_der().unwrap(),
        public.to_pem().unwrap(),
    );
    assert_eq!(RevocationPublicKey::from_bytes(&bytes).unwrap(), public);
    assert_eq!(RevocationPublicKey::from_der(&der).unwrap(), public);
    assert_eq!(RevocationPublicKey::from_pem(&text).unwrap(), public);
    assert!(RevocationPublicKey::from_bytes(&bytes[..96]).is_err());
    let mut off_curve = bytes;
    off_curve[96] ^= 1;
    assert_eq!(
        RevocationPublicKey::from_bytes(&off_curve),
        Err(RevocationError::Key { object: PUBLIC })
    );
    let compressed = public.0.to_sec1_point(true);
    assert!(RevocationPublicKey::from_bytes(compressed.as_bytes()).is_err());
}

/// RFC 6979, A.2.6: P-384, SHA-384, message "sample".
#[test]
fn nonces_follow_rfc_6979() {
    let key = RevocationSecretKey::from_bytes(
        &hex::decode("6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5").unwrap(),
    )
    .unwrap();
    let signature = key.sign_digest(&Sha384::digest(b"sample")).unwrap();
    assert_eq!(
        hex::encode(signature.to_bytes()),
        "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46\
         99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8"
    );
}

#[test]
fn the_secret_does_not_show() {
    assert_eq!(format!("{:?}", key()), "RevocationSecretKey(<redacted>)");
    fn wiped_on_drop<T: zeroize::ZeroizeOnDrop>() {}
    wiped_on_drop::<RevocationSecretKey>();
    wiped_on_drop::<SigningKey>();
}
