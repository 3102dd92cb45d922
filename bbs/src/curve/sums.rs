//! Sums of many affine points, in trees: each level adds neighbours, and all additions of a level share one field
//! inversion. An addition then costs 6 multiplications instead of 10.

use super::Wipe;
use super::affine::Affine;
use super::field::BaseField;

/// How to add two affine points, given the inverse of a denominator.
pub(super) trait Rule {
    /// A nonzero element, to be inverted.
    fn denominator<F: BaseField>(p: &Affine<F>, q: &Affine<F>) -> F;
    /// P + Q.
    fn sum<F: BaseField>(p: &Affine<F>, q: &Affine<F>, inverse: &F) -> Affine<F>;
}

/// For P ≠ ±Q, neither the identity. Constant time.
pub(super) enum Distinct {}

impl Rule for Distinct {
    #[inline(always)]
    fn denominator<F: BaseField>(p: &Affine<F>, q: &Affine<F>) -> F {
        q.x - p.x
    }

    #[inline(always)]
    fn sum<F: BaseField>(p: &Affine<F>, q: &Affine<F>, inverse: &F) -> Affine<F> {
        third_point(p, q, (q.y - p.y) * *inverse)
    }
}

/// For any P and Q. Variable time.
pub(super) enum Vartime {}

impl Rule for Vartime {
    #[inline(always)]
    fn denominator<F: BaseField>(p: &Affine<F>, q: &Affine<F>) -> F {
        if p.x != q.x {
            if p.is_identity_vartime() || q.is_identity_vartime() {
                F::one()
            } else {
                q.x - p.x
            }
        } else if p.y == q.y && !p.is_identity_vartime() {
            p.y.double()
        } else {
            F::one()
        }
    }

    #[inline(always)]
    fn sum<F: BaseField>(p: &Affine<F>, q: &Affine<F>, inverse: &F) -> Affine<F> {
        if p.x != q.x {
            if p.is_identity_vartime() {
                return *q;
            }
            if q.is_identity_vartime() {
                return *p;
            }
            third_point(p, q, (q.y - p.y) * *inverse)
        } else if p.y == q.y && !p.is_identity_vartime() {
            let square = p.x.square();
            third_point(p, q, (square.double() + square) * *inverse)
        } else {
            // Opposite points, or twice the identity.
            Affine::identity()
        }
    }
}

/// The sum of two points on a line of the given slope.
#[inline(always)]
fn third_point<F: BaseField>(p: &Affine<F>, q: &Affine<F>, slope: F) -> Affine<F> {
    let x = slope.square() - p.x - q.x;
    Affine {
        x,
        y: slope * (p.x - x) - p.y,
    }
}

/// Room for one level, kept between levels.
pub(super) struct Scratch<F> {
    denominators: Vec<F>,
    products: Vec<F>,
    points: Vec<Affine<F>>,
}

impl<F: BaseField> Scratch<F> {
    pub(super) fn new() -> Self {
        Self {
            denominators: Vec::new(),
            products: Vec::new(),
            points: Vec::new(),
        }
    }

    /// Replaces all denominators, none of them zero, by their inverses, by Montgomery's trick.
    fn invert(&mut self) {
        // In place throughout: moving a product that was just written would stall.
        self.products.clear();
        self.products.extend_from_slice(&self.denominators);
        let mut products = self.products.iter_mut();
        let Some(mut last) = products.next() else {
            return;
        };
        for product in products {
            *product *= &*last;
            last = product;
        }
        let mut inverse = last.invert_or_zero();
        let before = self.products.iter().rev().skip(1);
        let mut denominators = self.denominators.iter_mut().rev();
        for (denominator, product) in denominators.by_ref().zip(before) {
            let factor = core::mem::replace(denominator, *product);
            *denominator *= &inverse;
            inverse *= &factor;
        }
        if let Some(first) = self.denominators.first_mut() {
            *first = inverse;
        }
    }
}

impl<F: BaseField> Wipe for Scratch<F> {
    fn wipe(&mut self) {
        self.denominators.wipe();
        self.products.wipe();
        self.points.wipe();
    }
}

/// Points in consecutive groups, each of which is to be summed.
pub(super) struct Groups<F> {
    pub(super) points: Vec<Affine<F>>,
    pub(super) counts: Vec<usize>,
}

impl<F: BaseField> Groups<F> {
    /// Adds neighbours within the groups until a level would have fewer than `enough` additions or every group has at
    /// most one point.
    pub(super) fn reduce<R: Rule>(&mut self, enough: usize, scratch: &mut Scratch<F>) {
        loop {
            let additions: usize = self.counts.iter().map(|count| count / 2).sum();
            if additions < enough.max(1) {
                return;
            }
            self.halve::<R>(scratch);
        }
    }

    /// One level.
    fn halve<R: Rule>(&mut self, scratch: &mut Scratch<F>) {
        scratch.denominators.clear();
        for group in groups(&self.points, &self.counts) {
            let pairs = group.as_chunks().0.iter();
            let denominators = pairs.map(|[p, q]| R::denominator(p, q));
            scratch.denominators.extend(denominators);
        }
        scratch.invert();
        scratch.points.clear();
        let mut inverses = scratch.denominators.iter();
        for group in groups(&self.points, &self.counts) {
            let (pairs, single) = group.as_chunks();
            let pairs = pairs.iter().zip(inverses.by_ref());
            let sums = pairs.map(|([p, q], inverse)| R::sum(p, q, inverse));
            scratch.points.extend(sums);
            scratch.points.extend_from_slice(single);
        }
        core::mem::swap(&mut self.points, &mut scratch.points);
        for count in &mut self.counts {
            *count = count.div_ceil(2);
        }
    }
}

/// The groups, given how many points each has.
fn groups<'a, F>(
    mut points: &'a [Affine<F>],
    counts: &'a [usize],
) -> impl Iterator<Item = &'a [Affine<F>]> {
    counts.iter().map_while(move |count| {
        let (group, rest) = points.split_at_checked(*count)?;
        points = rest;
        Some(group)
    })
}

/// Appends P + Q for all given pairs.
pub(super) fn append_sums<R: Rule, F: BaseField>(
    sums: &mut Vec<Affine<F>>,
    pairs: &[(Affine<F>, Affine<F>)],
    scratch: &mut Scratch<F>,
) {
    scratch.denominators.clear();
    let denominators = pairs.iter().map(|(p, q)| R::denominator(p, q));
    scratch.denominators.extend(denominators);
    scratch.invert();
    let pairs = pairs.iter().zip(&scratch.denominators);
    sums.extend(pairs.map(|((p, q), inverse)| R::sum(p, q, inverse)));
}
