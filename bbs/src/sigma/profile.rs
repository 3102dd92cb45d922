//! What the two profiles send for the same equations, and how that is checked.

use core::fmt::Debug;
use std::sync::Arc;

use ff::Field;

use super::{Equation, Responses, Variable};
use crate::batch::Deferred;
use crate::curve::{G1Affine, G1Projective, SCALAR_BYTES, Scalar, batch_normalize};
use crate::generators::{Base, PublicParameters};
use crate::hedge::HedgedRng;
use crate::reader::Reader;
use crate::transcript::Challenge;
use crate::{DecodeError, ParameterError, Relation, VerifyError, curve};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Native {}
    impl Sealed for super::Aries {}
}

/// A profile fixes transcript and encoding together; it is chosen by type, so that bytes of one cannot reach a
/// verifier of the other by mistake. Keys, generators, attributes and credentials are the same in both.
pub trait Profile:
    sealed::Sealed + Clone + Copy + Debug + PartialEq + Eq + Send + Sync + 'static
{
    /// What stands in for the commitments and responses of a list of equations.
    type Proof: Clone + Debug + PartialEq + Eq + Send + Sync;

    /// What a prover adds to the challenge against hash collisions: 32 random bytes in the Aries profile, nothing in
    /// the native one, whose challenge is drawn once over the whole statement.
    type Salt: Clone + Debug + PartialEq + Eq + Send + Sync;

    /// The profile's name.
    const NAME: &'static str;

    /// Draws a salt.
    fn salt(rng: &mut HedgedRng) -> Self::Salt;

    /// Puts together what is sent. `commitments` has one point per equation.
    fn assemble(
        equations: &[Equation],
        commitments: &[G1Affine],
        challenge: &Challenge,
        responses: Responses,
    ) -> Result<Self::Proof, ParameterError>;

    /// Checks all equations under the challenge that `transcript` gives for the commitments.
    ///
    /// # Errors
    /// [`VerifyError::ResponseCount`], [`VerifyError::ResponseMismatch`], [`VerifyError::BadProof`].
    fn check(
        parameters: &PublicParameters,
        equations: &[Equation],
        variables: usize,
        proof: &Self::Proof,
        transcript: impl FnOnce(&[G1Affine]) -> Result<Challenge, ParameterError>,
    ) -> Result<(), VerifyError>;

    /// As [`Profile::check`], leaving to `deferred` what can be checked together with others. The native profile
    /// leaves nothing: its challenge needs every T.
    ///
    /// # Errors
    /// As [`Profile::check`].
    fn defer(
        parameters: &Arc<PublicParameters>,
        equations: &[Equation],
        variables: usize,
        proof: &Self::Proof,
        transcript: impl FnOnce(&[G1Affine]) -> Result<Challenge, ParameterError>,
        deferred: &mut Deferred,
    ) -> Result<(), VerifyError>;
}

/// The native profile: Merlin transcript; a proof is the challenge and one response per hidden value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Native;

impl Native {
    /// The version byte of every object of the native format. Transcripts carry theirs in the protocol's name.
    pub const VERSION: u8 = 1;
}

/// The profile of IBM/idemix's aries scheme: BLAKE2b transcript; a proof is commitment and responses per equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aries;

/// The random nonce of an Aries proof: a scalar, 32 bytes big-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AriesSalt([u8; SCALAR_BYTES]);

impl AriesSalt {
    /// Reads exactly 32 bytes, canonical.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Scalar`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("nonce", bytes);
        let scalar = reader.scalar("nonce")?;
        reader.finish()?;
        Ok(Self(curve::scalar_to_bytes(&scalar)))
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; SCALAR_BYTES] {
        &self.0
    }
}

/// Challenge and responses, each hidden value answered once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactProof {
    /// The challenge the prover claims; only ever compared with the recomputed one.
    pub(crate) challenge: Scalar,
    pub(crate) responses: Responses,
}

impl CompactProof {
    /// Encoded length for a number of variables: challenge and responses, 32 bytes each.
    pub fn encoded_len(variables: usize) -> usize {
        variables.saturating_add(1).saturating_mul(SCALAR_BYTES)
    }

    /// How many hidden values are answered.
    pub fn response_count(&self) -> usize {
        self.responses.0.len()
    }

    /// The claimed challenge and the responses, as scalars.
    pub fn scalars(&self) -> impl Iterator<Item = &Scalar> {
        core::iter::once(&self.challenge).chain(&self.responses.0)
    }

