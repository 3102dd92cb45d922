//! The values that occur in the vector files, read strictly.

use std::error::Error;
use std::fmt::Display;

use bbs::curve::{self, G1Affine, Scalar};
use bbs::{Attribute, DecodeError, Limits, PublicKey, PublicParameters};
use serde::{Deserialize, Deserializer, de};
use std::sync::Arc;

/// What a case says when it does not pass.
pub type CaseResult<T = ()> = Result<T, Box<dyn Error>>;

/// Bytes, written as lower-case hex without prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex(pub Vec<u8>);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = hex::decode(&text).map_err(de::Error::custom)?;
        if hex::encode(&bytes) != text {
            return Err(de::Error::custom("hex must be in lower case"));
        }
        Ok(Self(bytes))
    }
}

impl AsRef<[u8]> for Hex {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Hex {
    /// The bytes as an array.
    ///
    /// # Errors
    /// Another length.
    pub fn array<const N: usize>(&self) -> CaseResult<&[u8; N]> {
        self.0
            .as_slice()
            .try_into()
            .map_err(|_| format!("expected {N} bytes, found {}", self.0.len()).into())
    }

    /// A canonical scalar.
    ///
    /// # Errors
    /// Another length, or not below r.
    pub fn scalar(&self) -> CaseResult<Scalar> {
        Ok(curve::scalar_from_bytes(self.array()?, "scalar")?)
    }

    /// A compressed point of G1.
    ///
    /// # Errors
    /// Not a canonical encoding.
    pub fn g1(&self) -> CaseResult<G1Affine> {
        Ok(curve::g1_from_compressed(self.array()?, "point")?)
    }

    /// An issuer key.
    ///
    /// # Errors
    /// Not a canonical encoding.
    pub fn public_key(&self) -> Result<PublicKey, DecodeError> {
        PublicKey::from_bytes(&self.0)
    }

    /// The generators of an issuer key that signs `message_count` messages.
    ///
    /// # Errors
    /// Not the encoding of a key, or too many messages.
    pub fn parameters(&self, message_count: usize) -> CaseResult<Arc<PublicParameters>> {
        Ok(self
            .public_key()?
            .parameters(message_count, Limits::default())?)
    }
}

/// An attribute: `{"type": …, "value": …}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    tag = "type",
    content = "value",
    rename_all = "lowercase",
    deny_unknown_fields
)]
pub enum AttributeText {
    /// Bytes in hex.
    Bytes(Hex),
    /// A signed 64-bit integer in decimal.
    Int(Decimal),
    /// Not disclosed, or not compared.
    Hidden(Nothing),
}

impl AttributeText {
    /// The value, unless the attribute is hidden.
    pub fn value(&self) -> Option<Attribute> {
        match self {
            Self::Bytes(bytes) => Some(Attribute::from(bytes.as_ref())),
            Self::Int(number) => Some(Attribute::from(number.0)),
            Self::Hidden(_) => None,
        }
    }

    /// The scalar that is signed, unless the attribute is hidden.
    pub fn scalar(&self) -> Option<Scalar> {
        self.value().map(|value| value.to_scalar())
    }
}

/// A signed 64-bit integer as decimal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal(pub i64);

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number: i64 = text.parse().map_err(de::Error::custom)?;
        if number.to_string() != text {
            return Err(de::Error::custom("not plain decimal text"));
        }
        Ok(Self(number))
    }
}

/// The empty string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nothing;

impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if String::deserialize(deserializer)?.is_empty() {
            Ok(Self)
        } else {
            Err(de::Error::custom("must be empty"))
        }
    }
}

/// The messages of a credential: the attributes with the holder's secret key at `sk_index` between them.
///
/// # Errors
/// `sk_index` is beyond the attributes.
pub fn with_secret_key<T>(mut attributes: Vec<T>, sk_index: usize, key: T) -> CaseResult<Vec<T>> {
    if sk_index > attributes.len() {
        return Err(format!("there is no place {sk_index} for the secret key").into());
    }
    attributes.insert(sk_index, key);
    Ok(attributes)
}

/// Compares bytes with what a file says.
///
/// # Errors
/// They differ.
pub fn equal(what: impl Display, computed: impl AsRef<[u8]>, stated: &Hex) -> CaseResult {
    let computed = computed.as_ref();
    if computed == stated.0 {
        return Ok(());
    }
    let (computed, stated) = (hex::encode(computed), hex::encode(&stated.0));
    Err(format!("{what}: computed {computed}, the file says {stated}").into())
}

/// Demands a condition.
///
/// # Errors
/// It does not hold.
pub fn ensure(condition: bool, complaint: impl Display) -> CaseResult {
    if condition {
        Ok(())
    } else {
        Err(complaint.to_string().into())
    }
}
