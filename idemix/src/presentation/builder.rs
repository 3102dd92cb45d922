//! The holder's side: from a credential to a presentation.

use std::fmt;
use std::marker::PhantomData;

use bbs::curve::{Scalar, batch_normalize};
use bbs::proof::{Disclosure, RandomizedSignature, SignatureProver};
use bbs::sigma::Witness;
use bbs::{Hedge, HedgedRng, Native, ParameterError, Profile};
use nym::{EidNym, EidOpening, Kind, NymSecret, Opening, RhNym, RhOpening, Scope, ScopeNym};
use rand_core::{CryptoRng, RngCore};
use revocation::{Cri, MembershipPoints};

use super::statement::{Secret, StatementError, signature_statement};
use super::{
    Membership, Presentation, PresentationNonce, PresentationPoints, PresentationProfile,
    PresentationType, PresentationVariables, Statement,
};
use crate::credential::Credential;
use crate::error::PresentError;
use crate::labels;
use crate::schema::AttributeId;

/// Says what to present; made by [`Credential::present`]. What was said wrongly comes out of [`Self::prove`].
#[must_use]
pub struct PresentationBuilder<'a, P: Profile = Native> {
    credential: &'a Credential,
    kind: PresentationType,
    disclosed: Vec<AttributeId>,
    nym: Option<&'a NymSecret>,
    eid_opening: Option<&'a EidOpening>,
    rh_opening: Option<&'a RhOpening>,
    scope: Option<&'a [u8]>,
    nonce: Option<&'a PresentationNonce>,
    context: &'a [u8],
    message: &'a [u8],
    cri: Option<&'a Cri>,
    witness: Option<&'a revocation::Witness>,
    profile: PhantomData<P>,
}

/// Points and equations that do not belong together: cannot happen with the ones made here.
const UNKNOWN: ParameterError = ParameterError::UnknownVariable;

/// A presentation, and what the holder may keep of it. Redacted and wiped.
pub struct Presented<P: PresentationProfile = Native> {
    /// To be sent to the verifier.
    pub presentation: Presentation<P>,
    /// The pseudonym, to sign under it later. `None` if it is a card's.
    pub nym: Option<NymSecret>,
    /// Opens the EID nym for an auditor.
    pub eid_opening: Option<EidOpening>,
    /// Opens the RH nym for an auditor.
    pub rh_opening: Option<RhOpening>,
}

impl<P: PresentationProfile> fmt::Debug for Presented<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Presented")
            .field("presentation", &self.presentation)
            .finish_non_exhaustive()
    }
}

impl<'a> PresentationBuilder<'a, Native> {
    /// Binds the verifier's nonce.
    pub fn nonce(mut self, nonce: &'a PresentationNonce) -> Self {
        self.nonce = Some(nonce);
        self
    }

    /// Binds the application's context, e.g. the name of the protocol and of the verifier.
    pub fn context(mut self, context: &'a [u8]) -> Self {
        self.context = context;
        self
    }

    /// Proves that the credential is not revoked in the epoch of this witness. The revocation handle stays hidden.
    pub fn not_revoked(mut self, witness: &'a revocation::Witness) -> Self {
        self.witness = Some(witness);
        self
    }

    /// Adds the holder's pseudonym in this scope.
    pub fn scope(mut self, scope: &'a [u8]) -> Self {
        self.scope = Some(scope);
        self
    }
}

impl<'a> PresentationBuilder<'a, bbs::Aries> {
    /// Sends epoch information along, as IBM/idemix does. A CRI that was signed for one holder only links all of that
    /// holder's presentations: send none but the one that the authority gives to everybody.
    pub fn epoch_information(mut self, cri: &'a Cri) -> Self {
        self.cri = Some(cri);
        self
    }
}

impl<'a, P: Profile> PresentationBuilder<'a, P> {
    pub(crate) fn new(credential: &'a Credential, kind: PresentationType) -> Self {
        Self {
            credential,
            kind,
            disclosed: Vec::new(),
            nym: None,
            eid_opening: None,
            rh_opening: None,
            scope: None,
            nonce: None,
            context: b"",
            message: b"",
            cri: None,
            witness: None,
            profile: PhantomData,
        }
    }

    /// Discloses an attribute.
    pub fn disclose(mut self, attribute: impl Into<AttributeId>) -> Self {
        self.disclosed.push(attribute.into());
        self
    }

