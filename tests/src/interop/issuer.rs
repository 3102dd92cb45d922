//! `issuer`: issuer keys with their number of generators.

use bbs::{Limits, SecretKey};
use serde::Deserialize;

use crate::vectors::{CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    attribute_names: Vec<String>,
    secret_key: Hex,
    public_key: Hex,
    hash: Hex,
    n: usize,
    generator_count: usize,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let key = SecretKey::from_bytes(&case.secret_key.0)?;
    let public = *key.public_key();
    equal("public key", public.to_bytes(), &case.public_key)?;
    equal("key hash", public.to_bytes(), &case.hash)?;
    ensure(
        case.public_key.public_key()? == public,
        "the encoded public key is another one",
    )?;
    ensure(
        case.attribute_names.len() == case.n,
        "n is not the number of names",
    )?;
    // One message more than attributes: the holder's secret key.
    let signing = key.signing_key(case.n.saturating_add(1), Limits::default())?;
    ensure(
        signing.parameters().message_count() == case.generator_count,
        "another number of generators",
    )
}
