//! A prover of its own that may lie about everything. It knows the issuer's signature on the credential, and computes
//! challenge and responses of either profile for whatever statement it is told.

use bbs::curve::{G1Affine, G1Projective, Scalar, scalar_from_bytes};
use bbs::proof::RandomizedSignature;
use bbs::{AriesTranscript, NativeTranscript, PublicParameters, hash_to_scalar};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use ff::Field;
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::{Curve, Group};
use idemix::PresentationType;
use idemix_tests::wire;
use prost::Message;

use crate::scene::{DISCLOSED, MESSAGE, SHAPE, Scene};

/// A sub-proof: Σ secret·base = what is claimed.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) bases: Vec<G1Projective>,
    pub(crate) secrets: Vec<Scalar>,
    pub(crate) blindings: Vec<Scalar>,
    /// Added to T.
    pub(crate) offset: G1Projective,
}

impl Block {
    fn new(terms: Vec<(G1Projective, Scalar, Scalar)>) -> Self {
        let mut block = Self {
            bases: Vec::new(),
            secrets: Vec::new(),
            blindings: Vec::new(),
            offset: G1Projective::identity(),
        };
        for (base, secret, blinding) in terms {
            block.bases.push(base);
            block.secrets.push(secret);
            block.blindings.push(blinding);
        }
        block
    }

    /// T = Σ blinding·base.
    fn commitment(&self) -> G1Affine {
        let terms = self.bases.iter().zip(&self.blindings);
        let sum: G1Projective = terms.map(|(base, blinding)| *base * *blinding).sum();
        (sum + self.offset).to_affine()
    }

    /// z = blinding − c·secret.
    fn responses(&self, c: &Scalar) -> Vec<Scalar> {
        let rows = self.blindings.iter().zip(&self.secrets);
        rows.map(|(blinding, secret)| *blinding - *c * *secret)
            .collect()
    }

    fn encode(&self, c: &Scalar) -> Vec<u8> {
        let mut bytes = bbs::curve::g1_to_compressed(&self.commitment()).to_vec();
        let responses = self.responses(c);
        bytes.extend_from_slice(&u32::try_from(responses.len()).unwrap().to_be_bytes());
        for response in responses {
            bytes.extend_from_slice(&bbs::curve::scalar_to_bytes(&response));
        }
        bytes
    }
}

/// The places of the sub-proofs in [`Forger::blocks`].
pub(crate) const RANDOMISATION: usize = 0;
pub(crate) const MESSAGES: usize = 1;
pub(crate) const NYM: usize = 2;
pub(crate) const EID_NYM: usize = 3;
pub(crate) const RH_NYM: usize = 4;

/// Everything that goes into a presentation with EID nym and RH nym.
#[derive(Clone)]
pub(crate) struct Forger {
    parameters: std::sync::Arc<PublicParameters>,
    disclosed: Vec<(usize, Scalar)>,
    hidden: Vec<usize>,
    pub(crate) points: [G1Affine; 3],
    /// Nym, EID nym, RH nym.
    pub(crate) nyms: [G1Affine; 3],
    pub(crate) blocks: [Block; 5],
}

/// The n-th random value of the forger.
fn random(n: u64) -> Scalar {
    hash_to_scalar(&n.to_be_bytes())
}

