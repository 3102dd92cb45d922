//! The proof of non-revocation: the holder's handle y, hidden in the credential, is a member of an epoch.
//!
//! It has the shape of the proof of a signature, with V in place of B. The holder draws t ≠ 0 and sends
//! C' = t·C and C̄ = t·V − y·C'; since C = V/(y + α), C̄ = α·C'. The verifier checks C' ≠ O and
//! e(C', Q) = e(C̄, g2), which says C̄ = α·C', and a proof of
//!
//! ```text
//! C̄ = y·(−C') + t·V
//! ```
//!
//! in which y has the blinding and the response of the RH attribute. Together: (y + α)·C' = t·V, so C'/t is a witness
//! for the very y that the credential signs. The holder computes no pairing.
//!
//! C' is uniform and C̄ is a function of C' and α alone, so the two points say nothing of y or C, even to somebody who
//! knows both, and α.
//!
//! This module gives the parts; the presentation puts them under its one challenge, with the epoch in the statement
//! ([`VerifiedEpoch::bind`]) and C', C̄ among the points ([`MembershipPoints::bind`]).

use bbs::curve::{G1_COMPRESSED_BYTES, G1Affine, G1Projective, Scalar, combine, g1_to_compressed};
use bbs::sigma::{Equation, Variable};
use bbs::{
    DecodeError, Hedge, HedgedRng, NativeTranscript, PairingEquation, Reader, Relation, Secret,
    VerifyError, sigma,
};
use ff::Field;
use group::prime::PrimeCurveAffine;
use zeroize::Zeroizing;

use crate::{VerifiedEpoch, Witness};

/// Length of the encoded points. A presentation carries one more response (32 bytes) and the epoch's number.
pub const MEMBERSHIP_POINTS_BYTES: usize = 2 * G1_COMPRESSED_BYTES;

/// A randomised witness on the holder's side.
pub struct MembershipProver<'a> {
    witness: &'a Witness,
    t: Secret<Scalar>,
    variables: MembershipVariables,
}

/// The hidden values of the proof.
#[derive(Clone, Copy, Debug)]
pub struct MembershipVariables {
    /// y, the variable of the hidden RH attribute.
    pub rh: Variable,
    /// t
    pub t: Variable,
}

impl Witness {
    /// Adds the epoch and the secrets of this witness to the hedge of a presentation.
    pub fn hedge(&self, hedge: &mut Hedge) {
        let point = Zeroizing::new(g1_to_compressed(self.point().point()));
        hedge
            .public(b"epoch", self.epoch().digest())
            .secret_scalar(self.handle())
            .secret(point.as_ref());
    }

    /// Draws t and hides it in `proof`; `rh` is the variable of the RH attribute there, whose value must be this
    /// witness's handle.
    pub fn prover(
        &self,
        rh: Variable,
        proof: &mut sigma::Witness,
        rng: &mut HedgedRng,
    ) -> MembershipProver<'_> {
        // t = 0 happens with probability 1/r.
        let t = loop {
            let t = Secret::new(rng.scalar());
            if !bool::from(t.is_zero()) {
                break t;
            }
        };
        let variables = MembershipVariables {
            rh,
            t: proof.hide(*t, rng),
        };
        MembershipProver {
            witness: self,
            t,
            variables,
        }
    }
}

impl MembershipProver<'_> {
    /// The variables.
    pub fn variables(&self) -> MembershipVariables {
        self.variables
    }

    /// C', C̄ and the commitment T, in this order. Sums over C and V, which may carry tables; constant time.
    pub fn points(&self, proof: &sigma::Witness) -> [G1Projective; 3] {
        let (c, v) = (self.witness.point(), self.witness.epoch().value());
        let beta_y = Secret::new(proof.blinding(self.variables.rh));
        let beta_t = Secret::new(proof.blinding(self.variables.t));
        // C' = t·C
        let c_prime = combine(&[(c, &self.t)], &[]);
        // C̄ = t·V − y·C' = t·V + (−y·t)·C
        let minus_yt = Secret::new(-(*self.witness.handle() * *self.t));
        let c_bar = combine(&[(v, &self.t), (c, &minus_yt)], &[]);
        // T = β_y·(−C') + β_t·V = β_t·V + (−β_y·t)·C
        let minus_beta_yt = Secret::new(-(*beta_y * *self.t));
        let commitment = combine(&[(v, &beta_t), (c, &minus_beta_yt)], &[]);
        [c_prime, c_bar, commitment]
    }
}

