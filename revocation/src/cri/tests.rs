use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::*;

const ALGORITHM: RevocationAlgorithm = RevocationAlgorithm::NoRevocation;

fn key() -> RevocationSecretKey {
    RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(1))
}

/// Signs whatever the message says, as a careless authority might.
fn signed(key: &RevocationSecretKey, mut message: CriMessage) -> Cri {
    message.epoch_pk_sig.clear();
    let digest = Cri(message.clone()).digest();
    message.epoch_pk_sig = key
        .sign_digest(&digest)
        .unwrap()
        .to_der()
        .as_bytes()
        .to_vec();
    Cri(message)
}

#[test]
fn an_epoch_has_one_signature_and_round_trips() {
    let key = key();
    for epoch in [0, 1, 127, 128, i64::from(u32::MAX), i64::MAX, -1, i64::MIN] {
        let cri = key.sign_cri(epoch, ALGORITHM).unwrap();
        assert_eq!(cri, key.sign_cri(epoch, ALGORITHM).unwrap());
        let back = Cri::from_bytes(&cri.to_bytes()).unwrap();
        assert_eq!(back, cri);
        let verified = key
            .public_key()
            .verify_cri(&back, epoch, ALGORITHM)
            .unwrap();
        assert_eq!((verified.epoch(), verified.algorithm()), (epoch, ALGORITHM));
    }
}

#[test]
fn every_altered_byte_is_refused() {
    let key = key();
    let cri = key.sign_cri(1000, ALGORITHM).unwrap().to_bytes();
    for place in 0..cri.len() {
        for bit in 0..8 {
            let mut altered = cri.clone();
            altered[place] ^= 1 << bit;
            let result = Cri::from_bytes(&altered)
                .map_err(RevocationError::from)
                .and_then(|cri| key.public_key().verify_cri(&cri, 1000, ALGORITHM));
            assert!(result.is_err(), "byte {place}, bit {bit}");
        }
    }
}

#[test]
fn both_signatures_of_a_pair_verify() {
    let key = key();
    let cri = key.sign_cri(3, ALGORITHM).unwrap();
    let signature = Signature::from_der(cri.signature()).unwrap();
    let (r, s) = signature.split_scalars();
    let other = Signature::from_scalars(r, -*s).unwrap();
    let twin = Cri::from_parts(
        3,
        cri.epoch_key().to_vec(),
        other.to_der().as_bytes().to_vec(),
        0,
    );
    assert_ne!(twin, cri);
    assert_eq!(
        key.public_key().verify_cri(&twin, 3, ALGORITHM),
        key.public_key().verify_cri(&cri, 3, ALGORITHM)
    );
}

#[test]
fn the_verifier_names_what_is_wrong() {
    let key = key();
    let public = key.public_key();
    let honest = key.sign_cri(5, ALGORITHM).unwrap();
    let check = |cri: &Cri| public.verify_cri(cri, 5, ALGORITHM).unwrap_err();

    let other_epoch = key.sign_cri(6, ALGORITHM).unwrap();
    assert_eq!(
        check(&other_epoch),
        RevocationError::EpochMismatch {
            expected: 5,
            found: 6
        }
    );
    let mut message = honest.0.clone();
    message.revocation_alg = 1;
    assert_eq!(
        check(&signed(&key, message)),
        RevocationError::UnknownAlgorithm { found: 1 }
    );
    let mut message = honest.0.clone();
    message.epoch_pk = vec![7; 192];
    assert_eq!(check(&signed(&key, message)), RevocationError::EpochKey);
    let mut message = honest.0.clone();
    message.revocation_data = vec![1];
    assert_eq!(
        check(&signed(&key, message)),
        RevocationError::UnexpectedData
    );
    let mut message = honest.0.clone();
    message.epoch_pk_sig.pop();
    assert_eq!(check(&Cri(message)), RevocationError::SignatureEncoding);
    let mut message = honest.0.clone();
    message.epoch_pk_sig.clear();
    assert_eq!(check(&Cri(message)), RevocationError::SignatureEncoding);
    let other = RevocationSecretKey::generate(&mut ChaCha20Rng::seed_from_u64(2));
    assert_eq!(
        check(&other.sign_cri(5, ALGORITHM).unwrap()),
        RevocationError::Signature
    );
    assert_eq!(
        RevocationAlgorithm::try_from(1),
        Err(RevocationError::UnknownAlgorithm { found: 1 })
    );
}

#[test]
fn decoding_is_strict() {
    let bytes = key().sign_cri(5, ALGORITHM).unwrap().to_bytes();
    let with = |extra: &[u8]| Cri::from_bytes(&[&bytes, extra].concat()).unwrap_err();
    let non_canonical = DecodeError::NonCanonical { object: OBJECT };
    // Field 1 twice, a zero that should be absent, a field that does not exist, a non-minimal varint.
    assert_eq!(with(&[0x08, 5]), non_canonical);
    assert_eq!(with(&[0x20, 0]), non_canonical);
    assert_eq!(with(&[0x30, 1]), non_canonical);
    assert_eq!(with(&[0x20, 0x81, 0]), non_canonical);
    assert!(matches!(with(&[0x20]), DecodeError::Malformed { .. }));
    assert!(matches!(
        Cri::from_bytes(&[0; MAX_BYTES + 1]),
        Err(DecodeError::TooLarge { .. })
    ));
}
