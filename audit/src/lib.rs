//! Opening the commitments that a presentation carries for auditors.
//!
//! An [`EidNym`](nym::EidNym) or [`RhNym`](nym::RhNym) is r·h0 + value·h\[i\]. Its holder hands the opening (value, r) to
//! an auditor, who checks it with [`open`] and learns that the presentation's hidden attribute has this value. Pedersen
//! commitments are binding: nobody can open one to two values.

use bbs::curve::{Scalar, combine_vartime};
use bbs::{ParameterError, PublicParameters};
use nym::{Commitment, Kind, Opening};
use thiserror::Error;

/// Why an opening was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AuditError {
    /// The opening does not give the commitment.
    #[error("the opening does not match the {commitment}")]
    OpeningMismatch {
        /// Which commitment.
        commitment: &'static str,
    },
    /// The opening is of another value than the auditor expected.
    #[error("the {commitment} holds another value")]
    ValueMismatch {
        /// Which commitment.
        commitment: &'static str,
    },
    /// The attribute does not exist under this key.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// An opened commitment: the auditor knows that it holds `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Opened<K: Kind> {
    commitment: Commitment<K>,
    value: Scalar,
}

impl<K: Kind> Opened<K> {
    /// The commitment.
    pub fn commitment(&self) -> &Commitment<K> {
        &self.commitment
    }

    /// The scalar of the attribute inside.
    pub fn value(&self) -> &Scalar {
        &self.value
    }
}

/// Checks r·h0 + value·h\[index\] = commitment, where `index` is the message index of the attribute. The opening is the
/// auditor's to know, so this runs in variable time.
///
/// # Errors
/// [`AuditError::OpeningMismatch`], [`AuditError::Parameter`].
pub fn open<K: Kind>(
    parameters: &PublicParameters,
    index: usize,
    commitment: &Commitment<K>,
    opening: &Opening<K>,
) -> Result<Opened<K>, AuditError> {
    let h = parameters.h(index)?;
    let fixed = [
        (parameters.h0(), opening.randomness()),
        (h, opening.value()),
    ];
    // r·h0 + value·h[index] = commitment
    if combine_vartime(&fixed, &[]) == (*commitment.point()).into() {
        Ok(Opened {
            commitment: *commitment,
            value: *opening.value(),
        })
    } else {
        Err(AuditError::OpeningMismatch {
            commitment: K::NAME,
        })
    }
}

/// As [`open`], and the value must be the one the auditor expects.
///
/// # Errors
/// [`AuditError::ValueMismatch`], and as [`open`].
pub fn open_expecting<K: Kind>(
    parameters: &PublicParameters,
    index: usize,
    commitment: &Commitment<K>,
    opening: &Opening<K>,
    expected: &Scalar,
) -> Result<Opened<K>, AuditError> {
    if opening.value() != expected {
        return Err(AuditError::ValueMismatch {
            commitment: K::NAME,
        });
    }
    open(parameters, index, commitment, opening)
}
