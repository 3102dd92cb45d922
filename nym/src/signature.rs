//! Signatures under a pseudonym: a proof of its opening with the message in the challenge.

use std::sync::Arc;

use bbs::batch::{Deferred, Pending};
use bbs::curve::{G1Affine, Scalar, batch_normalize};
use bbs::sigma::{CompactProof, Equation, Variables, Witness};
use bbs::{
    Aries, AriesSalt, AriesTranscript, Challenge, Hedge, Native, NativeTranscript, ParameterError,
    Profile, PublicParameters, VerifyError,
};
use rand_core::{CryptoRng, RngCore};

use crate::commitment::{Nym, NymSecret};
use crate::labels;
use crate::scope::{Scope, ScopeNym};

/// A signature on a message under a [`Nym`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NymSignature<P: Profile = Native> {
    proof: P::Proof,
    salt: P::Salt,
}

/// How a profile binds a pseudonym signature.
pub trait NymSignatureProfile: Profile {
    #[doc(hidden)]
    fn challenge(
        parameters: &PublicParameters,
        index: usize,
        nym: &Nym,
        t: &[G1Affine],
        message: &[u8],
        salt: &Self::Salt,
    ) -> Result<Challenge, ParameterError>;
}

impl NymSignatureProfile for Native {
    fn challenge(
        parameters: &PublicParameters,
        index: usize,
        nym: &Nym,
        t: &[G1Affine],
        message: &[u8],
        _salt: &(),
    ) -> Result<Challenge, ParameterError> {
        let mut transcript = NativeTranscript::new(labels::NYM_SIGNATURE, parameters);
        transcript
            .number(b"sk position", index as u64)
            .point(b"nym", nym.point())
            .bytes(b"message", message)
            .points(b"T", t);
        Ok(transcript.challenge())
    }
}

impl NymSignatureProfile for Aries {
    /// c₁ = H(`nym-sig` ‖ U(Nym) ‖ U(h0) ‖ U(h\[sk\]) ‖ U(T) ‖ message), c = H(c₁ ‖ salt).
    fn challenge(
        parameters: &PublicParameters,
        index: usize,
        nym: &Nym,
        t: &[G1Affine],
        message: &[u8],
        salt: &AriesSalt,
    ) -> Result<Challenge, ParameterError> {
        let mut transcript = AriesTranscript::with_capacity(5);
        transcript
            .bytes(labels::ARIES_NYM_SIGNATURE)
            .point(nym.point())
            .point(parameters.h0().point())
            .point(parameters.h(index)?.point());
        for t in t {
            transcript.point(t);
        }
        transcript.bytes(message);
        Ok(transcript.challenge_with_salt(salt))
    }
}

impl<P: NymSignatureProfile> NymSignature<P> {
    /// Signs `message` (any length) under a pseudonym of the holder's key `sk`, message `index` of the issuer key.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`].
    pub fn sign<R: RngCore + CryptoRng>(
        parameters: &PublicParameters,
        index: usize,
        sk: &Scalar,
        secret: &NymSecret,
        message: &[u8],
        rng: &mut R,
    ) -> Result<Self, ParameterError> {
        let nym = secret.nym();
        let mut hedge = Hedge::new(labels::HEDGE_NYM_SIGNATURE);
        hedge
            .public(b"profile", P::NAME.as_bytes())
            .public(b"w", &parameters.public_key().to_bytes())
            .public(b"L", &(parameters.message_count() as u64).to_be_bytes())
            .public(b"index", &(index as u64).to_be_bytes())
            .point(b"nym", nym.point())
            .public(b"message", message)
            .secret_scalar(sk)
            .secret_scalar(secret.randomness());
        let mut rng = hedge.finish(rng);

        let mut witness = Witness::with_capacity(2);
        let randomness = witness.hide(*secret.randomness(), &mut rng);
        let key = witness.hide(*sk, &mut rng);
        let equation = nym.equation(index, randomness, key);
        let t = batch_normalize(&[witness.commit(parameters, &equation.terms)?]);
        let salt = P::salt(&mut rng);
        let challenge = P::challenge(parameters, index, nym, &t, message, &salt)?;
        let proof = P::assemble(&[equation], &t, &challenge, witness.respond(&challenge))?;
        Ok(Self { proof, salt })
    }

