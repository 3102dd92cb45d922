//! `audit`: openings of enrollment IDs and revocation handles.

use bbs::curve::{Scalar, random_scalar};
use idemix::{Aries, PresentationType};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use super::json::{Outcome, Text, hex, scalar, with};
use super::verifications::{eid_nym, rh_nym};
use super::world::{SHAPES, World};

/// What the auditor is given.
const TYPES: [&str; 3] = [
    "AuditExpectSignature",
    "AuditExpectEidNym",
    "AuditExpectEidNymRhNym",
];

pub(super) fn cases<R: RngCore + CryptoRng>(rng: &mut R) -> Outcome<Vec<Value>> {
    let kind = PresentationType::EidNymRhNym;
    let mut cases = Vec::new();
    for shape in SHAPES.into_iter().filter(|shape| shape.has_roles()) {
        let world = World::new(shape, kind, rng)?;
        let shown = world.credential.present::<Aries>(kind).prove(rng)?;
        let eid = shown.eid_opening.ok_or("no opening")?;
        let rh = shown.rh_opening.ok_or("no opening")?;
        let signature = shown.presentation.to_bytes();
        for audit in [
            Audit {
                op: "eid",
                index: shape.eid,
                nym: eid_nym(&world, &eid)?,
                rand: *eid.randomness(),
            },
            Audit {
                op: "rh",
                index: shape.rh,
                nym: rh_nym(&world, &rh)?,
                rand: *rh.randomness(),
            },
        ] {
            for audit_type in TYPES {
                cases.extend(audit.cases(&world, audit_type, &signature, rng)?);
            }
        }
    }
    Ok(cases)
}

/// One commitment and its opening.
struct Audit {
    op: &'static str,
    index: usize,
    nym: [u8; 96],
    rand: Scalar,
}

impl Audit {
    fn cases<R: RngCore + CryptoRng>(
        &self,
        world: &World,
        audit_type: &str,
        signature: &[u8],
        rng: &mut R,
    ) -> Outcome<Vec<Value>> {
        let Text::Bytes(value) = world.attribute(self.index)? else {
            return Err("an audit hashes its value".into());
        };
        let given = match audit_type {
            "AuditExpectSignature" => signature,
            _ => &self.nym,
        };
        // A commitment of the type EidNym has no revocation handle.
        let fits = self.op == "eid" || audit_type != "AuditExpectEidNym";
        let matching = world.case(
            "",
            json!({
                "user_secret_key": null,
                "op": self.op,
                "index": self.index,
                "audit_type": audit_type,
                "signature": hex(given),
                "value": hex(value),
                "rand": scalar(&self.rand),
            }),
        );
        let other_index = match self.index.checked_add(1) {
            Some(next) if next < world.shape.count => next,
            _ => 0,
        };
        let cases = [
            ("match", fits, json!({})),
            (
                "other value",
                false,
                json!({ "value": hex([value.as_slice(), b"x"].concat()) }),
            ),
            (
                "other randomness",
                false,
                json!({ "rand": scalar(&random_scalar(rng)) }),
            ),
            ("other index", false, json!({ "index": other_index })),
        ];
        let name =
            |what: &str| format!("{}, {}, {audit_type}, {what}", world.shape.name(), self.op);
        let case = |(what, ok, changes): (&str, bool, Value)| {
            let expect = if ok { "ok" } else { "fail" };
            let named = with(&matching, json!({ "name": name(what), "expect": expect }));
            with(&named, changes)
        };
        Ok(cases.map(case).to_vec())
    }
}
