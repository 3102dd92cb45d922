//! The revocation authority: enrolls handles, revokes them, publishes epochs.

use core::fmt;

use bbs::curve::{G1Affine, Scalar, TableSize};
use rand_core::{CryptoRng, RngCore};

use crate::accumulator::{AccumulatorSecretKey, MinusAlpha};
use crate::epoch::DIGEST_BYTES;
use crate::registry::{AuthorityError, HandleError, HandleStatus, Registry};
use crate::update::MAX_REMOVALS;
use crate::{
    EpochInfo, Handle, IssuedWitness, PublishedEpoch, Removal, RevocationPublicKey,
    RevocationSecretKey, UpdateData, Validity, VerifiedEpoch,
};

/// From this many multiplications of one V on, tables for it pay.
const TABLES_PAY_FROM: usize = 16;

/// The two secret keys of a revocation authority. The caller keeps them; they are never in the registry.
#[derive(Debug)]
pub struct AuthorityKeys {
    /// Signs epochs.
    pub signing: RevocationSecretKey,
    /// Makes witnesses.
    pub accumulator: AccumulatorSecretKey,
}

impl AuthorityKeys {
    /// Fresh keys.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Self {
        Self {
            signing: RevocationSecretKey::generate(rng),
            accumulator: AccumulatorSecretKey::generate(rng),
        }
    }
}

/// A revocation authority over a registry.
///
/// Every operation is durable in the registry before its result leaves: a killed process loses nothing that was
/// acknowledged, and never publishes two contents for one epoch. After an error of the storage, the next call reads the
/// registry again before it does anything.
pub struct RevocationAuthority<R: Registry> {
    keys: AuthorityKeys,
    registry: R,
    current: VerifiedEpoch,
}

impl<R: Registry> RevocationAuthority<R> {
    /// Founds an authority in an empty registry and publishes its epoch 0.
    ///
    /// # Errors
    /// [`AuthorityError::NotEmpty`], [`AuthorityError::Storage`].
    pub fn create(
        keys: AuthorityKeys,
        mut registry: R,
        validity: Validity,
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Result<Self, AuthorityError> {
        if registry.newest_epoch()?.is_some() || registry.handle_count()? != 0 {
            return Err(AuthorityError::NotEmpty);
        }
        let value = keys.accumulator.first_value(rng);
        let first = sign(&keys, 0, [0; DIGEST_BYTES], value, Vec::new(), validity)?;
        registry.publish(&first, &[])?;
        let current = VerifiedEpoch::trusted(keys.signing.public_key(), first.signed, None);
        Ok(Self {
            keys,
            registry,
            current,
        })
    }

    /// Opens an authority's registry again.
    ///
    /// # Errors
    /// [`AuthorityError::Empty`]; [`AuthorityError::WrongKeys`]; [`AuthorityError::Storage`],
    /// [`AuthorityError::Corrupt`].
    pub fn open(keys: AuthorityKeys, registry: R) -> Result<Self, AuthorityError> {
        let newest = registry.newest_epoch()?.ok_or(AuthorityError::Empty)?;
        let current = load(&keys, &registry, newest, None)?;
        Ok(Self {
            keys,
            registry,
            current,
        })
    }

    /// The key that verifiers and holders are configured with.
    pub fn public_key(&self) -> RevocationPublicKey {
        *self.current.authority()
    }

    /// The newest epoch.
    pub fn current(&self) -> &VerifiedEpoch {
        &self.current
    }

    /// The registry.
    pub fn registry(&self) -> &R {
        &self.registry
    }

    /// An epoch as it was published.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    pub fn published(&self, epoch: u64) -> Result<Option<PublishedEpoch>, AuthorityError> {
        self.registry.epoch(epoch)
    }

