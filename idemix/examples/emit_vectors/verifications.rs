//! The list `verify` of a presentation: unaltered under every verification type, then with one thing changed each.

use bbs::curve::Scalar;
use idemix::{EidOpening, Issuer, Nym, PresentationType, RhOpening};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use super::json::{Outcome, find, flipped, hex, replaced, scalar, with};
use super::world::{KINDS, World};

/// What the Go library calls metadata: the openings of EID nym and RH nym.
#[derive(Default)]
pub(super) struct Openings {
    pub(super) eid: Option<EidOpening>,
    pub(super) rh: Option<RhOpening>,
}

impl Openings {
    /// Null if there are none.
    pub(super) fn metadata(&self, world: &World) -> Outcome<Value> {
        let mut fields = json!({});
        if let Some(opening) = &self.eid {
            let nym = hex(eid_nym(world, opening)?);
            let data = audit_data(&nym, opening.value(), opening.randomness());
            fields = with(
                &fields,
                json!({ "eid_nym": nym, "eid_nym_audit_data": data }),
            );
        }
        if let Some(opening) = &self.rh {
            let nym = hex(rh_nym(world, opening)?);
            let data = audit_data(&nym, opening.value(), opening.randomness());
            fields = with(&fields, json!({ "rh_nym": nym, "rh_nym_audit_data": data }));
        }
        let none = self.eid.is_none() && self.rh.is_none();
        Ok(if none { Value::Null } else { fields })
    }
}

fn audit_data(nym: &Value, value: &Scalar, randomness: &Scalar) -> Value {
    json!({ "attr": scalar(value), "rand": scalar(randomness), "nym": nym })
}

/// U(NymEid).
pub(super) fn eid_nym(world: &World, opening: &EidOpening) -> Outcome<[u8; 96]> {
    let schema = world.key().schema();
    let index = schema.message_index(world.shape.eid);
    let nym = opening.commitment(world.key().parameters(), index)?;
    Ok(nym.to_uncompressed())
}

/// U(NymRh).
pub(super) fn rh_nym(world: &World, opening: &RhOpening) -> Outcome<[u8; 96]> {
    let schema = world.key().schema();
    let index = schema.message_index(world.shape.rh);
    let nym = opening.commitment(world.key().parameters(), index)?;
    Ok(nym.to_uncompressed())
}

/// A presentation that is verified.
pub(super) struct Target<'a> {
    pub(super) world: &'a World,
    pub(super) kind: PresentationType,
    pub(super) disclosed: &'a [usize],
    pub(super) message: &'a [u8],
    pub(super) signature: &'a [u8],
    pub(super) nym: &'a Nym,
    pub(super) returned: &'a Openings,
}

