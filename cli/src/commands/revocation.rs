//! The revocation authority, and holders catching up with it.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use idemix::RevocationSecretKey;
use idemix::revocation::{
    AccumulatorSecretKey, AuthorityKeys, DatabaseRegistry, Handle, IssuedWitness, PublishedEpoch,
    Registry, RevocationAuthority, RevocationPublicKey, Validity, VerifiedEpoch, VerifiedUpdate,
};
use rand_core::OsRng;

use crate::args::{handle_or_random, now, read_authority};
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind};
use crate::progress;
use crate::report::Report;

const SIGNING_KEY: &str = "signing.key";
const ACCUMULATOR_KEY: &str = "accumulator.key";
const PUBLIC_KEY: &str = "authority.pub";
const REGISTRY: &str = "registry.redb";
const EPOCHS: &str = "epochs";
const SECONDS_PER_DAY: u64 = 86_400;

/// Revocation: run an authority, and catch up with it
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix revocation init --output authority")]
pub(crate) struct Revocation {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Init(Init),
    Enroll(Enroll),
    Revoke(Revoke),
    Epoch(Epoch),
    CatchUp(CatchUp),
}

/// How long an epoch counts.
#[derive(Args, Debug)]
struct ValidityArgs {
    /// For how many days from now the epoch counts
    #[arg(long, value_name = "DAYS", default_value_t = 7)]
    valid_days: u64,
}

impl ValidityArgs {
    fn read(&self) -> Result<Validity> {
        let now = now()?;
        let until = self
            .valid_days
            .saturating_mul(SECONDS_PER_DAY)
            .saturating_add(now);
        Validity::new(now, until).about("--valid-days")
    }
}

/// Found an authority: its keys, its registry, and epoch 0
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix revocation init --output authority")]
struct Init {
    /// The authority's folder, to write
    #[arg(long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    validity: ValidityArgs,
}

/// Enroll a handle (or many) and give its witness to the holder
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix revocation enroll --authority authority --handle random --witness alice.witness"
)]
struct Enroll {
    /// The authority's folder
    #[arg(long, value_name = "DIR")]
    authority: PathBuf,

    /// The handle, 16 to 255 bytes of text; "random" draws one
    #[arg(
        long,
        value_name = "HANDLE",
        requires = "witness",
        conflicts_with = "handles_file"
    )]
    handle: Option<String>,

    /// The witness to write
    #[arg(long, value_name = "FILE", requires = "handle")]
    witness: Option<PathBuf>,

    /// Many handles, one a line
    #[arg(long, value_name = "FILE", requires = "witnesses")]
    handles_file: Option<PathBuf>,

    /// The folder to write their witnesses to, named by the line's number
    #[arg(long, value_name = "DIR", requires = "handles_file")]
    witnesses: Option<PathBuf>,

    /// Give the witness of a handle that is enrolled already, for a holder that has lost it
    #[arg(long, conflicts_with = "handles_file")]
    again: bool,
}

/// Revoke handles in one new epoch
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix revocation revoke --authority authority --handle $HANDLE")]
struct Revoke {
    /// The authority's folder
    #[arg(long, value_name = "DIR")]
    authority: PathBuf,

    /// A handle; may be repeated
    #[arg(
        long = "handle",
        value_name = "HANDLE",
        required_unless_present = "handles_file"
    )]
    handles: Vec<String>,

    /// Many handles, one a line
    #[arg(long, value_name = "FILE")]
    handles_file: Option<PathBuf>,

    #[command(flatten)]
    validity: ValidityArgs,
}

/// Show the newest epoch, and write those that are missing in the folder epochs/
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix revocation epoch --authority authority --renew --valid-days 7"
)]
struct Epoch {
    /// The authority's folder
    #[arg(long, value_name = "DIR")]
    authority: PathBuf,

    /// Publish a new epoch that revokes nobody, to renew the validity
    #[arg(long)]
    renew: bool,

    #[command(flatten)]
    validity: ValidityArgs,
}

/// Holder: bring a witness up to date from the published epochs
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix revocation catch-up --authority authority.pub --epochs epochs --handle $HANDLE \\\n  --witness alice.witness --output alice.witness --force"
)]
struct CatchUp {
    /// The authority's public key
    #[arg(long, value_name = "FILE")]
    authority: PathBuf,

    /// The folder of published epochs, from the witness's own on
    #[arg(long, value_name = "DIR")]
    epochs: PathBuf,

    /// The revocation handle of the credential
    #[arg(long, value_name = "HANDLE")]
    handle: String,

    /// The witness
    #[arg(long, value_name = "FILE")]
    witness: PathBuf,

    /// The new witness to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

type Authority = RevocationAuthority<DatabaseRegistry>;

impl Revocation {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        match self.action {
            Action::Init(command) => command.run(files),
            Action::Enroll(command) => command.run(files),
            Action::Revoke(command) => command.run(files),
            Action::Epoch(command) => command.run(files),
            Action::CatchUp(command) => command.run(files),
        }
    }
}

