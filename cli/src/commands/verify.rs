//! Verifying a presentation.

use std::path::PathBuf;

use clap::Args;

use crate::args::{VerifyArgs, describe};
use crate::failure::Result;
use crate::files::Files;
use crate::profile::with_profile;
use crate::report::Report;

/// Verifier: verify a presentation
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix verify --issuer issuer.pub --expect OU=org1 --nonce $NONCE --message 'open the door' shown"
)]
pub(crate) struct Verify {
    #[command(flatten)]
    expected: VerifyArgs,

    /// The presentation
    #[arg(value_name = "FILE")]
    presentation: PathBuf,
}

impl Verify {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let (_, expected) = self.expected.read(files)?;
        let path = &self.presentation;
        let verified = with_profile!(self.expected.profile, verify_as(&expected, files, path))?;
        let report = Report::line(format!("{}: verified", path.display()))
            .field("verified", true)
            .field("profile", self.expected.profile.as_str());
        Ok(describe(report, &verified))
    }
}

fn verify_as<P: crate::profile::Wire>(
    expected: &crate::args::Expected,
    files: &Files,
    path: &std::path::Path,
) -> Result<idemix::VerifiedPresentation> {
    expected.verify::<P>(files, path)
}
