//! The vectors that the example `emit_vectors` writes for the Go library pass our own interop tests.
#![forbid(unsafe_code)]

#[path = "../idemix/examples/emit_vectors/main.rs"]
mod emit_vectors;

use idemix_tests::interop::{FileOutcome, check_file};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

/// The formats, each with at least this many cases.
const FORMATS: [&str; 7] = [
    "audit",
    "cred_request",
    "credential",
    "nym",
    "revocation",
    "signature",
    "smartcard",
];
const CASES: usize = 20;

#[test]
fn every_emitted_file_passes() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    emit_vectors::write_all(folder.path(), &mut rng).unwrap();
    for format in FORMATS {
        match check_file(&folder.path().join(format!("{format}.json"))) {
            FileOutcome::Passed { cases } => assert!(cases >= CASES, "{format}: {cases} cases"),
            FileOutcome::Failed { complaints, .. } => panic!("{format}: {complaints:#?}"),
        }
    }
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, FORMATS.len());
}
