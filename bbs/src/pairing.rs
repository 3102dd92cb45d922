//! Pairing equations e(P, K) = e(R, g2) under a fixed key K: an issuer's w, or an accumulator's Q.

use std::sync::{Arc, OnceLock};

use crate::curve::{
    G1Affine, G2Affine, G2Prepared, Scalar, batch_normalize, combine_vartime,
    g2_generator_prepared, pairing_product_is_one,
};

/// A point of G2 that pairing equations use, with its Miller-loop lines computed at first use. Cheap to clone.
#[derive(Clone)]
pub struct PairingKey(Arc<Inner>);

struct Inner {
    point: G2Affine,
    lines: OnceLock<G2Prepared>,
}

impl PairingKey {
    /// A key. The point is in the subgroup and not the identity.
    pub fn new(point: G2Affine) -> Self {
        Self(Arc::new(Inner {
            point,
            lines: OnceLock::new(),
        }))
    }

    /// The point.
    pub fn point(&self) -> &G2Affine {
        &self.0.point
    }

    /// The point with its lines.
    pub fn prepared(&self) -> &G2Prepared {
        self.0.lines.get_or_init(|| self.0.point.into())
    }

    /// Whether e(left, K) = e(right, g2), as e(left, K)·e(−right, g2) = 1. Variable time in which points are the
    /// identity.
    pub fn check(&self, left: &G1Affine, right: &G1Affine) -> bool {
        pairing_product_is_one(&[(left, self.prepared()), (&-*right, g2_generator_prepared())])
    }
}

/// e(left, key) = e(right, g2).
#[derive(Clone, Debug)]
pub struct PairingEquation {
    /// The point paired with the key.
    pub left: G1Affine,
    /// The key.
    pub key: PairingKey,
    /// The point paired with g2.
    pub right: G1Affine,
}

impl PairingEquation {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        self.key.check(&self.left, &self.right)
    }

    /// Whether this and `other` hold, in one product: other is multiplied by `weight`, which neither prover could
    /// foresee, so that errors cannot cancel. Variable time: public data only.
    pub fn holds_with_vartime(&self, other: &Self, weight: &Scalar) -> bool {
        let weighted = [
            combine_vartime(&[], &[(&other.left, weight)]),
            // −(right + weight·right')
            -(combine_vartime(&[], &[(&other.right, weight)]) + self.right),
        ];
        let weighted = batch_normalize(&weighted);
        let [left, right] = weighted.as_slice() else {
            return false;
        };
        pairing_product_is_one(&[
            (&self.left, self.key.prepared()),
            (left, other.key.prepared()),
            (right, g2_generator_prepared()),
        ])
    }
}

impl PartialEq for PairingKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.point == other.0.point
    }
}
impl Eq for PairingKey {}

impl core::fmt::Debug for PairingKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("PairingKey").field(&self.0.point).finish()
    }
}
