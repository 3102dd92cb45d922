//! The positive accumulator: secret α, public Q = α·g2, one value V per epoch.
//!
//! Enrolling y leaves V as it is and gives the witness C = V/(y + α) (eprint 2021/638); removing y makes
//! V := V/(y + α) (eprint 2020/777). A witness is a Boneh-Boyen signature on y under the base V, and
//! e(C, Q + y·g2) = e(V, g2).

use core::fmt;

use bbs::curve::{
    FixedBase, G1Affine, G2Affine, G2Projective, SCALAR_BYTES, Scalar, Sum, combine, combine_batch,
    scalar_from_bytes, scalar_to_bytes,
};
use bbs::{DecodeError, Hedge, PairingKey, Secret};
use ff::Field;
use group::prime::PrimeCurveAffine;
use group::{Curve, Group};
use rand_core::{CryptoRng, RngCore};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::labels;

/// How many multiples of V share an inversion: enough to forget its cost, few enough to stay in the caches.
const AT_A_TIME: usize = 128;

/// The accumulator's secret α ≠ 0. Redacted, wiped on drop, exported explicitly.
///
/// Whoever knows it can make a witness for any handle, also a revoked one. It does not help to link presentations.
pub struct AccumulatorSecretKey {
    alpha: Secret<Scalar>,
    public: AccumulatorPublicKey,
}

/// A place in a list where y + α = 0.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MinusAlpha(pub(crate) usize);

impl AccumulatorSecretKey {
    /// Draws α uniformly, hedged.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Self {
        let mut hedged = Hedge::new(labels::HEDGE_KEY).finish(rng);
        loop {
            let alpha = hedged.scalar();
            if !bool::from(alpha.is_zero()) {
                return Self::from_nonzero(alpha);
            }
        }
    }

    /// Reads α, 32 bytes big-endian.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Scalar`] if not below r, [`DecodeError::Zero`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let field = "accumulator secret key";
        let array: &[u8; SCALAR_BYTES] = bytes.try_into().map_err(|_| DecodeError::Length {
            object: field,
            expected: SCALAR_BYTES,
            found: bytes.len(),
        })?;
        let alpha = scalar_from_bytes(array, field)?;
        if bool::from(alpha.is_zero()) {
            return Err(DecodeError::Zero { field });
        }
        Ok(Self::from_nonzero(alpha))
    }

    /// α, 32 bytes big-endian.
    pub fn expose_secret_bytes(&self) -> Zeroizing<[u8; SCALAR_BYTES]> {
        Zeroizing::new(scalar_to_bytes(&self.alpha))
    }

    /// Q = α·g2.
    pub fn public_key(&self) -> &AccumulatorPublicKey {
        &self.public
    }

    fn from_nonzero(alpha: Scalar) -> Self {
        let q = (<G2Projective as Group>::generator() * alpha).to_affine();
        Self {
            alpha: Secret::new(alpha),
            public: AccumulatorPublicKey::new(q),
        }
    }

    /// The value of an accumulator that nothing has been removed from: a random point, as the security argument needs
    /// a V of unknown discrete logarithm.
    pub(crate) fn first_value<R: RngCore + CryptoRng>(&self, rng: &mut R) -> G1Affine {
        let mut hedged = Hedge::new(labels::HEDGE_FIRST_VALUE)
            .secret_scalar(&self.alpha)
            .finish(rng);
        loop {
            let u = Secret::new(hedged.scalar());
            if !bool::from(u.is_zero()) {
                return combine(&[], &[(&G1Affine::generator(), &u)]).to_affine();
            }
        }
    }

    /// The witnesses V/(yᵢ + α), with one inversion. Constant time.
    pub(crate) fn witnesses(
        &self,
        value: &FixedBase,
        handles: &[Scalar],
    ) -> Result<Secret<Vec<G1Affine>>, MinusAlpha> {
        let (sums, mut inverse) = self.sums(handles)?;
        // Montgomery: from the inverse of Π (yᵢ + α) back to each 1/(yᵢ + α), prefix by prefix.
        let mut prefixes = Vec::with_capacity(sums.len());
        let mut product = Scalar::ONE;
        for sum in sums.iter() {
            prefixes.push(product);
            product *= sum;
        }
        let prefixes = Secret::new(prefixes);
        let mut inverses = Vec::with_capacity(sums.len());
        for (sum, prefix) in sums.iter().zip(prefixes.iter()).rev() {
            inverses.push(*inverse * prefix);
            inverse = Secret::new(*inverse * sum);
        }
        inverses.reverse();
        Ok(Secret::new(multiples(value, &Secret::new(inverses))))
    }

    /// The successive values Vⱼ = Vⱼ₋₁/(yⱼ + α), with one inversion: Vⱼ = sⱼ·V₀ with sⱼ = Π_{i ≤ j} 1/(yᵢ + α), and
    /// sⱼ₋₁ = sⱼ·(yⱼ + α) going backwards from sₙ. Constant time.
    pub(crate) fn removals(
        &self,
        value: &FixedBase,
        handles: &[Scalar],
    ) -> Result<Vec<G1Affine>, MinusAlpha> {
        let (sums, mut s) = self.sums(handles)?;
        let mut factors = Vec::with_capacity(sums.len());
        for sum in sums.iter().rev() {
            factors.push(*s);
            s = Secret::new(*s * sum);
        }
        factors.reverse();
        Ok(multiples(value, &Secret::new(factors)))
    }

    /// All yᵢ + α, and the inverse of their product.
    #[allow(clippy::type_complexity)]
    fn sums(
        &self,
        handles: &[Scalar],
    ) -> Result<(Secret<Vec<Scalar>>, Secret<Scalar>), MinusAlpha> {
        let sums: Vec<Scalar> = handles.iter().map(|y| *y + *self.alpha).collect();
        let sums = Secret::new(sums);
        let product = Secret::new(sums.iter().product::<Scalar>());
        match Option::<Scalar>::from(Field::invert(&*product)) {
            Some(inverse) => Ok((sums, Secret::new(inverse))),
            None => Err(MinusAlpha(
                sums.iter()
                    .position(|sum| bool::from(sum.is_zero()))
                    .unwrap_or_default(),
            )),
        }
    }
}

