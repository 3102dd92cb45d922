//! Domain separators of this crate, with their versions.

/// Native transcript: a presentation.
pub(crate) const PRESENTATION: &[u8] = b"presentation";
/// Native transcript: the weight of the non-revocation equation.
pub(crate) const WEIGHT: &[u8] = b"weight";
/// Hedge: a holder key.
pub(crate) const HEDGE_HOLDER_KEY: &[u8] = b"idemix/hedge/v1/holder key";
/// Hedge: the weights of a batch.
pub(crate) const HEDGE_BATCH: &[u8] = b"idemix/hedge/v1/batch weights";
/// Hedge: a presentation.
pub(crate) const HEDGE_PRESENTATION: &[u8] = b"idemix/hedge/v1/presentation";
/// Hedge: a smartcard's answer.
#[cfg(feature = "soft-card")]
pub(crate) const HEDGE_CARD: &[u8] = b"idemix/hedge/v1/card";
