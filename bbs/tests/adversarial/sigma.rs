//! The sigma core by itself: equations that share hidden values.

use bbs::curve::{Scalar, batch_normalize, scalar_to_bytes};
use bbs::sigma::{Block, CommittedProof, CompactProof, Equation, Variable, Variables, Witness};
use bbs::{
    Aries, AriesTranscript, Base, Challenge, DecodeError, Hedge, Native, NativeTranscript,
    ParameterError, Profile, PublicParameters, Relation, VerifyError,
};
use ff::Field;

use crate::bad_encodings::overwrite;
use crate::layout::{POINT, SCALAR};
use crate::setup::*;

/// x·h0 + y·h[0] and z·h0 + y·h[1]: y stands in both.
struct Pair {
    key: bbs::SigningKey,
    equations: Vec<Equation>,
}

fn pair() -> Pair {
    let key = signing_key(1, 2);
    let mut variables = Variables::default();
    let (x, y, z) = (variables.fresh(), variables.fresh(), variables.fresh());
    let statement = |other: usize, value: u64| {
        let opening = [
            (Base::H0, Scalar::from(value)),
            (Base::H(other), Scalar::from(2)),
        ];
        let [point] = batch_normalize(&[key.parameters().combine(&opening).unwrap()])
            .try_into()
            .unwrap();
        vec![(Base::Point(point), Scalar::ONE)]
    };
    let equations = vec![
        Equation {
            relation: Relation::Nym,
            terms: vec![(Base::H0, x), (Base::H(0), y)],
            statement: statement(0, 1),
        },
        Equation {
            relation: Relation::EidNym,
            terms: vec![(Base::H0, z), (Base::H(1), y)],
            statement: statement(1, 3),
        },
    ];
    Pair { key, equations }
}

fn challenge<P: Profile>(
    parameters: &PublicParameters,
    t: &[bbs::curve::G1Affine],
) -> Result<Challenge, ParameterError> {
    if P::NAME == Native::NAME {
        let mut transcript = NativeTranscript::new(b"test", parameters);
        transcript.points(b"T", t);
        return Ok(transcript.challenge());
    }
    let mut transcript = AriesTranscript::default();
    t.iter().for_each(|t| {
        transcript.point(t);
    });
    Ok(transcript.challenge())
}

impl Pair {
    fn prove<P: Profile>(&self) -> P::Proof {
        let parameters = self.key.parameters();
        let mut rng = Hedge::new(b"test").finish(&mut rng(1));
        let mut witness = Witness::default();
        for value in 1..=3 {
            witness.hide(Scalar::from(value), &mut rng);
        }
        let t: Vec<_> = self
            .equations
            .iter()
            .map(|equation| witness.commit(parameters, &equation.terms).unwrap())
            .collect();
        let t = batch_normalize(&t);
        let challenge = challenge::<P>(parameters, &t).unwrap();
        let responses = witness.respond(&challenge);
        P::assemble(&self.equations, &t, &challenge, responses).unwrap()
    }

    fn check<P: Profile>(&self, variables: usize, proof: &P::Proof) -> Result<(), VerifyError> {
        let parameters = self.key.parameters();
        P::check(parameters, &self.equations, variables, proof, |t| {
            challenge::<P>(parameters, t)
        })
    }
}

#[test]
fn honest_proofs_pass() {
    let pair = pair();
    assert_eq!(pair.check::<Native>(3, &pair.prove::<Native>()), Ok(()));
    assert_eq!(pair.check::<Aries>(3, &pair.prove::<Aries>()), Ok(()));
}

/// Rule 2 of the composition: the same hidden value has the same response in every sub-proof.
#[test]
fn different_responses_for_the_same_value() {
    let pair = pair();
    let mut proof = pair.prove::<Aries>();
    let bytes = proof.blocks[1].to_bytes();
    let shared = POINT + 4 + SCALAR;
    let other = overwrite(&bytes, shared, &scalar_to_bytes(&Scalar::from(5)));
    proof.blocks[1] = Block::from_bytes("sub-proof", &other).unwrap();
    let relation = Relation::EidNym;
    let expected = Err(VerifyError::ResponseMismatch { relation });
    assert_eq!(pair.check::<Aries>(3, &proof), expected);
}

