//! Verifying a presentation as a file says: by a verification type of the Go library, with or without metadata.

use bbs::Aries;
use idemix::{
    EidNym, EidOpening, Expectation, IssuerPublicKey, Presentation, PresentationProfile,
    PresentationType, RhNym, RhOpening, VerifiedPresentation, Verifier,
};
use serde::Deserialize;

use super::Expect;
use super::setup::{issuer_key, schema, with_roles};
use crate::vectors::{AttributeText, CaseResult, Hex, ensure, equal};

/// The verification types of the Go library.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(super) enum VerificationType {
    /// Standard is expected.
    Basic,
    /// Whatever the bytes show, unless it is a card's. Not in our API: a verifier expects one type.
    BestEffort,
    /// Standard is expected.
    ExpectStandard,
    ExpectEidNym,
    ExpectEidNymRhNym,
    ExpectSmartcard,
    ExpectSmartcardNoNyms,
}

impl VerificationType {
    /// The one that expects this type.
    pub(super) fn expecting(kind: PresentationType) -> Self {
        match kind {
            PresentationType::Standard => Self::ExpectStandard,
            PresentationType::EidNym => Self::ExpectEidNym,
            PresentationType::EidNymRhNym => Self::ExpectEidNymRhNym,
            PresentationType::Smartcard => Self::ExpectSmartcard,
            PresentationType::SmartcardNoNyms => Self::ExpectSmartcardNoNyms,
        }
    }

    /// The type to expect of these bytes.
    fn expected(self, presentation: &Presentation<Aries>) -> PresentationType {
        match self {
            Self::BestEffort if presentation.kind().is_card() => PresentationType::Standard,
            Self::BestEffort => presentation.kind(),
            Self::Basic | Self::ExpectStandard => PresentationType::Standard,
            Self::ExpectEidNym => PresentationType::EidNym,
            Self::ExpectEidNymRhNym => PresentationType::EidNymRhNym,
            Self::ExpectSmartcard => PresentationType::Smartcard,
            Self::ExpectSmartcardNoNyms => PresentationType::SmartcardNoNyms,
        }
    }
}

/// One verification; what is given replaces the case's own value.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verification {
    ver_type: VerificationType,
    issuer_public_key: Option<Hex>,
    signature: Option<Hex>,
    msg: Option<Hex>,
    disclosed: Option<Vec<AttributeText>>,
    rh_index: Option<usize>,
    eid_index: Option<usize>,
    sk_index: Option<usize>,
    metadata: Option<Metadata>,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

impl Verification {
    /// Verifies the case, altered as this entry says, and judges the outcome.
    pub(super) fn judge<'a>(&'a self, mut inputs: Inputs<'a>) -> CaseResult {
        macro_rules! replace {
            ($($field:ident),*) => {$(
                if let Some(value) = &self.$field {
                    inputs.$field = value;
                }
            )*};
        }
        replace!(issuer_public_key, signature, msg, disclosed);
        inputs.rh_index = self.rh_index.unwrap_or(inputs.rh_index);
        inputs.eid_index = self.eid_index.unwrap_or(inputs.eid_index);
        inputs.sk_index = self.sk_index.unwrap_or(inputs.sk_index);
        let outcome = inputs.verify(self.ver_type, self.metadata.as_ref());
        self.expect
            .judge(self.mutation.as_deref(), &outcome)
            .map_err(|reason| {
                let mutation = self.mutation.as_deref().unwrap_or("unaltered");
                format!("{:?}, {mutation}: {reason}", self.ver_type).into()
            })
    }
}

/// What the Go library calls the signer's metadata.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Metadata {
    pub(super) eid_nym: Option<Hex>,
    pub(super) rh_nym: Option<Hex>,
    pub(super) eid_nym_audit_data: Option<AuditData>,
    pub(super) rh_nym_audit_data: Option<AuditData>,
}

/// An opening, with the commitment that it opens.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(super) struct AuditData {
    pub(super) attr: Hex,
    pub(super) rand: Hex,
    pub(super) nym: Option<Hex>,
}

/// The metadata as our types say it.
#[derive(Default)]
pub(super) struct Openings {
    pub(super) eid_nym: Option<EidNym>,
    pub(super) rh_nym: Option<RhNym>,
    pub(super) eid: Option<EidOpening>,
    pub(super) rh: Option<RhOpening>,
}

