//! What a backend has to offer. Everything else behind the door is written once, over this.

use core::fmt::Debug;

use ff::PrimeField;
use group::{
    UncompressedEncoding,
    prime::{PrimeCurve, PrimeCurveAffine},
};

use subtle::ConditionallySelectable;

use super::Wipe;
use super::affine::Affine;
use super::field::BaseField;
use super::jacobian::Jacobian;

/// A set of curve types and the operations that only they can do.
pub trait Backend: Copy + Debug + Send + Sync + 'static {
    /// Element of Fp.
    type Fp: BaseField;
    /// Integer modulo r.
    type Scalar: PrimeField<Repr = [u8; 32]> + Wipe;
    /// Affine point of E(Fp).
    type G1Affine: PrimeCurveAffine<Scalar = Self::Scalar, Curve = Self::G1>
        + UncompressedEncoding
        + Copy
        + Wipe;
    /// Point of E(Fp).
    type G1: PrimeCurve<Affine = Self::G1Affine, Scalar = Self::Scalar> + Wipe;
    /// Affine point of E′(Fp2), the sextic twist.
    type G2Affine: PrimeCurveAffine<Scalar = Self::Scalar, Curve = Self::G2>
        + UncompressedEncoding
        + ConditionallySelectable
        + Copy;
    /// Point of E′(Fp2).
    type G2: PrimeCurve<Affine = Self::G2Affine, Scalar = Self::Scalar>;
    /// A point of G2 ready for pairings.
    type G2Prepared: From<Self::G2Affine> + Clone + Send + Sync;

    /// A point from its coordinates, which must be on the curve.
    fn g1_from_coordinates(point: Affine<Self::Fp>) -> Self::G1Affine;
    /// The coordinates of a point.
    fn g1_coordinates(point: &Self::G1Affine) -> Affine<Self::Fp>;
    /// A point from its Jacobian coordinates.
    fn g1_from_jacobian(point: Jacobian<Self::Fp>) -> Self::G1;
    /// The Jacobian coordinates of a point.
    fn g1_to_jacobian(point: &Self::G1) -> Jacobian<Self::Fp>;
    /// Affine forms of many points with one field inversion.
    fn g1_batch_normalize(points: &[Self::G1]) -> Vec<Self::G1Affine>;
    /// Whether r·P = O.
    fn g1_is_torsion_free(point: &Self::G1Affine) -> bool;
    /// Affine forms of many points with one field inversion.
    fn g2_batch_normalize(points: &[Self::G2]) -> Vec<Self::G2Affine>;
    /// Whether the point satisfies the curve equation.
    fn g2_is_on_curve(point: &Self::G2Affine) -> bool;
    /// Whether r·Q = O.
    fn g2_is_torsion_free(point: &Self::G2Affine) -> bool;
    /// Whether Π e(Pᵢ, Qᵢ) = 1. Variable time.
    fn pairing_product_is_one(pairs: &[(&Self::G1Affine, &Self::G2Prepared)]) -> bool;
}
