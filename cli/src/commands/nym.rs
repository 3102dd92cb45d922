//! Pseudonyms and signatures under them.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use idemix::{NymSecret, Verifier};
use rand_core::OsRng;

use crate::args::{IssuerArgs, MessageArgs, read_holder, read_nym};
use crate::failure::{About, Result};
use crate::files::{Files, Kind};
use crate::profile::{ProfileName, Wire, with_profile};
use crate::report::Report;

/// Pseudonyms: make one, sign under it, verify such signatures
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix nym new --holder alice.key --issuer issuer.pub --secret nym.secret --public nym.pub"
)]
pub(crate) struct NymCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    New(New),
    Sign(Sign),
    Verify(Verify),
}

/// Make a fresh pseudonym
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix nym new --holder alice.key --issuer issuer.pub --secret nym.secret --public nym.pub"
)]
struct New {
    /// The holder's key
    #[arg(long, value_name = "FILE")]
    holder: PathBuf,

    #[command(flatten)]
    issuer: IssuerArgs,

    /// The pseudonym with its secret, to write
    #[arg(long, value_name = "FILE")]
    secret: PathBuf,

    /// The pseudonym, to write
    #[arg(long, value_name = "FILE")]
    public: PathBuf,
}

/// Sign a message under a pseudonym
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix nym sign --holder alice.key --issuer issuer.pub --nym nym.secret --message hello --output hello.sig"
)]
struct Sign {
    /// The holder's key
    #[arg(long, value_name = "FILE")]
    holder: PathBuf,

    #[command(flatten)]
    issuer: IssuerArgs,

    /// The pseudonym with its secret
    #[arg(long, value_name = "FILE")]
    nym: PathBuf,

    #[command(flatten)]
    message: MessageArgs,

    /// The profile of the signature
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileName,

    /// The signature to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// Verify a signature under a pseudonym
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix nym verify --issuer issuer.pub --nym nym.pub --message hello hello.sig"
)]
struct Verify {
    #[command(flatten)]
    issuer: IssuerArgs,

    /// The pseudonym
    #[arg(long, value_name = "FILE")]
    nym: PathBuf,

    #[command(flatten)]
    message: MessageArgs,

    /// The profile of the signature
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileName,

    /// The signature
    #[arg(value_name = "FILE")]
    signature: PathBuf,
}

impl NymCommand {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        match self.action {
            Action::New(command) => command.run(files),
            Action::Sign(command) => with_profile!(command.profile, sign(&command, files)),
            Action::Verify(command) => with_profile!(command.profile, verify(&command, files)),
        }
    }
}

impl New {
    fn run(self, files: &Files) -> Result<Report> {
        files.check_free(&self.secret)?;
        files.check_free(&self.public)?;
        let issuer = self.issuer.read(files)?;
        let nym = read_holder(files, &self.holder)?.new_nym(&issuer, &mut OsRng)?;
        files.write(&self.secret, Kind::NymSecret, nym.expose_bytes().as_ref())?;
        // Bare bytes are for the Go library, which has pseudonyms uncompressed.
        let public = match files.raw {
            true => nym.nym().to_uncompressed().to_vec(),
            false => nym.nym().to_bytes().to_vec(),
        };
        files.write(&self.public, Kind::Nym, &public)?;
        Ok(Report::line("wrote a pseudonym")
            .show("secret", self.secret.display().to_string())
            .show("public", self.public.display().to_string())
            .show("nym", hex::encode(nym.nym().to_bytes())))
    }
}

fn sign<P: Wire>(command: &Sign, files: &Files) -> Result<Report> {
    files.check_free(&command.output)?;
    let message = command.message.require()?;
    let issuer = command.issuer.read(files)?;
    let holder = read_holder(files, &command.holder)?;
    let nym = files.decode(&command.nym, Kind::NymSecret, NymSecret::from_bytes)?;
    let signature = holder.sign_with_nym::<P>(&issuer, &nym, &message, &mut OsRng)?;
    // The library signs under whatever it is given; a pseudonym of another holder or key gives no valid signature.
    let verifier = Verifier::new(issuer);
    let own = verifier.verify_nym_signature(&signature, nym.nym(), &message);
    own.about(format!(
        "{}: not this holder's pseudonym under this key",
        command.nym.display()
    ))?;
    let bytes = P::encode_signature(&signature);
    files.write(&command.output, Kind::NymSignature(P::PROFILE), &bytes)?;
    Ok(Report::line("signed under the pseudonym")
        .show("signature", command.output.display().to_string())
        .show("nym", hex::encode(nym.nym().to_bytes()))
        .field("profile", P::PROFILE.as_str()))
}

fn verify<P: Wire>(command: &Verify, files: &Files) -> Result<Report> {
    let message = command.message.require()?;
    let verifier = Verifier::new(command.issuer.read(files)?);
    let nym = read_nym(files, &command.nym)?;
    let kind = Kind::NymSignature(P::PROFILE);
    let signature = files.decode(&command.signature, kind, P::decode_signature)?;
    let verified = verifier.verify_nym_signature(&signature, &nym, &message);
    verified.in_file(&command.signature)?;
    Ok(
        Report::line(format!("{}: verified", command.signature.display()))
            .field("verified", true)
            .show("nym", hex::encode(nym.to_bytes()))
            .field("profile", P::PROFILE.as_str()),
    )
}
