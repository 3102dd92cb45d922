//! The request: a commitment to the hidden messages and a proof of knowledge of its opening.

use std::fmt;
use std::sync::Arc;

use ff::Field;
use rand_core::{CryptoRng, RngCore};

use crate::curve::{
    G1Affine, Scalar, Wipe, batch_normalize, g1_to_compressed, g1_to_uncompressed, scalar_to_bytes,
};
use crate::generators::{Base, PublicParameters};
use crate::hedge::Hedge;
use crate::reader::Reader;
use crate::secret::Secret;
use crate::sigma::{
    Aries, Block, CommittedProof, CompactProof, Equation, Native, Profile, Variables, Witness,
};
use crate::transcript::{AriesTranscript, Challenge, NativeTranscript};
use crate::{DecodeError, ParameterError, Relation, VerifyError, labels};

/// A request for a blind signature: C and its proof of opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlindRequest<P: Profile = Native> {
    commitment: G1Affine,
    proof: P::Proof,
}

/// What the holder keeps until the answer comes: s₁. Redacted and wiped; consumed by unblinding.
pub struct RequestSecret {
    s1: Secret<Scalar>,
}

/// A request whose proof was verified: the only thing an issuer can sign. It cannot be copied, and signing consumes it.
pub struct VerifiedRequest {
    parameters: Arc<PublicParameters>,
    commitment: G1Affine,
    hidden: Vec<usize>,
}

/// How a profile binds a request.
pub trait RequestProfile: Profile {
    #[doc(hidden)]
    fn challenge(
        parameters: &PublicParameters,
        hidden: &[usize],
        commitment: &G1Affine,
        t: &[G1Affine],
        nonce: &[u8],
    ) -> Challenge;
}

impl RequestProfile for Native {
    fn challenge(
        parameters: &PublicParameters,
        hidden: &[usize],
        commitment: &G1Affine,
        t: &[G1Affine],
        nonce: &[u8],
    ) -> Challenge {
        let mut transcript = NativeTranscript::new(labels::REQUEST, parameters);
        transcript.number(b"hidden", hidden.len() as u64);
        for index in hidden {
            transcript.number(b"index", *index as u64);
        }
        transcript
            .point(b"commitment", commitment)
            .bytes(b"nonce", nonce)
            .points(b"T", t);
        transcript.challenge()
    }
}

impl RequestProfile for Aries {
    /// H(U(C) ‖ U(T) ‖ nonce).
    fn challenge(
        _parameters: &PublicParameters,
        _hidden: &[usize],
        commitment: &G1Affine,
        t: &[G1Affine],
        nonce: &[u8],
    ) -> Challenge {
        let mut transcript = AriesTranscript::with_capacity(3);
        transcript.point(commitment);
        for t in t {
            transcript.point(t);
        }
        transcript.bytes(nonce);
        transcript.challenge()
    }
}

impl<P: RequestProfile> BlindRequest<P> {
    /// Commits to the hidden (index, message) pairs and proves the opening, bound to the issuer's nonce.
    ///
    /// # Errors
    /// [`ParameterError`]: nothing hidden, an index out of range or twice, or a message count of 65536.
    pub fn new<R: RngCore + CryptoRng>(
        parameters: &PublicParameters,
        hidden: &[(usize, Scalar)],
        nonce: &[u8],
        rng: &mut R,
    ) -> Result<(Self, RequestSecret), ParameterError> {
        let indices = checked_indices(parameters, hidden.iter().map(|(index, _)| *index))?;
        let value = |index: &usize| {
            hidden
                .iter()
                .find(|(other, _)| other == index)
                .map(|(_, value)| *value)
                .unwrap_or_default()
        };
        let mut hedge = Hedge::new(labels::HEDGE_REQUEST);
        hedge
            .public(b"profile", P::NAME.as_bytes())
            .public(b"w", &parameters.public_key().to_bytes())
            .public(b"L", &(parameters.message_count() as u64).to_be_bytes())
            .public(b"nonce", nonce);
        for index in &indices {
            hedge
                .public(b"index", &(*index as u64).to_be_bytes())
                .secret_scalar(&value(index));
        }
        let mut rng = hedge.finish(rng);

        let s1 = Secret::new(rng.scalar());
        let mut witness = Witness::with_capacity(indices.len().saturating_add(1));
        let mut opening = vec![(Base::H0, *s1)];
        let mut terms = vec![(Base::H0, witness.hide(*s1, &mut rng))];
        for index in &indices {
            let message = value(index);
            opening.push((Base::H(*index), message));
            terms.push((Base::H(*index), witness.hide(message, &mut rng)));
        }
        // C = s₁·h0 + Σ mᵢ·h[i]
        let commitment = parameters.combine(&opening);
        opening.iter_mut().for_each(|(_, scalar)| scalar.wipe());
        let t = witness.commit(parameters, &terms)?;
        let points = batch_normalize(&[commitment?, t]);
        let [commitment, t @ ..] = points.as_slice() else {
            return Err(ParameterError::UnknownVariable);
        };
        let challenge = P::challenge(parameters, &indices, commitment, t, nonce);
        let equation = Equation {
            relation: Relation::Request,
            terms,
            statement: vec![(Base::Point(*commitment), Scalar::ONE)],
        };
        let proof = P::assemble(&[equation], t, &challenge, witness.respond(&challenge))?;
        Ok((
            Self {
                commitment: *commitment,
                proof,
            },
            RequestSecret { s1 },
        ))
    }

