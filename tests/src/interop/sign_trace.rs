//! `sign_trace`: presentations recomputed byte for byte from their recorded randomness.

use bbs::Aries;
use bbs::curve::g1_to_uncompressed;
use bbs::proof::MainProof;
use idemix::{Presentation, PresentationType};
use serde::Deserialize;

use super::nym::pseudonym;
use super::setup::{schema, with_roles};
use super::signer::{SignatureType, Signer};
use crate::vectors::{AttributeText, CaseResult, Hex, ensure, equal};
use crate::wire;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "name")]
    _name: String,
    issuer_public_key: Hex,
    attribute_count: usize,
    sk_index: usize,
    rh_index: usize,
    eid_index: usize,
    user_secret_key: Hex,
    attributes: Vec<AttributeText>,
    credential: Hex,
    disclosed: Vec<AttributeText>,
    msg: Hex,
    sig_type: SignatureType,
    nym_randomness: Hex,
    /// Where the type has this nym.
    eid_nym_randomness: Option<Hex>,
    rh_nym_randomness: Option<Hex>,
    r1: Hex,
    r2: Hex,
    vc1_blindings: Vec<Hex>,
    vc2_blindings: Vec<Hex>,
    nym_blinding: Hex,
    eid_nym_blinding: Option<Hex>,
    rh_nym_blinding: Option<Hex>,
    nonce: Hex,
    a_prime: Hex,
    a_bar: Hex,
    d: Hex,
    vc1_commitment: Hex,
    vc2_commitment: Hex,
    challenge: Hex,
    signature: Hex,
}

pub(super) fn check(case: &Case) -> CaseResult {
    let kind = case.sig_type.into();
    let schema = schema(case.attribute_count, case.sk_index)?;
    let schema = with_roles(schema, kind, case.eid_index, case.rh_index)?;
    let key = &case.user_secret_key;
    let mut signer = Signer::new(schema, &case.issuer_public_key, key, &case.credential)?;
    signer.check_attributes(&case.attributes)?;
    signer.kind = kind;
    signer.disclosed = &case.disclosed;
    signer.message = &case.msg.0;

    let presentation = case.prove(&signer)?;
    equal("presentation", presentation.to_bytes(), &case.signature)?;
    ensure(
        Presentation::<Aries>::from_bytes(&case.signature.0)? == presentation,
        "the presentation decodes to another one",
    )?;
    signer.verify(&presentation).map(drop)?;
    let challenge = presentation.aries_challenge(signer.issuer(), &case.msg.0)?;
    ensure(
        challenge.challenge == case.challenge.scalar()?,
        "another challenge",
    )?;
    case.check_points()
}

impl Case {
    /// The holder's side, from the recorded random values.
    fn prove(&self, signer: &Signer<'_>) -> CaseResult<Presentation<Aries>> {
        let signature: wire::Signature = wire::read(&self.signature.0)?;
        let nym = Hex(signature.nym);
        let key = &self.user_secret_key;
        let nym = pseudonym(signer.issuer(), key, &self.nym_randomness, &nym)?;
        ensure(
            (self.vc1_blindings.len(), self.vc2_blindings.len())
                == (2, self.hidden_count().saturating_add(3)),
            "another number of blindings",
        )?;
        let randomness = [&self.eid_nym_randomness, &self.rh_nym_randomness];
        let blindings = [&self.eid_nym_blinding, &self.rh_nym_blinding];
        let kind: PresentationType = self.sig_type.into();
        let has = [kind.has_eid_nym(), kind.has_rh_nym()];
        ensure(
            randomness.map(Option::is_some) == has && blindings.map(Option::is_some) == has,
            "another number of nyms",
        )?;
        let scalars = randomness
            .into_iter()
            .flatten()
            .chain([&self.r1, &self.r2])
            .chain(&self.vc1_blindings)
            .chain(&self.vc2_blindings)
            .chain([&self.nym_blinding])
            .chain(blindings.into_iter().flatten())
            .chain([&self.nonce])
            .map(Hex::scalar)
            .collect::<CaseResult<Vec<_>>>()?;
        let builder = signer.builder::<Aries>(&nym);
        Ok(builder.prove_with_fixed_randomness(scalars)?.presentation)
    }

    /// Hidden attributes; the secret key is one more.
    fn hidden_count(&self) -> usize {
        let hidden = |value: &&AttributeText| value.value().is_none();
        self.disclosed.iter().filter(hidden).count()
    }

    /// The intermediate points are those in the signature.
    fn check_points(&self) -> CaseResult {
        let signature: wire::Signature = wire::read(&self.signature.0)?;
        let main = MainProof::from_bytes(&signature.main_signature)?;
        for (name, point, stated) in [
            ("A'", &main.points.a_prime, &self.a_prime),
            ("Abar", &main.points.a_bar, &self.a_bar),
            ("d", &main.points.d, &self.d),
            ("T1", main.randomisation.commitment(), &self.vc1_commitment),
            ("T2", main.messages.commitment(), &self.vc2_commitment),
        ] {
            equal(name, g1_to_uncompressed(point), stated)?;
        }
        Ok(())
    }
}
