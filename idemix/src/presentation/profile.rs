//! What differs between the profiles in a presentation.

use bbs::curve::G1Affine;
use bbs::proof::Disclosure;
use bbs::{Aries, AriesSalt, Challenge, DecodeError, Native, ParameterError, Profile};
use revocation::Cri;

use crate::error::VerifyError;
use crate::presentation::{Presentation, PresentationPoints, PresentationVariables, Statement};

/// A profile in which credentials can be presented.
pub trait PresentationProfile: Profile + sealed::Parts {}

impl PresentationProfile for Native {}
impl PresentationProfile for Aries {}

/// What the Aries format says besides the proof. Only ever compared with the verifier's own statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AriesExtra {
    pub(crate) message_count: usize,
    pub(crate) disclosed: Vec<usize>,
    pub(crate) eid_index: i32,
    pub(crate) rh_index: i32,
    pub(crate) cri: Option<Cri>,
}

pub(crate) mod sealed {
    use super::*;

    /// The parts that the profiles fill in differently. Private: a profile is not to be added from outside.
    pub trait Parts: Profile {
        /// What the format says besides the proof.
        type Extra: Clone + core::fmt::Debug + PartialEq + Eq + Send + Sync;
        /// Whether nonce, context and scope can be bound.
        const STRONG: bool;
        /// Whether card types and CRI fields exist.
        const CARDS: bool;

        fn challenge(
            statement: &Statement<'_>,
            points: &PresentationPoints,
            variables: &PresentationVariables,
            commitments: &[G1Affine],
            salt: &Self::Salt,
        ) -> Result<Challenge, ParameterError>;

        fn extra(
            statement: &Statement<'_>,
            variables: &PresentationVariables,
            cri: Option<Cri>,
        ) -> Result<Self::Extra, ParameterError>;

        fn check_extra(
            extra: &Self::Extra,
            statement: &Statement<'_>,
            variables: &PresentationVariables,
        ) -> Result<(), VerifyError>;

        fn cri(extra: &Self::Extra) -> Option<&Cri>;

        fn encode(presentation: &Presentation<Self>) -> Vec<u8>
        where
            Self: PresentationProfile;

        fn decode(bytes: &[u8]) -> Result<Presentation<Self>, DecodeError>
        where
            Self: PresentationProfile;
    }
}

impl sealed::Parts for Native {
    type Extra = ();
    const STRONG: bool = true;
    const CARDS: bool = false;

    fn challenge(
        statement: &Statement<'_>,
        points: &PresentationPoints,
        _variables: &PresentationVariables,
        commitments: &[G1Affine],
        _salt: &(),
    ) -> Result<Challenge, ParameterError> {
        Ok(statement.native_challenge(points, commitments))
    }

    fn extra(
        _statement: &Statement<'_>,
        _variables: &PresentationVariables,
        _cri: Option<Cri>,
    ) -> Result<(), ParameterError> {
        Ok(())
    }

    fn check_extra(
        _extra: &(),
        _statement: &Statement<'_>,
        _variables: &PresentationVariables,
    ) -> Result<(), VerifyError> {
        Ok(())
    }

    fn cri(_extra: &()) -> Option<&Cri> {
        None
    }

    fn encode(presentation: &Presentation<Self>) -> Vec<u8> {
        presentation.to_bytes()
    }

    fn decode(bytes: &[u8]) -> Result<Presentation<Self>, DecodeError> {
        Presentation::<Self>::from_bytes(bytes)
    }
}

impl sealed::Parts for Aries {
    type Extra = AriesExtra;
    const STRONG: bool = false;
    const CARDS: bool = true;

    fn challenge(
        statement: &Statement<'_>,
        points: &PresentationPoints,
        variables: &PresentationVariables,
        commitments: &[G1Affine],
        salt: &AriesSalt,
    ) -> Result<Challenge, ParameterError> {
        let transcript = statement.aries_transcript(&points.signature, variables, commitments)?;
        Ok(transcript.challenge_with_salt(salt))
    }

    fn extra(
        statement: &Statement<'_>,
        variables: &PresentationVariables,
        cri: Option<Cri>,
    ) -> Result<AriesExtra, ParameterError> {
        let disclosure = statement.disclosure;
        let (eid_index, rh_index) = nym_indices(statement, variables)?;
        Ok(AriesExtra {
            message_count: disclosure.message_count(),
            disclosed: disclosure.disclosed().iter().map(|(i, _)| *i).collect(),
            eid_index,
            rh_index,
            cri,
        })
    }

    fn check_extra(
        extra: &AriesExtra,
        statement: &Statement<'_>,
        variables: &PresentationVariables,
    ) -> Result<(), VerifyError> {
        check_payload(extra, statement.disclosure, statement)?;
        let (eid_index, rh_index) = nym_indices(statement, variables)?;
        for (field, expected, found) in [
            ("nym_eid_idx", eid_index, extra.eid_index),
            ("nym_rh_idx", rh_index, extra.rh_index),
        ] {
            if expected != found {
                return Err(VerifyError::IndexMismatch {
                    field,
                    expected: expected.into(),
                    found: found.into(),
                });
            }
        }
        Ok(())
    }

    fn cri(extra: &AriesExtra) -> Option<&Cri> {
        extra.cri.as_ref()
    }

    fn encode(presentation: &Presentation<Self>) -> Vec<u8> {
        presentation.to_bytes()
    }

    fn decode(bytes: &[u8]) -> Result<Presentation<Self>, DecodeError> {
        Presentation::<Self>::from_bytes(bytes)
    }
}

fn check_payload(
    extra: &AriesExtra,
    disclosure: &Disclosure,
    statement: &Statement<'_>,
) -> Result<(), VerifyError> {
    let expected = disclosure.message_count();
    if extra.message_count != expected {
        return Err(VerifyError::Malformed(DecodeError::Count {
            field: "message count",
            expected,
            found: extra.message_count,
        }));
    }
    disclosure
        .check_indices(extra.disclosed.iter().copied())
        .map_err(|error| match error {
            bbs::VerifyError::DisclosureMismatch { index } => {
                match statement.issuer.schema().attribute_of_message(index) {
                    Some(attribute) => VerifyError::DisclosureMismatch { attribute },
                    None => VerifyError::SecretKeyDisclosed,
                }
            }
            other => other.into(),
        })
}

/// Where the responses for enrollment ID and revocation handle stand in proof 2: after (−r3, s') and the hidden
/// messages before them. Zero where the type has no such nym.
fn nym_indices(
    statement: &Statement<'_>,
    variables: &PresentationVariables,
) -> Result<(i32, i32), ParameterError> {
    let schema = statement.issuer.schema();
    let place = |attribute: Option<usize>| -> Result<i32, ParameterError> {
        let Some(attribute) = attribute else {
            return Ok(0);
        };
        let index = schema.message_index(attribute);
        variables
            .signature
            .messages()
            .iter()
            .position(|(hidden, _)| *hidden == index)
            .and_then(|place| i32::try_from(place.saturating_add(2)).ok())
            .ok_or(ParameterError::MustBeHidden { index })
    };
    let eid = statement.eid_nym.and(schema.enrollment_id());
    let rh = statement.rh_nym.and(schema.revocation_handle());
    Ok((place(eid)?, place(rh)?))
}