    /// Verifies the request against the issuer's own statement: which messages are hidden, and the nonce it gave out.
    /// That a nonce is accepted once only is for the caller to see to.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], [`VerifyError::ResponseCount`], or [`VerifyError::Statement`].
    pub fn verify(
        &self,
        parameters: &Arc<PublicParameters>,
        hidden: &[usize],
        nonce: &[u8],
    ) -> Result<VerifiedRequest, VerifyError> {
        let hidden = checked_indices(parameters, hidden.iter().copied())?;
        let mut variables = Variables::default();
        // C = s₁·h0 + Σ mᵢ·h[i]
        let mut terms = vec![(Base::H0, variables.fresh())];
        terms.extend(
            hidden
                .iter()
                .map(|index| (Base::H(*index), variables.fresh())),
        );
        let equation = Equation {
            relation: Relation::Request,
            terms,
            statement: vec![(Base::Point(self.commitment), Scalar::ONE)],
        };
        P::check(
            parameters,
            &[equation],
            variables.count(),
            &self.proof,
            |t| {
                Ok(P::challenge(
                    parameters,
                    &hidden,
                    &self.commitment,
                    t,
                    nonce,
                ))
            },
        )?;
        Ok(VerifiedRequest {
            parameters: Arc::clone(parameters),
            commitment: self.commitment,
            hidden,
        })
    }

    /// C.
    pub fn commitment(&self) -> &G1Affine {
        &self.commitment
    }
}

impl BlindRequest<Native> {
    /// C(C) ‖ challenge ‖ responses for s₁ and the hidden messages ascending.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = g1_to_compressed(&self.commitment).to_vec();
        self.proof.encode(&mut out);
        out
    }

    /// Reads a request. How many messages it hides is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("request", bytes);
        let commitment = reader.g1("commitment")?;
        let proof = CompactProof::decode_rest(&mut reader)?;
        reader.finish()?;
        Ok(Self { commitment, proof })
    }
}

impl BlindRequest<Aries> {
    /// C(C) ‖ C(T) ‖ ProofG1, where ProofG1 repeats T.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = g1_to_compressed(&self.commitment).to_vec();
        for block in &self.proof.blocks {
            out.extend_from_slice(&g1_to_compressed(block.commitment()));
            block.encode(&mut out);
        }
        out
    }

    /// Reads a request. The two copies of T must be equal; how many messages it hides is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("request", bytes);
        let commitment = reader.g1("commitment")?;
        let t: &[u8; 48] = reader.array()?;
        let block = Block::decode(&mut reader)?;
        reader.finish()?;
        if g1_to_compressed(block.commitment()) != *t {
            return Err(DecodeError::CopyMismatch {
                field: "commitment T",
            });
        }
        Ok(Self {
            commitment,
            proof: CommittedProof {
                blocks: vec![block],
            },
        })
    }
}

impl RequestSecret {
    pub(crate) fn s1(&self) -> &Scalar {
        &self.s1
    }

    /// s₁, 32 bytes big-endian, to keep until the answer comes.
    pub fn expose_bytes(&self) -> zeroize::Zeroizing<[u8; 32]> {
        zeroize::Zeroizing::new(scalar_to_bytes(&self.s1))
    }

    /// Reads s₁.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Scalar`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("request secret", bytes);
        let s1 = Secret::new(reader.scalar("request secret")?);
        reader.finish()?;
        Ok(Self { s1 })
    }
}

impl fmt::Debug for RequestSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestSecret(<redacted>)")
    }
}

impl VerifiedRequest {
    pub(crate) fn parameters(&self) -> &Arc<PublicParameters> {
        &self.parameters
    }

    /// C.
    pub fn commitment(&self) -> &G1Affine {
        &self.commitment
    }

    /// The indices of the hidden messages, ascending.
    pub fn hidden(&self) -> &[usize] {
        &self.hidden
    }
}

impl fmt::Debug for VerifiedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VerifiedRequest")
            .field("commitment", &g1_to_uncompressed(&self.commitment))
            .field("hidden", &self.hidden)
            .finish_non_exhaustive()
    }
}

fn checked_indices(
    parameters: &PublicParameters,
    indices: impl Iterator<Item = usize>,
) -> Result<Vec<usize>, ParameterError> {
    let mut sorted: Vec<_> = indices.collect();
    sorted.sort_unstable();
    let mut previous = None;
    for index in &sorted {
        parameters.h(*index)?;
        if previous.replace(*index) == Some(*index) {
            return Err(ParameterError::DuplicateIndex { index: *index });
        }
    }
    if sorted.is_empty() {
        return Err(ParameterError::NothingHidden);
    }
    Ok(sorted)
}
