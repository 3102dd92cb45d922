//! Every rule that design and documentation set for verifiers, issuers, holders and auditors, broken once in each profile
//! where it exists, with the exact error. The inner crate has tests like these for its own objects; cards have theirs in
//! `card`, proofs of non-revocation in `non_revocation`.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[allow(dead_code)]
#[path = "../../bbs/tests/adversarial/bad_encodings.rs"]
mod bad_encodings;
#[path = "../presentations/elements.rs"]
mod elements;
#[path = "../support/presenting.rs"]
mod presenting;

mod audits;
mod counts;
mod credentials;
mod disclosures;
mod encodings;
mod epochs;
mod expectations;
mod forger;
mod holders;
mod issuing;
mod nym_signatures;
mod relations;
mod scene;
mod strictness;
