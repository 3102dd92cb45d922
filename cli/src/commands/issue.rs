//! The issuer's step.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use idemix::{Attributes, IssuanceSessions, Issuer};
use rand_core::OsRng;

use super::nonce::FolderNonces;
use super::request::read_issuer_nonce;
use crate::args::{NamedValue, SchemaArgs};
use crate::failure::{About, Result};
use crate::files::{Files, Kind};
use crate::profile::{ProfileName, Wire, with_profile};
use crate::report::Report;

/// Issuer: verify a request and issue a credential with these attributes
///
/// The nonce must be one that `idemix nonce --sessions DIR` gave out; it is used up, whatever the outcome.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix issue --issuer-key issuer.key --sessions sessions --nonce $NONCE --request alice.req \\\n  --attribute OU=org1 --attribute Role:int=1 --attribute EnrollmentID=alice --attribute RevocationHandle=$HANDLE --output alice.answer"
)]
pub(crate) struct Issue {
    /// The issuer's secret key
    #[arg(long, value_name = "FILE")]
    issuer_key: PathBuf,

    #[command(flatten)]
    schema: SchemaArgs,

    /// Where the issuer remembers the nonces it has given out
    #[arg(long, value_name = "DIR")]
    sessions: PathBuf,

    /// The nonce that the request was made for, in hexadecimal
    #[arg(long, value_name = "HEX")]
    nonce: String,

    /// The holder's request
    #[arg(long, value_name = "FILE")]
    request: PathBuf,

    /// The format of request and answer
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileName,

    /// An attribute; each of the schema's once
    #[arg(long = "attribute", value_name = "NAME[:int|:hex]=VALUE")]
    attributes: Vec<NamedValue>,

    /// The answer to write, for the holder
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

impl Issue {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let profile = self.profile;
        with_profile!(profile, issue(self, files))
    }
}

fn issue<P: Wire>(command: Issue, files: &Files) -> Result<Report> {
    files.check_free(&command.output)?;
    let schema = command.schema.read(files)?;
    // Before the nonce is used up, so that a slip of the keyboard costs no session.
    let values = command
        .attributes
        .into_iter()
        .map(|given| (given.name, given.value));
    let values: Vec<_> = values.collect();
    let named = values
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()));
    let attributes = Attributes::named(&schema, named).about("--attribute")?;
    let issuer = files.decode(&command.issuer_key, Kind::IssuerSecretKey, |bytes| {
        Issuer::from_bytes(schema, bytes)
    })?;
    let request_kind = Kind::Request(P::PROFILE);
    let request = files.decode(&command.request, request_kind, P::decode_request)?;
    let nonce = read_issuer_nonce(&command.nonce)?;

    // The lifetime counts when a nonce is given out, not here.
    let store = FolderNonces::new(command.sessions, files);
    let sessions = IssuanceSessions::new(store, Duration::ZERO);
    let verified = sessions
        .verify(&issuer, &request, &nonce)
        .in_file(&command.request)?;
    let answer = issuer.issue(verified, &attributes, &mut OsRng)?;
    let bytes = P::encode_answer(&answer);
    files.write(&command.output, Kind::BlindCredential(P::PROFILE), &bytes)?;
    Ok(Report::line("verified the request and issued a credential")
        .show("answer", command.output.display().to_string())
        .field("profile", P::PROFILE.as_str()))
}
