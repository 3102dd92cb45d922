//! serde for types with one canonical encoding: hexadecimal text in human-readable formats, bytes in binary ones.
//! For public data only; secrets are exported and imported explicitly.

#[doc(hidden)]
pub use serde;

use core::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;

/// Writes an encoding.
///
/// # Errors
/// The format's.
pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(&hex::encode(bytes))
    } else {
        serializer.serialize_bytes(bytes)
    }
}

/// Reads an encoding.
///
/// # Errors
/// The format's, and where hexadecimal text is expected: what is not that.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(Text)
    } else {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hexadecimal text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
        hex::decode(text).map_err(E::custom)
    }
}

struct Bytes;

impl Visitor<'_> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }
}

/// Implements `Serialize` and `Deserialize` through `to_bytes` and `from_bytes`, for a list of types, or for one type
/// with parameters: `serde_via_bytes!([K: Kind] Commitment<K>)`.
#[macro_export]
macro_rules! serde_via_bytes {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> $crate::serde_bytes::serde::Serialize for $type {
            fn serialize<S: $crate::serde_bytes::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::serde_bytes::serialize(&self.to_bytes(), serializer)
            }
        }
        impl<'de, $($parameters)*> $crate::serde_bytes::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde_bytes::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let bytes = $crate::serde_bytes::deserialize(deserializer)?;
                Self::from_bytes(&bytes).map_err($crate::serde_bytes::serde::de::Error::custom)
            }
        }
    };
    ($($type:ty),+ $(,)?) => {
        $($crate::serde_via_bytes!([] $type);)+
    };
}

serde_via_bytes!(
    crate::PublicKey,
    crate::blind::BlindRequest<crate::Native>,
    crate::blind::BlindRequest<crate::Aries>,
    crate::proof::SignatureProof<crate::Native>,
);
