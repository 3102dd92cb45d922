//! The verifier's own view of an authority's epochs.

use std::collections::BTreeMap;

use super::{MisbehaviourProof, SignedEpoch, VerifiedEpoch};
use crate::{RevocationError, RevocationPublicKey};

/// Which epochs a verifier accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EpochPolicy {
    /// How many epochs behind the newest one known an epoch may be. 0: only the newest.
    pub max_age: u64,
    /// How many seconds the clocks of verifier and authority may differ: the validity window is widened by this much
    /// on both sides.
    pub clock_tolerance: u64,
}

/// A verifier's copy of one authority's epochs: it keeps the newest it has seen and those before it that its policy
/// still accepts, never goes back, and never takes an epoch from a presentation.
#[derive(Clone, Debug)]
pub struct EpochTracker {
    authority: RevocationPublicKey,
    policy: EpochPolicy,
    highest: u64,
    epochs: BTreeMap<u64, VerifiedEpoch>,
}

impl EpochTracker {
    /// Starts without any epoch.
    pub fn new(authority: RevocationPublicKey, policy: EpochPolicy) -> Self {
        Self::resume(authority, policy, 0)
    }

    /// Starts again after a restart: `highest` is the number of the newest epoch seen before, below which an attacker
    /// could otherwise roll the verifier back.
    pub fn resume(authority: RevocationPublicKey, policy: EpochPolicy, highest: u64) -> Self {
        Self {
            authority,
            policy,
            highest,
            epochs: BTreeMap::new(),
        }
    }

    /// The authority.
    pub fn authority(&self) -> &RevocationPublicKey {
        &self.authority
    }

    /// The number of the newest epoch seen. Keep it across restarts.
    pub fn highest(&self) -> u64 {
        self.highest
    }

    /// Takes in an epoch that the verifier has fetched for itself.
    ///
    /// # Errors
    /// [`RevocationError::Signature`]; [`RevocationError::Misbehaviour`] if it contradicts one already known;
    /// [`RevocationError::StaleEpoch`] if the policy would not accept it any more.
    pub fn observe(&mut self, signed: &SignedEpoch) -> Result<(), RevocationError> {
        self.authority.check_epoch(signed)?;
        for known in self.epochs.values() {
            if let Some(proof) = MisbehaviourProof::detect(known.signed(), signed) {
                return Err(RevocationError::Misbehaviour(Box::new(proof)));
            }
        }
        let epoch = signed.info().epoch;
        self.check_age(epoch)?;
        if self.epochs.contains_key(&epoch) {
            return Ok(());
        }
        let known = self.epochs.values().next();
        let verified = VerifiedEpoch::trusted(self.authority, signed.clone(), known);
        self.epochs.insert(epoch, verified);
        self.highest = self.highest.max(epoch);
        let oldest = self.oldest();
        self.epochs.retain(|number, _| *number >= oldest);
        Ok(())
    }

    /// The epoch to ask a holder for: the newest one known.
    ///
    /// # Errors
    /// [`RevocationError::NoEpoch`], and as [`Self::accept`].
    pub fn request(&self, now: u64) -> Result<VerifiedEpoch, RevocationError> {
        if self.epochs.is_empty() {
            return Err(RevocationError::NoEpoch);
        }
        self.accept(self.highest, now)
    }

    /// Whether a presentation may be for this epoch at this time (seconds since 1970), and if so, the verifier's own
    /// copy of it, against which the presentation is verified.
    ///
    /// # Errors
    /// [`RevocationError::StaleEpoch`], [`RevocationError::UnknownEpoch`], [`RevocationError::NotYetValid`] or
    /// [`RevocationError::Expired`].
    pub fn accept(&self, epoch: u64, now: u64) -> Result<VerifiedEpoch, RevocationError> {
        self.check_age(epoch)?;
        let known = self
            .epochs
            .get(&epoch)
            .ok_or(RevocationError::UnknownEpoch { epoch })?;
        let window = known.info().validity;
        if now.saturating_add(self.policy.clock_tolerance) < window.not_before() {
            return Err(RevocationError::NotYetValid { epoch });
        }
        if now
            > window
                .not_after()
                .saturating_add(self.policy.clock_tolerance)
        {
            return Err(RevocationError::Expired { epoch });
        }
        Ok(known.clone())
    }

    fn oldest(&self) -> u64 {
        self.highest.saturating_sub(self.policy.max_age)
    }

    fn check_age(&self, epoch: u64) -> Result<(), RevocationError> {
        if epoch < self.oldest() {
            return Err(RevocationError::StaleEpoch {
                epoch,
                oldest: self.oldest(),
            });
        }
        Ok(())
    }
}
