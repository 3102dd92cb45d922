//! Verifying many things at once, for less than one by one.

use bbs::batch::{Pending, find_invalid_vartime, release_vartime};
use bbs::{Hedge, HedgedRng};
use nym::{Nym, NymSignature, NymSignatureProfile};
use rand_core::{CryptoRng, RngCore};
use thiserror::Error;

use crate::credential::Credential;
use crate::error::{CredentialError, VerifyError};
use crate::expectation::Expectation;
use crate::holder::Holder;
use crate::keys::IssuerPublicKey;
use crate::labels;
use crate::presentation::{Presentation, PresentationProfile};
use crate::verified::VerifiedPresentation;
use crate::verifier::Verifier;

/// Why a batch gives no evidence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// There is nothing in the batch.
    #[error("the batch is empty")]
    Empty,
    /// At least one member is invalid; [`BatchVerifier::find_invalid`] names them.
    #[error("at least one member of the batch is invalid")]
    Invalid,
}

/// Why a member of a batch is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidMember {
    /// An expectation failed before any equation was checked.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A credential was not acceptable before its signature was checked.
    #[error(transparent)]
    Credential(#[from] CredentialError),
    /// One of its equations does not hold. Verifying the member alone tells which.
    #[error("an equation of the proof does not hold")]
    BadProof,
}

/// What a verified batch gives for a member.
#[derive(Debug)]
#[must_use]
pub enum Evidence {
    /// For a presentation.
    Presentation(Box<VerifiedPresentation>),
    /// For a pseudonym signature.
    NymSignature(Nym),
    /// For a credential.
    Credential(Box<Credential>),
}

impl Evidence {
    /// The verified presentation, if the member is one.
    pub fn into_presentation(self) -> Option<VerifiedPresentation> {
        match self {
            Self::Presentation(presentation) => Some(*presentation),
            _ => None,
        }
    }

    /// The credential, if the member is one.
    pub fn into_credential(self) -> Option<Credential> {
        match self {
            Self::Credential(credential) => Some(*credential),
            _ => None,
        }
    }
}

type Member = Result<Pending<Evidence>, InvalidMember>;

/// Verifies presentations, pseudonym signatures and credentials together, of one issuer or many: all or nothing.
///
/// Exactly the same members are accepted as one by one, but for a chance of 2⁻¹²⁸ per equation: each equation gets a
/// random weight, so that errors cannot cancel.
#[derive(Debug, Default)]
pub struct BatchVerifier {
    members: Vec<Member>,
}

impl BatchVerifier {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a presentation with what is expected of it; gives its place in the batch.
    pub fn push_presentation<P: PresentationProfile>(
        &mut self,
        expectation: &Expectation<'_, P>,
        presentation: &Presentation<P>,
    ) -> usize {
        self.push(presentation_member(expectation, presentation))
    }

    /// Adds a pseudonym signature; gives its place in the batch.
    pub fn push_nym_signature<P: NymSignatureProfile>(
        &mut self,
        verifier: &Verifier,
        signature: &NymSignature<P>,
        nym: &Nym,
        message: &[u8],
    ) -> usize {
        let member = verifier
            .defer_nym_signature(signature, nym, message)
            .map(|pending| pending.map(|()| Evidence::NymSignature(*nym)));
        self.push(member.map_err(InvalidMember::from))
    }

    /// Adds a stored credential in the native encoding; gives its place in the batch.
    pub fn push_credential(
        &mut self,
        issuer: &IssuerPublicKey,
        holder: &Holder,
        bytes: &[u8],
    ) -> usize {
        self.push(credential_member(Credential::defer(issuer, holder, bytes)))
    }

    /// Adds a stored credential in the Aries encoding; gives its place in the batch.
    pub fn push_aries_credential(
        &mut self,
        issuer: &IssuerPublicKey,
        holder: &Holder,
        bytes: &[u8],
    ) -> usize {
        let pending = Credential::defer_aries(issuer, holder, bytes);
        self.push(credential_member(pending))
    }

    fn push(&mut self, member: Member) -> usize {
        self.members.push(member);
        self.members.len().saturating_sub(1)
    }

