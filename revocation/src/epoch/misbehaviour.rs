//! Two signed epochs that contradict each other: proof for everybody that an authority does not keep its word.

use core::fmt;

use bbs::{Native, Reader};

use super::SignedEpoch;
use crate::{RevocationError, RevocationPublicKey};

const OBJECT: &str = "proof of misbehaviour";

/// How two signed epochs contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misbehaviour {
    /// One epoch has two contents.
    Equivocation,
    /// An epoch names another previous epoch than the one that was signed.
    BrokenChain,
    /// The accumulator's key Q has changed; a new key needs a new authority.
    KeyChanged,
}

impl fmt::Display for Misbehaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equivocation => "one epoch with two contents",
            Self::BrokenChain => "an epoch that does not chain from the previous one",
            Self::KeyChanged => "a changed accumulator key",
        })
    }
}

/// Two epochs that one authority should not both have signed. Anybody can check it with the authority's public key
/// alone, so it can be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisbehaviourProof {
    first: SignedEpoch,
    second: SignedEpoch,
}

impl MisbehaviourProof {
    /// Compares two epochs, which may come in either order. Does not check signatures.
    pub(crate) fn detect(one: &SignedEpoch, other: &SignedEpoch) -> Option<Self> {
        let (first, second) = if one.info().epoch <= other.info().epoch {
            (one, other)
        } else {
            (other, one)
        };
        contradiction(first, second).map(|_| Self {
            first: first.clone(),
            second: second.clone(),
        })
    }

    /// The two epochs, the earlier one first.
    pub fn epochs(&self) -> (&SignedEpoch, &SignedEpoch) {
        (&self.first, &self.second)
    }

    /// Checks that `authority` has signed both epochs and that they contradict each other, and says how.
    ///
    /// # Errors
    /// [`RevocationError::Signature`], or [`RevocationError::NoMisbehaviour`].
    pub fn verify(&self, authority: &RevocationPublicKey) -> Result<Misbehaviour, RevocationError> {
        authority.check_epoch(&self.first)?;
        authority.check_epoch(&self.second)?;
        contradiction(&self.first, &self.second).ok_or(RevocationError::NoMisbehaviour)
    }

    /// Version 1 and the two signed epochs, 731 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![Native::VERSION];
        out.extend_from_slice(&self.first.to_bytes());
        out.extend_from_slice(&self.second.to_bytes());
        out
    }

    /// Reads a proof; [`Self::verify`] then checks it.
    ///
    /// # Errors
    /// As [`SignedEpoch::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RevocationError> {
        let mut reader = Reader::new(OBJECT, bytes);
        reader.version()?;
        let proof = Self {
            first: SignedEpoch::read(&mut reader)?,
            second: SignedEpoch::read(&mut reader)?,
        };
        reader.finish()?;
        Ok(proof)
    }
}

/// `first` must not be the later one.
fn contradiction(first: &SignedEpoch, second: &SignedEpoch) -> Option<Misbehaviour> {
    let (first, second) = (first.info(), second.info());
    if first.q != second.q {
        Some(Misbehaviour::KeyChanged)
    } else if first.epoch == second.epoch {
        (first != second).then_some(Misbehaviour::Equivocation)
    } else {
        let chained = second.previous == first.digest();
        (first.epoch.checked_add(1) == Some(second.epoch) && !chained)
            .then_some(Misbehaviour::BrokenChain)
    }
}
