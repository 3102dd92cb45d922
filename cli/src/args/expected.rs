//! What a verifier expects of a presentation.

use std::path::{Path, PathBuf};

use clap::Args;
use idemix::revocation::{EpochPolicy, EpochTracker, PublishedEpoch, RevocationPublicKey};
use idemix::{
    Expectation, IssuerPublicKey, Nym, Presentation, PresentationType, VerifiedPresentation,
    Verifier,
};

use super::{
    Bound, BoundArgs, IssuerArgs, MessageArgs, NamedValue, TypeName, now, read_authority, type_name,
};
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind};
use crate::profile::{ProfileName, Wire};
use crate::report::Report;

/// What is expected of a presentation. What is not named must not be there.
#[derive(Args, Clone, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    issuer: IssuerArgs,

    /// The profile of the presentation
    #[arg(long, value_enum, default_value_t)]
    pub(crate) profile: ProfileName,

    /// The type of the presentation
    #[arg(long = "type", value_enum, default_value_t, value_name = "TYPE")]
    kind: TypeName,

    /// An attribute that must be disclosed, with its value; may be repeated
    #[arg(long = "expect", value_name = "NAME[:int|:hex]=VALUE")]
    disclosed: Vec<NamedValue>,

    #[command(flatten)]
    message: MessageArgs,

    #[command(flatten)]
    bound: BoundArgs,

    /// The pseudonym that the presentation must be under
    #[arg(long, value_name = "FILE")]
    nym: Option<PathBuf>,

    /// The revocation authority's public key
    #[arg(long, value_name = "FILE")]
    authority: Option<PathBuf>,

    /// The epoch for which non-revocation must be proved, as the authority publishes it (native profile)
    #[arg(long, value_name = "FILE", requires = "authority")]
    epoch_file: Option<PathBuf>,

    /// The epoch whose signed information must be there (aries profile)
    #[arg(long, value_name = "NUMBER", requires = "authority")]
    epoch: Option<i64>,
}

/// The same, read and understood.
#[derive(Debug)]
pub(crate) struct Expected {
    verifier: Verifier,
    kind: PresentationType,
    disclosed: Vec<NamedValue>,
    message: Vec<u8>,
    pub(crate) bound: Bound,
    nym: Option<Nym>,
    pub(crate) epochs: Option<(EpochTracker, u64)>,
    pub(crate) cri_epoch: Option<(RevocationPublicKey, i64)>,
}

impl VerifyArgs {
    pub(crate) fn read(&self, files: &Files) -> Result<(IssuerPublicKey, Expected)> {
        let issuer = self.issuer.read(files)?;
        let authority = match &self.authority {
            Some(path) => Some(read_authority(files, path)?),
            None => None,
        };
        if authority.is_some() && self.epoch.is_none() && self.epoch_file.is_none() {
            return Err(Failure::usage(
                "--authority: --epoch-file (native) or --epoch (aries) must say which epoch is expected",
            ));
        }
        let epochs = match authority.zip(self.epoch_file.as_ref()) {
            Some((authority, path)) => {
                let published =
                    files.decode(path, Kind::PublishedEpoch, PublishedEpoch::from_bytes)?;
                let mut tracker = EpochTracker::new(authority, EpochPolicy::default());
                tracker.observe(&published.signed).in_file(path)?;
                Some((tracker, now()?))
            }
            None => None,
        };
        let expected = Expected {
            verifier: Verifier::new(issuer.clone()),
            kind: self.kind.into(),
            disclosed: self.disclosed.clone(),
            message: self.message.read()?,
            bound: self.bound.read()?,
            nym: match &self.nym {
                Some(path) => Some(read_nym(files, path)?),
                None => None,
            },
            epochs,
            cri_epoch: authority.zip(self.epoch),
        };
        Ok((issuer, expected))
    }
}

/// A pseudonym, 48 bytes or (as the Go library has it) 96.
pub(crate) fn read_nym(files: &Files, path: &Path) -> Result<Nym> {
    files.decode(path, Kind::Nym, |bytes| match bytes.len() {
        96 => Nym::from_uncompressed(bytes),
        _ => Nym::from_bytes(bytes),
    })
}

impl Expected {
    pub(crate) fn expectation<P: Wire>(&self) -> Result<Expectation<'_, P>> {
        let mut expectation = self.verifier.expect::<P>(self.kind).message(&self.message);
        for NamedValue { name, value } in &self.disclosed {
            expectation = expectation.disclosed(name.as_str(), value.clone());
        }
        if let Some(nym) = &self.nym {
            expectation = expectation.nym(nym);
        }
        P::expect(expectation, self)
    }

    /// Reads and verifies one presentation.
    pub(crate) fn verify<P: Wire>(
        &self,
        files: &Files,
        path: &Path,
    ) -> Result<VerifiedPresentation> {
        let kind = Kind::Presentation(P::PROFILE);
        let presentation: Presentation<P> = files.decode(path, kind, P::decode_presentation)?;
        self.expectation::<P>()?.verify(&presentation).in_file(path)
    }
}

/// What a verified presentation says.
pub(crate) fn describe(report: Report, verified: &VerifiedPresentation) -> Report {
    let names = verified.issuer().schema().names();
    let disclosed: Vec<&str> = verified
        .disclosed()
        .filter_map(|(index, _)| names.get(index).map(String::as_str))
        .collect();
    report
        .show("type", type_name(verified.kind()))
        .show("disclosed", disclosed)
        .show("nym", hex::encode(verified.nym().to_bytes()))
        .show_if(
            "eid_nym",
            verified.eid_nym().map(|nym| hex::encode(nym.to_bytes())),
        )
        .show_if(
            "rh_nym",
            verified.rh_nym().map(|nym| hex::encode(nym.to_bytes())),
        )
        .show_if(
            "scope_nym",
            verified.scope_nym().map(|nym| hex::encode(nym.to_bytes())),
        )
        .show_if(
            "not_revoked_in_epoch",
            verified.not_revoked_in().map(|epoch| epoch.epoch()),
        )
        .show_if("epoch", verified.epoch())
}
