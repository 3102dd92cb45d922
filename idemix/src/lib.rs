//! Anonymous credentials.
//!
//! An [`Issuer`] signs a holder's attributes without learning the holder's secret key. The [`Holder`] shows chosen
//! attributes under a fresh pseudonym, unlinkably. A [`Verifier`] checks that against the issuer's key alone. An
//! [`Auditor`] can open two chosen commitments, to the enrollment ID and to the revocation handle.
//!
//! Each of them has a type; what was received becomes usable by verification only. Two profiles, [`Native`] and [`Aries`],
//! share keys and credentials. A first program is in the README, stories are in the examples, the maths is in
//! `docs/protocol.md` (in these pages: the module `protocol`).
#![forbid(unsafe_code)]

mod auditor;
mod batch;
mod card;
mod codec;
mod credential;
mod error;
mod expectation;
mod holder;
mod inspect;
mod issuance;
mod issuer;
mod keys;
mod labels;
pub mod msp;
mod presentation;
/// The page `docs/protocol.md`.
#[cfg(doc)]
#[allow(rustdoc::broken_intra_doc_links)] // h[i] is no link
#[doc = include_str!("../docs/protocol.md")]
pub mod protocol {}
mod request;
mod schema;
mod verified;
mod verifier;

pub use audit::{AuditError, Opened};
pub use auditor::{Auditor, AuditorError};
pub use batch::{BatchError, BatchVerifier, Evidence, InvalidMember};
pub use bbs::blind::RequestProfile;
pub use bbs::curve::TableSize;
pub use bbs::{Aries, Attribute, DecodeError, Limits, Native, ParameterError, Relation};
pub use card::CardProof;
#[cfg(feature = "soft-card")]
pub use card::{CardAnswer, CardKeys, SoftCard};
pub use credential::{BlindCredential, Credential};
pub use error::{CredentialError, IssueError, KeyError, PresentError, VerifyError};
pub use expectation::Expectation;
pub use holder::{Holder, PendingCredential};
pub use issuance::{IssuanceSessions, IssuerNonce, MemoryNonceStore, NonceStore};
pub use issuer::{Issuer, VerifiedCredentialRequest};
pub use keys::{CommitmentBases, IssuerPublicKey};
pub use nym::{
    EidNym, EidOpening, Nym, NymSecret, NymSignature, NymSignatureProfile, RhNym, RhOpening,
    ScopeNym, ScopeSignature,
};
#[cfg(feature = "hazmat")]
pub use presentation::AriesChallenge;
pub use presentation::{
    Presentation, PresentationBuilder, PresentationNonce, PresentationProfile, PresentationType,
    Presented,
};
pub use request::CredentialRequest;
pub use revocation::{
    self, Cri, CriTracker, RevocationAlgorithm, RevocationError, RevocationPublicKey,
    RevocationSecretKey,
};
pub use schema::{AttributeId, Attributes, Schema, SchemaError};
pub use verified::VerifiedPresentation;
pub use verifier::Verifier;
