//! Pseudonyms of a holder and commitments to single attributes.
//!
//! - [`Nym`] = r·h0 + sk·h\[sk\], a pseudonym: unlinkable to any other of the same holder.
//! - [`EidNym`] = r·h0 + eid·h\[eid\] and [`RhNym`] = r·h0 + rh·h\[rh\], commitments to the enrollment ID and to the
//!   revocation handle, which an auditor can open.
//! - [`ScopeNym`] = sk·S, S hashed from a scope: the same for every use of one scope, unlinkable across scopes.
//! - [`NymSignature`]: a signature on a message under a pseudonym, a proof of its opening with the message in the
//!   challenge (IBM/idemix calls it NymSignature; the pseudonyms are those of Camenisch-Lysyanskaya 2001).

mod commitment;
mod encoding;
mod labels;
mod scope;
#[cfg(feature = "serde")]
mod serde_bytes;
mod signature;

pub use commitment::{
    Commitment, EidNym, EidOpening, EnrollmentId, Holder, Kind, Nym, NymSecret, Opening,
    RevocationHandle, RhNym, RhOpening,
};
pub use scope::{Scope, ScopeError, ScopeNym};
pub use signature::{NymSignature, NymSignatureProfile, ScopeSignature};
