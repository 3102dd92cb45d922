//! `smartcard`: a card's PRF, its EID nyms and its own proof; and the presentations of its host.

use bbs::curve::{G1Affine, g1_to_uncompressed, scalar_from_wide, scalar_to_bytes};
use idemix::{
    Aries, CardKeys, CardProof, Credential, Cri, EidNym, Holder, IssuerPublicKey, Nym, NymSecret,
    SoftCard, Verifier, VerifyError,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::Expect;
use super::challenge::{self, Stated};
use super::credential::load;
use super::setup::{issuer_key, schema};
use super::signer::{SignatureType, Signer};
use super::verification::{Inputs, Metadata, Openings, Verification, VerificationType};
use crate::vectors::{AttributeText, CaseResult, Hex, ensure, equal};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Case {
    Prf(Prf),
    NymEid(CardNym),
    NymProof(CardSignature),
    Signature(Box<HostSignature>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prf {
    #[serde(rename = "name")]
    _name: String,
    key: Hex,
    input: Hex,
    output: Hex,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardNym {
    #[serde(rename = "name")]
    _name: String,
    prf_k0: Hex,
    prf_k1: Hex,
    issuer_public_key: Hex,
    attribute_count: usize,
    user_secret_key: Hex,
    eid_scalar: Hex,
    counter: u16,
    nym_eid: Hex,
    nym_eid_randomness: Hex,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardSignature {
    #[serde(rename = "name")]
    _name: String,
    issuer_public_key: Hex,
    attribute_count: usize,
    user_secret_key: Hex,
    eid_scalar: Hex,
    counter: u16,
    nym_eid: Hex,
    msg: Hex,
    nym_proof: Hex,
    /// Honest cases only, as all up to the challenge.
    prf_k0: Option<Hex>,
    prf_k1: Option<Hex>,
    nym: Option<Hex>,
    nym_randomness: Option<Hex>,
    challenge_input: Option<Hex>,
    challenge: Option<Hex>,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HostSignature {
    #[serde(rename = "name")]
    _name: String,
    issuer_public_key: Hex,
    attribute_count: usize,
    user_secret_key: Hex,
    eid_scalar: Hex,
    msg: Hex,
    nym: Hex,
    nym_randomness: Hex,
    challenge_input: Hex,
    challenge: Hex,
    attributes: Vec<AttributeText>,
    credential: Hex,
    disclosed: Vec<AttributeText>,
    rh_index: usize,
    eid_index: usize,
    cri: Hex,
    sig_type: SignatureType,
    metadata_in: Option<Metadata>,
    signature: Hex,
    metadata_out: Option<Metadata>,
    verify: Vec<Verification>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    match case {
        Case::Prf(case) => check_prf(case),
        Case::NymEid(case) => check_eid_nym(case),
        Case::NymProof(case) => check_card_signature(case),
        Case::Signature(case) => check_host_signature(case),
    }
}

/// The format fixes the places: the secret key at 0, the enrollment ID at attribute 2.
fn issuer(key: &Hex, attribute_count: usize) -> CaseResult<IssuerPublicKey> {
    issuer_key(schema(attribute_count, 0)?.with_enrollment_id(2)?, key)
}

/// The randomness of a pseudonym is the PRF of the seed under k1.
fn check_prf(case: &Prf) -> CaseResult {
    let keys = CardKeys::new([0; 16], *case.key.array()?);
    let output = keys.nym_randomness(case.input.array()?);
    equal("output", scalar_to_bytes(&output), &case.output)
}

fn check_eid_nym(case: &CardNym) -> CaseResult {
    let issuer = issuer(&case.issuer_public_key, case.attribute_count)?;
    let card = SoftCard::new(
        &issuer,
        &Holder::from_bytes(&case.user_secret_key.0)?,
        case.eid_scalar.scalar()?,
        CardKeys::new(*case.prf_k0.array()?, *case.prf_k1.array()?),
        case.counter,
    )?;
    let opening = card.eid_opening();
    let randomness = scalar_to_bytes(opening.randomness());
    equal("EID nym's randomness", randomness, &case.nym_eid_randomness)?;
    let nym = opening.commitment(issuer.parameters(), 3)?;
    equal("EID nym", nym.to_uncompressed(), &case.nym_eid)
}

fn check_card_signature(case: &CardSignature) -> CaseResult {
    let issuer = issuer(&case.issuer_public_key, case.attribute_count)?;
    let verifier = Verifier::new(issuer.clone());
    let verify = |bytes: &[u8]| -> Result<Nym, VerifyError> {
        let (_, proof) = CardProof::from_card_bytes(bytes)?;
        let eid_nym = EidNym::from_uncompressed(&case.nym_eid.0)?;
        verifier.verify_card_proof(&proof, &eid_nym, &case.msg.0)
    };
    let outcome = verify(&case.nym_proof.0);
    case.expect
        .judge(case.mutation.as_deref(), &outcome.as_ref().map(drop))?;
    if case.mutation.is_some() {
        return Ok(());
    }

    let (seed, proof) = CardProof::from_card_bytes(&case.nym_proof.0)?;
    equal(
        "card's proof encoded again",
        proof.to_card_bytes(&seed),
        &case.nym_proof,
    )?;
    let nym = case.nym.as_ref().ok_or("no nym")?;
    equal("verified nym", outcome?.to_uncompressed(), nym)?;

    // What the host derives from the card's answer: the randomness, and sk·h[0] = Nym − r·h0.
    let k0 = case.prf_k0.as_ref().ok_or("no prf_k0")?.array()?;
    let k1 = case.prf_k1.as_ref().ok_or("no prf_k1")?.array()?;
    let answer = CardKeys::new(*k0, *k1).read_answer(&case.nym_proof.0)?;
    let randomness = case.nym_randomness.as_ref().ok_or("no nym_randomness")?;
    equal(
        "nym with its randomness",
        *answer.nym.expose_bytes(),
        &Hex([randomness.0.as_slice(), &nym.0].concat()),
    )?;
    let holder = Holder::from_bytes(&case.user_secret_key.0)?;
    holder.sign_with_nym::<Aries>(
        &issuer,
        &answer.nym,
        b"",
        &mut ChaCha20Rng::seed_from_u64(1),
    )?;

    check_card_challenge(case, &issuer)?;

    // A card of ours with the same keys.
    let card = SoftCard::new(
        &issuer,
        &holder,
        case.eid_scalar.scalar()?,
        CardKeys::new(*k0, *k1),
        case.counter,
    )?;
    let ours = card.sign(&case.msg.0, &mut ChaCha20Rng::seed_from_u64(2))?;
    let ours = ours.to_card_bytes();
    ensure(
        ours.len() == case.nym_proof.0.len(),
        "our card's answer has another length",
    )?;
    verify(&ours)?;
    Ok(())
}

/// SHA-256 of h0, h\[0\], h\[3\], nym, T, EID nym, each without its first byte, and the message, modulo r.
fn check_card_challenge(case: &CardSignature, issuer: &IssuerPublicKey) -> CaseResult {
    let parameters = issuer.parameters();
    let points: Vec<u8> = [parameters.h0(), parameters.h(0)?, parameters.h(3)?]
        .iter()
        .flat_map(|base| without_first_byte(base.point()))
        .collect();
    // Nym and T stand uncompressed behind the seed.
    let part = |from, to| case.nym_proof.0.get(from..to).ok_or("a proof too short");
    let input = [
        &points,
        part(17, 112)?,
        part(113, 208)?,
        case.nym_eid.0.get(1..).ok_or("no nym_eid")?,
        &case.msg.0,
    ]
    .concat();
    let stated = case.challenge_input.as_ref().ok_or("no challenge_input")?;
    equal("challenge input", &input, stated)?;
    equal(
        "challenge",
        scalar_to_bytes(&scalar_from_wide(&Sha256::digest(&input))),
        case.challenge.as_ref().ok_or("no challenge")?,
    )
}

fn without_first_byte(point: &G1Affine) -> impl Iterator<Item = u8> {
    g1_to_uncompressed(point).into_iter().skip(1)
}

fn check_host_signature(case: &HostSignature) -> CaseResult {
    let inputs = Inputs {
        issuer_public_key: &case.issuer_public_key,
        signature: &case.signature,
        msg: &case.msg,
        disclosed: &case.disclosed,
        attribute_count: case.attribute_count,
        sk_index: 0,
        eid_index: case.eid_index,
        rh_index: case.rh_index,
    };
    let kind = case.sig_type.into();
    let own_type = VerificationType::expecting(kind);
    for metadata in [&case.metadata_in, &case.metadata_out] {
        inputs.verify(own_type, metadata.as_ref())?;
    }
    let stated = Stated {
        input: &case.challenge_input,
        first: None,
        challenge: &case.challenge,
    };
    let issuer = inputs.issuer(kind)?;
    challenge::check(
        &issuer,
        kind,
        &case.disclosed,
        &case.msg,
        &case.signature,
        stated,
    )?;
    for verification in &case.verify {
        verification.judge(inputs)?;
    }
    check_host(case, &issuer, &inputs)
}

/// The host has the credential and the card's pseudonym with its randomness, but not the secret key. Presents the same
/// again.
fn check_host(case: &HostSignature, issuer: &IssuerPublicKey, inputs: &Inputs<'_>) -> CaseResult {
    let kind = case.sig_type.into();
    let nym = Nym::from_uncompressed(&case.nym.0)?;
    let nym = NymSecret::from_parts(nym, case.nym_randomness.scalar()?);
    let credential = Credential::from_aries_bytes_with_card(issuer, &nym, &case.credential.0)?;
    ensure(
        credential.attribute_scalar(case.eid_index)? == case.eid_scalar.scalar()?,
        "the credential has another enrollment ID",
    )?;
    // With the key at hand it is an ordinary credential.
    load(
        issuer,
        &Holder::from_bytes(&case.user_secret_key.0)?,
        &case.credential,
    )?;

    let mut signer = Signer::with_credential(credential);
    signer.check_attributes(&case.attributes)?;
    signer.kind = kind;
    signer.disclosed = &case.disclosed;
    signer.message = &case.msg.0;
    if kind.has_eid_nym() {
        signer.openings = Openings::read(case.metadata_out.as_ref())?;
    }
    let cri = Cri::from_bytes(&case.cri.0)?;
    let mut builder = signer.builder::<Aries>(&nym);
    if !case.cri.0.is_empty() {
        builder = builder.epoch_information(&cri);
    }
    let ours = builder.prove(&mut ChaCha20Rng::seed_from_u64(3))?;
    let ours = Hex(ours.presentation.to_bytes());
    ensure(
        ours.0.len() == case.signature.0.len(),
        "our presentation has another length",
    )?;
    let inputs = Inputs {
        signature: &ours,
        ..*inputs
    };
    inputs
        .verify(
            VerificationType::expecting(kind),
            case.metadata_out.as_ref(),
        )
        .map(drop)
}
