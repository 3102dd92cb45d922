//! What cases about presentations share: the inputs, the list `verify`, and the challenge.

use std::error::Error;

use bbs::curve::scalar_to_bytes;
use bbs::proof::{Disclosure, MainProof, SignatureStatement, SignatureVariables};
use bbs::sigma::{Block, Variables};
use bbs::{AriesSalt, AriesTranscript};
use idemix::{
    Aries, EidNym, EidOpening, Expectation, IssuerPublicKey, Nym, Presentation, PresentationType,
    RhNym, Schema, Verifier,
};
use nym::{Commitment, Kind, Opening};
use prost::Message;
use serde::Deserialize;

use super::Expect;
use crate::vectors::{AttributeText, CaseResult, Hex, ensure, equal};

/// The type of presentation that a case asks for.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(super) enum SignatureType {
    Standard,
    EidNym,
    EidNymRhNym,
    Smartcard,
    SmartcardNoNyms,
}

impl From<SignatureType> for PresentationType {
    fn from(kind: SignatureType) -> Self {
        match kind {
            SignatureType::Standard => Self::Standard,
            SignatureType::EidNym => Self::EidNym,
            SignatureType::EidNymRhNym => Self::EidNymRhNym,
            SignatureType::Smartcard => Self::Smartcard,
            SignatureType::SmartcardNoNyms => Self::SmartcardNoNyms,
        }
    }
}

/// How the reference's verifier is told to verify.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
enum VerificationType {
    Basic,
    BestEffort,
    ExpectStandard,
    ExpectEidNym,
    ExpectEidNymRhNym,
    ExpectSmartcard,
    ExpectSmartcardNoNyms,
}

impl VerificationType {
    /// The one type that our verifier is asked for. Basic is Standard. BestEffort, which we do not offer, takes the type
    /// from the nyms that are there, and knows no cards.
    fn expected(self, found: PresentationType) -> PresentationType {
        match self {
            Self::Basic | Self::ExpectStandard => PresentationType::Standard,
            Self::ExpectEidNym => PresentationType::EidNym,
            Self::ExpectEidNymRhNym => PresentationType::EidNymRhNym,
            Self::ExpectSmartcard => PresentationType::Smartcard,
            Self::ExpectSmartcardNoNyms => PresentationType::SmartcardNoNyms,
            Self::BestEffort if found.has_rh_nym() => PresentationType::EidNymRhNym,
            Self::BestEffort if found.has_eid_nym() => PresentationType::EidNym,
            Self::BestEffort => PresentationType::Standard,
        }
    }
}

/// What is known of the nyms besides the presentation: given to a signer or a verifier, or returned by a signer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Metadata {
    eid_nym: Option<Hex>,
    rh_nym: Option<Hex>,
    eid_nym_audit_data: Option<AuditData>,
    rh_nym_audit_data: Option<AuditData>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AuditData {
    attr: Hex,
    rand: Hex,
    nym: Option<Hex>,
}

/// What a verifier expects of one nym.
struct NymExpectations<K: Kind> {
    nyms: Vec<Commitment<K>>,
    openings: Vec<Opening<K>>,
}

impl<K: Kind> NymExpectations<K> {
    fn read(nym: Option<&Hex>, audit: Option<&AuditData>) -> CaseResult<Self> {
        let audit_nym = audit.and_then(|audit| audit.nym.as_ref());
        let nyms = [nym, audit_nym].into_iter().flatten();
        let openings = audit.into_iter();
        Ok(Self {
            nyms: nyms
                .map(|nym| Commitment::from_uncompressed(&nym.0))
                .collect::<Result<_, _>>()?,
            openings: openings
                .map(|audit| Ok(Opening::new(audit.attr.scalar()?, audit.rand.scalar()?)))
                .collect::<CaseResult<_>>()?,
        })
    }
}

/// What a presentation is verified against. Entries of `verify` replace parts of it.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) issuer_public_key: &'a Hex,
    pub(super) signature: &'a Hex,
    pub(super) msg: &'a Hex,
    pub(super) disclosed: &'a [AttributeText],
    pub(super) attribute_count: usize,
    pub(super) sk_index: usize,
    pub(super) eid_index: usize,
    pub(super) rh_index: usize,
}

