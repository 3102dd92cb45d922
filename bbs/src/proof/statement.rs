//! The public side of the proof: both parties build it from what they know themselves.

use ff::Field;

use crate::curve::{G1Affine, Scalar};
use crate::generators::{Base, PublicParameters};
use crate::proof::Disclosure;
use crate::sigma::{Equation, Variable};
use crate::{DecodeError, PairingEquation, Relation, VerifyError};

/// What is proved: which messages are disclosed, and whether one is known by a public commitment only.
#[derive(Clone, Debug)]
pub struct SignatureStatement<'a> {
    disclosure: &'a Disclosure,
    committed: Option<(usize, G1Affine)>,
}

impl<'a> SignatureStatement<'a> {
    /// Every message is disclosed or hidden by the prover.
    pub fn new(disclosure: &'a Disclosure) -> Self {
        Self {
            disclosure,
            committed: None,
        }
    }

    /// Message `index` stays with somebody else (a smartcard), who proves `commitment` = r·h0 + m·h\[index\]
    /// separately (eprint 2023/853). Proof (2) then has no such message, its statement gains the commitment with
    /// coefficient 1, and its second secret is s' − r.
    ///
    /// # Errors
    /// [`crate::ParameterError`]: the index is out of range, or disclosed.
    pub fn with_committed_message(
        disclosure: &'a Disclosure,
        index: usize,
        commitment: G1Affine,
    ) -> Result<Self, crate::ParameterError> {
        if index >= disclosure.message_count() {
            return Err(crate::ParameterError::IndexOutOfRange {
                index,
                count: disclosure.message_count(),
            });
        }
        if disclosure.contains(index) {
            return Err(crate::ParameterError::MustBeHidden { index });
        }
        Ok(Self {
            disclosure,
            committed: Some((index, commitment)),
        })
    }

    /// The disclosed messages.
    pub fn disclosure(&self) -> &Disclosure {
        self.disclosure
    }

    /// The indices of the messages that the prover hides, ascending.
    pub fn hidden(&self) -> impl Iterator<Item = usize> + '_ {
        let committed = self.committed.as_ref().map(|(index, _)| *index);
        self.disclosure
            .hidden()
            .filter(move |index| Some(*index) != committed)
    }

    /// How many messages the prover hides.
    pub fn hidden_count(&self) -> usize {
        self.disclosure
            .hidden_count()
            .saturating_sub(usize::from(self.committed.is_some()))
    }

    /// The two equations of the proof for given public points.
    pub fn equations(
        &self,
        points: &RandomizedSignature,
        variables: &SignatureVariables,
    ) -> [Equation; 2] {
        // (1) Ā − d = (−e)·A' + r2·h0
        let randomisation = Equation {
            relation: Relation::Randomisation,
            terms: vec![
                (Base::Point(points.a_prime), variables.e),
                (Base::H0, variables.r2),
            ],
            statement: vec![
                (Base::Point(points.a_bar), Scalar::ONE),
                (Base::Point(points.d), -Scalar::ONE),
            ],
        };
        // (2) −(g1 + Σ_disclosed mⱼ·h[j]) = (−r3)·d + s'·h0 + Σ_hidden mᵢ·h[i]
        let mut terms = Vec::with_capacity(variables.messages.len().saturating_add(2));
        terms.push((Base::Point(points.d), variables.r3));
        terms.push((Base::H0, variables.s));
        terms.extend(
            variables
                .messages
                .iter()
                .map(|(index, variable)| (Base::H(*index), *variable)),
        );
        let disclosed = self.disclosure.disclosed();
        let mut statement = Vec::with_capacity(disclosed.len().saturating_add(2));
        statement.push((Base::G1, -Scalar::ONE));
        statement.extend(disclosed.iter().map(|(j, m)| (Base::H(*j), -*m)));
        if let Some((_, commitment)) = self.committed {
            statement.push((Base::Point(commitment), -Scalar::ONE));
        }
        let messages = Equation {
            relation: Relation::Messages,
            terms,
            statement,
        };
        [randomisation, messages]
    }
}

/// The hidden values of the proof, in the order in which they are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// −e
    E,
    /// r2
    R2,
    /// −r3
    R3,
    /// s'
    S,
    /// A hidden message.
    Message(usize),
}

/// The variables of the proof. Numbered in one place, so that prover and verifier agree.
#[derive(Clone, Debug)]
pub struct SignatureVariables {
    /// −e
    pub e: Variable,
    /// r2
    pub r2: Variable,
    /// −r3
    pub r3: Variable,
    /// s'
    pub s: Variable,
    messages: Vec<(usize, Variable)>,
}

impl SignatureVariables {
    /// Numbers the hidden values: −e, r2, −r3, s', then the hidden messages ascending. `next` makes each variable:
    /// the prover hides the value, the verifier only counts.
    pub fn allocate(
        statement: &SignatureStatement<'_>,
        mut next: impl FnMut(Hidden) -> Variable,
    ) -> Self {
        let mut messages = Vec::with_capacity(statement.hidden_count());
        let (e, r2, r3, s) = (
            next(Hidden::E),
            next(Hidden::R2),
            next(Hidden::R3),
            next(Hidden::S),
        );
        messages.extend(
            statement
                .hidden()
                .map(|index| (index, next(Hidden::Message(index)))),
        );
        Self {
            e,
            r2,
            r3,
            s,
            messages,
        }
    }

    /// The variable of a hidden message, for other equations about the same message.
    ///
    /// # Errors
    /// [`crate::ParameterError::MustBeHidden`] if the message is not hidden.
    pub fn message(&self, index: usize) -> Result<Variable, crate::ParameterError> {
        self.messages
            .binary_search_by_key(&index, |(index, _)| *index)
            .ok()
            .and_then(|place| self.messages.get(place))
            .map(|(_, variable)| *variable)
            .ok_or(crate::ParameterError::MustBeHidden { index })
    }

    /// The hidden messages with their variables, ascending.
    pub fn messages(&self) -> &[(usize, Variable)] {
        &self.messages
    }
}

/// The randomised signature: A', Ā, d. None is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomizedSignature {
    /// A' = r1·A
    pub a_prime: G1Affine,
    /// Ā = r1·B − e·A'
    pub a_bar: G1Affine,
    /// d = r1·B − r2·h0
    pub d: G1Affine,
}

impl RandomizedSignature {
    /// Checks e(A', w) = e(Ā, g2), and that no point is the identity.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], or [`DecodeError::Identity`].
    pub fn check_pairing(&self, parameters: &PublicParameters) -> Result<(), VerifyError> {
        if self.pairing_equation(parameters)?.holds() {
            Ok(())
        } else {
            Err(VerifyError::BadProof(Relation::SignaturePairing))
        }
    }

    /// e(A', w) = e(Ā, g2), to be checked.
    ///
    /// # Errors
    /// [`DecodeError::Identity`] if a point is the identity.
    pub fn pairing_equation(
        &self,
        parameters: &PublicParameters,
    ) -> Result<PairingEquation, VerifyError> {
        self.check_nonzero()?;
        Ok(PairingEquation {
            left: self.a_prime,
            key: parameters.pairing_key().clone(),
            right: self.a_bar,
        })
    }

    fn check_nonzero(&self) -> Result<(), VerifyError> {
        for (field, point) in [("A'", self.a_prime), ("Ā", self.a_bar), ("d", self.d)] {
            if bool::from(group::prime::PrimeCurveAffine::is_identity(&point)) {
                return Err(DecodeError::Identity { field }.into());
            }
        }
        Ok(())
    }
}
