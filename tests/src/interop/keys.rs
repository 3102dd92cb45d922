//! `keys`: key pairs from seeds, and generators.

use bbs::curve::{g1_to_uncompressed, hash_to_g1, scalar_to_bytes};
use bbs::{SecretKey, hash_to_scalar, hazmat};
use serde::Deserialize;

use crate::vectors::{CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Case {
    KeyPair(KeyPair),
    Generators(Generators),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyPair {
    #[serde(rename = "name")]
    _name: String,
    seed: Hex,
    okm: Hex,
    secret_key: Hex,
    public_key: Hex,
    public_key_uncompressed: Hex,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Generators {
    #[serde(rename = "name")]
    _name: String,
    public_key: Hex,
    message_count: usize,
    h0_input: Hex,
    h_first_input: Hex,
    h0: Hex,
    h: Vec<Hex>,
}

const GENERATOR_TAG: &[u8] = b"BLS12381G1_XMD:BLAKE2B_SSWU_RO_BBS+_SIGNATURES:1_0_0";

pub(super) fn check(case: &Case) -> CaseResult {
    match case {
        Case::KeyPair(case) => check_key_pair(case),
        Case::Generators(case) => check_generators(case),
    }
}

fn check_key_pair(case: &KeyPair) -> CaseResult {
    let okm = hazmat::key_material(&case.seed.0);
    equal("okm", *okm, &case.okm)?;
    let x = scalar_to_bytes(&hash_to_scalar(okm.as_ref()));
    equal("secret key", x, &case.secret_key)?;
    let mut key = SecretKey::from_bytes(&x)?;
    // The public function takes 32 bytes; the format also knows the empty seed.
    if !case.seed.0.is_empty() {
        key = SecretKey::from_seed(case.seed.array()?)?;
    }
    equal("secret key", *key.expose_bytes(), &case.secret_key)?;
    let public = key.public_key();
    equal("public key", public.to_bytes(), &case.public_key)?;
    equal(
        "public key",
        public.to_uncompressed(),
        &case.public_key_uncompressed,
    )?;
    ensure(
        case.public_key.public_key()? == *public,
        "the encoded public key is another one",
    )
}

fn check_generators(case: &Generators) -> CaseResult {
    let parameters = case.public_key.parameters(case.message_count)?;
    equal("h0", g1_to_uncompressed(parameters.h0().point()), &case.h0)?;
    ensure(
        case.h.len() == case.message_count && parameters.message_count() == case.message_count,
        "there are not as many generators as messages",
    )?;
    for (index, stated) in case.h.iter().enumerate() {
        let h = g1_to_uncompressed(parameters.h(index)?.point());
        equal(format_args!("h[{index}]"), h, stated)?;
    }

    // The inputs that are hashed: U(w) ‖ 00×6 ‖ u32(L), and with u32(1) at offset 193 for the first message.
    let mut input = parameters.public_key().to_uncompressed().to_vec();
    input.extend_from_slice(&[0; 6]);
    input.extend_from_slice(&u32::try_from(case.message_count)?.to_be_bytes());
    equal("input of h0", &input, &case.h0_input)?;
    let h0 = hash_to_g1(&input, GENERATOR_TAG);
    equal("h0 from its input", g1_to_uncompressed(&h0), &case.h0)?;
    input.splice(193..197, 1u32.to_be_bytes());
    equal("input of h[0]", &input, &case.h_first_input)
}
