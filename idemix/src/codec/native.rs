//! The native encoding: a version byte, then bincode with big-endian fixed-width integers. That bincode does it is a
//! detail of this file.

use bbs::curve::{G1_COMPRESSED_BYTES, Scalar, scalar_to_bytes};
use bbs::{DecodeError, Native, Reader, SIGNATURE_BYTES, Secret, decode_canonical};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

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
    let mut out = vec![Native::VERSION];
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
    let decode = |bytes: &[u8]| {
        let mut reader = Reader::new(object, bytes);
        reader.version()?;
        let rest = reader.bytes(reader.remaining())?;
        let (value, read) = bincode::serde::decode_from_slice(rest, config()).map_err(|_| {
            DecodeError::Malformed {
                object,
                format: "bincode",
            }
        })?;
        match rest.len().saturating_sub(read) {
            0 => Ok(value),
            count => Err(DecodeError::TrailingBytes { object, count }),
        }
    };
    decode_canonical(object, MAX_BYTES, bytes, decode, encode::<T>)
}

/// Any credential: C(A) ‖ e ‖ s and the attributes.
#[derive(Serialize, Deserialize)]
struct CredentialWire {
    kind: u8,
    signature: Array<SIGNATURE_BYTES>,
    attributes: Vec<[u8; 32]>,
}

impl Drop for CredentialWire {
    fn drop(&mut self) {
        self.signature.0.zeroize();
        self.attributes.zeroize();
    }
}

fn kind_byte(kind: &'static str) -> u8 {
    u8::from(kind == CREDENTIAL)
}

pub(crate) fn encode_credential(
    kind: &'static str,
    signature: &[u8; SIGNATURE_BYTES],
    attributes: &[Scalar],
) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(encode(&CredentialWire {
        kind: kind_byte(kind),
        signature: Array(*signature),
        attributes: attributes.iter().map(scalar_to_bytes).collect(),
    }))
}

/// A decoded credential of either kind.
pub(crate) struct CredentialParts {
    pub(crate) signature: Zeroizing<[u8; SIGNATURE_BYTES]>,
    pub(crate) attributes: Secret<Vec<Scalar>>,
}

pub(crate) fn decode_credential(
    kind: &'static str,
    bytes: &[u8],
) -> Result<CredentialParts, DecodeError> {
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
    Ok(CredentialParts {
        signature: Zeroizing::new(wire.signature.0),
        attributes: Secret::new(attributes),
    })
}

/// Bytes without a length. serde has no arrays of more than 32, so they travel as a tuple.
pub(crate) struct Array<const N: usize>(pub(crate) [u8; N]);

/// A compressed point.
pub(crate) type Point = Array<G1_COMPRESSED_BYTES>;

impl<const N: usize> Serialize for Array<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;
        let mut tuple = serializer.serialize_tuple(N)?;
        for byte in &self.0 {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

impl<'de, const N: usize> Deserialize<'de> for Array<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<const N: usize>;
        impl<'de, const N: usize> serde::de::Visitor<'de> for Visitor<N> {
            type Value = Array<N>;
            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{N} bytes")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Array<N>, A::Error> {
                let mut bytes = [0; N];
                for (place, byte) in bytes.iter_mut().enumerate() {
                    *byte = seq
                        .next_element()?
                        .ok_or_else(|| serde::de::Error::invalid_length(place, &self))?;
                }
                Ok(Array(bytes))
            }
        }
        deserializer.deserialize_tuple(N, Visitor::<N>)
    }
}
