//! A prover who does not keep to the protocol: it knows what it likes, and chooses its points freely.

use bbs::curve::Scalar;
use bbs::curve::{G1Affine, G1Projective, batch_normalize, g1_to_compressed};
use bbs::proof::{
    Disclosure, Hidden, MainProof, RandomizedSignature, SignatureProofProfile, SignatureStatement,
    SignatureVariables,
};
use bbs::sigma::Witness;
use bbs::{Aries, Base, Hedge, Native, Profile, PublicParameters};

use crate::setup::*;

/// Encodes a proof from its parts.
pub(crate) trait Assemble: Codec {
    fn assemble_bytes(
        points: RandomizedSignature,
        proof: &<Self as Profile>::Proof,
        disclosure: &Disclosure,
    ) -> Vec<u8>;
}

impl Assemble for Native {
    fn assemble_bytes(
        points: RandomizedSignature,
        proof: &<Self as Profile>::Proof,
        _disclosure: &Disclosure,
    ) -> Vec<u8> {
        let points = [points.a_prime, points.a_bar, points.d];
        let mut bytes: Vec<u8> = points.iter().flat_map(g1_to_compressed).collect();
        proof.encode(&mut bytes);
        bytes
    }
}

impl Assemble for Aries {
    fn assemble_bytes(
        points: RandomizedSignature,
        proof: &<Self as Profile>::Proof,
        disclosure: &Disclosure,
    ) -> Vec<u8> {
        let [first, second] = proof.blocks.as_slice() else {
            panic!("a main proof has two blocks");
        };
        MainProof::new(disclosure, points, first.clone(), second.clone()).to_bytes()
    }
}

/// The secrets of the two equations.
pub(crate) struct Secrets {
    pub(crate) e: Scalar,
    pub(crate) r2: Scalar,
    pub(crate) r3: Scalar,
    pub(crate) s_prime: Scalar,
    pub(crate) messages: Vec<Scalar>,
}

/// Points that satisfy the two equations for A' = `a_prime` and these secrets, without any signature:
/// B = g1 + s·h0 + Σ mᵢ·h[i] with s = s' + r2·r3, d = B/r3 − r2·h0, Ā = B/r3 − e·A'.
pub(crate) fn points_without_a_signature(
    parameters: &PublicParameters,
    secrets: &Secrets,
    a_prime: G1Affine,
) -> RandomizedSignature {
    use ff::Field;
    let r1 = secrets.r3.invert().unwrap();
    let mut b = vec![
        (Base::G1, Scalar::ONE),
        (Base::H0, secrets.s_prime + secrets.r2 * secrets.r3),
    ];
    b.extend(
        secrets
            .messages
            .iter()
            .enumerate()
            .map(|(i, m)| (Base::H(i), *m)),
    );
    let r1_b = parameters.combine(&b).unwrap() * r1;
    let d = r1_b + parameters.combine(&[(Base::H0, -secrets.r2)]).unwrap();
    let a_bar = r1_b - a_prime * secrets.e;
    let [d, a_bar] = batch_normalize(&[d, a_bar]).try_into().unwrap();
    RandomizedSignature::from_points(a_prime, a_bar, d)
}

/// The bytes of a proof that is honest about `secrets` and `points`, but adds `offsets` to its commitments T1, T2.
pub(crate) fn forge<P: Assemble>(
    parameters: &PublicParameters,
    disclosure: &Disclosure,
    secrets: &Secrets,
    points: RandomizedSignature,
    offsets: [G1Affine; 2],
) -> Vec<u8> {
    let mut rng = Hedge::new(b"forger").finish(&mut rng(99));
    let statement = SignatureStatement::new(disclosure);
    let mut witness = Witness::default();
    let variables = SignatureVariables::allocate(&statement, |hidden| {
        let value = match hidden {
            Hidden::E => -secrets.e,
            Hidden::R2 => secrets.r2,
            Hidden::R3 => -secrets.r3,
            Hidden::S => secrets.s_prime,
            Hidden::Message(index) => secrets.messages[index],
        };
        witness.hide(value, &mut rng)
    });
    let equations = statement.equations(&points, &variables);
    let commitments: Vec<G1Projective> = equations
        .iter()
        .zip(offsets)
        .map(|(equation, offset)| witness.commit(parameters, &equation.terms).unwrap() + offset)
        .collect();
    let commitments = batch_normalize(&commitments);
    let challenge = <P as SignatureProofProfile>::challenge(
        parameters,
        disclosure,
        &points,
        &variables,
        &commitments,
        NONCE,
    )
    .unwrap();
    let responses = witness.respond(&challenge);
    let proof = P::assemble(&equations, &commitments, &challenge, responses).unwrap();
    P::assemble_bytes(points, &proof, disclosure)
}
