//! Keys of a Fabric certification authority.

use std::path::PathBuf;

use clap::Args;
use idemix::msp::CertificationAuthority;
use rand_core::OsRng;

use crate::failure::Result;
use crate::files::Files;
use crate::report::Report;

/// Make the key-material folder of a Fabric CA, as `idemixgen ca-keygen --aries` does
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix ca-keygen --output crypto/ca")]
pub(crate) struct CaKeygen {
    /// The folder to write: ca/ and msp/
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
}

impl CaKeygen {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        files.check_not_encrypted()?;
        let ca = CertificationAuthority::generate(&mut OsRng)?;
        let written = ca.files()?;
        files.write_folder(&self.output, &written)?;
        let names: Vec<&str> = written.iter().map(|file| file.path.as_str()).collect();
        Ok(
            Report::line(format!("wrote the CA folder {}", self.output.display()))
                .field("folder", self.output.display().to_string())
                .show("files", names)
                .field("issuer_public_key", hex::encode(ca.issuer_key().to_bytes())),
        )
    }
}
