//! Secret files under a passphrase, in the age format (age-encryption.org/v1, scrypt recipient, ASCII armour). Every age
//! tool can decrypt them.

use std::path::PathBuf;

use age::secrecy::SecretString;
use clap::Args;
use idemix::msp::read_file;
use zeroize::Zeroizing;

use crate::failure::{Failure, Result};

const ARMOUR: &[u8] = b"-----BEGIN AGE ENCRYPTED FILE-----";

/// Where passphrases come from.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PassphraseArgs {
    /// Encrypt the secret files that are written with a passphrase (age format)
    #[arg(long, global = true, help_heading = "Options for all commands")]
    pub(crate) encrypt: bool,

    /// Read the passphrase from this file instead of asking for it
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        help_heading = "Options for all commands"
    )]
    pub(crate) passphrase_file: Option<PathBuf>,
}

impl PassphraseArgs {
    pub(crate) fn is_encrypted(contents: &[u8]) -> bool {
        contents.starts_with(ARMOUR)
    }

    pub(crate) fn encrypt(&self, contents: &[u8]) -> Result<String> {
        let passphrase = self.passphrase(true)?;
        let recipient = age::scrypt::Recipient::new(passphrase);
        Ok(age::encrypt_and_armor(&recipient, contents)?)
    }

    pub(crate) fn decrypt(&self, contents: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        let identity = age::scrypt::Identity::new(self.passphrase(false)?);
        Ok(Zeroizing::new(age::decrypt(&identity, contents)?))
    }

    fn passphrase(&self, new: bool) -> Result<SecretString> {
        let text = match &self.passphrase_file {
            Some(path) => {
                let bytes = read_file(path)?;
                let text = Zeroizing::new(String::from_utf8_lossy(&bytes).into_owned());
                Zeroizing::new(text.trim_end_matches(['\r', '\n']).to_owned())
            }
            None => {
                let text = ask("Passphrase: ")?;
                if new && text != ask("The same again: ")? {
                    return Err(Failure::usage("the two passphrases differ"));
                }
                text
            }
        };
        if text.is_empty() {
            return Err(Failure::usage("the passphrase is empty"));
        }
        Ok(SecretString::from(text.as_str().to_owned()))
    }
}

fn ask(prompt: &str) -> Result<Zeroizing<String>> {
    rpassword::prompt_password(prompt)
        .map(Zeroizing::new)
        .map_err(|error| {
            Failure::usage(format!(
                "a passphrase is needed; there is no terminal to ask for it, and no --passphrase-file: {error}"
            ))
        })
}