    /// Challenge and responses from scalars; none is an error.
    ///
    /// # Errors
    /// [`DecodeError::Missing`] for an empty list.
    pub fn from_scalars(mut scalars: Vec<Scalar>) -> Result<Self, DecodeError> {
        if scalars.is_empty() {
            return Err(DecodeError::Missing { field: "challenge" });
        }
        let responses = Responses(scalars.split_off(1));
        let challenge = scalars.pop().unwrap_or_default();
        Ok(Self {
            challenge,
            responses,
        })
    }

    /// Appends challenge ‖ responses.
    pub fn encode(&self, out: &mut Vec<u8>) {
        for scalar in self.scalars() {
            out.extend_from_slice(&curve::scalar_to_bytes(scalar));
        }
    }

    /// Reads challenge ‖ responses to the end of the bytes. How many responses there should be is compared when the
    /// proof is verified.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Scalar`].
    pub fn decode_rest(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let challenge = reader.scalar("challenge")?;
        let count = reader.remaining() / SCALAR_BYTES;
        Ok(Self {
            challenge,
            responses: Responses(reader.scalars(count, "response")?),
        })
    }
}

/// One sub-proof of the Aries profile: ProofG1 = C(T) ‖ u32(n) ‖ n responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub(crate) commitment: G1Affine,
    pub(crate) responses: Vec<Scalar>,
}

impl Block {
    /// Appends C(T) ‖ u32(n) ‖ responses.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&curve::g1_to_compressed(&self.commitment));
        // Never more than MAX_MESSAGE_COUNT + 2.
        let count = u32::try_from(self.responses.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&count.to_be_bytes());
        for response in &self.responses {
            out.extend_from_slice(&curve::scalar_to_bytes(response));
        }
    }

    /// Encoded length: 52 bytes and 32 per response.
    pub fn encoded_len(&self) -> usize {
        self.responses
            .len()
            .saturating_mul(SCALAR_BYTES)
            .saturating_add(52)
    }

    /// Reads a sub-proof. How many responses it should have is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError::Length`] if the count does not fit the bytes, [`DecodeError::Point`], [`DecodeError::Scalar`].
    pub fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let commitment = reader.commitment("commitment T")?;
        let count = usize::try_from(reader.u32()?).unwrap_or(usize::MAX);
        Ok(Self {
            commitment,
            responses: reader.scalars(count, "response")?,
        })
    }

    /// Reads a sub-proof that is all of `bytes`.
    ///
    /// # Errors
    /// As [`Block::decode`], and [`DecodeError::TrailingBytes`].
    pub fn from_bytes(object: &'static str, bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(object, bytes);
        let block = Self::decode(&mut reader)?;
        reader.finish()?;
        Ok(block)
    }

    /// C(T) ‖ u32(n) ‖ responses.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.encoded_len());
        self.encode(&mut out);
        out
    }

    /// The commitment T.
    pub fn commitment(&self) -> &G1Affine {
        &self.commitment
    }
}

/// One block per equation, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommittedProof {
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Profile for Native {
    type Proof = CompactProof;
    type Salt = ();
    const NAME: &'static str = "native";

    fn salt(_rng: &mut HedgedRng) {}

    fn assemble(
        _equations: &[Equation],
        _commitments: &[G1Affine],
        challenge: &Challenge,
        responses: Responses,
    ) -> Result<CompactProof, ParameterError> {
        Ok(CompactProof {
            challenge: *challenge.scalar(),
            responses,
        })
    }

    fn check(
        parameters: &PublicParameters,
        equations: &[Equation],
        variables: usize,
        proof: &CompactProof,
        transcript: impl FnOnce(&[G1Affine]) -> Result<Challenge, ParameterError>,
    ) -> Result<(), VerifyError> {
        let found = proof.response_count();
        if found != variables {
            return Err(VerifyError::ResponseCount {
                relation: Relation::Challenge,
                expected: variables,
                found,
            });
        }
        let commitments = recompute(parameters, equations, &proof.responses, &proof.challenge)?;
        if *transcript(&commitments)?.scalar() == proof.challenge {
            Ok(())
        } else {
            Err(VerifyError::BadProof(Relation::Challenge))
        }
    }

    fn defer(
        parameters: &Arc<PublicParameters>,
        equations: &[Equation],
        variables: usize,
        proof: &CompactProof,
        transcript: impl FnOnce(&[G1Affine]) -> Result<Challenge, ParameterError>,
        _deferred: &mut Deferred,
    ) -> Result<(), VerifyError> {
        Self::check(parameters, equations, variables, proof, transcript)
    }
}

impl Profile for Aries {
    type Proof = CommittedProof;
    type Salt = AriesSalt;
    const NAME: &'static str = "aries";

    fn salt(rng: &mut HedgedRng) -> AriesSalt {
        AriesSalt(curve::scalar_to_bytes(&rng.scalar()))
    }

