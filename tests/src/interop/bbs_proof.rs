//! `bbs_proof`: proofs of knowledge of a signature.

use bbs::curve::scalar_to_bytes;
use bbs::proof::{Disclosure, MainProof, SignatureProof, SignatureStatement, SignatureVariables};
use bbs::sigma::Variables;
use bbs::{
    Aries, AriesTranscript, Native, Signature, VerifiedSignature, VerifyError, hash_to_scalar,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Deserialize;

use super::Expect;
use crate::vectors::{CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    public_key: Hex,
    message_count: usize,
    /// Honest cases only, as the signature and the challenge.
    messages: Option<Vec<Hex>>,
    signature: Option<Hex>,
    nonce: Hex,
    revealed_indexes: Vec<usize>,
    /// `null` where the verifier is given none.
    revealed_messages: Option<Vec<Hex>>,
    proof: Hex,
    challenge_input: Option<Hex>,
    challenge: Option<Hex>,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let parameters = case.public_key.parameters(case.message_count)?;
    let outcome = disclosure(case).and_then(|disclosure| {
        let verify = || -> Result<(), VerifyError> {
            SignatureProof::<Aries>::from_bytes(&case.proof.0, &disclosure)?.verify(
                &parameters,
                &disclosure,
                &case.nonce.0,
            )
        };
        verify().map_err(Into::into)
    });
    case.expect.judge(case.mutation.as_deref(), &outcome)?;
    if case.mutation.is_some() {
        return Ok(());
    }

    let disclosure = disclosure(case)?;
    let proof = SignatureProof::<Aries>::from_bytes(&case.proof.0, &disclosure)?;
    equal(
        "proof encoded again",
        proof.to_bytes(&disclosure)?,
        &case.proof,
    )?;
    check_challenge(case, &disclosure)?;

    // What the proof was made from, proved by us in both profiles.
    let signature = case.signature.as_ref().ok_or("no signature")?;
    let messages = case.messages.as_ref().ok_or("no messages")?;
    let held = VerifiedSignature::new(
        &parameters,
        &Signature::from_bytes(&signature.0)?,
        messages.iter().map(|m| hash_to_scalar(&m.0)).collect(),
    )?;
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let nonce = &case.nonce.0;
    let aries = SignatureProof::<Aries>::prove(&held, &disclosure, nonce, &mut rng)?;
    let aries = aries.to_bytes(&disclosure)?;
    ensure(
        aries.len() == case.proof.0.len(),
        "our proof has another length than the reference's",
    )?;
    SignatureProof::<Aries>::from_bytes(&aries, &disclosure)?.verify(
        &parameters,
        &disclosure,
        nonce,
    )?;
    let native = SignatureProof::<Native>::prove(&held, &disclosure, nonce, &mut rng)?;
    Ok(native.verify(&parameters, &disclosure, nonce)?)
}

/// The verifier's own statement: an index list and the values it was given for it.
fn disclosure(case: &Case) -> CaseResult<Disclosure> {
    let messages = case.revealed_messages.as_deref().unwrap_or_default();
    ensure(
        messages.len() == case.revealed_indexes.len(),
        "another number of revealed messages than of indexes",
    )?;
    let values = messages.iter().map(|message| hash_to_scalar(&message.0));
    let disclosed = case.revealed_indexes.iter().copied().zip(values);
    Ok(Disclosure::new(case.message_count, disclosed)?)
}

fn check_challenge(case: &Case, disclosure: &Disclosure) -> CaseResult {
    let parameters = case.public_key.parameters(case.message_count)?;
    let statement = SignatureStatement::new(disclosure);
    let main = MainProof::from_bytes(&case.proof.0)?;
    let mut counter = Variables::default();
    let variables = SignatureVariables::allocate(&statement, |_| counter.fresh());
    let commitments = [
        *main.randomisation.commitment(),
        *main.messages.commitment(),
    ];
    let mut transcript = AriesTranscript::default();
    transcript
        .main(&parameters, &main.points, &variables, &commitments)?
        .hashed(&case.nonce.0);
    let input = case.challenge_input.as_ref().ok_or("no challenge_input")?;
    let challenge = case.challenge.as_ref().ok_or("no challenge")?;
    equal("challenge input", transcript.as_bytes(), input)?;
    equal(
        "challenge",
        scalar_to_bytes(transcript.challenge().scalar()),
        challenge,
    )
}
