//! Where an authority keeps its handles and epochs.

#[cfg(feature = "database")]
mod database;
mod memory;

#[cfg(feature = "database")]
pub use database::DatabaseRegistry;
pub use memory::MemoryRegistry;

use thiserror::Error;

use crate::{Handle, PublishedEpoch, RevocationError};

/// What an authority remembers of a handle, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleStatus {
    /// A member since it was enrolled.
    Enrolled,
    /// Revoked.
    Revoked {
        /// The epoch that revoked it.
        epoch: u64,
    },
    /// A member again after a revocation.
    Reinstated {
        /// The epoch that had revoked it last.
        revoked_in: u64,
    },
}

impl HandleStatus {
    /// Whether the handle has a witness.
    pub fn is_member(self) -> bool {
        !matches!(self, Self::Revoked { .. })
    }

    /// What enrolling makes of a handle with this status. Every registry uses these three functions, so that the rules
    /// are the same everywhere.
    ///
    /// # Errors
    /// [`HandleError::Duplicate`] for a member, [`HandleError::EverRevoked`].
    pub fn enroll(current: Option<Self>) -> Result<Self, HandleError> {
        match current {
            None => Ok(Self::Enrolled),
            Some(Self::Enrolled | Self::Reinstated { .. }) => Err(HandleError::Duplicate),
            Some(Self::Revoked { .. }) => Err(HandleError::EverRevoked),
        }
    }

    /// What revoking in `epoch` makes of it.
    ///
    /// # Errors
    /// [`HandleError::Unknown`], [`HandleError::AlreadyRevoked`].
    pub fn revoke(current: Option<Self>, epoch: u64) -> Result<Self, HandleError> {
        match current {
            None => Err(HandleError::Unknown),
            Some(Self::Revoked { epoch }) => Err(HandleError::AlreadyRevoked { epoch }),
            Some(Self::Enrolled | Self::Reinstated { .. }) => Ok(Self::Revoked { epoch }),
        }
    }

    /// What reinstating makes of it.
    ///
    /// # Errors
    /// [`HandleError::Unknown`], [`HandleError::NotRevoked`].
    pub fn reinstate(current: Option<Self>) -> Result<Self, HandleError> {
        match current {
            None => Err(HandleError::Unknown),
            Some(Self::Revoked { epoch }) => Ok(Self::Reinstated { revoked_in: epoch }),
            Some(Self::Enrolled | Self::Reinstated { .. }) => Err(HandleError::NotRevoked),
        }
    }
}

/// Why a handle cannot be enrolled, revoked or reinstated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandleError {
    /// Already enrolled.
    #[error("already enrolled")]
    Duplicate,
    /// Was revoked: give the holder a new handle, or reinstate this one explicitly.
    #[error("was revoked; draw a new handle, or reinstate it explicitly")]
    EverRevoked,
    /// Never enrolled.
    #[error("was never enrolled")]
    Unknown,
    /// Already revoked.
    #[error("was already revoked in epoch {epoch}")]
    AlreadyRevoked {
        /// The epoch that revoked it.
        epoch: u64,
    },
    /// Not revoked, so there is nothing to reinstate.
    #[error("is not revoked")]
    NotRevoked,
    /// y = −α: this handle cannot have a witness.
    #[error("hashes to the negated secret key; draw a new handle")]
    MinusAlpha,
}