/// The randomised witness: C' and C̄. Neither is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MembershipPoints {
    c_prime: G1Affine,
    c_bar: G1Affine,
}

impl MembershipPoints {
    /// Names the first two of [`MembershipProver::points`].
    pub fn new(c_prime: G1Affine, c_bar: G1Affine) -> Self {
        Self { c_prime, c_bar }
    }

    /// C' = t·C
    pub fn c_prime(&self) -> &G1Affine {
        &self.c_prime
    }

    /// C̄ = t·V − y·C'
    pub fn c_bar(&self) -> &G1Affine {
        &self.c_bar
    }

    /// Reads C(C') ‖ C(C̄), both in the subgroup and not the identity.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            c_prime: reader.g1("C'")?,
            c_bar: reader.g1("C̄")?,
        })
    }

    /// Appends C(C') ‖ C(C̄).
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&g1_to_compressed(&self.c_prime));
        out.extend_from_slice(&g1_to_compressed(&self.c_bar));
    }

    /// Binds the points to the challenge.
    pub fn bind(&self, transcript: &mut NativeTranscript) {
        transcript
            .point(b"C'", &self.c_prime)
            .point(b"C-bar", &self.c_bar);
    }

    /// C̄ = y·(−C') + t·V, with V of the verifier's own copy of the epoch.
    pub fn equation(&self, epoch: &VerifiedEpoch, variables: MembershipVariables) -> Equation {
        use bbs::Base::Point;
        Equation {
            relation: Relation::NonRevocation,
            terms: vec![
                (Point(-self.c_prime), variables.rh),
                (Point(*epoch.value().point()), variables.t),
            ],
            statement: vec![(Point(self.c_bar), Scalar::ONE)],
        }
    }

    /// Checks e(C', Q) = e(C̄, g2), and C' ≠ O.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], or [`DecodeError::Identity`].
    pub fn check_pairing(&self, epoch: &VerifiedEpoch) -> Result<(), VerifyError> {
        if self.pairing_equation(epoch)?.holds() {
            Ok(())
        } else {
            Err(VerifyError::BadProof(Relation::NonRevocation))
        }
    }

    /// e(C', Q) = e(C̄, g2), to be checked together with other pairing equations.
    ///
    /// # Errors
    /// [`DecodeError::Identity`].
    pub fn pairing_equation(&self, epoch: &VerifiedEpoch) -> Result<PairingEquation, DecodeError> {
        self.check_identity()?;
        Ok(PairingEquation {
            left: self.c_prime,
            key: epoch.key().pairing_key().clone(),
            right: self.c_bar,
        })
    }

    fn check_identity(&self) -> Result<(), DecodeError> {
        for (field, point) in [("C'", self.c_prime), ("C̄", self.c_bar)] {
            if bool::from(PrimeCurveAffine::is_identity(&point)) {
                return Err(DecodeError::Identity { field });
            }
        }
        Ok(())
    }
}

impl VerifiedEpoch {
    /// Binds a proof to this epoch: authority, number, Q, V, and the digest of the whole information.
    pub fn bind(&self, transcript: &mut NativeTranscript) {
        transcript
            .bytes(b"revocation authority", &self.authority().to_bytes())
            .number(b"epoch", self.epoch())
            .g2(b"Q", self.key().point())
            .point(b"V", self.value().point())
            .bytes(b"epoch digest", self.digest());
    }
}
