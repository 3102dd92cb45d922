//! A registry that is gone with its process. For tests, and for authorities that keep their state by other means.

use std::collections::HashMap;

use super::{AuthorityError, HandleStatus, Registry, check_successor};
use crate::{Handle, PublishedEpoch};

/// Keeps everything in memory. Nothing in it is durable.
#[derive(Clone, Debug, Default)]
pub struct MemoryRegistry {
    handles: HashMap<Handle, HandleStatus>,
    epochs: Vec<PublishedEpoch>,
}

impl MemoryRegistry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies a transition to every handle, or to none.
    fn change(
        &mut self,
        handles: &[Handle],
        transition: impl Fn(Option<HandleStatus>) -> Result<HandleStatus, super::HandleError>,
    ) -> Result<(), AuthorityError> {
        let mut changed = HashMap::with_capacity(handles.len());
        for (index, handle) in handles.iter().enumerate() {
            let current = changed.get(handle).or_else(|| self.handles.get(handle));
            let next = transition(current.copied()).map_err(AuthorityError::handle(index))?;
            changed.insert(handle.clone(), next);
        }
        self.handles.extend(changed);
        Ok(())
    }
}

impl Registry for MemoryRegistry {
    fn newest_epoch(&self) -> Result<Option<u64>, AuthorityError> {
        Ok(self.epochs.last().map(|epoch| epoch.signed.info().epoch()))
    }

    fn epoch(&self, epoch: u64) -> Result<Option<PublishedEpoch>, AuthorityError> {
        let index = usize::try_from(epoch).unwrap_or(usize::MAX);
        Ok(self.epochs.get(index).cloned())
    }

    fn status(&self, handle: &Handle) -> Result<Option<HandleStatus>, AuthorityError> {
        Ok(self.handles.get(handle).copied())
    }

    fn handle_count(&self) -> Result<u64, AuthorityError> {
        Ok(self.handles.len() as u64)
    }

    fn enroll(&mut self, handles: &[Handle]) -> Result<(), AuthorityError> {
        self.change(handles, HandleStatus::enroll)
    }

    fn publish(
        &mut self,
        epoch: &PublishedEpoch,
        revoked: &[Handle],
    ) -> Result<(), AuthorityError> {
        let number = epoch.signed.info().epoch();
        check_successor(self.newest_epoch()?, number)?;
        self.change(revoked, |current| HandleStatus::revoke(current, number))?;
        self.epochs.push(epoch.clone());
        Ok(())
    }

    fn reinstate(&mut self, handle: &Handle) -> Result<(), AuthorityError> {
        self.change(core::slice::from_ref(handle), HandleStatus::reinstate)
    }
}
