//! What a verifier expects of one presentation, and how that is verified.

mod prepared;

use std::marker::PhantomData;

use bbs::batch::Pending;
use bbs::proof::Disclosure;
use bbs::{Aries, Attribute, Native};
use nym::{Commitment, EidNym, EidOpening, Kind, Nym, Opening, RhNym, RhOpening};
use revocation::{
    CriTracker, EpochTracker, RevocationAlgorithm, RevocationPublicKey, VerifiedEpoch,
};

use self::prepared::{Outside, Prepared};
use crate::error::VerifyError;
use crate::keys::IssuerPublicKey;
use crate::presentation::{Presentation, PresentationNonce, PresentationProfile, PresentationType};
use crate::schema::{AttributeId, SchemaError};
use crate::verified::VerifiedPresentation;
use crate::verifier::first_success;

/// What is expected of one attribute commitment: nothing, one of them, or both.
struct Expected<'a, K: Kind> {
    nym: Option<&'a Commitment<K>>,
    opening: Option<&'a Opening<K>>,
}

impl<K: Kind> Default for Expected<'_, K> {
    fn default() -> Self {
        Self {
            nym: None,
            opening: None,
        }
    }
}

enum EpochExpectation<'a> {
    Exact(&'a RevocationPublicKey, i64),
    Policy(&'a CriTracker),
}

enum NonRevocation<'a> {
    Exact(&'a VerifiedEpoch),
    Policy(&'a EpochTracker, u64),
}

/// What a verifier expects of one presentation. Everything is compared; what is not mentioned must not be there.
#[must_use]
pub struct Expectation<'a, P: PresentationProfile = Native> {
    keys: &'a [IssuerPublicKey],
    pub(crate) kind: PresentationType,
    disclosed: Vec<(AttributeId, Attribute)>,
    nym: Option<&'a Nym>,
    eid: Expected<'a, nym::EnrollmentId>,
    rh: Expected<'a, nym::RevocationHandle>,
    scope: Option<&'a [u8]>,
    nonce: Option<&'a PresentationNonce>,
    context: &'a [u8],
    pub(crate) message: &'a [u8],
    epoch: Option<EpochExpectation<'a>>,
    non_revocation: Option<NonRevocation<'a>>,
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

    /// A proof that the credential is not revoked in exactly this epoch, the verifier's own copy.
    pub fn not_revoked(mut self, epoch: &'a VerifiedEpoch) -> Self {
        self.non_revocation = Some(NonRevocation::Exact(epoch));
        self
    }

    /// A proof that the credential is not revoked in an epoch that the tracker's policy accepts at `now`, in seconds
    /// since 1970.
    pub fn not_revoked_by_policy(mut self, tracker: &'a EpochTracker, now: u64) -> Self {
        self.non_revocation = Some(NonRevocation::Policy(tracker, now));
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
        self.epoch = Some(EpochExpectation::Exact(authority, epoch));
        self
    }

    /// Epoch information for an epoch that the tracker's policy accepts. What [`Expectation::epoch`] says of its worth
    /// holds here too.
    pub fn epoch_by_policy(mut self, tracker: &'a CriTracker) -> Self {
        self.epoch = Some(EpochExpectation::Policy(tracker));
        self
    }
}

impl<'a, P: PresentationProfile> Expectation<'a, P> {
    pub(crate) fn new(keys: &'a [IssuerPublicKey], kind: PresentationType) -> Self {
        Self {
            keys,
            kind,
            disclosed: Vec::new(),
            nym: None,
            eid: Expected::default(),
            rh: Expected::default(),
            scope: None,
            nonce: None,
            context: b"",
            message: b"",
            epoch: None,
            non_revocation: None,
            profile: PhantomData,
        }
    }

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
        self.eid.nym = Some(nym);
        self
    }

    /// The presentation's EID nym has this opening.
    pub fn eid_opening(mut self, opening: &'a EidOpening) -> Self {
        self.eid.opening = Some(opening);
        self
    }

    /// The presentation has this RH nym.
    pub fn rh_nym(mut self, nym: &'a RhNym) -> Self {
        self.rh.nym = Some(nym);
        self
    }

    /// The presentation's RH nym has this opening.
    pub fn rh_opening(mut self, opening: &'a RhOpening) -> Self {
        self.rh.opening = Some(opening);
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
        let outside = self.check_outside(presentation)?;
        first_success(self.keys, |key| {
            let prepared = Prepared::new(self, key, presentation, &outside)?;
            prepared.check()?;
            Ok(prepared.evidence())
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
        let outside = self.check_outside(presentation)?;
        first_success(self.keys, |key| {
            let prepared = Prepared::new(self, key, presentation, &outside)?;
            let deferred = prepared.defer()?;
            Ok(Pending::new(prepared.evidence(), deferred))
        })
    }

    /// What does not depend on the issuer key.
    fn check_outside(&self, presentation: &Presentation<P>) -> Result<Outside, VerifyError> {
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
        Ok(Outside {
            epoch: self.check_epoch(presentation)?,
            non_revocation: self.check_non_revocation(presentation)?,
        })
    }

    /// The verifier's own copy of the epoch that the presentation is for.
    fn check_non_revocation(
        &self,
        presentation: &Presentation<P>,
    ) -> Result<Option<VerifiedEpoch>, VerifyError> {
        let claimed = presentation.claimed_epoch();
        match (&self.non_revocation, claimed) {
            (None, None) => Ok(None),
            (Some(NonRevocation::Exact(epoch)), Some(found)) => {
                let expected = epoch.epoch();
                if expected != found {
                    return Err(VerifyError::WrongEpoch { expected, found });
                }
                Ok(Some((*epoch).clone()))
            }
            (Some(NonRevocation::Policy(tracker, now)), Some(found)) => {
                Ok(Some(tracker.accept(found, *now)?))
            }
            (expected, found) => Err(VerifyError::NonRevocationPresence {
                expected: expected.is_some(),
                found: found.is_some(),
            }),
        }
    }

    fn check_epoch(&self, presentation: &Presentation<P>) -> Result<Option<i64>, VerifyError> {
        let Some(expected) = &self.epoch else {
            return Ok(None);
        };
        let cri = P::cri(&presentation.extra).ok_or(VerifyError::NoEpoch)?;
        let verified = match expected {
            EpochExpectation::Exact(authority, epoch) => {
                authority.verify_cri(cri, *epoch, RevocationAlgorithm::NoRevocation)?
            }
            EpochExpectation::Policy(tracker) => tracker.accept(cri)?,
        };
        Ok(Some(verified.epoch()))
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
                || (self.kind.has_rh_nym() || self.non_revocation.is_some())
                    && is(schema.revocation_handle())
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
        index: Result<usize, SchemaError>,
    ) -> Result<(), VerifyError> {
        if expected.nym.is_none() && expected.opening.is_none() {
            return Ok(());
        }
        let nym = K::NAME;
        let found = found.ok_or(VerifyError::NoSuchNym {
            nym,
            kind: self.kind,
        })?;
        if expected.nym.is_some_and(|expected| expected != found) {
            return Err(VerifyError::NymMismatch { nym });
        }
        if let Some(opening) = expected.opening {
            let _opened = audit::open(key.parameters(), index?, found, opening)
                .map_err(|_| VerifyError::OpeningMismatch { nym })?;
        }
        Ok(())
    }
}
