//! `revocation`: epoch information (CRI) with the algorithm "no revocation".

use idemix::{Cri, RevocationAlgorithm, RevocationPublicKey, RevocationSecretKey};
use prost::Message;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::Expect;
use crate::vectors::{CaseResult, Hex, ensure, equal};
use crate::wire;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    d: Hex,
    public_key_pem: String,
    public_key_der: Hex,
    public_key_uncompressed: Hex,
    epoch: i64,
    revocation_alg: i32,
    cri: Hex,
    epoch_pk: Hex,
    epoch_pk_sig: Hex,
    signed_bytes: Hex,
    digest: Hex,
    verify_epoch: i64,
    verify_alg: i32,
    verify_public_key_uncompressed: Hex,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let outcome = verify(case);
    case.expect.judge(case.mutation.as_deref(), &outcome)?;
    let key = check_keys(case)?;
    check_signing(case, &key)?;
    if case.mutation.is_some() {
        return Ok(());
    }
    let cri = Cri::from_bytes(&case.cri.0)?;
    equal("cri encoded again", cri.to_bytes(), &case.cri)?;
    let parts = Cri::from_parts(
        case.epoch,
        case.epoch_pk.0.clone(),
        case.epoch_pk_sig.0.clone(),
        case.revocation_alg,
    );
    ensure(parts == cri, "the parts are not those of the cri")
}

fn verify(case: &Case) -> CaseResult {
    let key = RevocationPublicKey::from_bytes(&case.verify_public_key_uncompressed.0)?;
    let algorithm = RevocationAlgorithm::try_from(case.verify_alg)?;
    let cri = Cri::from_bytes(&case.cri.0)?;
    let verified = key.verify_cri(&cri, case.verify_epoch, algorithm)?;
    ensure(verified.epoch() == case.verify_epoch, "another epoch")
}

/// The authority's keys in all their encodings.
fn check_keys(case: &Case) -> CaseResult<RevocationSecretKey> {
    let key = RevocationSecretKey::from_bytes(&case.d.0)?;
    let public = key.public_key();
    let point = &case.public_key_uncompressed;
    equal("public key", public.to_bytes(), point)?;
    equal("public key in DER", public.to_der()?, &case.public_key_der)?;
    ensure(public.to_pem()? == case.public_key_pem, "another PEM")?;
    for read in [
        RevocationPublicKey::from_bytes(&point.0)?,
        RevocationPublicKey::from_der(&case.public_key_der.0)?,
        RevocationPublicKey::from_pem(&case.public_key_pem)?,
    ] {
        ensure(read == public, "an encoding is of another key")?;
    }
    Ok(key)
}

/// What is signed, the signature of the honest CRI, and ours of the same epoch.
fn check_signing(case: &Case, key: &RevocationSecretKey) -> CaseResult {
    let algorithm = RevocationAlgorithm::try_from(case.revocation_alg)?;
    let unsigned = wire::Cri {
        epoch: case.epoch,
        epoch_pk: case.epoch_pk.0.clone(),
        epoch_pk_sig: Vec::new(),
        revocation_alg: case.revocation_alg,
        revocation_data: Vec::new(),
    };
    let unsigned = unsigned.encode_to_vec();
    equal("signed bytes", &unsigned, &case.signed_bytes)?;
    equal("digest", Sha256::digest(&unsigned), &case.digest)?;
    let public = key.public_key();
    let theirs = Cri::from_parts(
        case.epoch,
        case.epoch_pk.0.clone(),
        case.epoch_pk_sig.0.clone(),
        case.revocation_alg,
    );
    let ours = key.sign_cri(case.epoch, algorithm)?;
    equal("our epoch key", ours.epoch_key(), &case.epoch_pk)?;
    for cri in [theirs, ours] {
        let verified = public.verify_cri(&cri, case.epoch, algorithm)?;
        ensure(verified.epoch() == case.epoch, "another epoch")?;
    }
    Ok(())
}
