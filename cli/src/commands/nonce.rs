//! Nonces, of issuers and verifiers.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::Args;
use idemix::{IssuanceSessions, IssueError, IssuerNonce, NonceStore};
use rand_core::OsRng;

use crate::args::now;
use crate::failure::{About, Result};
use crate::files::Files;
use crate::report::Report;

/// Draw a nonce: for a holder's request, or for a presentation
///
/// An issuer remembers its nonces in a folder, each until it is used or expires; a verifier's nonce needs none.
#[derive(Args, Debug)]
#[command(after_help = "Example: NONCE=$(idemix nonce --sessions sessions)")]
pub(crate) struct Nonce {
    /// Where the issuer remembers the nonces it has given out
    #[arg(long, value_name = "DIR")]
    sessions: Option<PathBuf>,

    /// For how long, in seconds
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 300,
        requires = "sessions"
    )]
    lifetime: u64,
}

impl Nonce {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let nonce = match self.sessions {
            Some(folder) => {
                let store = FolderNonces::new(folder, files);
                let lifetime = Duration::from_secs(self.lifetime);
                let name = store.folder.display().to_string();
                let sessions = IssuanceSessions::new(store, lifetime);
                sessions.begin(&mut OsRng).about(name)?
            }
            None => IssuerNonce::generate(&mut OsRng),
        };
        let text = hex::encode(nonce.as_bytes());
        Ok(Report::line(text.clone()).field("nonce", text))
    }
}

/// Nonces that were given out, in a folder: one file each, named by the nonce, with the second at which it expires.
/// Taking one removes its file, which only one process can do.
#[derive(Debug)]
pub(crate) struct FolderNonces {
    folder: PathBuf,
    files: Files,
}

impl FolderNonces {
    pub(crate) fn new(folder: PathBuf, files: &Files) -> Self {
        Self {
            folder,
            files: files.clone(),
        }
    }

    /// Nonces from elsewhere may be long; a hash would do, but ours have 32 bytes.
    fn path(&self, nonce: &IssuerNonce) -> Option<PathBuf> {
        let bytes = nonce.as_bytes();
        (bytes.len() == 32).then(|| self.folder.join(hex::encode(bytes)))
    }

    /// Removes what has expired.
    fn tidy(&self, now: u64) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_ours = path.file_name().is_some_and(|name| name.len() == 64);
            let expired = || {
                let text = fs::read_to_string(&path).unwrap_or_default();
                text.trim()
                    .parse::<u64>()
                    .is_ok_and(|expires| expires <= now)
            };
            if is_ours && expired() {
                // If it cannot be removed, it is refused all the same when it comes.
                let _ = fs::remove_file(&path);
            }
        }
    }
}

fn failed(reason: &'static str) -> IssueError {
    IssueError::NonceStore { reason }
}

fn seconds(time: SystemTime) -> std::result::Result<u64, IssueError> {
    let since = time.duration_since(std::time::UNIX_EPOCH);
    Ok(since
        .map_err(|_| failed("the clock is before 1970"))?
        .as_secs())
}

impl NonceStore for FolderNonces {
    fn remember(
        &self,
        nonce: &IssuerNonce,
        expires: SystemTime,
        _now: SystemTime,
    ) -> std::result::Result<(), IssueError> {
        self.tidy(now().map_err(|_| failed("the clock is before 1970"))?);
        let path = self.path(nonce).ok_or(failed("a nonce has 32 bytes"))?;
        let contents = format!("{}\n", seconds(expires)?);
        self.files
            .write_bytes(&path, contents.as_bytes(), false)
            .map_err(|_| failed("its file cannot be written"))
    }

    fn take(&self, nonce: &IssuerNonce, now: SystemTime) -> std::result::Result<bool, IssueError> {
        let Some(path) = self.path(nonce) else {
            return Ok(false);
        };
        let contents = match fs::read_to_string(&path) {
            Ok(contents) => contents,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(_) => return Err(failed("its file cannot be read")),
        };
        // Whoever removes the file has the nonce; a second process comes too late.
        match fs::remove_file(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(_) => return Err(failed("its file cannot be removed")),
        }
        let expires: u64 = contents
            .trim()
            .parse()
            .map_err(|_| failed("its file is damaged"))?;
        Ok(expires > seconds(now)?)
    }
}
