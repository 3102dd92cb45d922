//! The proof on its own, bound to a nonce: what the inner crate offers without pseudonyms.

use rand_core::{CryptoRng, RngCore};

use crate::curve::{G1Affine, batch_normalize, g1_to_compressed};
use crate::generators::PublicParameters;
use crate::hedge::Hedge;
use crate::proof::{
    Disclosure, MainProof, RandomizedSignature, SignatureProver, SignatureStatement,
    SignatureVariables, aries,
};
use crate::reader::Reader;
use crate::sigma::{Aries, CommittedProof, CompactProof, Native, Profile, Variables, Witness};
use crate::signature::VerifiedSignature;
use crate::transcript::{AriesTranscript, Challenge, NativeTranscript};
use crate::{DecodeError, ParameterError, VerifyError, labels};

/// A proof of knowledge of a signature that discloses some messages and is bound to a nonce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureProof<P: Profile = Native> {
    points: RandomizedSignature,
    proof: P::Proof,
}

/// How a profile binds the standalone proof.
pub trait SignatureProofProfile: Profile {
    /// The challenge for commitments T1, T2.
    #[doc(hidden)]
    fn challenge(
        parameters: &PublicParameters,
        disclosure: &Disclosure,
        points: &RandomizedSignature,
        variables: &SignatureVariables,
        commitments: &[G1Affine],
        nonce: &[u8],
    ) -> Result<Challenge, ParameterError>;
}

impl SignatureProofProfile for Native {
    fn challenge(
        parameters: &PublicParameters,
        disclosure: &Disclosure,
        points: &RandomizedSignature,
        _variables: &SignatureVariables,
        commitments: &[G1Affine],
        nonce: &[u8],
    ) -> Result<Challenge, ParameterError> {
        let mut transcript = NativeTranscript::new(labels::SIGNATURE_PROOF, parameters);
        transcript
            .disclosure(disclosure)
            .bytes(b"nonce", nonce)
            .randomized(points)
            .points(b"T", commitments);
        Ok(transcript.challenge())
    }
}

impl SignatureProofProfile for Aries {
    /// H(main points ‖ H(nonce)), one step.
    fn challenge(
        parameters: &PublicParameters,
        _disclosure: &Disclosure,
        points: &RandomizedSignature,
        variables: &SignatureVariables,
        commitments: &[G1Affine],
        nonce: &[u8],
    ) -> Result<Challenge, ParameterError> {
        let mut transcript =
            AriesTranscript::with_capacity(parameters.message_count().saturating_add(8));
        transcript.main(parameters, points, variables, commitments)?;
        transcript.hashed(nonce);
        Ok(transcript.challenge())
    }
}

impl NativeTranscript {
    /// Absorbs the disclosed (index, scalar) pairs, ascending, their count first.
    pub fn disclosure(&mut self, disclosure: &Disclosure) -> &mut Self {
        self.number(b"disclosed", disclosure.disclosed().len() as u64);
        for (index, value) in disclosure.disclosed() {
            self.number(b"index", *index as u64).scalar(b"value", value);
        }
        self
    }

    /// Absorbs A', Ā, d.
    pub fn randomized(&mut self, points: &RandomizedSignature) -> &mut Self {
        self.point(b"A'", &points.a_prime)
            .point(b"A-bar", &points.a_bar)
            .point(b"d", &points.d)
    }
}

impl AriesTranscript {
    /// Appends the points of the main proof, from Ā to T2; `commitments` starts with T1, T2.
    ///
    /// # Errors
    /// [`ParameterError`] for a base that does not exist, or if there are fewer than two commitments.
    pub fn main(
        &mut self,
        parameters: &PublicParameters,
        points: &RandomizedSignature,
        variables: &SignatureVariables,
        commitments: &[G1Affine],
    ) -> Result<&mut Self, ParameterError> {
        let [t1, t2, ..] = commitments else {
            return Err(ParameterError::IndexOutOfRange {
                index: 1,
                count: commitments.len(),
            });
        };
        aries::append_main(self, parameters, points, variables, t1, t2)?;
        Ok(self)
    }
}

impl<P: SignatureProofProfile> SignatureProof<P> {
    /// Proves knowledge of `signature`, disclosing what `disclosure` says, bound to `nonce` (any length).
    ///
    /// # Errors
    /// [`ParameterError`]: `disclosure` does not fit the signature.
    pub fn prove<R: RngCore + CryptoRng>(
        signature: &VerifiedSignature,
        disclosure: &Disclosure,
        nonce: &[u8],
        rng: &mut R,
    ) -> Result<Self, ParameterError> {
        let parameters = signature.parameters();
        let statement = SignatureStatement::new(disclosure);
        let mut hedge = Hedge::new(labels::HEDGE_PROOF);
        hedge.public(b"profile", P::NAME.as_bytes());
        signature.hedge(&mut hedge);
        hedge.disclosure(disclosure).public(b"nonce", nonce);
        let mut rng = hedge.finish(rng);

        let mut witness = Witness::with_capacity(statement.hidden_count().saturating_add(4));
        let prover = SignatureProver::new(signature, &statement, None, &mut witness, &mut rng)?;
        let points = batch_normalize(&prover.points(&witness)?);
        let [a_prime, a_bar, d, commitments @ ..] = points.as_slice() else {
            return Err(ParameterError::UnknownVariable);
        };
        let points = RandomizedSignature::from_points(*a_prime, *a_bar, *d);
        let variables = prover.variables();
        let challenge = P::challenge(
            parameters,
            disclosure,
            &points,
            variables,
            commitments,
            nonce,
        )?;
        let equations = statement.equations(&points, variables);
        let responses = witness.respond(&challenge);
        let proof = P::assemble(&equations, commitments, &challenge, responses)?;
        Ok(Self { points, proof })
    }