    /// All epochs after `epoch`, in order: what a holder that was last at `epoch` needs.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    pub fn published_since(&self, epoch: u64) -> Result<Vec<PublishedEpoch>, AuthorityError> {
        let newest = self.registry.newest_epoch()?.unwrap_or(0);
        (epoch.saturating_add(1)..=newest)
            .map(|number| self.registry.epoch(number)?.ok_or(AuthorityError::Corrupt))
            .collect()
    }

    /// What is known of a handle.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    pub fn status(&self, handle: &Handle) -> Result<Option<HandleStatus>, AuthorityError> {
        self.registry.status(handle)
    }

    /// Enrolls a new handle and gives its witness for the newest epoch. V stays as it is.
    ///
    /// # Errors
    /// [`AuthorityError::Handle`] for a handle that is or ever was enrolled, [`AuthorityError::Storage`].
    pub fn enroll(&mut self, handle: &Handle) -> Result<IssuedWitness, AuthorityError> {
        self.enroll_many(core::slice::from_ref(handle))?
            .pop()
            .ok_or(AuthorityError::Corrupt)
    }

    /// Enrolls many handles in one step, all or none.
    ///
    /// # Errors
    /// As [`Self::enroll`].
    pub fn enroll_many(
        &mut self,
        handles: &[Handle],
    ) -> Result<Vec<IssuedWitness>, AuthorityError> {
        self.refresh()?;
        let witnesses = self.witnesses(handles)?;
        self.registry.enroll(handles)?;
        Ok(witnesses)
    }

    /// The witness of a member for the newest epoch, once more: for a holder whose first one was lost on the way, or
    /// who would rather ask than catch up.
    ///
    /// # Errors
    /// [`AuthorityError::Handle`] for a handle that is unknown or revoked, [`AuthorityError::Storage`].
    pub fn witness(&mut self, handle: &Handle) -> Result<IssuedWitness, AuthorityError> {
        self.refresh()?;
        let reason = match self.registry.status(handle)? {
            None => HandleError::Unknown,
            Some(HandleStatus::Revoked { epoch }) => HandleError::AlreadyRevoked { epoch },
            Some(_) => return self.one_witness(handle),
        };
        Err(AuthorityError::handle(0)(reason))
    }

    /// Revokes handles in one new epoch: V := V/(y + α) for each, in the given order.
    ///
    /// # Errors
    /// [`AuthorityError::Handle`] for a handle that was never enrolled, is already revoked, or stands twice in the
    /// list; [`AuthorityError::TooManyRemovals`]; [`AuthorityError::Storage`]. On an error nothing is revoked.
    pub fn revoke(
        &mut self,
        handles: &[Handle],
        validity: Validity,
    ) -> Result<PublishedEpoch, AuthorityError> {
        if handles.len() > MAX_REMOVALS {
            return Err(AuthorityError::TooManyRemovals {
                limit: MAX_REMOVALS,
                found: handles.len(),
            });
        }
        self.refresh()?;
        self.tables_for(handles.len());
        let scalars: Vec<Scalar> = handles.iter().map(Handle::scalar).collect();
        let values = self
            .keys
            .accumulator
            .removals(self.current.value(), &scalars)
            .map_err(minus_alpha)?;
        let value = *values.last().unwrap_or(self.current.value().point());
        let removals = scalars
            .into_iter()
            .zip(values)
            .map(|(y, value)| Removal { y, value })
            .collect();
        let epoch = self.current.epoch().saturating_add(1);
        let previous = *self.current.digest();
        let next = sign(&self.keys, epoch, previous, value, removals, validity)?;
        self.registry.publish(&next, handles)?;
        let authority = *self.current.authority();
        self.current = VerifiedEpoch::trusted(authority, next.signed.clone(), Some(&self.current));
        Ok(next)
    }

    /// Publishes a new epoch without any removal, to renew the validity window.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`].
    pub fn renew(&mut self, validity: Validity) -> Result<PublishedEpoch, AuthorityError> {
        self.revoke(&[], validity)
    }

    /// Makes a revoked handle a member again and gives its witness for the newest epoch; changes nothing else. Public
    /// data do not tell that this has happened, and everybody knows the handle's scalar since it was revoked. A new
    /// credential with a new handle is better wherever it is possible.
    ///
    /// # Errors
    /// [`AuthorityError::Handle`] for a handle that is unknown or not revoked, [`AuthorityError::Storage`].
    pub fn reinstate(&mut self, handle: &Handle) -> Result<IssuedWitness, AuthorityError> {
        self.refresh()?;
        let witness = self.one_witness(handle)?;
        self.registry.reinstate(handle)?;
        Ok(witness)
    }

    /// Catches up with the registry if it holds a newer epoch, as after an error whose outcome is unknown.
    fn refresh(&mut self) -> Result<(), AuthorityError> {
        let newest = self.registry.newest_epoch()?.ok_or(AuthorityError::Empty)?;
        if newest != self.current.epoch() {
            self.current = load(&self.keys, &self.registry, newest, Some(&self.current))?;
        }
        Ok(())
    }

    fn one_witness(&self, handle: &Handle) -> Result<IssuedWitness, AuthorityError> {
        self.witnesses(core::slice::from_ref(handle))?
            .pop()
            .ok_or(AuthorityError::Corrupt)
    }

    fn witnesses(&self, handles: &[Handle]) -> Result<Vec<IssuedWitness>, AuthorityError> {
        self.tables_for(handles.len());
        let scalars = bbs::Secret::new(handles.iter().map(Handle::scalar).collect::<Vec<_>>());
        let points = self
            .keys
            .accumulator
            .witnesses(self.current.value(), &scalars)
            .map_err(minus_alpha)?;
        let epoch = self.current.epoch();
        Ok(points
            .iter()
            .map(|point| IssuedWitness::new(epoch, *point))
            .collect())
    }

    fn tables_for(&self, multiplications: usize) {
        if multiplications >= TABLES_PAY_FROM {
            self.current.value().precompute(TableSize::default());
        }
    }
}

impl<R: Registry> fmt::Debug for RevocationAuthority<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RevocationAuthority")
            .field("current", &self.current)
            .finish_non_exhaustive()
    }
}

fn minus_alpha(MinusAlpha(index): MinusAlpha) -> AuthorityError {
    AuthorityError::handle(index)(HandleError::MinusAlpha)
}

fn sign(
    keys: &AuthorityKeys,
    epoch: u64,
    previous: [u8; DIGEST_BYTES],
    value: G1Affine,
    removals: Vec<Removal>,
    validity: Validity,
) -> Result<PublishedEpoch, AuthorityError> {
    let update = UpdateData::new(epoch, removals);
    let signed = keys.signing.sign_epoch(EpochInfo {
        epoch,
        q: *keys.accumulator.public_key().point(),
        value,
        previous,
        update: update.digest(),
        validity,
    })?;
    Ok(PublishedEpoch { signed, update })
}

/// Reads an epoch from the registry and checks that it is by this authority.
fn load(
    keys: &AuthorityKeys,
    registry: &impl Registry,
    epoch: u64,
    known: Option<&VerifiedEpoch>,
) -> Result<VerifiedEpoch, AuthorityError> {
    let PublishedEpoch { signed, .. } = registry.epoch(epoch)?.ok_or(AuthorityError::Corrupt)?;
    let authority = keys.signing.public_key();
    if authority.check_epoch(&signed).is_err()
        || signed.info().accumulator_key() != keys.accumulator.public_key().point()
    {
        return Err(AuthorityError::WrongKeys);
    }
    Ok(VerifiedEpoch::trusted(authority, signed, known))
}
