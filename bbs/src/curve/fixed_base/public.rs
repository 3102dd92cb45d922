//! Tables for public scalars.

use super::secret::doublings;
use crate::curve::Wipe;
use crate::curve::affine::Affine;
use crate::curve::eisenstein::{Digits, Integer, tabulate};
use crate::curve::field::BaseField;
use crate::curve::sums::Scratch;

/// For each digit i in Z[ω] of c bits, a row of the points 2^(c·i)·d·P, d over the digits up to units.
pub(in crate::curve) struct PublicTable<F: Wipe> {
    digits: &'static Digits,
    entries: Vec<Affine<F>>,
}

impl<F: BaseField> PublicTable<F> {
    /// The table of a point of order r.
    pub(super) fn new(point: &Affine<F>, bits: u32) -> Self {
        let digits = Digits::of_bits(bits);
        let rows = Digits::count(bits);
        let mut scratch = Scratch::new();
        let mut multiples = tabulate(digits, doublings(point, rows, bits as usize), &mut scratch);
        let entries = (0..rows)
            .flat_map(|row| multiples.iter().skip(row).step_by(rows).copied())
            .collect();
        multiples.wipe();
        scratch.wipe();
        Self { digits, entries }
    }

    /// Bytes of the entries.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// Appends to list j the points Eⱼ, so that k·P = Σ E₀ + ω·Σ E₁ + ω²·Σ E₂.
    pub(in crate::curve) fn push_terms_vartime(
        &self,
        scalar: &[u8; 32],
        lists: &mut [Vec<Affine<F>>; 3],
    ) {
        let digits = self.digits.digits(Integer::from_scalar(scalar));
        let rows = self.entries.chunks_exact(self.digits.entries());
        for (digit, row) in digits.zip(rows) {
            if let Some(digit) = digit
                && let Some(point) = row.get(digit.entry)
                && let Some(list) = lists.get_mut(usize::from(digit.unit.power))
            {
                list.push(if digit.unit.negative { -*point } else { *point });
            }
        }
    }
}

impl<F: Wipe> Drop for PublicTable<F> {
    fn drop(&mut self) {
        self.entries.wipe();
    }
}
