//! What a backend has to offer. Everything else behind the door is written once, over this.

use super::field::BaseField;

/// A set of curve types and the operations that only they can do.
pub(crate) trait Backend: Sized {
    /// Element of Fp.
    type Fp: BaseField;
    /// Affine point of E(Fp).
    type G1Affine;

    /// The point (x, y), which must be on the curve.
    fn g1_from_coordinates(x: Self::Fp, y: Self::Fp) -> Self::G1Affine;
    /// The identity O.
    fn g1_identity() -> Self::G1Affine;
}
