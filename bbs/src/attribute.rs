//! From attributes to the scalars that are signed.

use core::fmt;

use blake2::Blake2b;
use blake2::digest::{Digest, consts::U48};
use zeroize::Zeroize;

use crate::curve::{Scalar, Wipe, scalar_from_i64, scalar_from_wide};

/// H(m): BLAKE2b with 48 bytes of output, read big-endian, modulo r. Attribute bytes, Aries nonces and Aries
/// challenges go through it.
pub fn hash_to_scalar(bytes: &[u8]) -> Scalar {
    let mut digest = Blake2b::<U48>::digest(bytes);
    let scalar = scalar_from_wide(&digest);
    digest.as_mut_slice().zeroize();
    scalar
}

/// One attribute value. Wiped on drop and redacted, as a holder keeps it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Attribute {
    /// Any bytes; the scalar is [`hash_to_scalar`] of them.
    Bytes(Vec<u8>),
    /// A signed integer; the scalar is the integer modulo r.
    Integer(i64),
    /// The scalar itself.
    Scalar(Scalar),
}

impl Attribute {
    /// The scalar that is signed for this attribute.
    pub fn to_scalar(&self) -> Scalar {
        match self {
            Self::Bytes(bytes) => hash_to_scalar(bytes),
            Self::Integer(value) => scalar_from_i64(*value),
            Self::Scalar(scalar) => *scalar,
        }
    }
}

impl From<&[u8]> for Attribute {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_vec())
    }
}
impl From<Vec<u8>> for Attribute {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}
impl From<&str> for Attribute {
    fn from(text: &str) -> Self {
        Self::Bytes(text.as_bytes().to_vec())
    }
}
impl From<i64> for Attribute {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}
impl From<Scalar> for Attribute {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

impl Drop for Attribute {
    fn drop(&mut self) {
        match self {
            Self::Bytes(bytes) => bytes.zeroize(),
            Self::Integer(value) => value.zeroize(),
            Self::Scalar(scalar) => scalar.wipe(),
        }
    }
}

impl fmt::Debug for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bytes(_) => "Attribute::Bytes(<redacted>)",
            Self::Integer(_) => "Attribute::Integer(<redacted>)",
            Self::Scalar(_) => "Attribute::Scalar(<redacted>)",
        })
    }
}
