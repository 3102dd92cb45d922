//! BBS+ signatures over BLS12-381: signing, blind signing, and proofs of knowledge with selective disclosure.
//!
//! This is the inner crate of the `idemix` library; applications usually import that one. The scheme is BBS+ in the
//! form of eprint 2016/663, compatible to the byte with the Go module that IBM/idemix's aries scheme builds on.
#![cfg_attr(not(feature = "blst"), forbid(unsafe_code))]

mod attribute;
pub mod batch;
pub mod blind;
pub mod curve;
mod error;
mod generators;
#[cfg(feature = "hazmat")]
pub mod hazmat;
mod hedge;
mod keys;
mod labels;
mod pairing;
pub mod proof;
mod reader;
mod secret;
#[cfg(feature = "serde")]
pub mod serde_bytes;
pub mod sigma;
mod signature;
mod transcript;
pub mod weak_bb;

pub use attribute::{Attribute, hash_to_scalar};
pub use error::{DecodeError, ParameterError, Relation, VerifyError};
pub use generators::{Base, Limits, MAX_MESSAGE_COUNT, PublicParameters};
pub use hedge::{Hedge, HedgedRng};
pub use keys::{PublicKey, SecretKey, SigningKey};
pub use pairing::{PairingEquation, PairingKey};
pub use reader::{Reader, decode_canonical};
pub use secret::Secret;
pub use sigma::{Aries, AriesSalt, Native, Profile};
pub use signature::{SIGNATURE_BYTES, Signature, VerifiedSignature};
pub use transcript::{AriesTranscript, Challenge, NativeTranscript};
