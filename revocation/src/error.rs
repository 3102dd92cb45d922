//! What can go wrong with keys, epochs, witnesses and update data. No variant carries a secret.

use bbs::DecodeError;
use thiserror::Error;

use crate::MisbehaviourProof;

/// Why a key, an epoch or a witness is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RevocationError {
    /// The bytes are not the canonical encoding of the object.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// Not a secret or public key of the curve P-384.
    #[error("{object}: not a key of the curve P-384")]
    Key {
        /// The object being decoded.
        object: &'static str,
    },
    /// The epoch information is for another epoch than the verifier expects.
    #[error("epoch {found} where epoch {expected} is expected")]
    EpochMismatch {
        /// The epoch that the verifier expects.
        expected: i64,
        /// The epoch that the information states.
        found: i64,
    },
    /// A revocation algorithm that this format does not know.
    #[error("unknown revocation algorithm {found}")]
    UnknownAlgorithm {
        /// The number found.
        found: i32,
    },
    /// The epoch key is not the placeholder (the generator of G2) that "no revocation" prescribes.
    #[error("the epoch key is not the placeholder of the algorithm \"no revocation\"")]
    EpochKey,
    /// Revocation data where the algorithm has none.
    #[error("revocation data under the algorithm \"no revocation\"")]
    UnexpectedData,
    /// The revocation authority's signature is not a well-formed ECDSA signature.
    #[error("the signature is not the encoding of an ECDSA signature")]
    SignatureEncoding,
    /// The revocation authority's signature does not verify.
    #[error("the revocation authority's signature does not verify")]
    Signature,
    /// A revocation handle that is empty, too short to be random, or too long.
    #[error("a revocation handle of {found} bytes; it needs 16 to 255")]
    HandleLength {
        /// Bytes given.
        found: usize,
    },
    /// A revocation handle must be a bytes attribute.
    #[error("a revocation handle must be a bytes attribute")]
    HandleKind,
    /// A validity window that ends before it begins.
    #[error("the validity window ends before it begins")]
    Validity,
    /// Epoch 0 names a previous epoch, or a later one does not.
    #[error("only epoch 0 has no previous epoch")]
    Previous,
    /// Not the epoch after the last one.
    #[error("epoch {found} where epoch {expected} is next")]
    EpochGap {
        /// The epoch that comes next.
        expected: u64,
        /// The epoch given.
        found: u64,
    },
    /// Update data belong to another authority or chain of epochs than the witness.
    #[error("the update for epoch {epoch} belongs to another chain of epochs")]
    UpdateChain {
        /// The epoch of the update.
        epoch: u64,
    },
    /// The update data are not those that the signed epoch names.
    #[error("the update data are not those that the epoch names")]
    UpdateDigest,
    /// The update data do not end in the accumulator value of the signed epoch.
    #[error("the update data do not lead to the epoch's accumulator value")]
    UpdateValue,
    /// The authority has signed two epochs that contradict each other. The proof can be published.
    #[error("the revocation authority contradicts itself")]
    Misbehaviour(Box<MisbehaviourProof>),
    /// The two epochs of a proof of misbehaviour do not contradict each other.
    #[error("the two epochs do not contradict each other")]
    NoMisbehaviour,
    /// No epoch is known yet.
    #[error("no epoch is known")]
    NoEpoch,
    /// An epoch that the verifier has no copy of.
    #[error("epoch {epoch} is not known")]
    UnknownEpoch {
        /// The epoch.
        epoch: u64,
    },
    /// An epoch older than the policy accepts.
    #[error("epoch {epoch} is stale: the oldest accepted is {oldest}")]
    StaleEpoch {
        /// The epoch.
        epoch: u64,
        /// The oldest epoch that the policy accepts.
        oldest: u64,
    },
    /// The epoch's validity window has not begun.
    #[error("epoch {epoch} is not yet valid")]
    NotYetValid {
        /// The epoch.
        epoch: u64,
    },
    /// The epoch's validity window has ended.
    #[error("epoch {epoch} has expired")]
    Expired {
        /// The epoch.
        epoch: u64,
    },
    /// The witness belongs to another epoch.
    #[error("a witness for epoch {found} where epoch {expected} is given")]
    WitnessEpoch {
        /// The epoch given.
        expected: u64,
        /// The witness's epoch.
        found: u64,
    },
    /// The witness does not fit handle, key and accumulator value.
    #[error("the witness is not valid for this handle and epoch")]
    Witness,
    /// The witness belongs to another handle than the credential's.
    #[error("the witness is for another handle")]
    WitnessHandle,
    /// The handle was revoked: there is no witness for it any more.
    #[error("the handle was revoked in epoch {epoch}")]
    Revoked {
        /// The epoch that revoked it.
        epoch: u64,
    },
    /// The opened handle is on the denylist.
    #[error("the handle is on the denylist")]
    Denied {
        /// The epoch that revoked it, where it is known.
        epoch: Option<u64>,
    },
}

impl RevocationError {
    /// A stable, machine-readable name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "revocation.malformed",
            Self::Key { .. } => "revocation.key",
            Self::EpochMismatch { .. } => "revocation.epoch_mismatch",
            Self::UnknownAlgorithm { .. } => "revocation.unknown_algorithm",
            Self::EpochKey => "revocation.epoch_key",
            Self::UnexpectedData => "revocation.unexpected_data",
            Self::SignatureEncoding => "revocation.signature_encoding",
            Self::Signature => "revocation.signature",
            Self::HandleLength { .. } => "revocation.handle_length",
            Self::HandleKind => "revocation.handle_kind",
            Self::Validity => "revocation.validity",
            Self::Previous => "revocation.previous",
            Self::EpochGap { .. } => "revocation.epoch_gap",
            Self::UpdateChain { .. } => "revocation.update_chain",
            Self::UpdateDigest => "revocation.update_digest",
            Self::UpdateValue => "revocation.update_value",
            Self::Misbehaviour(_) => "revocation.misbehaviour",
            Self::NoMisbehaviour => "revocation.no_misbehaviour",
            Self::NoEpoch => "revocation.no_epoch",
            Self::UnknownEpoch { .. } => "revocation.unknown_epoch",
            Self::StaleEpoch { .. } => "revocation.stale_epoch",
            Self::NotYetValid { .. } => "revocation.not_yet_valid",
            Self::Expired { .. } => "revocation.expired",
            Self::WitnessEpoch { .. } => "revocation.witness_epoch",
            Self::Witness => "revocation.witness",
            Self::WitnessHandle => "revocation.witness_handle",
            Self::Revoked { .. } => "revocation.revoked",
            Self::Denied { .. } => "revocation.denied",
        }
    }
}
