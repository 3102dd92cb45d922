//! Witnesses: what makes a holder a member.

mod catch_up;

use core::fmt;

use bbs::curve::{FixedBase, G1_COMPRESSED_BYTES, G1Affine, Scalar, TableSize, g1_to_compressed};
use bbs::{DecodeError, Native, Reader, Secret};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::{RevocationError, VerifiedEpoch};

/// Length of an encoded witness.
pub const WITNESS_BYTES: usize = 9 + G1_COMPRESSED_BYTES;

const OBJECT: &str = "witness";

/// A witness on its way from the authority to the holder, or in a holder's storage; not yet verified. Secret: wiped on
/// drop, redacted, exported explicitly.
///
/// Encoding, 57 bytes: version 1 ‖ epoch number (8) ‖ C(C).
pub struct IssuedWitness {
    epoch: u64,
    point: Secret<G1Affine>,
}

impl IssuedWitness {
    pub(crate) fn new(epoch: u64, point: G1Affine) -> Self {
        Self {
            epoch,
            point: Secret::new(point),
        }
    }

    /// The epoch it belongs to.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The encoding.
    pub fn expose_secret_bytes(&self) -> Zeroizing<[u8; WITNESS_BYTES]> {
        let mut out = Zeroizing::new([Native::VERSION; WITNESS_BYTES]);
        let (head, point) = out.split_at_mut(WITNESS_BYTES - G1_COMPRESSED_BYTES);
        if let Some(epoch) = head.get_mut(1..) {
            epoch.copy_from_slice(&self.epoch.to_be_bytes());
        }
        let mut compressed = g1_to_compressed(&self.point);
        point.copy_from_slice(&compressed);
        compressed.zeroize();
        out
    }

    /// Reads a witness. C is in the subgroup and not the identity.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(OBJECT, bytes);
        reader.version()?;
        let epoch = u64::from_be_bytes(*reader.array()?);
        let point = reader.g1("C")?;
        reader.finish()?;
        Ok(Self::new(epoch, point))
    }

    /// Checks the witness: e(C, Q + y·g2) = e(V, g2) with y the scalar of the credential's RH attribute, and Q, V of
    /// the epoch it was issued under.
    ///
    /// # Errors
    /// [`RevocationError::WitnessEpoch`] for another epoch, [`RevocationError::Witness`].
    pub fn verify(&self, y: &Scalar, epoch: &VerifiedEpoch) -> Result<Witness, RevocationError> {
        if self.epoch != epoch.epoch() {
            return Err(RevocationError::WitnessEpoch {
                expected: epoch.epoch(),
                found: self.epoch,
            });
        }
        Witness::checked(&self.point, y, epoch.clone())
    }
}

impl ZeroizeOnDrop for IssuedWitness {}

impl fmt::Debug for IssuedWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IssuedWitness(<redacted>)")
    }
}

/// A witness C = V/(y + α) that was verified for its epoch. Secret: wiped on drop with its tables, redacted, exported
/// explicitly.
pub struct Witness {
    y: Secret<Scalar>,
    point: FixedBase,
    epoch: VerifiedEpoch,
}

impl Witness {
    fn checked(
        point: &G1Affine,
        y: &Scalar,
        epoch: VerifiedEpoch,
    ) -> Result<Self, RevocationError> {
        if !epoch.key().is_member(y, point, epoch.value().point()) {
            return Err(RevocationError::Witness);
        }
        Ok(Self {
            y: Secret::new(*y),
            point: FixedBase::new(*point),
            epoch,
        })
    }

    /// The epoch that it is valid in.
    pub fn epoch(&self) -> &VerifiedEpoch {
        &self.epoch
    }

    /// Builds tables for C and for the epoch's V, once; they make proving faster and cost memory until the witness is
    /// updated.
    pub fn precompute(&self, size: TableSize) {
        self.point.precompute(size);
        self.epoch.precompute(size);
    }

    /// Checks that this is the witness of a credential whose RH attribute has the scalar `y`.
    ///
    /// # Errors
    /// [`RevocationError::WitnessHandle`].
    pub fn check_handle(&self, y: &Scalar) -> Result<(), RevocationError> {
        if bool::from(self.y.ct_eq(y)) {
            Ok(())
        } else {
            Err(RevocationError::WitnessHandle)
        }
    }

    pub(crate) fn handle(&self) -> &Scalar {
        &self.y
    }

    pub(crate) fn point(&self) -> &FixedBase {
        &self.point
    }

    /// For storage, as [`IssuedWitness`] reads it.
    pub fn expose_secret_bytes(&self) -> Zeroizing<[u8; WITNESS_BYTES]> {
        IssuedWitness::new(self.epoch.epoch(), *self.point.point()).expose_secret_bytes()
    }
}

// Its fields wipe themselves.
impl ZeroizeOnDrop for Witness {}

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Witness(<redacted>)")
    }
}

#[cfg(test)]
mod tests;