    /// Verifies against the verifier's own statement: key, disclosed messages with their values, nonce.
    ///
    /// # Errors
    /// [`VerifyError`] names the relation or the response count that is off.
    pub fn verify(
        &self,
        parameters: &PublicParameters,
        disclosure: &Disclosure,
        nonce: &[u8],
    ) -> Result<(), VerifyError> {
        parameters.check_count(disclosure.message_count())?;
        let statement = SignatureStatement::new(disclosure);
        let mut counter = Variables::default();
        let variables = SignatureVariables::allocate(&statement, |_| counter.fresh());
        let equations = statement.equations(&self.points, &variables);
        P::check(
            parameters,
            &equations,
            counter.count(),
            &self.proof,
            |commitments| {
                P::challenge(
                    parameters,
                    disclosure,
                    &self.points,
                    &variables,
                    commitments,
                    nonce,
                )
            },
        )?;
        self.points.check_pairing(parameters)
    }
}

impl SignatureProof<Native> {
    /// C(A') ‖ C(Ā) ‖ C(d) ‖ challenge ‖ responses, 32 bytes each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for point in [self.points.a_prime, self.points.a_bar, self.points.d] {
            out.extend_from_slice(&g1_to_compressed(&point));
        }
        self.proof.encode(&mut out);
        out
    }

    /// Reads a proof. What it discloses, and how many responses it should have, is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("signature proof", bytes);
        let points = RandomizedSignature {
            a_prime: reader.g1("A'")?,
            a_bar: reader.g1("Ā")?,
            d: reader.g1("d")?,
        };
        let proof = CompactProof::decode_rest(&mut reader)?;
        reader.finish()?;
        Ok(Self { points, proof })
    }
}

impl SignatureProof<Aries> {
    /// Payload and main proof, as the Go module `bbs` writes them.
    ///
    /// # Errors
    /// [`ParameterError::WrongMessageCount`] if the proof is not one for `disclosure`.
    pub fn to_bytes(&self, disclosure: &Disclosure) -> Result<Vec<u8>, ParameterError> {
        let [randomisation, messages] = self.proof.blocks.as_slice() else {
            return Err(ParameterError::UnknownVariable);
        };
        let found = messages.responses.len().saturating_sub(2);
        if found != disclosure.hidden_count() {
            return Err(ParameterError::WrongMessageCount {
                expected: disclosure.hidden_count(),
                found,
            });
        }
        let main = MainProof::new(
            disclosure,
            self.points,
            randomisation.clone(),
            messages.clone(),
        );
        Ok(main.to_bytes())
    }

    /// Reads payload and main proof; the payload must say the verifier's own disclosure.
    ///
    /// # Errors
    /// As [`MainProof::from_bytes`] and [`MainProof::check_payload`].
    pub fn from_bytes(bytes: &[u8], disclosure: &Disclosure) -> Result<Self, VerifyError> {
        let main = MainProof::from_bytes(bytes)?;
        main.check_payload(disclosure)?;
        Ok(Self {
            points: main.points,
            proof: CommittedProof {
                blocks: vec![main.randomisation, main.messages],
            },
        })
    }
}

impl Hedge {
    /// Absorbs the disclosed indices and values.
    pub fn disclosure(&mut self, disclosure: &Disclosure) -> &mut Self {
        self.public(b"L", &(disclosure.message_count() as u64).to_be_bytes());
        for (index, value) in disclosure.disclosed() {
            self.public(b"index", &(*index as u64).to_be_bytes())
                .public(b"value", &crate::curve::scalar_to_bytes(value));
        }
        self
    }
}

impl VerifiedSignature {
    /// Rekeys a hedge with everything secret here: A, e, s and the messages, under the public key.
    pub fn hedge(&self, hedge: &mut Hedge) {
        let (a, _, e, s) = self.parts();
        hedge
            .public(b"w", &self.parameters().public_key().to_bytes())
            .secret(zeroize::Zeroizing::new(g1_to_compressed(a.point())).as_ref())
            .secret_scalar(e)
            .secret_scalar(s);
        for message in self.messages() {
            hedge.secret_scalar(message);
        }
    }
}
