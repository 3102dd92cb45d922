//! `bbs`: signatures on byte messages.

use bbs::curve::{g1_to_uncompressed, scalar_to_bytes};
use bbs::{Base, SecretKey, Signature, VerifiedSignature, VerifyError, hash_to_scalar};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use ff::Field;
use group::Curve;
use serde::Deserialize;

use super::Expect;
use crate::vectors::{CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    /// Empty in mutated cases.
    secret_key: Hex,
    public_key: Hex,
    messages: Vec<Hex>,
    signature: Hex,
    a: Hex,
    e: Hex,
    s: Hex,
    b: Hex,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let messages: Vec<_> = case.messages.iter().map(|m| hash_to_scalar(&m.0)).collect();
    let parameters = case.public_key.parameters(messages.len())?;
    let verify = || -> Result<(), VerifyError> {
        Signature::from_bytes(&case.signature.0)?.verify(&parameters, &messages)
    };
    let outcome = verify();
    case.expect.judge(case.mutation.as_deref(), &outcome)?;
    // A holder's check decides alike.
    if let Ok(signature) = Signature::from_bytes(&case.signature.0) {
        let held = VerifiedSignature::new(&parameters, &signature, messages.clone());
        ensure(
            held.is_ok() == outcome.is_ok(),
            "holder and verifier disagree",
        )?;
    }
    if case.mutation.is_some() {
        return Ok(());
    }

    let key = SecretKey::from_bytes(&case.secret_key.0)?;
    equal("public key", key.public_key().to_bytes(), &case.public_key)?;
    let signature = Signature::from_bytes(&case.signature.0)?;
    equal(
        "signature encoded again",
        *signature.expose_bytes(),
        &case.signature,
    )?;
    let parts = [case.a.as_ref(), case.e.as_ref(), case.s.as_ref()].concat();
    equal("A, e, s", parts, &case.signature)?;

    // B = g1 + s·h0 + Σ mᵢ·h[i]
    let (e, s) = (case.e.scalar()?, case.s.scalar()?);
    let mut terms = vec![(Base::G1, ff::Field::ONE), (Base::H0, s)];
    terms.extend(messages.iter().enumerate().map(|(i, m)| (Base::H(i), *m)));
    let b = parameters.combine_vartime(&terms)?.to_affine();
    equal("B", g1_to_uncompressed(&b), &case.b)?;
    // A = B/(x + e)
    let inverse = Option::from((case.secret_key.scalar()? + e).invert()).ok_or("x + e = 0")?;
    let a = parameters
        .combine(&[(Base::Point(b), inverse)])?
        .to_affine();
    ensure(a == case.a.g1()?, "A is not B/(x + e)")?;
    equal("e", scalar_to_bytes(&e), &case.e)
}
