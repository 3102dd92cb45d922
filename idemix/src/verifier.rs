//! The verifier: says what it expects and gets evidence, or the expectation that failed.

use std::marker::PhantomData;

use bbs::proof::Disclosure;
use bbs::sigma::Variables;
use bbs::{Aries, Attribute, Native};
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
pub(crate) fn first_success<T>(
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
    pub(crate) kind: PresentationType,
    disclosed: Vec<(AttributeId, Attribute)>,
    nym: Option<&'a Nym>,
    eid: Option<Expected<'a, nym::EnrollmentId>>,
    rh: Option<Expected<'a, nym::RevocationHandle>>,
    scope: Option<&'a [u8]>,
    nonce: Option<&'a PresentationNonce>,
    context: &'a [u8],
    pub(crate) message: &'a [u8],
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

    /// Verifies a presentation. One of a card type takes [`Expectation::verify_with_card`].
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
        let epoch = self.check_epoch(presentation)?;
        let (key, disclosure) =
            first_success(self.keys, |key| self.verify_under(key, presentation))?;
        Ok(VerifiedPresentation {
            issuer: key,
            kind: self.kind,
            disclosure,
            nym: presentation.nym,
            eid_nym: presentation.eid_nym,
            rh_nym: presentation.rh_nym,
            scope_nym: presentation.scope_nym,
            epoch,
        })
    }

    fn check_epoch(&self, presentation: &Presentation<P>) -> Result<Option<i64>, VerifyError> {
        let Some((authority, epoch)) = self.epoch else {
            return Ok(None);
        };
        let cri = P::cri(&presentation.extra).ok_or(VerifyError::NoEpoch)?;
        let verified = authority.verify_cri(cri, epoch, RevocationAlgorithm::NoRevocation)?;
        Ok(Some(verified.epoch()))
    }

    fn verify_under(
        &self,
        key: &IssuerPublicKey,
        presentation: &Presentation<P>,
    ) -> Result<(IssuerPublicKey, Disclosure), VerifyError> {
        let disclosure = self.disclosure(key)?;
        let schema = key.schema();
        let parameters = key.parameters();
        if let Some(expected) = &self.eid {
            let index = schema.enrollment_id_message()?;
            self.check_nym(key, expected, presentation.eid_nym.as_ref(), index)?;
        }
        if let Some(expected) = &self.rh {
            let index = schema.revocation_handle_message()?;
            self.check_nym(key, expected, presentation.rh_nym.as_ref(), index)?;
        }
        let scope = match self.scope {
            Some(name) => Some(Scope::new(parameters, name)?),
            None => None,
        };
        let statement = Statement {
            issuer: key,
            kind: self.kind,
            disclosure: &disclosure,
            nym: presentation.nym,
            eid_nym: presentation.eid_nym,
            rh_nym: presentation.rh_nym,
            scope: scope.as_ref().zip(presentation.scope_nym),
            nonce: self.nonce,
            context: self.context,
            message: self.message,
        };
        let mut counter = Variables::default();
        let variables = PresentationVariables::allocate(&statement.signature()?, self.kind, |_| {
            counter.fresh()
        });
        P::check_extra(&presentation.extra, &statement, &variables)?;
        let equations = statement.equations(&presentation.points, &variables)?;
        P::check(
            parameters,
            &equations,
            counter.count(),
            &presentation.proof,
            |commitments| {
                P::challenge(
                    &statement,
                    &presentation.points,
                    &variables,
                    commitments,
                    &presentation.salt,
                )
            },
        )?;
        presentation.points.check_pairing(parameters)?;
        Ok((key.clone(), disclosure))
    }

    /// The expected attributes as messages of a key.
    fn disclosure(&self, key: &IssuerPublicKey) -> Result<Disclosure, VerifyError> {
        let schema = key.schema();
        if self.kind.is_card() {
            schema.check_card()?;
        }
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

impl From<super::presentation::StatementError> for VerifyError {
    fn from(error: super::presentation::StatementError) -> Self {
        match error {
            super::presentation::StatementError::Schema(error) => Self::Schema(error),
            super::presentation::StatementError::Parameter(error) => Self::Statement(error),
        }
    }
}
