//! `signature`: presentations, each under every type of verification and with many alterations.

use bbs::{Aries, Native};
use idemix::{Cri, Issuer, NymSecret, Presentation};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Deserialize;

use super::challenge::{self, Stated};
use super::nym::pseudonym;
use super::setup::{schema, with_roles};
use super::signer::{SignatureType, Signer};
use super::verification::{Inputs, Metadata, Openings, Verification, VerificationType};
use crate::vectors::{AttributeText, CaseResult, Hex, ensure, equal};
use crate::wire;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    issuer_secret_key: Hex,
    issuer_public_key: Hex,
    attribute_count: usize,
    sk_index: usize,
    rh_index: usize,
    eid_index: usize,
    user_secret_key: Hex,
    attributes: Vec<AttributeText>,
    credential: Hex,
    nym: Hex,
    nym_randomness: Hex,
    disclosed: Vec<AttributeText>,
    msg: Hex,
    cri: Hex,
    sig_type: SignatureType,
    metadata_in: Option<Metadata>,
    signature: Hex,
    metadata_out: Option<Metadata>,
    challenge_input: Hex,
    challenge_first: Hex,
    challenge: Hex,
    verify: Vec<Verification>,
}

pub(super) fn check(case: &Case) -> CaseResult {
    for verification in &case.verify {
        verification.judge(case.inputs())?;
    }
    let issuer = Issuer::from_bytes(
        schema(case.attribute_count, case.sk_index)?,
        &case.issuer_secret_key.0,
    )?;
    equal(
        "issuer key",
        issuer.public_key().to_bytes(),
        &case.issuer_public_key,
    )?;
    let signer = case.signer()?;
    let key = &case.user_secret_key;
    let nym = pseudonym(signer.issuer(), key, &case.nym_randomness, &case.nym)?;
    case.check_challenge(&signer)?;
    case.check_evidence(&signer, &nym)?;
    case.sign_again(&signer, &nym)
}

