//! The epoch information made by the Go library IBM/idemix: `revocation.json` and the key-material folders.
//! The folder is `vectors/aries`, or the one that `IDEMIX_VECTORS` names.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::PathBuf;

use revocation::{Cri, RevocationAlgorithm, RevocationPublicKey, RevocationSecretKey};
use serde::Deserialize;

/// Accepted by the Go library, refused here: it lets the verifier's epoch stand in for the CRI's own.
const DEVIATION: &str = "epoch field inside the cri altered, the epoch is taken from the verifier";

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    d: String,
    public_key_pem: String,
    public_key_der: String,
    public_key_uncompressed: String,
    epoch: i64,
    revocation_alg: i32,
    cri: String,
    epoch_pk: String,
    epoch_pk_sig: String,
    #[allow(dead_code)]
    signed_bytes: String,
    #[allow(dead_code)]
    digest: String,
    verify_epoch: i64,
    verify_alg: i32,
    verify_public_key_uncompressed: String,
    #[serde(default)]
    mutation: String,
    expect: String,
    #[allow(dead_code)]
    #[serde(default)]
    error: String,
}

fn folder() -> PathBuf {
    std::env::var_os("IDEMIX_VECTORS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vectors/aries"),
        PathBuf::from,
    )
}

fn bytes(text: &str) -> Vec<u8> {
    hex::decode(text).unwrap()
}

fn verify(case: &Case) -> Result<(), String> {
    let key = RevocationPublicKey::from_bytes(&bytes(&case.verify_public_key_uncompressed))
        .map_err(|e| e.to_string())?;
    let cri = Cri::from_bytes(&bytes(&case.cri)).map_err(|e| e.to_string())?;
    let algorithm = RevocationAlgorithm::try_from(case.verify_alg).map_err(|e| e.to_string())?;
    let verified = key
        .verify_cri(&cri, case.verify_epoch, algorithm)
        .map_err(|e| e.to_string())?;
    assert_eq!(verified.epoch(), case.verify_epoch);
    Ok(())
}

#[test]
fn revocation_json() {
    let path = folder().join("revocation.json");
    if !path.exists() {
        println!("revocation.json: not in this folder");
        return;
    }
    let file: File = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in &file.cases {
        let key = RevocationSecretKey::from_bytes(&bytes(&case.d)).unwrap();
        let public = key.public_key();
        assert_eq!(
            public.to_bytes().to_vec(),
            bytes(&case.public_key_uncompressed)
        );
        assert_eq!(public.to_der().unwrap(), bytes(&case.public_key_der));
        assert_eq!(public.to_pem().unwrap(), case.public_key_pem);
        assert_eq!(
            RevocationPublicKey::from_pem(&case.public_key_pem).unwrap(),
            public
        );

        let algorithm = RevocationAlgorithm::try_from(case.revocation_alg).unwrap();
        let ours = key.sign_cri(case.epoch, algorithm).unwrap();
        assert_eq!(ours.epoch_key(), bytes(&case.epoch_pk));
        public
            .verify_cri(&ours, case.epoch, algorithm)
            .map(|_| ())
            .unwrap();
        if case.mutation.is_empty() {
            let theirs = Cri::from_parts(
                case.epoch,
                bytes(&case.epoch_pk),
                bytes(&case.epoch_pk_sig),
                case.revocation_alg,
            );
            assert_eq!(theirs.to_bytes(), bytes(&case.cri), "{}", case.name);
        }

        let expected_ok = match case.expect.as_str() {
            "ok" => case.mutation != DEVIATION,
            "fail" => false,
            other => panic!("{}: unknown expectation {other}", case.name),
        };
        let result = verify(case);
        assert_eq!(result.is_ok(), expected_ok, "{}: {result:?}", case.name);
    }
    println!("revocation.json: {} cases passed", file.cases.len());
}

#[test]
fn key_material_folder() {
    let folder = folder().join("msp");
    if !folder.exists() {
        println!("msp: not in this folder");
        return;
    }
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    let text = read("issuer/ca/RevocationKey");
    let key = RevocationSecretKey::from_pem(&text).unwrap();
    assert_eq!(*key.expose_secret_pem().unwrap(), text);
    for place in ["issuer", "signer1", "signer2"] {
        let text = read(&format!("{place}/msp/RevocationPublicKey"));
        let public = RevocationPublicKey::from_pem(&text).unwrap();
        assert_eq!(public, key.public_key());
        assert_eq!(public.to_pem().unwrap(), text);
    }
}