    fn assemble(
        equations: &[Equation],
        commitments: &[G1Affine],
        _challenge: &Challenge,
        responses: Responses,
    ) -> Result<CommittedProof, ParameterError> {
        if equations.len() != commitments.len() {
            return Err(ParameterError::UnknownVariable);
        }
        let blocks = equations
            .iter()
            .zip(commitments)
            .map(|(equation, commitment)| {
                Ok(Block {
                    commitment: *commitment,
                    responses: equation
                        .terms
                        .iter()
                        .map(|(_, variable)| responses.0.get(variable.index()).copied())
                        .collect::<Option<_>>()
                        .ok_or(ParameterError::UnknownVariable)?,
                })
            })
            .collect::<Result<_, ParameterError>>()?;
        Ok(CommittedProof { blocks })
    }

    fn check(
        parameters: &PublicParameters,
        equations: &[Equation],
        variables: usize,
        proof: &CommittedProof,
        transcript: impl FnOnce(&[G1Affine]) -> Result<Challenge, ParameterError>,
    ) -> Result<(), VerifyError> {
        let responses = merge_responses(equations, variables, proof)?;
        let claimed: Vec<_> = proof.blocks.iter().map(|block| block.commitment).collect();
        let challenge = transcript(&claimed)?;
        let commitments = recompute(parameters, equations, &responses, challenge.scalar())?;
        for ((equation, claimed), computed) in equations.iter().zip(&claimed).zip(&commitments) {
            if claimed != computed {
                return Err(VerifyError::BadProof(equation.relation));
            }
        }
        Ok(())
    }

    fn defer(
        parameters: &Arc<PublicParameters>,
        equations: &[Equation],
        variables: usize,
        proof: &CommittedProof,
        transcript: impl FnOnce(&[G1Affine]) -> Result<Challenge, ParameterError>,
        deferred: &mut Deferred,
    ) -> Result<(), VerifyError> {
        let responses = merge_responses(equations, variables, proof)?;
        let commitments: Vec<_> = proof.blocks.iter().map(|block| block.commitment).collect();
        let challenge = transcript(&commitments)?;
        for (equation, t) in equations.iter().zip(&commitments) {
            // No longer compared exactly, T needs the subgroup check; outside, it satisfies no equation.
            if !curve::g1_in_subgroup(t) {
                return Err(VerifyError::BadProof(equation.relation));
            }
            // Σ zⱼ·Pⱼ + c·S − T = O
            let mut terms = equation.commitment_terms(&responses, challenge.scalar())?;
            terms.push((Base::Point(*t), -<Scalar as Field>::ONE));
            deferred.equation(parameters, terms)?;
        }
        Ok(())
    }
}

/// All T = Σ zⱼ·Pⱼ + c·S, in affine form.
fn recompute(
    parameters: &PublicParameters,
    equations: &[Equation],
    responses: &Responses,
    challenge: &Scalar,
) -> Result<Vec<G1Affine>, VerifyError> {
    let points = equations
        .iter()
        .map(|equation| equation.recompute_vartime(parameters, responses, challenge))
        .collect::<Result<Vec<G1Projective>, _>>()?;
    Ok(batch_normalize(&points))
}

/// One response per variable from the blocks, each of which answers all of its own. All counts are compared here.
fn merge_responses(
    equations: &[Equation],
    variables: usize,
    proof: &CommittedProof,
) -> Result<Responses, VerifyError> {
    if proof.blocks.len() != equations.len() {
        return Err(VerifyError::Malformed(DecodeError::Count {
            field: "sub-proofs",
            expected: equations.len(),
            found: proof.blocks.len(),
        }));
    }
    let mut merged: Vec<Option<Scalar>> = vec![None; variables];
    for (equation, block) in equations.iter().zip(&proof.blocks) {
        let relation = equation.relation;
        if block.responses.len() != equation.terms.len() {
            return Err(VerifyError::ResponseCount {
                relation,
                expected: equation.terms.len(),
                found: block.responses.len(),
            });
        }
        for ((_, Variable(index)), response) in equation.terms.iter().zip(&block.responses) {
            match merged.get_mut(*index) {
                Some(slot @ None) => *slot = Some(*response),
                Some(Some(first)) if first == response => {}
                _ => return Err(VerifyError::ResponseMismatch { relation }),
            }
        }
    }
    let responses: Vec<_> = merged.into_iter().flatten().collect();
    if responses.len() != variables {
        return Err(VerifyError::ResponseCount {
            relation: Relation::Challenge,
            expected: variables,
            found: responses.len(),
        });
    }
    Ok(Responses(responses))
}
