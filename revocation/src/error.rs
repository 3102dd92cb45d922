//! What can go wrong with keys, epochs, witnesses and update data. No variant carries a secret.

use bbs::DecodeError;
use thiserror::Error;

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
        }
    }
}
