//! `smartcard`: what a card computes, its proof, and the presentations of its host.

use bbs::curve::{g1_to_uncompressed, scalar_from_wide};
use idemix::{
    Aries, CardAnswer, CardKeys, Credential, Cri, PresentationType, RevocationAlgorithm,
    RevocationSecretKey, SoftCard,
};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::json::{Outcome, hex, last_flipped, mutated, replaced, scalar, with};
use super::signature::disclosed;
use super::verifications::{Openings, Target, eid_nym};
use super::world::{Shape, World};

/// Cards fix the secret key at 0 and the enrollment ID at attribute 2. The counters step over their byte boundary.
const SHAPES: [(usize, u16); 8] = [
    (3, 1),
    (4, 2),
    (5, 255),
    (7, 256),
    (8, 257),
    (15, 1000),
    (16, 65_535),
    (33, 3),
];

pub(super) fn cases<R: RngCore + CryptoRng>(rng: &mut R) -> Outcome<Vec<Value>> {
    let authority = RevocationSecretKey::generate(rng);
    let mut cases = (0..20).map(|_| prf(rng)).collect::<Vec<_>>();
    for (variant, (count, counter)) in SHAPES.into_iter().enumerate() {
        for kind in [
            PresentationType::Smartcard,
            PresentationType::SmartcardNoNyms,
        ] {
            let shape = Shape {
                count,
                sk: 0,
                eid: 2,
                rh: count.min(4).saturating_sub(1),
            };
            let world = World::new(shape, kind, rng)?;
            let cri = (variant % 2 == 1)
                .then(|| authority.sign_cri(7, RevocationAlgorithm::NoRevocation))
                .transpose()?;
            let story = Story::new(&world, kind, counter, variant, cri, rng)?;
            cases.push(story.eid_nym()?);
            let proof = story.proof()?;
            cases.push(proof.clone());
            cases.extend(story.altered_proofs(&proof, rng)?);
            cases.push(story.signature(rng)?);
        }
    }
    Ok(cases)
}

fn prf<R: RngCore>(rng: &mut R) -> Value {
    let mut draw = || {
        let mut bytes = [0; 16];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    let (key, input) = (draw(), draw());
    let output = CardKeys::new([0; 16], key).nym_randomness(&input);
    json!({
        "name": "prf",
        "op": "prf",
        "key": hex(key),
        "input": hex(input),
        "output": scalar(&output),
    })
}

/// One message signed with a card.
struct Story<'a> {
    world: &'a World,
    kind: PresentationType,
    keys: Vec<u8>,
    card: SoftCard,
    message: Vec<u8>,
    answer: CardAnswer,
    disclosed: Vec<usize>,
    cri: Option<Cri>,
}

impl<'a> Story<'a> {
    fn new<R: RngCore + CryptoRng>(
        world: &'a World,
        kind: PresentationType,
        counter: u16,
        variant: usize,
        cri: Option<Cri>,
        rng: &mut R,
    ) -> Outcome<Self> {
        let keys = CardKeys::generate(rng);
        let exposed = keys.expose_bytes().to_vec();
        let eid = world.attribute(world.shape.eid)?.attribute();
        let card = SoftCard::new(world.key(), &world.holder, eid, keys, counter)?;
        let mut message = vec![0; variant.saturating_mul(21)];
        rng.fill_bytes(&mut message);
        let answer = card.sign(&message, rng)?;
        Ok(Self {
            world,
            kind,
            keys: exposed,
            card,
            message,
            answer,
            disclosed: disclosed(world, kind, variant),
            cri,
        })
    }

    /// What all operations but `prf` have in common.
    fn fields(&self) -> Outcome<Value> {
        let (k0, k1) = self.keys.split_at(16);
        let opening = self.card.eid_opening();
        let common = json!({
            "prf_k0": hex(k0),
            "prf_k1": hex(k1),
            "eid_scalar": scalar(opening.value()),
            "sk_index": null,
        });
        Ok(with(&self.world.fields(), common))
    }

    fn eid_nym(&self) -> Outcome<Value> {
        let opening = self.card.eid_opening();
        let case = json!({
            "name": format!("nym eid, counter {}", self.card.counter()),
            "op": "nym_eid",
            "counter": self.card.counter(),
            "nym_eid": hex(eid_nym(self.world, &opening)?),
            "nym_eid_randomness": scalar(opening.randomness()),
        });
        Ok(with(&self.fields()?, case))
    }

