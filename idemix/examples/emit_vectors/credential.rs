//! `credential`: issuing, from the request to the stored credential.

use idemix::{Holder, Issuer, PresentationType};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use super::json::{Outcome, Text, flipped, hex, hidden, mutated, replaced};
use super::world::{SHAPES, World};

pub(super) fn cases<R: RngCore + CryptoRng>(rng: &mut R) -> Outcome<Vec<Value>> {
    let mut cases = Vec::new();
    for shape in SHAPES {
        let world = World::new(shape, PresentationType::Standard, rng)?;
        let honest = honest(&world);
        cases.push(honest.clone());

        let mut wrong = world.attributes_json();
        let (last, value) = (wrong.last_mut(), world.attributes.last());
        *last.ok_or("no attribute")? = value.ok_or("no attribute")?.other().json();
        cases.push(mutated(
            &honest,
            "wrong attribute",
            json!({ "verify_attributes": wrong }),
        ));

        let unchecked = vec![hidden(); shape.count];
        cases.push(mutated(
            &honest,
            "attribute not checked",
            json!({ "verify_attributes": unchecked, "expect": "ok" }),
        ));
        let other = Holder::generate(rng).expose_bytes();
        cases.push(mutated(
            &honest,
            "wrong user secret key",
            json!({ "verify_user_secret_key": hex(other.as_ref()) }),
        ));
        let other = Issuer::generate(shape.schema(PresentationType::Standard)?, rng)?;
        cases.push(mutated(
            &honest,
            "other issuer key",
            json!({ "verify_issuer_public_key": hex(other.public_key().to_bytes()) }),
        ));
        let bytes = world.credential.expose_aries_bytes();
        // Field 1 has a tag and a length byte, then A, e, s: the last byte of s is at 113.
        let altered = flipped(&bytes, 113)?;
        cases.push(mutated(
            &honest,
            "signature altered",
            json!({ "credential": hex(altered) }),
        ));
        // A, e, s₂ as the issuer sent them.
        let signature = |bytes: &[u8]| bytes.get(2..114).map(<[u8]>::to_vec).ok_or("too short");
        let (own, blind) = (signature(&bytes)?, signature(&world.answer)?);
        let blinded = replaced(&bytes, &own, &blind)?;
        cases.push(mutated(
            &honest,
            "still blinded",
            json!({ "credential": hex(blinded) }),
        ));
        let stored = bytes.get(114..148).ok_or("too short")?;
        let altered = replaced(&bytes, stored, &flipped(stored, 33)?)?;
        cases.push(mutated(
            &honest,
            "stored attribute altered",
            json!({ "credential": hex(altered), "verify_attributes": unchecked }),
        ));
    }
    Ok(cases)
}

fn honest(world: &World) -> Value {
    let attributes: Vec<_> = world.attributes.iter().map(Text::json).collect();
    let key = hex(world.key().to_bytes());
    world.case(
        &world.shape.name(),
        json!({
            "issuer_secret_key": hex(world.issuer.expose_bytes().as_ref()),
            "nonce": hex(&world.nonce),
            "request": hex(world.request.to_bytes()),
            "blinding": hex(&world.blinding),
            "attributes": attributes,
            "blind_credential": hex(&world.answer),
            "credential": hex(&*world.credential.expose_aries_bytes()),
            "verify_attributes": attributes,
            "verify_user_secret_key": hex(world.holder.expose_bytes().as_ref()),
            "verify_issuer_public_key": key,
            "expect": "ok",
        }),
    )
}