    /// Verifies a signature on `message` under `nym`.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], [`VerifyError::ResponseCount`], [`VerifyError::Statement`].
    pub fn verify(
        &self,
        parameters: &PublicParameters,
        index: usize,
        nym: &Nym,
        message: &[u8],
    ) -> Result<(), VerifyError> {
        let mut variables = Variables::default();
        let equation = nym.equation(index, variables.fresh(), variables.fresh());
        P::check(
            parameters,
            &[equation],
            variables.count(),
            &self.proof,
            |t| P::challenge(parameters, index, nym, t, message, &self.salt),
        )
    }

    /// As [`NymSignature::verify`], leaving what can be checked together with others.
    ///
    /// # Errors
    /// As [`NymSignature::verify`].
    pub fn defer(
        &self,
        parameters: &Arc<PublicParameters>,
        index: usize,
        nym: &Nym,
        message: &[u8],
    ) -> Result<Pending<()>, VerifyError> {
        let mut variables = Variables::default();
        let equation = nym.equation(index, variables.fresh(), variables.fresh());
        let mut deferred = Deferred::default();
        P::defer(
            parameters,
            &[equation],
            variables.count(),
            &self.proof,
            |t| P::challenge(parameters, index, nym, t, message, &self.salt),
            &mut deferred,
        )?;
        Ok(Pending::new((), deferred))
    }

    /// A signature from what the format carries.
    pub fn from_parts(proof: P::Proof, salt: P::Salt) -> Self {
        Self { proof, salt }
    }

    /// What the format carries.
    pub fn parts(&self) -> (&P::Proof, &P::Salt) {
        (&self.proof, &self.salt)
    }
}

/// A signature on a message under a [`ScopeNym`]. Native profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeSignature(CompactProof);

impl ScopeSignature {
    /// Signs `message` under the pseudonym of `sk` in `scope`.
    ///
    /// # Errors
    /// [`ParameterError::Zero`] if sk = 0.
    pub fn sign<R: RngCore + CryptoRng>(
        parameters: &PublicParameters,
        scope: &Scope,
        sk: &Scalar,
        message: &[u8],
        rng: &mut R,
    ) -> Result<Self, ParameterError> {
        let nym = scope
            .pseudonym(sk)
            .map_err(|_| ParameterError::Zero { what: "holder key" })?;
        let mut hedge = Hedge::new(labels::HEDGE_NYM_SIGNATURE);
        hedge
            .public(b"w", &parameters.public_key().to_bytes())
            .public(b"scope", scope.name())
            .public(b"message", message)
            .secret_scalar(sk);
        let mut rng = hedge.finish(rng);
        let mut witness = Witness::with_capacity(1);
        let key = witness.hide(*sk, &mut rng);
        let equation = nym.equation(scope, key);
        let t = batch_normalize(&[witness.commit(parameters, &equation.terms)?]);
        let challenge = Self::challenge(parameters, scope, &nym, &t, message);
        let responses = witness.respond(&challenge);
        Native::assemble(&[equation], &t, &challenge, responses).map(Self)
    }

    /// Verifies a signature on `message` under `nym`.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], [`VerifyError::ResponseCount`].
    pub fn verify(
        &self,
        parameters: &PublicParameters,
        scope: &Scope,
        nym: &ScopeNym,
        message: &[u8],
    ) -> Result<(), VerifyError> {
        let mut variables = Variables::default();
        let equation: Equation = nym.equation(scope, variables.fresh());
        Native::check(parameters, &[equation], variables.count(), &self.0, |t| {
            Ok(Self::challenge(parameters, scope, nym, t, message))
        })
    }

    pub(crate) fn proof(&self) -> &CompactProof {
        &self.0
    }

    pub(crate) fn from_proof(proof: CompactProof) -> Self {
        Self(proof)
    }

    fn challenge(
        parameters: &PublicParameters,
        scope: &Scope,
        nym: &ScopeNym,
        t: &[G1Affine],
        message: &[u8],
    ) -> Challenge {
        let mut transcript = NativeTranscript::new(labels::SCOPE_SIGNATURE, parameters);
        transcript
            .bytes(b"scope", scope.name())
            .point(b"scope nym", nym.point())
            .bytes(b"message", message)
            .points(b"T", t);
        transcript.challenge()
    }
}
