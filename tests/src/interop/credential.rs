//! `credential`: from the issuer's answer to a verified credential.

use bbs::Aries;
use idemix::{
    Attributes, BlindCredential, Credential, CredentialRequest, Holder, Issuer, IssuerNonce,
    IssuerPublicKey, PendingCredential, Schema,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Deserialize;

use super::Expect;
use super::setup::{self, issuer_key};
use crate::vectors::{AttributeText, CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    issuer_secret_key: Hex,
    issuer_public_key: Hex,
    attribute_count: usize,
    sk_index: usize,
    user_secret_key: Hex,
    nonce: Hex,
    request: Hex,
    blinding: Hex,
    attributes: Vec<AttributeText>,
    blind_credential: Hex,
    credential: Hex,
    verify_attributes: Vec<AttributeText>,
    verify_user_secret_key: Hex,
    verify_issuer_public_key: Hex,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let outcome = verify(case);
    case.expect.judge(case.mutation.as_deref(), &outcome)?;
    if case.mutation.is_some() {
        return Ok(());
    }
    let issuer = Issuer::from_bytes(case.schema()?, &case.issuer_secret_key.0)?;
    ensure(
        *issuer.public_key() == issuer_key(case.schema()?, &case.issuer_public_key)?,
        "another issuer key",
    )?;
    let holder = setup::holder(&case.user_secret_key)?;
    check_unblinding(case, issuer.public_key(), &holder)?;
    check_issuing(case, &issuer, &holder)
}

impl Case {
    fn schema(&self) -> CaseResult<Schema> {
        setup::schema(self.attribute_count, self.sk_index)
    }
}

fn verify(case: &Case) -> CaseResult {
    let issuer = issuer_key(case.schema()?, &case.verify_issuer_public_key)?;
    let holder = setup::holder(&case.verify_user_secret_key)?;
    let credential = load(&issuer, &holder, &case.credential)?;
    let values = case.verify_attributes.iter().map(AttributeText::value);
    Ok(credential.check_attributes(&values.collect::<Vec<_>>())?)
}

/// A stored credential, verified, in its canonical encoding.
pub(super) fn load(
    issuer: &IssuerPublicKey,
    holder: &Holder,
    bytes: &Hex,
) -> CaseResult<Credential> {
    let credential = Credential::from_aries_bytes(issuer, holder, &bytes.0)?;
    let again = credential.expose_aries_bytes();
    equal("credential encoded again", &*again, bytes)?;
    Ok(credential)
}

/// Receiving the issuer's answer gives the stored credential.
fn check_unblinding(case: &Case, issuer: &IssuerPublicKey, holder: &Holder) -> CaseResult {
    let answer = BlindCredential::from_aries_bytes(&case.blind_credential.0)?;
    let again = answer.expose_aries_bytes();
    equal("answer encoded again", &*again, &case.blind_credential)?;
    let pending = PendingCredential::from_bytes(issuer, holder, &case.blinding.0)?;
    let credential = pending.receive(answer)?.expose_aries_bytes();
    equal("unblinded credential", &*credential, &case.credential)
}

/// The same request answered by our issuer.
fn check_issuing(case: &Case, issuer: &Issuer, holder: &Holder) -> CaseResult {
    let values: Option<Vec<_>> = case.attributes.iter().map(AttributeText::value).collect();
    let values = values.ok_or("an issued attribute is hidden")?;
    let attributes = Attributes::ordered(&case.schema()?, values.iter().cloned())?;
    let request = CredentialRequest::<Aries>::from_bytes(&case.request.0)?;
    let nonce = IssuerNonce::from_bytes(&case.nonce.0)?;
    let request = issuer.verify_request(&request, &nonce)?;
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let answer = issuer.issue(request, &attributes, &mut rng)?;
    ensure(
        answer.expose_aries_bytes().len() == case.blind_credential.0.len(),
        "our answer has another length",
    )?;
    let pending = PendingCredential::from_bytes(issuer.public_key(), holder, &case.blinding.0)?;
    let values: Vec<_> = values.into_iter().map(Some).collect();
    Ok(pending.receive(answer)?.check_attributes(&values)?)
}
