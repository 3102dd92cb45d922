//! `scalars`: from bytes, integers and messages to scalars.

use bbs::curve::{scalar_from_wide, scalar_to_bytes};
use bbs::{Attribute, hash_to_scalar};
use serde::Deserialize;

use crate::vectors::{CaseResult, Decimal, Hex, equal};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Case {
    FrFromOkm {
        #[serde(rename = "name")]
        _name: String,
        input: Hex,
        scalar: Hex,
    },
    FromInt {
        #[serde(rename = "name")]
        _name: String,
        int: Decimal,
        scalar: Hex,
    },
    FromBytes {
        #[serde(rename = "name")]
        _name: String,
        input: Hex,
        scalar: Hex,
    },
}

pub(super) fn check(case: &Case) -> CaseResult {
    let (computed, stated) = match case {
        Case::FrFromOkm { input, scalar, .. } => {
            let computed = hash_to_scalar(&input.0);
            // An attribute of type bytes is hashed the same way.
            let attribute = Attribute::from(input.as_ref()).to_scalar();
            equal("attribute", scalar_to_bytes(&attribute), scalar)?;
            (computed, scalar)
        }
        Case::FromInt { int, scalar, .. } => (Attribute::from(int.0).to_scalar(), scalar),
        Case::FromBytes { input, scalar, .. } => (scalar_from_wide(&input.0), scalar),
    };
    equal("scalar", scalar_to_bytes(&computed), stated)
}
