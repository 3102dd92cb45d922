//! Digits of scalars in Z[ω], ω² + ω + 1 = 0, for public scalars.
//!
//! ω acts on G1 as (x, y) → (βx, y), so a unit ±ωʲ times a point costs at most one multiplication. A scalar becomes
//! K = a + bω with a and b of half its length, and K = Σ dᵢ·2^(c·i) with one digit where two halves would need two.
//! Of the 4ᶜ digits only one of every six associates ±ωʲ·d needs an entry in a table.

use std::sync::OnceLock;

use super::affine::Affine;
use super::field::BaseField;
use super::glv;
use super::sums::{Scratch, Vartime, append_sums};

/// A unit ±ωʲ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// j in 0, 1, 2.
    pub(super) power: u8,
    /// Whether it is −ωʲ.
    pub(super) negative: bool,
}

impl Unit {
    /// unit·P.
    #[inline(always)]
    pub(super) fn times_point<F: BaseField>(self, point: &Affine<F>) -> Affine<F> {
        let x = match self.power {
            0 => point.x,
            1 => glv::beta_times(point.x),
            // β² = −1 − β
            _ => -(point.x + glv::beta_times(point.x)),
        };
        let y = if self.negative { -point.y } else { point.y };
        Affine { x, y }
    }

    fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|negative| (0..3).map(move |power| Self { power, negative }))
    }

    fn times(self, other: Self) -> Self {
        Self {
            power: (self.power + other.power) % 3,
            negative: self.negative != other.negative,
        }
    }

    fn inverse(self) -> Self {
        Self {
            power: (3 - self.power) % 3,
            negative: self.negative,
        }
    }
}

/// a + bω, small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Small {
    a: i32,
    b: i32,
}

impl Small {
    fn norm(self) -> i32 {
        self.a * self.a - self.a * self.b + self.b * self.b
    }

    fn times(self, unit: Unit) -> Self {
        // ω·(a + bω) = −b + (a − b)ω
        let mut out = self;
        for _ in 0..unit.power {
            out = Self {
                a: -out.b,
                b: out.a - out.b,
            };
        }
        if unit.negative {
            out = Self {
                a: -out.a,
                b: -out.b,
            };
        }
        out
    }
}

/// A nonzero digit: a unit times an entry of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    pub(super) entry: usize,
    pub(super) unit: Unit,
}

/// How a table entry comes from two before it: f + unit·g.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) f: usize,
    pub(super) g: usize,
    pub(super) unit: Unit,
}

/// The digits to the base 2ᶜ, the table entries that they need, and how to compute these.
pub(super) struct Digits {
    bits: u32,
    /// By (a mod 2ᶜ)·2ᶜ + (b mod 2ᶜ).
    classes: Vec<Option<(Small, Digit)>>,
    /// Entry 0 is 1; the others in levels, each of which needs only the levels before.
    levels: Vec<Vec<Step>>,
}

