//! `weak_bb`: weak Boneh-Boyen signatures.

use bbs::curve::{g1_from_uncompressed, g1_to_compressed, g1_to_uncompressed};
use bbs::{SecretKey, weak_bb};
use serde::Deserialize;

use super::Expect;
use crate::vectors::{CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    secret_key: Hex,
    public_key_uncompressed: Hex,
    public_key_compressed: Hex,
    message: Hex,
    signature_uncompressed: Hex,
    signature_compressed: Hex,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let public = case.public_key_compressed.public_key()?;
    equal(
        "public key",
        public.to_uncompressed(),
        &case.public_key_uncompressed,
    )?;
    let signature = case.signature_compressed.g1()?;
    equal(
        "signature",
        g1_to_uncompressed(&signature),
        &case.signature_uncompressed,
    )?;
    let uncompressed = case.signature_uncompressed.array()?;
    ensure(
        g1_from_uncompressed(uncompressed, "signature")? == signature,
        "the two encodings of the signature differ",
    )?;
    let message = case.message.scalar()?;
    let outcome = weak_bb::verify_vartime(&public, &message, &signature);
    case.expect.judge(case.mutation.as_deref(), &outcome)?;
    if case.mutation.is_some() {
        return Ok(());
    }
    let key = SecretKey::from_bytes(&case.secret_key.0)?;
    ensure(*key.public_key() == public, "another public key")?;
    let ours = weak_bb::sign(&key, &message)?;
    equal(
        "our signature",
        g1_to_compressed(&ours),
        &case.signature_compressed,
    )
}
