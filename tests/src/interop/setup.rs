//! Roles of the outer crate from what the files say.

use idemix::{Holder, IssuerPublicKey, PresentationType, Schema};

use crate::vectors::{CaseResult, Hex};

/// Attributes that are known by number only.
pub(super) fn schema(attribute_count: usize, sk_index: usize) -> CaseResult<Schema> {
    let names = (0..attribute_count).map(|number| format!("attribute {number}"));
    Ok(Schema::new(names)?.with_secret_key_position(sk_index)?)
}

/// The schema with the roles that a type of presentation needs. The files name both in any case; where one is not
/// needed it may be anything.
pub(super) fn with_roles(
    mut schema: Schema,
    kind: PresentationType,
    eid_index: usize,
    rh_index: usize,
) -> CaseResult<Schema> {
    if kind.has_eid_nym() || kind.is_card() {
        schema = schema.with_enrollment_id(eid_index)?;
    }
    if kind.has_rh_nym() {
        schema = schema.with_revocation_handle(rh_index)?;
    }
    Ok(schema)
}

pub(super) fn issuer_key(schema: Schema, bytes: &Hex) -> CaseResult<IssuerPublicKey> {
    Ok(IssuerPublicKey::from_bytes(schema, &bytes.0)?)
}

pub(super) fn holder(secret_key: &Hex) -> CaseResult<Holder> {
    Ok(Holder::from_bytes(&secret_key.0)?)
}
