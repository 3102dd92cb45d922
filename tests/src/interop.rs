//! Checks files of test vectors. A file is known by its `format`, not by its name; whatever is not understood is a
//! failure.

mod adversarial;
mod audit;
mod bbs_proof;
mod bbs_signature;
mod challenge;
mod cred_request;
mod credential;
mod expect;
mod hash_to_g1;
mod issuer;
mod keys;
mod nym;
mod revocation;
mod runner;
mod scalars;
mod setup;
mod sign_trace;
mod signature;
mod signer;
mod smartcard;
mod verification;
mod weak_bb;

pub use expect::{DEVIATIONS, Deviation, Expect};
pub use runner::{folder, run};

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::vectors::CaseResult;

/// Checks one case of a format.
type Check = fn(&RawValue) -> CaseResult;

/// The formats that are checked.
const FORMATS: &[(&str, Check)] = &[
    ("adversarial", |case| adversarial::check(&parse(case)?)),
    ("audit", |case| audit::check(&parse(case)?)),
    ("bbs", |case| bbs_signature::check(&parse(case)?)),
    ("bbs_proof", |case| bbs_proof::check(&parse(case)?)),
    ("cred_request", |case| cred_request::check(&parse(case)?)),
    ("credential", |case| credential::check(&parse(case)?)),
    ("hash_to_g1", |case| hash_to_g1::check(&parse(case)?)),
    ("issuer", |case| issuer::check(&parse(case)?)),
    ("keys", |case| keys::check(&parse(case)?)),
    ("nym", |case| nym::check(&parse(case)?)),
    ("revocation", |case| revocation::check(&parse(case)?)),
    ("scalars", |case| scalars::check(&parse(case)?)),
    ("sign_trace", |case| sign_trace::check(&parse(case)?)),
    ("signature", |case| signature::check(&parse(case)?)),
    ("smartcard", |case| smartcard::check(&parse(case)?)),
    ("weak_bb", |case| weak_bb::check(&parse(case)?)),
];

/// Both give the same bytes.
const CURVES: [&str; 2] = ["BLS12_381_BBS", "BLS12_381_BBS_GURVY"];

/// What came of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum FileOutcome {
    /// Every case passed.
    Passed {
        /// How many there are.
        cases: usize,
    },
    /// The file, or some of its cases, failed.
    Failed {
        /// How many cases passed.
        passed: usize,
        /// What is wrong, a line each.
        complaints: Vec<String>,
    },
}

impl FileOutcome {
    fn unreadable(complaint: String) -> Self {
        Self::Failed {
            passed: 0,
            complaints: vec![complaint],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VectorFile {
    format: String,
    #[serde(rename = "description")]
    _description: String,
    curve: String,
    cases: Vec<Box<RawValue>>,
}

/// Checks the file at `path`.
pub fn check_file(path: &Path) -> FileOutcome {
    match std::fs::read_to_string(path) {
        Ok(text) => check_text(&text),
        Err(error) => FileOutcome::unreadable(error.to_string()),
    }
}

/// Checks the text of a file.
pub fn check_text(text: &str) -> FileOutcome {
    let file: VectorFile = match serde_json::from_str(text) {
        Ok(file) => file,
        Err(error) => return FileOutcome::unreadable(error.to_string()),
    };
    if !CURVES.contains(&file.curve.as_str()) {
        return FileOutcome::unreadable(format!("unknown curve {:?}", file.curve));
    }
    if file.cases.is_empty() {
        return FileOutcome::unreadable("there are no cases".to_owned());
    }
    let Some((_, check)) = FORMATS.iter().find(|(name, _)| *name == file.format) else {
        return FileOutcome::unreadable(format!("unknown format {:?}", file.format));
    };
    let complaints: Vec<_> = file
        .cases
        .iter()
        .enumerate()
        .filter_map(|(index, case)| complaint(index, case, *check))
        .collect();
    let cases = file.cases.len();
    if complaints.is_empty() {
        FileOutcome::Passed { cases }
    } else {
        FileOutcome::Failed {
            passed: cases.saturating_sub(complaints.len()),
            complaints,
        }
    }
}

/// Runs one case; a panic is a failure of that case alone.
fn complaint(index: usize, case: &RawValue, check: Check) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        name: Option<String>,
    }
    let reason = match catch_unwind(AssertUnwindSafe(|| check(case))) {
        Ok(Ok(())) => return None,
        Ok(Err(error)) => error.to_string(),
        Err(_) => "panicked".to_owned(),
    };
    let name = serde_json::from_str(case.get())
        .ok()
        .and_then(|named: Named| named.name)
        .unwrap_or_default();
    Some(format!("case {index} ({name}): {reason}"))
}

fn parse<T: DeserializeOwned>(case: &RawValue) -> CaseResult<T> {
    Ok(serde_json::from_str(case.get())?)
}