impl Digits {
    /// The digits of c bits, 2 ≤ c ≤ 6; anything else counts as the nearest of these.
    pub(super) fn of_bits(bits: u32) -> &'static Self {
        static ALL: [OnceLock<Digits>; 5] = [const { OnceLock::new() }; 5];
        let [two, three, four, five, six] = &ALL;
        match bits {
            ..=2 => two.get_or_init(|| Self::new(2)),
            3 => three.get_or_init(|| Self::new(3)),
            4 => four.get_or_init(|| Self::new(4)),
            5 => five.get_or_init(|| Self::new(5)),
            6.. => six.get_or_init(|| Self::new(6)),
        }
    }

    fn new(bits: u32) -> Self {
        let mut digits = Self {
            bits,
            classes: vec![None; 1 << (2 * bits)],
            levels: Vec::new(),
        };
        // Candidates by norm, so that each class gets one of its smallest elements.
        let range = -(1 << bits)..=(1 << bits);
        let mut candidates: Vec<Small> = range
            .clone()
            .flat_map(|a| range.clone().map(move |b| Small { a, b }))
            .filter(|small| small.norm() > 0)
            .collect();
        candidates.sort_by_key(|small| small.norm());
        let mut depths = Vec::new();
        let mut steps = Vec::new();
        for candidate in candidates {
            if digits.lookup(candidate).is_some() || digits.is_zero(candidate) {
                continue;
            }
            let (value, depth, step) = digits.derive(candidate, &depths);
            let entry = depths.len();
            depths.push(depth);
            steps.push(step);
            for unit in Unit::all() {
                let multiple = value.times(unit);
                let class = digits.class(multiple.a.into(), multiple.b.into());
                if let Some(slot @ None) = digits.classes.get_mut(class) {
                    *slot = Some((multiple, Digit { entry, unit }));
                }
            }
        }
        digits.arrange(&depths, &steps);
        digits
    }

    /// The shortest way to an associate of `target`: its value, depth and step. The first entry needs none.
    fn derive(&self, target: Small, depths: &[usize]) -> (Small, usize, Option<Step>) {
        let mut best: (Small, usize, Option<Step>) = (target, usize::MAX, None);
        if depths.is_empty() {
            // The first candidate is a unit.
            return (Small { a: 1, b: 0 }, 0, None);
        }
        for (second, digit) in self.classes.iter().flatten() {
            // target = first + second, each a unit times an entry.
            let first = Small {
                a: target.a - second.a,
                b: target.b - second.b,
            };
            let Some((value, other)) = self.lookup(first) else {
                continue;
            };
            let depth = [digit.entry, other.entry]
                .iter()
                .filter_map(|entry| depths.get(*entry))
                .max()
                .map_or(usize::MAX, |depth| depth + 1);
            if *value == first && depth < best.1 {
                let back = other.unit.inverse();
                let step = Step {
                    f: other.entry,
                    g: digit.entry,
                    unit: digit.unit.times(back),
                };
                best = (target.times(back), depth, Some(step));
            }
        }
        best
    }

    /// Sorts the entries by depth.
    fn arrange(&mut self, depths: &[usize], steps: &[Option<Step>]) {
        let mut order: Vec<usize> = (0..depths.len()).collect();
        order.sort_by_key(|entry| depths.get(*entry));
        let mut place = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            if let Some(slot) = place.get_mut(*old) {
                *slot = new;
            }
        }
        let moved = |old: usize| place.get(old).copied().unwrap_or_default();
        for (_, digit) in self.classes.iter_mut().flatten() {
            digit.entry = moved(digit.entry);
        }
        let deepest = depths.iter().max().copied().unwrap_or_default();
        self.levels = vec![Vec::new(); deepest];
        for old in order {
            if let (Some(depth), Some(Some(step))) = (depths.get(old), steps.get(old))
                && let Some(level) = self.levels.get_mut(depth - 1)
            {
                level.push(Step {
                    f: moved(step.f),
                    g: moved(step.g),
                    unit: step.unit,
                });
            }
        }
    }

    fn class(&self, a: i128, b: i128) -> usize {
        let mask = (1 << self.bits) - 1;
        (((a & mask) << self.bits) | (b & mask)) as usize
    }

    fn is_zero(&self, small: Small) -> bool {
        self.class(small.a.into(), small.b.into()) == 0
    }

    fn lookup(&self, small: Small) -> Option<&(Small, Digit)> {
        let class = self.class(small.a.into(), small.b.into());
        self.classes.get(class)?.as_ref()
    }

    /// How many entries a table needs.
    pub(super) fn entries(&self) -> usize {
        1 + self.levels.iter().map(Vec::len).sum::<usize>()
    }

    /// The steps from entry 0 to all others. A level's steps are independent of each other.
    pub(super) fn levels(&self) -> &[Vec<Step>] {
        &self.levels
    }

    /// How many digits a scalar has at most.
    pub(super) const fn count(bits: u32) -> usize {
        // |K| ≤ (√3/2)·z² < 2^127.3 (see `Integer::from_scalar`), and digits are at most 2ᶜ/√3 in absolute value. What
        // is left after n of them is at most |K|/2^(c·n) + (2ᶜ/√3)/(2ᶜ − 1), for c ≥ 2 and c·n ≥ 129 less than 1: zero.
        129u32.div_ceil(bits) as usize
    }

    /// The digits of K, lowest first.
    pub(super) fn digits(&self, mut k: Integer) -> impl Iterator<Item = Option<Digit>> {
        std::iter::from_fn(move || {
            if k.a == 0 && k.b == 0 {
                return None;
            }
            let class = self.classes.get(self.class(k.a, k.b)).copied().flatten();
            let (small, digit) = match class {
                Some((small, digit)) => (small, Some(digit)),
                None => (Small { a: 0, b: 0 }, None),
            };
            k.a = (k.a - i128::from(small.a)) >> self.bits;
            k.b = (k.b - i128::from(small.b)) >> self.bits;
            Some(digit)
        })
    }
}

