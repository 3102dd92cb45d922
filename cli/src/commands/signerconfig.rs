//! Signers of a Fabric certification authority.

use std::path::PathBuf;

use clap::Args;
use idemix::msp::{CertificationAuthority, MspConfig, Role, Signer, SignerAttributes};
use rand_core::OsRng;

use crate::args::handle_or_random;
use crate::failure::{Failure, Result};
use crate::files::Files;
use crate::report::Report;

/// Make a signer's folder from a CA's, as `idemixgen signerconfig --aries` does
///
/// The epoch information in it is the CA's, the same for every signer; it is kept in the CA folder as ca/CRI-0.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix signerconfig --ca-input crypto/ca --output crypto/alice -u org1 -e alice -r random"
)]
pub(crate) struct Signerconfig {
    /// The CA's folder
    #[arg(long, value_name = "DIR")]
    ca_input: PathBuf,

    /// The folder to write: msp/ and user/
    #[arg(long, value_name = "DIR")]
    output: PathBuf,

    /// The organisational unit
    #[arg(short = 'u', long, value_name = "OU")]
    org_unit: String,

    /// The enrollment ID
    #[arg(short = 'e', long, value_name = "ID")]
    enrollment_id: String,

    /// The revocation handle; "random" draws one
    #[arg(short = 'r', long, value_name = "HANDLE", default_value = "")]
    revocation_handle: String,

    /// The signer is an administrator, not a member
    #[arg(long)]
    admin: bool,
}

impl Signerconfig {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        files.check_not_encrypted()?;
        if self.revocation_handle.is_empty() {
            return Err(Failure::usage(
                "--revocation-handle: all signers with an empty handle would share one, so that none could be revoked \
                 alone; give a handle of its own to each, or \"-r random\" to draw one",
            ));
        }
        let handle = handle_or_random(&self.revocation_handle);
        let ca = CertificationAuthority::read(&self.ca_input)?;
        let (cri, new) = ca.epoch_information(&self.ca_input, 0)?;
        let attributes = SignerAttributes {
            organizational_unit: &self.org_unit,
            role: if self.admin {
                Role::Admin
            } else {
                Role::Member
            },
            enrollment_id: &self.enrollment_id,
            revocation_handle: &handle,
        };
        let config = ca.enroll(&attributes, &cri, &mut OsRng)?;
        // The name is the verifier's; any serves for the two keys.
        let msp = MspConfig::new("MSP", ca.issuer_key().clone(), ca.revocation_key(), 0)?;
        // What is written works: it is loaded as a signer loads it.
        let _works = Signer::new(&msp, &config)?;
        let mut written = msp.files()?;
        written.push(config.file());
        if let Some(new) = new {
            files.write_folder(&self.ca_input, &[new])?;
        }
        files.write_folder(&self.output, &written)?;
        Ok(
            Report::line(format!("wrote the signer folder {}", self.output.display()))
                .field("folder", self.output.display().to_string())
                .show("organizational_unit", self.org_unit.clone())
                .show("role", attributes.role.name())
                .show("enrollment_id", self.enrollment_id.clone())
                .show("revocation_handle", handle.clone()),
        )
    }
}
