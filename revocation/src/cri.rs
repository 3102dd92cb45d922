//! The epoch information of the Aries profile: message CredentialRevocationInformation (CRI) of the Go library, with
//! the one algorithm that its peers understand, "no revocation".
//!
//! ```text
//! 1 epoch int64 · 2 epoch_pk bytes · 3 epoch_pk_sig bytes · 4 revocation_alg int32 · 5 revocation_data bytes
//! ```
//!
//! The signature is ECDSA P-384 over the SHA-256 of the message without field 3, in ASN.1 DER. ECDSA is malleable:
//! with (R, s) also (R, n − s) verifies, here as in the Go library. So the bytes of a CRI do not identify it; what
//! was signed (epoch, key, algorithm) does.
//!
//! A CRI says nothing about a single credential. An authority signs one per epoch and gives everybody the same bytes:
//! a CRI signed for one holder alone would link all presentations that carry it. Signing is deterministic here, so
//! the same epoch always gives the same bytes.

mod tracker;

pub use tracker::CriTracker;

use bbs::curve::{G2Affine, g2_to_uncompressed};
use bbs::{DecodeError, decode_canonical};
use group::prime::PrimeCurveAffine;
use p384::ecdsa::{DerSignature, Signature};
use prost::Message;
use sha2::{Digest, Sha256};

use crate::{RevocationError, RevocationPublicKey, RevocationSecretKey};

/// Longest CRI that is read. An honest one has at most 320 bytes.
const MAX_BYTES: usize = 1024;
const OBJECT: &str = "credential revocation information";

/// The revocation algorithms of the Aries profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum RevocationAlgorithm {
    /// Number 0: nothing is revoked in this epoch.
    NoRevocation,
}

impl RevocationAlgorithm {
    /// Its number in the format.
    pub fn number(self) -> i32 {
        match self {
            Self::NoRevocation => 0,
        }
    }
}

impl TryFrom<i32> for RevocationAlgorithm {
    type Error = RevocationError;

    fn try_from(number: i32) -> Result<Self, RevocationError> {
        match number {
            0 => Ok(Self::NoRevocation),
            found => Err(RevocationError::UnknownAlgorithm { found }),
        }
    }
}

/// The protobuf message.
#[derive(Clone, PartialEq, Eq, Message)]
struct CriMessage {
    #[prost(int64, tag = "1")]
    epoch: i64,
    #[prost(bytes = "vec", tag = "2")]
    epoch_pk: Vec<u8>,
    #[prost(bytes = "vec", tag = "3")]
    epoch_pk_sig: Vec<u8>,
    #[prost(int32, tag = "4")]
    revocation_alg: i32,
    #[prost(bytes = "vec", tag = "5")]
    revocation_data: Vec<u8>,
}

/// Epoch information of the Aries profile, not yet verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cri(CriMessage);

impl Cri {
    /// Reads the protobuf message: at most 1024 bytes, known fields only, each at most once and in order.
    ///
    /// # Errors
    /// [`DecodeError::TooLarge`], [`DecodeError::Malformed`] or [`DecodeError::NonCanonical`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let decode = |bytes: &[u8]| {
            CriMessage::decode(bytes).map_err(|_| DecodeError::Malformed {
                object: OBJECT,
                format: "protobuf",
            })
        };
        decode_canonical(OBJECT, MAX_BYTES, bytes, decode, Message::encode_to_vec).map(Self)
    }

    /// The protobuf message.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.encode_to_vec()
    }

    /// Puts a CRI together from the fields that a presentation of the Aries profile carries: `revocation_epoch_pk`,
    /// `revocation_pk_sig`, `epoch` and `revocation_alg`.
    pub fn from_parts(epoch: i64, epoch_key: Vec<u8>, signature: Vec<u8>, algorithm: i32) -> Self {
        Self(CriMessage {
            epoch,
            epoch_pk: epoch_key,
            epoch_pk_sig: signature,
            revocation_alg: algorithm,
            revocation_data: Vec::new(),
        })
    }

    /// Field 1, the epoch.
    pub fn epoch(&self) -> i64 {
        self.0.epoch
    }

    /// Field 2, the epoch's key: 192 bytes, the generator of G2 as a placeholder.
    pub fn epoch_key(&self) -> &[u8] {
        &self.0.epoch_pk
    }

    /// Field 3, the signature in DER.
    pub fn signature(&self) -> &[u8] {
        &self.0.epoch_pk_sig
    }

    /// Field 4, the number of the algorithm.
    pub fn algorithm(&self) -> i32 {
        self.0.revocation_alg
    }

    /// SHA-256 of the message without field 3.
    fn digest(&self) -> [u8; 32] {
        let unsigned = CriMessage {
            epoch_pk_sig: Vec::new(),
            ..self.0.clone()
        };
        Sha256::digest(unsigned.encode_to_vec()).into()
    }
}

