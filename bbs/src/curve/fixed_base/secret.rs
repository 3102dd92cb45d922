//! Tables for secret scalars.

use crate::curve::Wipe;
use crate::curve::affine::Affine;
use crate::curve::digits::{self, OddDigits};
use crate::curve::field::BaseField;
use crate::curve::glv;
use crate::curve::jacobian::{Jacobian, batch_normalize};
use crate::curve::sums::{Distinct, Scratch, append_sums};

/// For each w-bit digit i of a half-length scalar, a row of the points 2^(w·i)·{1, 3, …, 2ʷ − 1}·P. Rows serve both
/// halves of a scalar, the second by the endomorphism.
pub(in crate::curve) struct SecretTable<F: Wipe> {
    window: u32,
    entries: Vec<Affine<F>>,
}

impl<F: BaseField> SecretTable<F> {
    /// The table of a point of order r. Constant time.
    pub(super) fn new(point: &Affine<F>, window: u32) -> Self {
        let rows = digits::count(window);
        let window_bits = window as usize;
        // 2ᵗ·P for all t.
        let mut powers = doublings(point, rows * window_bits, 1);

        // The first multiples of all rows, then the second, …, each set from the sets before:
        // (2m + 1) + 2ˢ for m < 2ˢ⁻¹. These are different small multiples of a point of order r, never equal or opposite.
        let mut multiples: Vec<Affine<F>> = powers.iter().step_by(window_bits).copied().collect();
        let mut pairs = Vec::new();
        let mut scratch = Scratch::new();
        for s in 1..window_bits {
            let addends = powers.iter().skip(s).step_by(window_bits);
            pairs.clear();
            pairs.extend(multiples.iter().zip(addends.cycle()).map(|(p, q)| (*p, *q)));
            append_sums::<Distinct, F>(&mut multiples, &pairs, &mut scratch);
        }
        let entries = (0..rows)
            .flat_map(|row| multiples.iter().skip(row).step_by(rows).copied())
            .collect();

        powers.wipe();
        multiples.wipe();
        pairs.iter_mut().for_each(|(p, q)| {
            p.wipe();
            q.wipe();
        });
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

    /// Appends, for k = a + b·z², points whose sum is a·P and as many whose sum is b·P, so that k·P is the first sum
    /// plus ψ of the second. Constant time: whole rows are read.
    pub(in crate::curve) fn push_terms(&self, scalar: &[u8; 32], points: &mut Vec<Affine<F>>) {
        let (a, b) = glv::split_odd(scalar);
        let (a, b) = (
            OddDigits::new(a, self.window),
            OddDigits::new(b, self.window),
        );
        let start = points.len();
        points.resize(start + 2 * self.rows(), Affine::identity());
        let (_, new) = points.split_at_mut(start);
        let (first, second) = new.split_at_mut(self.rows());
        let slots = first.iter_mut().zip(second);
        let rows = self.entries.chunks_exact(1 << (self.window - 1));
        for ((i, row), (first, second)) in rows.enumerate().zip(slots) {
            let (a, b) = (a.digit(i), b.digit(i));
            let [p, q] = F::select_two(row, a.index, b.index);
            *first = p.negate_if(a.negative);
            *second = q.negate_if(b.negative);
        }
    }
}

impl<F: BaseField> SecretTable<F> {
    /// Appends points with k·P = Σ first + ω·Σ second. Variable time.
    pub(in crate::curve) fn push_terms_vartime(
        &self,
        scalar: &[u8; 32],
        first: &mut Vec<Affine<F>>,
        second: &mut Vec<Affine<F>>,
    ) {
        let (a, b) = glv::split_odd(scalar);
        // ψ = −ω
        for (half, points, sign) in [(a, first, 0), (b, second, u64::MAX)] {
            let digits = OddDigits::new(half, self.window);
            let rows = self.entries.chunks_exact(1 << (self.window - 1));
            points.extend(rows.enumerate().filter_map(|(i, row)| {
                let digit = digits.digit(i);
                let point = row.get(digit.index as usize)?;
                Some(if digit.negative == sign {
                    *point
                } else {
                    -*point
                })
            }));
        }
    }
}

impl<F: Wipe> Drop for SecretTable<F> {
    fn drop(&mut self) {
        self.entries.wipe();
    }
}

/// 2^(step·i)·P for i < count. Constant time.
pub(super) fn doublings<F: BaseField>(
    point: &Affine<F>,
    count: usize,
    step: usize,
) -> Vec<Affine<F>> {
    let mut power = Jacobian {
        x: point.x,
        y: point.y,
        z: F::one(),
    };
    let mut powers = Vec::with_capacity(count);
    for _ in 0..count {
        powers.push(power);
        for _ in 0..step {
            power = power.double();
        }
    }
    let affine = batch_normalize(&powers);
    powers.wipe();
    affine
}