    /// Signs a message with the presentation.
    pub fn message(mut self, message: &'a [u8]) -> Self {
        self.message = message;
        self
    }

    /// Presents under a pseudonym of this holder that exists already ([`crate::Holder::load_nym`] checks that it is
    /// this holder's); otherwise a fresh one is drawn. For the card types it is the
    /// card's, and must be given.
    pub fn with_nym(mut self, nym: &'a NymSecret) -> Self {
        self.nym = Some(nym);
        self
    }

    /// Uses an EID nym whose opening exists already; otherwise a fresh one is drawn. For
    /// [`PresentationType::Smartcard`] it is the card's, and must be given.
    pub fn with_eid_opening(mut self, opening: &'a EidOpening) -> Self {
        self.eid_opening = Some(opening);
        self
    }

    /// Uses an RH nym whose opening exists already; otherwise a fresh one is drawn.
    pub fn with_rh_opening(mut self, opening: &'a RhOpening) -> Self {
        self.rh_opening = Some(opening);
        self
    }
}

impl<P: PresentationProfile> PresentationBuilder<'_, P> {
    /// Makes the presentation.
    ///
    /// # Errors
    /// [`PresentError`] says which part does not fit.
    pub fn prove<R: RngCore + CryptoRng>(self, rng: &mut R) -> Result<Presented<P>, PresentError> {
        let disclosure = self.disclosure()?;
        let mut rng = self.hedge(&disclosure)?.finish(rng);
        self.prove_with(&disclosure, &mut rng)
    }

    /// Makes the presentation from given random values, in the order: r of the pseudonym, EID nym, RH nym (those that
    /// are not given), r1, r2, the blindings of −e, r2, −r3, s', of the hidden messages ascending, of the randomness
    /// of nym, EID nym, RH nym, then the nonce of the Aries profile.
    ///
    /// # Errors
    /// As [`Self::prove`].
    #[cfg(feature = "hazmat")]
    pub fn prove_with_fixed_randomness(
        self,
        scalars: impl IntoIterator<Item = Scalar>,
    ) -> Result<Presented<P>, PresentError> {
        let disclosure = self.disclosure()?;
        self.prove_with(&disclosure, &mut HedgedRng::fixed(scalars))
    }

    /// Which messages are disclosed, with the credential's own values.
    fn disclosure(&self) -> Result<Disclosure, PresentError> {
        let schema = self.credential.issuer().schema();
        let mut disclosed = Vec::with_capacity(self.disclosed.len());
        for id in &self.disclosed {
            let attribute = schema.index_of(id)?;
            let is = |role: Option<usize>| role == Some(attribute);
            if self.kind.has_eid_nym() && is(schema.enrollment_id())
                || (self.kind.has_rh_nym() || self.witness.is_some())
                    && is(schema.revocation_handle())
            {
                return Err(PresentError::CommittedAttribute { attribute });
            }
            let index = schema.message_index(attribute);
            disclosed.push((index, self.value(index)?));
        }
        Ok(Disclosure::new(schema.message_count(), disclosed)?)
    }

    fn value(&self, index: usize) -> Result<Scalar, ParameterError> {
        self.credential
            .message(index)
            .ok_or(ParameterError::IndexOutOfRange {
                index,
                count: self.credential.issuer().schema().message_count(),
            })
    }

    fn hedge(&self, disclosure: &Disclosure) -> Result<Hedge, PresentError> {
        let schema = self.credential.issuer().schema();
        let mut hedge = Hedge::new(labels::HEDGE_PRESENTATION);
        hedge.public(b"profile", P::NAME.as_bytes());
        self.credential.signature().hedge(&mut hedge);
        hedge
            .public(b"type", &[self.kind.number()])
            .public(b"sk", &(schema.secret_key_position() as u64).to_be_bytes())
            .disclosure(disclosure)
            .public(b"scope", self.scope.unwrap_or_default())
            .public(
                b"nonce",
                self.nonce.map_or(&[][..], |nonce| nonce.as_bytes()),
            )
            .public(b"context", self.context)
            .public(b"message", self.message);
        if let Some(cri) = self.cri {
            hedge.public(b"CRI", &cri.to_bytes());
        }
        if let Some(witness) = self.witness {
            witness.hedge(&mut hedge);
        }
        if let Some(nym) = self.nym {
            hedge.secret(nym.expose_bytes().as_ref());
        }
        if let Some(opening) = self.eid_opening {
            hedge.secret(opening.expose_bytes().as_ref());
        }
        if let Some(opening) = self.rh_opening {
            hedge.secret(opening.expose_bytes().as_ref());
        }
        Ok(hedge)
    }

    fn prove_with(
        self,
        disclosure: &Disclosure,
        rng: &mut HedgedRng,
    ) -> Result<Presented<P>, PresentError> {
        self.check_kind()?;
        let credential = self.credential;
        let issuer = credential.issuer();
        let schema = issuer.schema();
        let sk = schema.secret_key_position();

        let nym = self.pseudonym(sk, rng)?;
        let eid = match self.kind.has_eid_nym() {
            true => Some(self.commit(schema.enrollment_id_message()?, self.eid_opening, rng)?),
            false => None,
        };
        let rh = match self.kind.has_rh_nym() {
            true => Some(self.commit(schema.revocation_handle_message()?, self.rh_opening, rng)?),
            false => None,
        };
        let scope = match self.scope {
            Some(name) => Some(Scope::new(issuer.parameters(), name)?),
            None => None,
        };
        let scope_nym: Option<ScopeNym> = match &scope {
            Some(scope) => Some(scope.pseudonym(&self.value(sk)?)?),
            None => None,
        };

        let statement = Statement {
            issuer,
            kind: self.kind,
            disclosure,
            nym: *nym.nym(),
            eid_nym: eid.as_ref().map(|(nym, _): &(EidNym, _)| *nym),
            rh_nym: rh.as_ref().map(|(nym, _): &(RhNym, _)| *nym),
            scope: scope.as_ref().zip(scope_nym),
            epoch: self.witness.map(revocation::Witness::epoch),
            nonce: self.nonce,
            context: self.context,
            message: self.message,
        };

        // Commit.
        let capacity = schema.message_count().saturating_add(8);
        let mut witness = Witness::with_capacity(capacity);
        let signature_statement =
            signature_statement(issuer, self.kind, disclosure, &statement.nym)?;
        let card_randomness = self.kind.is_card().then(|| nym.randomness());
        let prover = SignatureProver::new(
            credential.signature(),
            &signature_statement,
            card_randomness,
            &mut witness,
            rng,
        )?;
        let rh_variable = match self.witness {
            Some(_) => Some(
                prover
                    .variables()
                    .message(schema.revocation_handle_message()?)?,
            ),
            None => None,
        };
        let mut membership = None;
        let variables = PresentationVariables::nyms(
            prover.variables().clone(),
            self.kind,
            self.witness.is_some(),
            |secret| {
                let randomness = match secret {
                    Secret::Nym => Some(nym.randomness()),
                    Secret::EidNym => eid.as_ref().map(|(_, opening)| opening.randomness()),
                    Secret::RhNym => rh.as_ref().map(|(_, opening)| opening.randomness()),
                    Secret::Witness => {
                        if let (Some(revocation), Some(rh)) = (self.witness, rh_variable) {
                            let prover = revocation.prover(rh, &mut witness, rng);
                            return membership.insert(prover).variables().t;
                        }
                        None
                    }
                    Secret::Signature => None,
                };
                witness.hide(randomness.copied().unwrap_or_default(), rng)
            },
        );
        let salt = P::salt(rng);
        let mut points = prover.points(&witness)?.to_vec();
        // The equations of the nyms do not depend on the other points; the rest is committed to by their provers.
        for equation in statement.nym_equations(&variables)? {
            points.push(witness.commit(issuer.parameters(), &equation.terms)?);
        }
        if let Some(prover) = &membership {
            let [c_prime, c_bar, t] = prover.points(&witness);
            points.extend([t, c_prime, c_bar]);
        }
        let mut points = batch_normalize(&points);
        let membership = match self.witness {
            Some(witness) => {
                let (c_bar, c_prime) = points.pop().zip(points.pop()).ok_or(UNKNOWN)?;
                Some(Membership {
                    epoch: witness.epoch().epoch(),
                    points: MembershipPoints::new(c_prime, c_bar),
                })
            }
            None => None,
        };
        let [a_prime, a_bar, d, commitments @ ..] = points.as_slice() else {
            return Err(UNKNOWN.into());
        };
        let points = PresentationPoints {
            signature: RandomizedSignature::from_points(*a_prime, *a_bar, *d),
            membership: membership.map(|membership| membership.points),
        };

        // Challenge and respond.
        let challenge = P::challenge(&statement, &points, &variables, commitments, &salt)?;
        let equations = statement.equations(&points, &variables)?;
        let responses = witness.respond(&challenge);
        let proof = P::assemble(&equations, commitments, &challenge, responses)?;
        let presentation = Presentation {
            kind: self.kind,
            points: points.signature,
            nym: statement.nym,
            eid_nym: statement.eid_nym,
            rh_nym: statement.rh_nym,
            scope_nym,
            membership,
            proof,
            salt,
            extra: P::extra(&statement, &variables, self.cri.cloned())?,
        };
        Ok(Presented {
            presentation,
            nym: (!self.kind.is_card()).then_some(nym),
            eid_opening: eid.map(|(_, opening)| opening),
            rh_opening: rh.map(|(_, opening)| opening),
        })
    }

    fn check_kind(&self) -> Result<(), PresentError> {
        let not_in_profile = |what| PresentError::NotInProfile {
            what,
            profile: P::NAME,
        };
        if self.kind.is_card() && !P::CARDS {
            return Err(not_in_profile("card presentations"));
        }
        if self.kind.is_card() != self.credential.in_card() {
            return Err(PresentError::CardMismatch {
                kind: self.kind,
                in_card: self.credential.in_card(),
            });
        }
        if let Some(witness) = self.witness {
            let schema = self.credential.issuer().schema();
            witness.check_handle(&self.value(schema.revocation_handle_message()?)?)?;
        }
        if self.kind == PresentationType::Smartcard && self.eid_opening.is_none() {
            // The card's proof is for its own EID nym, never for one drawn here.
            return Err(PresentError::WrongOpening {
                what: "card's EID opening",
            });
        }
        if self.cri.is_some_and(|cri| !is_carried(cri)) {
            return Err(not_in_profile("revocation algorithm but \"no revocation\""));
        }
        if self.eid_opening.is_some() && !self.kind.has_eid_nym() {
            return Err(PresentError::WrongOpening {
                what: "EID opening",
            });
        }
        if self.rh_opening.is_some() && !self.kind.has_rh_nym() {
            return Err(PresentError::WrongOpening { what: "RH opening" });
        }
        Ok(())
    }

    /// The given pseudonym or a fresh one. That a given one is this holder's is not checked here, since the check costs
    /// as much as the pseudonym: with another's the presentation does not verify. [`crate::Holder::load_nym`] checks.
    fn pseudonym(&self, sk: usize, rng: &mut HedgedRng) -> Result<NymSecret, PresentError> {
        let parameters = self.credential.issuer().parameters();
        let value = self.value(sk)?;
        let Some(given) = self.nym else {
            if self.kind.is_card() {
                return Err(PresentError::WrongOpening { what: "card's nym" });
            }
            return Ok(NymSecret::draw(parameters, sk, &value, rng)?);
        };
        let given = NymSecret::from_parts(*given.nym(), *given.randomness());
        if self.kind.is_card() && !self.credential.is_of_card(&given) {
            return Err(PresentError::WrongOpening { what: "card's nym" });
        }
        Ok(given)
    }

    /// The commitment for the given opening, which must be of the credential's own value, or for a fresh one.
    fn commit<K: Kind>(
        &self,
        index: usize,
        given: Option<&Opening<K>>,
        rng: &mut HedgedRng,
    ) -> Result<(nym::Commitment<K>, Opening<K>), PresentError> {
        let value = self.value(index)?;
        let opening = match given {
            Some(opening) if *opening.value() != value => {
                return Err(PresentError::WrongOpening { what: K::NAME });
            }
            Some(opening) => opening.clone(),
            None => Opening::draw(value, rng),
        };
        let commitment = opening.commitment(self.credential.issuer().parameters(), index)?;
        Ok((commitment, opening))
    }
}

/// Whether a presentation has fields for all that the CRI says: algorithm and data are not among them.
fn is_carried(cri: &Cri) -> bool {
    let (key, signature) = (cri.epoch_key().to_vec(), cri.signature().to_vec());
    Cri::from_parts(cri.epoch(), key, signature, 0) == *cri
}

impl From<StatementError> for PresentError {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Schema(error) => Self::Schema(error),
            StatementError::Parameter(error) => Self::Parameter(error),
        }
    }
}
