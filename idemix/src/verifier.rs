//! The verifier: says what it expects and gets evidence, or the expectation that failed.

use std::marker::PhantomData;

use bbs::batch::{Deferred, Pending};
use bbs::curve::G1Affine;
use bbs::proof::Disclosure;
use bbs::sigma::{Equation, Variables};
use bbs::{Aries, Attribute, Challenge, Native, ParameterError};
use nym::{
    Commitment, EidNym, EidOpening, Kind, Nym, NymSignature, NymSignatureProfile, Opening, RhNym,
    RhOpening, Scope, ScopeNym, ScopeSignature,
};
use revocation::{RevocationAlgorithm, RevocationPublicKey};

use crate::error::VerifyError;
use crate::keys::IssuerPublicKey;
use crate::presentation::{
    Presentation, PresentationNonce, PresentationProfile, PresentationType, PresentationVariables,
    Statement,
};
use crate::schema::AttributeId;
use crate::verified::VerifiedPresentation;

/// A verifier with the issuer keys it trusts; several, so that keys can rotate.
#[derive(Clone, Debug)]
pub struct Verifier {
    keys: Vec<IssuerPublicKey>,
}

impl Verifier {
    /// Trusts one issuer key.
    pub fn new(key: IssuerPublicKey) -> Self {
        Self { keys: vec![key] }
    }

    /// Trusts several issuer keys; they are tried in this order.
    pub fn with_keys(keys: impl IntoIterator<Item = IssuerPublicKey>) -> Self {
        Self {
            keys: keys.into_iter().collect(),
        }
    }

    /// The issuer keys.
    pub fn keys(&self) -> &[IssuerPublicKey] {
        &self.keys
    }

    /// Starts an expectation: exactly this type of presentation.
    pub fn expect<P: PresentationProfile>(&self, kind: PresentationType) -> Expectation<'_, P> {
        Expectation {
            keys: &self.keys,
            kind,
            disclosed: Vec::new(),
            nym: None,
            eid: None,
            rh: None,
            scope: None,
            nonce: None,
            context: b"",
            message: b"",
            epoch: None,
            profile: PhantomData,
        }
    }

    /// Verifies a signature under a pseudonym, for the first key that it holds for.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], [`VerifyError::ResponseCount`], [`VerifyError::NoIssuerKey`].
    pub fn verify_nym_signature<P: NymSignatureProfile>(
        &self,
        signature: &NymSignature<P>,
        nym: &Nym,
        message: &[u8],
    ) -> Result<(), VerifyError> {
        first_success(&self.keys, |key| {
            let index = key.schema().secret_key_position();
            Ok(signature.verify(key.parameters(), index, nym, message)?)
        })
    }

    /// As [`Verifier::verify_nym_signature`], leaving what can be checked together with others.
    pub(crate) fn defer_nym_signature<P: NymSignatureProfile>(
        &self,
        signature: &NymSignature<P>,
        nym: &Nym,
        message: &[u8],
    ) -> Result<Pending<()>, VerifyError> {
        match self.keys.as_slice() {
            [key] => {
                let index = key.schema().secret_key_position();
                Ok(signature.defer(key.parameters(), index, nym, message)?)
            }
            // Only the equation tells under which key it is.
            _ => self
                .verify_nym_signature(signature, nym, message)
                .map(Pending::settled),
        }
    }

    /// Verifies a signature under a scope pseudonym, for the first key that it holds for.
    ///
    /// # Errors
    /// As [`Verifier::verify_nym_signature`], and [`VerifyError::Scope`].
    pub fn verify_scope_signature(
        &self,
        signature: &ScopeSignature,
        scope: &[u8],
        nym: &ScopeNym,
        message: &[u8],
    ) -> Result<(), VerifyError> {
        first_success(&self.keys, |key| {
            let scope = Scope::new(key.parameters(), scope)?;
            Ok(signature.verify(key.parameters(), &scope, nym, message)?)
        })
    }
}

/// The result under the first key that verifies; else the last key's error.
fn first_success<T>(
    keys: &[IssuerPublicKey],
    mut verify: impl FnMut(&IssuerPublicKey) -> Result<T, VerifyError>,
) -> Result<T, VerifyError> {
    let mut error = VerifyError::NoIssuerKey;
    for key in keys {
        match verify(key) {
            Ok(evidence) => return Ok(evidence),
            Err(reason) => error = reason,
        }
    }
    Err(error)
}

