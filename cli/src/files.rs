//! Reading and writing files. What this program writes is armoured under a label that says what it is, so that one file
//! is not taken for another; `--raw` writes the library's bare bytes, for the Go library. Both are read.

mod kind;
mod passphrase;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use idemix::msp::{KeyFile, read_file};
use pem_rfc7468::LineEnding;
use zeroize::Zeroizing;

pub(crate) use self::kind::Kind;
pub(crate) use self::passphrase::PassphraseArgs;
use crate::failure::{About, Failure, Result};

/// How files are written and read, by the options that all commands share.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) force: bool,
    pub(crate) raw: bool,
    pub(crate) passphrase: PassphraseArgs,
}

impl Files {
    /// Refuses, before any work is done, to overwrite a file.
    pub(crate) fn check_free(&self, path: &Path) -> Result<()> {
        match path.symlink_metadata() {
            Ok(_) if !self.force => Err(exists().about(path.display())),
            Ok(metadata) if metadata.is_dir() => {
                Err(Failure::usage("is a folder").about(path.display()))
            }
            _ => Ok(()),
        }
    }

    /// Refuses `--encrypt` for files whose format is another tool's.
    pub(crate) fn check_not_encrypted(&self) -> Result<()> {
        if self.passphrase.encrypt {
            return Err(Failure::usage(
                "--encrypt: the Go tools could not read encrypted key material; encrypt the folder as a whole",
            ));
        }
        Ok(())
    }

    /// Writes an object. Secret ones only their owner may read, and `--encrypt` encrypts them.
    pub(crate) fn write(&self, path: &Path, kind: Kind, bytes: &[u8]) -> Result<()> {
        let contents = match self.raw {
            true => Zeroizing::new(bytes.to_vec()),
            false => armour(kind.label(), bytes)?,
        };
        if kind.is_secret() && self.passphrase.encrypt {
            let contents = self.passphrase.encrypt(&contents).in_file(path)?;
            return self.write_bytes(path, contents.as_bytes(), true);
        }
        self.write_bytes(path, &contents, kind.is_secret())
    }

    /// Writes a secret text of another format, encrypted if that is asked for.
    pub(crate) fn write_secret_text(&self, path: &Path, text: &str) -> Result<()> {
        if self.passphrase.encrypt {
            let contents = self.passphrase.encrypt(text.as_bytes()).in_file(path)?;
            return self.write_bytes(path, contents.as_bytes(), true);
        }
        self.write_bytes(path, text.as_bytes(), true)
    }

    /// Writes the files of a key-material folder.
    pub(crate) fn write_folder(&self, folder: &Path, files: &[KeyFile]) -> Result<()> {
        for file in files {
            self.check_free(&folder.join(&file.path))?;
        }
        for file in files {
            self.write_bytes(&folder.join(&file.path), &file.contents, file.secret)?;
        }
        Ok(())
    }

    /// Writes a file at once or not at all: to a temporary file beside it, which is then renamed.
    pub(crate) fn write_bytes(&self, path: &Path, contents: &[u8], secret: bool) -> Result<()> {
        self.check_free(path)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder).in_file(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".idemix-").suffix(".tmp");
        permit(&mut builder, secret);
        let mut file = builder.tempfile_in(folder).in_file(folder)?;
        file.write_all(contents).in_file(path)?;
        file.as_file().sync_all().in_file(path)?;
        if self.force {
            file.persist(path).map_err(|error| error.error)
        } else {
            file.persist_noclobber(path).map_err(|error| error.error)
        }
        .map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => exists(),
            _ => error.into(),
        })
        .in_file(path)?;
        sync_folder(folder).in_file(folder)
    }

    /// Reads a file as it is, decrypted if it is encrypted.
    pub(crate) fn read_plain(&self, path: &Path) -> Result<Zeroizing<Vec<u8>>> {
        let bytes = read_file(path)?;
        if PassphraseArgs::is_encrypted(&bytes) {
            return self.passphrase.decrypt(&bytes).in_file(path);
        }
        Ok(bytes)
    }

    /// Reads a text file.
    pub(crate) fn read_text(&self, path: &Path) -> Result<Zeroizing<String>> {
        let bytes = self.read_plain(path)?;
        let text = std::str::from_utf8(&bytes).in_file(path)?;
        Ok(Zeroizing::new(text.to_owned()))
    }

    /// The bytes of an object: out of its armour, whose label must say that it is one, or bare.
    pub(crate) fn read(&self, path: &Path, kind: Kind) -> Result<Zeroizing<Vec<u8>>> {
        let contents = self.read_plain(path)?;
        match unarmour(&contents).in_file(path)? {
            None => Ok(contents),
            Some((label, bytes)) if label == kind.label() => Ok(bytes),
            Some((label, _)) => Err(Failure::usage(format!(
                "this is {}, not {}",
                Kind::describe(&label),
                kind.name()
            ))
            .code("cli.wrong_kind")
            .about(path.display())),
        }
    }

    /// Reads and decodes an object; errors name the file.
    pub(crate) fn decode<T, E: Into<Failure>>(
        &self,
        path: &Path,
        kind: Kind,
        decode: impl FnOnce(&[u8]) -> std::result::Result<T, E>,
    ) -> Result<T> {
        decode(&self.read(path, kind)?).in_file(path)
    }
}

fn exists() -> Failure {
    Failure::usage("exists already; --force overwrites it").code("cli.exists")
}

fn armour(label: &str, bytes: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
    pem_rfc7468::encode_string(label, LineEnding::LF, bytes)
        .map(|text| Zeroizing::new(text.into_bytes()))
        .map_err(|error| Failure::usage(error.to_string()))
}

/// Label and contents of armour of ours; `None` for everything else.
pub(crate) fn unarmour(contents: &[u8]) -> Result<Option<(String, Zeroizing<Vec<u8>>)>> {
    if !contents.starts_with(b"-----BEGIN IDEMIX ") {
        return Ok(None);
    }
    let (label, bytes) = pem_rfc7468::decode_vec(contents)
        .map_err(|error| Failure::usage(format!("damaged armour: {error}")))?;
    let bytes = Zeroizing::new(bytes);
    // Strict: what decodes is what we would write.
    if *armour(label, &bytes)? != contents {
        return Err(Failure::usage("not the canonical form of its armour"));
    }
    Ok(Some((label.to_owned(), bytes)))
}

#[cfg(unix)]
fn permit(builder: &mut tempfile::Builder<'_, '_>, secret: bool) {
    use std::os::unix::fs::PermissionsExt;
    let mode = if secret { 0o600 } else { 0o644 };
    builder.permissions(fs::Permissions::from_mode(mode));
}

/// Elsewhere a file has the permissions of its folder.
#[cfg(not(unix))]
fn permit(_builder: &mut tempfile::Builder<'_, '_>, _secret: bool) {}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
