//! The revocation authority's signing key: ECDSA over P-384 with deterministic nonces (RFC 6979).

use core::fmt;

use bbs::DecodeError;
use p384::SecretKey;
use p384::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use p384::ecdsa::{Signature, SigningKey, VerifyingKey};
use p384::pkcs8::der::pem::{self, LineEnding};
use p384::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePublicKey};
use rand_core::{CryptoRng, RngCore};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::RevocationError;

/// Length of a raw secret key.
pub const SECRET_KEY_BYTES: usize = 48;
/// Length of an uncompressed public point: 04, x, y.
pub const PUBLIC_KEY_BYTES: usize = 97;
/// PEM files larger than this are refused unread; real ones have about 300 bytes.
const MAX_PEM_BYTES: usize = 4096;

const SECRET_LABEL: &str = "PRIVATE KEY";
const PUBLIC_LABEL: &str = "PUBLIC KEY";
const SECRET: &str = "revocation secret key";
const PUBLIC: &str = "revocation public key";

/// The revocation authority's ECDSA P-384 secret key. Wiped on drop.
pub struct RevocationSecretKey(SigningKey);

impl RevocationSecretKey {
    /// A fresh key: 48 random bytes, drawn again until they are a number from 1 to n − 1.
    pub fn generate(rng: &mut (impl RngCore + CryptoRng)) -> Self {
        let mut bytes = Zeroizing::new([0u8; SECRET_KEY_BYTES]);
        loop {
            rng.fill_bytes(bytes.as_mut());
            if let Ok(key) = SigningKey::from_slice(bytes.as_ref()) {
                return Self(key);
            }
        }
    }

    /// Reads a big-endian number. Fewer than 48 bytes are padded with leading zeroes, as the Go library leaves
    /// leading zeroes out.
    ///
    /// # Errors
    /// [`DecodeError::TooLarge`] for more than 48 bytes, [`RevocationError::Key`] for 0 and for n or more.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RevocationError> {
        let mut padded = Zeroizing::new([0u8; SECRET_KEY_BYTES]);
        let tail = SECRET_KEY_BYTES
            .checked_sub(bytes.len())
            .and_then(|start| padded.get_mut(start..))
            .ok_or(DecodeError::TooLarge {
                object: SECRET,
                limit: SECRET_KEY_BYTES,
                found: bytes.len(),
            })?;
        tail.copy_from_slice(bytes);
        match SigningKey::from_slice(padded.as_ref()) {
            Ok(key) => Ok(Self(key)),
            Err(_) => Err(RevocationError::Key { object: SECRET }),
        }
    }

    /// The secret number, 48 bytes big-endian.
    pub fn expose_secret_bytes(&self) -> Zeroizing<[u8; SECRET_KEY_BYTES]> {
        Zeroizing::new(self.0.to_bytes().into())
    }

    /// Reads a PEM file with the label `PRIVATE KEY` around PKCS#8, or, as Go's idemixgen writes it, around SEC 1.
    ///
    /// # Errors
    /// [`DecodeError::TooLarge`], [`DecodeError::Malformed`] or [`RevocationError::Key`].
    pub fn from_pem(text: &str) -> Result<Self, RevocationError> {
        let der = Zeroizing::new(decode_pem(text, SECRET_LABEL, SECRET)?);
        SecretKey::from_pkcs8_der(&der)
            .or_else(|_| SecretKey::from_sec1_der(&der))
            .map(|key| Self(SigningKey::from(&key)))
            .map_err(|_| RevocationError::Key { object: SECRET })
    }

    /// The PEM file that Go's idemixgen writes: the label `PRIVATE KEY` around SEC 1.
    ///
    /// # Errors
    /// [`RevocationError::Key`] if the key cannot be encoded; it always can.
    pub fn expose_secret_pem(&self) -> Result<Zeroizing<String>, RevocationError> {
        let failed = RevocationError::Key { object: SECRET };
        let der = SecretKey::from(&self.0)
            .to_sec1_der()
            .map_err(|_| failed.clone())?;
        pem::encode_string(SECRET_LABEL, LineEnding::LF, &der)
            .map(Zeroizing::new)
            .map_err(|_| failed)
    }

    /// The public key.
    pub fn public_key(&self) -> RevocationPublicKey {
        RevocationPublicKey(*self.0.verifying_key())
    }

    /// Signs a digest. The nonce is a function of key and digest (RFC 6979 with HMAC-SHA-384), so one digest has one
    /// signature and no RNG can leak the key.
    pub(crate) fn sign_digest(&self, digest: &[u8]) -> Result<Signature, RevocationError> {
        self.0
            .sign_prehash(digest)
            .map_err(|_| RevocationError::Signature)
    }
}

