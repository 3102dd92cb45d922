//! `credential`: from the issuer's answer to a verified credential.

use bbs::blind::{BlindRequest, BlindSignature, RequestSecret};
use bbs::curve::{Scalar, scalar_to_bytes};
use bbs::{Aries, Limits, SecretKey, Signature, VerifiedSignature};
use prost::Message;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Deserialize;

use super::Expect;
use crate::vectors::{AttributeText, CaseResult, Hex, ensure, equal, with_secret_key};

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

/// The message Credential.
#[derive(Clone, PartialEq, Message)]
struct Credential {
    #[prost(bytes = "vec", tag = "1")]
    signature: Vec<u8>,
    #[prost(bytes = "vec", repeated, tag = "2")]
    attributes: Vec<Vec<u8>>,
    #[prost(int32, tag = "3")]
    sk_pos: i32,
}

impl Credential {
    /// Decodes canonically.
    fn read(bytes: &Hex) -> CaseResult<Self> {
        let credential = Self::decode(bytes.as_ref())?;
        equal(
            "credential encoded again",
            credential.encode_to_vec(),
            bytes,
        )?;
        Ok(credential)
    }

    fn scalars(&self) -> CaseResult<Vec<Scalar>> {
        let scalar = |bytes: &Vec<u8>| Hex(bytes.clone()).scalar();
        self.attributes.iter().map(scalar).collect()
    }
}

pub(super) fn check(case: &Case) -> CaseResult {
    let outcome = verify(case);
    case.expect.judge(case.mutation.as_deref(), &outcome)?;
    if case.mutation.is_some() {
        return Ok(());
    }
    check_unblinding(case)?;
    check_issuing(case)
}

fn verify(case: &Case) -> CaseResult {
    let credential = Credential::read(&case.credential)?;
    let attributes = credential.scalars()?;
    ensure(
        usize::try_from(credential.sk_pos)? == case.sk_index,
        "the secret key stands elsewhere",
    )?;
    let expected = &case.verify_attributes;
    ensure(
        attributes.len() == case.attribute_count && expected.len() == case.attribute_count,
        "another number of attributes",
    )?;
    for (index, (attribute, expected)) in attributes.iter().zip(expected).enumerate() {
        let matches = expected
            .scalar()
            .is_none_or(|expected| expected == *attribute);
        ensure(matches, format_args!("another attribute {index}"))?;
    }
    let key = case.verify_user_secret_key.scalar()?;
    let messages = with_secret_key(attributes, case.sk_index, key)?;
    let parameters = case.verify_issuer_public_key.parameters(messages.len())?;
    let signature = Signature::from_bytes(&credential.signature)?;
    Ok(signature.verify(&parameters, &messages)?)
}

/// Unblinding adds s₁ and changes nothing else.
fn check_unblinding(case: &Case) -> CaseResult {
    let blind = Credential::read(&case.blind_credential)?;
    let credential = Credential::read(&case.credential)?;
    ensure(
        blind.sk_pos == 0,
        "the issuer's answer says where the secret key stands",
    )?;
    ensure(
        blind.attributes == credential.attributes,
        "unblinding changed the attributes",
    )?;
    for (attribute, bytes) in case.attributes.iter().zip(&credential.attributes) {
        let issued = attribute.scalar().ok_or("an issued attribute is hidden")?;
        equal("attribute", scalar_to_bytes(&issued), &Hex(bytes.clone()))?;
    }
    let secret = RequestSecret::from_bytes(&case.blinding.0)?;
    let signature = BlindSignature::from_bytes(&blind.signature)?.unblind(secret);
    equal(
        "unblinded signature",
        *signature.expose_bytes(),
        &Hex(credential.signature),
    )
}

/// The same request answered by our issuer.
fn check_issuing(case: &Case) -> CaseResult {
    let count = case.attribute_count.saturating_add(1);
    let key = SecretKey::from_bytes(&case.issuer_secret_key.0)?;
    let key = key.signing_key(count, Limits::default())?;
    ensure(
        *key.parameters().public_key() == case.issuer_public_key.public_key()?,
        "another issuer key",
    )?;
    let attributes = Credential::read(&case.credential)?.scalars()?;
    let request = BlindRequest::<Aries>::from_bytes(&case.request.0)?.verify(
        key.parameters(),
        &[case.sk_index],
        &case.nonce.0,
    )?;
    let messages = with_secret_key(attributes, case.sk_index, case.user_secret_key.scalar()?)?;
    let known: Vec<_> = messages
        .iter()
        .copied()
        .enumerate()
        .filter(|(index, _)| *index != case.sk_index)
        .collect();
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let signature = key
        .sign_blind(request, &known, &mut rng)?
        .unblind(RequestSecret::from_bytes(&case.blinding.0)?);
    VerifiedSignature::new(key.parameters(), &signature, messages)?;
    Ok(())
}
