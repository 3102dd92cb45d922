//! Domain separators of this crate, with their versions.

/// DST of scopes.
pub(crate) const SCOPE_DST: &[u8] = b"IDEMIX_V1_SCOPE_BLS12381G1_XMD:BLAKE2B_SSWU_RO_";
/// Native transcript: a pseudonym signature.
pub(crate) const NYM_SIGNATURE: &[u8] = b"nym signature";
/// Native transcript: a signature under a scope pseudonym.
pub(crate) const SCOPE_SIGNATURE: &[u8] = b"scope signature";
/// Aries challenge of a pseudonym signature.
pub(crate) const ARIES_NYM_SIGNATURE: &[u8] = b"nym-sig";
/// Hedge: a pseudonym or an attribute commitment.
pub(crate) const HEDGE_COMMITMENT: &[u8] = b"idemix/hedge/v1/nym";
/// Hedge: a pseudonym signature.
pub(crate) const HEDGE_NYM_SIGNATURE: &[u8] = b"idemix/hedge/v1/nym signature";