    /// seed ‖ U(Nym) ‖ U(T) ‖ responses, and what is hashed for the challenge.
    fn proof(&self) -> Outcome<Value> {
        let eid_nym = eid_nym(self.world, &self.card.eid_opening())?;
        let nym = self.answer.nym.nym().to_uncompressed();
        let proof = self.answer.to_card_bytes();
        let t = proof.get(112..208).ok_or("too short")?;
        let parameters = self.world.key().parameters();
        let [h0, h_sk, h_eid] = [parameters.h0(), parameters.h(0)?, parameters.h(3)?]
            .map(|base| g1_to_uncompressed(base.point()));
        // Each point without its first byte, then the message.
        let points: [&[u8]; 6] = [&h0, &h_sk, &h_eid, &nym, t, &eid_nym];
        let points = points.into_iter().flat_map(|point| point.iter().skip(1));
        let input: Vec<u8> = points.chain(&self.message).copied().collect();
        let case = json!({
            "name": format!("nym proof, message of {} bytes", self.message.len()),
            "op": "nym_proof",
            "counter": self.card.counter(),
            "nym_eid": hex(eid_nym),
            "msg": hex(&self.message),
            "nym_proof": hex(&proof),
            "nym": hex(nym),
            "nym_randomness": scalar(self.answer.nym.randomness()),
            "challenge_input": hex(&input),
            "challenge": scalar(&scalar_from_wide(&Sha256::digest(&input))),
            "expect": "ok",
        });
        Ok(with(&self.fields()?, case))
    }

    fn altered_proofs<R: RngCore + CryptoRng>(
        &self,
        honest: &Value,
        rng: &mut R,
    ) -> Outcome<Vec<Value>> {
        let proof = self.answer.to_card_bytes();
        let message = [self.message.as_slice(), b"x"].concat();
        let other_eid = eid_nym(self.world, &self.world.eid_opening(rng)?)?;
        let other = self.world.holder.new_nym(self.world.key(), rng)?;
        let own = self.answer.nym.nym().to_uncompressed();
        let other = replaced(&proof, &own, &other.nym().to_uncompressed())?;
        let altered = |mutation, changes| {
            let secrets = json!({
                "prf_k0": null, "prf_k1": null, "nym": null, "nym_randomness": null,
            });
            with(&mutated(honest, mutation, changes), secrets)
        };
        Ok(vec![
            altered("other message", json!({ "msg": hex(message) })),
            altered("other nym eid", json!({ "nym_eid": hex(other_eid) })),
            altered(
                "altered response",
                json!({ "nym_proof": hex(last_flipped(&proof)?) }),
            ),
            altered("other nym", json!({ "nym_proof": hex(other) })),
        ])
    }

    /// The host's part: the credential, and the card's pseudonym with its randomness.
    fn signature<R: RngCore + CryptoRng>(&self, rng: &mut R) -> Outcome<Value> {
        let (world, nym) = (self.world, &self.answer.nym);
        let bytes = world.credential.expose_aries_bytes();
        let credential = Credential::from_aries_bytes_with_card(world.key(), nym, &bytes)?;
        let has_eid_nym = self.kind.has_eid_nym();
        let opening = has_eid_nym.then(|| self.card.eid_opening());
        let mut builder = credential.present::<Aries>(self.kind).with_nym(nym);
        builder = builder.message(&self.message);
        for attribute in &self.disclosed {
            builder = builder.disclose(*attribute);
        }
        if let Some(opening) = &opening {
            builder = builder.with_eid_opening(opening);
        }
        if let Some(cri) = &self.cri {
            builder = builder.epoch_information(cri);
        }
        let shown = builder.prove(rng)?;
        let signature = shown.presentation.to_bytes();
        let challenge = shown
            .presentation
            .aries_challenge(world.key(), &self.message)?;
        let returned = Openings {
            eid: shown.eid_opening,
            rh: None,
        };
        let target = Target {
            world,
            kind: self.kind,
            disclosed: &self.disclosed,
            message: &self.message,
            signature: &signature,
            nym: nym.nym(),
            returned: &returned,
        };
        let mut verify = target.unaltered();
        verify.extend(target.altered(self.message.len() / 21, rng)?);
        let metadata = returned.metadata(world)?;
        let case = json!({
            "name": format!(
                "{:?}, {} attributes, disclosed {:?}, message of {} bytes",
                self.kind, world.shape.count, self.disclosed, self.message.len()
            ),
            "op": "signature",
            "prf_k0": null,
            "prf_k1": null,
            "msg": hex(&self.message),
            "nym": hex(nym.nym().to_uncompressed()),
            "nym_randomness": scalar(nym.randomness()),
            "challenge_input": hex(&challenge.input),
            "challenge": scalar(&challenge.challenge),
            "attributes": world.attributes_json(),
            "credential": hex(&*bytes),
            "disclosed": world.disclosed_json(&self.disclosed),
            "rh_index": world.shape.rh,
            "eid_index": world.shape.eid,
            "cri": hex(self.cri.as_ref().map(Cri::to_bytes).unwrap_or_default()),
            "sig_type": format!("{:?}", self.kind),
            // The opening that the card shares with its host.
            "metadata_in": metadata,
            "signature": hex(&signature),
            "metadata_out": metadata,
            "verify": verify,
        });
        Ok(with(&self.fields()?, case))
    }
}