impl Init {
    fn run(self, files: &Files) -> Result<Report> {
        let path = |name: &str| self.output.join(name);
        let registry = path(REGISTRY);
        if registry.exists() {
            return Err(Failure::usage(
                "exists already; --force does not overwrite a registry: what was revoked must never be forgotten",
            )
            .code("cli.exists")
            .about(registry.display()));
        }
        for name in [SIGNING_KEY, ACCUMULATOR_KEY, PUBLIC_KEY] {
            files.check_free(&path(name))?;
        }
        let validity = self.validity.read()?;
        let keys = AuthorityKeys::generate(&mut OsRng);
        // The keys first: a registry without them would be of no use.
        files.write_secret_text(&path(SIGNING_KEY), &keys.signing.expose_secret_pem()?)?;
        let accumulator = keys.accumulator.expose_secret_bytes();
        files.write(
            &path(ACCUMULATOR_KEY),
            Kind::AccumulatorKey,
            accumulator.as_ref(),
        )?;
        let public = keys.signing.public_key().to_pem()?;
        files.write_bytes(&path(PUBLIC_KEY), public.as_bytes(), false)?;
        let registry = DatabaseRegistry::open(&registry).in_file(&registry)?;
        let authority = RevocationAuthority::create(keys, registry, validity, &mut OsRng)?;
        export(files, &self.output, &authority)?;
        Ok(Report::line(format!(
            "founded a revocation authority in {}",
            self.output.display()
        ))
        .field("folder", self.output.display().to_string())
        .show("public", path(PUBLIC_KEY).display().to_string())
        .show("epoch", authority.current().epoch()))
    }
}

impl Enroll {
    fn run(self, files: &Files) -> Result<Report> {
        if let (Some(list), Some(folder)) = (&self.handles_file, &self.witnesses) {
            return self.run_many(files, list, folder);
        }
        let (Some(handle), Some(output)) = (&self.handle, &self.witness) else {
            return Err(Failure::usage(
                "--handle with --witness, or --handles-file with --witnesses, is needed",
            ));
        };
        files.check_free(output)?;
        let text = handle_or_random(handle);
        let handle = parse_handle(&text).about("--handle")?;
        let mut authority = open(files, &self.authority)?;
        let witness = match self.again {
            true => authority.witness(&handle)?,
            false => authority.enroll(&handle)?,
        };
        files.write(
            output,
            Kind::Witness,
            witness.expose_secret_bytes().as_ref(),
        )?;
        Ok(Report::line(match self.again {
            true => "gave the witness once more",
            false => "enrolled the handle",
        })
        .show("handle", text)
        .show("witness", output.display().to_string())
        .show("epoch", witness.epoch()))
    }

    fn run_many(&self, files: &Files, list: &Path, folder: &Path) -> Result<Report> {
        let handles = read_handles(files, list)?;
        let path = |index: usize| folder.join(format!("{}.witness", index.saturating_add(1)));
        for index in 0..handles.len() {
            files.check_free(&path(index))?;
        }
        let mut authority = open(files, &self.authority)?;
        let spinner = progress::spinner("enrolling");
        let witnesses = authority.enroll_many(&handles).in_file(list)?;
        spinner.finish_and_clear();
        let bar = progress::bar("writing witnesses", witnesses.len());
        for (index, witness) in witnesses.iter().enumerate() {
            files.write(
                &path(index),
                Kind::Witness,
                witness.expose_secret_bytes().as_ref(),
            )?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(Report::line(format!("enrolled {} handles", handles.len()))
            .field("count", handles.len())
            .show("witnesses", folder.display().to_string())
            .show("epoch", authority.current().epoch()))
    }
}

impl Revoke {
    fn run(self, files: &Files) -> Result<Report> {
        let mut handles = match &self.handles_file {
            Some(path) => read_handles(files, path)?,
            None => Vec::new(),
        };
        for text in &self.handles {
            handles.push(parse_handle(text).about("--handle")?);
        }
        let mut authority = open(files, &self.authority)?;
        let spinner = progress::spinner("revoking");
        authority.revoke(&handles, self.validity.read()?)?;
        spinner.finish_and_clear();
        export(files, &self.authority, &authority)?;
        let epoch = authority.current().epoch();
        Ok(
            Report::line(format!("revoked {} in epoch {epoch}", handles.len()))
                .field("count", handles.len())
                .field("epoch", epoch)
                .show(
                    "published",
                    epoch_path(&self.authority.join(EPOCHS), epoch)
                        .display()
                        .to_string(),
                ),
        )
    }
}

impl Epoch {
    fn run(self, files: &Files) -> Result<Report> {
        let mut authority = open(files, &self.authority)?;
        if self.renew {
            authority.renew(self.validity.read()?)?;
        }
        let written = export(files, &self.authority, &authority)?;
        let info = authority.current().info();
        let newest = authority.published(info.epoch())?;
        let path = epoch_path(&self.authority.join(EPOCHS), info.epoch());
        Ok(Report::line(format!("epoch {}", info.epoch()))
            .field("epoch", info.epoch())
            .show("published", path.display().to_string())
            .show_if(
                "revoked_in_it",
                newest.map(|epoch| epoch.update.removals().len()),
            )
            .show("enrolled_ever", authority.registry().handle_count()?)
            .show("valid_from", info.validity().not_before())
            .show("valid_until", info.validity().not_after())
            .field("written", written))
    }
}

impl CatchUp {
    fn run(self, files: &Files) -> Result<Report> {
        files.check_free(&self.output)?;
        let authority = read_authority(files, &self.authority)?;
        let handle = parse_handle(&self.handle).about("--handle")?;
        let issued = files.decode(&self.witness, Kind::Witness, IssuedWitness::from_bytes)?;
        let from = issued.epoch();
        let own = read_epoch(files, &authority, &self.epochs, from)?;
        let (newest, updates) = epochs(files, &authority, &self.epochs, from)?;
        let mut witness = issued
            .verify(&handle.scalar(), &own)
            .in_file(&self.witness)?;
        let spinner = progress::spinner("updating the witness");
        witness
            .catch_up(&updates, &mut OsRng)
            .in_file(&self.witness)?;
        spinner.finish_and_clear();
        files.write(
            &self.output,
            Kind::Witness,
            witness.expose_secret_bytes().as_ref(),
        )?;
        Ok(
            Report::line(format!("caught up from epoch {from} to {}", newest.epoch()))
                .show("witness", self.output.display().to_string())
                .field("from", from)
                .field("epoch", newest.epoch()),
        )
    }
}

fn parse_handle(text: &str) -> Result<Handle> {
    Ok(Handle::from_bytes(text.as_bytes())?)
}

fn read_handles(files: &Files, path: &Path) -> Result<Vec<Handle>> {
    let text = files.read_text(path)?;
    let mut handles = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index.saturating_add(1);
        handles.push(parse_handle(line).about(format!("{}, line {line_number}", path.display()))?);
    }
    match handles.is_empty() {
        true => Err(Failure::usage("no handles in this file").about(path.display())),
        false => Ok(handles),
    }
}