impl Forger {
    /// Tells the truth.
    pub(crate) fn honest(scene: &Scene) -> Self {
        assert_eq!(scene.kind, PresentationType::EidNymRhNym);
        let parameters = scene.world.key().parameters().clone();
        let schema = scene.world.key().schema();
        let h = |index: usize| G1Projective::from(*parameters.h(index).unwrap().point());
        let h0 = G1Projective::from(*parameters.h0().point());

        let stored = scene.world.credential.expose_aries_bytes();
        let credential: wire::Credential = wire::read(&stored).unwrap();
        let scalar = |bytes: &[u8]| scalar_from_bytes(bytes.try_into().unwrap(), "x").unwrap();
        let signature = &credential.signature;
        let a = bbs::curve::g1_from_compressed(signature[..48].try_into().unwrap(), "A").unwrap();
        let (e, s) = (scalar(&signature[48..80]), scalar(&signature[80..]));
        let mut messages: Vec<Scalar> = credential.attributes.iter().map(|m| scalar(m)).collect();
        messages.insert(SHAPE.sk, scalar(scene.world.holder.expose_bytes().as_ref()));

        let (r1, r2) = (random(1), random(2));
        let r3 = r1.invert().unwrap();
        let terms = messages.iter().enumerate().map(|(i, m)| h(i) * *m);
        let b = G1Projective::generator() + h0 * s + terms.sum::<G1Projective>();
        let a_prime = a * r1;
        let d = b * r1 - h0 * r2;
        let a_bar = b * r1 - a_prime * e;

        let disclosed: Vec<_> = DISCLOSED
            .iter()
            .map(|attribute| schema.message_index(*attribute))
            .map(|index| (index, messages[index]))
            .collect();
        let is_hidden = |index: &usize| disclosed.iter().all(|(other, _)| other != index);
        let hidden: Vec<_> = (0..messages.len()).filter(is_hidden).collect();
        let blinding = |index: usize| random(100 + index as u64);
        let mut second = vec![(d, -r3, random(5)), (h0, s - r2 * r3, random(6))];
        second.extend(hidden.iter().map(|i| (h(*i), messages[*i], blinding(*i))));
        let commitment = |index: usize, n: u64| {
            let r = random(n);
            let block = Block::new(vec![
                (h0, r, random(n + 1)),
                (h(index), messages[index], blinding(index)),
            ]);
            ((h0 * r + h(index) * messages[index]).to_affine(), block)
        };
        let message = |attribute: usize| schema.message_index(attribute);
        let (nym, nym_block) = commitment(SHAPE.sk, 10);
        let (eid_nym, eid_block) = commitment(message(SHAPE.eid.unwrap()), 20);
        let (rh_nym, rh_block) = commitment(message(SHAPE.rh.unwrap()), 30);
        Self {
            disclosed,
            hidden,
            points: [a_prime.to_affine(), a_bar.to_affine(), d.to_affine()],
            nyms: [nym, eid_nym, rh_nym],
            blocks: [
                Block::new(vec![(a_prime, -e, random(3)), (h0, r2, random(4))]),
                Block::new(second),
                nym_block,
                eid_block,
                rh_block,
            ],
            parameters,
        }
    }

    /// Points for which both equations hold without any signature: d is chosen for equation (2) and Ā for (1).
    pub(crate) fn without_a_signature(scene: &Scene) -> Self {
        let mut forger = Self::honest(scene);
        let a_prime = G1Projective::generator() * random(40);
        let [first, second, ..] = &mut forger.blocks;
        let (minus_r3, hidden) = (second.secrets[0], &second.secrets[1..]);
        let mut sum = G1Projective::generator();
        for (index, value) in &forger.disclosed {
            sum += *forger.parameters.h(*index).unwrap().point() * *value;
        }
        for (base, secret) in second.bases[1..].iter().zip(hidden) {
            sum += *base * *secret;
        }
        // −(g1 + Σ) = (−r3)·d + …
        let d = sum * (-minus_r3).invert().unwrap();
        second.bases[0] = d;
        first.bases[0] = a_prime;
        // Ā − d = (−e)·A' + r2·h0
        let a_bar = d + a_prime * first.secrets[0] + first.bases[1] * first.secrets[1];
        forger.points = [a_prime, a_bar, d].map(|point| point.to_affine());
        forger
    }

    fn commitments(&self) -> [G1Affine; 5] {
        [0, 1, 2, 3, 4].map(|place: usize| self.blocks[place].commitment())
    }

