//! Epochs: signed, chained information about the accumulator, and who accepts which.

mod chain;
mod info;
mod misbehaviour;
mod tracker;

pub use chain::{VerifiedEpoch, VerifiedUpdate};
pub use info::{EPOCH_INFO_BYTES, EpochInfo, SIGNED_EPOCH_BYTES, SignedEpoch, Validity};
pub use misbehaviour::{Misbehaviour, MisbehaviourProof};
pub use tracker::{EpochPolicy, EpochTracker};

/// SHA-384 of a domain label, 00, and bytes.
pub(crate) fn digest(label: &[u8], bytes: &[u8]) -> [u8; DIGEST_BYTES] {
    use sha2::{Digest, Sha384};
    Sha384::new()
        .chain_update(label)
        .chain_update([0])
        .chain_update(bytes)
        .finalize()
        .into()
}

/// Length of the digests that chain epochs.
pub const DIGEST_BYTES: usize = 48;

#[cfg(test)]
mod tests;
