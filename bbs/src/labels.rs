//! Every domain separator and its version, in one place.

/// DST of the generators, the Go module's.
pub(crate) const GENERATOR_DST: &[u8] = b"BLS12381G1_XMD:BLAKE2B_SSWU_RO_BBS+_SIGNATURES:1_0_0";

/// Native transcript: protocol and version.
pub(crate) const NATIVE_PROTOCOL: &[u8] = b"idemix/native/v1";
/// Native transcript: a blind-signing request.
pub(crate) const REQUEST: &[u8] = b"request";
/// Native transcript: a bare proof of knowledge of a signature.
pub(crate) const SIGNATURE_PROOF: &[u8] = b"signature proof";

/// Hedge: key generation.
pub(crate) const KEY_GENERATION: &[u8] = b"idemix/hedge/v1/key generation";
/// Hedge: signing.
pub(crate) const HEDGE_SIGN: &[u8] = b"idemix/hedge/v1/sign";
/// Hedge: a blind-signing request.
pub(crate) const HEDGE_REQUEST: &[u8] = b"idemix/hedge/v1/request";
/// Hedge: blind signing.
pub(crate) const HEDGE_ISSUE: &[u8] = b"idemix/hedge/v1/issue";
/// Hedge: a bare proof of knowledge of a signature.
pub(crate) const HEDGE_PROOF: &[u8] = b"idemix/hedge/v1/signature proof";
