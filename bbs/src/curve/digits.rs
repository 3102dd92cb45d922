//! Signed digits of half-length scalars.

use super::glv::Signed;

/// Bits that a half-length scalar may have: |a| ≤ z² < 2¹²⁸.
const HALF_BITS: u32 = 128;

/// How many digits of `window` bits a half-length scalar has.
pub(super) const fn count(window: u32) -> usize {
    HALF_BITS.div_ceil(window) as usize
}

/// Digits dᵢ in {±1, ±3, …, ±(2ʷ − 1)} with a = Σ dᵢ·2^(w·i), for odd a. Constant time.
pub(super) struct OddDigits {
    /// v = (a + 2^(w·n) − 1)/2, whose w-bit digits vᵢ give dᵢ = 2vᵢ − (2ʷ − 1), as Σ (2ʷ − 1)·2^(w·i) = 2^(w·n) − 1.
    v: Signed,
    window: u32,
}

/// The digit ±(2·index + 1).
#[derive(Clone, Copy)]
pub(super) struct OddDigit {
    pub(super) index: u64,
    /// All ones for a negative digit, else zero.
    pub(super) negative: u64,
}

impl OddDigits {
    pub(super) fn new(a: Signed, window: u32) -> Self {
        let above = count(window) as u32 * window - HALF_BITS;
        let sum = a.add(Signed {
            low: u128::MAX,
            high: (1 << above) - 1,
        });
        let v = Signed {
            low: (sum.low >> 1) | (sum.high << 127),
            high: sum.high >> 1,
        };
        Self { v, window }
    }

    /// Digit i.
    pub(super) fn digit(&self, i: usize) -> OddDigit {
        let shift = i as u32 * self.window;
        let bits = (self.v.low >> shift)
            | if shift == 0 {
                0
            } else {
                self.v.high << (128 - shift)
            };
        // The top bit of vᵢ is the sign; below it stands the index, inverted for negative digits.
        let bits = bits as u64;
        let top = self.window - 1;
        let negative = ((bits >> top) & 1).wrapping_sub(1);
        OddDigit {
            index: (bits ^ negative) & ((1 << top) - 1),
            negative,
        }
    }
}
