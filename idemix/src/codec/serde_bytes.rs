//! serde for types with one canonical encoding: hexadecimal text in human-readable formats, bytes in binary ones.

use bbs::{Aries, Native};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::CardProof;
use crate::presentation::Presentation;
use crate::request::CredentialRequest;

fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(&hex::encode(bytes))
    } else {
        serializer.serialize_bytes(bytes)
    }
}

fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    struct Bytes;
    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;
        fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("bytes, or hexadecimal text")
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
            hex::decode(text).map_err(E::custom)
        }
        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(bytes)
        }
    }
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(Bytes)
    } else {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

macro_rules! serde_via_bytes {
    ($($type:ty),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serialize(&self.to_bytes(), serializer)
            }
        }
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::from_bytes(&deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}

serde_via_bytes!(
    Presentation<Native>,
    Presentation<Aries>,
    CredentialRequest<Native>,
    CredentialRequest<Aries>,
    CardProof,
);