/// Evidence that a revocation authority has signed an epoch of the Aries profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct VerifiedCri {
    epoch: i64,
    algorithm: RevocationAlgorithm,
}

impl VerifiedCri {
    /// The epoch.
    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// The algorithm.
    pub fn algorithm(&self) -> RevocationAlgorithm {
        self.algorithm
    }
}

impl RevocationSecretKey {
    /// Signs the epoch information of the Aries profile. Deterministic.
    ///
    /// # Errors
    /// [`RevocationError::Signature`] if ECDSA fails, which happens for no known input.
    pub fn sign_cri(
        &self,
        epoch: i64,
        algorithm: RevocationAlgorithm,
    ) -> Result<Cri, RevocationError> {
        let mut cri = Cri::from_parts(epoch, placeholder(), Vec::new(), algorithm.number());
        let signature = self.sign_digest(&cri.digest())?;
        cri.0.epoch_pk_sig = signature.to_der().as_bytes().to_vec();
        Ok(cri)
    }
}

impl RevocationPublicKey {
    /// Checks that the authority has signed `cri` and that it is for this epoch and algorithm.
    ///
    /// The Go library overwrites the CRI's own epoch and algorithm by the verifier's before it checks the signature,
    /// so a CRI whose inner epoch was altered on the way still passes there. Here it is refused.
    ///
    /// # Errors
    /// [`RevocationError::EpochMismatch`], [`RevocationError::UnknownAlgorithm`], [`RevocationError::EpochKey`],
    /// [`RevocationError::UnexpectedData`], [`RevocationError::SignatureEncoding`] or
    /// [`RevocationError::Signature`].
    pub fn verify_cri(
        &self,
        cri: &Cri,
        epoch: i64,
        algorithm: RevocationAlgorithm,
    ) -> Result<VerifiedCri, RevocationError> {
        if cri.0.epoch != epoch {
            return Err(RevocationError::EpochMismatch {
                expected: epoch,
                found: cri.0.epoch,
            });
        }
        if cri.0.revocation_alg != algorithm.number() {
            return Err(RevocationError::UnknownAlgorithm {
                found: cri.0.revocation_alg,
            });
        }
        if cri.0.epoch_pk != placeholder() {
            return Err(RevocationError::EpochKey);
        }
        if !cri.0.revocation_data.is_empty() {
            return Err(RevocationError::UnexpectedData);
        }
        let signature = DerSignature::from_bytes(&cri.0.epoch_pk_sig)
            .and_then(Signature::try_from)
            .map_err(|_| RevocationError::SignatureEncoding)?;
        self.verify_digest(&cri.digest(), &signature)?;
        Ok(VerifiedCri { epoch, algorithm })
    }
}

/// U(g2): there is no key for an epoch in which nothing can be revoked.
fn placeholder() -> Vec<u8> {
    g2_to_uncompressed(&<G2Affine as PrimeCurveAffine>::generator()).to_vec()
}

#[cfg(test)]
mod tests;
