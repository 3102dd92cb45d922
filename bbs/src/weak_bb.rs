//! Weak Boneh-Boyen signatures: C = g1/(m + x) under Q = x·g2 (Boneh-Boyen 2004, section 4.3). The accumulator of the
//! revocation crate has the same shape, with the accumulator value in place of g1.

use ff::Field;
use group::Curve;
use group::prime::PrimeCurveAffine;

use crate::curve::{G1Affine, G2Prepared, Scalar, combine, pairing_product_is_one};
use crate::generators::g1;
use crate::secret::Secret;
use crate::signature::g2_prepared;
use crate::{ParameterError, PublicKey, Relation, SecretKey, VerifyError};

/// g1/(m + x).
///
/// # Errors
/// [`ParameterError::Zero`] if m = −x.
pub fn sign(key: &SecretKey, message: &Scalar) -> Result<G1Affine, ParameterError> {
    let exponent = Secret::new(*key.x() + *message);
    let inverse = Option::<Scalar>::from(Field::invert(&*exponent))
        .map(Secret::new)
        .ok_or(ParameterError::Zero { what: "m + x" })?;
    let g1 = *g1().point();
    Ok(combine(&[], &[(&g1, &inverse)]).to_affine())
}

/// Checks e(C, Q + m·g2) = e(g1, g2), computed as e(C, Q)·e(m·C − g1, g2) = 1. Variable time.
///
/// # Errors
/// [`VerifyError::BadProof`].
pub fn verify_vartime(
    key: &PublicKey,
    message: &Scalar,
    signature: &G1Affine,
) -> Result<(), VerifyError> {
    let right = crate::curve::combine_vartime(&[], &[(signature, message)]) - g1().point();
    let q: G2Prepared = (*key.point()).into();
    if !bool::from(PrimeCurveAffine::is_identity(signature))
        && pairing_product_is_one(&[(signature, &q), (&right.to_affine(), g2_prepared())])
    {
        Ok(())
    } else {
        Err(VerifyError::BadProof(Relation::WeakBonehBoyen))
    }
}
