//! Presentations: a credential shown under a fresh pseudonym, with chosen attributes disclosed.
//!
//! A presentation is one proof with several equations under one challenge: the proof of knowledge of the signature
//! (`bbs::proof`), the opening of the pseudonym, and, by type, the openings of the commitments to enrollment ID and
//! revocation handle. A value that is hidden in several of them has one blinding and one response.

mod builder;
mod encoding;
#[cfg(feature = "hazmat")]
mod hazmat;
mod profile;
mod statement;

pub use builder::{PresentationBuilder, Presented};
#[cfg(feature = "hazmat")]
pub use hazmat::AriesChallenge;
pub use profile::PresentationProfile;
pub(crate) use statement::{PresentationVariables, Statement, StatementError};

use bbs::proof::RandomizedSignature;
use bbs::{Native, Profile};
use nym::{EidNym, Nym, RhNym, ScopeNym};
use rand_core::{CryptoRng, RngCore};
use revocation::MembershipPoints;
use serde::{Deserialize, Serialize};

/// What a presentation proves beyond possession of the credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PresentationType {
    /// A pseudonym of the holder.
    Standard,
    /// And a commitment to the enrollment ID.
    EidNym,
    /// And commitments to the enrollment ID and to the revocation handle.
    EidNymRhNym,
    /// The holder's key is in a smartcard, which proves the pseudonym itself; and a commitment to the enrollment ID.
    /// Aries profile (eprint 2023/853).
    Smartcard,
    /// As [`PresentationType::Smartcard`], without the commitment to the enrollment ID.
    SmartcardNoNyms,
}

impl PresentationType {
    /// Whether it carries an EID nym.
    pub fn has_eid_nym(self) -> bool {
        matches!(self, Self::EidNym | Self::EidNymRhNym | Self::Smartcard)
    }

    /// Whether it carries an RH nym.
    pub fn has_rh_nym(self) -> bool {
        matches!(self, Self::EidNymRhNym)
    }

    /// Whether the holder's key is in a card.
    pub fn is_card(self) -> bool {
        matches!(self, Self::Smartcard | Self::SmartcardNoNyms)
    }

    /// Its number in the native format.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Standard => 0,
            Self::EidNym => 1,
            Self::EidNymRhNym => 2,
            Self::Smartcard => 3,
            Self::SmartcardNoNyms => 4,
        }
    }
}

/// A verifier's nonce against replay: 32 random bytes, a type of its own so that it is not mistaken for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PresentationNonce([u8; 32]);

impl PresentationNonce {
    /// A fresh nonce. Give it to one holder, for one presentation.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// A nonce received from a verifier, or from the verifier's own session store.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The points of a non-revocation proof and the epoch it claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Membership {
    pub(crate) epoch: u64,
    pub(crate) points: MembershipPoints,
}

/// The points that a presentation sends besides nyms: A', Ā, d, and C', C̄ where non-revocation is proved.
#[derive(Clone, Copy)]
pub struct PresentationPoints {
    pub(crate) signature: RandomizedSignature,
    pub(crate) membership: Option<MembershipPoints>,
}

/// A presentation as it was received. Nothing in it counts before a [`crate::Verifier`] has verified it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation<P: PresentationProfile = Native> {
    pub(crate) kind: PresentationType,
    pub(crate) points: RandomizedSignature,
    pub(crate) nym: Nym,
    pub(crate) eid_nym: Option<EidNym>,
    pub(crate) rh_nym: Option<RhNym>,
    pub(crate) scope_nym: Option<ScopeNym>,
    pub(crate) membership: Option<Membership>,
    pub(crate) proof: P::Proof,
    pub(crate) salt: <P as Profile>::Salt,
    pub(crate) extra: P::Extra,
}

impl<P: PresentationProfile> Presentation<P> {
    /// The type it claims.
    pub fn kind(&self) -> PresentationType {
        self.kind
    }

    /// The epoch that it claims to prove non-revocation for.
    pub fn claimed_epoch(&self) -> Option<u64> {
        self.membership.map(|membership| membership.epoch)
    }

    pub(crate) fn all_points(&self) -> PresentationPoints {
        PresentationPoints {
            signature: self.points,
            membership: self.membership.map(|membership| membership.points),
        }
    }
}
