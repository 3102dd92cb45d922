//! `cred_request`: requests, and what is hashed for their challenge.

use bbs::curve::{g1_from_compressed, g1_to_compressed, scalar_to_bytes};
use bbs::{AriesTranscript, hash_to_scalar};
use idemix::{Issuer, PresentationType};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use super::json::{Outcome, hex, last_flipped, mutated, point, replaced};
use super::world::{SHAPES, World};

pub(super) fn cases<R: RngCore + CryptoRng>(rng: &mut R) -> Outcome<Vec<Value>> {
    let mut cases = Vec::new();
    for shape in SHAPES {
        let world = World::new(shape, PresentationType::Standard, rng)?;
        let honest = honest(&world)?;
        cases.push(honest.clone());
        let request = world.request.to_bytes();
        cases.push(mutated(
            &honest,
            "altered response",
            json!({ "request": hex(last_flipped(&request)?) }),
        ));
        cases.push(mutated(
            &honest,
            "other nonce",
            json!({ "nonce": hex(b"other") }),
        ));
        let other = Issuer::generate(shape.schema(PresentationType::Standard)?, rng)?;
        cases.push(mutated(
            &honest,
            "other issuer",
            json!({ "issuer_public_key": hex(other.public_key().to_bytes()) }),
        ));
        let nym = world.holder.new_nym(world.key(), rng)?;
        let c = request.get(..48).ok_or("a request too short")?;
        let other = replaced(&request, c, &g1_to_compressed(nym.nym().point()))?;
        cases.push(mutated(
            &honest,
            "other commitment",
            json!({ "request": hex(other) }),
        ));
    }
    Ok(cases)
}

fn honest(world: &World) -> Outcome<Value> {
    let request = world.request.to_bytes();
    let at = |from: usize, to: usize| -> Outcome<&[u8; 48]> {
        Ok(request
            .get(from..to)
            .ok_or("a request too short")?
            .try_into()?)
    };
    let c = g1_from_compressed(at(0, 48)?, "C")?;
    let t = g1_from_compressed(at(48, 96)?, "T")?;
    // H(U(C) ‖ U(T) ‖ nonce)
    let mut transcript = AriesTranscript::default();
    transcript.point(&c).point(&t).bytes(&world.nonce);
    let input = transcript.as_bytes();
    Ok(world.case(
        &world.shape.name(),
        json!({
            "nonce": hex(&world.nonce),
            "request": hex(&request),
            "blinding": hex(&world.blinding),
            "commitment": point(&c),
            "challenge_input": hex(input),
            "challenge": hex(scalar_to_bytes(&hash_to_scalar(input))),
            "expect": "ok",
        }),
    ))
}