/// a + bω.
#[derive(Clone, Copy, Debug)]
pub(super) struct Integer {
    a: i128,
    b: i128,
}

impl Integer {
    /// A small K that is congruent to the scalar. Variable time.
    pub(super) fn from_scalar(scalar: &[u8; 32]) -> Self {
        // low + high·z², and z² ≡ −ω.
        let (low, high) = glv::split(scalar);
        // Towards zero, by (z², −1) ≡ 0 and (1, z² − 1) ≡ 0: then |low|, |high| ≤ z²/2 + 1.
        let half = glv::Z2 / 2;
        let (mut low, mut high) = (low.cast_signed(), high.cast_signed());
        let z2 = glv::Z2.cast_signed();
        if low.cast_unsigned() > half {
            low = low.wrapping_sub(z2);
            high = high.wrapping_add(1);
        }
        if high.cast_unsigned() > half {
            low = low.wrapping_sub(1);
            high = high.wrapping_sub(z2 - 1);
        }
        Self { a: low, b: -high }
    }

    /// Whether this is zero.
    pub(super) fn is_zero(self) -> bool {
        self.a == 0 && self.b == 0
    }
}

/// The points d·Pᵢ for all table entries d and the n given points: point entry·n + i.
pub(super) fn tabulate<F: BaseField>(
    digits: &Digits,
    mut points: Vec<Affine<F>>,
    scratch: &mut Scratch<F>,
) -> Vec<Affine<F>> {
    let n = points.len();
    points.reserve(n * (digits.entries() - 1));
    let mut operands = Vec::new();
    for level in digits.levels() {
        operands.clear();
        for step in level {
            let f = points.iter().skip(step.f * n);
            let g = points.iter().skip(step.g * n);
            let pairs = f.zip(g).take(n);
            operands.extend(pairs.map(|(f, g)| (*f, step.unit.times_point(g))));
        }
        append_sums::<Vartime, F>(&mut points, &operands, scratch);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every class has a digit that belongs to it, and every entry but the first a step from entries of lower levels.
    #[test]
    fn digits_are_complete() {
        for (bits, entries) in [(2, 3), (3, 11), (4, 43), (5, 171), (6, 683)] {
            let digits = Digits::of_bits(bits);
            assert_eq!(digits.entries(), entries);
            let mut values = vec![Small { a: 1, b: 0 }];
            for level in digits.levels() {
                let known = values.len();
                for step in level {
                    assert!(step.f < known && step.g < known);
                    let g = values[step.g].times(step.unit);
                    let f = values[step.f];
                    values.push(Small {
                        a: f.a + g.a,
                        b: f.b + g.b,
                    });
                }
            }
            assert_eq!(values.len(), entries);
            assert_eq!(digits.classes.len(), 1 << (2 * bits));
            for (class, slot) in digits.classes.iter().enumerate() {
                let Some((small, digit)) = slot else {
                    assert_eq!(class, 0);
                    continue;
                };
                assert_eq!(digits.class(small.a.into(), small.b.into()), class);
                assert_eq!(values[digit.entry].times(digit.unit), *small);
                assert!(3 * small.norm() <= 1 << (2 * bits));
            }
        }
    }

    /// Σ dᵢ·2^(c·i) = K, in no more digits than `count` says, at the corners of K's range too.
    #[test]
    fn digits_sum_up() {
        let half = (glv::Z2 / 2 + 1).cast_signed();
        let corners = [0, 1, -1, 2, -2, 7, half, -half, half / 2, i128::MAX >> 3];
        for bits in 2..=6 {
            let digits = Digits::of_bits(bits);
            for a in corners {
                for b in corners {
                    let list: Vec<_> = digits.digits(Integer { a, b }).collect();
                    assert!(list.len() <= Digits::count(bits));
                    let sum = list.iter().rev().fold((0i128, 0i128), |sum, digit| {
                        let small = digit.map_or(Small { a: 0, b: 0 }, |digit| {
                            let found = digits.classes.iter().flatten().find(|(_, other)| {
                                other.entry == digit.entry && other.unit == digit.unit
                            });
                            found.unwrap().0
                        });
                        (
                            (sum.0 << bits) + i128::from(small.a),
                            (sum.1 << bits) + i128::from(small.b),
                        )
                    });
                    assert_eq!(sum, (a, b));
                }
            }
        }
    }
}
