//! Keys of issuers and holders.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use idemix::{Holder, Issuer};
use rand_core::OsRng;

use crate::args::SchemaArgs;
use crate::failure::Result;
use crate::files::{Files, Kind};
use crate::report::Report;

/// Make an issuer's or a holder's key
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix keygen holder --output alice.key")]
pub(crate) struct Keygen {
    #[command(subcommand)]
    role: Role,
}

#[derive(Subcommand, Debug)]
enum Role {
    /// Make an issuer's secret and public key
    #[command(after_help = "Example: idemix keygen issuer --secret issuer.key --public issuer.pub")]
    Issuer {
        /// The secret key to write
        #[arg(long, value_name = "FILE")]
        secret: PathBuf,
        /// The public key to write, for everybody
        #[arg(long, value_name = "FILE")]
        public: PathBuf,
        #[command(flatten)]
        schema: SchemaArgs,
    },
    /// Make a holder's key; one serves for any number of issuers
    #[command(after_help = "Example: idemix keygen holder --output alice.key")]
    Holder {
        /// The key to write
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
    },
}

impl Keygen {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        match self.role {
            Role::Issuer {
                secret,
                public,
                schema,
            } => {
                files.check_free(&secret)?;
                files.check_free(&public)?;
                let issuer = Issuer::generate(schema.read(files)?, &mut OsRng)?;
                let key = issuer.public_key().to_bytes();
                files.write(
                    &secret,
                    Kind::IssuerSecretKey,
                    issuer.expose_bytes().as_ref(),
                )?;
                files.write(&public, Kind::IssuerPublicKey, &key)?;
                Ok(Report::line("wrote an issuer's keys")
                    .show("secret", secret.display().to_string())
                    .show("public", public.display().to_string())
                    .show("attributes", issuer.public_key().schema().names().to_vec())
                    .field("issuer_public_key", hex::encode(key)))
            }
            Role::Holder { output } => {
                let holder = Holder::generate(&mut OsRng);
                files.write(&output, Kind::HolderKey, holder.expose_bytes().as_ref())?;
                Ok(Report::line("wrote a holder's key")
                    .show("secret", output.display().to_string()))
            }
        }
    }
}
