//! Batches accept exactly what is accepted one by one.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test that fails should stop

use bbs::curve::{G1Affine, G1Projective, Scalar, g1_from_compressed_on_curve, g1_to_compressed};
use bbs::{AriesSalt, AriesTranscript, Base};
use ff::{Field, PrimeField};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::{Curve, Group};
use idemix::{
    Aries, Attributes, BatchError, BatchVerifier, Credential, Holder, InvalidMember, Issuer,
    IssuerNonce, Native, NymSecret, NymSignature, Presentation, PresentationProfile,
    PresentationType, Schema, Verifier, VerifyError,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

struct World {
    issuer: Issuer,
    holder: Holder,
    credential: Credential,
    rng: ChaCha20Rng,
}

fn world(seed: u64) -> World {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let issuer = Issuer::generate(Schema::fabric(), &mut rng).unwrap();
    let holder = Holder::generate(&mut rng);
    let nonce = IssuerNonce::generate(&mut rng);
    let key = issuer.public_key();
    let (request, pending) = holder
        .request_credential::<Native>(key, &nonce, &mut rng)
        .unwrap();
    let verified = issuer.verify_request(&request, &nonce).unwrap();
    let attributes = Attributes::ordered(key.schema(), ["ou", "role", "eid", "rh"]).unwrap();
    let answer = issuer.issue(verified, &attributes, &mut rng).unwrap();
    let credential = pending.receive(answer).unwrap();
    World {
        issuer,
        holder,
        credential,
        rng,
    }
}

impl World {
    fn verifier(&self) -> Verifier {
        Verifier::new(self.issuer.public_key().clone())
    }

    fn present<P: PresentationProfile>(
        &mut self,
        kind: PresentationType,
        message: &[u8],
    ) -> Presentation<P> {
        self.credential
            .present::<P>(kind)
            .disclose("OU")
            .message(message)
            .prove(&mut self.rng)
            .unwrap()
            .presentation
    }

    fn nym_signature(&mut self, message: &[u8]) -> (NymSecret, NymSignature<Aries>) {
        let key = self.issuer.public_key();
        let nym = self.holder.new_nym(key, &mut self.rng).unwrap();
        let signature = self
            .holder
            .sign_with_nym(key, &nym, message, &mut self.rng)
            .unwrap();
        (nym, signature)
    }
}

const KINDS: [PresentationType; 3] = [
    PresentationType::Standard,
    PresentationType::EidNym,
    PresentationType::EidNymRhNym,
];

fn push<P: PresentationProfile>(
    batch: &mut BatchVerifier,
    world: &mut World,
    kind: PresentationType,
    expected: &[u8],
) -> usize {
    let presentation = world.present::<P>(kind, b"message");
    let verifier = world.verifier();
    let expectation = verifier
        .expect(kind)
        .disclosed("OU", "ou")
        .message(expected);
    batch.push_presentation(&expectation, &presentation)
}

/// The two profiles, three types, two issuers, nym signatures and credentials in one batch.
fn mixed(good: &[u8]) -> (BatchVerifier, Vec<usize>, ChaCha20Rng) {
    let mut worlds = [world(1), world(2)];
    let mut batch = BatchVerifier::new();
    let mut touched = Vec::new();
    for world in &mut worlds {
        for kind in KINDS {
            touched.push(push::<Aries>(&mut batch, world, kind, good));
            touched.push(push::<Native>(&mut batch, world, kind, good));
            push::<Aries>(&mut batch, world, kind, b"message");
        }
        let (nym, signature) = world.nym_signature(b"message");
        let verifier = world.verifier();
        touched.push(batch.push_nym_signature(&verifier, &signature, nym.nym(), good));
        let key = world.issuer.public_key();
        batch.push_credential(key, &world.holder, &world.credential.expose_bytes());
        let stored = world.credential.expose_aries_bytes();
        batch.push_aries_credential(key, &world.holder, &stored);
    }
    (batch, touched, ChaCha20Rng::seed_from_u64(3))
}

#[test]
fn good_members_of_every_kind_verify() {
    let (mut batch, _, mut rng) = mixed(b"message");
    assert_eq!(batch.find_invalid(&mut rng), Ok(Vec::new()));
    let count = batch.len();
    assert_eq!(batch.verify(&mut rng).unwrap().len(), count);
    assert!(batch.is_empty());
}

#[test]
fn all_or_nothing_and_the_bad_ones_are_named() {
    let (mut batch, touched, mut rng) = mixed(b"another message");
    assert_eq!(batch.verify(&mut rng).unwrap_err(), BatchError::Invalid);
    let invalid = batch.find_invalid(&mut rng).unwrap();
    let places: Vec<_> = invalid.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, touched);
    // It can be asked again.
    assert_eq!(batch.find_invalid(&mut rng).unwrap(), invalid);
}

