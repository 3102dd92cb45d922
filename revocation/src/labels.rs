//! Every domain separator and its version, in one place.

/// What is signed and chained of an epoch's information: SHA-384 of this ‖ 00 ‖ bytes.
pub(crate) const EPOCH_INFO: &[u8] = b"idemix/epoch-info/v1";
/// How an epoch's information names its update data: SHA-384 of this ‖ 00 ‖ bytes.
pub(crate) const UPDATE_DATA: &[u8] = b"idemix/epoch-update/v1";

/// Hedge: the accumulator's secret key.
pub(crate) const HEDGE_KEY: &[u8] = b"idemix/hedge/v1/accumulator key";
/// Hedge: the accumulator's first value.
pub(crate) const HEDGE_FIRST_VALUE: &[u8] = b"idemix/hedge/v1/accumulator value";
/// Hedge: the blinding of a witness update.
pub(crate) const HEDGE_CATCH_UP: &[u8] = b"idemix/hedge/v1/witness update";
