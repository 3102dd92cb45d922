//! `nym`: pseudonyms and signatures under them.

use bbs::curve::g1_from_compressed;
use bbs::{AriesTranscript, hash_to_scalar};
use idemix::{Aries, Issuer, NymSecret, PresentationType};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use super::json::{Outcome, flipped, hex, last_flipped, mutated, scalar, with};
use super::world::{SHAPES, World};

/// A length of the signed digest per shape.
const LENGTHS: [usize; SHAPES.len()] =
    [0, 1, 5, 32, 47, 48, 64, 100, 128, 129, 255, 256, 1000, 4096];

pub(super) fn cases<R: RngCore + CryptoRng>(rng: &mut R) -> Outcome<Vec<Value>> {
    let mut cases = Vec::new();
    for (shape, length) in SHAPES.into_iter().zip(LENGTHS) {
        let world = World::new(shape, PresentationType::Standard, rng)?;
        let nym = world.holder.new_nym(world.key(), rng)?;
        let pseudonym = world.case(
            &shape.name(),
            json!({
                "op": "nym",
                "nym_randomness": scalar(nym.randomness()),
                "nym": hex(nym.nym().to_uncompressed()),
            }),
        );
        let mut digest = vec![0; length];
        rng.fill_bytes(&mut digest);
        let honest = signature(&world, &nym, &pseudonym, &digest, rng)?;
        cases.push(pseudonym);
        cases.push(honest.clone());
        cases.extend(mutations(&world, &honest, &digest, rng)?);
    }
    Ok(cases)
}

fn signature<R: RngCore + CryptoRng>(
    world: &World,
    nym: &NymSecret,
    pseudonym: &Value,
    digest: &[u8],
    rng: &mut R,
) -> Outcome<Value> {
    let signature = world
        .holder
        .sign_with_nym::<Aries>(world.key(), nym, digest, rng)?
        .to_bytes();
    // Field 1 has a tag and a length byte, then T; the message ends with the nonce.
    let t = signature.get(2..50).ok_or("too short")?.try_into()?;
    let nonce = signature.last_chunk::<32>().ok_or("too short")?;
    let bases = world.key().bases();
    let mut transcript = AriesTranscript::default();
    transcript
        .bytes(b"nym-sig")
        .point(nym.nym().point())
        .point(&bases.blinding)
        .point(&bases.nym)
        .point(&g1_from_compressed(t, "T")?)
        .bytes(digest);
    let input = transcript.as_bytes().to_vec();
    let mut second = AriesTranscript::default();
    second.hashed(&input).bytes(nonce);
    Ok(with(
        pseudonym,
        json!({
            "op": "nym_signature",
            "name": format!("{}, digest of {} bytes", world.shape.name(), digest.len()),
            "digest": hex(digest),
            "signature": hex(&signature),
            "challenge_input": hex(&input),
            "challenge_first": scalar(&hash_to_scalar(&input)),
            "challenge": scalar(second.challenge().scalar()),
            "expect": "ok",
        }),
    ))
}

fn mutations<R: RngCore + CryptoRng>(
    world: &World,
    honest: &Value,
    digest: &[u8],
    rng: &mut R,
) -> Outcome<Vec<Value>> {
    let signature = honest.get("signature").and_then(Value::as_str);
    let signature = hex::decode(signature.ok_or("no signature")?)?;
    let other_nym = world.holder.new_nym(world.key(), rng)?;
    let other_digest = [digest, b"x"].concat();
    // The nonce's 32 bytes end the message; before them stand a tag and a length byte, and the responses before those.
    let end_of_proof = signature.len().checked_sub(35).ok_or("too short")?;
    let other = Issuer::generate(world.shape.schema(PresentationType::Standard)?, rng)?;
    let sk = match world.shape.sk {
        0 => 1,
        position => position.saturating_sub(1),
    };
    Ok(vec![
        mutated(
            honest,
            "other digest",
            json!({ "digest": hex(other_digest) }),
        ),
        mutated(
            honest,
            "other nym of the same user",
            json!({ "nym": hex(other_nym.nym().to_uncompressed()) }),
        ),
        mutated(
            honest,
            "altered nonce",
            json!({ "signature": hex(last_flipped(&signature)?) }),
        ),
        mutated(
            honest,
            "altered response",
            json!({ "signature": hex(flipped(&signature, end_of_proof)?) }),
        ),
        mutated(
            honest,
            "other issuer",
            json!({ "issuer_public_key": hex(other.public_key().to_bytes()) }),
        ),
        mutated(honest, "other secret key index", json!({ "sk_index": sk })),
    ])
}