impl Case {
    fn inputs(&self) -> Inputs<'_> {
        Inputs {
            issuer_public_key: &self.issuer_public_key,
            attribute_count: self.attribute_count,
            sk_index: self.sk_index,
            rh_index: self.rh_index,
            eid_index: self.eid_index,
            disclosed: &self.disclosed,
            msg: &self.msg,
            signature: &self.signature,
        }
    }

    fn signer(&self) -> CaseResult<Signer<'_>> {
        let kind = self.sig_type.into();
        let schema = schema(self.attribute_count, self.sk_index)?;
        let schema = with_roles(schema, kind, self.eid_index, self.rh_index)?;
        let key = &self.user_secret_key;
        let mut signer = Signer::new(schema, &self.issuer_public_key, key, &self.credential)?;
        signer.check_attributes(&self.attributes)?;
        signer.kind = kind;
        signer.disclosed = &self.disclosed;
        signer.message = &self.msg.0;
        signer.openings = Openings::read(self.metadata_in.as_ref())?;
        Ok(signer)
    }

    fn check_challenge(&self, signer: &Signer<'_>) -> CaseResult {
        let stated = Stated {
            input: &self.challenge_input,
            first: Some(&self.challenge_first),
            challenge: &self.challenge,
        };
        let (issuer, kind) = (signer.issuer(), signer.kind);
        let (disclosed, msg) = (&self.disclosed, &self.msg);
        challenge::check(issuer, kind, disclosed, msg, &self.signature, stated)?;
        // The library's own door.
        let presentation = Presentation::<Aries>::from_bytes(&self.signature.0)?;
        let ours = presentation.aries_challenge(issuer, &msg.0)?;
        equal("challenge input", &ours.input, &self.challenge_input)?;
        ensure(
            ours.first == self.challenge_first.scalar()?
                && ours.challenge == self.challenge.scalar()?,
            "another challenge",
        )
    }

    /// The evidence is about this pseudonym and these openings, and the fields of the CRI are there.
    fn check_evidence(&self, signer: &Signer<'_>, nym: &NymSecret) -> CaseResult {
        let own_type = VerificationType::expecting(signer.kind);
        let evidence = self.inputs().verify(own_type, self.metadata_out.as_ref())?;
        let evidence = evidence.ok_or("a card's signature")?;
        ensure(evidence.nym() == nym.nym(), "another nym")?;
        let openings = Openings::read(self.metadata_out.as_ref())?;
        signer.audit(&evidence, openings.eid.as_ref(), openings.rh.as_ref())?;
        if let (Some(given), Some(returned)) = (&self.metadata_in, &self.metadata_out) {
            for (given, returned) in [
                (&given.eid_nym_audit_data, &returned.eid_nym_audit_data),
                (&given.rh_nym_audit_data, &returned.rh_nym_audit_data),
            ] {
                ensure(
                    given.is_none() || given == returned,
                    "the metadata given and returned differ",
                )?;
            }
        }
        let cri: wire::Cri = wire::read(&self.cri.0)?;
        let signature: wire::Signature = wire::read(&self.signature.0)?;
        equal(
            "epoch key",
            &cri.epoch_pk,
            &Hex(signature.revocation_epoch_pk),
        )?;
        equal(
            "epoch signature",
            &cri.epoch_pk_sig,
            &Hex(signature.revocation_pk_sig),
        )?;
        ensure(cri.epoch == signature.epoch, "another epoch")
    }

    /// Ours from the same inputs, in both profiles.
    fn sign_again(&self, signer: &Signer<'_>, nym: &NymSecret) -> CaseResult {
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        let cri = Cri::from_bytes(&self.cri.0)?;
        let mut builder = signer.builder::<Aries>(nym);
        if !self.cri.0.is_empty() {
            builder = builder.epoch_information(&cri);
        }
        let shown = builder.prove(&mut rng)?;
        let bytes = shown.presentation.to_bytes();
        self.check_ours(&bytes)?;
        let evidence = signer.verify(&Presentation::<Aries>::from_bytes(&bytes)?)?;
        signer.audit(
            &evidence,
            shown.eid_opening.as_ref(),
            shown.rh_opening.as_ref(),
        )?;

        let shown = signer.builder::<Native>(nym).prove(&mut rng)?;
        let bytes = shown.presentation.to_bytes();
        let evidence = signer.verify(&Presentation::<Native>::from_bytes(&bytes)?)?;
        signer.audit(
            &evidence,
            shown.eid_opening.as_ref(),
            shown.rh_opening.as_ref(),
        )
    }

    /// All of the reference's presentation that is not random is in ours.
    fn check_ours(&self, bytes: &[u8]) -> CaseResult {
        ensure(
            bytes.len() == self.signature.0.len(),
            "our presentation has another length",
        )?;
        let payload = (self.attribute_count.saturating_add(1) / 8).saturating_add(3);
        let given = self.metadata_in.as_ref();
        let eid_given = given.is_some_and(|given| given.eid_nym_audit_data.is_some());
        let rh_given = given.is_some_and(|given| given.rh_nym_audit_data.is_some());
        let [ours, theirs] = [bytes, &self.signature.0[..]].map(|bytes| {
            let mut message: wire::Signature = wire::read(bytes)?;
            for (field, keep) in [
                (&mut message.main_signature, payload),
                (&mut message.nonce, 0),
                (&mut message.nym_proof, 0),
                (&mut message.nym_eid_proof, 0),
                (&mut message.nym_rh_proof, 0),
                (&mut message.nym_eid, if eid_given { 96 } else { 0 }),
                (&mut message.nym_rh, if rh_given { 96 } else { 0 }),
            ] {
                field.iter_mut().skip(keep).for_each(|byte| *byte = 0);
            }
            CaseResult::Ok(message)
        });
        ensure(
            ours? == theirs?,
            "our presentation differs from the reference's",
        )
    }
}
