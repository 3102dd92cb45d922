//! The native encoding: a version byte, then bincode with big-endian fixed-width integers. That bincode does it is a
//! detail of this file.

use bbs::curve::{Scalar, scalar_to_bytes};
use bbs::{DecodeError, Reader, Secret};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

/// Version of every native format.
pub(crate) const VERSION: u8 = 1;

/// Largest object that is decoded.
const MAX_BYTES: usize = 4 << 20;

/// Name of a blind credential in errors.
pub(crate) const BLIND_CREDENTIAL: &str = "blind credential";
/// Name of a credential in errors.
pub(crate) const CREDENTIAL: &str = "credential";

fn config() -> impl bincode::config::Config {
    bincode::config::standard()
        .with_big_endian()
        .with_fixed_int_encoding()
        .with_limit::<MAX_BYTES>()
}

/// Version byte and bincode.
pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    let mut out = vec![VERSION];
    // Plain structs of bytes and numbers, written to memory: there is nothing to fail.
    if let Ok(mut bytes) = bincode::serde::encode_to_vec(value, config()) {
        out.extend_from_slice(&bytes);
        bytes.zeroize();
    }
    out
}

/// Reads what [`encode`] writes, and nothing else.
pub(crate) fn decode<T: Serialize + DeserializeOwned>(
    object: &'static str,
    bytes: &[u8],
) -> Result<T, DecodeError> {
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge {
            object,
            limit: MAX_BYTES,
            found: bytes.len(),
        });
    }
    let (version, rest) = bytes.split_first().ok_or(DecodeError::Length {
        object,
        expected: 1,
        found: 0,
    })?;
    if *version != VERSION {
        return Err(DecodeError::Version {
            object,
            version: *version,
        });
    }
    let (value, read) =
        bincode::serde::decode_from_slice::<T, _>(rest, config()).map_err(|_| {
            DecodeError::Malformed {
                object,
                format: "bincode",
            }
        })?;
    if read != rest.len() {
        return Err(DecodeError::TrailingBytes {
            object,
            count: rest.len().saturating_sub(read),
        });
    }
    if *Zeroizing::new(encode(&value)) != bytes {
        return Err(DecodeError::NonCanonical { object });
    }
    Ok(value)
}

/// An object of the inner crates in its fixed layout.
#[derive(Serialize, Deserialize)]
pub(crate) struct BytesWire(pub(crate) Vec<u8>);

/// Any credential: signature and attributes.
#[derive(Serialize, Deserialize)]
struct CredentialWire {
    kind: u8,
    signature: Vec<u8>,
    attributes: Vec<[u8; 32]>,
}

impl Drop for CredentialWire {
    fn drop(&mut self) {
        self.signature.zeroize();
        self.attributes.zeroize();
    }
}

fn kind_byte(kind: &'static str) -> u8 {
    u8::from(kind == CREDENTIAL)
}

pub(crate) fn encode_credential(
    kind: &'static str,
    signature: &[u8],
    attributes: &[Scalar],
) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(encode(&CredentialWire {
        kind: kind_byte(kind),
        signature: signature.to_vec(),
        attributes: attributes.iter().map(scalar_to_bytes).collect(),
    }))
}

pub(crate) fn decode_credential(
    kind: &'static str,
    bytes: &[u8],
) -> Result<(Zeroizing<Vec<u8>>, Secret<Vec<Scalar>>), DecodeError> {
    let wire: CredentialWire = decode(kind, bytes)?;
    if wire.kind != kind_byte(kind) {
        return Err(DecodeError::Unexpected {
            field: "kind of credential",
        });
    }
    let mut attributes = Vec::with_capacity(wire.attributes.len());
    for attribute in &wire.attributes {
        attributes.push(Reader::new("attribute", attribute).scalar("attribute")?);
    }
    Ok((
        Zeroizing::new(wire.signature.clone()),
        Secret::new(attributes),
    ))
}

/// A compressed point, 48 bytes without a length. serde has no arrays of this size, so it travels as a tuple.
pub(crate) struct Point(pub(crate) [u8; 48]);

impl Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;
        let mut tuple = serializer.serialize_tuple(48)?;
        for byte in &self.0 {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Point;
            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("48 bytes")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Point, A::Error> {
                let mut bytes = [0; 48];
                for (place, byte) in bytes.iter_mut().enumerate() {
                    *byte = seq
                        .next_element()?
                        .ok_or_else(|| serde::de::Error::invalid_length(place, &self))?;
                }
                Ok(Point(bytes))
            }
        }
        deserializer.deserialize_tuple(48, Visitor)
    }
}