impl Inputs<'_> {
    /// The issuer key with the roles that the type needs.
    pub(super) fn issuer(&self, kind: PresentationType) -> CaseResult<IssuerPublicKey> {
        let names = (0..self.attribute_count).map(|index| format!("attribute {index}"));
        let mut schema = Schema::new(names)?.with_secret_key_position(self.sk_index)?;
        if kind.has_eid_nym() || kind.is_card() {
            schema = schema.with_enrollment_id(self.eid_index)?;
        }
        if kind.has_rh_nym() {
            schema = schema.with_revocation_handle(self.rh_index)?;
        }
        Ok(IssuerPublicKey::from_bytes(
            schema,
            &self.issuer_public_key.0,
        )?)
    }

    /// Verifies as exactly this type.
    fn verify(&self, kind: PresentationType, metadata: Option<&Metadata>) -> CaseResult {
        let presentation = Presentation::<Aries>::from_bytes(&self.signature.0)?;
        let verifier = Verifier::new(self.issuer(kind)?);
        let expect = || -> CaseResult<Expectation<'_, Aries>> {
            ensure(
                self.disclosed.len() == self.attribute_count,
                "another number of attributes",
            )?;
            let mut expectation = verifier.expect(kind).message(&self.msg.0);
            for (index, attribute) in self.disclosed.iter().enumerate() {
                if let Some(value) = attribute.scalar() {
                    expectation = expectation.disclosed(index, value);
                }
            }
            Ok(expectation)
        };
        let run = |expectation: Expectation<'_, Aries>| -> CaseResult {
            let outcome = if kind.is_card() {
                expectation.verify_without_card(&presentation)
            } else {
                expectation.verify(&presentation).map(drop)
            };
            Ok(outcome?)
        };
        run(expect()?)?;
        let Some(metadata) = metadata else {
            return Ok(());
        };
        // The reference does not look at metadata about nyms that the type does not have.
        if kind.has_eid_nym() {
            let eid = eid_expectations(metadata)?;
            for nym in &eid.nyms {
                run(expect()?.eid_nym(nym))?;
            }
            for opening in &eid.openings {
                run(expect()?.eid_opening(opening))?;
            }
        }
        if kind.has_rh_nym() {
            let rh = rh_expectations(metadata)?;
            for nym in &rh.nyms {
                run(expect()?.rh_nym(nym))?;
            }
            for opening in &rh.openings {
                run(expect()?.rh_opening(opening))?;
            }
        }
        Ok(())
    }

    /// Checks what a case says of the honest presentation: its bytes are canonical, it verifies, and the metadata that
    /// the signer returned fits it.
    pub(super) fn check_honest(
        &self,
        kind: PresentationType,
        metadata: Option<&Metadata>,
    ) -> CaseResult {
        let presentation = Presentation::<Aries>::from_bytes(&self.signature.0)?;
        equal(
            "presentation encoded again",
            presentation.to_bytes(),
            self.signature,
        )?;
        self.verify(kind, metadata)
    }

    /// Compares what is hashed for the challenge of the honest presentation, and the challenge.
    pub(super) fn check_challenge(
        &self,
        kind: PresentationType,
        challenge_input: &Hex,
        challenge: &Hex,
    ) -> CaseResult {
        let message = SignatureMessage::decode(self.signature.as_ref())?;
        let issuer = self.issuer(kind)?;
        let disclosed = self.disclosed.iter().enumerate().filter_map(|(i, value)| {
            let index = issuer.schema().message_index(i);
            value.scalar().map(|value| (index, value))
        });
        let disclosure = Disclosure::new(issuer.schema().message_count(), disclosed)?;
        let nym = Nym::from_uncompressed(&message.nym)?;
        let statement = if kind.is_card() {
            SignatureStatement::with_committed_message(&disclosure, self.sk_index, *nym.point())?
        } else {
            SignatureStatement::new(&disclosure)
        };
        let main = MainProof::from_bytes(&message.main_signature)?;
        let mut counter = Variables::default();
        let variables = SignatureVariables::allocate(&statement, |_| counter.fresh());
        let commitments = [
            *main.randomisation.commitment(),
            *main.messages.commitment(),
        ];
        let label: &[u8] = match kind {
            PresentationType::Standard => b"sign",
            PresentationType::EidNym => b"signWithEidNym",
            PresentationType::EidNymRhNym => b"signWithEidNymRhNym",
            PresentationType::Smartcard => b"signWithSmartcard",
            PresentationType::SmartcardNoNyms => b"signWithSmartcardNoNyms",
        };
        let mut transcript = AriesTranscript::default();
        transcript
            .bytes(label)
            .main(issuer.parameters(), &main.points, &variables, &commitments)?
            .point(nym.point());
        let t = |proof: &[u8]| Block::from_bytes("proof", proof).map(|block| *block.commitment());
        if !kind.is_card() {
            transcript.point(&t(&message.nym_proof)?);
        }
        if kind.has_eid_nym() {
            let nym = EidNym::from_uncompressed(&message.nym_eid)?;
            transcript
                .point(nym.point())
                .point(&t(&message.nym_eid_proof)?);
        }
        if kind.has_rh_nym() {
            let nym = RhNym::from_uncompressed(&message.nym_rh)?;
            transcript
                .point(nym.point())
                .point(&t(&message.nym_rh_proof)?);
        }
        transcript.hashed(&self.msg.0);
        equal("challenge input", transcript.as_bytes(), challenge_input)?;
        let salt = AriesSalt::from_bytes(&message.nonce)?;
        let computed = transcript.challenge_with_salt(&salt);
        equal("challenge", scalar_to_bytes(computed.scalar()), challenge)
    }
}

