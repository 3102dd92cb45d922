//! A verifier's own view of an authority's epochs in the Aries profile.

use super::{Cri, RevocationAlgorithm, VerifiedCri};
use crate::{RevocationError, RevocationPublicKey};

/// The newest epoch of one authority that a verifier knows of, and how far behind it a presentation may be. It is
/// raised by what the verifier fetches for itself, never by a presentation, and never goes back.
#[derive(Clone, Debug)]
pub struct CriTracker {
    authority: RevocationPublicKey,
    highest: i64,
    max_age: u32,
}

impl CriTracker {
    /// Starts at the epoch `highest`, the newest one known; presentations may be at most `max_age` epochs behind it.
    /// After a restart, start where [`CriTracker::highest`] had come to, or an attacker could roll the verifier back.
    pub fn new(authority: RevocationPublicKey, highest: i64, max_age: u32) -> Self {
        Self {
            authority,
            highest,
            max_age,
        }
    }

    /// The authority.
    pub fn authority(&self) -> &RevocationPublicKey {
        &self.authority
    }

    /// The newest epoch known. Keep it across restarts.
    pub fn highest(&self) -> i64 {
        self.highest
    }

    /// Takes in epoch information that the verifier has fetched for itself. Older epochs change nothing.
    ///
    /// # Errors
    /// As [`RevocationPublicKey::verify_cri`].
    pub fn observe(&mut self, cri: &Cri) -> Result<VerifiedCri, RevocationError> {
        let verified =
            self.authority
                .verify_cri(cri, cri.epoch(), RevocationAlgorithm::NoRevocation)?;
        self.highest = self.highest.max(verified.epoch());
        Ok(verified)
    }

    /// Checks epoch information that came with a presentation: an epoch that the policy accepts, signed by the
    /// authority.
    ///
    /// # Errors
    /// [`RevocationError::EpochMismatch`] for an epoch that is too old or not known yet, and as
    /// [`RevocationPublicKey::verify_cri`].
    pub fn accept(&self, cri: &Cri) -> Result<VerifiedCri, RevocationError> {
        let found = cri.epoch();
        let oldest = self.highest.saturating_sub(i64::from(self.max_age));
        if !(oldest..=self.highest).contains(&found) {
            return Err(RevocationError::EpochMismatch {
                expected: self.highest,
                found,
            });
        }
        self.authority
            .verify_cri(cri, found, RevocationAlgorithm::NoRevocation)
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::RevocationSecretKey;

    #[test]
    fn only_recent_and_known_epochs_of_this_authority_pass() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let key = RevocationSecretKey::generate(&mut rng);
        let sign = |epoch| {
            key.sign_cri(epoch, RevocationAlgorithm::NoRevocation)
                .unwrap()
        };
        let mut tracker = CriTracker::new(key.public_key(), 5, 1);
        let mismatch = |expected, found| Err(RevocationError::EpochMismatch { expected, found });
        assert!(tracker.accept(&sign(5)).is_ok());
        assert!(tracker.accept(&sign(4)).is_ok());
        assert_eq!(tracker.accept(&sign(3)), mismatch(5, 3));
        assert_eq!(tracker.accept(&sign(6)), mismatch(5, 6));

        // It moves on by what the verifier fetches, and never back.
        assert_eq!(tracker.observe(&sign(6)).unwrap().epoch(), 6);
        assert_eq!(tracker.observe(&sign(2)).unwrap().epoch(), 2);
        assert_eq!(tracker.highest(), 6);
        assert_eq!(tracker.accept(&sign(4)), mismatch(6, 4));

        let other = RevocationSecretKey::generate(&mut rng);
        let foreign = other
            .sign_cri(9, RevocationAlgorithm::NoRevocation)
            .unwrap();
        assert_eq!(tracker.observe(&foreign), Err(RevocationError::Signature));
        assert_eq!(tracker.highest(), 6);
    }
}
