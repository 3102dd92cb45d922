//! Which attributes a credential has, and which of them mean something to the protocol.

use bbs::{Attribute, MAX_MESSAGE_COUNT, Secret, curve::Scalar};
use thiserror::Error;

/// Why a schema, or something said in its terms, is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A schema needs at least one attribute, and at most 65,534.
    #[error("a schema has 1 to 65534 attributes, not {count}")]
    AttributeCount {
        /// How many were given.
        count: usize,
    },
    /// An attribute name is empty or stands twice.
    #[error("attribute name {name:?} is empty or stands twice")]
    Name {
        /// The name.
        name: String,
    },
    /// No such attribute.
    #[error("there is no attribute {attribute}")]
    UnknownAttribute {
        /// Its name or number.
        attribute: String,
    },
    /// The attribute was named twice.
    #[error("attribute {attribute} stands twice")]
    DuplicateAttribute {
        /// Its name or number.
        attribute: String,
    },
    /// No value was given for an attribute.
    #[error("attribute {attribute} has no value")]
    MissingAttribute {
        /// Its name.
        attribute: String,
    },
    /// Enrollment ID and revocation handle must be two different attributes.
    #[error("enrollment ID and revocation handle are the same attribute")]
    SameAttribute,
    /// The secret key's place is beyond the attributes.
    #[error("the secret key cannot stand at {position}: there are {attributes} attributes")]
    SecretKeyPosition {
        /// The position asked for.
        position: usize,
        /// How many attributes there are.
        attributes: usize,
    },
    /// The schema has no enrollment ID.
    #[error("the schema has no enrollment ID")]
    NoEnrollmentId,
    /// The schema has no revocation handle.
    #[error("the schema has no revocation handle")]
    NoRevocationHandle,
    /// The format of smartcards fixes the places of secret key and enrollment ID.
    #[error("with a card, the secret key is message 0 and the enrollment ID is attribute 2")]
    NotForCards,
}

/// An attribute by name or by number (0 is the first attribute; the secret key is not counted).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeId {
    /// By name.
    Name(String),
    /// By number.
    Index(usize),
}

impl From<&str> for AttributeId {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}
impl From<usize> for AttributeId {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl core::fmt::Display for AttributeId {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Name(name) => write!(f, "{name:?}"),
            Self::Index(index) => write!(f, "number {index}"),
        }
    }
}

/// The attributes of a credential, in order, and the roles that some of them play. Issuer, holder, verifier and
/// auditor each take it from their own configuration, never from a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    names: Vec<String>,
    enrollment_id: Option<usize>,
    revocation_handle: Option<usize>,
    secret_key_position: usize,
}

