//! Bringing a witness up to date from public data alone.
//!
//! One removal: with V₁ = V₀/(y₁ + α), C₀ = V₀/(y + α) and C₁ = V₁/(y + α), C₀ − V₁ = (y₁ − y)·C₁. Repeated, for the
//! removals (yᵢ, Vᵢ), i = 1…n (eprint 2020/777, section 4, for the sequence of single removals):
//!
//! ```text
//! C_new = C/Π(yⱼ − y) − Σᵢ Vᵢ/Π_{j ≥ i}(yⱼ − y)
//! ```
//!
//! # Why the sum over public points may take variable time
//! Its coefficients depend on y, which is the holder's secret until it is revoked. A constant-time sum over n points
//! costs at least some 50 point additions per point, twice what a bucket method needs. So the coefficients are blinded
//! before the sum: kᵢ = ρ/Π_{j ≥ i}(yⱼ − y) with ρ ≠ 0 uniform and hedged, and 1/ρ is applied to the one point that
//! comes out, in constant time. Each kᵢ alone is then uniform and independent of y, so no average over runs says
//! anything of y. What is left, a full single trace of the memory accesses of this computation by a process on the
//! holder's own machine, could relate kᵢ to kᵢ₊₁ and yield y. That would break nothing else: y is an identifier, not a
//! key. The scheme publishes it at revocation, and presentations are unlinkable, and credentials unforgeable, for
//! whoever knows it. C itself, α and the credential never enter the variable-time sum.

use bbs::curve::{Scalar, combine, combine_vartime, g1_to_compressed};
use bbs::{Hedge, Secret};
use ff::Field;
use group::Curve;
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::Witness;
use crate::{RevocationError, VerifiedUpdate, labels};

impl Witness {
    /// Brings the witness up to the last of `updates`, which are the epochs after its own, in order, each obtained from
    /// [`VerifiedEpoch::accept_next`](crate::VerifiedEpoch::accept_next). Linear in the number of removals; nobody
    /// learns who catches up. The new witness has passed the subgroup check and the pairing check against the signed V;
    /// on an error the old one stays.
    ///
    /// # Errors
    /// [`RevocationError::EpochGap`] or [`RevocationError::UpdateChain`] if `updates` do not follow the witness's epoch
    /// and each other; [`RevocationError::Revoked`] if this handle is among the removed; [`RevocationError::Witness`]
    /// if the authority's data are wrong.
    pub fn catch_up<R: RngCore + CryptoRng>(
        &mut self,
        updates: &[VerifiedUpdate],
        rng: &mut R,
    ) -> Result<(), RevocationError> {
        let Some(last) = updates.last() else {
            return Ok(());
        };
        self.check_chain(updates)?;
        let removals = || updates.iter().flat_map(|update| update.update.removals());
        let count = removals().count();
        if count == 0 {
            self.epoch = last.epoch.clone();
            return Ok(());
        }

        let differences: Vec<Scalar> = removals().map(|removal| removal.y - *self.y).collect();
        let differences = Secret::new(differences);
        let product = Secret::new(differences.iter().product::<Scalar>());
        if bool::from(product.is_zero()) {
            return Err(self.revoked_in(updates));
        }

        // kᵢ = ρ/Π_{j ≥ i}(yⱼ − y): from ρ/Π forward, kᵢ₊₁ = kᵢ·(yᵢ − y), and ρ after the last.
        let (rho, inverse_rho, inverse_product) = self.blinding(last, &product, rng)?;
        let mut coefficients = Vec::with_capacity(count);
        let mut k = Secret::new(*rho * *inverse_product);
        for difference in differences.iter() {
            coefficients.push(*k);
            k = Secret::new(*k * difference);
        }
        let coefficients = Secret::new(coefficients);
        let terms: Vec<_> = removals()
            .map(|removal| &removal.value)
            .zip(coefficients.iter())
            .collect();
        // S = Σ kᵢ·Vᵢ; the coefficients are blinded, see above.
        let sum = Secret::new(combine_vartime(&[], &terms).to_affine());
        // Sums over points outside the subgroup may come out as anything.
        if !bool::from(sum.is_on_curve() & sum.is_torsion_free()) {
            return Err(RevocationError::Witness);
        }
        // C_new = C/Π(yⱼ − y) − S/ρ
        let minus_inverse_rho = Secret::new(-*inverse_rho);
        let point = combine(
            &[(&self.point, &inverse_product)],
            &[(&sum, &minus_inverse_rho)],
        );
        let point = Secret::new(point.to_affine());
        if !bool::from(point.is_torsion_free()) {
            return Err(RevocationError::Witness);
        }
        *self = Self::checked(&point, &self.y, last.epoch.clone())?;
        Ok(())
    }

    /// ρ, 1/ρ and 1/Π, with one inversion.
    #[allow(clippy::type_complexity)]
    fn blinding<R: RngCore + CryptoRng>(
        &self,
        last: &VerifiedUpdate,
        product: &Scalar,
        rng: &mut R,
    ) -> Result<(Secret<Scalar>, Secret<Scalar>, Secret<Scalar>), RevocationError> {
        let c = Zeroizing::new(g1_to_compressed(self.point.point()));
        let mut hedged = Hedge::new(labels::HEDGE_CATCH_UP)
            .public(b"from", self.epoch.digest())
            .public(b"to", last.epoch.digest())
            .secret_scalar(&self.y)
            .secret(c.as_ref())
            .finish(rng);
        loop {
            let rho = Secret::new(hedged.scalar());
            let both = Secret::new(*rho * *product);
            // Π ≠ 0, so this fails only for ρ = 0, with probability 1/r.
            if let Some(inverse) = Option::<Scalar>::from(Field::invert(&*both)) {
                let inverse = Secret::new(inverse);
                let inverse_rho = Secret::new(*inverse * *product);
                let inverse_product = Secret::new(*inverse * *rho);
                return Ok((rho, inverse_rho, inverse_product));
            }
        }
    }

    /// Every update must be for the epoch after the one before it, and by the same authority.
    fn check_chain(&self, updates: &[VerifiedUpdate]) -> Result<(), RevocationError> {
        let mut current = &self.epoch;
        for update in updates {
            let expected = current.epoch().saturating_add(1);
            let found = update.epoch.epoch();
            if found != expected {
                return Err(RevocationError::EpochGap { expected, found });
            }
            if update.previous != *current.digest()
                || update.epoch.authority() != current.authority()
            {
                return Err(RevocationError::UpdateChain { epoch: found });
            }
            current = &update.epoch;
        }
        Ok(())
    }

    /// Names the epoch in which this handle was removed; by now that is public.
    fn revoked_in(&self, updates: &[VerifiedUpdate]) -> RevocationError {
        let epoch = updates
            .iter()
            .find(|update| {
                let mut removals = update.update.removals().iter();
                removals.any(|removal| removal.y == *self.y)
            })
            .map_or(0, |update| update.epoch.epoch());
        RevocationError::Revoked { epoch }
    }
}
