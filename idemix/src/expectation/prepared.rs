//! An expectation and a presentation brought together under one issuer key.

use bbs::batch::Deferred;
use bbs::curve::{G1Affine, Scalar, scalar_from_wide, scalar_to_bytes};
use bbs::proof::Disclosure;
use bbs::sigma::{Equation, Variables};
use bbs::{Challenge, NativeTranscript, PairingEquation, ParameterError, Relation};
use nym::Scope;
use revocation::VerifiedEpoch;

use super::Expectation;
use crate::error::VerifyError;
use crate::keys::IssuerPublicKey;
use crate::labels;
use crate::presentation::{
    Presentation, PresentationNonce, PresentationProfile, PresentationType, PresentationVariables,
    Statement, StatementError,
};
use crate::verified::VerifiedPresentation;

/// What was checked without an issuer key.
pub(super) struct Outside {
    pub(super) epoch: Option<i64>,
    pub(super) non_revocation: Option<VerifiedEpoch>,
}

/// An expectation and a presentation brought together under one issuer key: everything but the proof is compared.
pub(super) struct Prepared<'a, P: PresentationProfile> {
    presentation: &'a Presentation<P>,
    key: &'a IssuerPublicKey,
    kind: PresentationType,
    disclosure: Disclosure,
    scope: Option<Scope>,
    nonce: Option<&'a PresentationNonce>,
    context: &'a [u8],
    message: &'a [u8],
    outside: &'a Outside,
}

impl<'a, P: PresentationProfile> Prepared<'a, P> {
    pub(super) fn new(
        expectation: &Expectation<'a, P>,
        key: &'a IssuerPublicKey,
        presentation: &'a Presentation<P>,
        outside: &'a Outside,
    ) -> Result<Self, VerifyError> {
        let schema = key.schema();
        let (eid, rh) = (
            schema.enrollment_id_message(),
            schema.revocation_handle_message(),
        );
        // A type that commits to an attribute needs a schema that says which one.
        if expectation.kind.has_eid_nym() {
            eid.clone()?;
        }
        if expectation.kind.has_rh_nym() {
            rh.clone()?;
        }
        expectation.check_nym(key, &expectation.eid, presentation.eid_nym.as_ref(), eid)?;
        expectation.check_nym(key, &expectation.rh, presentation.rh_nym.as_ref(), rh)?;
        Ok(Self {
            presentation,
            key,
            kind: expectation.kind,
            disclosure: expectation.disclosure(key)?,
            scope: expectation
                .scope
                .map(|name| Scope::new(key.parameters(), name))
                .transpose()?,
            nonce: expectation.nonce,
            context: expectation.context,
            message: expectation.message,
            outside,
        })
    }

    fn statement(&self) -> Statement<'_> {
        let presentation = self.presentation;
        Statement {
            issuer: self.key,
            kind: self.kind,
            disclosure: &self.disclosure,
            nym: presentation.nym,
            eid_nym: presentation.eid_nym,
            rh_nym: presentation.rh_nym,
            scope: self.scope.as_ref().zip(presentation.scope_nym),
            epoch: self.outside.non_revocation.as_ref(),
            nonce: self.nonce,
            context: self.context,
            message: self.message,
        }
    }

    /// Checks all equations.
    pub(super) fn check(&self) -> Result<(), VerifyError> {
        let parameters = self.key.parameters();
        self.with_equations(|equations, variables, challenge| {
            P::check(
                parameters,
                equations,
                variables,
                &self.presentation.proof,
                challenge,
            )
        })?;
        let signature = self.presentation.points.pairing_equation(parameters)?;
        let Some(membership) = self.membership_equation()? else {
            return match signature.holds() {
                true => Ok(()),
                false => Err(VerifyError::BadProof(Relation::SignaturePairing)),
            };
        };
        if signature.holds_with_vartime(&membership, &self.weight()) {
            return Ok(());
        }
        // Which one it was.
        Err(VerifyError::BadProof(match signature.holds() {
            true => Relation::NonRevocation,
            false => Relation::SignaturePairing,
        }))
    }

    /// e(C', Q) = e(C̄, g2), where non-revocation is proved.
    fn membership_equation(&self) -> Result<Option<PairingEquation>, VerifyError> {
        let membership = self.presentation.membership.as_ref();
        match (membership, &self.outside.non_revocation) {
            (Some(membership), Some(epoch)) => Ok(Some(membership.points.pairing_equation(epoch)?)),
            _ => Ok(None),
        }
    }

    /// A weight of 128 bits from every byte of the presentation. The challenge among them, which has just been
    /// recomputed, covers key and statement.
    fn weight(&self) -> Scalar {
        let mut transcript = NativeTranscript::new(labels::WEIGHT, self.key.parameters());
        transcript.bytes(b"presentation", &P::encode(self.presentation));
        let bytes = scalar_to_bytes(transcript.challenge().scalar());
        scalar_from_wide(bytes.split_at(16).1)
    }

    /// Checks what cannot wait and leaves the rest.
    pub(super) fn defer(&self) -> Result<Deferred, VerifyError> {
        let parameters = self.key.parameters();
        let mut deferred = Deferred::default();
        self.with_equations(|equations, variables, challenge| {
            P::defer(
                parameters,
                equations,
                variables,
                &self.presentation.proof,
                challenge,
                &mut deferred,
            )
        })?;
        deferred.pairing(self.presentation.points.pairing_equation(parameters)?);
        if let Some(membership) = self.membership_equation()? {
            deferred.pairing(membership);
        }
        Ok(deferred)
    }

    /// Builds the equations of the verifier's own statement for `check`, with their number of variables and the
    /// challenge as a function of the commitments.
    fn with_equations(
        &self,
        check: impl FnOnce(
            &[Equation],
            usize,
            &dyn Fn(&[G1Affine]) -> Result<Challenge, ParameterError>,
        ) -> Result<(), bbs::VerifyError>,
    ) -> Result<(), VerifyError> {
        let presentation = self.presentation;
        let statement = self.statement();
        let mut counter = Variables::default();
        let variables = PresentationVariables::allocate(&statement, |_| counter.fresh())?;
        P::check_extra(&presentation.extra, &statement, &variables)?;
        let points = presentation.all_points();
        let equations = statement.equations(&points, &variables)?;
        let challenge = |commitments: &[G1Affine]| {
            P::challenge(
                &statement,
                &points,
                &variables,
                commitments,
                &presentation.salt,
            )
        };
        Ok(check(&equations, counter.count(), &challenge)?)
    }

    pub(super) fn evidence(self) -> VerifiedPresentation {
        let presentation = self.presentation;
        VerifiedPresentation {
            issuer: self.key.clone(),
            kind: self.kind,
            disclosure: self.disclosure,
            nym: presentation.nym,
            eid_nym: presentation.eid_nym,
            rh_nym: presentation.rh_nym,
            scope_nym: presentation.scope_nym,
            epoch: self.outside.epoch,
            non_revocation: self.outside.non_revocation.clone(),
        }
    }
}

impl From<StatementError> for VerifyError {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Schema(error) => Self::Schema(error),
            StatementError::Parameter(error) => Self::Statement(error),
        }
    }
}
