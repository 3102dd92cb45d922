//! The public side of a presentation: both parties build it from what they know themselves.

use bbs::curve::G1Affine;
use bbs::proof::{Disclosure, RandomizedSignature, SignatureStatement, SignatureVariables};
use bbs::sigma::{Equation, Variable};
use bbs::{AriesTranscript, Challenge, NativeTranscript, ParameterError};
use nym::{EidNym, Nym, RhNym, Scope, ScopeNym};
use revocation::{MembershipVariables, VerifiedEpoch};

use crate::keys::IssuerPublicKey;
use crate::labels;
use crate::presentation::{PresentationNonce, PresentationPoints, PresentationType};
use crate::schema::SchemaError;

/// Everything that a presentation states.
pub struct Statement<'a> {
    pub(crate) issuer: &'a IssuerPublicKey,
    pub(crate) kind: PresentationType,
    pub(crate) disclosure: &'a Disclosure,
    pub(crate) nym: Nym,
    pub(crate) eid_nym: Option<EidNym>,
    pub(crate) rh_nym: Option<RhNym>,
    pub(crate) scope: Option<(&'a Scope, ScopeNym)>,
    pub(crate) epoch: Option<&'a VerifiedEpoch>,
    pub(crate) nonce: Option<&'a PresentationNonce>,
    pub(crate) context: &'a [u8],
    pub(crate) message: &'a [u8],
}

/// Who is asked for the next variable.
pub(crate) enum Secret {
    /// A hidden value of the signature proof.
    Signature,
    /// The randomness of the pseudonym.
    Nym,
    /// The randomness of the EID nym.
    EidNym,
    /// The randomness of the RH nym.
    RhNym,
    /// t, the randomiser of the witness.
    Witness,
}

/// The variables of a presentation, in the order in which they are answered.
pub struct PresentationVariables {
    pub(crate) signature: SignatureVariables,
    nym: Option<Variable>,
    eid_nym: Option<Variable>,
    rh_nym: Option<Variable>,
    witness: Option<Variable>,
}

impl PresentationVariables {
    /// The signature's variables, then the randomness of nym (unless it is a card's), EID nym, RH nym, then the
    /// randomiser of a witness. On the prover's side the signature's variables exist already.
    pub(crate) fn nyms(
        signature: SignatureVariables,
        kind: PresentationType,
        with_witness: bool,
        mut next: impl FnMut(Secret) -> Variable,
    ) -> Self {
        Self {
            signature,
            nym: (!kind.is_card()).then(|| next(Secret::Nym)),
            eid_nym: kind.has_eid_nym().then(|| next(Secret::EidNym)),
            rh_nym: kind.has_rh_nym().then(|| next(Secret::RhNym)),
            witness: with_witness.then(|| next(Secret::Witness)),
        }
    }

    /// All variables, on the verifier's side.
    pub(crate) fn allocate(
        statement: &Statement<'_>,
        mut next: impl FnMut(Secret) -> Variable,
    ) -> Result<Self, ParameterError> {
        let signature =
            SignatureVariables::allocate(&statement.signature()?, |_| next(Secret::Signature));
        let with_witness = statement.epoch.is_some();
        Ok(Self::nyms(signature, statement.kind, with_witness, next))
    }
}

/// Why a statement cannot be built.
pub(crate) enum StatementError {
    /// A role that the schema does not have.
    Schema(SchemaError),
    /// An index that does not fit.
    Parameter(ParameterError),
}

impl From<SchemaError> for StatementError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}
impl From<ParameterError> for StatementError {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}

/// The signature's part of the statement; with a card, the secret key is known by the pseudonym only.
pub(crate) fn signature_statement<'a>(
    issuer: &IssuerPublicKey,
    kind: PresentationType,
    disclosure: &'a Disclosure,
    nym: &Nym,
) -> Result<SignatureStatement<'a>, ParameterError> {
    if kind.is_card() {
        let index = issuer.schema().secret_key_position();
        SignatureStatement::with_committed_message(disclosure, index, *nym.point())
    } else {
        Ok(SignatureStatement::new(disclosure))
    }
}

