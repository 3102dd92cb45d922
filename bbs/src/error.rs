//! What can go wrong, and who is to blame: the bytes ([`DecodeError`]), the caller ([`ParameterError`]) or the
//! other party ([`VerifyError`]). No variant carries a secret.

use thiserror::Error;

/// Bytes are not the one canonical encoding of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The input has another length than the object needs.
    #[error("{object}: expected {expected} bytes, found {found}")]
    Length {
        /// The object being decoded.
        object: &'static str,
        /// Bytes needed.
        expected: usize,
        /// Bytes given.
        found: usize,
    },
    /// Bytes remain after the object.
    #[error("{object}: {count} bytes left over")]
    TrailingBytes {
        /// The object being decoded.
        object: &'static str,
        /// How many bytes were not consumed.
        count: usize,
    },
    /// A length or count field claims something that does not fit the object.
    #[error("{field}: expected a count of {expected}, found {found}")]
    Count {
        /// The field.
        field: &'static str,
        /// What the reader's own statement calls for.
        expected: usize,
        /// What the bytes say.
        found: usize,
    },
    /// Not the canonical encoding of a point of the curve.
    #[error("{field}: not the canonical encoding of a curve point")]
    Point {
        /// The field.
        field: &'static str,
    },
    /// A point of the curve that is not in the subgroup of order r.
    #[error("{field}: the point is outside the prime-order subgroup")]
    Subgroup {
        /// The field.
        field: &'static str,
    },
    /// The identity, where the protocol forbids it.
    #[error("{field}: the identity is not allowed")]
    Identity {
        /// The field.
        field: &'static str,
    },
    /// A scalar that is not smaller than the group order r.
    #[error("{field}: the scalar is not below the group order")]
    Scalar {
        /// The field.
        field: &'static str,
    },
    /// Zero, where the protocol forbids it.
    #[error("{field}: zero is not allowed")]
    Zero {
        /// The field.
        field: &'static str,
    },
    /// A value that stands twice in the format differs between its two places.
    #[error("{field}: its two copies differ")]
    CopyMismatch {
        /// The field.
        field: &'static str,
    },
    /// Bits that must be zero are set.
    #[error("{field}: unused bits are set")]
    UnusedBits {
        /// The field.
        field: &'static str,
    },
    /// A field that must be there is not.
    #[error("{field}: missing")]
    Missing {
        /// The field.
        field: &'static str,
    },
    /// A field that must not be there is.
    #[error("{field}: not allowed here")]
    Unexpected {
        /// The field.
        field: &'static str,
    },
    /// The bytes decode, but are not what encoding the result gives back.
    #[error("{object}: not the canonical encoding")]
    NonCanonical {
        /// The object being decoded.
        object: &'static str,
    },
    /// The container format (protobuf, bincode, DER, PEM) is broken.
    #[error("{object}: malformed {format}")]
    Malformed {
        /// The object being decoded.
        object: &'static str,
        /// The container format.
        format: &'static str,
    },
    /// Larger than the limit for this object.
    #[error("{object}: {found} bytes exceed the limit of {limit}")]
    TooLarge {
        /// The object being decoded.
        object: &'static str,
        /// The limit in bytes.
        limit: usize,
        /// Bytes given.
        found: usize,
    },
    /// A version that this library does not know.
    #[error("{object}: unknown version {version}")]
    Version {
        /// The object being decoded.
        object: &'static str,
        /// The version byte found.
        version: u8,
    },
}

