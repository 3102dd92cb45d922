//! Revocation handles: what a credential's RH attribute holds.

use core::fmt;

use bbs::curve::Scalar;
use bbs::{Attribute, hash_to_scalar};
use rand_core::{CryptoRng, RngCore};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::RevocationError;

/// Shortest handle: 128 bits.
pub const MIN_HANDLE_BYTES: usize = 16;
/// Longest handle.
pub const MAX_HANDLE_BYTES: usize = 255;

/// A revocation handle: at least 128 random bits, drawn by the issuer or the revocation authority, independent of the
/// enrollment ID and of everything else about the holder.
///
/// The accumulator is proved secure for values that its users did not choose, and a handle becomes public when it is
/// revoked. So a handle is neither chosen by its holder nor derived from a name. It is a bytes attribute: integers and
/// raw scalars are refused, because the hash between bytes and scalar is what keeps a chosen value (say −α, or
/// another's handle plus one) out of the accumulator.
///
/// Wiped on drop and redacted.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(Vec<u8>);

impl Handle {
    /// 128 random bits.
    pub fn generate(rng: &mut (impl RngCore + CryptoRng)) -> Self {
        let mut bytes = vec![0; MIN_HANDLE_BYTES];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// A handle that was drawn elsewhere, 16 to 255 bytes. The caller answers for its randomness.
    ///
    /// # Errors
    /// [`RevocationError::HandleLength`], also for the empty handle.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RevocationError> {
        if (MIN_HANDLE_BYTES..=MAX_HANDLE_BYTES).contains(&bytes.len()) {
            Ok(Self(bytes.to_vec()))
        } else {
            Err(RevocationError::HandleLength { found: bytes.len() })
        }
    }

    /// The handle of a credential's RH attribute.
    ///
    /// # Errors
    /// [`RevocationError::HandleKind`] for an integer or a raw scalar, [`RevocationError::HandleLength`].
    pub fn from_attribute(attribute: &Attribute) -> Result<Self, RevocationError> {
        match attribute {
            Attribute::Bytes(bytes) => Self::from_bytes(bytes),
            _ => Err(RevocationError::HandleKind),
        }
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The RH attribute.
    pub fn to_attribute(&self) -> Attribute {
        Attribute::Bytes(self.0.clone())
    }

    /// y, the scalar that the credential signs and the accumulator holds.
    pub fn scalar(&self) -> Scalar {
        hash_to_scalar(&self.0)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}
impl ZeroizeOnDrop for Handle {}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handle(<redacted>)")
    }
}
