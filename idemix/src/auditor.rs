//! The auditor: opens the commitments to enrollment ID and revocation handle.

use audit::{AuditError, Opened, open, open_expecting};
use bbs::Attribute;
use nym::{EidNym, EidOpening, EnrollmentId, RevocationHandle, RhNym, RhOpening};
use thiserror::Error;

use crate::keys::IssuerPublicKey;
use crate::schema::SchemaError;
use crate::verified::VerifiedPresentation;

/// Why an auditor does not accept an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AuditorError {
    /// The schema has no such attribute.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The opening does not match.
    #[error(transparent)]
    Audit(#[from] AuditError),
    /// The presentation is under another issuer key.
    #[error("the presentation is under another issuer key")]
    OtherIssuer,
    /// The presentation has no such nym.
    #[error("the presentation has no {nym}")]
    NoSuchNym {
        /// Which nym.
        nym: &'static str,
    },
}

impl AuditorError {
    /// A stable, machine-readable name of the reason.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Schema(_) => "audit.schema",
            Self::Audit(AuditError::OpeningMismatch { .. }) => "audit.opening_mismatch",
            Self::Audit(AuditError::ValueMismatch { .. }) => "audit.value_mismatch",
            Self::Audit(_) => "audit.parameter",
            Self::OtherIssuer => "audit.other_issuer",
            Self::NoSuchNym { .. } => "audit.no_such_nym",
        }
    }
}

/// An auditor for presentations under one issuer key.
#[derive(Clone, Debug)]
pub struct Auditor {
    issuer: IssuerPublicKey,
}

impl Auditor {
    /// An auditor for this issuer key.
    pub fn new(issuer: IssuerPublicKey) -> Self {
        Self { issuer }
    }

    /// Opens the EID nym of a verified presentation: evidence that the presenting credential has this enrollment ID.
    ///
    /// # Errors
    /// [`AuditorError`].
    pub fn open_eid(
        &self,
        presentation: &VerifiedPresentation,
        opening: &EidOpening,
        expected: &Attribute,
    ) -> Result<Opened<EnrollmentId>, AuditorError> {
        self.check_issuer(presentation)?;
        let nym = presentation
            .eid_nym()
            .ok_or(AuditorError::NoSuchNym { nym: "EID nym" })?;
        self.open_eid_nym(nym, opening, expected)
    }

    /// Opens a bare EID nym. That it belongs to a credential is for somebody else to have verified.
    ///
    /// # Errors
    /// [`AuditorError`].
    pub fn open_eid_nym(
        &self,
        nym: &EidNym,
        opening: &EidOpening,
        expected: &Attribute,
    ) -> Result<Opened<EnrollmentId>, AuditorError> {
        let index = self.issuer.schema().enrollment_id_message()?;
        let parameters = self.issuer.parameters();
        let expected = expected.to_scalar();
        Ok(open_expecting(parameters, index, nym, opening, &expected)?)
    }

    /// Opens the RH nym of a verified presentation.
    ///
    /// # Errors
    /// [`AuditorError`].
    pub fn open_rh(
        &self,
        presentation: &VerifiedPresentation,
        opening: &RhOpening,
        expected: &Attribute,
    ) -> Result<Opened<RevocationHandle>, AuditorError> {
        self.check_issuer(presentation)?;
        let nym = presentation
            .rh_nym()
            .ok_or(AuditorError::NoSuchNym { nym: "RH nym" })?;
        self.open_rh_nym(nym, opening, expected)
    }

    /// Opens a bare RH nym.
    ///
    /// # Errors
    /// [`AuditorError`].
    pub fn open_rh_nym(
        &self,
        nym: &RhNym,
        opening: &RhOpening,
        expected: &Attribute,
    ) -> Result<Opened<RevocationHandle>, AuditorError> {
        let index = self.issuer.schema().revocation_handle_message()?;
        let parameters = self.issuer.parameters();
        let expected = expected.to_scalar();
        Ok(open_expecting(parameters, index, nym, opening, &expected)?)
    }

    /// Opens an RH nym without an expected value: the scalar inside, to be looked up in a list of revoked handles.
    ///
    /// # Errors
    /// [`AuditorError`].
    pub fn open_rh_value(
        &self,
        nym: &RhNym,
        opening: &RhOpening,
    ) -> Result<Opened<RevocationHandle>, AuditorError> {
        let index = self.issuer.schema().revocation_handle_message()?;
        Ok(open(self.issuer.parameters(), index, nym, opening)?)
    }

    fn check_issuer(&self, presentation: &VerifiedPresentation) -> Result<(), AuditorError> {
        if presentation.issuer() == &self.issuer {
            Ok(())
        } else {
            Err(AuditorError::OtherIssuer)
        }
    }
}
