//! Which messages are disclosed, and with which values.

use crate::curve::Scalar;
use crate::{ParameterError, VerifyError};

/// The disclosed messages of a key with a known message count: sorted by index, each at most once, in range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disclosure {
    count: usize,
    disclosed: Vec<(usize, Scalar)>,
}

impl Disclosure {
    /// Discloses these (index, value) pairs out of `message_count` messages; the order does not matter.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`], [`ParameterError::DuplicateIndex`].
    pub fn new(
        message_count: usize,
        disclosed: impl IntoIterator<Item = (usize, Scalar)>,
    ) -> Result<Self, ParameterError> {
        let mut disclosed: Vec<_> = disclosed.into_iter().collect();
        disclosed.sort_by_key(|(index, _)| *index);
        for ((index, _), (next, _)) in disclosed.iter().zip(disclosed.iter().skip(1)) {
            if index == next {
                return Err(ParameterError::DuplicateIndex { index: *index });
            }
        }
        match disclosed.last() {
            Some((index, _)) if *index >= message_count => Err(ParameterError::IndexOutOfRange {
                index: *index,
                count: message_count,
            }),
            _ => Ok(Self {
                count: message_count,
                disclosed,
            }),
        }
    }

    /// How many messages there are, disclosed or not.
    pub fn message_count(&self) -> usize {
        self.count
    }

    /// The disclosed (index, value) pairs, ascending.
    pub fn disclosed(&self) -> &[(usize, Scalar)] {
        &self.disclosed
    }

    /// Whether a message is disclosed.
    pub fn contains(&self, index: usize) -> bool {
        self.disclosed
            .binary_search_by_key(&index, |(index, _)| *index)
            .is_ok()
    }

    /// The indices of the hidden messages, ascending.
    pub fn hidden(&self) -> impl Iterator<Item = usize> + '_ {
        let mut disclosed = self.disclosed.iter().map(|(index, _)| *index).peekable();
        (0..self.count).filter(move |index| disclosed.next_if_eq(index).is_none())
    }

    /// How many messages are hidden.
    pub fn hidden_count(&self) -> usize {
        self.count.saturating_sub(self.disclosed.len())
    }

    /// Compares the set of indices with `indices`, ascending.
    ///
    /// # Errors
    /// [`VerifyError::DisclosureMismatch`] with the first index that stands in one set only.
    pub fn check_indices(
        &self,
        indices: impl IntoIterator<Item = usize>,
    ) -> Result<(), VerifyError> {
        let mut expected = self.disclosed.iter().map(|(index, _)| *index);
        let mut found = indices.into_iter();
        loop {
            match (expected.next(), found.next()) {
                (None, None) => return Ok(()),
                (Some(a), Some(b)) if a == b => {}
                (Some(a), Some(b)) => {
                    return Err(VerifyError::DisclosureMismatch { index: a.min(b) });
                }
                (Some(index), None) | (None, Some(index)) => {
                    return Err(VerifyError::DisclosureMismatch { index });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_unique_in_range() {
        let one = Scalar::from(1);
        let disclosure = Disclosure::new(5, [(3, one), (0, one)]).unwrap();
        assert_eq!(disclosure.hidden().collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(disclosure.hidden_count(), 3);
        assert!(disclosure.contains(3) && !disclosure.contains(2));
        assert_eq!(
            Disclosure::new(5, [(3, one), (3, one)]),
            Err(ParameterError::DuplicateIndex { index: 3 })
        );
        assert_eq!(
            Disclosure::new(5, [(5, one)]),
            Err(ParameterError::IndexOutOfRange { index: 5, count: 5 })
        );
    }

    #[test]
    fn a_mismatch_names_the_index() {
        let disclosure = Disclosure::new(5, [(1, Scalar::from(1)), (3, Scalar::from(1))]).unwrap();
        let check = |indices: &[usize]| disclosure.check_indices(indices.iter().copied());
        assert_eq!(check(&[1, 3]), Ok(()));
        assert_eq!(
            check(&[1]),
            Err(VerifyError::DisclosureMismatch { index: 3 })
        );
        assert_eq!(
            check(&[0, 1, 3]),
            Err(VerifyError::DisclosureMismatch { index: 0 })
        );
        assert_eq!(
            check(&[1, 3, 4]),
            Err(VerifyError::DisclosureMismatch { index: 4 })
        );
    }
}
