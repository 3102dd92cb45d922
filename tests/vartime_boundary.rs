//! Variable-time functions carry `vartime` in their name, and only the functions listed here, which have public data
//! only, use one. The curve module, where they are written, stands behind this boundary.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)] // a test that fails should stop

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// File and function.
const ALLOWED: &[(&str, &str)] = &[
    ("bbs/src/batch.rs", "all_hold_vartime"),
    ("bbs/src/batch.rs", "find_invalid_vartime"),
    ("bbs/src/batch.rs", "holds"),
    ("bbs/src/batch.rs", "release_vartime"),
    ("bbs/src/generators.rs", "combine_vartime"),
    ("bbs/src/pairing.rs", "holds_with_vartime"),
    ("bbs/src/sigma.rs", "recompute_vartime"),
    ("bbs/src/sigma/profile.rs", "recompute"),
    ("bbs/src/weak_bb.rs", "verify_vartime"),
    ("idemix/src/batch.rs", "find_invalid"),
    ("idemix/src/batch.rs", "par_verify"),
    ("idemix/src/batch.rs", "verify"),
    ("idemix/src/card.rs", "verify"),
    ("idemix/src/expectation/prepared.rs", "check"),
];

/// Whose code runs on secrets.
const SECRET: &[&str] = &[
    "bbs/src/signature.rs",
    "bbs/src/blind/issue.rs",
    "bbs/src/blind/request.rs",
    "bbs/src/proof/prover.rs",
    "nym/src/commitment.rs",
    "nym/src/scope.rs",
    "nym/src/signature.rs",
    "idemix/src/presentation/builder.rs",
    "idemix/src/holder.rs",
    "idemix/src/issuer.rs",
    "idemix/src/credential.rs",
];

fn function_name(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == "fn")?;
    let name = words.next()?;
    name.split(['(', '<']).next()
}

/// The functions of a source that name a variable-time function or are one.
fn users(source: &str) -> BTreeSet<String> {
    let mut function = None;
    let mut users = BTreeSet::new();
    for line in source.lines() {
        let code = line.split("//").next().unwrap_or_default();
        function = function_name(code).or(function);
        // Imports stand before the first function.
        if let (true, Some(name)) = (code.contains("vartime"), function) {
            users.insert(name.to_owned());
        }
    }
    users
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn only_public_data_meets_variable_time() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for package in ["bbs", "nym", "idemix"] {
        sources(&root.join(package).join("src"), &mut files);
    }
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap().to_str().unwrap();
        let name = name.replace('\\', "/");
        if name == "bbs/src/curve.rs" || name.starts_with("bbs/src/curve/") {
            continue;
        }
        for function in users(&fs::read_to_string(&file).unwrap()) {
            found.insert((name.clone(), function));
        }
        seen.insert(name);
    }
    for file in SECRET {
        assert!(seen.contains(*file), "{file} is gone: name its successor");
        assert!(ALLOWED.iter().all(|(allowed, _)| allowed != file), "{file}");
    }
    let allowed = ALLOWED
        .iter()
        .map(|(file, function)| ((*file).to_owned(), (*function).to_owned()));
    // Both ways, so that the list holds nothing that is gone.
    assert_eq!(found, allowed.collect());
}

#[test]
fn a_use_is_found_in_its_function() {
    let source =
        "use a::b_vartime;\n/// not vartime\nfn first<T>() {}\nfn second() {\n  b_vartime();\n}\n";
    assert_eq!(users(source), BTreeSet::from(["second".to_owned()]));
}
