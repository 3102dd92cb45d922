//! Multiples of the generator of G2, for keys.

use ff::PrimeField;
use group::{Group, prime::PrimeCurveAffine};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::backend::Backend;

/// Bits per row.
const WINDOW: u32 = 6;
/// A scalar has 255 bits; signed digits may carry into one more.
const ROWS: usize = 256usize.div_ceil(WINDOW as usize);
/// Multiples 1, 2, …, 2ʷ⁻¹.
const ROW_LENGTH: usize = 1 << (WINDOW - 1);

/// A table of the points j·2^(w·i)·g2. Public, whatever it is multiplied by.
pub struct GeneratorTable<B: Backend> {
    entries: Vec<B::G2Affine>,
}

impl<B: Backend> GeneratorTable<B> {
    /// Builds the table.
    pub fn build() -> Self {
        let mut points = Vec::with_capacity(ROWS * ROW_LENGTH);
        let mut base = B::G2::generator();
        for _ in 0..ROWS {
            let mut multiple = base;
            for _ in 0..ROW_LENGTH {
                points.push(multiple);
                multiple += base;
            }
            for _ in 0..WINDOW {
                base = base.double();
            }
        }
        Self {
            entries: B::g2_batch_normalize(&points),
        }
    }

    /// k·g2. Constant time.
    pub fn mul(&self, scalar: &B::Scalar) -> B::G2 {
        let scalar = scalar.to_repr();
        let rows = self.entries.chunks_exact(ROW_LENGTH);
        (0..).zip(rows).fold(B::G2::identity(), |sum, (i, row)| {
            let (magnitude, negative) = digit(&scalar, i);
            let point = (1..)
                .zip(row)
                .fold(B::G2Affine::identity(), |chosen, (j, point)| {
                    let here: Choice = magnitude.ct_eq(&j);
                    B::G2Affine::conditional_select(&chosen, point, here)
                });
            // Addition is complete in both backends.
            sum + B::G2Affine::conditional_select(&point, &-point, negative)
        })
    }
}

/// Signed digit i of w bits, |d| ≤ 2ʷ⁻¹: its bits and the carry from the bit below, minus 2ʷ times its top bit.
fn digit(scalar: &[u8; 32], i: u32) -> (u32, Choice) {
    let bit = |position: u32| {
        let byte = scalar.get(position as usize / 8).copied();
        u32::from(byte.unwrap_or_default()) >> (position % 8) & 1
    };
    let low = i * WINDOW;
    let below = if low == 0 { 0 } else { bit(low - 1) };
    let bits = (0..WINDOW).map(|j| bit(low + j) << j).sum::<u32>();
    let top = bits >> (WINDOW - 1);
    let mask = top.wrapping_neg();
    // bits + below, or 2ʷ − (bits + below) for negative digits
    let rounded = bits + below;
    let magnitude = (rounded ^ mask)
        .wrapping_sub(mask)
        .wrapping_add(mask & (1 << WINDOW));
    (magnitude, Choice::from(top as u8))
}
