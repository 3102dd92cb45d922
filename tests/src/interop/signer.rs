//! A holder with a credential from a file, presenting as the file says.

use bbs::{Attribute, Profile};
use idemix::{
    Auditor, Credential, EidOpening, IssuerPublicKey, NymSecret, Presentation, PresentationBuilder,
    PresentationProfile, PresentationType, RhOpening, Schema, VerifiedPresentation, Verifier,
};
use serde::Deserialize;

use super::credential::load;
use super::setup::{holder, issuer_key};
use super::verification::{Openings, expect};
use crate::vectors::{AttributeText, CaseResult, Hex, ensure};

/// The signature types of the Go library.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum SignatureType {
    Standard,
    EidNym,
    EidNymRhNym,
    Smartcard,
    SmartcardNoNyms,
}

impl From<SignatureType> for PresentationType {
    fn from(kind: SignatureType) -> Self {
        match kind {
            SignatureType::Standard => Self::Standard,
            SignatureType::EidNym => Self::EidNym,
            SignatureType::EidNymRhNym => Self::EidNymRhNym,
            SignatureType::Smartcard => Self::Smartcard,
            SignatureType::SmartcardNoNyms => Self::SmartcardNoNyms,
        }
    }
}

/// A credential and what to present of it.
pub(super) struct Signer<'a> {
    credential: Credential,
    pub(super) kind: PresentationType,
    pub(super) disclosed: &'a [AttributeText],
    pub(super) message: &'a [u8],
    pub(super) openings: Openings,
}

impl<'a> Signer<'a> {
    /// Loads the credential.
    pub(super) fn new(
        schema: Schema,
        issuer_public_key: &Hex,
        user_secret_key: &Hex,
        credential: &Hex,
    ) -> CaseResult<Self> {
        let issuer = issuer_key(schema, issuer_public_key)?;
        let credential = load(&issuer, &holder(user_secret_key)?, credential)?;
        Ok(Self::with_credential(credential))
    }

    pub(super) fn with_credential(credential: Credential) -> Self {
        Self {
            credential,
            kind: PresentationType::Standard,
            disclosed: &[],
            message: b"",
            openings: Openings::default(),
        }
    }

    pub(super) fn issuer(&self) -> &IssuerPublicKey {
        self.credential.issuer()
    }

    /// The credential holds these attributes, none of them hidden.
    pub(super) fn check_attributes(&self, attributes: &[AttributeText]) -> CaseResult {
        let values: Vec<_> = attributes.iter().map(AttributeText::value).collect();
        ensure(
            values.iter().all(Option::is_some),
            "an attribute of the credential is hidden",
        )?;
        Ok(self.credential.check_attributes(&values)?)
    }

    pub(super) fn builder<'b, P: Profile>(
        &'b self,
        nym: &'b NymSecret,
    ) -> PresentationBuilder<'b, P> {
        let mut builder = self.credential.present::<P>(self.kind);
        builder = builder.with_nym(nym).message(self.message);
        for (attribute, value) in self.disclosed.iter().enumerate() {
            if value.value().is_some() {
                builder = builder.disclose(attribute);
            }
        }
        if let Some(opening) = &self.openings.eid {
            builder = builder.with_eid_opening(opening);
        }
        if let Some(opening) = &self.openings.rh {
            builder = builder.with_rh_opening(opening);
        }
        builder
    }

    pub(super) fn verify<P: PresentationProfile>(
        &self,
        presentation: &Presentation<P>,
    ) -> CaseResult<VerifiedPresentation> {
        let verifier = Verifier::new(self.issuer().clone());
        let expectation = expect::<P>(&verifier, self.kind, self.disclosed, self.message);
        Ok(expectation.verify(presentation)?)
    }

    /// The openings are those of the presentation's nyms, and of the credential's attributes; as many as the type has.
    pub(super) fn audit(
        &self,
        evidence: &VerifiedPresentation,
        eid: Option<&EidOpening>,
        rh: Option<&RhOpening>,
    ) -> CaseResult {
        let (has_eid, has_rh) = (self.kind.has_eid_nym(), self.kind.has_rh_nym());
        ensure(
            (eid.is_some(), rh.is_some()) == (has_eid, has_rh),
            "there is an opening too many or too few",
        )?;
        let auditor = Auditor::new(self.issuer().clone());
        let schema = self.issuer().schema();
        let value = |role: Option<usize>| -> CaseResult<Attribute> {
            let attribute = role.ok_or("the schema lacks a role")?;
            Ok(self.credential.attribute_scalar(attribute)?.into())
        };
        if let Some(opening) = eid {
            let value = value(schema.enrollment_id())?;
            let opened = auditor.open_eid(evidence, opening, &value)?;
            ensure(*opened.value() == value.to_scalar(), "another value")?;
        }
        if let Some(opening) = rh {
            let value = value(schema.revocation_handle())?;
            let opened = auditor.open_rh(evidence, opening, &value)?;
            ensure(*opened.value() == value.to_scalar(), "another value")?;
        }
        Ok(())
    }
}
