//! serde for this crate's public data.

use crate::{Cri, MisbehaviourProof, PublishedEpoch, RevocationPublicKey, SignedEpoch, UpdateData};

bbs::serde_via_bytes!(
    Cri,
    MisbehaviourProof,
    PublishedEpoch,
    RevocationPublicKey,
    SignedEpoch,
    UpdateData,
);
