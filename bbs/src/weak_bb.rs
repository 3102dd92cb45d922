//! Weak Boneh-Boyen signatures: C = g1/(m + x) under Q = x·g2 (Boneh-Boyen 2004, section 4.3). The accumulator of the
//! revocation crate has the same shape, with the accumulator value in place of g1.

use ff::Field;
use group::Curve;
use group::prime::PrimeCurveAffine;

use crate::curve::{G1Affine, Scalar, combine, combine_vartime, g1_base};
use crate::pairing::PairingKey;
use crate::secret::Secret;
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
    Ok(combine(&[(g1_base(), &inverse)], &[]).to_affine())
}

/// Checks e(C, Q + m·g2) = e(g1, g2), computed as e(C, Q) = e(g1 − m·C, g2). Variable time.
///
/// # Errors
/// [`VerifyError::BadProof`].
pub fn verify_vartime(
    key: &PublicKey,
    message: &Scalar,
    signature: &G1Affine,
) -> Result<(), VerifyError> {
    let right = g1_base().point() - combine_vartime(&[], &[(signature, message)]);
    if !bool::from(PrimeCurveAffine::is_identity(signature))
        && PairingKey::new(*key.point()).check(signature, &right.to_affine())
    {
        Ok(())
    } else {
        Err(VerifyError::BadProof(Relation::WeakBonehBoyen))
    }
}
