//! BBS+ signatures: (A, e, s) with A = B/(e + x), B = g1 + s·h0 + Σ mᵢ·h\[i\] (eprint 2016/663, section 4.3).

use core::fmt;
use std::sync::Arc;

use ff::Field;
use group::Curve;
use group::prime::PrimeCurveAffine;
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use crate::batch::{Deferred, Pending};
use crate::curve::{self, FixedBase, G1Affine, G1Projective, Scalar, TableSize, Wipe};
use crate::generators::{Base, PublicParameters};
use crate::hedge::{Hedge, HedgedRng};
use crate::keys::SigningKey;
use crate::reader::Reader;
use crate::secret::Secret;
use crate::{DecodeError, PairingEquation, ParameterError, Relation, VerifyError, labels};

/// Length of an encoded signature: C(A) ‖ e ‖ s.
pub const SIGNATURE_BYTES: usize = 112;

/// A signature (A, e, s). What a holder owns is a secret: wiped on drop, redacted, exported explicitly.
pub struct Signature {
    a: Secret<G1Affine>,
    e: Secret<Scalar>,
    s: Secret<Scalar>,
}

impl Signature {
    pub(crate) fn new(a: G1Affine, e: Scalar, s: Scalar) -> Self {
        Self {
            a: Secret::new(a),
            e: Secret::new(e),
            s: Secret::new(s),
        }
    }

    /// Reads C(A) ‖ e ‖ s, 112 bytes.
    ///
    /// # Errors
    /// [`DecodeError`]: length, a point that is malformed, outside the subgroup or the identity, a scalar not below r.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("signature", bytes);
        let a = reader.g1("A")?;
        let e = reader.scalar("e")?;
        let s = reader.scalar("s")?;
        reader.finish()?;
        Ok(Self::new(a, e, s))
    }

    /// C(A) ‖ e ‖ s, 112 bytes.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; SIGNATURE_BYTES]> {
        let mut bytes = Zeroizing::new([0; SIGNATURE_BYTES]);
        let (a, scalars) = bytes.split_at_mut(48);
        let (e, s) = scalars.split_at_mut(32);
        a.copy_from_slice(&curve::g1_to_compressed(&self.a));
        e.copy_from_slice(&curve::scalar_to_bytes(&self.e));
        s.copy_from_slice(&curve::scalar_to_bytes(&self.s));
        bytes
    }

    /// Checks the signature on `messages`.
    ///
    /// # Errors
    /// [`VerifyError::Statement`] for another number of messages than the key's, [`VerifyError::BadProof`].
    pub fn verify(
        &self,
        parameters: &PublicParameters,
        messages: &[Scalar],
    ) -> Result<(), VerifyError> {
        let b = commitment_to_messages(parameters, &self.s, messages)?.to_affine();
        check_pairing(parameters, &self.a, &self.e, &b)
    }

    /// The part added by unblinding: s := s₁ + s₂.
    pub(crate) fn add_blinding(&mut self, blinding: &Scalar) {
        let s = *self.s + *blinding;
        self.s = Secret::new(s);
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signature(<redacted>)")
    }
}

impl SigningKey {
    /// Signs `messages`, one scalar per message of the key.
    ///
    /// # Errors
    /// [`ParameterError::WrongMessageCount`].
    pub fn sign<R: RngCore + CryptoRng>(
        &self,
        messages: &[Scalar],
        rng: &mut R,
    ) -> Result<Signature, ParameterError> {
        let parameters = self.parameters();
        parameters.check_count(messages.len())?;
        let mut hedge = Hedge::new(labels::HEDGE_SIGN);
        hedge
            .public(b"w", &parameters.public_key().to_bytes())
            .public(b"L", &(messages.len() as u64).to_be_bytes())
            .secret_scalar(self.secret_key().x());
        for message in messages {
            hedge.secret_scalar(message);
        }
        let mut rng = hedge.finish(rng);
        let s = Secret::new(rng.scalar());
        let b = commitment_to_messages(parameters, &s, messages)?;
        Ok(self.sign_commitment(&b, *s, &mut rng))
    }

    /// A = B/(e + x) with a fresh e.
    pub(crate) fn sign_commitment(
        &self,
        b: &G1Projective,
        s: Scalar,
        rng: &mut HedgedRng,
    ) -> Signature {
        loop {
            let e = rng.scalar();
            let exponent = Secret::new(*self.secret_key().x() + e);
            // x + e = 0 happens with probability 1/r; then another e serves.
            if let Some(inverse) = Option::<Scalar>::from(Field::invert(&*exponent)) {
                let inverse = Secret::new(inverse);
                let b = Secret::new(b.to_affine());
                // A = B/(e + x)
                let a = curve::combine(&[], &[(&b, &inverse)]).to_affine();
                return Signature::new(a, e, s);
            }
        }
    }
}

/// B = g1 + s·h0 + Σ mᵢ·h\[i\]. Constant time.
pub(crate) fn commitment_to_messages(
    parameters: &PublicParameters,
    s: &Scalar,
    messages: &[Scalar],
) -> Result<G1Projective, ParameterError> {
    parameters.check_count(messages.len())?;
    let mut terms = Vec::with_capacity(messages.len().saturating_add(1));
    terms.push((Base::H0, *s));
    terms.extend(
        messages
            .iter()
            .enumerate()
            .map(|(index, message)| (Base::H(index), *message)),
    );
    let sum = parameters.combine(&terms);
    terms.iter_mut().for_each(|(_, scalar)| scalar.wipe());
    Ok(sum? + <G1Affine as PrimeCurveAffine>::generator())
}

