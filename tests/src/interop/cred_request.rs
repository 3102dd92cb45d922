//! `cred_request`: requests for a blind signature that hides the holder's secret key.

use bbs::blind::BlindRequest;
use bbs::curve::{g1_to_uncompressed, scalar_to_bytes};
use bbs::{Aries, AriesTranscript, Base, VerifyError};
use group::Curve;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Deserialize;

use super::Expect;
use crate::vectors::{CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    issuer_public_key: Hex,
    attribute_count: usize,
    sk_index: usize,
    user_secret_key: Hex,
    nonce: Hex,
    request: Hex,
    blinding: Hex,
    commitment: Hex,
    /// Honest cases only, as the challenge.
    challenge_input: Option<Hex>,
    challenge: Option<Hex>,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let parameters = case
        .issuer_public_key
        .parameters(case.attribute_count.saturating_add(1))?;
    let hidden = [case.sk_index];
    let verify = |bytes: &[u8]| -> Result<(), VerifyError> {
        BlindRequest::<Aries>::from_bytes(bytes)?
            .verify(&parameters, &hidden, &case.nonce.0)
            .map(drop)
    };
    let outcome = verify(&case.request.0);
    case.expect.judge(case.mutation.as_deref(), &outcome)?;
    if case.mutation.is_some() {
        return Ok(());
    }

    let request = BlindRequest::<Aries>::from_bytes(&case.request.0)?;
    equal("request encoded again", request.to_bytes(), &case.request)?;
    // C = s₁·h0 + sk·h[p]
    let key = case.user_secret_key.scalar()?;
    let opening = [
        (Base::H0, case.blinding.scalar()?),
        (Base::H(case.sk_index), key),
    ];
    let commitment = parameters.combine(&opening)?.to_affine();
    equal(
        "commitment",
        g1_to_uncompressed(&commitment),
        &case.commitment,
    )?;
    ensure(
        *request.commitment() == commitment,
        "the request has another commitment",
    )?;

    // H(U(C) ‖ U(T) ‖ nonce); T stands behind C.
    let t = case
        .request
        .0
        .get(48..96)
        .ok_or("the request is too short")?;
    let t = Hex(t.to_vec()).g1()?;
    let mut transcript = AriesTranscript::default();
    transcript.point(&commitment).point(&t).bytes(&case.nonce.0);
    let input = case.challenge_input.as_ref().ok_or("no challenge_input")?;
    equal("challenge input", transcript.as_bytes(), input)?;
    let challenge = scalar_to_bytes(transcript.challenge().scalar());
    equal(
        "challenge",
        challenge,
        case.challenge.as_ref().ok_or("no challenge")?,
    )?;

    // Ours for the same key.
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let hidden = [(case.sk_index, key)];
    let (ours, _) = BlindRequest::<Aries>::new(&parameters, &hidden, &case.nonce.0, &mut rng)?;
    let ours = ours.to_bytes();
    ensure(
        ours.len() == case.request.0.len(),
        "our request has another length",
    )?;
    Ok(verify(&ours)?)
}
