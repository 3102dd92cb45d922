//! What goes to stderr when a command does not succeed.

use std::any::Any;
use std::error::Error;
use std::path::Path;

use idemix::msp::MspError;
use idemix::revocation::{AuthorityError, RevocationError};
use idemix::{AuditorError, VerifyError};

/// Why a command failed: a sentence, the path or field it is about, and the library's name for the reason.
#[derive(Debug)]
pub(crate) struct Failure {
    about: Option<String>,
    message: String,
    code: &'static str,
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// Something wrong with what was asked for.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            about: None,
            message: message.into(),
            code: "cli.usage",
        }
    }

    /// Names a path or field, unless one is named already.
    pub(crate) fn about(mut self, about: impl ToString) -> Self {
        self.about.get_or_insert_with(|| about.to_string());
        self
    }

    pub(crate) fn code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// The message with what it is about.
    pub(crate) fn sentence(&self) -> String {
        match &self.about {
            Some(about) => format!("{about}: {}", self.message),
            None => self.message.clone(),
        }
    }

    pub(crate) fn print(&self, json: bool) {
        if json {
            let error = serde_json::json!({
                "error": self.message, "about": self.about, "code": self.code,
            });
            eprintln!("{error}");
        } else {
            eprintln!("idemix: {}", self.sentence());
        }
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            let text = cause.to_string();
            if !message.contains(&text) {
                message = format!("{message}: {text}");
            }
            source = cause.source();
        }
        Self {
            about: None,
            message,
            code: code_of(&error),
        }
    }
}

/// The library's stable name for a reason.
fn code_of(error: &dyn Any) -> &'static str {
    if let Some(error) = error.downcast_ref::<VerifyError>() {
        error.code()
    } else if let Some(error) = error.downcast_ref::<MspError>() {
        error.code()
    } else if let Some(error) = error.downcast_ref::<AuditorError>() {
        error.code()
    } else if let Some(error) = error.downcast_ref::<AuthorityError>() {
        error.code()
    } else if let Some(error) = error.downcast_ref::<RevocationError>() {
        error.code()
    } else {
        "cli.failed"
    }
}

/// Says what an error is about.
pub(crate) trait About<T> {
    fn about(self, about: impl ToString) -> Result<T>;
    fn in_file(self, path: &Path) -> Result<T>;
}

impl<T, E: Into<Failure>> About<T> for std::result::Result<T, E> {
    fn about(self, about: impl ToString) -> Result<T> {
        self.map_err(|error| error.into().about(about))
    }

    fn in_file(self, path: &Path) -> Result<T> {
        self.about(path.display())
    }
}
