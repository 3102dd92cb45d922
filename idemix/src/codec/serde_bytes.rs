//! serde for this crate's public data. Types with an encoding of their own are that: hexadecimal text in human-readable
//! formats, bytes in binary ones. A schema is a struct that is checked when it is read.

use bbs::serde_bytes::{deserialize, serialize};
use bbs::{Aries, Native};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::CardProof;
use crate::issuance::IssuerNonce;
use crate::keys::IssuerPublicKey;
use crate::presentation::{Presentation, PresentationNonce};
use crate::request::CredentialRequest;
use crate::schema::{Schema, SchemaError};

bbs::serde_via_bytes!(
    Presentation<Native>,
    Presentation<Aries>,
    CredentialRequest<Native>,
    CredentialRequest<Aries>,
    CardProof,
);

impl Serialize for IssuerNonce {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.as_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for IssuerNonce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_bytes(&deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for PresentationNonce {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.as_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for PresentationNonce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer)?
            .try_into()
            .map(Self::from_bytes)
            .map_err(|bytes: Vec<u8>| D::Error::invalid_length(bytes.len(), &"32 bytes"))
    }
}

/// What a schema is in a configuration file; the roles name attributes.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Schema", deny_unknown_fields)]
struct SchemaFields {
    attributes: Vec<String>,
    #[serde(default)]
    enrollment_id: Option<String>,
    #[serde(default)]
    revocation_handle: Option<String>,
    #[serde(default)]
    secret_key_position: usize,
}

impl From<&Schema> for SchemaFields {
    fn from(schema: &Schema) -> Self {
        let name = |role: Option<usize>| role.and_then(|i| schema.names().get(i).cloned());
        Self {
            attributes: schema.names().to_vec(),
            enrollment_id: name(schema.enrollment_id()),
            revocation_handle: name(schema.revocation_handle()),
            secret_key_position: schema.secret_key_position(),
        }
    }
}

impl TryFrom<SchemaFields> for Schema {
    type Error = SchemaError;

    fn try_from(fields: SchemaFields) -> Result<Self, SchemaError> {
        let mut schema = Self::new(fields.attributes)?;
        if let Some(name) = fields.enrollment_id {
            schema = schema.with_enrollment_id(name.as_str())?;
        }
        if let Some(name) = fields.revocation_handle {
            schema = schema.with_revocation_handle(name.as_str())?;
        }
        schema.with_secret_key_position(fields.secret_key_position)
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SchemaFields::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(SchemaFields::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// C(w) and the schema.
#[derive(Serialize, Deserialize)]
#[serde(rename = "IssuerPublicKey", deny_unknown_fields)]
struct IssuerPublicKeyFields {
    key: bbs::PublicKey,
    schema: Schema,
}

impl Serialize for IssuerPublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        IssuerPublicKeyFields {
            key: *self.parameters().public_key(),
            schema: self.schema().clone(),
        }
        .serialize(serializer)
    }
}

/// With the default limits, as [`IssuerPublicKey::from_bytes`].
impl<'de> Deserialize<'de> for IssuerPublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = IssuerPublicKeyFields::deserialize(deserializer)?;
        Self::from_bytes(fields.schema, &fields.key.to_bytes()).map_err(D::Error::custom)
    }
}