#[test]
fn each_equation_is_checked() {
    let pair = pair();
    for (index, relation) in [(0, Relation::Nym), (1, Relation::EidNym)] {
        let mut proof = pair.prove::<Aries>();
        let bytes = proof.blocks[index].to_bytes();
        let own = POINT + 4;
        let other = overwrite(&bytes, own, &scalar_to_bytes(&Scalar::from(5)));
        proof.blocks[index] = Block::from_bytes("sub-proof", &other).unwrap();
        let expected = Err(VerifyError::BadProof(relation));
        assert_eq!(pair.check::<Aries>(3, &proof), expected);
    }
    let honest = pair.prove::<Native>();
    for index in 0..4 {
        let mut scalars: Vec<_> = honest.scalars().copied().collect();
        scalars[index] += Scalar::ONE;
        let proof = CompactProof::from_scalars(scalars).unwrap();
        let expected = Err(VerifyError::BadProof(Relation::Challenge));
        assert_eq!(pair.check::<Native>(3, &proof), expected);
    }
}

#[test]
fn numbers_of_sub_proofs_and_responses() {
    let pair = pair();
    let honest = pair.prove::<Aries>();
    let [first, second] = honest.blocks.as_slice() else {
        panic!("two equations");
    };
    for blocks in [
        vec![],
        vec![first.clone()],
        vec![first.clone(), second.clone(), second.clone()],
    ] {
        let expected = DecodeError::Count {
            field: "sub-proofs",
            expected: 2,
            found: blocks.len(),
        };
        let outcome = pair.check::<Aries>(3, &CommittedProof { blocks });
        assert_eq!(outcome, Err(expected.into()));
    }
    // The statement calls for another number of hidden values than the equations speak of.
    let count = |expected, found| VerifyError::ResponseCount {
        relation: Relation::Challenge,
        expected,
        found,
    };
    assert_eq!(pair.check::<Aries>(4, &honest), Err(count(4, 3)));
    let native = pair.prove::<Native>();
    for variables in [0, 2, 4] {
        let outcome = pair.check::<Native>(variables, &native);
        assert_eq!(outcome, Err(count(variables, 3)));
    }
    assert_eq!(
        CompactProof::from_scalars(Vec::new()),
        Err(DecodeError::Missing { field: "challenge" })
    );
}

/// Numbers that do not belong together are errors of the caller, never a panic.
#[test]
fn foreign_variables() {
    let pair = pair();
    let mut many = Variables::default();
    let foreign: Variable = (0..9).map(|_| many.fresh()).last().unwrap();
    let equations = [Equation {
        relation: Relation::Nym,
        terms: vec![(Base::H0, foreign)],
        statement: Vec::new(),
    }];
    let parameters = pair.key.parameters();
    let native = pair.prove::<Native>();
    let outcome = Native::check(parameters, &equations, 3, &native, |t| {
        challenge::<Native>(parameters, t)
    });
    let expected = VerifyError::ResponseCount {
        relation: Relation::Nym,
        expected: 9,
        found: 3,
    };
    assert_eq!(outcome, Err(expected));
    let mut rng = Hedge::new(b"test").finish(&mut rng(1));
    let mut witness = Witness::default();
    witness.hide(Scalar::ONE, &mut rng);
    let challenge = challenge::<Aries>(parameters, &[]).unwrap();
    let responses = witness.respond(&challenge);
    let t = [*parameters.h0().point()];
    assert_eq!(
        Aries::assemble(&equations, &t, &challenge, responses.clone()),
        Err(ParameterError::UnknownVariable)
    );
    assert_eq!(
        Aries::assemble(&equations, &[], &challenge, responses),
        Err(ParameterError::UnknownVariable)
    );
    let out_of_range = ParameterError::IndexOutOfRange { index: 7, count: 2 };
    assert_eq!(
        parameters
            .combine(&[(Base::H(7), Scalar::ONE)])
            .unwrap_err(),
        out_of_range
    );
}
