//! `adversarial`: malformed objects, each of which must be refused with an error.

use bbs::proof::{Disclosure, MainProof, SignatureProof};
use bbs::{Aries, Signature, hash_to_scalar};
use idemix::{
    CardProof, CredentialRequest, EidNym, IssuerNonce, IssuerPublicKey, Schema, Verifier,
};
use serde::Deserialize;

use super::Expect;
use super::audit::{AuditType, Claim};
use super::credential::load;
use super::nym;
use super::setup::{holder, issuer_key, schema};
use super::verification::{Inputs, VerificationType};
use crate::vectors::{AttributeText, CaseResult, Hex, ensure};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "name")]
    _name: String,
    op: Op,
    issuer_public_key: Hex,
    attribute_count: usize,
    sk_index: usize,
    rh_index: usize,
    eid_index: usize,
    ver_type: Option<VerificationType>,
    audit_type: Option<AuditType>,
    disclosed: Option<Vec<AttributeText>>,
    messages: Option<Vec<Hex>>,
    msg: Option<Hex>,
    nym: Option<Hex>,
    nym_eid: Option<Hex>,
    signature: Option<Hex>,
    value: Option<Hex>,
    rand: Option<Hex>,
    expect: Verdict,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    SignerVerify,
    NymVerify,
    CredRequestVerify,
    CredentialVerify,
    BbsVerify,
    BbsVerifyProof,
    SmartcardNymVerify,
    AuditEid,
    AuditRh,
    IssuerPublicKey,
}

/// This format's words for what must come out.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Accept,
    Reject,
}

impl From<Verdict> for Expect {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accept => Self::Ok,
            Verdict::Reject => Self::Fail,
        }
    }
}

pub(super) fn check(case: &Case) -> CaseResult {
    Expect::from(case.expect).judge(None, &case.run()?)
}

/// What an operation uses must be there, and nothing else: a case that lacks it is a failure, not a refusal.
fn given<'a, T>(name: &str, field: &'a Option<T>) -> CaseResult<&'a T> {
    field.as_ref().ok_or_else(|| format!("no {name}").into())
}

impl Case {
    /// The outcome of the operation; an error of its own where the case is incomplete.
    fn run(&self) -> CaseResult<CaseResult> {
        let msg = || given("msg", &self.msg);
        let signature = || given("signature", &self.signature);
        let messages = || given("messages", &self.messages);
        Ok(match self.op {
            Op::IssuerPublicKey => self.issuer(Ok).map(drop),
            Op::SignerVerify => {
                let ver_type = *given("ver_type", &self.ver_type)?;
                let inputs = Inputs {
                    issuer_public_key: &self.issuer_public_key,
                    attribute_count: self.attribute_count,
                    sk_index: self.sk_index,
                    rh_index: self.rh_index,
                    eid_index: self.eid_index,
                    disclosed: given("disclosed", &self.disclosed)?,
                    msg: msg()?,
                    signature: signature()?,
                };
                inputs.verify(ver_type, None).map(drop)
            }
            Op::NymVerify => self.verify_nym(given("nym", &self.nym)?, msg()?, signature()?),
            Op::CredRequestVerify => self.verify_request(msg()?, signature()?),
            Op::CredentialVerify => {
                let (value, disclosed) = (given("value", &self.value)?, &self.disclosed);
                self.verify_credential(given("disclosed", disclosed)?, value, signature()?)
            }
            Op::BbsVerify => self.verify_bbs(messages()?, signature()?),
            Op::BbsVerifyProof => self.verify_bbs_proof(messages()?, msg()?, signature()?),
            Op::SmartcardNymVerify => {
                self.verify_card(given("nym_eid", &self.nym_eid)?, msg()?, signature()?)
            }
            Op::AuditEid => self.audit_eid(&self.claim(signature()?)?),
            Op::AuditRh => self.audit_rh(&self.claim(signature()?)?),
        })
    }

    fn issuer(
        &self,
        roles: impl FnOnce(Schema) -> CaseResult<Schema>,
    ) -> CaseResult<IssuerPublicKey> {
        let schema = roles(schema(self.attribute_count, self.sk_index)?)?;
        issuer_key(schema, &self.issuer_public_key)
    }

    fn verify_nym(&self, nym: &Hex, msg: &Hex, signature: &Hex) -> CaseResult {
        nym::verify(&self.issuer(Ok)?, nym, msg, signature)
    }

    fn verify_request(&self, nonce: &Hex, signature: &Hex) -> CaseResult {
        let nonce = IssuerNonce::from_bytes(&nonce.0)?;
        let request = CredentialRequest::<Aries>::from_bytes(&signature.0)?;
        Ok(request.verify(&self.issuer(Ok)?, &nonce).map(drop)?)
    }

    fn verify_credential(
        &self,
        attributes: &[AttributeText],
        secret_key: &Hex,
        signature: &Hex,
    ) -> CaseResult {
        let credential = load(&self.issuer(Ok)?, &holder(secret_key)?, signature)?;
        let expected: Vec<_> = attributes.iter().map(AttributeText::value).collect();
        Ok(credential.check_attributes(&expected)?)
    }

    fn verify_bbs(&self, messages: &[Hex], signature: &Hex) -> CaseResult {
        let parameters = self.issuer_public_key.parameters(messages.len())?;
        let messages: Vec<_> = messages.iter().map(|m| hash_to_scalar(&m.0)).collect();
        Ok(Signature::from_bytes(&signature.0)?.verify(&parameters, &messages)?)
    }

    /// The format names neither the number of messages nor the revealed ones, so both are taken from the proof.
    fn verify_bbs_proof(&self, messages: &[Hex], nonce: &Hex, signature: &Hex) -> CaseResult {
        let main = MainProof::from_bytes(&signature.0)?;
        let (count, revealed) = main.payload_parts();
        ensure(
            messages.len() == revealed.len(),
            "another number of revealed messages",
        )?;
        let values = messages.iter().map(|m| hash_to_scalar(&m.0));
        let disclosure = Disclosure::new(count, revealed.iter().copied().zip(values))?;
        let proof = SignatureProof::<Aries>::from_bytes(&signature.0, &disclosure)?;
        let parameters = self.issuer_public_key.parameters(count)?;
        Ok(proof.verify(&parameters, &disclosure, &nonce.0)?)
    }

    fn verify_card(&self, eid_nym: &Hex, msg: &Hex, signature: &Hex) -> CaseResult {
        let issuer = self.issuer(|schema| Ok(schema.with_enrollment_id(2)?))?;
        let eid_nym = EidNym::from_uncompressed(&eid_nym.0)?;
        let (_, proof) = CardProof::from_card_bytes(&signature.0)?;
        let nym = Verifier::new(issuer).verify_card_proof(&proof, &eid_nym, &msg.0)?;
        ensure(nym == *proof.nym(), "another nym")
    }

    fn claim<'a>(&'a self, signature: &'a Hex) -> CaseResult<Claim<'a>> {
        Ok(Claim {
            audit_type: *given("audit_type", &self.audit_type)?,
            signature,
            value: given("value", &self.value)?,
            rand: given("rand", &self.rand)?,
        })
    }

    fn audit_eid(&self, claim: &Claim<'_>) -> CaseResult {
        claim.open_eid(&self.issuer(|schema| Ok(schema.with_enrollment_id(self.eid_index)?))?)
    }

    fn audit_rh(&self, claim: &Claim<'_>) -> CaseResult {
        claim.open_rh(&self.issuer(|schema| Ok(schema.with_revocation_handle(self.rh_index)?))?)
    }
}
