//! Each relation of a presentation, broken alone by a prover that computes its own challenge.

use bbs::curve::{G1Projective, Scalar};
use ff::Field;
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::{Curve, Group};
use idemix::{Aries, Native, PresentationType, Relation, VerifyError};

use crate::bad_encodings::outside_subgroup;
use crate::forger::{EID_NYM, Forger, MESSAGES, NYM, RANDOMISATION, RH_NYM};
use crate::scene::Scene;

const RELATIONS: [(usize, Relation); 5] = [
    (RANDOMISATION, Relation::Randomisation),
    (MESSAGES, Relation::Messages),
    (NYM, Relation::Nym),
    (EID_NYM, Relation::EidNym),
    (RH_NYM, Relation::RhNym),
];

fn scene() -> Scene {
    Scene::new(PresentationType::EidNymRhNym)
}

impl Forger {
    /// The native verifier recomputes every T, so its challenge decides about all equations.
    fn expect(&self, scene: &Scene, aries: VerifyError) {
        assert_eq!(scene.refusal::<Aries>(&self.aries()), aries);
        let native = VerifyError::BadProof(Relation::Challenge);
        assert_eq!(scene.refusal::<Native>(&self.native()), native);
    }
}

#[test]
fn the_forger_can_tell_the_truth() {
    let scene = scene();
    let forger = Forger::honest(&scene);
    let aries = scene.verify::<Aries>(&forger.aries()).unwrap();
    let native = scene.verify::<Native>(&forger.native()).unwrap();
    assert_eq!(aries.nym(), native.nym());
}

#[test]
fn another_commitment_in_each_sub_proof() {
    let scene = scene();
    for (place, relation) in RELATIONS {
        let mut forger = Forger::honest(&scene);
        forger.blocks[place].offset = G1Projective::generator();
        forger.expect(&scene, VerifyError::BadProof(relation));
    }
}

/// A T outside the subgroup decodes, is in the challenge, and never satisfies the equation.
#[test]
fn a_commitment_outside_the_subgroup_in_each_sub_proof() {
    let scene = scene();
    let (_, outside) = outside_subgroup();
    for (place, relation) in RELATIONS {
        let mut forger = Forger::honest(&scene);
        forger.blocks[place].offset = outside.into();
        forger.expect(&scene, VerifyError::BadProof(relation));
    }
}

/// The identity is a commitment like any other: the blindings happened to be zero.
#[test]
fn the_identity_as_commitment() {
    let scene = scene();
    let mut forger = Forger::honest(&scene);
    for place in [MESSAGES, NYM] {
        let block = &mut forger.blocks[place];
        block
            .blindings
            .iter_mut()
            .for_each(|blinding| *blinding = Scalar::ZERO);
    }
    // The values that other sub-proofs share have the same blinding there.
    for place in [EID_NYM, RH_NYM] {
        forger.blocks[place].blindings[1] = Scalar::ZERO;
    }
    assert!(scene.verify::<Aries>(&forger.aries()).is_ok());
    assert!(scene.verify::<Native>(&forger.native()).is_ok());
}

#[test]
fn equations_without_a_signature() {
    let scene = scene();
    let forger = Forger::without_a_signature(&scene);
    let expected = VerifyError::BadProof(Relation::SignaturePairing);
    assert_eq!(scene.refusal::<Aries>(&forger.aries()), expected);
    assert_eq!(scene.refusal::<Native>(&forger.native()), expected);
}

/// A nym of another key, an EID nym of another ID, an RH nym of another handle, each with a good proof of its own.
#[test]
fn nyms_of_other_values() {
    let scene = scene();
    for (place, nym) in [(NYM, 0), (EID_NYM, 1), (RH_NYM, 2)] {
        let relation = RELATIONS[place].1;
        let mut forger = Forger::honest(&scene);
        let block = &mut forger.blocks[place];
        block.secrets[1] += Scalar::ONE;
        forger.nyms[nym] = (G1Projective::from(forger.nyms[nym]) + block.bases[1]).to_affine();
        forger.expect(&scene, VerifyError::ResponseMismatch { relation });

        // The same with the response of the credential's value.
        forger.blocks[place].secrets[1] -= Scalar::ONE;
        forger.expect(&scene, VerifyError::BadProof(relation));
    }
}

/// A hidden message that is not the signed one.
#[test]
fn another_hidden_message() {
    let scene = scene();
    let mut forger = Forger::honest(&scene);
    // −r3, s', then messages 1, 2, 3, 5: message 3 is in no nym.
    forger.blocks[MESSAGES].secrets[4] += Scalar::ONE;
    forger.expect(&scene, VerifyError::BadProof(Relation::Messages));
}

/// Another e, another r2.
#[test]
fn another_randomisation() {
    let scene = scene();
    for secret in [0, 1] {
        let mut forger = Forger::honest(&scene);
        forger.blocks[RANDOMISATION].secrets[secret] += Scalar::ONE;
        forger.expect(&scene, VerifyError::BadProof(Relation::Randomisation));
    }
}