impl Target<'_> {
    /// The result for each verification type. BestEffort knows no cards, and Basic is Standard.
    pub(super) fn unaltered(&self) -> Vec<Value> {
        let mut kinds = KINDS.to_vec();
        if self.kind.is_card() {
            kinds.extend([
                PresentationType::Smartcard,
                PresentationType::SmartcardNoNyms,
            ]);
        }
        let basic = ("Basic", self.kind == PresentationType::Standard);
        let best_effort = ("BestEffort", !self.kind.is_card());
        let exact = kinds
            .into_iter()
            .map(|kind| (expecting(kind), kind == self.kind));
        [basic, best_effort]
            .into_iter()
            .chain(exact)
            .map(|(name, ok)| {
                let expect = if ok { "ok" } else { "fail" };
                json!({ "ver_type": name, "expect": expect })
            })
            .collect()
    }

    /// One thing changed each; `variant` chooses among alterations of the same sort.
    pub(super) fn altered<R: RngCore + CryptoRng>(
        &self,
        variant: usize,
        rng: &mut R,
    ) -> Outcome<Vec<Value>> {
        let mut entries = self.metadata(rng)?;
        let message = [self.message, b"x"].concat();
        entries.push(self.fail("other message", json!({ "msg": hex(message) })));
        if let Some(first) = self.disclosed.first() {
            let mut other = self.world.disclosed_json(self.disclosed);
            let value = self.world.attribute(*first)?.other().json();
            *other.get_mut(*first).ok_or("no such attribute")? = value;
            entries.push(self.fail(
                "other value of a disclosed attribute",
                json!({ "disclosed": other }),
            ));
            let fewer = self.disclosed.get(1..).unwrap_or_default();
            let fewer = self.world.disclosed_json(fewer);
            entries.push(self.fail(
                "verifier expects one disclosed attribute fewer",
                json!({ "disclosed": fewer }),
            ));
        }
        let other = Issuer::generate(self.world.key().schema().clone(), rng)?;
        entries.push(self.fail(
            "other issuer key",
            json!({ "issuer_public_key": hex(other.public_key().to_bytes()) }),
        ));
        entries.push(self.bytes("another nym of the same user", &self.another_nym(rng)?));
        entries.push(self.alteration(variant)?);
        if !self.kind.is_card() {
            // Field 4 (tag, length, 116 bytes) follows the nym.
            let nym = find(self.signature, &self.nym.to_uncompressed())?;
            let altered = flipped(self.signature, nym + 96 + 2 + 115)?;
            entries.push(self.bytes("nym proof altered", &altered));
        }
        entries.extend(self.nyms_altered(rng)?);
        Ok(entries)
    }

    fn fail(&self, mutation: &str, changes: Value) -> Value {
        let entry = json!({
            "ver_type": expecting(self.kind),
            "mutation": mutation,
            "expect": "fail",
        });
        with(&entry, changes)
    }

    fn ok(&self, mutation: &str, changes: Value) -> Value {
        with(&self.fail(mutation, changes), json!({ "expect": "ok" }))
    }

    fn bytes(&self, mutation: &str, signature: &[u8]) -> Value {
        self.fail(mutation, json!({ "signature": hex(signature) }))
    }

    fn another_nym<R: RngCore + CryptoRng>(&self, rng: &mut R) -> Outcome<Vec<u8>> {
        let other = self.world.holder.new_nym(self.world.key(), rng)?;
        let (own, other) = (self.nym.to_uncompressed(), other.nym().to_uncompressed());
        replaced(self.signature, &own, &other)
    }

    /// An alteration of the bytes that every type has. The message ends with the empty field 14.
    fn alteration(&self, variant: usize) -> Outcome<Value> {
        let without_end = self.signature.strip_suffix(&[0x72, 0]);
        let without_end = without_end.ok_or("another end than field 14")?;
        // The nonce is field 2: tag, length, then 32 bytes, before field 3, the nym.
        let nym = find(self.signature, &self.nym.to_uncompressed())?;
        let nonce = nym.checked_sub(34).ok_or("too short")?;
        // Before the nonce stand the responses of the main proof, the last of which ends 2 bytes earlier.
        let response = nonce.checked_sub(3).ok_or("too short")?;
        Ok(match variant % 4 {
            0 => self.bytes("nonce altered", &flipped(self.signature, nonce + 31)?),
            1 => self.bytes("last response altered", &flipped(self.signature, response)?),
            2 => self.bytes("no non-revocation proof", without_end),
            _ => {
                let other = [without_end, &[0x72, 2, 8, 1]].concat();
                self.bytes("another revocation algorithm", &other)
            }
        })
    }

    /// The verifier is given the metadata that the signer returned, or something else.
    fn metadata<R: RngCore + CryptoRng>(&self, rng: &mut R) -> Outcome<Vec<Value>> {
        let (world, metadata) = (self.world, self.returned.metadata(self.world)?);
        if metadata.is_null() {
            return Ok(Vec::new());
        }
        let matching = self.ok("with matching metadata", json!({ "metadata": metadata }));
        let mut entries = vec![matching.clone()];
        if !self.kind.is_card() {
            entries.push(with(&matching, json!({ "ver_type": "BestEffort" })));
        }
        if let Some(opening) = &self.returned.eid {
            let other = world.eid_opening(rng)?;
            let nym = hex(eid_nym(world, &other)?);
            entries.push(self.fail(
                "metadata with another eid nym",
                json!({ "metadata": { "eid_nym": nym } }),
            ));
            if !self.kind.is_card() {
                let nym = hex(eid_nym(world, opening)?);
                let data = audit_data(&nym, other.randomness(), opening.randomness());
                entries.push(self.fail(
                    "metadata with another eid attribute",
                    json!({ "metadata": { "eid_nym": nym, "eid_nym_audit_data": data } }),
                ));
            }
        }
        if let Some(opening) = &self.returned.rh {
            let other = world.rh_opening(rng)?;
            entries.push(self.fail(
                "metadata with another rh nym",
                json!({ "metadata": { "rh_nym": hex(rh_nym(world, &other)?) } }),
            ));
            let nym = hex(rh_nym(world, opening)?);
            let data = audit_data(&nym, opening.value(), other.randomness());
            entries.push(self.fail(
                "metadata with another rh randomness",
                json!({ "metadata": { "rh_nym_audit_data": data } }),
            ));
        }
        Ok(entries)
    }

    /// The commitments exchanged for others.
    fn nyms_altered<R: RngCore + CryptoRng>(&self, rng: &mut R) -> Outcome<Vec<Value>> {
        let mut entries = Vec::new();
        let Some(opening) = &self.returned.eid else {
            return Ok(entries);
        };
        let eid = eid_nym(self.world, opening)?;
        let other = eid_nym(self.world, &self.world.eid_opening(rng)?)?;
        let other = replaced(self.signature, &eid, &other)?;
        entries.push(self.bytes("another eid nym", &other));
        if let Some(opening) = &self.returned.rh {
            let rh = rh_nym(self.world, opening)?;
            let (eid_at, rh_at) = (find(self.signature, &eid)?, find(self.signature, &rh)?);
            let mut exchanged = self.signature.to_vec();
            for (place, nym) in [(eid_at, rh), (rh_at, eid)] {
                let slot = exchanged.get_mut(place..place + nym.len());
                slot.ok_or("too short")?.copy_from_slice(&nym);
            }
            entries.push(self.bytes("rh nym and eid nym exchanged", &exchanged));
            entries.push(self.bytes("rh nym removed", &self.without(&rh)?));
        }
        entries.push(self.bytes("eid nym removed", &self.without(&eid)?));
        let (count, index) = (self.world.shape.count, self.world.shape.eid);
        if count > 1 && !self.kind.is_card() {
            let other = (index + 1) % count;
            entries.push(self.fail("other eid index", json!({ "eid_index": other })));
        }
        Ok(entries)
    }

    /// The bytes without a commitment, its sub-proof and its index: fields 5 to 7 or 8 to 10, that is tag, length and
    /// 96 bytes; tag, length and 116 bytes; tag and a number below 128.
    fn without(&self, nym: &[u8; 96]) -> Outcome<Vec<u8>> {
        let start = find(self.signature, nym)?
            .checked_sub(2)
            .ok_or("too short")?;
        let (before, rest) = self.signature.split_at(start);
        let after = rest.get(2 + 96 + 2 + 116 + 2..).ok_or("too short")?;
        Ok([before, after].concat())
    }
}

/// The verification type that expects exactly this one.
fn expecting(kind: PresentationType) -> &'static str {
    match kind {
        PresentationType::Standard => "ExpectStandard",
        PresentationType::EidNym => "ExpectEidNym",
        PresentationType::EidNymRhNym => "ExpectEidNymRhNym",
        PresentationType::Smartcard => "ExpectSmartcard",
        PresentationType::SmartcardNoNyms => "ExpectSmartcardNoNyms",
    }
}
