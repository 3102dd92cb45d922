//! The auditor's side: is an opened revocation handle among the revoked ones?
//!
//! This is what token platforms do today, without any accumulator: an auditor opens the RH nym of a presentation and
//! looks the handle up. It costs the holder's anonymity towards the auditor; the proof of non-revocation does not.

use std::collections::HashMap;

use bbs::curve::{SCALAR_BYTES, Scalar, scalar_to_bytes};

use crate::{Handle, RevocationError, VerifiedUpdate};

/// Revoked handles, by their scalars.
#[derive(Clone, Debug, Default)]
pub struct Denylist {
    /// With the epoch that revoked them, where there is one.
    revoked: HashMap<[u8; SCALAR_BYTES], Option<u64>>,
}

/// Evidence that an opened handle is not on a denylist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct NotDenied {
    handle: Scalar,
}

impl NotDenied {
    /// The scalar of the handle that was looked up.
    pub fn handle(&self) -> &Scalar {
        &self.handle
    }
}

impl Denylist {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds everything that an epoch has revoked.
    pub fn apply(&mut self, update: &VerifiedUpdate) {
        let epoch = update.epoch().epoch();
        for removal in update.update().removals() {
            self.revoked
                .insert(scalar_to_bytes(&removal.y), Some(epoch));
        }
    }

    /// Adds a handle.
    pub fn insert(&mut self, handle: &Handle) {
        self.revoked
            .entry(scalar_to_bytes(&handle.scalar()))
            .or_insert(None);
    }

    /// Takes a handle off the list. Published epochs do not tell of reinstatements: the authority must.
    pub fn reinstate(&mut self, handle: &Handle) {
        self.revoked.remove(&scalar_to_bytes(&handle.scalar()));
    }

    /// How many handles are on the list.
    pub fn len(&self) -> usize {
        self.revoked.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.revoked.is_empty()
    }

    /// Looks up the scalar of an opened RH nym.
    ///
    /// # Errors
    /// [`RevocationError::Denied`].
    pub fn check(&self, handle: &Scalar) -> Result<NotDenied, RevocationError> {
        match self.revoked.get(&scalar_to_bytes(handle)) {
            None => Ok(NotDenied { handle: *handle }),
            Some(epoch) => Err(RevocationError::Denied { epoch: *epoch }),
        }
    }
}
