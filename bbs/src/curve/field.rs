//! The base field Fp as the shared algorithms see it. Both backends keep an element as six 64-bit limbs in
//! Montgomery form with R = 2³⁸⁴, so a constant written here serves both.

use core::fmt::Debug;
use core::ops::{Add, Mul, MulAssign, Neg, Sub};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::Wipe;
use super::affine::Affine;

/// Six little-endian 64-bit limbs.
pub type Limbs = [u64; 6];

/// The characteristic p.
pub(super) const P: Limbs = parse(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
);

/// (p − 1)/2, big-endian: the largest element that counts as small.
const LARGEST_SMALL: [u8; 48] = [
    0x0d, 0x00, 0x88, 0xf5, 0x1c, 0xbf, 0xf3, 0x4d, 0x25, 0x8d, 0xd3, 0xdb, 0x21, 0xa5, 0xd6, 0x6b,
    0xb2, 0x3b, 0xa5, 0xc2, 0x79, 0xc2, 0x89, 0x5f, 0xb3, 0x98, 0x69, 0x50, 0x7b, 0x58, 0x7b, 0x12,
    0x0f, 0x55, 0xff, 0xff, 0x58, 0xa9, 0xff, 0xff, 0xdc, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xd5, 0x55,
];

/// An element of Fp.
pub trait BaseField:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + PartialEq
    + ConstantTimeEq
    + ConditionallySelectable
    + Wipe
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + for<'a> MulAssign<&'a Self>
    + Neg<Output = Self>
{
    /// The element whose Montgomery form is given; it must be below p.
    fn from_montgomery(limbs: Limbs) -> Self;

    /// Reads 48 big-endian bytes; `None` unless below p.
    fn from_be_bytes(bytes: &[u8; 48]) -> Option<Self>;

    /// 48 big-endian bytes, canonical.
    fn to_be_bytes(&self) -> [u8; 48];

    /// a².
    fn square(&self) -> Self;

    /// 1/a; 0 for 0.
    fn invert_or_zero(&self) -> Self;

    /// a^((p+1)/4): a root of a if a is a square, and of −a otherwise (p ≡ 3 mod 4).
    fn sqrt_candidate(&self) -> Self;

    /// Becomes `other` where the mask is all ones, stays where it is zero. Constant time.
    fn assign_if(&mut self, other: &Self, mask: u64);

    /// Elements i and j of a row of points. Constant time: reads the whole row.
    fn select_two(row: &[Affine<Self>], i: u64, j: u64) -> [Affine<Self>; 2] {
        let mut chosen = [Affine::<Self>::identity(); 2];
        for (place, point) in (0..).zip(row) {
            for (chosen, index) in chosen.iter_mut().zip([i, j]) {
                let mask = equality_mask(place, index);
                chosen.x.assign_if(&point.x, mask);
                chosen.y.assign_if(&point.y, mask);
            }
        }
        chosen
    }

    /// 0.
    fn zero() -> Self {
        Self::from_montgomery([0; 6])
    }

    /// 1.
    fn one() -> Self {
        const ONE: Limbs = montgomery("1");
        Self::from_montgomery(ONE)
    }

    /// 2a.
    fn double(&self) -> Self {
        *self + *self
    }

    /// a/2.
    fn half(&self) -> Self;

    /// Whether the integer in [0, p) is above (p−1)/2.
    fn is_large(&self) -> Choice {
        // The borrow of (p−1)/2 − a.
        let borrow = LARGEST_SMALL
            .iter()
            .zip(self.to_be_bytes())
            .rev()
            .fold(0i16, |borrow, (a, b)| {
                (i16::from(*a) - i16::from(b) + borrow) >> 8
            });
        Choice::from((borrow & 1) as u8)
    }
}

/// All ones if a = b, else zero; both below 2⁶³. Constant time.
#[inline(always)]
pub(super) fn equality_mask(a: u64, b: u64) -> u64 {
    let difference = core::hint::black_box(a ^ b);
    // The top bit of d − 1 is set exactly for d = 0.
    (difference.wrapping_sub(1) >> 63).wrapping_neg()
}

/// The Montgomery form a·2³⁸⁴ mod p of a hexadecimal number below p. For constants: slow.
pub(super) const fn montgomery(hex: &str) -> Limbs {
    let mut value = parse(hex);
    let mut i = 0;
    while i < 384 {
        value = double(value);
        i += 1;
    }
    value
}

#[allow(clippy::indexing_slicing)] // const code has no iterators; all indices are bounded by the loops
const fn parse(hex: &str) -> Limbs {
    let digits = hex.as_bytes();
    let mut limbs = [0u64; 6];
    let mut i = 0;
    while i < digits.len() {
        let digit = digits[digits.len() - 1 - i];
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            _ => digit - b'a' + 10,
        };
        assert!(value < 16);
        limbs[i / 16] |= (value as u64) << (4 * (i % 16));
        i += 1;
    }
    limbs
}

#[allow(clippy::indexing_slicing)]
const fn double(a: Limbs) -> Limbs {
    // 2a < 2p < 2³⁸⁴, so no bit is lost.
    let mut twice = [0u64; 6];
    let mut reduced = [0u64; 6];
    let mut borrow = false;
    let mut i = 0;
    while i < 6 {
        twice[i] = (a[i] << 1) | if i == 0 { 0 } else { a[i - 1] >> 63 };
        let (difference, first) = twice[i].overflowing_sub(P[i]);
        let (difference, second) = difference.overflowing_sub(borrow as u64);
        reduced[i] = difference;
        borrow = first | second;
        i += 1;
    }
    if borrow { twice } else { reduced }
}