impl Schema {
    /// A schema with these attributes; the secret key stands first.
    ///
    /// # Errors
    /// [`SchemaError::AttributeCount`], [`SchemaError::Name`].
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Result<Self, SchemaError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        if names.is_empty() || names.len() >= MAX_MESSAGE_COUNT {
            return Err(SchemaError::AttributeCount { count: names.len() });
        }
        let mut seen = std::collections::HashSet::new();
        for name in &names {
            if name.is_empty() || !seen.insert(name) {
                return Err(SchemaError::Name { name: name.clone() });
            }
        }
        Ok(Self {
            names,
            enrollment_id: None,
            revocation_handle: None,
            secret_key_position: 0,
        })
    }

    /// The four attributes of Hyperledger Fabric: OU, Role, EnrollmentID, RevocationHandle.
    pub fn fabric() -> Self {
        Self {
            names: ["OU", "Role", "EnrollmentID", "RevocationHandle"]
                .map(str::to_owned)
                .to_vec(),
            enrollment_id: Some(2),
            revocation_handle: Some(3),
            secret_key_position: 0,
        }
    }

    /// Says which attribute is the enrollment ID.
    ///
    /// # Errors
    /// [`SchemaError::UnknownAttribute`], [`SchemaError::SameAttribute`].
    pub fn with_enrollment_id(
        mut self,
        attribute: impl Into<AttributeId>,
    ) -> Result<Self, SchemaError> {
        self.enrollment_id = Some(self.index_of(&attribute.into())?);
        self.distinct()
    }

    /// Says which attribute is the revocation handle.
    ///
    /// # Errors
    /// [`SchemaError::UnknownAttribute`], [`SchemaError::SameAttribute`].
    pub fn with_revocation_handle(
        mut self,
        attribute: impl Into<AttributeId>,
    ) -> Result<Self, SchemaError> {
        self.revocation_handle = Some(self.index_of(&attribute.into())?);
        self.distinct()
    }

    /// Says at which message the secret key stands: attribute i is message i before it, message i + 1 from there on.
    ///
    /// # Errors
    /// [`SchemaError::SecretKeyPosition`].
    pub fn with_secret_key_position(mut self, position: usize) -> Result<Self, SchemaError> {
        if position > self.names.len() {
            return Err(SchemaError::SecretKeyPosition {
                position,
                attributes: self.names.len(),
            });
        }
        self.secret_key_position = position;
        Ok(self)
    }

    fn distinct(self) -> Result<Self, SchemaError> {
        if self.enrollment_id.is_some() && self.enrollment_id == self.revocation_handle {
            return Err(SchemaError::SameAttribute);
        }
        Ok(self)
    }

    /// The attribute names, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many attributes there are, the secret key not counted.
    pub fn attribute_count(&self) -> usize {
        self.names.len()
    }

    /// How many messages the issuer signs: the attributes and the secret key.
    pub fn message_count(&self) -> usize {
        self.names.len().saturating_add(1)
    }

    /// The number of an attribute.
    ///
    /// # Errors
    /// [`SchemaError::UnknownAttribute`].
    pub fn index_of(&self, attribute: &AttributeId) -> Result<usize, SchemaError> {
        match attribute {
            AttributeId::Name(name) => self.names.iter().position(|other| other == name),
            AttributeId::Index(index) => (*index < self.names.len()).then_some(*index),
        }
        .ok_or_else(|| SchemaError::UnknownAttribute {
            attribute: attribute.to_string(),
        })
    }

    /// The number of the enrollment ID.
    pub fn enrollment_id(&self) -> Option<usize> {
        self.enrollment_id
    }

    /// The number of the revocation handle.
    pub fn revocation_handle(&self) -> Option<usize> {
        self.revocation_handle
    }

    /// The message index of the secret key.
    pub fn secret_key_position(&self) -> usize {
        self.secret_key_position
    }

    /// The message index of an attribute.
    pub fn message_index(&self, attribute: usize) -> usize {
        attribute.saturating_add(usize::from(attribute >= self.secret_key_position))
    }

    /// The attribute behind a message index; none for the secret key.
    pub fn attribute_of_message(&self, message: usize) -> Option<usize> {
        match message.cmp(&self.secret_key_position) {
            core::cmp::Ordering::Less => Some(message),
            core::cmp::Ordering::Equal => None,
            core::cmp::Ordering::Greater => message.checked_sub(1),
        }
    }

    pub(crate) fn enrollment_id_message(&self) -> Result<usize, SchemaError> {
        self.enrollment_id
            .map(|index| self.message_index(index))
            .ok_or(SchemaError::NoEnrollmentId)
    }

    pub(crate) fn revocation_handle_message(&self) -> Result<usize, SchemaError> {
        self.revocation_handle
            .map(|index| self.message_index(index))
            .ok_or(SchemaError::NoRevocationHandle)
    }

    /// Checks the places that the format of smartcards fixes: the secret key at 0, the enrollment ID at h\[3\].
    pub(crate) fn check_card(&self) -> Result<(), SchemaError> {
        match (self.secret_key_position, self.enrollment_id) {
            (0, Some(2)) => Ok(()),
            _ => Err(SchemaError::NotForCards),
        }
    }

    /// All messages in order: the attributes with the secret key at its place.
    pub(crate) fn messages(
        &self,
        attributes: &[Scalar],
        secret_key: Scalar,
    ) -> Secret<Vec<Scalar>> {
        let mut messages = Vec::with_capacity(attributes.len().saturating_add(1));
        let (before, after) = attributes.split_at(self.secret_key_position.min(attributes.len()));
        messages.extend_from_slice(before);
        messages.push(secret_key);
        messages.extend_from_slice(after);
        Secret::new(messages)
    }
}

