//! Showing a credential.

use std::path::{Path, PathBuf};

use clap::Args;
use idemix::revocation::{IssuedWitness, PublishedEpoch};
use idemix::{Credential, Cri, Holder, IssuerPublicKey, NymSecret};
use rand_core::OsRng;

use crate::args::{
    BoundArgs, IssuerArgs, MessageArgs, Presenting, TypeName, read_authority, read_holder,
    type_name,
};
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind, unarmour};
use crate::profile::{ProfileName, Wire, with_profile};
use crate::report::Report;

/// Holder: show chosen attributes of a credential under a pseudonym
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix present --holder alice.key --issuer issuer.pub --credential alice.cred --disclose OU \\\n  --nonce $NONCE --message 'open the door' --output shown"
)]
pub(crate) struct Present {
    /// The holder's key
    #[arg(long, value_name = "FILE")]
    holder: PathBuf,

    #[command(flatten)]
    issuer: IssuerArgs,

    /// The credential, of either profile
    #[arg(long, value_name = "FILE")]
    credential: PathBuf,

    /// The profile of the presentation
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileName,

    /// The type of the presentation
    #[arg(long = "type", value_enum, default_value_t, value_name = "TYPE")]
    kind: TypeName,

    /// An attribute to disclose; may be repeated
    #[arg(long = "disclose", value_name = "NAME")]
    disclosed: Vec<String>,

    #[command(flatten)]
    message: MessageArgs,

    #[command(flatten)]
    bound: BoundArgs,

    /// Present under this pseudonym instead of a fresh one
    #[arg(long, value_name = "FILE")]
    nym: Option<PathBuf>,

    /// Keep the pseudonym with its secret, to sign under it later
    #[arg(long, value_name = "FILE")]
    save_nym: Option<PathBuf>,

    /// Keep the opening of the EID nym, for an auditor
    #[arg(long, value_name = "FILE")]
    save_eid_opening: Option<PathBuf>,

    /// Keep the opening of the RH nym, for an auditor
    #[arg(long, value_name = "FILE")]
    save_rh_opening: Option<PathBuf>,

    /// Prove non-revocation with this witness (native profile)
    #[arg(long, value_name = "FILE", requires_all = ["epoch_file", "authority"])]
    witness: Option<PathBuf>,

    /// The epoch of the witness, as the authority publishes it
    #[arg(long, value_name = "FILE", requires = "witness")]
    epoch_file: Option<PathBuf>,

    /// The revocation authority's public key
    #[arg(long, value_name = "FILE", requires = "witness")]
    authority: Option<PathBuf>,

    /// Send this epoch information along (aries profile). One that was signed for this holder alone would link all its
    /// presentations
    #[arg(long, value_name = "FILE")]
    cri: Option<PathBuf>,

    /// The presentation to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

impl Present {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let profile = self.profile;
        with_profile!(profile, present(self, files))
    }

    fn presenting(&self, files: &Files, credential: &Credential) -> Result<Presenting> {
        let witness = match (&self.witness, &self.epoch_file, &self.authority) {
            (Some(witness), Some(epoch), Some(authority)) => {
                let authority = read_authority(files, authority)?;
                let published =
                    files.decode(epoch, Kind::PublishedEpoch, PublishedEpoch::from_bytes)?;
                let verified = authority.verify_epoch(&published.signed).in_file(epoch)?;
                let handle = credential.issuer().schema().revocation_handle();
                let handle = handle.ok_or(Failure::usage(
                    "--witness: the schema has no revocation handle",
                ))?;
                let y = credential.attribute_scalar(handle)?;
                let issued = files.decode(witness, Kind::Witness, IssuedWitness::from_bytes)?;
                Some(issued.verify(&y, &verified).in_file(witness)?)
            }
            _ => None,
        };
        Ok(Presenting {
            bound: self.bound.read()?,
            witness,
            cri: match &self.cri {
                Some(path) => Some(files.decode(path, Kind::Cri, Cri::from_bytes)?),
                None => None,
            },
        })
    }
}

fn present<P: Wire>(command: Present, files: &Files) -> Result<Report> {
    let kind = command.kind.into();
    let kept = [
        (&command.save_nym, true, "--save-nym"),
        (
            &command.save_eid_opening,
            command.kind != TypeName::Standard,
            "--save-eid-opening",
        ),
        (
            &command.save_rh_opening,
            command.kind == TypeName::EidNymRhNym,
            "--save-rh-opening",
        ),
    ];
    for (path, exists, option) in kept {
        if let Some(path) = path {
            if !exists {
                return Err(Failure::usage(format!(
                    "{option}: a presentation of type {} has no such nym",
                    type_name(kind)
                )));
            }
            files.check_free(path)?;
        }
    }
    files.check_free(&command.output)?;
    let issuer = command.issuer.read(files)?;
    let holder = read_holder(files, &command.holder)?;
    let credential = read_credential(files, &command.credential, &issuer, &holder)?;
    let presenting = command.presenting(files, &credential)?;
    let message = command.message.read()?;
    let nym = match &command.nym {
        Some(path) => Some(files.decode(path, Kind::NymSecret, NymSecret::from_bytes)?),
        None => None,
    };

    let mut builder = credential.present::<P>(kind).message(&message);
    for name in &command.disclosed {
        builder = builder.disclose(name.as_str());
    }
    if let Some(nym) = &nym {
        builder = builder.with_nym(nym);
    }
    let presented = P::bind(builder, &presenting)?.prove(&mut OsRng)?;

    // What opens it first: a presentation whose openings were lost could not be audited.
    if let (Some(path), Some(nym)) = (&command.save_nym, &presented.nym) {
        files.write(path, Kind::NymSecret, nym.expose_bytes().as_ref())?;
    }
    if let (Some(path), Some(opening)) = (&command.save_eid_opening, &presented.eid_opening) {
        files.write(path, Kind::EidOpening, opening.expose_bytes().as_ref())?;
    }
    if let (Some(path), Some(opening)) = (&command.save_rh_opening, &presented.rh_opening) {
        files.write(path, Kind::RhOpening, opening.expose_bytes().as_ref())?;
    }
    let bytes = P::encode_presentation(&presented.presentation);
    files.write(&command.output, Kind::Presentation(P::PROFILE), &bytes)?;
    let nym = presented
        .nym
        .as_ref()
        .map(|nym| hex::encode(nym.nym().to_bytes()));
    Ok(
        Report::line(format!("wrote a presentation of {} bytes", bytes.len()))
            .show("presentation", command.output.display().to_string())
            .field("profile", P::PROFILE.as_str())
            .show("type", type_name(kind))
            .show("disclosed", command.disclosed)
            .show_if("nym", nym),
    )
}

/// A credential of either profile.
pub(super) fn read_credential(
    files: &Files,
    path: &Path,
    issuer: &IssuerPublicKey,
    holder: &Holder,
) -> Result<Credential> {
    let aries = Kind::Credential(ProfileName::Aries);
    let native = Kind::Credential(ProfileName::Native);
    let contents = files.read_plain(path)?;
    let kind = match unarmour(&contents).in_file(path)? {
        Some((label, _)) if label == aries.label() => aries,
        Some(_) => native,
        // A native credential begins with its version; a protobuf one cannot.
        None if Credential::count_attributes(&contents).is_ok() => native,
        None => aries,
    };
    files.decode(path, kind, |bytes| match kind {
        Kind::Credential(ProfileName::Aries) => Credential::from_aries_bytes(issuer, holder, bytes),
        _ => Credential::from_bytes(issuer, holder, bytes),
    })
}