/// kᵢ·V for all i. Constant time.
fn multiples(value: &FixedBase, scalars: &[Scalar]) -> Vec<G1Affine> {
    let mut points = Vec::with_capacity(scalars.len());
    for scalars in scalars.chunks(AT_A_TIME) {
        let terms: Vec<_> = scalars.iter().map(|scalar| [(value, scalar)]).collect();
        let sums: Vec<_> = terms
            .iter()
            .map(|term| Sum {
                fixed: term,
                variable: &[],
            })
            .collect();
        points.extend(combine_batch(&sums));
    }
    points
}

impl fmt::Debug for AccumulatorSecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccumulatorSecretKey(<redacted>)")
    }
}

impl ConstantTimeEq for AccumulatorSecretKey {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.alpha.ct_eq(&other.alpha)
    }
}

/// Q = α·g2: on the curve, in the subgroup, not the identity. Shares its Miller-loop lines among clones.
#[derive(Clone, PartialEq, Eq)]
pub struct AccumulatorPublicKey(PairingKey);

impl AccumulatorPublicKey {
    pub(crate) fn new(point: G2Affine) -> Self {
        Self(PairingKey::new(point))
    }

    /// The point Q.
    pub fn point(&self) -> &G2Affine {
        self.0.point()
    }

    /// Q, as pairing equations use it.
    pub fn pairing_key(&self) -> &PairingKey {
        &self.0
    }

    /// Whether e(C, Q + y·g2) = e(V, g2), computed as e(C, Q) = e(V − y·C, g2): no arithmetic in G2.
    pub(crate) fn is_member(&self, y: &Scalar, witness: &G1Affine, value: &G1Affine) -> bool {
        let right = Secret::new((-combine(&[], &[(witness, y)]) + value).to_affine());
        !bool::from(PrimeCurveAffine::is_identity(witness)) && self.0.check(witness, &right)
    }
}

impl fmt::Debug for AccumulatorPublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccumulatorPublicKey({:?})", self.point())
    }
}

#[cfg(test)]
mod tests;
