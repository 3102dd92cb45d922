//! The interop harness itself: whatever it does not understand, and every wrong expectation, is a failure.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use idemix_tests::interop::{DEVIATIONS, Expect, FileOutcome, check_text};
use serde_json::{Value, json};

fn file(format: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/aries");
    let text = std::fs::read_to_string(folder.join(format!("{format}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The file with its first case only, altered.
fn first_case(format: &str, alter: impl FnOnce(&mut Value)) -> FileOutcome {
    let mut file = file(format);
    let cases = file["cases"].as_array_mut().unwrap();
    cases.truncate(1);
    alter(&mut cases[0]);
    check_text(&file.to_string())
}

fn complaint(outcome: FileOutcome) -> String {
    match outcome {
        FileOutcome::Failed { complaints, .. } => complaints.join("\n"),
        other => panic!("not refused: {other:?}"),
    }
}

/// Formats with one field that decides, wrongly filled below.
const CHECKED: [&str; 16] = [
    "adversarial",
    "audit",
    "bbs",
    "bbs_proof",
    "cred_request",
    "credential",
    "hash_to_g1",
    "issuer",
    "keys",
    "nym",
    "revocation",
    "scalars",
    "sign_trace",
    "signature",
    "smartcard",
    "weak_bb",
];

#[test]
fn unaltered_cases_pass() {
    for format in CHECKED {
        assert_eq!(
            first_case(format, |_| ()),
            FileOutcome::Passed { cases: 1 },
            "{format}"
        );
    }
}

#[test]
fn unknown_and_missing_fields_fail() {
    for format in CHECKED {
        let unknown = first_case(format, |case| case["surprise"] = json!(1));
        assert!(complaint(unknown).contains("surprise"), "{format}");
        let fields: Vec<String> = first_fields(format);
        for field in fields
            .iter()
            .filter(|field| !OPTIONAL.contains(&field.as_str()))
        {
            let missing = first_case(format, |case| {
                case.as_object_mut().unwrap().remove(field);
            });
            assert!(
                complaint(missing).contains(field),
                "{format} without {field}"
            );
        }
    }
}

/// Fields that stand in some cases only.
const OPTIONAL: [&str; 12] = [
    "expanded",
    "u0",
    "u1",
    "p0_x_before_isogeny",
    "p0_y_before_isogeny",
    "p1_x_before_isogeny",
    "p1_y_before_isogeny",
    "q0_after_isogeny",
    "q1_after_isogeny",
    "revealed_messages",
    "metadata_in",
    "metadata_out",
];

fn first_fields(format: &str) -> Vec<String> {
    let file = file(format);
    file["cases"][0]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect()
}

#[test]
fn doubled_fields_fail() {
    let text = file("issuer").to_string();
    let doubled = text.replacen("\"n\":", "\"n\":4,\"n\":", 1);
    assert_ne!(text, doubled);
    assert!(complaint(check_text(&doubled)).contains("duplicate field"));
}

#[test]
fn unknown_operations_and_expectations_fail() {
    for format in [
        "adversarial",
        "audit",
        "keys",
        "nym",
        "scalars",
        "smartcard",
    ] {
        let outcome = first_case(format, |case| case["op"] = json!("divine"));
        assert!(complaint(outcome).contains("divine"));
    }
    for format in JUDGED.iter().chain(&["adversarial"]) {
        let outcome = first_case(format, |case| case["expect"] = json!("perhaps"));
        assert!(complaint(outcome).contains("perhaps"));
    }
    for field in ["ver_type", "expect", "surprise"] {
        let outcome = first_case("signature", |case| {
            case["verify"][0][field] = json!("perhaps");
        });
        let complaint = complaint(outcome);
        assert!(complaint.contains("perhaps") || complaint.contains("surprise"));
    }
    let outcome = first_case("credential", |case| {
        case["attributes"][0]["type"] = json!("float")
    });
    assert!(complaint(outcome).contains("float"));
}

#[test]
fn unknown_files_fail() {
    for (key, value) in [("format", "poem"), ("curve", "FP256BN_AMCL")] {
        let mut file = file("issuer");
        file[key] = json!(value);
        assert!(complaint(check_text(&file.to_string())).contains(value));
    }
    let mut unknown = file("issuer");
    unknown["extra"] = json!(true);
    assert!(complaint(check_text(&unknown.to_string())).contains("extra"));
    let mut empty = file("issuer");
    empty["cases"] = json!([]);
    assert!(complaint(check_text(&empty.to_string())).contains("no cases"));
    complaint(check_text("{"));
}

/// Formats whose every case expects something.
const JUDGED: [&str; 7] = [
    "audit",
    "bbs",
    "bbs_proof",
    "cred_request",
    "credential",
    "revocation",
    "weak_bb",
];

fn flip(expectation: &mut Value) {
    let flipped = match expectation.as_str().unwrap() {
        "ok" => "fail",
        "fail" => "ok",
        "accept" => "reject",
        "reject" => "accept",
        other => panic!("unknown expectation {other}"),
    };
    *expectation = json!(flipped);
}

/// The cases whose expectation is flipped, and how many of them are not noticed because we deviate there.
fn flip_all(file: &mut Value) -> (usize, usize) {
    let cases = file["cases"].as_array_mut().unwrap();
    cases.retain(|case| case.get("expect").is_some());
    cases.iter_mut().for_each(|case| flip(&mut case["expect"]));
    let deviates = |case: &&Value| DEVIATIONS.iter().any(|d| case["mutation"] == d.mutation);
    (cases.len(), cases.iter().filter(deviates).count())
}

#[test]
fn wrong_expectations_fail() {
    for format in JUDGED.iter().chain(&["adversarial", "nym"]) {
        let mut file = file(format);
        let (count, deviating) = flip_all(&mut file);
        match check_text(&file.to_string()) {
            FileOutcome::Failed { passed, complaints } => {
                let noticed = count - deviating;
                assert_eq!((passed, complaints.len()), (deviating, noticed), "{format}")
            }
            other => panic!("{format}: {other:?}"),
        }
    }
}

#[test]
fn wrong_expectations_of_one_verification_fail() {
    for format in ["signature", "smartcard"] {
        let file = file(format);
        let case = |case: &&Value| case.get("verify").is_some();
        let case = file["cases"].as_array().unwrap().iter().find(case).unwrap();
        for entry in 0..case["verify"].as_array().unwrap().len() {
            let mut altered = file.clone();
            altered["cases"] = json!([case]);
            flip(&mut altered["cases"][0]["verify"][entry]["expect"]);
            assert!(!complaint(check_text(&altered.to_string())).is_empty());
        }
    }
}

#[test]
fn wrong_values_fail() {
    let zero = json!("00".repeat(32));
    for (format, field, value) in [
        ("adversarial", "msg", json!("")),
        ("audit", "rand", zero.clone()),
        ("bbs", "secret_key", json!(format!("{:064x}", 5))),
        ("bbs", "b", json!("00".repeat(96))),
        ("bbs_proof", "challenge", zero.clone()),
        ("bbs_proof", "challenge_input", json!("")),
        ("cred_request", "challenge", zero.clone()),
        ("cred_request", "blinding", zero.clone()),
        ("credential", "blinding", zero.clone()),
        ("hash_to_g1", "compressed", json!("00".repeat(48))),
        ("hash_to_g1", "y_is_larger", Value::Null),
        ("issuer", "generator_count", json!(7)),
        ("issuer", "hash", json!("")),
        ("keys", "okm", zero.clone()),
        ("nym", "nym_randomness", zero.clone()),
        ("revocation", "digest", zero.clone()),
        ("revocation", "signed_bytes", json!("")),
        ("revocation", "public_key_pem", json!("")),
        ("scalars", "scalar", zero.clone()),
        ("sign_trace", "r1", zero.clone()),
        ("sign_trace", "nonce", zero.clone()),
        ("sign_trace", "challenge", zero.clone()),
        ("signature", "challenge_input", json!("")),
        ("signature", "challenge_first", zero.clone()),
        ("signature", "challenge", zero.clone()),
        ("signature", "nym_randomness", zero.clone()),
        (
            "signature",
            "issuer_secret_key",
            json!(format!("{:064x}", 5)),
        ),
        ("signature", "user_secret_key", json!(format!("{:064x}", 5))),
        ("signature", "cri", json!("0801")),
        ("smartcard", "output", zero),
        ("weak_bb", "secret_key", json!(format!("{:064x}", 5))),
    ] {
        let outcome = first_case(format, |case| case[field] = value);
        assert!(!complaint(outcome).is_empty(), "{format}: {field}");
    }
}

#[test]
fn hex_is_lower_case() {
    let outcome = first_case("issuer", |case| {
        let upper = case["hash"].as_str().unwrap().to_uppercase();
        case["hash"] = json!(upper);
    });
    assert!(complaint(outcome).contains("lower case"));
}

#[test]
fn deviations_are_by_exact_text() {
    let deviation = &DEVIATIONS[0];
    let refused: Result<(), &str> = Err("refused");
    let judged = |mutation: Option<&str>| Expect::Ok.judge(mutation, &refused).is_ok();
    assert!(judged(Some(deviation.mutation)));
    assert!(!judged(Some(&format!("{} ", deviation.mutation))));
    assert!(!judged(None));
    assert!(
        DEVIATIONS
            .iter()
            .all(|deviation| !deviation.reason.is_empty())
    );
}