enum Expected<'a, K: Kind> {
    Nym(&'a Commitment<K>),
    Opening(&'a Opening<K>),
}

/// What a verifier expects of one presentation. Everything is compared; what is not mentioned must not be there.
#[must_use]
pub struct Expectation<'a, P: PresentationProfile = Native> {
    keys: &'a [IssuerPublicKey],
    kind: PresentationType,
    disclosed: Vec<(AttributeId, Attribute)>,
    nym: Option<&'a Nym>,
    eid: Option<Expected<'a, nym::EnrollmentId>>,
    rh: Option<Expected<'a, nym::RevocationHandle>>,
    scope: Option<&'a [u8]>,
    nonce: Option<&'a PresentationNonce>,
    context: &'a [u8],
    message: &'a [u8],
    epoch: Option<(&'a RevocationPublicKey, i64)>,
    profile: PhantomData<P>,
}

impl<'a> Expectation<'a, Native> {
    /// The nonce that this verifier gave out for this presentation, against replay.
    pub fn nonce(mut self, nonce: &'a PresentationNonce) -> Self {
        self.nonce = Some(nonce);
        self
    }

    /// The application's context.
    pub fn context(mut self, context: &'a [u8]) -> Self {
        self.context = context;
        self
    }

    /// A scope pseudonym in this scope.
    pub fn scope(mut self, scope: &'a [u8]) -> Self {
        self.scope = Some(scope);
        self
    }
}

impl<'a> Expectation<'a, Aries> {
    /// Epoch information for this epoch, signed by this authority. It is not bound to the proof: it says that the
    /// authority has signed the epoch, nothing about this credential.
    pub fn epoch(mut self, authority: &'a RevocationPublicKey, epoch: i64) -> Self {
        self.epoch = Some((authority, epoch));
        self
    }
}

impl<'a, P: PresentationProfile> Expectation<'a, P> {
    /// This attribute is disclosed and has this value.
    pub fn disclosed(
        mut self,
        attribute: impl Into<AttributeId>,
        value: impl Into<Attribute>,
    ) -> Self {
        self.disclosed.push((attribute.into(), value.into()));
        self
    }

    /// The message signed with the presentation.
    pub fn message(mut self, message: &'a [u8]) -> Self {
        self.message = message;
        self
    }

    /// The presentation is under this pseudonym.
    pub fn nym(mut self, nym: &'a Nym) -> Self {
        self.nym = Some(nym);
        self
    }

    /// The presentation has this EID nym.
    pub fn eid_nym(mut self, nym: &'a EidNym) -> Self {
        self.eid = Some(Expected::Nym(nym));
        self
    }

    /// The presentation's EID nym has this opening.
    pub fn eid_opening(mut self, opening: &'a EidOpening) -> Self {
        self.eid = Some(Expected::Opening(opening));
        self
    }

    /// The presentation has this RH nym.
    pub fn rh_nym(mut self, nym: &'a RhNym) -> Self {
        self.rh = Some(Expected::Nym(nym));
        self
    }

    /// The presentation's RH nym has this opening.
    pub fn rh_opening(mut self, opening: &'a RhOpening) -> Self {
        self.rh = Some(Expected::Opening(opening));
        self
    }

    /// Verifies a presentation.
    ///
    /// # Errors
    /// [`VerifyError`] says which expectation failed. With several issuer keys it is the last key's.
    pub fn verify(
        &self,
        presentation: &Presentation<P>,
    ) -> Result<VerifiedPresentation, VerifyError> {
        if self.kind.is_card() {
            return Err(VerifyError::CardProofRequired);
        }
        self.verify_any(presentation)
    }

    /// Verifies a presentation of any type; for a card type this says nothing about the pseudonym.
    pub(crate) fn verify_any(
        &self,
        presentation: &Presentation<P>,
    ) -> Result<VerifiedPresentation, VerifyError> {
        let epoch = self.check_outside(presentation)?;
        first_success(self.keys, |key| {
            let prepared = Prepared::new(self, key, presentation)?;
            prepared.check()?;
            Ok(prepared.evidence(epoch))
        })
    }

    /// As [`Expectation::verify`], leaving what can be checked together with others. With several issuer keys an Aries
    /// presentation is verified at once: only the equations tell under which key it is.
    pub(crate) fn defer(
        &self,
        presentation: &Presentation<P>,
    ) -> Result<Pending<VerifiedPresentation>, VerifyError> {
        if self.kind.is_card() {
            return Err(VerifyError::CardProofRequired);
        }
        if !P::STRONG && self.keys.len() > 1 {
            return self.verify_any(presentation).map(Pending::settled);
        }
        let epoch = self.check_outside(presentation)?;
        first_success(self.keys, |key| {
            let prepared = Prepared::new(self, key, presentation)?;
            let deferred = prepared.defer()?;
            Ok(Pending::new(prepared.evidence(epoch), deferred))
        })
    }

    /// What does not depend on the issuer key. Gives the checked epoch.
    fn check_outside(&self, presentation: &Presentation<P>) -> Result<Option<i64>, VerifyError> {
        let (expected, found) = (self.kind, presentation.kind);
        if expected != found {
            return Err(VerifyError::WrongType { expected, found });
        }
        let (expected, found) = (self.scope.is_some(), presentation.scope_nym.is_some());
        if expected != found {
            return Err(VerifyError::ScopePresence { expected, found });
        }
        if self.nym.is_some_and(|nym| *nym != presentation.nym) {
            return Err(VerifyError::NymMismatch { nym: "nym" });
        }
        self.check_epoch(presentation)
    }

    fn check_epoch(&self, presentation: &Presentation<P>) -> Result<Option<i64>, VerifyError> {
        let Some((authority, epoch)) = self.epoch else {
            return Ok(None);
        };
        let cri = P::cri(&presentation.extra).ok_or(VerifyError::NoEpoch)?;
        let verified = authority.verify_cri(cri, epoch, RevocationAlgorithm::NoRevocation)?;
        Ok(Some(verified.epoch()))
    }

    /// The expected attributes as messages of a key.
    fn disclosure(&self, key: &IssuerPublicKey) -> Result<Disclosure, VerifyError> {
        let schema = key.schema();
        let mut disclosed = Vec::with_capacity(self.disclosed.len());
        for (id, value) in &self.disclosed {
            let attribute = schema.index_of(id)?;
            let is = |role: Option<usize>| role == Some(attribute);
            if self.kind.has_eid_nym() && is(schema.enrollment_id())
                || self.kind.has_rh_nym() && is(schema.revocation_handle())
            {
                return Err(VerifyError::CommittedAttribute { attribute });
            }
            disclosed.push((schema.message_index(attribute), value.to_scalar()));
        }
        Ok(Disclosure::new(schema.message_count(), disclosed)?)
    }

    fn check_nym<K: Kind>(
        &self,
        key: &IssuerPublicKey,
        expected: &Expected<'_, K>,
        found: Option<&Commitment<K>>,
        index: usize,
    ) -> Result<(), VerifyError> {
        let nym = K::NAME;
        let found = found.ok_or(VerifyError::NoSuchNym {
            nym,
            kind: self.kind,
        })?;
        match expected {
            Expected::Nym(expected) if *expected == found => Ok(()),
            Expected::Nym(_) => Err(VerifyError::NymMismatch { nym }),
            Expected::Opening(opening) => {
                match audit::open(key.parameters(), index, found, opening) {
                    Ok(_) => Ok(()),
                    Err(_) => Err(VerifyError::OpeningMismatch { nym }),
                }
            }
        }
    }
}

/// An expectation and a presentation brought together under one issuer key: everything but the proof is compared.
struct Prepared<'a, P: PresentationProfile> {
    presentation: &'a Presentation<P>,
    key: &'a IssuerPublicKey,
    kind: PresentationType,
    disclosure: Disclosure,
    scope: Option<Scope>,
    nonce: Option<&'a PresentationNonce>,
    context: &'a [u8],
    message: &'a [u8],
}

