//! Sums of many affine points, in trees: each level adds neighbours, and all additions of a level share one field
//! inversion. An addition then costs 6 multiplications instead of 10.

use super::affine::Affine;
use super::field::BaseField;

/// How to add two affine points, given the inverse of a denominator.
pub(super) trait Rule {
    /// A nonzero element, to be inverted.
    fn denominator<F: BaseField>(p: &Affine<F>, q: &Affine<F>) -> F;
    /// P + Q.
    fn sum<F: BaseField>(p: &Affine<F>, q: &Affine<F>, inverse: F) -> Affine<F>;
}

/// For P ≠ ±Q, neither the identity. Constant time.
pub(super) enum Distinct {}

impl Rule for Distinct {
    #[inline(always)]
    fn denominator<F: BaseField>(p: &Affine<F>, q: &Affine<F>) -> F {
        q.x - p.x
    }

    #[inline(always)]
    fn sum<F: BaseField>(p: &Affine<F>, q: &Affine<F>, inverse: F) -> Affine<F> {
        third_point(p, q, (q.y - p.y) * inverse)
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
    fn sum<F: BaseField>(p: &Affine<F>, q: &Affine<F>, inverse: F) -> Affine<F> {
        if p.x != q.x {
            if p.is_identity_vartime() {
                return *q;
            }
            if q.is_identity_vartime() {
                return *p;
            }
            third_point(p, q, (q.y - p.y) * inverse)
        } else if p.y == q.y && !p.is_identity_vartime() {
            let square = p.x.square();
            third_point(p, q, (square.double() + square) * inverse)
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

/// Room for one level's denominators and their running products, kept between levels.
pub(super) struct Scratch<F> {
    denominators: Vec<F>,
    products: Vec<F>,
}

impl<F: BaseField> Scratch<F> {
    pub(super) fn new() -> Self {
        Self {
            denominators: Vec::new(),
            products: Vec::new(),
        }
    }

    /// Replaces all (nonzero) denominators by their inverses, by Montgomery's trick.
    fn invert(&mut self) {
        self.products.clear();
        let mut product = F::one();
        for denominator in &self.denominators {
            self.products.push(product);
            product = product * *denominator;
        }
        let mut inverse = product.invert_or_zero();
        for (denominator, product) in self.denominators.iter_mut().zip(&self.products).rev() {
            let next = inverse * *denominator;
            *denominator = inverse * *product;
            inverse = next;
        }
    }

    fn clear(&mut self, count: usize) {
        self.denominators.clear();
        self.denominators.reserve(count);
        self.products.reserve(count);
    }
}

impl<F> Scratch<F>
where
    F: super::Wipe,
{
    /// Overwrites what the levels left behind.
    pub(super) fn wipe(&mut self) {
        use super::Wipe;
        self.denominators.wipe();
        self.products.wipe();
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
            self.halve::<R>(additions, scratch);
        }
    }

    /// One level.
    #[allow(
        clippy::indexing_slicing,
        reason = "the counts add up to the number of points"
    )]
    fn halve<R: Rule>(&mut self, additions: usize, scratch: &mut Scratch<F>) {
        scratch.clear(additions);
        let mut group = self.points.as_slice();
        for count in &self.counts {
            let (these, rest) = group.split_at(*count);
            group = rest;
            for pair in these.chunks_exact(2) {
                scratch
                    .denominators
                    .push(R::denominator(&pair[0], &pair[1]));
            }
        }
        scratch.invert();
        let mut inverses = scratch.denominators.iter();
        let (mut from, mut to) = (0, 0);
        for count in &mut self.counts {
            for _ in 0..*count / 2 {
                if let Some(inverse) = inverses.next() {
                    self.points[to] = R::sum(&self.points[from], &self.points[from + 1], *inverse);
                }
                from += 2;
                to += 1;
            }
            if *count % 2 == 1 {
                self.points[to] = self.points[from];
                from += 1;
                to += 1;
            }
            *count = count.div_ceil(2);
        }
        self.points.truncate(to);
    }
}

/// Appends points[i] + points[j] for all (i, j).
#[allow(clippy::indexing_slicing, reason = "callers pair existing points")]
pub(super) fn append_sums<R: Rule, F: BaseField>(
    points: &mut Vec<Affine<F>>,
    pairs: impl Iterator<Item = (usize, usize)> + Clone,
    scratch: &mut Scratch<F>,
) {
    scratch.clear(0);
    for (i, j) in pairs.clone() {
        scratch
            .denominators
            .push(R::denominator(&points[i], &points[j]));
    }
    scratch.invert();
    for ((i, j), inverse) in pairs.zip(&scratch.denominators) {
        points.push(R::sum(&points[i], &points[j], *inverse));
    }
}
