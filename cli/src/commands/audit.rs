//! The auditor's side.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use idemix::revocation::Denylist;
use idemix::{Auditor, EidOpening, RhOpening, VerifiedPresentation};

use super::revocation::epochs;
use crate::args::{Expected, NamedValue, VerifyArgs, read_authority};
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind};
use crate::profile::{Wire, with_profile};
use crate::report::Report;

/// Auditor: open the commitments of a presentation, or look up its revocation handle
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix audit open --issuer issuer.pub --type eid-nym --expect OU=org1 --eid-opening alice.eid \\\n  --value EnrollmentID=alice shown"
)]
pub(crate) struct Audit {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Open(Open),
    Check(Check),
}

/// Verify a presentation, and that its EID nym or RH nym holds this value
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix audit open --issuer issuer.pub --type eid-nym --expect OU=org1 --eid-opening alice.eid \\\n  --value EnrollmentID=alice shown"
)]
struct Open {
    #[command(flatten)]
    expected: VerifyArgs,

    #[command(flatten)]
    opening: OpeningArgs,

    /// The value that is claimed
    #[arg(long, value_name = "NAME[:int|:hex]=VALUE")]
    value: NamedValue,

    /// The presentation
    #[arg(value_name = "FILE")]
    presentation: PathBuf,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct OpeningArgs {
    /// The opening of the EID nym
    #[arg(long, value_name = "FILE")]
    eid_opening: Option<PathBuf>,

    /// The opening of the RH nym
    #[arg(long, value_name = "FILE")]
    rh_opening: Option<PathBuf>,
}

/// Verify a presentation, open its RH nym, and look the handle up among the revoked ones
///
/// Give --list-authority and --epochs: everything that the authority's epochs have revoked is on the list.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix audit check --issuer issuer.pub --type eid-nym-rh-nym --rh-opening alice.rh \\\n  --list-authority authority/authority.pub --epochs authority/epochs shown"
)]
struct Check {
    #[command(flatten)]
    expected: VerifyArgs,

    /// The opening of the RH nym
    #[arg(long, value_name = "FILE")]
    rh_opening: PathBuf,

    /// The public key of the authority that has revoked
    #[arg(long, value_name = "FILE")]
    list_authority: PathBuf,

    /// The folder of its published epochs, from epoch 0 on
    #[arg(long, value_name = "DIR")]
    epochs: PathBuf,

    /// The presentation
    #[arg(value_name = "FILE")]
    presentation: PathBuf,
}

impl Audit {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        match self.action {
            Action::Open(command) => command.run(files),
            Action::Check(command) => command.run(files),
        }
    }
}

fn verify<P: Wire>(
    expected: &Expected,
    files: &Files,
    path: &Path,
) -> Result<VerifiedPresentation> {
    expected.verify::<P>(files, path)
}

impl Open {
    fn run(self, files: &Files) -> Result<Report> {
        let (issuer, expected) = self.expected.read(files)?;
        let path = &self.presentation;
        let verified = with_profile!(self.expected.profile, verify(&expected, files, path))?;
        let schema = issuer.schema();
        let index = schema
            .index_of(&self.value.name.as_str().into())
            .about("--value")?;
        let value = &self.value.value;
        let auditor = Auditor::new(issuer.clone());
        let wrong = |role: &str| {
            Failure::usage(format!("{} is not the schema's {role}", self.value.name))
                .about("--value")
        };
        let what = match (&self.opening.eid_opening, &self.opening.rh_opening) {
            (Some(opening), _) => {
                if schema.enrollment_id() != Some(index) {
                    return Err(wrong("enrollment ID"));
                }
                let opening = files.decode(opening, Kind::EidOpening, EidOpening::from_bytes)?;
                let _opened = auditor.open_eid(&verified, &opening, value).in_file(path)?;
                "EID nym"
            }
            (None, Some(opening)) => {
                if schema.revocation_handle() != Some(index) {
                    return Err(wrong("revocation handle"));
                }
                let opening = files.decode(opening, Kind::RhOpening, RhOpening::from_bytes)?;
                let _opened = auditor.open_rh(&verified, &opening, value).in_file(path)?;
                "RH nym"
            }
            (None, None) => return Err(Failure::usage("--eid-opening or --rh-opening is needed")),
        };
        Ok(Report::line(format!(
            "{}: verified, and its {what} holds this {}",
            path.display(),
            self.value.name
        ))
        .field("opened", what)
        .field("attribute", self.value.name.clone()))
    }
}

impl Check {
    fn run(self, files: &Files) -> Result<Report> {
        let (issuer, expected) = self.expected.read(files)?;
        let path = &self.presentation;
        let verified = with_profile!(self.expected.profile, verify(&expected, files, path))?;
        let nym = verified.rh_nym().ok_or(Failure::usage(
            "--type: only eid-nym-rh-nym has a commitment to the revocation handle",
        ))?;
        let opening = files.decode(&self.rh_opening, Kind::RhOpening, RhOpening::from_bytes)?;
        let opened = Auditor::new(issuer).open_rh_value(nym, &opening);
        let opened = opened.in_file(&self.rh_opening)?;

        let authority = read_authority(files, &self.list_authority)?;
        let (newest, updates) = epochs(files, &authority, &self.epochs, 0)?;
        let mut denylist = Denylist::new();
        for update in &updates {
            denylist.apply(update);
        }
        let _not_denied = denylist.check(opened.value()).in_file(path)?;
        Ok(Report::line(format!(
            "{}: verified, and its handle is not among the {} revoked ones",
            path.display(),
            denylist.len()
        ))
        .field("revoked", false)
        .show("epoch", newest.epoch())
        .field("revoked_handles", denylist.len()))
    }
}
