//! The Go library's vectors across cases: the card's proof and the host's part for the same pseudonym stand in two cases
//! of smartcard.json. Each by itself is checked with the other vector files.

use std::path::Path;

use idemix::{
    Aries, CardProof, EidNym, Expectation, IssuerPublicKey, Presentation, PresentationType,
    Relation, Schema, Verifier, VerifyError,
};
use idemix_tests::vectors::AttributeText;
use serde_json::Value;

fn cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/aries/smartcard.json");
    let text = std::fs::read_to_string(path).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn bytes(case: &Value, field: &str) -> Vec<u8> {
    hex::decode(case[field].as_str().unwrap()).unwrap()
}

fn verifier(case: &Value) -> Verifier {
    let count = case["attribute_count"].as_u64().unwrap();
    let names = (0..count).map(|index| format!("attribute {index}"));
    let schema = Schema::new(names).unwrap().with_enrollment_id(2).unwrap();
    let key = IssuerPublicKey::from_bytes(schema, &bytes(case, "issuer_public_key")).unwrap();
    Verifier::new(key)
}

fn expectation<'a>(
    verifier: &'a Verifier,
    kind: PresentationType,
    case: &Value,
    message: &'a [u8],
) -> Expectation<'a, Aries> {
    let disclosed = case["disclosed"].as_array().unwrap();
    let mut expectation = verifier.expect(kind).message(message);
    for (index, attribute) in disclosed.iter().enumerate() {
        let attribute: AttributeText = serde_json::from_value(attribute.clone()).unwrap();
        if let Some(value) = attribute.scalar() {
            expectation = expectation.disclosed(index, value);
        }
    }
    expectation
}

#[test]
fn recorded_parts_verify_together() {
    let cases = cases();
    let mut card: Option<&Value> = None;
    let (mut accepted, mut other_eid_nym) = (0, 0);
    for case in &cases {
        let op = case["op"].as_str().unwrap();
        if op == "nym_proof" && case.get("mutation").is_none() {
            card = Some(case);
        }
        if op != "signature" {
            continue;
        }
        // The card's part stands before the host's.
        let card = card.unwrap();
        assert_eq!((&card["nym"], &card["msg"]), (&case["nym"], &case["msg"]));
        let (_, proof) = CardProof::from_card_bytes(&bytes(card, "nym_proof")).unwrap();
        let eid_nym = EidNym::from_uncompressed(&bytes(card, "nym_eid")).unwrap();
        let presentation = Presentation::<Aries>::from_bytes(&bytes(case, "signature")).unwrap();
        let kind = presentation.kind();
        let message = bytes(case, "msg");
        let verifier = verifier(case);
        let verify = |eid_nym| {
            expectation(&verifier, kind, case, &message).verify_with_card(
                &presentation,
                &proof,
                eid_nym,
            )
        };
        // One host did not know the card's EID nym and drew its own.
        let foreign = kind == PresentationType::Smartcard && case["metadata_in"].is_null();
        if foreign {
            let mismatch = VerifyError::CardMismatch("EID nym");
            assert_eq!(verify(Some(&eid_nym)).unwrap_err(), mismatch);
            let bad = VerifyError::BadProof(Relation::Card);
            assert_eq!(verify(None).unwrap_err(), bad);
            other_eid_nym += 1;
            continue;
        }
        let verified = verify(Some(&eid_nym)).unwrap();
        assert_eq!(
            verified.nym().to_uncompressed().to_vec(),
            bytes(case, "nym")
        );
        let own = (kind == PresentationType::Smartcard).then_some(&eid_nym);
        assert_eq!(verified.eid_nym(), own);
        accepted += 1;
    }
    assert_eq!((accepted, other_eid_nym), (7, 1));
}
