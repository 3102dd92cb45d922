//! `hash_to_g1`: the result of hashing to G1. The crate `bbs` checks the intermediate values, which are private to it.

use bbs::curve::{g1_to_compressed, g1_to_uncompressed, hash_to_g1};
use serde::Deserialize;

use crate::vectors::{CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    data: Hex,
    domain: Hex,
    #[serde(rename = "expanded")]
    _expanded: Option<Hex>,
    #[serde(rename = "u0")]
    _u0: Option<Hex>,
    #[serde(rename = "u1")]
    _u1: Option<Hex>,
    #[serde(rename = "p0_x_before_isogeny")]
    _p0_x: Option<Hex>,
    #[serde(rename = "p0_y_before_isogeny")]
    _p0_y: Option<Hex>,
    #[serde(rename = "p1_x_before_isogeny")]
    _p1_x: Option<Hex>,
    #[serde(rename = "p1_y_before_isogeny")]
    _p1_y: Option<Hex>,
    #[serde(rename = "q0_after_isogeny")]
    _q0: Option<Hex>,
    #[serde(rename = "q1_after_isogeny")]
    _q1: Option<Hex>,
    uncompressed: Hex,
    compressed: Hex,
    y_is_larger: bool,
}

/// The flag of the compressed encoding that says that y is the larger root.
const SORT_BIT: u8 = 0x20;

pub(super) fn check(case: &Case) -> CaseResult {
    let point = hash_to_g1(&case.data.0, &case.domain.0);
    let compressed = g1_to_compressed(&point);
    equal("compressed", compressed, &case.compressed)?;
    equal(
        "uncompressed",
        g1_to_uncompressed(&point),
        &case.uncompressed,
    )?;
    let [first, ..] = compressed;
    ensure(
        (first & SORT_BIT != 0) == case.y_is_larger,
        "y stands in the other half",
    )
}
