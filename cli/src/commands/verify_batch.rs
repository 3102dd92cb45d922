//! Verifying many presentations.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use idemix::{BatchError, BatchVerifier, TableSize};
use rand_core::OsRng;

use crate::args::{Expected, VerifyArgs};
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind};
use crate::profile::{Wire, with_profile};
use crate::progress;
use crate::report::Report;

/// How many presentations are decoded between two steps of the progress bar.
const CHUNK: usize = 64;
/// From this many presentations on, tables for the issuer's key pay.
const TABLES_PAY_FROM: usize = 64;

/// Verifier: verify all presentations of a folder together, on all cores
///
/// All files of the folder but hidden ones are taken for presentations, with the same expectation. If some fail, they
/// are named, and the exit code says so.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: idemix verify-batch --issuer issuer.pub --expect OU=org1 --message vote ballots"
)]
pub(crate) struct VerifyBatch {
    #[command(flatten)]
    expected: VerifyArgs,

    /// The folder of presentations
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl VerifyBatch {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let (issuer, expected) = self.expected.read(files)?;
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder).in_file(&self.folder)? {
            let path = entry.in_file(&self.folder)?.path();
            let hidden = path
                .file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if !hidden && path.is_file() {
                paths.push(path);
            }
        }
        paths.sort();
        if paths.is_empty() {
            return Err(
                Failure::usage("no presentations in this folder").about(self.folder.display())
            );
        }
        let count = paths.len();
        if count >= TABLES_PAY_FROM {
            issuer.precompute(TableSize::default());
        }
        let invalid = with_profile!(self.expected.profile, verify(&expected, files, &paths))?;
        if invalid.is_empty() {
            return Ok(Report::line(format!("{count} presentations: all verified"))
                .field("verified", true)
                .field("count", count));
        }
        let mut names = String::new();
        for (path, reason) in &invalid {
            names.push_str(&format!("\n  {}: {reason}", path.display()));
        }
        Err(Failure::usage(format!(
            "{} of {count} presentations do not verify:{names}",
            invalid.len()
        ))
        .code("cli.batch_invalid")
        .about(self.folder.display()))
    }
}

/// Those that do not verify, with the reason.
fn verify<P: Wire>(
    expected: &Expected,
    files: &Files,
    paths: &[PathBuf],
) -> Result<Vec<(PathBuf, String)>> {
    let mut invalid: Vec<(PathBuf, String)> = Vec::new();
    // The place of each member of the batch among the paths.
    let mut members = Vec::with_capacity(paths.len());
    let mut batch = BatchVerifier::new();
    let bar = progress::bar("reading", paths.len());
    for chunk in paths.chunks(CHUNK) {
        let mut contents = Vec::with_capacity(chunk.len());
        for path in chunk {
            match files.read(path, Kind::Presentation(P::PROFILE)) {
                Ok(bytes) => {
                    members.push(path);
                    contents.push(bytes);
                }
                Err(failure) => invalid.push((path.clone(), failure.sentence())),
            }
        }
        let items = contents
            .iter()
            .map(|bytes| Ok((expected.expectation::<P>()?, bytes.as_slice())))
            .collect::<Result<Vec<_>>>()?;
        batch.par_push_presentations(&items);
        bar.inc(chunk.len() as u64);
    }
    bar.finish_and_clear();
    if members.is_empty() {
        return Ok(invalid);
    }
    let spinner = progress::spinner("verifying");
    match batch.par_verify(&mut OsRng) {
        Ok(_evidence) => {}
        Err(BatchError::Invalid) => {
            spinner.set_message("finding the invalid ones");
            for (place, reason) in batch.find_invalid(&mut OsRng)? {
                let path = members
                    .get(place)
                    .ok_or(Failure::usage("a place outside the batch"))?;
                invalid.push(((*path).clone(), reason.to_string()));
            }
        }
        Err(error) => return Err(error.into()),
    }
    spinner.finish_and_clear();
    invalid.sort();
    Ok(invalid)
}
