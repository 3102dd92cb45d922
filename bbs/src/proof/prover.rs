//! The prover's first step: randomise the signature, hide what is hidden, commit.

use ff::Field;
use subtle::ConstantTimeEq;

use crate::ParameterError;
use crate::curve::{self, G1Affine, G1Projective, Scalar};
use crate::hedge::HedgedRng;
use crate::proof::{Hidden, RandomizedSignature, SignatureStatement, SignatureVariables};
use crate::secret::Secret;
use crate::sigma::Witness;
use crate::signature::VerifiedSignature;

/// A randomised signature on the prover's side.
pub struct SignatureProver<'a> {
    signature: &'a VerifiedSignature,
    r1: Secret<Scalar>,
    r2: Secret<Scalar>,
    variables: SignatureVariables,
}

impl<'a> SignatureProver<'a> {
    /// Draws r1, r2 and a blinding per hidden value into `witness`. `committed_randomness` is r of the committed
    /// message's commitment, where the statement has one.
    ///
    /// # Errors
    /// [`ParameterError`]: the statement is about another number of messages, or discloses a value that the
    /// signature does not have.
    pub fn new(
        signature: &'a VerifiedSignature,
        statement: &SignatureStatement<'_>,
        committed_randomness: Option<&Scalar>,
        witness: &mut Witness,
        rng: &mut HedgedRng,
    ) -> Result<Self, ParameterError> {
        let messages = signature.messages();
        let disclosure = statement.disclosure();
        signature
            .parameters()
            .check_count(disclosure.message_count())?;
        for (index, value) in disclosure.disclosed() {
            // The signed value is a secret until it is disclosed.
            let signed = messages.get(*index);
            if !signed.is_some_and(|signed| signed.ct_eq(value).into()) {
                return Err(ParameterError::WrongDisclosure { index: *index });
            }
        }
        let (_, _, e, s) = signature.parts();
        // r3 = 1/r1; r1 = 0 happens with probability 1/r.
        let (r1, r3) = loop {
            let r1 = Secret::new(rng.scalar());
            if let Some(r3) = Option::<Scalar>::from(Field::invert(&*r1)) {
                break (r1, Secret::new(r3));
            }
        };
        let r2 = Secret::new(rng.scalar());
        // s' = s − r2·r3, and with a committed message s' − r.
        let s_prime = *s - *r2 * *r3 - committed_randomness.copied().unwrap_or_default();
        let s_prime = Secret::new(s_prime);
        let variables = SignatureVariables::allocate(statement, |hidden| {
            let value = match hidden {
                Hidden::E => -*e,
                Hidden::R2 => *r2,
                Hidden::R3 => -*r3,
                Hidden::S => *s_prime,
                // In range: the counts were compared above.
                Hidden::Message(index) => messages.get(index).copied().unwrap_or_default(),
            };
            witness.hide(value, rng)
        });
        Ok(Self {
            signature,
            r1,
            r2,
            variables,
        })
    }

    /// The variables, for other equations about the same messages.
    pub fn variables(&self) -> &SignatureVariables {
        &self.variables
    }

    /// A', Ā, d, and the commitments T1, T2 of the two equations, in this order. Every point is a sum over A, B and
    /// the generators, all of which may carry tables; constant time.
    pub fn points(&self, witness: &Witness) -> Result<[G1Projective; 5], ParameterError> {
        let parameters = self.signature.parameters();
        let h0 = parameters.h0();
        let (a, b, e, _) = self.signature.parts();
        let (r1, r2) = (&*self.r1, &*self.r2);
        let beta = |variable| Secret::new(witness.blinding(variable));
        let (beta_e, beta_r2) = (beta(self.variables.e), beta(self.variables.r2));
        let (beta_r3, beta_s) = (beta(self.variables.r3), beta(self.variables.s));

        // A' = r1·A
        let a_prime = curve::combine(&[(a, r1)], &[]);
        let r1_b = Secret::new(curve::combine(&[(b, r1)], &[]));
        // Ā = r1·B − e·A' = r1·B + (−e·r1)·A
        let minus_e_r1 = Secret::new(-(*e * r1));
        let a_bar = *r1_b + curve::combine(&[(a, &minus_e_r1)], &[]);
        // d = r1·B − r2·h0
        let minus_r2 = Secret::new(-*r2);
        let d = *r1_b + curve::combine(&[(h0, &minus_r2)], &[]);
        // T1 = β_e·A' + β_r2·h0 = (β_e·r1)·A + β_r2·h0
        let beta_e_r1 = Secret::new(*beta_e * r1);
        let t1 = curve::combine(&[(a, &beta_e_r1), (h0, &beta_r2)], &[]);
        // T2 = β_r3·d + β_s'·h0 + Σ βᵢ·h[i] = (β_r3·r1)·B + (β_s' − β_r3·r2)·h0 + Σ βᵢ·h[i]
        let beta_r3_r1 = Secret::new(*beta_r3 * r1);
        let on_h0 = Secret::new(*beta_s - *beta_r3 * r2);
        let betas = Secret::new(
            self.variables
                .messages()
                .iter()
                .map(|(_, variable)| witness.blinding(*variable))
                .collect::<Vec<_>>(),
        );
        let mut terms = Vec::with_capacity(betas.len().saturating_add(2));
        terms.push((b, &*beta_r3_r1));
        terms.push((h0, &*on_h0));
        for ((index, _), beta) in self.variables.messages().iter().zip(betas.iter()) {
            terms.push((parameters.h(*index)?, beta));
        }
        let t2 = curve::combine(&terms, &[]);
        Ok([a_prime, a_bar, d, t1, t2])
    }
}

impl RandomizedSignature {
    /// Names the first three of [`SignatureProver::points`].
    pub fn from_points(a_prime: G1Affine, a_bar: G1Affine, d: G1Affine) -> Self {
        Self { a_prime, a_bar, d }
    }
}