fn open(files: &Files, folder: &Path) -> Result<Authority> {
    let registry = folder.join(REGISTRY);
    if !registry.is_file() {
        return Err(Failure::usage(
            "no such registry; `idemix revocation init` founds an authority",
        )
        .about(registry.display()));
    }
    let path = folder.join(SIGNING_KEY);
    let signing = RevocationSecretKey::from_pem(&files.read_text(&path)?).in_file(&path)?;
    let path = folder.join(ACCUMULATOR_KEY);
    let accumulator = files.decode(
        &path,
        Kind::AccumulatorKey,
        AccumulatorSecretKey::from_bytes,
    )?;
    let keys = AuthorityKeys {
        signing,
        accumulator,
    };
    let database = DatabaseRegistry::open(&registry).in_file(&registry)?;
    RevocationAuthority::open(keys, database).in_file(&registry)
}

fn epoch_path(folder: &Path, epoch: u64) -> PathBuf {
    folder.join(format!("{epoch}.epoch"))
}

/// Writes the epochs that the folder does not have yet; the registry has them all, so that nothing is lost if this is
/// interrupted. An epoch never changes.
fn export(files: &Files, folder: &Path, authority: &Authority) -> Result<usize> {
    let folder = folder.join(EPOCHS);
    let newest = authority.current().epoch();
    let missing: Vec<u64> = (0..=newest)
        .filter(|epoch| !epoch_path(&folder, *epoch).exists())
        .collect();
    let bar = progress::bar("writing epochs", missing.len());
    for epoch in &missing {
        if let Some(published) = authority.published(*epoch)? {
            let path = epoch_path(&folder, *epoch);
            files.write(&path, Kind::PublishedEpoch, &published.to_bytes())?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(missing.len())
}

fn read_published(files: &Files, folder: &Path, epoch: u64) -> Result<PublishedEpoch> {
    let path = epoch_path(folder, epoch);
    files.decode(&path, Kind::PublishedEpoch, PublishedEpoch::from_bytes)
}

fn read_epoch(
    files: &Files,
    authority: &RevocationPublicKey,
    folder: &Path,
    epoch: u64,
) -> Result<VerifiedEpoch> {
    let published = read_published(files, folder, epoch)?;
    authority
        .verify_epoch(&published.signed)
        .in_file(&epoch_path(folder, epoch))
}

/// The newest of the published epochs of a folder, and the steps to it from the epoch `from`, each verified.
pub(super) fn epochs(
    files: &Files,
    authority: &RevocationPublicKey,
    folder: &Path,
    from: u64,
) -> Result<(VerifiedEpoch, Vec<VerifiedUpdate>)> {
    let mut current = read_epoch(files, authority, folder, from)?;
    let mut updates = Vec::new();
    let newest = (from.saturating_add(1)..)
        .take_while(|epoch| epoch_path(folder, *epoch).exists())
        .count();
    let bar = progress::bar("verifying epochs", newest);
    for _ in 0..newest {
        let epoch = current.epoch().saturating_add(1);
        let next = read_published(files, folder, epoch)?;
        let update = current
            .accept_next(next)
            .in_file(&epoch_path(folder, epoch))?;
        current = update.epoch().clone();
        updates.push(update);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok((current, updates))
}
