//! Options that several commands share, and what they mean.

mod expected;
mod schema;
mod value;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use idemix::msp::read_file;
use idemix::revocation::{self, RevocationPublicKey};
use idemix::{Cri, Holder, IssuerPublicKey, PresentationNonce, PresentationType};
use rand_core::OsRng;
use rand_core::RngCore;

pub(crate) use self::expected::{Expected, VerifyArgs, describe, read_nym};
pub(crate) use self::schema::SchemaArgs;
pub(crate) use self::value::NamedValue;
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind, PassphraseArgs};
use crate::profile::{ProfileName, not_in};

/// Options of every command.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Global {
    /// Print one JSON object, also for errors
    #[arg(long, global = true, help_heading = "Options for all commands")]
    pub(crate) json: bool,

    /// Overwrite files that exist
    #[arg(long, global = true, help_heading = "Options for all commands")]
    force: bool,

    /// Write bare bytes, as the Go library reads them, without a label that says what they are
    #[arg(long, global = true, help_heading = "Options for all commands")]
    raw: bool,

    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Global {
    pub(crate) fn files(&self) -> Files {
        Files {
            force: self.force,
            raw: self.raw,
            passphrase: self.passphrase.clone(),
        }
    }
}

/// The issuer's public key, and what its credentials hold.
#[derive(Args, Clone, Debug)]
pub(crate) struct IssuerArgs {
    /// The issuer's public key
    #[arg(long, value_name = "FILE")]
    pub(crate) issuer: PathBuf,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}

impl IssuerArgs {
    pub(crate) fn read(&self, files: &Files) -> Result<IssuerPublicKey> {
        let schema = self.schema.read(files)?;
        files.decode(&self.issuer, Kind::IssuerPublicKey, |bytes| {
            IssuerPublicKey::from_bytes(schema, bytes)
        })
    }
}

/// A holder's key.
pub(crate) fn read_holder(files: &Files, path: &Path) -> Result<Holder> {
    files.decode(path, Kind::HolderKey, Holder::from_bytes)
}

/// A revocation authority's public key, PEM.
pub(crate) fn read_authority(files: &Files, path: &Path) -> Result<RevocationPublicKey> {
    RevocationPublicKey::from_pem(&files.read_text(path)?).in_file(path)
}

/// A message, on the command line or in a file.
#[derive(Args, Clone, Debug, Default)]
#[group(multiple = false)]
pub(crate) struct MessageArgs {
    /// The message, as text
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,

    /// The message, from a file
    #[arg(long, value_name = "FILE")]
    message_file: Option<PathBuf>,
}

impl MessageArgs {
    /// The message; empty if none is given.
    pub(crate) fn read(&self) -> Result<Vec<u8>> {
        Ok(match (&self.message, &self.message_file) {
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, Some(path)) => read_file(path)?.to_vec(),
            (None, None) => Vec::new(),
        })
    }

    /// The message, where there must be one.
    pub(crate) fn require(&self) -> Result<Vec<u8>> {
        if self.message.is_none() && self.message_file.is_none() {
            return Err(Failure::usage("--message or --message-file is needed"));
        }
        self.read()
    }
}

/// What a native presentation is bound to.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BoundArgs {
    /// The verifier's nonce, 64 hexadecimal digits (native profile)
    #[arg(long, value_name = "HEX")]
    nonce: Option<String>,

    /// What the presentation is for, e.g. the name of the service (native profile)
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    context: String,

    /// Show the pseudonym that the holder has in this scope, always the same one (native profile)
    #[arg(long, value_name = "TEXT")]
    scope: Option<String>,
}

/// The same, understood.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) nonce: Option<PresentationNonce>,
    pub(crate) context: Vec<u8>,
    pub(crate) scope: Option<Vec<u8>>,
}

impl BoundArgs {
    pub(crate) fn read(&self) -> Result<Bound> {
        let nonce = match &self.nonce {
            None => None,
            Some(text) => {
                let mut bytes = [0; 32];
                hex::decode_to_slice(text, &mut bytes).about("--nonce")?;
                Some(PresentationNonce::from_bytes(bytes))
            }
        };
        Ok(Bound {
            nonce,
            context: self.context.as_bytes().to_vec(),
            scope: self.scope.as_ref().map(|scope| scope.as_bytes().to_vec()),
        })
    }
}

impl Bound {
    /// For a profile that binds none of it.
    pub(crate) fn refuse(&self, profile: ProfileName) -> Result<()> {
        for (given, option) in [
            (self.nonce.is_some(), "--nonce"),
            (!self.context.is_empty(), "--context"),
            (self.scope.is_some(), "--scope"),
        ] {
            if given {
                return Err(not_in(profile, option));
            }
        }
        Ok(())
    }
}

/// What a holder presents with, beyond the credential.
#[derive(Debug)]
pub(crate) struct Presenting {
    pub(crate) bound: Bound,
    pub(crate) witness: Option<revocation::Witness>,
    pub(crate) cri: Option<Cri>,
}

/// The types of presentations that need no smartcard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TypeName {
    /// A pseudonym
    #[default]
    Standard,
    /// And a commitment to the enrollment ID, for an auditor
    EidNym,
    /// And commitments to the enrollment ID and the revocation handle
    EidNymRhNym,
}

impl From<TypeName> for PresentationType {
    fn from(name: TypeName) -> Self {
        match name {
            TypeName::Standard => Self::Standard,
            TypeName::EidNym => Self::EidNym,
            TypeName::EidNymRhNym => Self::EidNymRhNym,
        }
    }
}

/// The name that the options use.
pub(crate) fn type_name(kind: PresentationType) -> &'static str {
    match kind {
        PresentationType::Standard => "standard",
        PresentationType::EidNym => "eid-nym",
        PresentationType::EidNymRhNym => "eid-nym-rh-nym",
        PresentationType::Smartcard => "smartcard",
        PresentationType::SmartcardNoNyms => "smartcard-no-nyms",
    }
}

/// A revocation handle: as it was given, or 128 random bits in hexadecimal for `random`.
pub(crate) fn handle_or_random(text: &str) -> String {
    if text != "random" {
        return text.to_owned();
    }
    let mut bytes = [0; 16];
    OsRng.fill_bytes(&mut bytes);
    hex::encode(bytes)
}

/// Now, in seconds since 1970.
pub(crate) fn now() -> Result<u64> {
    Ok(std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .about("the system clock")?
        .as_secs())
}