impl fmt::Debug for RevocationSecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RevocationSecretKey(<redacted>)")
    }
}

impl ConstantTimeEq for RevocationSecretKey {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.0.ct_eq(&other.0)
    }
}

// `SigningKey` wipes itself on drop.
impl zeroize::ZeroizeOnDrop for RevocationSecretKey {}

/// The revocation authority's public key. It stands for the authority: verifiers and holders are configured with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RevocationPublicKey(VerifyingKey);

impl RevocationPublicKey {
    /// Reads 97 bytes: 04, x, y.
    ///
    /// # Errors
    /// [`DecodeError::Length`] or [`RevocationError::Key`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RevocationError> {
        if bytes.len() != PUBLIC_KEY_BYTES {
            return Err(DecodeError::Length {
                object: PUBLIC,
                expected: PUBLIC_KEY_BYTES,
                found: bytes.len(),
            }
            .into());
        }
        VerifyingKey::from_sec1_bytes(bytes)
            .map(Self)
            .map_err(|_| RevocationError::Key { object: PUBLIC })
    }

    /// 97 bytes: 04, x, y.
    pub fn to_bytes(&self) -> [u8; PUBLIC_KEY_BYTES] {
        let point = self.0.to_sec1_point(false);
        // An uncompressed point of this curve always has 97 bytes.
        core::array::from_fn(|i| point.as_bytes().get(i).copied().unwrap_or_default())
    }

    /// Reads a DER SubjectPublicKeyInfo with an uncompressed point.
    ///
    /// # Errors
    /// [`DecodeError::NonCanonical`] or [`RevocationError::Key`].
    pub fn from_der(der: &[u8]) -> Result<Self, RevocationError> {
        let key = VerifyingKey::from_public_key_der(der)
            .map(Self)
            .map_err(|_| RevocationError::Key { object: PUBLIC })?;
        if key.to_der()? != der {
            return Err(DecodeError::NonCanonical { object: PUBLIC }.into());
        }
        Ok(key)
    }

    /// The DER SubjectPublicKeyInfo.
    ///
    /// # Errors
    /// [`RevocationError::Key`] if the key cannot be encoded; it always can.
    pub fn to_der(&self) -> Result<Vec<u8>, RevocationError> {
        self.0
            .to_public_key_der()
            .map(|document| document.as_bytes().to_vec())
            .map_err(|_| RevocationError::Key { object: PUBLIC })
    }

    /// Reads a PEM file with the label `PUBLIC KEY`.
    ///
    /// # Errors
    /// [`DecodeError::TooLarge`], [`DecodeError::Malformed`], and as [`Self::from_der`].
    pub fn from_pem(text: &str) -> Result<Self, RevocationError> {
        Self::from_der(&decode_pem(text, PUBLIC_LABEL, PUBLIC)?)
    }

    /// The PEM file with the label `PUBLIC KEY`.
    ///
    /// # Errors
    /// [`RevocationError::Key`] if the key cannot be encoded; it always can.
    pub fn to_pem(&self) -> Result<String, RevocationError> {
        pem::encode_string(PUBLIC_LABEL, LineEnding::LF, &self.to_der()?)
            .map_err(|_| RevocationError::Key { object: PUBLIC })
    }

    /// Checks a signature of a digest. Accepts (R, s) and (R, n − s) alike.
    pub(crate) fn verify_digest(
        &self,
        digest: &[u8],
        signature: &Signature,
    ) -> Result<(), RevocationError> {
        self.0
            .verify_prehash(digest, signature)
            .map_err(|_| RevocationError::Signature)
    }
}

impl fmt::Debug for RevocationPublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RevocationPublicKey(")?;
        for byte in self.to_bytes() {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

fn decode_pem(text: &str, label: &str, object: &'static str) -> Result<Vec<u8>, DecodeError> {
    if text.len() > MAX_PEM_BYTES {
        return Err(DecodeError::TooLarge {
            object,
            limit: MAX_PEM_BYTES,
            found: text.len(),
        });
    }
    match pem::decode_vec(text.as_bytes()) {
        Ok((found, der)) if found == label => Ok(der),
        _ => Err(DecodeError::Malformed {
            object,
            format: "PEM",
        }),
    }
}

#[cfg(test)]
mod tests;
