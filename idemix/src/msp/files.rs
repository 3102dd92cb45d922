//! The files of key-material folders.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;
use zeroize::Zeroizing;

use super::MspError;

/// Larger files are refused; real ones have less than a kilobyte.
const MAX_FILE_BYTES: u64 = 1 << 20;

pub(super) const CA_ISSUER_SECRET_KEY: &str = "ca/IssuerSecretKey";
pub(super) const CA_ISSUER_PUBLIC_KEY: &str = "ca/IssuerPublicKey";
pub(super) const CA_REVOCATION_KEY: &str = "ca/RevocationKey";
pub(super) const ISSUER_PUBLIC_KEY: &str = "msp/IssuerPublicKey";
pub(super) const REVOCATION_PUBLIC_KEY: &str = "msp/RevocationPublicKey";
pub(super) const SIGNER_CONFIG: &str = "user/SignerConfig";

/// One file of a folder, to be written by the caller, who knows what may be overwritten.
pub struct KeyFile {
    /// Where, relative to the folder, with `/` between the parts.
    pub path: String,
    /// What; wiped on drop.
    pub contents: Zeroizing<Vec<u8>>,
    /// Whether it holds a secret, so that only its owner may read it.
    pub secret: bool,
}

impl KeyFile {
    pub(super) fn public(path: &str, contents: impl AsRef<[u8]>) -> Self {
        Self {
            path: path.to_owned(),
            contents: Zeroizing::new(contents.as_ref().to_vec()),
            secret: false,
        }
    }

    pub(super) fn secret(path: &str, contents: impl AsRef<[u8]>) -> Self {
        Self {
            secret: true,
            ..Self::public(path, contents)
        }
    }
}

impl std::fmt::Debug for KeyFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyFile")
            .field("path", &self.path)
            .field("secret", &self.secret)
            .finish_non_exhaustive()
    }
}

/// Why a file of a folder is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read, or is too large.
    #[error("{}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// What it holds is refused.
    #[error("{}: {reason}", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: Box<MspError>,
    },
}

/// Reads a file of key material, at most 1 MiB, into memory that is wiped.
///
/// # Errors
/// [`FileError::Read`].
pub fn read_file(path: impl AsRef<Path>) -> Result<Zeroizing<Vec<u8>>, FileError> {
    let path = path.as_ref();
    let read = |reason: io::Error| FileError::Read {
        path: path.to_owned(),
        reason: reason.to_string(),
    };
    let file = File::open(path).map_err(read)?;
    // A buffer of full size, so that growing does not leave copies behind.
    let size = file.metadata().map_err(read)?.len();
    if size > MAX_FILE_BYTES {
        return Err(read(io::ErrorKind::FileTooLarge.into()));
    }
    let capacity = usize::try_from(size).unwrap_or_default().saturating_add(1);
    let mut bytes = Zeroizing::new(Vec::with_capacity(capacity));
    let mut limited = file.take(MAX_FILE_BYTES.saturating_add(1));
    limited.read_to_end(&mut bytes).map_err(read)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(read(io::ErrorKind::FileTooLarge.into()));
    }
    Ok(bytes)
}

/// Reads and decodes a file; errors name it.
pub(super) fn decode_file<T, E: Into<MspError>>(
    folder: &Path,
    name: &str,
    decode: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, MspError> {
    let path = folder.join(name);
    let bytes = read_file(&path)?;
    decode(&bytes).map_err(|reason| {
        MspError::File(FileError::Contents {
            path,
            reason: Box::new(reason.into()),
        })
    })
}

/// The text of a PEM file.
pub(super) fn text(bytes: &[u8]) -> Result<&str, bbs::DecodeError> {
    std::str::from_utf8(bytes).map_err(|_| bbs::DecodeError::Malformed {
        object: "key",
        format: "PEM",
    })
}
