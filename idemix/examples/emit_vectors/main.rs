//! Writes test vectors for the Go library IBM/idemix, made by this library with fresh randomness:
//!
//! ```text
//! cargo run --release -p idemix --example emit_vectors -- DIR
//! ```
//!
//! The files have the formats of `vectors/aries/FORMAT.md`. Every result they expect is the Go library's. One limit of
//! that library is respected: with the secret key at position p > 0 it misplaces the key's response when an attribute
//! before p is disclosed, so only attributes from p on are disclosed there.
#![forbid(unsafe_code)]

mod audit;
mod cred_request;
mod credential;
mod json;
mod nym;
mod revocation;
mod signature;
mod smartcard;
mod verifications;
mod world;

use std::path::Path;

use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use self::json::Outcome;

#[allow(dead_code)] // a test includes this file as a module and calls `write_all`
fn main() -> Outcome {
    let folder = std::env::args_os().nth(1);
    let folder = folder.ok_or("usage: emit_vectors DIR")?;
    write_all(Path::new(&folder), &mut rand_core::OsRng)
}

/// Writes one file per format into `folder`, which is made if it does not exist.
pub(crate) fn write_all<R: RngCore + CryptoRng>(folder: &Path, rng: &mut R) -> Outcome {
    std::fs::create_dir_all(folder)?;
    for (format, cases) in [
        ("audit", audit::cases(rng)?),
        ("cred_request", cred_request::cases(rng)?),
        ("credential", credential::cases(rng)?),
        ("nym", nym::cases(rng)?),
        ("revocation", revocation::cases(rng)?),
        ("signature", signature::cases(rng)?),
        ("smartcard", smartcard::cases(rng)?),
    ] {
        write(folder, format, cases)?;
    }
    Ok(())
}

fn write(folder: &Path, format: &str, cases: Vec<Value>) -> Outcome {
    let path = folder.join(format!("{format}.json"));
    println!("{}: {} cases", path.display(), cases.len());
    let file = json!({
        "format": format,
        "description": "Made by the Rust library idemix with fresh randomness; the format is described in FORMAT.md.",
        "curve": "BLS12_381_BBS_GURVY",
        "cases": cases,
    });
    std::fs::write(path, serde_json::to_string_pretty(&file)? + "\n")?;
    Ok(())
}
