//! What a case expects, and where we differ on purpose.

use std::fmt::Display;

use serde::Deserialize;

use crate::vectors::CaseResult;

/// The result that a case calls for.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// Must be accepted.
    Ok,
    /// Must be refused.
    Fail,
}

/// A mutation on which this library deliberately decides otherwise than the vectors say.
#[derive(Debug)]
pub struct Deviation {
    /// The exact text of `mutation`.
    pub mutation: &'static str,
    /// What this library does.
    pub expect: Expect,
    /// Why.
    pub reason: &'static str,
}

/// All of them.
pub const DEVIATIONS: &[Deviation] = &[Deviation {
    mutation: "epoch field inside the cri altered, the epoch is taken from the verifier",
    expect: Expect::Fail,
    reason: "the bytes claim another epoch than the one that was signed and asked for; the reference overwrites the \
             field before it checks the signature, we compare it",
}];

impl Expect {
    /// Compares what came out with what the case calls for, or with our own decision where we deviate.
    ///
    /// # Errors
    /// Another outcome.
    pub fn judge<T, E: Display>(
        self,
        mutation: Option<&str>,
        outcome: &Result<T, E>,
    ) -> CaseResult {
        let deviation = DEVIATIONS
            .iter()
            .find(|deviation| Some(deviation.mutation) == mutation);
        let expected = deviation.map_or(self, |deviation| deviation.expect);
        match (expected, outcome) {
            (Self::Ok, Ok(_)) | (Self::Fail, Err(_)) => Ok(()),
            (Self::Ok, Err(error)) => Err(format!("must be accepted, but: {error}").into()),
            (Self::Fail, Ok(_)) => Err("must be refused, but was accepted".into()),
        }
    }
}
