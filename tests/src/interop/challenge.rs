//! The challenge of a presentation, built from its bytes.

use bbs::AriesTranscript;
use bbs::proof::{Disclosure, MainProof, SignatureStatement, SignatureVariables};
use bbs::sigma::{Block, Variables};
use idemix::{EidNym, IssuerPublicKey, Nym, PresentationType, RhNym};

use super::nym::check_steps;
use crate::vectors::{AttributeText, CaseResult, Hex, equal};
use crate::wire;

/// What a file says of a challenge.
#[derive(Clone, Copy)]
pub(super) struct Stated<'a> {
    pub(super) input: &'a Hex,
    pub(super) first: Option<&'a Hex>,
    pub(super) challenge: &'a Hex,
}

/// Compares what is hashed for the challenge of an honest presentation, and the challenge.
pub(super) fn check(
    issuer: &IssuerPublicKey,
    kind: PresentationType,
    disclosed: &[AttributeText],
    msg: &Hex,
    signature: &Hex,
    stated: Stated<'_>,
) -> CaseResult {
    let message: wire::Signature = wire::read(&signature.0)?;
    let schema = issuer.schema();
    let values = disclosed.iter().enumerate().filter_map(|(i, value)| {
        let index = schema.message_index(i);
        value.scalar().map(|value| (index, value))
    });
    let disclosure = Disclosure::new(schema.message_count(), values)?;
    let nym = Nym::from_uncompressed(&message.nym)?;
    let statement = if kind.is_card() {
        let sk = schema.secret_key_position();
        SignatureStatement::with_committed_message(&disclosure, sk, *nym.point())?
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
    let mut transcript = AriesTranscript::default();
    transcript
        .bytes(label(kind))
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
    transcript.hashed(&msg.0);
    equal("challenge input", transcript.as_bytes(), stated.input)?;
    check_steps(
        &stated.input.0,
        &message.nonce,
        stated.first,
        stated.challenge,
    )
}

fn label(kind: PresentationType) -> &'static [u8] {
    match kind {
        PresentationType::Standard => b"sign",
        PresentationType::EidNym => b"signWithEidNym",
        PresentationType::EidNymRhNym => b"signWithEidNymRhNym",
        PresentationType::Smartcard => b"signWithSmartcard",
        PresentationType::SmartcardNoNyms => b"signWithSmartcardNoNyms",
    }
}