    /// Verifies the batch: evidence for every member in the order of pushing, or none. A batch that fails keeps its
    /// members, so that [`BatchVerifier::find_invalid`] can name the bad ones.
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::Invalid`].
    pub fn verify<R: RngCore + CryptoRng>(
        &mut self,
        rng: &mut R,
    ) -> Result<Vec<Evidence>, BatchError> {
        let members = self.take_all()?;
        release_vartime(members, &mut weights(rng)).map_err(|members| {
            self.members = members.into_iter().map(Ok).collect();
            BatchError::Invalid
        })
    }

    /// All members, if each passed what was checked when it was pushed; else they stay.
    fn take_all(&mut self) -> Result<Vec<Pending<Evidence>>, BatchError> {
        if self.members.is_empty() {
            return Err(BatchError::Empty);
        }
        if self.members.iter().any(Result::is_err) {
            return Err(BatchError::Invalid);
        }
        Ok(std::mem::take(&mut self.members)
            .into_iter()
            .flatten()
            .collect())
    }

    /// The invalid members with the reason, by their place; none if the batch is valid. Bisects: about 2·k·log₂(n)
    /// checks for k bad ones.
    ///
    /// # Errors
    /// [`BatchError::Empty`].
    pub fn find_invalid<R: RngCore + CryptoRng>(
        &mut self,
        rng: &mut R,
    ) -> Result<Vec<(usize, InvalidMember)>, BatchError> {
        if self.members.is_empty() {
            return Err(BatchError::Empty);
        }
        let mut invalid = Vec::new();
        let mut places = Vec::with_capacity(self.members.len());
        let mut pending = Vec::with_capacity(self.members.len());
        for (place, member) in std::mem::take(&mut self.members).into_iter().enumerate() {
            match member {
                Ok(member) => {
                    places.push(place);
                    pending.push(member);
                }
                Err(reason) => invalid.push((place, reason)),
            }
        }
        let bad = find_invalid_vartime(&pending, &mut weights(rng));
        let mut bad_places: Vec<_> = bad
            .into_iter()
            .filter_map(|index| places.get(index).copied())
            .map(|place| (place, InvalidMember::BadProof))
            .collect();
        // Everybody back to their place.
        let mut members: Vec<(usize, Member)> = places
            .into_iter()
            .zip(pending.into_iter().map(Ok))
            .collect();
        members.extend(
            invalid
                .iter()
                .map(|(place, reason)| (*place, Err(reason.clone()))),
        );
        members.sort_by_key(|(place, _)| *place);
        self.members = members.into_iter().map(|(_, member)| member).collect();

        invalid.append(&mut bad_places);
        invalid.sort_by_key(|(place, _)| *place);
        Ok(invalid)
    }
}

/// The weights of one check.
fn weights<R: RngCore + CryptoRng>(rng: &mut R) -> HedgedRng {
    Hedge::new(labels::HEDGE_BATCH).finish(rng)
}

fn presentation_member<P: PresentationProfile>(
    expectation: &Expectation<'_, P>,
    presentation: &Presentation<P>,
) -> Member {
    let pending = expectation.defer(presentation)?;
    Ok(pending.map(|verified| Evidence::Presentation(Box::new(verified))))
}

fn credential_member(pending: Result<Pending<Credential>, CredentialError>) -> Member {
    Ok(pending?.map(|credential| Evidence::Credential(Box::new(credential))))
}

#[cfg(feature = "rayon")]
mod parallel {
    use rayon::prelude::*;

    use super::*;

    impl BatchVerifier {
        /// Decodes presentations and adds them, on all of rayon's threads.
        pub fn par_push_presentations<P: PresentationProfile>(
            &mut self,
            items: &[(Expectation<'_, P>, &[u8])],
        ) {
            let members = items.par_iter().map(|(expectation, bytes)| {
                let presentation =
                    P::decode(bytes).map_err(|error| InvalidMember::Verify(error.into()))?;
                presentation_member(expectation, &presentation)
            });
            self.members.par_extend(members);
        }

        /// As [`BatchVerifier::verify`], split across rayon's threads.
        ///
        /// # Errors
        /// As [`BatchVerifier::verify`].
        pub fn par_verify<R: RngCore + CryptoRng>(
            &mut self,
            rng: &mut R,
        ) -> Result<Vec<Evidence>, BatchError> {
            let mut rest = self.take_all()?;
            let size = rest.len().div_ceil(rayon::current_num_threads()).max(1);
            let mut parts = Vec::new();
            while !rest.is_empty() {
                let tail = rest.split_off(size.min(rest.len()));
                parts.push((std::mem::replace(&mut rest, tail), weights(rng)));
            }
            let checked: Vec<_> = parts
                .into_par_iter()
                .map(|(part, mut weights)| release_vartime(part, &mut weights))
                .collect();
            if checked.iter().all(Result::is_ok) {
                return Ok(checked.into_iter().flatten().flatten().collect());
            }
            self.members = checked
                .into_iter()
                .flat_map(|part| match part {
                    Ok(valid) => valid.into_iter().map(Pending::settled).collect(),
                    Err(members) => members,
                })
                .map(Ok)
                .collect();
            Err(BatchError::Invalid)
        }
    }
}
