//! Issuer keys: x, and w = x·g2.

use core::fmt;
use std::sync::Arc;

use ff::Field;
use group::Curve;
use hkdf::Hkdf;
use rand_core::{CryptoRng, RngCore};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::curve::{
    self, G2_COMPRESSED_BYTES, G2_UNCOMPRESSED_BYTES, G2Affine, SCALAR_BYTES, Scalar,
};
use crate::generators::{Limits, PublicParameters};
use crate::hedge::Hedge;
use crate::secret::Secret;
use crate::{DecodeError, ParameterError, hash_to_scalar, labels};

/// The issuer's secret x ≠ 0. Redacted, wiped on drop; exported by [`SecretKey::expose_bytes`] only.
pub struct SecretKey {
    x: Secret<Scalar>,
    public: PublicKey,
}

impl SecretKey {
    /// Draws x uniformly, hedged.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Self {
        let mut hedged = Hedge::new(labels::KEY_GENERATION).finish(rng);
        loop {
            let x = hedged.scalar();
            if !bool::from(x.is_zero()) {
                return Self::from_nonzero(x);
            }
        }
    }

    /// Derives x from a seed as the Go module `bbs` does: HKDF-SHA-256 with salt `BBS-SIG-KEYGEN-SALT-`, input
    /// seed ‖ 00, info 00 00, 32 bytes out, then [`hash_to_scalar`].
    ///
    /// # Errors
    /// [`ParameterError::Zero`] if x would be zero.
    pub fn from_seed(seed: &[u8; 32]) -> Result<Self, ParameterError> {
        let okm = key_material(seed);
        let x = hash_to_scalar(okm.as_ref());
        if bool::from(x.is_zero()) {
            return Err(ParameterError::Zero { what: "secret key" });
        }
        Ok(Self::from_nonzero(x))
    }

    /// Reads x, 32 bytes big-endian.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Scalar`] if not below r, [`DecodeError::Zero`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let field = "issuer secret key";
        let array: &[u8; SCALAR_BYTES] = bytes.try_into().map_err(|_| DecodeError::Length {
            object: field,
            expected: SCALAR_BYTES,
            found: bytes.len(),
        })?;
        let x = curve::scalar_from_bytes(array, field)?;
        if bool::from(x.is_zero()) {
            return Err(DecodeError::Zero { field });
        }
        Ok(Self::from_nonzero(x))
    }

    /// x, 32 bytes big-endian.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; SCALAR_BYTES]> {
        Zeroizing::new(curve::scalar_to_bytes(&self.x))
    }

    /// w = x·g2.
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// This key for signatures on `message_count` messages.
    ///
    /// # Errors
    /// [`ParameterError::MessageCount`] beyond the limits.
    pub fn signing_key(
        self,
        message_count: usize,
        limits: Limits,
    ) -> Result<SigningKey, ParameterError> {
        let parameters = self.public.parameters(message_count, limits)?;
        Ok(SigningKey {
            secret: self,
            parameters,
        })
    }

    pub(crate) fn x(&self) -> &Scalar {
        &self.x
    }

    fn from_nonzero(x: Scalar) -> Self {
        let public = PublicKey::new(curve::g2_generator_mul(&x).to_affine());
        Self {
            x: Secret::new(x),
            public,
        }
    }
}

/// HKDF as the Go module's key generation uses it; its output is hashed to the secret key.
pub(crate) fn key_material(seed: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut input = Zeroizing::new(seed.to_vec());
    input.push(0);
    let mut okm = Zeroizing::new([0u8; 32]);
    // 32 bytes are one block of SHA-256: this length cannot be refused.
    let _ =
        Hkdf::<Sha256>::new(Some(b"BBS-SIG-KEYGEN-SALT-"), &input).expand(&[0, 0], okm.as_mut());
    okm
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(<redacted>)")
    }
}

impl ConstantTimeEq for SecretKey {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.x.ct_eq(&other.x)
    }
}

/// A secret key together with the generators for its number of messages.
pub struct SigningKey {
    secret: SecretKey,
    parameters: Arc<PublicParameters>,
}

impl SigningKey {
    /// The public side.
    pub fn parameters(&self) -> &Arc<PublicParameters> {
        &self.parameters
    }

    /// The secret key itself.
    pub fn secret_key(&self) -> &SecretKey {
        &self.secret
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(<redacted>)")
    }
}

/// The issuer's public key w = x·g2: on the curve, in the subgroup, not the identity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey {
    w: G2Affine,
}

impl PublicKey {
    pub(crate) fn new(w: G2Affine) -> Self {
        Self { w }
    }

    /// Reads C(w), 96 bytes.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Point`], [`DecodeError::Subgroup`], [`DecodeError::Identity`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let field = "issuer public key";
        let array: &[u8; G2_COMPRESSED_BYTES] =
            bytes.try_into().map_err(|_| DecodeError::Length {
                object: field,
                expected: G2_COMPRESSED_BYTES,
                found: bytes.len(),
            })?;
        Ok(Self::new(curve::g2_from_compressed(array, field)?))
    }

    /// C(w), 96 bytes.
    pub fn to_bytes(&self) -> [u8; G2_COMPRESSED_BYTES] {
        curve::g2_to_compressed(&self.w)
    }

    /// U(w), 192 bytes.
    pub fn to_uncompressed(&self) -> [u8; G2_UNCOMPRESSED_BYTES] {
        curve::g2_to_uncompressed(&self.w)
    }

    /// The point w.
    pub fn point(&self) -> &G2Affine {
        &self.w
    }

    /// The generators for signatures on `message_count` messages under this key, from the shared cache.
    ///
    /// # Errors
    /// [`ParameterError::MessageCount`] for zero messages or more than `limits` allow.
    pub fn parameters(
        &self,
        message_count: usize,
        limits: Limits,
    ) -> Result<Arc<PublicParameters>, ParameterError> {
        PublicParameters::cached(self, message_count, limits)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PublicKey(")?;
        for byte in self.to_bytes() {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_no_key() {
        assert_eq!(
            SecretKey::from_bytes(&[0; 32]).unwrap_err(),
            DecodeError::Zero {
                field: "issuer secret key"
            }
        );
    }

    #[test]
    fn debug_is_redacted() {
        let key = SecretKey::from_seed(&[7; 32]).unwrap();
        assert_eq!(format!("{key:?}"), "SecretKey(<redacted>)");
    }
}