#[test]
fn an_empty_batch_is_an_error() {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let mut batch = BatchVerifier::new();
    assert_eq!(batch.verify(&mut rng).unwrap_err(), BatchError::Empty);
    assert_eq!(batch.find_invalid(&mut rng).unwrap_err(), BatchError::Empty);
}

#[test]
fn repeated_members_verify_and_fail_together() {
    let mut world = world(5);
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    let presentation = world.present::<Aries>(PresentationType::EidNym, b"message");
    let verifier = world.verifier();
    for (message, invalid) in [(&b"message"[..], 0), (b"other", 3)] {
        let expectation = verifier
            .expect(PresentationType::EidNym)
            .disclosed("OU", "ou")
            .message(message);
        let mut batch = BatchVerifier::new();
        for _ in 0..3 {
            batch.push_presentation(&expectation, &presentation);
        }
        assert_eq!(batch.find_invalid(&mut rng).unwrap().len(), invalid);
        assert_eq!(batch.verify(&mut rng).is_ok(), invalid == 0);
    }
}

/// Protobuf NymSignature with a response raised by `delta`. The challenge does not depend on responses, so the
/// equation is off by exactly −delta·h0.
fn with_shifted_response(signature: &NymSignature<Aries>, delta: Scalar) -> NymSignature<Aries> {
    let mut bytes = signature.to_bytes();
    // Field 1, 116 bytes: tag, length, T (48), count (4), responses.
    let response = &mut bytes[2 + 48 + 4..][..32];
    let mut repr: [u8; 32] = response.try_into().unwrap();
    repr.reverse();
    let mut shifted = (Scalar::from_repr(repr).unwrap() + delta).to_repr();
    shifted.reverse();
    response.copy_from_slice(&shifted);
    NymSignature::<Aries>::from_bytes(&bytes).unwrap()
}

#[test]
fn errors_that_would_cancel_without_weights_do_not() {
    let mut world = world(7);
    let verifier = world.verifier();
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    let delta = Scalar::random(&mut rng);
    let mut batch = BatchVerifier::new();
    for delta in [delta, -delta] {
        let (nym, signature) = world.nym_signature(b"message");
        let signature = with_shifted_response(&signature, delta);
        batch.push_nym_signature(&verifier, &signature, nym.nym(), b"message");
    }
    let (nym, signature) = world.nym_signature(b"message");
    batch.push_nym_signature(&verifier, &signature, nym.nym(), b"message");
    assert_eq!(batch.verify(&mut rng).unwrap_err(), BatchError::Invalid);
    assert_eq!(
        batch.find_invalid(&mut rng).unwrap(),
        [(0, InvalidMember::BadProof), (1, InvalidMember::BadProof)]
    );
}

/// A point of the curve that r annihilates to O times: of an order that divides the cofactor.
fn cofactor_point() -> G1Projective {
    let minus_one = -Scalar::ONE;
    (1u8..)
        .filter_map(|x| {
            let mut bytes = [0; 48];
            (bytes[0], bytes[47]) = (0x80, x);
            g1_from_compressed_on_curve(&bytes, "x").ok()
        })
        // r·P = (r − 1)·P + P
        .map(|point| G1Projective::from(point) * minus_one + point)
        .find(|point| !bool::from(point.is_identity()))
        .unwrap()
}

