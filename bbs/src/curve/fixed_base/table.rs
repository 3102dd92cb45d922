//! Tables of odd multiples.

use crate::curve::Wipe;
use crate::curve::affine::Affine;
use crate::curve::digits::{self, OddDigits};
use crate::curve::field::BaseField;
use crate::curve::glv;
use crate::curve::jacobian::{Jacobian, batch_normalize};
use crate::curve::sums::{Distinct, Scratch, append_sums};

/// For each w-bit digit i of a half-length scalar, a row of the points 2^(w·i)·{1, 3, …, 2ʷ − 1}·P. Rows serve both
/// halves of a scalar, the second by the endomorphism.
pub(in crate::curve) struct Table<F: Wipe> {
    window: u32,
    entries: Vec<Affine<F>>,
}

impl<F: BaseField> Table<F> {
    /// The table of a point of order r. Constant time.
    pub(super) fn new(point: &Affine<F>, window: u32) -> Self {
        let rows = digits::count(window);
        let row_length = 1usize << (window - 1);
        // 2ᵗ·P for all t, first. Nothing below meets equal or opposite points: they are different small multiples of
        // a point of order r.
        let powers = rows * window as usize;
        let mut doubled = Vec::with_capacity(powers);
        let mut power = Jacobian {
            x: point.x,
            y: point.y,
            z: F::one(),
        };
        for _ in 0..powers {
            doubled.push(power);
            power = power.double();
        }
        let mut points = batch_normalize(&doubled);
        doubled.wipe();
        points.reserve(rows * row_length);
        points.extend_from_within(..);
        points.truncate(powers);

        // Then the m-th odd multiples of all rows together, each set from the sets before: (2m + 1) + 2ˢ.
        let row_starts = (0..powers).step_by(window as usize);
        for start in row_starts.clone() {
            points.extend(points.get(start).copied());
        }
        let mut scratch = Scratch::new();
        for s in 1..window as usize {
            let pairs = (0..1usize << (s - 1)).flat_map(|m| {
                let starts = row_starts.clone().enumerate();
                starts.map(move |(row, start)| (powers + m * rows + row, start + s))
            });
            append_sums::<Distinct, F>(&mut points, pairs, &mut scratch);
        }

        let multiples = points.get(powers..).unwrap_or_default();
        let entries = (0..rows)
            .flat_map(|row| multiples.iter().skip(row).step_by(rows).copied())
            .collect();
        points.wipe();
        scratch.wipe();
        Self { window, entries }
    }

    /// Bytes of the entries.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// How many points sum up to half a product.
    pub(in crate::curve) fn rows(&self) -> usize {
        digits::count(self.window)
    }

    fn row_points(&self) -> impl Iterator<Item = (usize, &[Affine<F>])> {
        self.entries
            .chunks_exact(1 << (self.window - 1))
            .enumerate()
    }

    /// Appends points with Σ = a·P, for each half (a, b) of k = a + b·z², so that k·P = Σ first + ψ(Σ second).
    /// Constant time: whole rows are read.
    pub(in crate::curve) fn push_terms(&self, scalar: &[u8; 32], points: &mut Vec<Affine<F>>) {
        let (a, b) = glv::split_odd(scalar);
        for half in [a, b] {
            let digits = OddDigits::new(half, self.window);
            points.extend(self.row_points().map(|(i, row)| {
                let digit = digits.digit(i);
                F::select(row, digit.index).negate_if(digit.negative)
            }));
        }
    }

    /// Appends points whose sum is k·P.
    pub(in crate::curve) fn push_terms_vartime(
        &self,
        scalar: &[u8; 32],
        points: &mut Vec<Affine<F>>,
    ) {
        let (a, b) = glv::split_odd(scalar);
        let (a, b) = (
            OddDigits::new(a, self.window),
            OddDigits::new(b, self.window),
        );
        for (i, row) in self.row_points() {
            for (digits, second) in [(&a, false), (&b, true)] {
                let digit = digits.digit(i);
                let Some(point) = row.get(digit.index as usize) else {
                    continue;
                };
                let x = if second {
                    glv::beta_times(point.x)
                } else {
                    point.x
                };
                let negative = (digit.negative != 0) != second;
                let y = if negative { -point.y } else { point.y };
                points.push(Affine { x, y });
            }
        }
    }
}

impl<F: Wipe> Drop for Table<F> {
    fn drop(&mut self) {
        self.entries.wipe();
    }
}
