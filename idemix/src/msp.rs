//! Key-material folders and identities of Hyperledger Fabric, as IBM/idemix and its tool `idemixgen --aries` have them.
//!
//! A certification authority ([`CertificationAuthority`]) keeps a folder; from it come the folders of its signers
//! ([`SignerConfig`]) and the configuration that verifiers are set up with ([`MspConfig`]). A [`Signer`] makes any number
//! of unlinkable identities ([`SigningIdentity`]), each under a fresh pseudonym; a verifier gets a [`VerifiedIdentity`].
//!
//! | folder | file | contents |
//! |---|---|---|
//! | CA | `ca/IssuerSecretKey` | x, 32 bytes |
//! | CA | `ca/IssuerPublicKey` | C(w), 96 bytes |
//! | CA | `ca/RevocationKey` | P-384 key, PEM `PRIVATE KEY` around SEC 1 |
//! | both | `msp/IssuerPublicKey` | C(w) |
//! | both | `msp/RevocationPublicKey` | PEM `PUBLIC KEY` |
//! | signer | `user/SignerConfig` | protobuf IdemixMSPSignerConfig |
//!
//! The CA folder may hold one more file, `ca/CRI-<epoch>`, which the Go tool ignores: the epoch information that all
//! signers get. The Go tool signs it anew for every signer, and ECDSA there is randomised, so that it links all
//! identities of a signer; signing here is deterministic, and the same bytes go to everybody.

mod authority;
mod config;
mod files;
mod identity;
mod signer;
mod wire;

use bbs::DecodeError;
use bbs::ParameterError;
use revocation::RevocationError;
use thiserror::Error;

pub use authority::{CertificationAuthority, SignerAttributes};
pub use config::MspConfig;
pub use files::{FileError, KeyFile, read_file};
pub use identity::{ClaimedIdentity, VerifiedIdentity};
pub use signer::{Signer, SignerConfig, SigningIdentity};

use crate::error::{CredentialError, IssueError, KeyError, PresentError, VerifyError};
use crate::schema::SchemaError;

/// A role in a Fabric organisation. In a credential it is an attribute, in an identity it is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// MEMBER.
    Member,
    /// ADMIN.
    Admin,
    /// CLIENT.
    Client,
    /// PEER.
    Peer,
}

impl Role {
    const ALL: [Self; 4] = [Self::Member, Self::Admin, Self::Client, Self::Peer];

    /// The credential's attribute: a mask with this role's bit.
    pub fn mask(self) -> i32 {
        match self {
            Self::Member => 1,
            Self::Admin => 2,
            Self::Client => 4,
            Self::Peer => 8,
        }
    }

    /// The identity's number, as in message MSPRole.
    pub fn number(self) -> i32 {
        match self {
            Self::Member => 0,
            Self::Admin => 1,
            Self::Client => 2,
            Self::Peer => 3,
        }
    }

    /// The role's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Member => "MEMBER",
            Self::Admin => "ADMIN",
            Self::Client => "CLIENT",
            Self::Peer => "PEER",
        }
    }

    /// The role of a credential's attribute. Exactly one bit: an identity names one role, and shows the whole mask.
    ///
    /// # Errors
    /// [`MspError::Role`].
    pub fn from_mask(mask: i32) -> Result<Self, MspError> {
        let role = Self::ALL.into_iter().find(|role| role.mask() == mask);
        role.ok_or(MspError::Role { found: mask })
    }

    /// The role of an identity's number. ORDERER has no bit in a credential and is refused.
    ///
    /// # Errors
    /// [`MspError::Role`].
    pub fn from_number(number: i32) -> Result<Self, MspError> {
        let role = Self::ALL.into_iter().find(|role| role.number() == number);
        role.ok_or(MspError::Role { found: number })
    }
}

/// Why key material or an identity is refused. None carries a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MspError {
    /// A file cannot be read, or what it holds is refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// The bytes do not decode.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// A key is refused.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The two keys of a folder do not belong together.
    #[error("secret and public issuer key do not belong together")]
    KeyMismatch,
    /// The attributes do not fit the schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// No credential was issued.
    #[error(transparent)]
    Issue(#[from] IssueError),
    /// A credential is refused.
    #[error(transparent)]
    Credential(#[from] CredentialError),
    /// Nothing was presented or signed.
    #[error(transparent)]
    Present(#[from] PresentError),
    /// A proof or a signature is refused.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The epoch information or a revocation key is refused.
    #[error(transparent)]
    Revocation(#[from] RevocationError),
    /// Something makes no sense.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A field that must not be empty is.
    #[error("{field} is empty")]
    Empty {
        /// The field.
        field: &'static str,
    },
    /// A role that no credential can have, or several roles at once.
    #[error("role {found} is not one of MEMBER, ADMIN, CLIENT, PEER")]
    Role {
        /// The number or mask found.
        found: i32,
    },
    /// A field has another value than this library or this configuration knows.
    #[error("{field}: expected {expected:?}, found {found:?}")]
    Mismatch {
        /// The field.
        field: &'static str,
        /// The value expected.
        expected: String,
        /// The value found.
        found: String,
    },
    /// The organisational unit names another issuer key than the configuration's.
    #[error("certifiers_identifier is not the issuer key of this MSP")]
    Certifiers,
    /// The proof is for another pseudonym than the identity names.
    #[error("the proof is for another pseudonym than the identity's nym_x and nym_y")]
    NymMismatch,
}

impl MspError {
    /// A stable, machine-readable name of the reason.
    pub fn code(&self) -> &'static str {
        match self {
            Self::File(FileError::Read { .. }) => "msp.read",
            Self::File(FileError::Contents { reason, .. }) => reason.code(),
            Self::Malformed(_) => "msp.malformed",
            Self::Key(_) => "msp.key",
            Self::KeyMismatch => "msp.key_mismatch",
            Self::Schema(_) => "msp.schema",
            Self::Issue(_) => "msp.issue",
            Self::Credential(_) => "msp.credential",
            Self::Present(_) => "msp.present",
            Self::Verify(error) => error.code(),
            Self::Revocation(error) => error.code(),
            Self::Parameter(_) => "msp.parameter",
            Self::Empty { .. } => "msp.empty",
            Self::Role { .. } => "msp.role",
            Self::Mismatch { .. } => "msp.mismatch",
            Self::Certifiers => "msp.certifiers",
            Self::NymMismatch => "msp.nym_mismatch",
        }
    }
}

/// Refuses a text field that differs from the expected value.
fn check_text(field: &'static str, expected: &str, found: &str) -> Result<(), MspError> {
    if expected == found {
        return Ok(());
    }
    Err(MspError::Mismatch {
        field,
        expected: expected.to_owned(),
        found: found.to_owned(),
    })
}

fn check_not_empty(field: &'static str, text: &str) -> Result<(), MspError> {
    match text.is_empty() {
        true => Err(MspError::Empty { field }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
