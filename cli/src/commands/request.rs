//! The holder's first step.

use std::path::PathBuf;

use clap::Args;
use idemix::IssuerNonce;
use rand_core::OsRng;

use crate::args::{IssuerArgs, read_holder};
use crate::failure::{About, Result};
use crate::files::{Files, Kind};
use crate::profile::{ProfileName, Wire, with_profile};
use crate::report::Report;

/// Holder: request a credential; the key stays hidden
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix request --holder alice.key --issuer issuer.pub --nonce $NONCE --output alice.req --pending alice.pending"
)]
pub(crate) struct Request {
    /// The holder's key
    #[arg(long, value_name = "FILE")]
    holder: PathBuf,

    #[command(flatten)]
    issuer: IssuerArgs,

    /// The issuer's nonce, in hexadecimal
    #[arg(long, value_name = "HEX")]
    nonce: String,

    /// The format of the request
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileName,

    /// The request to write, for the issuer
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    /// What to keep secret until the answer comes
    #[arg(long, value_name = "FILE")]
    pending: PathBuf,
}

impl Request {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let profile = self.profile;
        with_profile!(profile, request(self, files))
    }
}

fn request<P: Wire>(command: Request, files: &Files) -> Result<Report> {
    files.check_free(&command.output)?;
    files.check_free(&command.pending)?;
    let issuer = command.issuer.read(files)?;
    let holder = read_holder(files, &command.holder)?;
    let nonce = read_issuer_nonce(&command.nonce)?;
    let (request, pending) = holder.request_credential::<P>(&issuer, &nonce, &mut OsRng)?;
    // The secret first: a request without it would be of no use.
    files.write(
        &command.pending,
        Kind::PendingCredential,
        pending.expose_bytes().as_ref(),
    )?;
    let bytes = P::encode_request(&request);
    files.write(&command.output, Kind::Request(P::PROFILE), &bytes)?;
    Ok(Report::line("wrote a credential request")
        .show("request", command.output.display().to_string())
        .show("pending", command.pending.display().to_string())
        .field("profile", P::PROFILE.as_str()))
}

/// An issuer's nonce in hexadecimal.
pub(super) fn read_issuer_nonce(text: &str) -> Result<IssuerNonce> {
    let bytes = hex::decode(text).about("--nonce")?;
    IssuerNonce::from_bytes(&bytes).about("--nonce")
}