    pub(crate) fn aries(&self) -> Vec<u8> {
        let [a_prime, a_bar, d] = self.points;
        let t = self.commitments();
        let h0 = self.parameters.h0().point();
        let mut transcript = AriesTranscript::default();
        transcript.bytes(b"signWithEidNymRhNym");
        for point in [&a_bar, &a_prime, h0, &t[0], &d, h0] {
            transcript.point(point);
        }
        for index in &self.hidden {
            transcript.point(self.parameters.h(*index).unwrap().point());
        }
        transcript.point(&t[1]);
        for (nym, t) in self.nyms.iter().zip(&t[2..]) {
            transcript.point(nym).point(t);
        }
        transcript.hashed(MESSAGE);
        let mut second = AriesTranscript::default();
        let nonce = bbs::curve::scalar_to_bytes(&random(50));
        second.hashed(transcript.as_bytes()).bytes(&nonce);
        let challenge = second.challenge();
        let c = challenge.scalar();

        let [first, second, nym, eid, rh] =
            [0, 1, 2, 3, 4].map(|i: usize| self.blocks[i].encode(c));
        let mut main = u16::try_from(SHAPE.count + 1)
            .unwrap()
            .to_be_bytes()
            .to_vec();
        main.push(
            self.disclosed
                .iter()
                .fold(0, |bits, (index, _)| bits | 1 << index),
        );
        for point in [&a_prime, &a_bar, &d] {
            main.extend_from_slice(&bbs::curve::g1_to_compressed(point));
        }
        main.extend_from_slice(&u32::try_from(first.len()).unwrap().to_be_bytes());
        main.extend_from_slice(&[first, second].concat());
        let [nym_point, eid_point, rh_point] = self
            .nyms
            .map(|nym| bbs::curve::g1_to_uncompressed(&nym).to_vec());
        wire::Signature {
            main_signature: main,
            nonce: nonce.to_vec(),
            nym: nym_point,
            nym_proof: nym,
            nym_eid: eid_point,
            nym_eid_proof: eid,
            nym_eid_idx: 2,
            nym_rh: rh_point,
            nym_rh_proof: rh,
            nym_rh_idx: 5,
            non_revocation_proof: Some(wire::NonRevocationProof::default()),
            ..wire::Signature::default()
        }
        .encode_to_vec()
    }

    /// Each hidden value is answered once: as in the message proof, and r of each nym.
    pub(crate) fn native(&self) -> Vec<u8> {
        let [a_prime, a_bar, d] = self.points;
        let [nym, eid_nym, rh_nym] = self.nyms;
        let place = |number: usize| number as u64;
        let mut transcript = NativeTranscript::new(b"presentation", &self.parameters);
        transcript
            .number(b"sk position", 2)
            .optional(b"EID position", Some(1))
            .optional(b"RH position", Some(5))
            .number(b"type", 2)
            .number(b"disclosed", place(self.disclosed.len()));
        for (index, value) in &self.disclosed {
            transcript
                .number(b"index", place(*index))
                .scalar(b"value", value);
        }
        transcript
            .point(b"nym", &nym)
            .number(b"EID nyms", 1)
            .point(b"EID nym", &eid_nym)
            .number(b"RH nyms", 1)
            .point(b"RH nym", &rh_nym)
            .number(b"scopes", 0)
            .number(b"epochs", 0)
            .number(b"nonces", 0)
            .bytes(b"context", b"")
            .bytes(b"message", MESSAGE)
            .randomized(&RandomizedSignature::from_points(a_prime, a_bar, d))
            .points(b"T", &self.commitments());
        let challenge = transcript.challenge();
        let c = challenge.scalar();
        let mut responses = self.blocks[RANDOMISATION].responses(c);
        responses.extend(self.blocks[MESSAGES].responses(c));
        for block in &self.blocks[NYM..] {
            responses.push(block.responses(c)[0]);
        }
        let mut bytes = vec![1, 2];
        for point in [&a_prime, &a_bar, &d, &nym] {
            bytes.extend_from_slice(&bbs::curve::g1_to_compressed(point));
        }
        for point in [&eid_nym, &rh_nym] {
            bytes.push(1);
            bytes.extend_from_slice(&bbs::curve::g1_to_compressed(point));
        }
        // No scope pseudonym, no proof of non-revocation.
        bytes.extend_from_slice(&[0, 0]);
        bytes.extend_from_slice(&bbs::curve::scalar_to_bytes(c));
        bytes.extend_from_slice(&place(responses.len()).to_be_bytes());
        for response in responses {
            bytes.extend_from_slice(&bbs::curve::scalar_to_bytes(&response));
        }
        bytes
    }
}
