//! `audit`: opening the commitments to enrollment ID and revocation handle.

use bbs::{Aries, Attribute};
use idemix::{
    Auditor, EidNym, EidOpening, IssuerPublicKey, Presentation, RhNym, RhOpening, Schema,
};
use serde::Deserialize;

use super::Expect;
use super::setup::{issuer_key, schema};
use crate::vectors::{CaseResult, Hex, ensure, equal};
use crate::wire;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    op: Op,
    issuer_public_key: Hex,
    attribute_count: usize,
    sk_index: usize,
    index: usize,
    audit_type: AuditType,
    signature: Hex,
    value: Hex,
    rand: Hex,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

/// Which commitment.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Op {
    Eid,
    Rh,
}

/// What the auditor is given.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum AuditType {
    /// A whole presentation.
    #[serde(rename = "AuditExpectSignature")]
    Presentation,
    /// A bare commitment to the enrollment ID.
    #[serde(rename = "AuditExpectEidNym")]
    EidNym,
    /// A bare commitment of either kind.
    #[serde(rename = "AuditExpectEidNymRhNym")]
    EitherNym,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let schema = schema(case.attribute_count, case.sk_index)?;
    let claim = Claim {
        audit_type: case.audit_type,
        signature: &case.signature,
        value: &case.value,
        rand: &case.rand,
    };
    let open = |schema: Schema| match case.op {
        Op::Eid => {
            let schema = schema.with_enrollment_id(case.index)?;
            claim.open_eid(&issuer_key(schema, &case.issuer_public_key)?)
        }
        Op::Rh => {
            let schema = schema.with_revocation_handle(case.index)?;
            claim.open_rh(&issuer_key(schema, &case.issuer_public_key)?)
        }
    };
    case.expect.judge(None, &open(schema))
}

/// What the auditor is told.
pub(super) struct Claim<'a> {
    pub(super) audit_type: AuditType,
    pub(super) signature: &'a Hex,
    pub(super) value: &'a Hex,
    pub(super) rand: &'a Hex,
}

impl Claim<'_> {
    /// The commitment holds the value as enrollment ID.
    pub(super) fn open_eid(&self, issuer: &IssuerPublicKey) -> CaseResult {
        let value = Attribute::from(self.value.as_ref());
        let opening = EidOpening::new(value.to_scalar(), self.rand.scalar()?);
        let nym = match self.audit_type {
            AuditType::Presentation => commitments(self.signature)?.nym_eid,
            AuditType::EidNym | AuditType::EitherNym => self.signature.0.clone(),
        };
        let nym = EidNym::from_uncompressed(&nym)?;
        let opened = Auditor::new(issuer.clone()).open_eid_nym(&nym, &opening, &value)?;
        ensure(
            *opened.value() == value.to_scalar(),
            "another value was opened",
        )
    }

    /// The commitment holds the value as revocation handle.
    pub(super) fn open_rh(&self, issuer: &IssuerPublicKey) -> CaseResult {
        let value = Attribute::from(self.value.as_ref());
        let opening = RhOpening::new(value.to_scalar(), self.rand.scalar()?);
        let nym = match self.audit_type {
            AuditType::Presentation => commitments(self.signature)?.nym_rh,
            AuditType::EitherNym => self.signature.0.clone(),
            // Our types cannot say this: an `EidNym` opens as an enrollment ID only.
            AuditType::EidNym => return Err("an EID nym holds no handle".into()),
        };
        let nym = RhNym::from_uncompressed(&nym)?;
        let auditor = Auditor::new(issuer.clone());
        let looked_up = auditor.open_rh_value(&nym, &opening)?;
        let opened = auditor.open_rh_nym(&nym, &opening, &value)?;
        ensure(looked_up == opened, "another value was looked up")
    }
}

/// The commitments in a presentation. The files say neither what it discloses nor which message it signs, so here it
/// is only decoded; our auditor takes verified presentations or bare commitments.
fn commitments(bytes: &Hex) -> CaseResult<wire::Signature> {
    let presentation = Presentation::<Aries>::from_bytes(&bytes.0)?;
    equal("presentation encoded again", presentation.to_bytes(), bytes)?;
    wire::read(&bytes.0)
}
