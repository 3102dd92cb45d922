//! Verified epochs, and the step from one to the next.

use std::fmt;
use std::sync::Arc;

use bbs::curve::{FixedBase, TableSize};

use super::{DIGEST_BYTES, EpochInfo, MisbehaviourProof, SignedEpoch};
use crate::accumulator::AccumulatorPublicKey;
use crate::{PublishedEpoch, RevocationError, RevocationPublicKey, UpdateData};

/// Evidence that an authority has signed an epoch. Cheap to clone; clones share prepared points and tables.
#[derive(Clone)]
#[must_use]
pub struct VerifiedEpoch(Arc<Inner>);

struct Inner {
    authority: RevocationPublicKey,
    signed: SignedEpoch,
    digest: [u8; DIGEST_BYTES],
    key: AccumulatorPublicKey,
    value: FixedBase,
}

impl RevocationPublicKey {
    /// Checks the authority's signature of an epoch. Says nothing of whether the epoch is the newest, or follows the
    /// last one known: for that see [`VerifiedEpoch::accept_next`] (holders) and
    /// [`EpochTracker`](crate::EpochTracker) (verifiers).
    ///
    /// # Errors
    /// [`RevocationError::Signature`].
    pub fn verify_epoch(&self, signed: &SignedEpoch) -> Result<VerifiedEpoch, RevocationError> {
        self.check_epoch(signed)?;
        Ok(VerifiedEpoch::trusted(*self, signed.clone(), None))
    }
}

impl VerifiedEpoch {
    /// For epochs whose signature was checked, or just made. `known` is an epoch whose prepared Q may be shared.
    pub(crate) fn trusted(
        authority: RevocationPublicKey,
        signed: SignedEpoch,
        known: Option<&Self>,
    ) -> Self {
        let info = signed.info();
        let key = known
            .map(Self::key)
            .filter(|key| *key.point() == info.q)
            .cloned()
            .unwrap_or_else(|| AccumulatorPublicKey::new(info.q));
        Self(Arc::new(Inner {
            authority,
            digest: info.digest(),
            key,
            value: FixedBase::new(info.value),
            signed,
        }))
    }

    /// The authority that signed it.
    pub fn authority(&self) -> &RevocationPublicKey {
        &self.0.authority
    }

    /// The information.
    pub fn info(&self) -> &EpochInfo {
        self.0.signed.info()
    }

    /// The epoch's number.
    pub fn epoch(&self) -> u64 {
        self.info().epoch
    }

    /// The information with its signature, to pass on.
    pub fn signed(&self) -> &SignedEpoch {
        &self.0.signed
    }

    /// The digest of the information.
    pub fn digest(&self) -> &[u8; DIGEST_BYTES] {
        &self.0.digest
    }

    /// Q with its prepared form.
    pub fn key(&self) -> &AccumulatorPublicKey {
        &self.0.key
    }

    /// V, which may carry tables.
    pub fn value(&self) -> &FixedBase {
        &self.0.value
    }

    /// Builds tables for V and the lines of Q, once. Worth it for whoever proves or verifies often in one epoch.
    pub fn precompute(&self, size: TableSize) {
        self.0.value.precompute(size);
        self.0.key.pairing_key().prepared();
    }

    /// What a holder does with every newly published epoch: accepts it if this authority signed it, it chains from
    /// this one, and its update data are those that it names. Keep the returned epoch in place of this one.
    ///
    /// # Errors
    /// [`RevocationError::Signature`]; [`RevocationError::Misbehaviour`] with an exportable proof if the authority has
    /// signed both epochs but they contradict each other; [`RevocationError::EpochGap`] for another epoch than the
    /// next; [`RevocationError::UpdateDigest`] or [`RevocationError::UpdateValue`] if the update data are not the
    /// epoch's.
    pub fn accept_next(&self, next: PublishedEpoch) -> Result<VerifiedUpdate, RevocationError> {
        let PublishedEpoch { signed, update } = next;
        self.authority().check_epoch(&signed)?;
        if let Some(proof) = MisbehaviourProof::detect(self.signed(), &signed) {
            return Err(RevocationError::Misbehaviour(Box::new(proof)));
        }
        let expected = self.epoch().saturating_add(1);
        if signed.info().epoch != expected {
            return Err(RevocationError::EpochGap {
                expected,
                found: signed.info().epoch,
            });
        }
        update.check(signed.info(), &self.info().value)?;
        Ok(VerifiedUpdate {
            previous: *self.digest(),
            epoch: Self::trusted(*self.authority(), signed, Some(self)),
            update,
        })
    }
}

impl PartialEq for VerifiedEpoch {
    fn eq(&self, other: &Self) -> bool {
        self.authority() == other.authority() && self.info() == other.info()
    }
}
impl Eq for VerifiedEpoch {}

impl fmt::Debug for VerifiedEpoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VerifiedEpoch").field(self.info()).finish()
    }
}

/// Evidence that an epoch follows another one, and by which removals.
#[derive(Clone, Debug)]
#[must_use]
pub struct VerifiedUpdate {
    pub(crate) previous: [u8; DIGEST_BYTES],
    pub(crate) epoch: VerifiedEpoch,
    pub(crate) update: UpdateData,
}

impl VerifiedUpdate {
    /// The new epoch.
    pub fn epoch(&self) -> &VerifiedEpoch {
        &self.epoch
    }

    /// What was removed.
    pub fn update(&self) -> &UpdateData {
        &self.update
    }
}
