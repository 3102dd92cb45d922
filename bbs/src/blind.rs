//! Blind signing: the issuer signs messages of which some are only known to the holder.
//!
//! Holder: C = s₁·h0 + Σ_hidden mᵢ·h\[i\] with a proof of knowledge of (s₁, mᵢ), bound to the issuer's nonce.
//! Issuer: B' = C + g1 + Σ_known mⱼ·h\[j\]; e, s₂ random; A = (B' + s₂·h0)/(e + x).
//! Holder: s = s₁ + s₂, and verifies once (eprint 2016/663, section 4.3).

mod issue;
mod request;

pub use issue::BlindSignature;
pub use request::{BlindRequest, RequestProfile, RequestSecret, VerifiedRequest};
