//! What an authority says of one epoch, and its signature.
//!
//! Fixed layout, big-endian, version 1:
//!
//! | offset | length | field |
//! |---|---|---|
//! | 0 | 1 | version 1 |
//! | 1 | 4 | algorithm 1, the positive accumulator of this crate |
//! | 5 | 8 | epoch number, from 0 |
//! | 13 | 96 | C(Q) |
//! | 109 | 48 | C(V) |
//! | 157 | 48 | digest of the previous epoch's information; zeroes for epoch 0 |
//! | 205 | 48 | digest of the epoch's update data |
//! | 253 | 8 | valid from, seconds since 1970 |
//! | 261 | 8 | valid until, seconds since 1970, inclusive |
//!
//! Digest: SHA-384 of `idemix/epoch-info/v1` ‖ 00 ‖ these 269 bytes. A signed epoch is these bytes and the ECDSA P-384
//! signature of that digest, R ‖ s of 48 bytes each, s ≤ n/2. A CRI of the Aries profile is a SHA-256 of protobuf bytes
//! under the same key: neither can pass for the other.

use bbs::curve::{G1Affine, G2Affine, g1_to_compressed, g2_to_compressed};
use bbs::{Native, Reader};
use p384::ecdsa::Signature;

use super::{DIGEST_BYTES, digest};
use crate::{RevocationError, RevocationPublicKey, RevocationSecretKey, labels};

/// Length of an epoch's information.
pub const EPOCH_INFO_BYTES: usize = 269;
/// Length of a signed epoch.
pub const SIGNED_EPOCH_BYTES: usize = EPOCH_INFO_BYTES + SIGNATURE_BYTES;

const SIGNATURE_BYTES: usize = 96;
const ALGORITHM: u32 = 1;
const OBJECT: &str = "epoch information";

/// From when until when an epoch's information counts, in seconds since 1970, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validity {
    not_before: u64,
    not_after: u64,
}

impl Validity {
    /// A window.
    ///
    /// # Errors
    /// [`RevocationError::Validity`] if it ends before it begins.
    pub fn new(not_before: u64, not_after: u64) -> Result<Self, RevocationError> {
        if not_before > not_after {
            return Err(RevocationError::Validity);
        }
        Ok(Self {
            not_before,
            not_after,
        })
    }

    /// The first second.
    pub fn not_before(&self) -> u64 {
        self.not_before
    }

    /// The last second.
    pub fn not_after(&self) -> u64 {
        self.not_after
    }
}

/// What an authority says of one epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpochInfo {
    pub(crate) epoch: u64,
    pub(crate) q: G2Affine,
    pub(crate) value: G1Affine,
    pub(crate) previous: [u8; DIGEST_BYTES],
    pub(crate) update: [u8; DIGEST_BYTES],
    pub(crate) validity: Validity,
}

impl EpochInfo {
    /// The epoch's number. The first is 0.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Q = α·g2.
    pub fn accumulator_key(&self) -> &G2Affine {
        &self.q
    }

    /// V, the accumulator's value.
    pub fn value(&self) -> &G1Affine {
        &self.value
    }

    /// The digest of the previous epoch's information; zeroes for epoch 0.
    pub fn previous(&self) -> &[u8; DIGEST_BYTES] {
        &self.previous
    }

    /// The digest of the update data that leads from the previous epoch to this one.
    pub fn update_digest(&self) -> &[u8; DIGEST_BYTES] {
        &self.update
    }

    /// When it counts.
    pub fn validity(&self) -> Validity {
        self.validity
    }

    /// What is signed, and what the next epoch names as its previous one.
    pub fn digest(&self) -> [u8; DIGEST_BYTES] {
        digest(labels::EPOCH_INFO, &self.to_bytes())
    }

    /// The 269 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(SIGNED_EPOCH_BYTES);
        out.push(Native::VERSION);
        out.extend_from_slice(&ALGORITHM.to_be_bytes());
        out.extend_from_slice(&self.epoch.to_be_bytes());
        out.extend_from_slice(&g2_to_compressed(&self.q));
        out.extend_from_slice(&g1_to_compressed(&self.value));
        out.extend_from_slice(&self.previous);
        out.extend_from_slice(&self.update);
        out.extend_from_slice(&self.validity.not_before.to_be_bytes());
        out.extend_from_slice(&self.validity.not_after.to_be_bytes());
        out
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, RevocationError> {
        reader.version()?;
        let algorithm = reader.u32()?;
        if algorithm != ALGORITHM {
            return Err(RevocationError::UnknownAlgorithm {
                found: algorithm.cast_signed(),
            });
        }
        let info = Self {
            epoch: u64::from_be_bytes(*reader.array()?),
            q: reader.g2("Q")?,
            value: reader.g1("V")?,
            previous: *reader.array()?,
            update: *reader.array()?,
            validity: Validity::new(
                u64::from_be_bytes(*reader.array()?),
                u64::from_be_bytes(*reader.array()?),
            )?,
        };
        // The first epoch has no previous one, and only the first.
        if (info.epoch == 0) != (info.previous == [0; DIGEST_BYTES]) {
            return Err(RevocationError::Previous);
        }
        Ok(info)
    }
}

/// An epoch's information with its signature, not yet verified. Everybody gets the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedEpoch {
    info: EpochInfo,
    signature: Signature,
}

impl SignedEpoch {
    /// What was signed.
    pub fn info(&self) -> &EpochInfo {
        &self.info
    }

    /// The information and R ‖ s, 365 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = self.info.to_bytes();
        out.extend_from_slice(&self.signature.to_bytes());
        out
    }

    /// Reads 365 bytes.
    ///
    /// # Errors
    /// [`RevocationError::Malformed`], [`RevocationError::UnknownAlgorithm`], [`RevocationError::Validity`],
    /// [`RevocationError::Previous`], or [`RevocationError::SignatureEncoding`], also for s > n/2.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RevocationError> {
        let mut reader = Reader::new(OBJECT, bytes);
        let signed = Self::read(&mut reader)?;
        reader.finish()?;
        Ok(signed)
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, RevocationError> {
        let info = EpochInfo::read(reader)?;
        let signature = Signature::from_slice(reader.array::<SIGNATURE_BYTES>()?)
            .map_err(|_| RevocationError::SignatureEncoding)?;
        // ECDSA is malleable: without this, one epoch would have two encodings.
        if signature.normalize_s() != signature {
            return Err(RevocationError::SignatureEncoding);
        }
        Ok(Self { info, signature })
    }
}

impl RevocationSecretKey {
    pub(crate) fn sign_epoch(&self, info: EpochInfo) -> Result<SignedEpoch, RevocationError> {
        let signature = self.sign_digest(&info.digest())?.normalize_s();
        Ok(SignedEpoch { info, signature })
    }
}

impl RevocationPublicKey {
    pub(crate) fn check_epoch(&self, signed: &SignedEpoch) -> Result<(), RevocationError> {
        self.verify_digest(&signed.info.digest(), &signed.signature)
    }
}