/// The caller asked for something that has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// Zero messages, or more than the limit.
    #[error("{count} messages: allowed are 1 to {limit}")]
    MessageCount {
        /// Messages asked for.
        count: usize,
        /// The largest number allowed.
        limit: usize,
    },
    /// The number of messages differs from the key's.
    #[error("the key signs {expected} messages, {found} were given")]
    WrongMessageCount {
        /// What the key's generators call for.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// A message index that does not exist.
    #[error("message index {index} is out of range: there are {count} messages")]
    IndexOutOfRange {
        /// The index.
        index: usize,
        /// How many messages there are.
        count: usize,
    },
    /// The same message index twice.
    #[error("message index {index} stands twice")]
    DuplicateIndex {
        /// The index.
        index: usize,
    },
    /// A message that must stay hidden (or be disclosed) is not.
    #[error("message {index} must be hidden")]
    MustBeHidden {
        /// The index.
        index: usize,
    },
    /// The value to be disclosed is not the signed one.
    #[error("the value to disclose for message {index} is not the signed one")]
    WrongDisclosure {
        /// The index.
        index: usize,
    },
    /// An equation speaks of a variable or commitment that its proof does not have.
    #[error("equations, commitments and responses do not belong together")]
    UnknownVariable,
    /// The object was made for another issuer key.
    #[error("made for another issuer key")]
    OtherKey,
    /// A blind request must hide at least one message.
    #[error("a blind request needs at least one hidden message")]
    NothingHidden,
    /// A secret is zero, or the key cannot serve this message (x + e = 0).
    #[error("{what} is zero")]
    Zero {
        /// Which value.
        what: &'static str,
    },
}

/// The relation of the protocol that a proof fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// e(A, w + e·g2) = e(B, g2), the signature itself.
    Signature,
    /// e(A', w) = e(Ā, g2), the pairing equation of a proof of knowledge of a signature.
    SignaturePairing,
    /// Ā − d = (−e)·A' + r2·h0, proof (1).
    Randomisation,
    /// −(g1 + Σ disclosed) = (−r3)·d + s'·h0 + Σ hidden, proof (2).
    Messages,
    /// The opening of the commitment in a blind-signing request.
    Request,
    /// The opening of the pseudonym.
    Nym,
    /// The opening of the enrollment-ID nym.
    EidNym,
    /// The opening of the revocation-handle nym.
    RhNym,
    /// The scope-exclusive pseudonym.
    ScopeNym,
    /// The smartcard's own proof of its pseudonym.
    Card,
    /// Accumulator membership of the revocation handle.
    NonRevocation,
    /// The native challenge: every commitment is recomputed, so one comparison decides all relations at once.
    Challenge,
    /// A weak Boneh-Boyen signature.
    WeakBonehBoyen,
}

impl core::fmt::Display for Relation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Signature => "signature equation",
            Self::SignaturePairing => "pairing equation of the signature proof",
            Self::Randomisation => "randomisation proof",
            Self::Messages => "message proof",
            Self::Request => "opening of the request's commitment",
            Self::Nym => "opening of the pseudonym",
            Self::EidNym => "opening of the enrollment-ID nym",
            Self::RhNym => "opening of the revocation-handle nym",
            Self::ScopeNym => "scope pseudonym",
            Self::Card => "card proof",
            Self::NonRevocation => "non-revocation proof",
            Self::Challenge => "challenge",
            Self::WeakBonehBoyen => "weak Boneh-Boyen signature equation",
        })
    }
}

/// What the other party sent does not hold. A verifier handles public data only, so the reason leaks nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The bytes do not decode.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// The verifier's own statement makes no sense.
    #[error(transparent)]
    Statement(#[from] ParameterError),
    /// A (sub-)proof has another number of responses than the verifier's statement calls for.
    #[error("{relation}: expected {expected} responses, found {found}")]
    ResponseCount {
        /// The relation.
        relation: Relation,
        /// What the verifier's own statement calls for.
        expected: usize,
        /// What the proof has.
        found: usize,
    },
    /// Two sub-proofs answer differently for the same hidden value.
    #[error(
        "{relation}: its response differs from the one for the same hidden value in the message proof"
    )]
    ResponseMismatch {
        /// The relation whose response is off.
        relation: Relation,
    },
    /// The proof discloses another set of messages than the verifier asked for.
    #[error("the disclosed set differs from the expected one at message {index}")]
    DisclosureMismatch {
        /// The first message index that differs.
        index: usize,
    },
    /// An equation does not hold.
    #[error("{0} does not hold")]
    BadProof(Relation),
}
