//! The sigma-protocol core: proofs of knowledge of representations, joined under one challenge.
//!
//! Every hidden value is a variable. The prover keeps one row (value, blinding β) per variable in a [`Witness`], so
//! that a value which occurs in several equations has one blinding and one response by construction. For an equation
//! Σ xⱼ·Pⱼ = S the commitment is T = Σ βⱼ·Pⱼ, the response of a variable is z = β − c·x, and the verifier recomputes
//! T = Σ zⱼ·Pⱼ + c·S (Schnorr; Camenisch-Stadler 1997 for the conjunction).

mod profile;

pub use profile::{Aries, AriesSalt, Block, CommittedProof, CompactProof, Native, Profile};

use ff::Field;
use group::{Curve, Group};

use crate::curve::{G1Projective, Scalar, Wipe};
use crate::generators::{Base, PublicParameters};
use crate::hedge::HedgedRng;
use crate::transcript::Challenge;
use crate::{ParameterError, Relation, VerifyError};

/// A hidden value, known by its place in the list of responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variable(usize);

impl Variable {
    /// The place in the list of responses.
    pub fn index(self) -> usize {
        self.0
    }
}

/// Numbers the hidden values on the verifier's side, in the order in which the prover hides them.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    count: usize,
}

impl Variables {
    /// The next variable.
    pub fn fresh(&mut self) -> Variable {
        let variable = Variable(self.count);
        self.count = self.count.saturating_add(1);
        variable
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }
}

/// The prover's secrets: hidden values and their blindings. Neither `Clone` nor serialisable; wiped on drop; consumed
/// by responding, so that no blinding can answer two challenges.
///
/// ```compile_fail,E0382
/// # fn twice(witness: bbs::sigma::Witness, c: bbs::Challenge) {
/// let first = witness.respond(&c);
/// let second = witness.respond(&c); // error: use of moved value
/// # }
/// ```
/// Once is what it is for:
/// ```
/// # fn once(witness: bbs::sigma::Witness, c: bbs::Challenge) {
/// let first = witness.respond(&c);
/// # }
/// ```
#[derive(Default)]
pub struct Witness {
    values: Vec<Scalar>,
    blindings: Vec<Scalar>,
}

impl Witness {
    /// A witness with room for `count` values, so that growing never leaves an unwiped copy behind.
    pub fn with_capacity(count: usize) -> Self {
        Self {
            values: Vec::with_capacity(count),
            blindings: Vec::with_capacity(count),
        }
    }

    /// Hides a value under a fresh blinding.
    pub fn hide(&mut self, value: Scalar, rng: &mut HedgedRng) -> Variable {
        self.reserve();
        let variable = Variable(self.values.len());
        self.values.push(value);
        self.blindings.push(rng.scalar());
        variable
    }

    /// The blinding β of a variable; zero for a variable of another witness.
    pub fn blinding(&self, variable: Variable) -> Scalar {
        self.blindings.get(variable.0).copied().unwrap_or_default()
    }

    /// T = Σ βⱼ·Pⱼ. Constant time.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`] for a base that does not exist.
    pub fn commit(
        &self,
        parameters: &PublicParameters,
        terms: &[(Base, Variable)],
    ) -> Result<G1Projective, ParameterError> {
        let mut blinded: Vec<_> = terms
            .iter()
            .map(|(base, variable)| (*base, self.blinding(*variable)))
            .collect();
        let commitment = parameters.combine(&blinded);
        blinded.iter_mut().for_each(|(_, scalar)| scalar.wipe());
        commitment
    }

    /// z = β − c·x for every variable.
    pub fn respond(self, challenge: &Challenge) -> Responses {
        let c = challenge.scalar();
        Responses(
            self.values
                .iter()
                .enumerate()
                .map(|(index, value)| self.blinding(Variable(index)) - *c * *value)
                .collect(),
        )
    }

    /// Moves to larger buffers and wipes the old ones: `Vec` would leave them behind.
    fn reserve(&mut self) {
        for list in [&mut self.values, &mut self.blindings] {
            if list.len() == list.capacity() {
                let mut larger =
                    Vec::with_capacity(list.capacity().saturating_mul(2).saturating_add(8));
                larger.extend_from_slice(list);
                list.wipe();
                *list = larger;
            }
        }
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.values.wipe();
        self.blindings.wipe();
    }
}

impl core::fmt::Debug for Witness {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Witness(<redacted>)")
    }
}

/// One response per variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Responses(Vec<Scalar>);

impl Responses {
    fn get(&self, relation: Relation, variable: Variable) -> Result<Scalar, VerifyError> {
        self.0
            .get(variable.0)
            .copied()
            .ok_or(VerifyError::ResponseCount {
                relation,
                expected: variable.0.saturating_add(1),
                found: self.0.len(),
            })
    }
}

/// An equation Σ xⱼ·Pⱼ = S over hidden xⱼ. Public; both sides build it from their own statement.
#[derive(Clone, Debug)]
pub struct Equation {
    /// Its name in errors.
    pub relation: Relation,
    /// The bases Pⱼ with their variables, in the order of the format.
    pub terms: Vec<(Base, Variable)>,
    /// S as a sum of known multiples.
    pub statement: Vec<(Base, Scalar)>,
}

impl Equation {
    /// T = Σ zⱼ·Pⱼ + c·S, as terms of a sum.
    pub fn commitment_terms(
        &self,
        responses: &Responses,
        challenge: &Scalar,
    ) -> Result<Vec<(Base, Scalar)>, VerifyError> {
        let mut sum = Vec::with_capacity(self.terms.len().saturating_add(self.statement.len()));
        for (base, variable) in &self.terms {
            sum.push((*base, responses.get(self.relation, *variable)?));
        }
        for (base, coefficient) in &self.statement {
            sum.push((*base, *challenge * *coefficient));
        }
        Ok(sum)
    }

    /// The commitment T that the responses call for.
    ///
    /// # Errors
    /// [`VerifyError::ResponseCount`] if a response is missing.
    pub fn recompute_vartime(
        &self,
        parameters: &PublicParameters,
        responses: &Responses,
        challenge: &Scalar,
    ) -> Result<G1Projective, VerifyError> {
        let mut terms = Vec::with_capacity(self.terms.len().saturating_add(self.statement.len()));
        for (base, variable) in &self.terms {
            terms.push((*base, responses.get(self.relation, *variable)?));
        }
        // Points that enter S with coefficient ±1 are added before they are multiplied by c.
        let mut unit = <G1Projective as Group>::identity();
        let mut units = 0u32;
        for (base, coefficient) in &self.statement {
            match base {
                Base::Point(point) if *coefficient == <Scalar as Field>::ONE => unit += point,
                Base::Point(point) if *coefficient == -<Scalar as Field>::ONE => unit -= point,
                _ => {
                    terms.push((*base, *challenge * *coefficient));
                    continue;
                }
            }
            units = units.saturating_add(1);
        }
        if units > 0 {
            terms.push((Base::Point(unit.to_affine()), *challenge));
        }
        Ok(parameters.combine_vartime(&terms)?)
    }
}
