//! serde for this crate's public data.

use bbs::{Aries, Native};

use crate::{Commitment, Kind, NymSignature, ScopeNym, ScopeSignature};

bbs::serde_via_bytes!([K: Kind] Commitment<K>);
bbs::serde_via_bytes!(
    ScopeNym,
    NymSignature<Native>,
    NymSignature<Aries>,
    ScopeSignature,
);
