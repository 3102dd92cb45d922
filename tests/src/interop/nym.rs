//! `nym`: pseudonyms, and signatures under them.

use bbs::curve::scalar_to_bytes;
use bbs::{Aries, AriesTranscript, Native, hash_to_scalar};
use idemix::{IssuerPublicKey, Nym, NymSecret, NymSignature, Verifier};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Deserialize;

use super::Expect;
use super::setup::{holder, issuer_key, schema};
use crate::vectors::{CaseResult, Hex, ensure, equal};
use crate::wire;

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Case {
    Nym {
        #[serde(rename = "name")]
        _name: String,
        issuer_public_key: Hex,
        attribute_count: usize,
        sk_index: usize,
        user_secret_key: Hex,
        nym_randomness: Hex,
        nym: Hex,
    },
    NymSignature(Signature),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Signature {
    #[serde(rename = "name")]
    _name: String,
    issuer_public_key: Hex,
    attribute_count: usize,
    sk_index: usize,
    user_secret_key: Hex,
    nym_randomness: Hex,
    nym: Hex,
    digest: Hex,
    signature: Hex,
    /// Honest cases only, as the challenges.
    challenge_input: Option<Hex>,
    challenge_first: Option<Hex>,
    challenge: Option<Hex>,
    mutation: Option<String>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    match case {
        Case::Nym {
            issuer_public_key,
            attribute_count,
            sk_index,
            user_secret_key,
            nym_randomness,
            nym,
            ..
        } => {
            let issuer = issuer_key(schema(*attribute_count, *sk_index)?, issuer_public_key)?;
            pseudonym(&issuer, user_secret_key, nym_randomness, nym).map(drop)
        }
        Case::NymSignature(case) => case.check(),
    }
}

/// Reads r ‖ U(Nym) and checks that it is r·h0 + sk·h\[sk\].
pub(super) fn pseudonym(
    issuer: &IssuerPublicKey,
    user_secret_key: &Hex,
    randomness: &Hex,
    nym: &Hex,
) -> CaseResult<NymSecret> {
    let stored = [randomness.as_ref(), nym.as_ref()].concat();
    let secret = NymSecret::from_bytes(&stored)?;
    equal(
        "nym secret encoded again",
        *secret.expose_bytes(),
        &Hex(stored),
    )?;
    let bases = issuer.bases();
    let computed = bases.blinding * randomness.scalar()? + bases.nym * user_secret_key.scalar()?;
    ensure(
        computed == (*secret.nym().point()).into(),
        "the nym is not the commitment to the secret key",
    )?;
    Ok(secret)
}

impl Signature {
    fn check(&self) -> CaseResult {
        let outcome = self.verify();
        self.expect.judge(self.mutation.as_deref(), &outcome)?;
        if self.mutation.is_some() {
            return Ok(());
        }
        self.check_challenge()?;
        let issuer = self.issuer()?;
        let key = &self.user_secret_key;
        let secret = pseudonym(&issuer, key, &self.nym_randomness, &self.nym)?;
        self.sign_again(&issuer, &secret)
    }

    fn issuer(&self) -> CaseResult<IssuerPublicKey> {
        issuer_key(
            schema(self.attribute_count, self.sk_index)?,
            &self.issuer_public_key,
        )
    }

    fn verify(&self) -> CaseResult {
        verify(&self.issuer()?, &self.nym, &self.digest, &self.signature)
    }

    /// c₁ = H(`nym-sig` ‖ U(Nym) ‖ U(h0) ‖ U(h\[sk\]) ‖ U(T) ‖ digest), c = H(c₁ ‖ nonce).
    fn check_challenge(&self) -> CaseResult {
        let bases = self.issuer()?.bases();
        let message: wire::NymSignature = wire::read(&self.signature.0)?;
        // The sub-proof starts with T.
        let t = message.main_signature.get(..48).ok_or("no commitment")?;
        let mut transcript = AriesTranscript::default();
        transcript
            .bytes(b"nym-sig")
            .bytes(&self.nym.0)
            .point(&bases.blinding)
            .point(&bases.nym)
            .point(&Hex(t.to_vec()).g1()?)
            .bytes(&self.digest.0);
        let input = self.challenge_input.as_ref().ok_or("no challenge_input")?;
        let first = self.challenge_first.as_ref().ok_or("no challenge_first")?;
        let challenge = self.challenge.as_ref().ok_or("no challenge")?;
        equal("challenge input", transcript.as_bytes(), input)?;
        check_steps(&input.0, &message.nonce, Some(first), challenge)
    }

    /// Ours for the same pseudonym, in both profiles.
    fn sign_again(&self, issuer: &IssuerPublicKey, secret: &NymSecret) -> CaseResult {
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        let holder = holder(&self.user_secret_key)?;
        let verifier = Verifier::new(issuer.clone());
        let digest = &self.digest.0;
        let aries = holder.sign_with_nym::<Aries>(issuer, secret, digest, &mut rng)?;
        let aries = Hex(aries.to_bytes());
        ensure(
            aries.0.len() == self.signature.0.len(),
            "our signature has another length",
        )?;
        verify(issuer, &self.nym, &self.digest, &aries)?;
        let native = holder.sign_with_nym::<Native>(issuer, secret, digest, &mut rng)?;
        let native = NymSignature::<Native>::from_bytes(&native.to_bytes())?;
        Ok(verifier.verify_nym_signature(&native, secret.nym(), digest)?)
    }
}

/// Verifies an encoded signature under an encoded pseudonym.
pub(super) fn verify(
    issuer: &IssuerPublicKey,
    nym: &Hex,
    message: &Hex,
    signature: &Hex,
) -> CaseResult {
    let nym = Nym::from_uncompressed(&nym.0)?;
    let decoded = NymSignature::<Aries>::from_bytes(&signature.0)?;
    equal("signature encoded again", decoded.to_bytes(), signature)?;
    Ok(Verifier::new(issuer.clone()).verify_nym_signature(&decoded, &nym, &message.0)?)
}

/// c₁ = H(input), c = H(c₁ ‖ nonce).
pub(super) fn check_steps(
    input: &[u8],
    nonce: &[u8],
    first: Option<&Hex>,
    challenge: &Hex,
) -> CaseResult {
    let c1 = scalar_to_bytes(&hash_to_scalar(input));
    if let Some(first) = first {
        equal("first challenge", c1, first)?;
    }
    let c = hash_to_scalar(&[&c1[..], nonce].concat());
    equal("challenge", scalar_to_bytes(&c), challenge)
}
