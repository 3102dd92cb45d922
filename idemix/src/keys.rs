//! The issuer's public key together with its schema.

use std::sync::Arc;

use bbs::curve::{G1Affine, TableSize};
use bbs::{Limits, PublicKey, PublicParameters};

use crate::error::KeyError;
use crate::schema::Schema;

/// An issuer's public key for credentials of one schema. Cheap to clone: everything behind it is shared.
#[derive(Clone, Debug)]
pub struct IssuerPublicKey {
    parameters: Arc<PublicParameters>,
    schema: Arc<Schema>,
}

/// The bases of the three kinds of commitments, for people who build other proofs on them: each commitment is
/// r·`blinding` + value·base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitmentBases {
    /// h0, the base of the randomness.
    pub blinding: G1Affine,
    /// The base of the secret key in a pseudonym.
    pub nym: G1Affine,
    /// The base of the enrollment ID, if the schema has one.
    pub eid_nym: Option<G1Affine>,
    /// The base of the revocation handle, if the schema has one.
    pub rh_nym: Option<G1Affine>,
}

impl IssuerPublicKey {
    /// Reads C(w), 96 bytes, for credentials of this schema, with at most 1024 messages.
    ///
    /// # Errors
    /// [`KeyError::Malformed`], [`KeyError::Parameter`] for too large a schema.
    pub fn from_bytes(schema: Schema, bytes: &[u8]) -> Result<Self, KeyError> {
        Self::from_bytes_with_limits(schema, bytes, Limits::default())
    }

    /// As [`IssuerPublicKey::from_bytes`], with other limits on the number of messages.
    ///
    /// # Errors
    /// As [`IssuerPublicKey::from_bytes`].
    pub fn from_bytes_with_limits(
        schema: Schema,
        bytes: &[u8],
        limits: Limits,
    ) -> Result<Self, KeyError> {
        let key = PublicKey::from_bytes(bytes)?;
        let parameters = key.parameters(schema.message_count(), limits)?;
        Ok(Self::new(parameters, Arc::new(schema)))
    }

    pub(crate) fn new(parameters: Arc<PublicParameters>, schema: Arc<Schema>) -> Self {
        Self { parameters, schema }
    }

    /// C(w), 96 bytes.
    pub fn to_bytes(&self) -> [u8; 96] {
        self.parameters.public_key().to_bytes()
    }

    /// What IBM/idemix calls the key's hash: C(w) itself.
    pub fn key_hash(&self) -> [u8; 96] {
        self.to_bytes()
    }

    /// The schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The key and its generators.
    pub fn parameters(&self) -> &Arc<PublicParameters> {
        &self.parameters
    }

    /// The commitment bases of nym, EID nym and RH nym.
    pub fn bases(&self) -> CommitmentBases {
        let at = |index: usize| self.parameters.h(index).ok().map(|base| *base.point());
        let blinding = *self.parameters.h0().point();
        CommitmentBases {
            blinding,
            nym: at(self.schema.secret_key_position()).unwrap_or(blinding),
            eid_nym: self.schema.enrollment_id_message().ok().and_then(at),
            rh_nym: self.schema.revocation_handle_message().ok().and_then(at),
        }
    }

    /// Builds the tables that make signing and verifying under this key fast, once for all clones.
    pub fn precompute(&self, size: TableSize) {
        self.parameters.precompute(size);
    }
}

impl PartialEq for IssuerPublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.parameters.public_key() == other.parameters.public_key() && self.schema == other.schema
    }
}
impl Eq for IssuerPublicKey {}