/// Why an authority cannot do what it was asked to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AuthorityError {
    /// A handle is in the wrong state. Nothing was changed.
    #[error("handle {index} of the list: {reason}")]
    Handle {
        /// Its place in the list.
        index: usize,
        /// What is wrong.
        reason: HandleError,
    },
    /// More removals than one epoch may have.
    #[error("{found} removals: an epoch has at most {limit}")]
    TooManyRemovals {
        /// The limit.
        limit: usize,
        /// How many were asked for.
        found: usize,
    },
    /// The registry already belongs to an authority.
    #[error("the registry is not empty")]
    NotEmpty,
    /// The registry does not hold any epoch.
    #[error("the registry is empty")]
    Empty,
    /// The registry belongs to an authority with other keys.
    #[error("the registry belongs to other keys")]
    WrongKeys,
    /// Another process has published in the meantime; nothing was changed.
    #[error("epoch {epoch} does not follow the registry's newest epoch")]
    EpochConflict {
        /// The epoch that was to be published.
        epoch: u64,
    },
    /// The registry holds something that it should not.
    #[error("the registry is damaged")]
    Corrupt,
    /// The storage failed.
    #[error("the registry's storage failed")]
    Storage(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// An epoch, a key or a witness is refused.
    #[error(transparent)]
    Revocation(#[from] RevocationError),
}

impl AuthorityError {
    /// A stable, machine-readable name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Handle { reason, .. } => match reason {
                HandleError::Duplicate => "authority.duplicate_handle",
                HandleError::EverRevoked => "authority.ever_revoked",
                HandleError::Unknown => "authority.unknown_handle",
                HandleError::AlreadyRevoked { .. } => "authority.already_revoked",
                HandleError::NotRevoked => "authority.not_revoked",
                HandleError::MinusAlpha => "authority.minus_alpha",
            },
            Self::TooManyRemovals { .. } => "authority.too_many_removals",
            Self::NotEmpty => "authority.not_empty",
            Self::Empty => "authority.empty",
            Self::WrongKeys => "authority.wrong_keys",
            Self::EpochConflict { .. } => "authority.epoch_conflict",
            Self::Corrupt => "authority.corrupt",
            Self::Storage(_) => "authority.storage",
            Self::Revocation(error) => error.code(),
        }
    }

    pub(crate) fn handle(index: usize) -> impl FnOnce(HandleError) -> Self {
        move |reason| Self::Handle { index, reason }
    }
}

/// Durable storage of one authority's handles and epochs. Neither secret key is ever in it.
///
/// Every method that changes something does all of it or nothing, whatever happens to the process, and has made it
/// durable when it returns. Witnesses and epochs leave the authority only after that.
pub trait Registry {
    /// The number of the newest epoch; `None` while there is none.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    fn newest_epoch(&self) -> Result<Option<u64>, AuthorityError>;

    /// An epoch as it was published.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    fn epoch(&self, epoch: u64) -> Result<Option<PublishedEpoch>, AuthorityError>;

    /// What is known of a handle; `None` if it was never enrolled.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    fn status(&self, handle: &Handle) -> Result<Option<HandleStatus>, AuthorityError>;

    /// How many handles were ever enrolled.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`].
    fn handle_count(&self) -> Result<u64, AuthorityError>;

    /// Enrolls handles by [`HandleStatus::enroll`].
    ///
    /// # Errors
    /// [`AuthorityError::Handle`], [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    fn enroll(&mut self, handles: &[Handle]) -> Result<(), AuthorityError>;

    /// Appends an epoch and, in the same step, revokes `revoked` by [`HandleStatus::revoke`]. The epoch must be the one
    /// after the newest (0 if there is none), compared and stored in one step: no epoch is ever overwritten.
    ///
    /// # Errors
    /// [`AuthorityError::EpochConflict`], [`AuthorityError::Handle`], [`AuthorityError::Storage`],
    /// [`AuthorityError::Corrupt`].
    fn publish(&mut self, epoch: &PublishedEpoch, revoked: &[Handle])
    -> Result<(), AuthorityError>;

    /// Reinstates a handle by [`HandleStatus::reinstate`].
    ///
    /// # Errors
    /// [`AuthorityError::Handle`], [`AuthorityError::Storage`], [`AuthorityError::Corrupt`].
    fn reinstate(&mut self, handle: &Handle) -> Result<(), AuthorityError>;
}

/// The epoch that may follow `newest`.
fn check_successor(newest: Option<u64>, epoch: u64) -> Result<(), AuthorityError> {
    let expected = match newest {
        None => Some(0),
        Some(newest) => newest.checked_add(1),
    };
    if expected == Some(epoch) {
        Ok(())
    } else {
        Err(AuthorityError::EpochConflict { epoch })
    }
}