fn eid_expectations(metadata: &Metadata) -> CaseResult<NymExpectations<nym::EnrollmentId>> {
    let audit = metadata.eid_nym_audit_data.as_ref();
    NymExpectations::read(metadata.eid_nym.as_ref(), audit)
}

fn rh_expectations(metadata: &Metadata) -> CaseResult<NymExpectations<nym::RevocationHandle>> {
    let audit = metadata.rh_nym_audit_data.as_ref();
    NymExpectations::read(metadata.rh_nym.as_ref(), audit)
}

impl Metadata {
    /// The opening of the EID nym.
    pub(super) fn eid_opening(&self) -> CaseResult<Option<EidOpening>> {
        Ok(eid_expectations(self)?.openings.pop())
    }
}

/// An entry of `verify`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verification {
    ver_type: VerificationType,
    mutation: Option<String>,
    issuer_public_key: Option<Hex>,
    signature: Option<Hex>,
    msg: Option<Hex>,
    disclosed: Option<Vec<AttributeText>>,
    rh_index: Option<usize>,
    eid_index: Option<usize>,
    sk_index: Option<usize>,
    metadata: Option<Metadata>,
    expect: Expect,
    #[serde(rename = "error")]
    _error: Option<String>,
}

impl Verification {
    /// Verifies the inputs with this entry's replacements.
    pub(super) fn check(&self, inputs: Inputs<'_>) -> CaseResult {
        let replaced = Inputs {
            issuer_public_key: self
                .issuer_public_key
                .as_ref()
                .unwrap_or(inputs.issuer_public_key),
            signature: self.signature.as_ref().unwrap_or(inputs.signature),
            msg: self.msg.as_ref().unwrap_or(inputs.msg),
            disclosed: self.disclosed.as_deref().unwrap_or(inputs.disclosed),
            attribute_count: inputs.attribute_count,
            sk_index: self.sk_index.unwrap_or(inputs.sk_index),
            eid_index: self.eid_index.unwrap_or(inputs.eid_index),
            rh_index: self.rh_index.unwrap_or(inputs.rh_index),
        };
        let outcome = self.verify(&replaced);
        self.expect
            .judge(self.mutation.as_deref(), &outcome)
            .map_err(|error| {
                let mutation = self.mutation.as_deref().unwrap_or("no mutation");
                format!("{:?} ({mutation}): {error}", self.ver_type).into()
            })
    }

    fn verify(&self, inputs: &Inputs<'_>) -> Result<(), Box<dyn Error>> {
        let found = Presentation::<Aries>::from_bytes(&inputs.signature.0)?.kind();
        inputs.verify(self.ver_type.expected(found), self.metadata.as_ref())
    }
}

/// The message Signature, as far as the challenge needs it.
#[derive(Clone, PartialEq, Message)]
struct SignatureMessage {
    #[prost(bytes = "vec", tag = "1")]
    main_signature: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    nonce: Vec<u8>,
    #[prost(bytes = "vec", tag = "3")]
    nym: Vec<u8>,
    #[prost(bytes = "vec", tag = "4")]
    nym_proof: Vec<u8>,
    #[prost(bytes = "vec", tag = "5")]
    nym_eid: Vec<u8>,
    #[prost(bytes = "vec", tag = "6")]
    nym_eid_proof: Vec<u8>,
    #[prost(bytes = "vec", tag = "8")]
    nym_rh: Vec<u8>,
    #[prost(bytes = "vec", tag = "9")]
    nym_rh_proof: Vec<u8>,
}
