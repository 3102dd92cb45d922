//! The card's equation z_r·h0 + z_sk·h\[0\] = T + c·Nym, against provers of every kind that know r and sk.

use bbs::curve::{
    G1Affine, Scalar, g1_from_uncompressed_on_curve, g1_to_uncompressed, scalar_from_wide,
    scalar_to_bytes,
};
use bbs::{Base, PublicParameters};
use ff::Field;
use group::Curve;
use group::prime::PrimeCurveAffine;
use idemix::{CardProof, EidNym, Nym, Relation, Verifier, VerifyError};
use sha2::{Digest, Sha256};

use crate::encoding::{identity, of_order_three};
use crate::world::{MESSAGE, World, rng};

/// A prover of the test's own, after the format's description.
struct Prover<'a> {
    parameters: &'a PublicParameters,
    verifier: Verifier,
    sk: Scalar,
    r: Scalar,
    nym: Nym,
    eid_nym: EidNym,
}

impl Prover<'_> {
    fn with<T>(seed: u64, run: impl FnOnce(Prover<'_>) -> T) -> T {
        let world = World::new(seed);
        let parameters = world.issuer.parameters();
        let answer = world.card.sign(MESSAGE, &mut rng(seed + 1)).unwrap();
        let sk = scalar_from_wide(world.holder.expose_bytes().as_ref());
        run(Prover {
            parameters,
            verifier: world.verifier(),
            sk,
            r: *answer.nym.randomness(),
            nym: *answer.nym.nym(),
            eid_nym: world.card.eid_opening().commitment(parameters, 3).unwrap(),
        })
    }

    /// T for blindings of sk and r.
    fn commitment(&self, (beta_sk, beta_r): (Scalar, Scalar)) -> G1Affine {
        let terms = [(Base::H0, beta_r), (Base::H(0), beta_sk)];
        self.parameters.combine(&terms).unwrap().to_affine()
    }

    fn challenge(&self, t: &[u8; 96], message: &[u8]) -> Scalar {
        let base = |index| g1_to_uncompressed(self.parameters.h(index).unwrap().point());
        let points = [
            g1_to_uncompressed(self.parameters.h0().point()),
            base(0),
            base(3),
            self.nym.to_uncompressed(),
            *t,
            self.eid_nym.to_uncompressed(),
        ];
        let mut input: Vec<u8> = points
            .iter()
            .flat_map(|point| &point[1..])
            .copied()
            .collect();
        input.extend_from_slice(message);
        scalar_from_wide(&Sha256::digest(&input))
    }

    /// Verifies what a prover sends for a commitment, blindings and a challenge.
    fn verify(
        &self,
        t: &[u8; 96],
        (beta_sk, beta_r): (Scalar, Scalar),
        c: Scalar,
    ) -> Result<Nym, VerifyError> {
        let bytes = [
            self.nym.to_uncompressed().as_slice(),
            t,
            &scalar_to_bytes(&(beta_sk + c * self.sk)),
            &scalar_to_bytes(&(beta_r + c * self.r)),
        ]
        .concat();
        let proof = CardProof::from_bytes(&bytes).unwrap();
        self.verifier
            .verify_card_proof(&proof, &self.eid_nym, MESSAGE)
    }
}

fn blindings() -> (Scalar, Scalar) {
    (Scalar::from(17), Scalar::from(23))
}

const BAD: Result<Nym, VerifyError> = Err(VerifyError::BadProof(Relation::Card));

#[test]
fn an_honest_prover_after_the_description_is_accepted() {
    Prover::with(200, |prover| {
        let t = g1_to_uncompressed(&prover.commitment(blindings()));
        let c = prover.challenge(&t, MESSAGE);
        assert_eq!(prover.verify(&t, blindings(), c), Ok(prover.nym));
        // Responses of the other sign, as all other proofs of the profile have them.
        assert_eq!(prover.verify(&t, blindings(), -c), BAD);
        // Another challenge, as for another message.
        let other = prover.challenge(&t, b"close the door");
        assert_eq!(prover.verify(&t, blindings(), other), BAD);
        // Responses in the other order.
        let (beta_sk, beta_r) = blindings();
        let swapped = (
            beta_r + c * (prover.r - prover.sk),
            beta_sk + c * (prover.sk - prover.r),
        );
        assert_eq!(prover.verify(&t, swapped, c), BAD);
    });
}

/// No rule forbids T = O: the equation decides.
#[test]
fn the_identity_as_commitment() {
    Prover::with(210, |prover| {
        let t = identity();
        let c = prover.challenge(&t, MESSAGE);
        let none = (Scalar::ZERO, Scalar::ZERO);
        assert_eq!(prover.verify(&t, none, c), Ok(prover.nym));
        assert_eq!(prover.verify(&t, blindings(), c), BAD);
    });
}

/// A commitment outside the subgroup cannot satisfy the equation, whatever the prover knows.
#[test]
fn commitments_outside_the_subgroup() {
    Prover::with(220, |prover| {
        let small = g1_from_uncompressed_on_curve(&of_order_three(), "small").unwrap();
        let inside = prover.commitment(blindings());
        for t in [
            of_order_three(),
            g1_to_uncompressed(&(inside.to_curve() + small).to_affine()),
        ] {
            for message in [MESSAGE, b"".as_slice()] {
                let c = prover.challenge(&t, message);
                assert_eq!(prover.verify(&t, blindings(), c), BAD);
            }
        }
    });
}

/// Responses for a commitment of all-zero blindings give sk away, so a card never makes one: its answers differ.
#[test]
fn no_answer_repeats() {
    let world = World::new(230);
    let sign = |message: &[u8], seed| {
        let answer = world.card.sign(message, &mut rng(seed)).unwrap();
        answer.to_card_bytes()
    };
    let reference = sign(MESSAGE, 1);
    // A repeating RNG repeats nothing under another message, and a fresh one nothing under the same.
    for other in [sign(b"close the door", 1), sign(MESSAGE, 2)] {
        for (name, part) in [
            ("seed", 0..16),
            ("nym", 16..112),
            ("T", 112..208),
            ("z_sk", 208..240),
            ("z_r", 240..272),
        ] {
            assert_ne!(other[part.clone()], reference[part], "{name}");
        }
    }
    assert_eq!(sign(MESSAGE, 1), reference);
}
