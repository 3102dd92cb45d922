//! Proof of knowledge of a signature, with any subset of messages disclosed (eprint 2016/663, section 4.5).
//!
//! The prover randomises (A, e, s) with r1, r2, r3 = 1/r1:
//! A' = r1·A, Ā = r1·B − e·A', d = r1·B − r2·h0, s' = s − r2·r3, and proves
//!
//! 1. Ā − d = (−e)·A' + r2·h0
//! 2. −(g1 + Σ_disclosed mⱼ·h\[j\]) = (−r3)·d + s'·h0 + Σ_hidden mᵢ·h\[i\]
//!
//! The verifier checks both and e(A', w) = e(Ā, g2), A' ≠ O.

mod aries;
mod disclosure;
mod prover;
mod standalone;
mod statement;

pub use aries::MainProof;
pub use disclosure::Disclosure;
pub use prover::SignatureProver;
pub use standalone::{SignatureProof, SignatureProofProfile};
pub use statement::{Hidden, RandomizedSignature, SignatureStatement, SignatureVariables};
