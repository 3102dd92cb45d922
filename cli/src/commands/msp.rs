//! Fabric identities.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use idemix::NymSecret;
use idemix::msp::{MspConfig, Signer};
use rand_core::OsRng;

use crate::args::MessageArgs;
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind};
use crate::report::Report;

/// Fabric MSP: make identities, sign as them, verify them and their signatures
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix msp identity --signer crypto/alice --mspid Org1MSP --output id --nym id.secret"
)]
pub(crate) struct Msp {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Identity(Identity),
    Sign(Sign),
    Verify(Verify),
}

/// Make an identity of a signer, under a fresh pseudonym
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix msp identity --signer crypto/alice --mspid Org1MSP --output id --nym id.secret"
)]
struct Identity {
    /// The signer's folder
    #[arg(long, value_name = "DIR")]
    signer: PathBuf,

    /// The name of the MSP
    #[arg(long, value_name = "NAME")]
    mspid: String,

    /// The serialized identity to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    /// The pseudonym with its secret to write, for signing as this identity
    #[arg(long, value_name = "FILE")]
    nym: PathBuf,
}

/// Sign a message as an identity
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix msp sign --signer crypto/alice --mspid Org1MSP --identity id --nym id.secret --message-file tx --output tx.sig"
)]
struct Sign {
    /// The signer's folder
    #[arg(long, value_name = "DIR")]
    signer: PathBuf,

    /// The name of the MSP
    #[arg(long, value_name = "NAME")]
    mspid: String,

    /// The serialized identity to sign as
    #[arg(long, value_name = "FILE")]
    identity: PathBuf,

    /// The pseudonym with its secret
    #[arg(long, value_name = "FILE")]
    nym: PathBuf,

    #[command(flatten)]
    message: MessageArgs,

    /// The signature to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// Verify an identity against an MSP's configuration, and a signature by it if one is given
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix msp verify --msp crypto/ca --mspid Org1MSP --message-file tx --signature tx.sig id"
)]
struct Verify {
    /// The MSP: a folder with msp/IssuerPublicKey and msp/RevocationPublicKey, or a protobuf MSPConfig
    #[arg(long, value_name = "DIR|FILE")]
    msp: PathBuf,

    /// The name of the MSP
    #[arg(long, value_name = "NAME")]
    mspid: String,

    #[command(flatten)]
    message: MessageArgs,

    /// A signature of the message
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,

    /// The serialized identity
    #[arg(value_name = "FILE")]
    identity: PathBuf,
}

const SIGNATURE: Kind = Kind::NymSignature(crate::profile::ProfileName::Aries);

impl Msp {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        match self.action {
            Action::Identity(command) => command.run(files),
            Action::Sign(command) => command.run(files),
            Action::Verify(command) => command.run(files),
        }
    }
}

impl Identity {
    fn run(self, files: &Files) -> Result<Report> {
        files.check_free(&self.output)?;
        files.check_free(&self.nym)?;
        let signer = Signer::read(&self.signer, &self.mspid)?;
        let identity = signer.new_identity(&mut OsRng)?;
        files.write(
            &self.nym,
            Kind::NymSecret,
            identity.nym().expose_bytes().as_ref(),
        )?;
        files.write(&self.output, Kind::Identity, identity.serialized())?;
        Ok(Report::line("wrote an identity under a fresh pseudonym")
            .show("identity", self.output.display().to_string())
            .show("secret", self.nym.display().to_string())
            .show("nym", hex::encode(identity.nym().nym().to_bytes())))
    }
}

impl Sign {
    fn run(self, files: &Files) -> Result<Report> {
        files.check_free(&self.output)?;
        let message = self.message.require()?;
        let signer = Signer::read(&self.signer, &self.mspid)?;
        let identity = files.read(&self.identity, Kind::Identity)?;
        let verified = signer
            .msp()
            .verify_identity(&identity)
            .in_file(&self.identity)?;
        let nym = files.decode(&self.nym, Kind::NymSecret, NymSecret::from_bytes)?;
        let signature = signer.sign(&nym, &message, &mut OsRng)?;
        // What leaves is a signature of this identity, or nothing.
        let own = verified.verify_signature(&message, &signature);
        own.about(format!(
            "{}: not the secret of this identity",
            self.nym.display()
        ))?;
        files.write(&self.output, SIGNATURE, &signature)?;
        Ok(Report::line("signed as the identity")
            .show("signature", self.output.display().to_string())
            .show("nym", hex::encode(nym.nym().to_bytes())))
    }
}

impl Verify {
    fn run(self, files: &Files) -> Result<Report> {
        let msp = read_msp(files, &self.msp, &self.mspid)?;
        let identity = files.read(&self.identity, Kind::Identity)?;
        let verified = msp.verify_identity(&identity).in_file(&self.identity)?;
        let mut report = Report::line(format!("{}: verified", self.identity.display()))
            .field("verified", true)
            .show("mspid", verified.msp_name())
            .show("organizational_unit", verified.organizational_unit())
            .show("role", verified.role().name())
            .show("nym", hex::encode(verified.nym().to_bytes()));
        if let Some(path) = &self.signature {
            let message = self.message.require()?;
            let signature = files.read(path, SIGNATURE)?;
            verified
                .verify_signature(&message, &signature)
                .in_file(path)?;
            report = report
                .and_line(format!("{}: verified", path.display()))
                .field("signature_verified", true);
        }
        Ok(report)
    }
}

/// An MSP's configuration, from a folder or a protobuf file.
fn read_msp(files: &Files, path: &Path, name: &str) -> Result<MspConfig> {
    if path.is_dir() {
        return Ok(MspConfig::read(path, name)?);
    }
    let (msp, _) = MspConfig::from_bytes(&files.read_plain(path)?).in_file(path)?;
    if msp.name() != name {
        let found = msp.name();
        return Err(
            Failure::usage(format!("this is the MSP {found:?}, not {name:?}"))
                .about(path.display()),
        );
    }
    Ok(msp)
}