impl Openings {
    pub(super) fn read(metadata: Option<&Metadata>) -> CaseResult<Self> {
        let Some(metadata) = metadata else {
            return Ok(Self::default());
        };
        let (eid, rh) = (&metadata.eid_nym_audit_data, &metadata.rh_nym_audit_data);
        let eid_nym = stated(&metadata.eid_nym, eid)?;
        let rh_nym = stated(&metadata.rh_nym, rh)?;
        let parts =
            |data: &AuditData| -> CaseResult<_> { Ok((data.attr.scalar()?, data.rand.scalar()?)) };
        Ok(Self {
            eid_nym: eid_nym
                .map(|nym| EidNym::from_uncompressed(&nym.0))
                .transpose()?,
            rh_nym: rh_nym
                .map(|nym| RhNym::from_uncompressed(&nym.0))
                .transpose()?,
            eid: eid
                .as_ref()
                .map(parts)
                .transpose()?
                .map(|(value, rand)| EidOpening::new(value, rand)),
            rh: rh
                .as_ref()
                .map(parts)
                .transpose()?
                .map(|(value, rand)| RhOpening::new(value, rand)),
        })
    }
}

/// The commitment that the metadata states, alone or beside its opening; in both places it must be the same.
fn stated<'a>(nym: &'a Option<Hex>, data: &'a Option<AuditData>) -> CaseResult<Option<&'a Hex>> {
    match (
        nym.as_ref(),
        data.as_ref().and_then(|data| data.nym.as_ref()),
    ) {
        (Some(nym), Some(other)) if nym != other => Err("the metadata states two nyms".into()),
        (nym, other) => Ok(nym.or(other)),
    }
}

/// What a verifier expects who knows this of a case.
pub(super) fn expect<'a, P: PresentationProfile>(
    verifier: &'a Verifier,
    kind: PresentationType,
    disclosed: &[AttributeText],
    message: &'a [u8],
) -> Expectation<'a, P> {
    let mut expectation = verifier.expect::<P>(kind).message(message);
    for (attribute, value) in disclosed.iter().enumerate() {
        if let Some(value) = value.value() {
            expectation = expectation.disclosed(attribute, value);
        }
    }
    expectation
}

/// The verifier's side of a case.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) issuer_public_key: &'a Hex,
    pub(super) attribute_count: usize,
    pub(super) sk_index: usize,
    pub(super) rh_index: usize,
    pub(super) eid_index: usize,
    pub(super) disclosed: &'a [AttributeText],
    pub(super) msg: &'a Hex,
    pub(super) signature: &'a Hex,
}

impl Inputs<'_> {
    pub(super) fn issuer(&self, kind: PresentationType) -> CaseResult<IssuerPublicKey> {
        let schema = schema(self.attribute_count, self.sk_index)?;
        let schema = with_roles(schema, kind, self.eid_index, self.rh_index)?;
        issuer_key(schema, self.issuer_public_key)
    }

    /// Evidence, except for the card types: the host's part proves nothing alone.
    pub(super) fn verify(
        &self,
        ver_type: VerificationType,
        metadata: Option<&Metadata>,
    ) -> CaseResult<Option<VerifiedPresentation>> {
        let presentation = Presentation::<Aries>::from_bytes(&self.signature.0)?;
        equal(
            "presentation encoded again",
            presentation.to_bytes(),
            self.signature,
        )?;
        let kind = ver_type.expected(&presentation);
        let verifier = Verifier::new(self.issuer(kind)?);
        ensure(
            self.disclosed.len() == self.attribute_count,
            "another number of attributes",
        )?;
        let openings = Openings::read(metadata)?;
        let mut expectation = expect::<Aries>(&verifier, kind, self.disclosed, &self.msg.0);
        // The reference does not look at metadata about nyms that the type does not have.
        if kind.has_eid_nym() {
            if let Some(nym) = &openings.eid_nym {
                expectation = expectation.eid_nym(nym);
            }
            if let Some(opening) = &openings.eid {
                expectation = expectation.eid_opening(opening);
            }
        }
        if kind.has_rh_nym() {
            if let Some(nym) = &openings.rh_nym {
                expectation = expectation.rh_nym(nym);
            }
            if let Some(opening) = &openings.rh {
                expectation = expectation.rh_opening(opening);
            }
        }
        if kind.is_card() {
            expectation.verify_without_card(&presentation)?;
            return Ok(None);
        }
        Ok(Some(expectation.verify(&presentation)?))
    }
}
