//! Zeroising the backends' own types, which do not all implement [`zeroize::Zeroize`] themselves.

/// Overwrites a value so that the compiler cannot drop the write.
pub trait Wipe {
    /// Overwrites the value with zeroes.
    fn wipe(&mut self);
}

impl<T: Wipe> Wipe for [T] {
    fn wipe(&mut self) {
        self.iter_mut().for_each(Wipe::wipe);
    }
}
impl<T: Wipe, const N: usize> Wipe for [T; N] {
    fn wipe(&mut self) {
        self.as_mut_slice().wipe();
    }
}
impl<T: Wipe> Wipe for Vec<T> {
    fn wipe(&mut self) {
        self.as_mut_slice().wipe();
    }
}
impl<T: Wipe> Wipe for Option<T> {
    fn wipe(&mut self) {
        if let Some(value) = self {
            value.wipe();
        }
    }
}
impl<T: Wipe> Wipe for (usize, T) {
    fn wipe(&mut self) {
        self.1.wipe();
    }
}