/// e(A, w + e·g2) = e(B, g2), computed as e(A, w) = e(B − e·A, g2): no arithmetic in G2, both G2 points prepared.
fn check_pairing(
    parameters: &PublicParameters,
    a: &G1Affine,
    e: &Scalar,
    b: &G1Affine,
) -> Result<(), VerifyError> {
    if parameters.pairing_key().check(a, &*pairing_right(a, e, b)?) {
        Ok(())
    } else {
        Err(VerifyError::BadProof(Relation::Signature))
    }
}

/// B − e·A, for A ≠ O. Constant time.
fn pairing_right(a: &G1Affine, e: &Scalar, b: &G1Affine) -> Result<Secret<G1Affine>, VerifyError> {
    if bool::from(PrimeCurveAffine::is_identity(a)) {
        return Err(VerifyError::Malformed(DecodeError::Identity { field: "A" }));
    }
    let e_a = curve::combine(&[], &[(a, e)]);
    Ok(Secret::new((-e_a + b).to_affine()))
}

/// A signature with its messages, verified once: what a prover works with. It carries what depends only on itself, so
/// that proving needs no pairing: A, B, and tables for both on request ([`VerifiedSignature::precompute`]).
pub struct VerifiedSignature {
    parameters: Arc<PublicParameters>,
    e: Secret<Scalar>,
    s: Secret<Scalar>,
    a: FixedBase,
    b: FixedBase,
    messages: Secret<Vec<Scalar>>,
}

impl VerifiedSignature {
    /// Verifies a signature on `messages`.
    ///
    /// # Errors
    /// As [`Signature::verify`].
    pub fn new(
        parameters: &Arc<PublicParameters>,
        signature: &Signature,
        messages: Vec<Scalar>,
    ) -> Result<Self, VerifyError> {
        let messages = Secret::new(messages);
        let b =
            Secret::new(commitment_to_messages(parameters, &signature.s, &messages)?.to_affine());
        Self::checked(parameters, signature, messages, &b)
    }

    /// Verifies a signature of which one message is known only through its commitment C = m·h\[index\]; the entry of
    /// `messages` at `index` is ignored. A smartcard keeps its key so.
    ///
    /// # Errors
    /// As [`Signature::verify`], and [`ParameterError::IndexOutOfRange`].
    pub fn with_committed_message(
        parameters: &Arc<PublicParameters>,
        signature: &Signature,
        messages: Vec<Scalar>,
        index: usize,
        commitment: &G1Projective,
    ) -> Result<Self, VerifyError> {
        let mut messages = Secret::new(messages);
        messages.wipe_at(index)?;
        let b = commitment_to_messages(parameters, &signature.s, &messages)? + commitment;
        let b = Secret::new(b.to_affine());
        Self::checked(parameters, signature, messages, &b)
    }

    /// As [`VerifiedSignature::new`], leaving the pairing equation to be checked with others.
    ///
    /// # Errors
    /// As [`Signature::verify`], without [`VerifyError::BadProof`].
    pub fn defer(
        parameters: &Arc<PublicParameters>,
        signature: &Signature,
        messages: Vec<Scalar>,
    ) -> Result<Pending<Self>, VerifyError> {
        let messages = Secret::new(messages);
        let b =
            Secret::new(commitment_to_messages(parameters, &signature.s, &messages)?.to_affine());
        let right = pairing_right(&signature.a, &signature.e, &b)?;
        let mut deferred = Deferred::default();
        deferred.pairing(PairingEquation {
            left: *signature.a,
            key: parameters.pairing_key().clone(),
            right: *right,
        });
        let evidence = Self::unchecked(parameters, signature, messages, &b);
        Ok(Pending::new(evidence, deferred))
    }

    fn checked(
        parameters: &Arc<PublicParameters>,
        signature: &Signature,
        messages: Secret<Vec<Scalar>>,
        b: &G1Affine,
    ) -> Result<Self, VerifyError> {
        check_pairing(parameters, &signature.a, &signature.e, b)?;
        Ok(Self::unchecked(parameters, signature, messages, b))
    }

    fn unchecked(
        parameters: &Arc<PublicParameters>,
        signature: &Signature,
        messages: Secret<Vec<Scalar>>,
        b: &G1Affine,
    ) -> Self {
        Self {
            parameters: Arc::clone(parameters),
            e: Secret::new(*signature.e),
            s: Secret::new(*signature.s),
            a: FixedBase::new(*signature.a),
            b: FixedBase::new(*b),
            messages,
        }
    }

    /// Builds tables for A and B, once; they make presenting faster and cost memory per credential.
    pub fn precompute(&self, size: TableSize) {
        self.a.precompute_secret(size);
        self.b.precompute_secret(size);
    }

    /// The key and generators it verifies under.
    pub fn parameters(&self) -> &Arc<PublicParameters> {
        &self.parameters
    }

    /// The signature, for storage.
    pub fn signature(&self) -> Signature {
        Signature::new(*self.a.point(), *self.e, *self.s)
    }

    pub(crate) fn parts(&self) -> (&FixedBase, &FixedBase, &Scalar, &Scalar) {
        (&self.a, &self.b, &self.e, &self.s)
    }

    /// The messages. Secret.
    pub fn messages(&self) -> &[Scalar] {
        &self.messages
    }
}

impl Secret<Vec<Scalar>> {
    fn wipe_at(&mut self, index: usize) -> Result<(), ParameterError> {
        let count = self.len();
        self.get_mut_secret()
            .get_mut(index)
            .ok_or(ParameterError::IndexOutOfRange { index, count })?
            .wipe();
        Ok(())
    }
}

impl fmt::Debug for VerifiedSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VerifiedSignature(<redacted>)")
    }
}
