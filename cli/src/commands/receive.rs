//! The holder's second step.

use std::path::PathBuf;

use clap::Args;
use idemix::{Attribute, PendingCredential};

use crate::args::{IssuerArgs, NamedValue, read_holder};
use crate::failure::{About, Result};
use crate::files::{Files, Kind};
use crate::profile::{ProfileName, Wire, with_profile};
use crate::report::Report;

/// Holder: turn the issuer's answer into a credential, verified
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix receive --holder alice.key --issuer issuer.pub --pending alice.pending --answer alice.answer \\\n  --expect EnrollmentID=alice --output alice.cred"
)]
pub(crate) struct Receive {
    /// The holder's key
    #[arg(long, value_name = "FILE")]
    holder: PathBuf,

    #[command(flatten)]
    issuer: IssuerArgs,

    /// What was kept secret since the request
    #[arg(long, value_name = "FILE")]
    pending: PathBuf,

    /// The issuer's answer
    #[arg(long, value_name = "FILE")]
    answer: PathBuf,

    /// The format of the answer and the credential
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileName,

    /// An attribute that was agreed on; refused if the credential has another value
    #[arg(long = "expect", value_name = "NAME[:int|:hex]=VALUE")]
    expected: Vec<NamedValue>,

    /// The credential to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

impl Receive {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let profile = self.profile;
        with_profile!(profile, receive(self, files))
    }
}

fn receive<P: Wire>(command: Receive, files: &Files) -> Result<Report> {
    files.check_free(&command.output)?;
    let issuer = command.issuer.read(files)?;
    let holder = read_holder(files, &command.holder)?;
    let pending = files.decode(&command.pending, Kind::PendingCredential, |bytes| {
        PendingCredential::from_bytes(&issuer, &holder, bytes)
    })?;
    let answer_kind = Kind::BlindCredential(P::PROFILE);
    let answer = files.decode(&command.answer, answer_kind, P::decode_answer)?;
    let credential = pending.receive(answer).in_file(&command.answer)?;

    let mut expected: Vec<Option<Attribute>> = vec![None; issuer.schema().attribute_count()];
    for NamedValue { name, value } in command.expected {
        let index = issuer
            .schema()
            .index_of(&name.as_str().into())
            .about("--expect")?;
        if let Some(slot) = expected.get_mut(index) {
            *slot = Some(value);
        }
    }
    credential
        .check_attributes(&expected)
        .in_file(&command.answer)?;
    let bytes = P::encode_credential(&credential);
    files.write(&command.output, Kind::Credential(P::PROFILE), &bytes)?;
    Ok(
        Report::line("received a credential: the issuer's signature verifies")
            .show("credential", command.output.display().to_string())
            .show("attributes", issuer.schema().names().to_vec())
            .field("profile", P::PROFILE.as_str()),
    )
}