impl Statement<'_> {
    /// The signature's part.
    pub(crate) fn signature(&self) -> Result<SignatureStatement<'_>, ParameterError> {
        signature_statement(self.issuer, self.kind, self.disclosure, &self.nym)
    }

    /// All equations: (1), (2), nym, EID nym, RH nym, scope pseudonym, non-revocation.
    pub(crate) fn equations(
        &self,
        points: &PresentationPoints,
        variables: &PresentationVariables,
    ) -> Result<Vec<Equation>, StatementError> {
        let messages = &variables.signature;
        let mut equations = Vec::with_capacity(7);
        equations.extend(self.signature()?.equations(&points.signature, messages));
        equations.extend(self.nym_equations(variables)?);
        if let (Some(epoch), Some(points), Some(t)) =
            (self.epoch, &points.membership, variables.witness)
        {
            let schema = self.issuer.schema();
            let rh = messages.message(schema.revocation_handle_message()?)?;
            equations.push(points.equation(epoch, MembershipVariables { rh, t }));
        }
        Ok(equations)
    }

    /// The equations of nym, EID nym, RH nym and scope pseudonym, which depend on no other point.
    pub(crate) fn nym_equations(
        &self,
        variables: &PresentationVariables,
    ) -> Result<Vec<Equation>, StatementError> {
        let schema = self.issuer.schema();
        let messages = &variables.signature;
        let mut equations = Vec::with_capacity(4);
        let sk = schema.secret_key_position();
        if let Some(randomness) = variables.nym {
            equations.push(self.nym.equation(sk, randomness, messages.message(sk)?));
        }
        if let (Some(nym), Some(randomness)) = (&self.eid_nym, variables.eid_nym) {
            let eid = schema.enrollment_id_message()?;
            equations.push(nym.equation(eid, randomness, messages.message(eid)?));
        }
        if let (Some(nym), Some(randomness)) = (&self.rh_nym, variables.rh_nym) {
            let rh = schema.revocation_handle_message()?;
            equations.push(nym.equation(rh, randomness, messages.message(rh)?));
        }
        if let Some((scope, nym)) = &self.scope {
            equations.push(nym.equation(scope, messages.message(sk)?));
        }
        Ok(equations)
    }

    /// The native challenge: the whole statement, then A', Ā, d, C', C̄, then every T.
    pub(crate) fn native_challenge(
        &self,
        points: &PresentationPoints,
        commitments: &[G1Affine],
    ) -> Challenge {
        let schema = self.issuer.schema();
        let mut transcript = NativeTranscript::new(labels::PRESENTATION, self.issuer.parameters());
        let position = |role: Option<usize>| role.map(|i| schema.message_index(i) as u64);
        transcript
            .number(b"sk position", schema.secret_key_position() as u64)
            .optional(b"EID position", position(schema.enrollment_id()))
            .optional(b"RH position", position(schema.revocation_handle()))
            .number(b"type", u64::from(self.kind.number()))
            .disclosure(self.disclosure)
            .point(b"nym", self.nym.point())
            .number(b"EID nyms", u64::from(self.eid_nym.is_some()));
        if let Some(nym) = &self.eid_nym {
            transcript.point(b"EID nym", nym.point());
        }
        transcript.number(b"RH nyms", u64::from(self.rh_nym.is_some()));
        if let Some(nym) = &self.rh_nym {
            transcript.point(b"RH nym", nym.point());
        }
        transcript.number(b"scopes", u64::from(self.scope.is_some()));
        if let Some((scope, nym)) = &self.scope {
            transcript
                .bytes(b"scope", scope.name())
                .point(b"scope nym", nym.point());
        }
        transcript.number(b"epochs", u64::from(self.epoch.is_some()));
        if let Some(epoch) = self.epoch {
            epoch.bind(&mut transcript);
        }
        transcript.number(b"nonces", u64::from(self.nonce.is_some()));
        if let Some(nonce) = self.nonce {
            transcript.bytes(b"nonce", nonce.as_bytes());
        }
        transcript
            .bytes(b"context", self.context)
            .bytes(b"message", self.message)
            .randomized(&points.signature);
        if let Some(points) = &points.membership {
            points.bind(&mut transcript);
        }
        transcript.points(b"T", commitments);
        transcript.challenge()
    }

    /// What the Aries challenge hashes: label ‖ main points ‖ U(Nym) ‖ U(T_nym) \[‖ U(NymEid) ‖ U(T_eid)\]
    /// \[‖ U(NymRh) ‖ U(T_rh)\] ‖ H(message). The card types have no T_nym.
    pub(crate) fn aries_transcript(
        &self,
        points: &RandomizedSignature,
        variables: &PresentationVariables,
        commitments: &[G1Affine],
    ) -> Result<AriesTranscript, ParameterError> {
        let parameters = self.issuer.parameters();
        let capacity = parameters.message_count().saturating_add(16);
        let mut transcript = AriesTranscript::with_capacity(capacity);
        transcript.bytes(aries_label(self.kind)).main(
            parameters,
            points,
            &variables.signature,
            commitments,
        )?;
        let mut rest = commitments.iter().skip(2);
        transcript.point(self.nym.point());
        if !self.kind.is_card()
            && let Some(t) = rest.next()
        {
            transcript.point(t);
        }
        let eid_nym = self.eid_nym.as_ref().map(EidNym::point);
        let rh_nym = self.rh_nym.as_ref().map(RhNym::point);
        for nym in [eid_nym, rh_nym].into_iter().flatten() {
            transcript.point(nym);
            if let Some(t) = rest.next() {
                transcript.point(t);
            }
        }
        transcript.hashed(self.message);
        Ok(transcript)
    }
}

fn aries_label(kind: PresentationType) -> &'static [u8] {
    match kind {
        PresentationType::Standard => b"sign",
        PresentationType::EidNym => b"signWithEidNym",
        PresentationType::EidNymRhNym => b"signWithEidNymRhNym",
        PresentationType::Smartcard => b"signWithSmartcard",
        PresentationType::SmartcardNoNyms => b"signWithSmartcardNoNyms",
    }
}