/// A value for every attribute of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes(Vec<Attribute>);

impl Attributes {
    /// Values in the order of the schema.
    ///
    /// # Errors
    /// [`SchemaError::MissingAttribute`] or [`SchemaError::AttributeCount`] if their number differs.
    pub fn ordered<A: Into<Attribute>>(
        schema: &Schema,
        values: impl IntoIterator<Item = A>,
    ) -> Result<Self, SchemaError> {
        let values: Vec<Attribute> = values.into_iter().map(Into::into).collect();
        if let Some(missing) = schema.names.get(values.len()) {
            return Err(SchemaError::MissingAttribute {
                attribute: missing.clone(),
            });
        }
        if values.len() > schema.attribute_count() {
            return Err(SchemaError::AttributeCount {
                count: values.len(),
            });
        }
        Ok(Self(values))
    }

    /// Values by name, in any order; every attribute exactly once.
    ///
    /// # Errors
    /// [`SchemaError::UnknownAttribute`], [`SchemaError::DuplicateAttribute`], [`SchemaError::MissingAttribute`].
    pub fn named<I: Into<AttributeId>>(
        schema: &Schema,
        values: impl IntoIterator<Item = (I, Attribute)>,
    ) -> Result<Self, SchemaError> {
        let mut slots: Vec<Option<Attribute>> = vec![None; schema.attribute_count()];
        for (id, value) in values {
            let id = id.into();
            let index = schema.index_of(&id)?;
            let unknown = || SchemaError::UnknownAttribute {
                attribute: id.to_string(),
            };
            let slot = slots.get_mut(index).ok_or_else(unknown)?;
            if slot.replace(value).is_some() {
                return Err(SchemaError::DuplicateAttribute {
                    attribute: id.to_string(),
                });
            }
        }
        slots
            .into_iter()
            .zip(&schema.names)
            .map(|(slot, name)| {
                slot.ok_or_else(|| SchemaError::MissingAttribute {
                    attribute: name.clone(),
                })
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The values, in the order of the schema.
    pub fn values(&self) -> &[Attribute] {
        &self.0
    }

    pub(crate) fn scalars(&self) -> Secret<Vec<Scalar>> {
        Secret::new(self.0.iter().map(Attribute::to_scalar).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let schema = Schema::new(["a", "b", "c"])
            .unwrap()
            .with_secret_key_position(1)
            .unwrap();
        assert_eq!([0, 1, 2].map(|i| schema.message_index(i)), [0, 2, 3]);
        assert_eq!(
            [0, 1, 2, 3].map(|i| schema.attribute_of_message(i)),
            [Some(0), None, Some(1), Some(2)]
        );
        assert!(schema.clone().with_secret_key_position(3).is_ok());
        assert!(schema.with_secret_key_position(4).is_err());
    }

    #[test]
    fn names_are_unique_and_roles_distinct() {
        assert_eq!(
            Schema::new(["a", "a"]),
            Err(SchemaError::Name { name: "a".into() })
        );
        assert_eq!(
            Schema::fabric().with_enrollment_id("RevocationHandle"),
            Err(SchemaError::SameAttribute)
        );
    }

    #[test]
    fn every_attribute_once() {
        let schema = Schema::new(["a", "b"]).unwrap();
        let one = Attribute::from(1i64);
        let named = |list: &[&str]| {
            Attributes::named(&schema, list.iter().map(|name| (*name, one.clone())))
        };
        assert!(named(&["b", "a"]).is_ok());
        assert!(matches!(
            named(&["a"]),
            Err(SchemaError::MissingAttribute { .. })
        ));
        assert!(matches!(
            named(&["a", "b", "a"]),
            Err(SchemaError::DuplicateAttribute { .. })
        ));
        assert!(matches!(
            named(&["a", "c"]),
            Err(SchemaError::UnknownAttribute { .. })
        ));
    }
}
