//! The issuer's answer, and how the holder turns it into a signature.

use std::fmt;

use rand_core::{CryptoRng, RngCore};

use crate::blind::{RequestSecret, VerifiedRequest};
use crate::curve::{G1Projective, Scalar, Wipe, g1_to_compressed};
use crate::generators::Base;
use crate::hedge::Hedge;
use crate::keys::SigningKey;
use crate::secret::Secret;
use crate::signature::{SIGNATURE_BYTES, Signature};
use crate::{DecodeError, ParameterError, labels};

/// (A, e, s₂): a signature still missing the holder's s₁.
pub struct BlindSignature(Signature);

impl SigningKey {
    /// Signs a verified request together with the messages that the issuer knows: every message that the request
    /// does not hide, as (index, message).
    ///
    /// # Errors
    /// [`ParameterError::OtherKey`] if the request was verified under another key; an index twice, hidden, or out of
    /// range; [`ParameterError::WrongMessageCount`] if a message is missing.
    pub fn sign_blind<R: RngCore + CryptoRng>(
        &self,
        request: VerifiedRequest,
        messages: &[(usize, Scalar)],
        rng: &mut R,
    ) -> Result<BlindSignature, ParameterError> {
        let parameters = self.parameters();
        let theirs = request.parameters();
        if theirs.public_key() != parameters.public_key()
            || theirs.message_count() != parameters.message_count()
        {
            return Err(ParameterError::OtherKey);
        }
        let mut seen = vec![false; parameters.message_count()];
        let given = messages.iter().map(|(index, _)| index);
        for index in request.hidden().iter().chain(given) {
            let count = seen.len();
            let slot = seen
                .get_mut(*index)
                .ok_or(ParameterError::IndexOutOfRange {
                    index: *index,
                    count,
                })?;
            if std::mem::replace(slot, true) {
                return Err(ParameterError::DuplicateIndex { index: *index });
            }
        }
        parameters.check_count(messages.len().saturating_add(request.hidden().len()))?;

        let mut terms: Vec<_> = messages
            .iter()
            .map(|(index, message)| (Base::H(*index), *message))
            .collect();
        // B' = C + g1 + Σ mⱼ·h[j]
        let known = parameters.combine(&terms)?;
        let b_prime = known + <G1Projective as group::Group>::generator() + request.commitment();

        let mut hedge = Hedge::new(labels::HEDGE_ISSUE);
        hedge
            .public(b"w", &parameters.public_key().to_bytes())
            .public(b"L", &(parameters.message_count() as u64).to_be_bytes())
            .point(b"C", request.commitment());
        for index in request.hidden() {
            hedge.public(b"hidden", &(*index as u64).to_be_bytes());
        }
        for (index, message) in messages {
            hedge
                .public(b"index", &(*index as u64).to_be_bytes())
                .secret_scalar(message);
        }
        let mut rng = hedge
            .secret(&g1_to_compressed(&(&b_prime).into()))
            .secret_scalar(self.secret_key().x())
            .finish(rng);
        terms.iter_mut().for_each(|(_, scalar)| scalar.wipe());

        let s2 = Secret::new(rng.scalar());
        // B = B' + s₂·h0, A = B/(e + x)
        let b = Secret::new(b_prime + parameters.combine(&[(Base::H0, *s2)])?);
        Ok(BlindSignature(self.sign_commitment(&b, *s2, &mut rng)))
    }
}

impl BlindSignature {
    /// Completes the signature: s = s₁ + s₂. It is the holder's to verify, see [`crate::VerifiedSignature::new`].
    pub fn unblind(mut self, secret: RequestSecret) -> Signature {
        self.0.add_blinding(secret.s1());
        self.0
    }

    /// C(A) ‖ e ‖ s₂, 112 bytes.
    pub fn expose_bytes(&self) -> zeroize::Zeroizing<[u8; SIGNATURE_BYTES]> {
        self.0.expose_bytes()
    }

    /// Reads C(A) ‖ e ‖ s₂.
    ///
    /// # Errors
    /// As [`Signature::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self(Signature::from_bytes(bytes)?))
    }
}

impl fmt::Debug for BlindSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BlindSignature(<redacted>)")
    }
}
