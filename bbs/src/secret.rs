//! A value that is wiped when dropped and never shown.

use core::fmt;
use core::ops::Deref;

use crate::curve::Wipe;

/// Owns a secret: wiped on drop, redacted in `Debug`, neither `Clone` nor serialisable.
pub struct Secret<T: Wipe>(T);

impl<T: Wipe> Secret<T> {
    /// Takes ownership of a secret value. The caller's copy, if any, is the caller's to wipe.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    pub(crate) fn get_mut_secret(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Wipe> Deref for Secret<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Wipe> Wipe for Secret<T> {
    fn wipe(&mut self) {
        self.0.wipe();
    }
}

impl<T: Wipe> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.wipe();
    }
}

impl<T: Wipe> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(<redacted>)")
    }
}
