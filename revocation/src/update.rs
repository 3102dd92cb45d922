//! Update data: the removals that lead from one epoch to the next. Public, the same for everybody.
//!
//! Layout, big-endian: version 1 ‖ epoch number (8) ‖ count (4) ‖ count × (y (32) ‖ U(V) (96)). Digest: SHA-384 of
//! `idemix/epoch-update/v1` ‖ 00 ‖ these bytes; the signed epoch names it. V travels uncompressed, because the on-curve
//! check then costs about a microsecond; the square root of a compressed point and the subgroup check together cost
//! seventy times that. A point outside the subgroup is an authority's signed mistake, and is caught where it matters:
//! by the checks of the witness that comes out.

use bbs::curve::{
    G1_UNCOMPRESSED_BYTES, G1Affine, SCALAR_BYTES, Scalar, g1_from_uncompressed_on_curve,
    g1_to_uncompressed, scalar_to_bytes,
};
use bbs::{DecodeError, Native, Reader};
use group::prime::PrimeCurveAffine;

use crate::epoch::{DIGEST_BYTES, EpochInfo, SignedEpoch, digest};
use crate::{RevocationError, labels};

/// Removals per epoch, at most.
pub const MAX_REMOVALS: usize = 65_536;
/// Length of one removal.
pub const REMOVAL_BYTES: usize = SCALAR_BYTES + G1_UNCOMPRESSED_BYTES;
/// Length of update data without any removal.
pub const UPDATE_HEADER_BYTES: usize = 13;

const OBJECT: &str = "update data";

/// One removal: V := V/(y + α).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The revoked handle's scalar.
    pub y: Scalar,
    /// The accumulator's value after the removal. On the curve; not checked to be in the subgroup.
    pub value: G1Affine,
}

/// The removals of one epoch, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateData {
    epoch: u64,
    removals: Vec<Removal>,
}

impl UpdateData {
    pub(crate) fn new(epoch: u64, removals: Vec<Removal>) -> Self {
        Self { epoch, removals }
    }

    /// The epoch that these removals make.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The removals.
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// The encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        let length = self.removals.len().saturating_mul(REMOVAL_BYTES);
        let mut out = Vec::with_capacity(length.saturating_add(UPDATE_HEADER_BYTES));
        out.push(Native::VERSION);
        out.extend_from_slice(&self.epoch.to_be_bytes());
        // At most MAX_REMOVALS.
        let count = u32::try_from(self.removals.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&count.to_be_bytes());
        for removal in &self.removals {
            out.extend_from_slice(&scalar_to_bytes(&removal.y));
            out.extend_from_slice(&g1_to_uncompressed(&removal.value));
        }
        out
    }

    /// Reads update data. Every V must be on the curve.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(OBJECT, bytes);
        reader.version()?;
        let epoch = u64::from_be_bytes(*reader.array()?);
        let count = usize::try_from(reader.u32()?).unwrap_or(usize::MAX);
        if count > MAX_REMOVALS {
            return Err(DecodeError::TooLarge {
                object: OBJECT,
                limit: MAX_REMOVALS,
                found: count,
            });
        }
        let mut rest = Reader::new(OBJECT, reader.bytes(count.saturating_mul(REMOVAL_BYTES))?);
        reader.finish()?;
        let removals = (0..count)
            .map(|_| {
                Ok(Removal {
                    y: rest.scalar("y")?,
                    value: on_curve(rest.array()?)?,
                })
            })
            .collect::<Result<_, DecodeError>>()?;
        Ok(Self { epoch, removals })
    }

    /// What the signed epoch names.
    pub fn digest(&self) -> [u8; DIGEST_BYTES] {
        digest(labels::UPDATE_DATA, &self.to_bytes())
    }

    /// Checks that these are the removals that lead from the value `before` to the epoch `info`.
    pub(crate) fn check(&self, info: &EpochInfo, before: &G1Affine) -> Result<(), RevocationError> {
        if self.digest() != info.update || self.epoch != info.epoch {
            return Err(RevocationError::UpdateDigest);
        }
        if self.removals.last().map_or(before, |last| &last.value) != &info.value {
            return Err(RevocationError::UpdateValue);
        }
        Ok(())
    }
}

/// What an authority publishes for an epoch. Holders need all of it, verifiers only the signed epoch.
///
/// Encoding: the signed epoch (365 bytes), then the update data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedEpoch {
    /// The epoch.
    pub signed: SignedEpoch,
    /// The removals that make it.
    pub update: UpdateData,
}

impl PublishedEpoch {
    /// The encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = self.signed.to_bytes();
        out.extend_from_slice(&self.update.to_bytes());
        out
    }

    /// Reads an epoch; [`VerifiedEpoch::accept_next`](crate::VerifiedEpoch::accept_next) then checks it.
    ///
    /// # Errors
    /// As [`SignedEpoch::from_bytes`] and [`UpdateData::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RevocationError> {
        let mut reader = Reader::new("published epoch", bytes);
        let signed = SignedEpoch::read(&mut reader)?;
        let update = UpdateData::from_bytes(reader.bytes(reader.remaining())?)?;
        Ok(Self { signed, update })
    }
}

/// An uncompressed point of the curve other than O, of whatever order.
fn on_curve(bytes: &[u8; G1_UNCOMPRESSED_BYTES]) -> Result<G1Affine, DecodeError> {
    let field = "V";
    let point = g1_from_uncompressed_on_curve(bytes, field)?;
    if bool::from(PrimeCurveAffine::is_identity(&point)) {
        return Err(DecodeError::Identity { field });
    }
    Ok(point)
}
