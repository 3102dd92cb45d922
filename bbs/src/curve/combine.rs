//! Sums of products Σ kᵢ·Pᵢ.

mod buckets;
mod public;
mod secret;

use super::backend::Backend;
use super::fixed_base::FixedBase;

pub use public::combine_vartime;
pub use secret::{combine, combine_batch};

/// One sum of products, over fixed and variable bases.
pub struct Sum<'a, B: Backend> {
    /// Terms over bases that may have tables.
    pub fixed: &'a [(&'a FixedBase<B>, &'a B::Scalar)],
    /// Terms over other points.
    pub variable: &'a [(&'a B::G1Affine, &'a B::Scalar)],
}