impl<'a, P: PresentationProfile> Prepared<'a, P> {
    fn new(
        expectation: &Expectation<'a, P>,
        key: &'a IssuerPublicKey,
        presentation: &'a Presentation<P>,
    ) -> Result<Self, VerifyError> {
        let schema = key.schema();
        if let Some(expected) = &expectation.eid {
            let index = schema.enrollment_id_message()?;
            expectation.check_nym(key, expected, presentation.eid_nym.as_ref(), index)?;
        }
        if let Some(expected) = &expectation.rh {
            let index = schema.revocation_handle_message()?;
            expectation.check_nym(key, expected, presentation.rh_nym.as_ref(), index)?;
        }
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
            nonce: self.nonce,
            context: self.context,
            message: self.message,
        }
    }

    /// Checks all equations.
    fn check(&self) -> Result<(), VerifyError> {
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
        Ok(self.presentation.points.check_pairing(parameters)?)
    }

    /// Checks what cannot wait and leaves the rest.
    fn defer(&self) -> Result<Deferred, VerifyError> {
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
        self.presentation
            .points
            .defer_pairing(parameters, &mut deferred)?;
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
        let variables = PresentationVariables::allocate(&statement.signature()?, self.kind, |_| {
            counter.fresh()
        });
        P::check_extra(&presentation.extra, &statement, &variables)?;
        let equations = statement.equations(&presentation.points, &variables)?;
        let challenge = |commitments: &[G1Affine]| {
            P::challenge(
                &statement,
                &presentation.points,
                &variables,
                commitments,
                &presentation.salt,
            )
        };
        Ok(check(&equations, counter.count(), &challenge)?)
    }

    fn evidence(self, epoch: Option<i64>) -> VerifiedPresentation {
        let presentation = self.presentation;
        VerifiedPresentation {
            issuer: self.key.clone(),
            kind: self.kind,
            disclosure: self.disclosure,
            nym: presentation.nym,
            eid_nym: presentation.eid_nym,
            rh_nym: presentation.rh_nym,
            scope_nym: presentation.scope_nym,
            epoch,
        }
    }
}

impl From<super::presentation::StatementError> for VerifyError {
    fn from(error: super::presentation::StatementError) -> Self {
        match error {
            super::presentation::StatementError::Schema(error) => Self::Schema(error),
            super::presentation::StatementError::Parameter(error) => Self::Statement(error),
        }
    }
}