/// A nym signature by a dishonest signer: everything is right but a point of small order added to T.
fn with_small_order_commitment(
    world: &mut World,
    message: &[u8],
) -> (NymSecret, NymSignature<Aries>) {
    let key = world.issuer.public_key();
    let parameters = key.parameters();
    let nym = world.holder.new_nym(key, &mut world.rng).unwrap();
    let beta = [
        Scalar::random(&mut world.rng),
        Scalar::random(&mut world.rng),
    ];
    let terms = [(Base::H0, beta[0]), (Base::H(0), beta[1])];
    let t: G1Affine = (parameters.combine(&terms).unwrap() + cofactor_point()).to_affine();
    let salt = AriesSalt::from_bytes(&[1; 32]).unwrap();
    let mut transcript = AriesTranscript::default();
    transcript
        .bytes(b"nym-sig")
        .point(nym.nym().point())
        .point(parameters.h0().point())
        .point(parameters.h(0).unwrap().point())
        .point(&t)
        .bytes(message);
    let challenge = transcript.challenge_with_salt(&salt);
    let sk = bbs::curve::scalar_from_wide(world.holder.expose_bytes().as_ref());
    let secrets = [*nym.randomness(), sk];
    let mut block = g1_to_compressed(&t).to_vec();
    block.extend_from_slice(&2u32.to_be_bytes());
    for (beta, secret) in beta.iter().zip(secrets) {
        let response = *beta - *challenge.scalar() * secret;
        block.extend_from_slice(&bbs::curve::scalar_to_bytes(&response));
    }
    let mut message = vec![0x0a, 116];
    message.extend_from_slice(&block);
    message.extend_from_slice(&[0x12, 32]);
    message.extend_from_slice(salt.as_bytes());
    (nym, NymSignature::<Aries>::from_bytes(&message).unwrap())
}

#[test]
fn points_outside_the_subgroup_are_refused_whatever_the_weights() {
    let mut world = world(9);
    let verifier = world.verifier();
    let (nym, forged) = with_small_order_commitment(&mut world, b"message");
    let alone = verifier.verify_nym_signature(&forged, nym.nym(), b"message");
    assert_eq!(alone, Err(VerifyError::BadProof(idemix::Relation::Nym)));
    // With a weight that the order divides, the equation would hold: enough weights to meet one.
    for seed in 0..32 {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut batch = BatchVerifier::new();
        batch.push_nym_signature(&verifier, &forged, nym.nym(), b"message");
        batch.push_nym_signature(&verifier, &forged, nym.nym(), b"message");
        assert_eq!(batch.verify(&mut rng).unwrap_err(), BatchError::Invalid);
    }
}

#[test]
fn several_keys_serve_in_a_batch() {
    let mut worlds = [world(10), world(11)];
    let mut rng = ChaCha20Rng::seed_from_u64(12);
    let keys: Vec<_> = worlds
        .iter()
        .map(|world| world.issuer.public_key().clone())
        .collect();
    let verifier = Verifier::with_keys(keys);
    let mut batch = BatchVerifier::new();
    for world in &mut worlds {
        let kind = PresentationType::Standard;
        let aries = world.present::<Aries>(kind, b"message");
        let expectation = verifier
            .expect(kind)
            .disclosed("OU", "ou")
            .message(b"message");
        batch.push_presentation(&expectation, &aries);
        let native = world.present::<Native>(kind, b"message");
        let expectation = verifier
            .expect(kind)
            .disclosed("OU", "ou")
            .message(b"message");
        batch.push_presentation(&expectation, &native);
        let (nym, signature) = world.nym_signature(b"message");
        batch.push_nym_signature(&verifier, &signature, nym.nym(), b"message");
    }
    let evidence = batch.verify(&mut rng).unwrap();
    let issuers: Vec<_> = evidence
        .into_iter()
        .filter_map(idemix::Evidence::into_presentation)
        .map(|presentation| presentation.issuer().to_bytes())
        .collect();
    let [one, two] = worlds.map(|world| world.issuer.public_key().to_bytes());
    assert_eq!(issuers, [one, one, two, two]);
}
