//! Errors by role. Each has a stable code for services; none carries a secret.

use bbs::{DecodeError, ParameterError, Relation};
use revocation::RevocationError;
use thiserror::Error;

use crate::presentation::PresentationType;
use crate::schema::SchemaError;

/// Why a key is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The bytes do not decode.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// The schema does not fit the limits.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Why an issuer does not issue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IssueError {
    /// The attributes do not fit the schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The request was verified under another key.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The request's proof does not verify.
    #[error(transparent)]
    Request(#[from] bbs::VerifyError),
    /// The nonce was never given out, was used already, or has expired.
    #[error("the nonce was never given out, was used already, or has expired")]
    UnknownNonce,
    /// The nonce store cannot take another nonce, or failed.
    #[error("the nonce store failed: {reason}")]
    NonceStore {
        /// What the store says.
        reason: &'static str,
    },
}

/// Why a holder does not accept a credential.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CredentialError {
    /// The bytes do not decode.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// The request or the credential has another number of attributes than the schema.
    #[error("the schema has {expected} attributes, the credential {found}")]
    AttributeCount {
        /// The schema's.
        expected: usize,
        /// The credential's.
        found: usize,
    },
    /// The credential names another position of the secret key than the schema.
    #[error("the schema has the secret key at {expected}, the credential at {found}")]
    SecretKeyPosition {
        /// The schema's.
        expected: usize,
        /// The credential's.
        found: i64,
    },
    /// An attribute has another value than expected.
    #[error("attribute {attribute} has another value than expected")]
    AttributeMismatch {
        /// The number of the attribute.
        attribute: usize,
    },
    /// The signature does not verify under the issuer's key, with this holder's secret key.
    #[error("the issuer's signature does not verify")]
    InvalidSignature,
    /// The pseudonym is not one of this holder under this issuer key.
    #[error("the pseudonym is not one of this holder under this issuer key")]
    OtherNym,
    /// Something was named that the schema does not have.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The statement makes no sense.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Why a holder cannot present or sign.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PresentError {
    /// Something was named that the schema does not have.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The statement makes no sense.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The attribute must stay hidden under the presentation's nym.
    #[error("attribute {attribute} is committed to by a nym and cannot be disclosed")]
    CommittedAttribute {
        /// The number of the attribute.
        attribute: usize,
    },
    /// The scope is unusable.
    #[error(transparent)]
    Scope(#[from] nym::ScopeError),
    /// The opening or nym given is not one for this credential, or does not fit the presentation's type.
    #[error("the given {what} does not belong to this credential and presentation type")]
    WrongOpening {
        /// Which one.
        what: &'static str,
    },
    /// The witness is of another credential.
    #[error(transparent)]
    Witness(#[from] RevocationError),
    /// The profile has no such thing.
    #[error("the {profile} profile has no {what}")]
    NotInProfile {
        /// What was asked for.
        what: &'static str,
        /// The profile.
        profile: &'static str,
    },
    /// A card presentation needs a credential whose key is in a card, and the other types need one whose is not.
    #[error("the credential's key is {}in a card, which does not fit presentation type {kind:?}", if *.in_card { "" } else { "not " })]
    CardMismatch {
        /// The presentation type.
        kind: PresentationType,
        /// Where the key is.
        in_card: bool,
    },
    /// The card has used up its counter.
    #[error("the card has used up its counter: its EID nyms would come again")]
    CardExhausted,
}

/// Why a verifier refuses. Says which expectation failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The bytes do not decode.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// The verifier's own expectation names something that the schema does not have.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The verifier's own expectation makes no sense.
    #[error(transparent)]
    Statement(#[from] ParameterError),
    /// The verifier's own scope is unusable.
    #[error(transparent)]
    Scope(#[from] nym::ScopeError),
    /// The verifier was given no issuer key.
    #[error("the verifier has no issuer key")]
    NoIssuerKey,
    /// An attribute that the expected nyms commit to cannot be disclosed as well.
    #[error("attribute {attribute} is committed to by a nym and cannot be disclosed")]
    CommittedAttribute {
        /// The number of the attribute.
        attribute: usize,
    },
    /// The presentation is of another type.
    #[error("expected presentation type {expected:?}, found {found:?}")]
    WrongType {
        /// The type expected.
        expected: PresentationType,
        /// The presentation's.
        found: PresentationType,
    },
    /// The disclosed set differs from the expected one.
    #[error("the disclosed set differs from the expected one at attribute {attribute}")]
    DisclosureMismatch {
        /// The number of the first attribute that differs.
        attribute: usize,
    },
    /// The presentation discloses the secret key.
    #[error("the presentation claims to disclose the secret key")]
    SecretKeyDisclosed,
    /// The presentation counts its responses differently.
    #[error("{field}: expected {expected}, found {found}")]
    IndexMismatch {
        /// The field.
        field: &'static str,
        /// What the verifier's own statement calls for.
        expected: i64,
        /// What the presentation says.
        found: i64,
    },
    /// A sub-proof has another number of responses than the verifier's statement calls for.
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
    #[error("{relation}: its response differs from the one for the same hidden value elsewhere")]
    ResponseMismatch {
        /// The relation whose response is off.
        relation: Relation,
    },
    /// An equation does not hold: another key, other disclosed values, another nonce or message, or a forgery.
    #[error("{0} does not hold")]
    BadProof(Relation),
    /// The presentation's nym is not the expected one.
    #[error("the {nym} is not the expected one")]
    NymMismatch {
        /// Which nym.
        nym: &'static str,
    },
    /// The expected opening does not open the presentation's nym.
    #[error("the expected opening does not open the {nym}")]
    OpeningMismatch {
        /// Which nym.
        nym: &'static str,
    },
    /// An expectation about a nym that this presentation type does not have.
    #[error("presentation type {kind:?} has no {nym}")]
    NoSuchNym {
        /// Which nym.
        nym: &'static str,
        /// The presentation type.
        kind: PresentationType,
    },
    /// The presentation has a scope pseudonym and none was expected, or the other way round.
    #[error("scope pseudonym: expected is {expected}, found {found}")]
    ScopePresence {
        /// Whether one is expected.
        expected: bool,
        /// Whether there is one.
        found: bool,
    },
    /// A card presentation proves nothing without the card's own proof.
    #[error("a card presentation must be verified together with the card's proof")]
    CardProofRequired,
    /// A card's proof with a presentation that is not one of the card types.
    #[error("presentation type {0:?} takes no card proof")]
    NotACardType(PresentationType),
    /// The card's proof is for another nym.
    #[error("the card's proof is for another {0}")]
    CardMismatch(&'static str),
    /// The presentation has no EID nym, and none was given beside the card's proof, which is always for one.
    #[error("the card's proof needs the EID nym that it was made for")]
    NoCardEidNym,
    /// The epoch information of the presentation does not hold.
    #[error(transparent)]
    Epoch(#[from] RevocationError),
    /// The presentation proves non-revocation and that was not expected, or the other way round.
    #[error("proof of non-revocation: expected is {expected}, found {found}")]
    NonRevocationPresence {
        /// Whether one is expected.
        expected: bool,
        /// Whether there is one.
        found: bool,
    },
    /// The presentation proves non-revocation for another epoch than the expected one.
    #[error("non-revocation is proved for epoch {found}, expected is {expected}")]
    WrongEpoch {
        /// The epoch expected.
        expected: u64,
        /// The presentation's.
        found: u64,
    },
    /// The presentation carries no epoch information.
    #[error("the presentation carries no epoch information")]
    NoEpoch,
    /// The profile has no such thing.
    #[error("the {profile} profile has no {what}")]
    NotInProfile {
        /// What was expected.
        what: &'static str,
        /// The profile.
        profile: &'static str,
    },
}

impl From<bbs::VerifyError> for VerifyError {
    fn from(error: bbs::VerifyError) -> Self {
        match error {
            bbs::VerifyError::Malformed(error) => Self::Malformed(error),
            bbs::VerifyError::Statement(error) => Self::Statement(error),
            bbs::VerifyError::ResponseCount {
                relation,
                expected,
                found,
            } => Self::ResponseCount {
                relation,
                expected,
                found,
            },
            bbs::VerifyError::ResponseMismatch { relation } => Self::ResponseMismatch { relation },
            bbs::VerifyError::DisclosureMismatch { index } => {
                Self::DisclosureMismatch { attribute: index }
            }
            bbs::VerifyError::BadProof(relation) => Self::BadProof(relation),
            _ => Self::BadProof(Relation::Challenge),
        }
    }
}

impl VerifyError {
    /// A stable, machine-readable name of the reason.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "verify.malformed",
            Self::Schema(_) => "verify.schema",
            Self::Statement(_) => "verify.statement",
            Self::Scope(_) => "verify.scope",
            Self::NoIssuerKey => "verify.no_issuer_key",
            Self::CommittedAttribute { .. } => "verify.committed_attribute",
            Self::WrongType { .. } => "verify.wrong_type",
            Self::DisclosureMismatch { .. } => "verify.disclosure_mismatch",
            Self::SecretKeyDisclosed => "verify.secret_key_disclosed",
            Self::IndexMismatch { .. } => "verify.index_mismatch",
            Self::ResponseCount { .. } => "verify.response_count",
            Self::ResponseMismatch { .. } => "verify.response_mismatch",
            Self::BadProof(_) => "verify.bad_proof",
            Self::NymMismatch { .. } => "verify.nym_mismatch",
            Self::OpeningMismatch { .. } => "verify.opening_mismatch",
            Self::NoSuchNym { .. } => "verify.no_such_nym",
            Self::ScopePresence { .. } => "verify.scope_presence",
            Self::CardProofRequired => "verify.card_proof_required",
            Self::NotACardType(_) => "verify.not_a_card_type",
            Self::CardMismatch(_) => "verify.card_mismatch",
            Self::NoCardEidNym => "verify.no_card_eid_nym",
            Self::Epoch(_) => "verify.epoch",
            Self::NonRevocationPresence { .. } => "verify.non_revocation_presence",
            Self::WrongEpoch { .. } => "verify.wrong_epoch",
            Self::NoEpoch => "verify.no_epoch",
            Self::NotInProfile { .. } => "verify.not_in_profile",
        }
    }
}
