//! Revocation for anonymous credentials.
#![forbid(unsafe_code)]

mod accumulator;
mod authority;
mod cri;
mod denylist;
mod epoch;
mod error;
mod handle;
mod keys;
mod labels;
mod proof;
mod registry;
#[cfg(feature = "serde")]
mod serde_bytes;
mod update;
mod witness;

pub use accumulator::{AccumulatorPublicKey, AccumulatorSecretKey};
pub use authority::{AuthorityKeys, RevocationAuthority};
pub use cri::{Cri, RevocationAlgorithm, VerifiedCri};
pub use denylist::{Denylist, NotDenied};
pub use epoch::{
    DIGEST_BYTES, EPOCH_INFO_BYTES, EpochInfo, EpochPolicy, EpochTracker, Misbehaviour,
    MisbehaviourProof, SIGNED_EPOCH_BYTES, SignedEpoch, Validity, VerifiedEpoch, VerifiedUpdate,
};
pub use error::RevocationError;
pub use handle::{Handle, MAX_HANDLE_BYTES, MIN_HANDLE_BYTES};
pub use keys::{PUBLIC_KEY_BYTES, RevocationPublicKey, RevocationSecretKey, SECRET_KEY_BYTES};
pub use proof::{MEMBERSHIP_POINTS_BYTES, MembershipPoints, MembershipProver, MembershipVariables};
#[cfg(feature = "database")]
pub use registry::DatabaseRegistry;
pub use registry::{AuthorityError, HandleError, HandleStatus, MemoryRegistry, Registry};
pub use update::{
    MAX_REMOVALS, PublishedEpoch, REMOVAL_BYTES, Removal, UPDATE_HEADER_BYTES, UpdateData,
};
pub use witness::{IssuedWitness, WITNESS_BYTES, Witness};
