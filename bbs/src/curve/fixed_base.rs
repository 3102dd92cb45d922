//! Bases that are multiplied often, and tables of their multiples.

pub(super) mod table;

use core::fmt;
use std::sync::{Arc, OnceLock};

use group::prime::PrimeCurveAffine;

use self::table::Table;
use super::Wipe;
use super::backend::Backend;

/// How much memory a base may spend on one table of its multiples.
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

/// Bits of a scalar that one row of a table serves.
impl TableSize {
    fn secret_window(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Small => Some(4),
            Self::Default => Some(6),
            Self::Large => Some(7),
        }
    }

    fn public_window(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Small => Some(5),
            Self::Default => Some(8),
            Self::Large => Some(10),
        }
    }
}

/// A point of G1 that may carry tables of its multiples. Wiped on drop, tables included.
#[derive(Clone)]
pub struct FixedBase<B: Backend> {
    point: B::G1Affine,
    secret: OnceLock<Arc<Table<B::Fp>>>,
    public: OnceLock<Arc<Table<B::Fp>>>,
}

impl<B: Backend> FixedBase<B> {
    /// A base without tables. The point must be in the subgroup of order r.
    pub fn new(point: B::G1Affine) -> Self {
        Self {
            point,
            secret: OnceLock::new(),
            public: OnceLock::new(),
        }
    }

    /// The point.
    pub fn point(&self) -> &B::G1Affine {
        &self.point
    }

    /// Builds both tables: [`Self::precompute_secret`] and [`Self::precompute_public`].
    pub fn precompute(&self, size: TableSize) {
        self.precompute_secret(size);
        self.precompute_public(size);
    }

    /// Builds the table for multiplying by secret scalars, once; later calls do nothing, whatever the size.
    pub fn precompute_secret(&self, size: TableSize) {
        self.build(&self.secret, size.secret_window());
    }

    /// Builds the table for multiplying by public scalars, once; later calls do nothing, whatever the size.
    pub fn precompute_public(&self, size: TableSize) {
        self.build(&self.public, size.public_window());
    }

    fn build(&self, table: &OnceLock<Arc<Table<B::Fp>>>, window: Option<u32>) {
        // All multiples of the identity are the identity: nothing to tabulate.
        if let (Some(window), false) = (window, self.point.is_identity().into()) {
            table.get_or_init(|| Arc::new(Table::new(&B::g1_coordinates(&self.point), window)));
        }
    }

    /// Bytes held by the tables. Clones share them.
    pub fn table_bytes(&self) -> usize {
        let tables = [self.secret.get(), self.public.get()];
        tables
            .into_iter()
            .flatten()
            .map(|table| table.bytes())
            .sum()
    }

    /// The table that suits secret scalars best.
    pub(super) fn secret_table(&self) -> Option<&Table<B::Fp>> {
        self.secret.get().or(self.public.get()).map(Arc::as_ref)
    }

    /// The table that suits public scalars best.
    pub(super) fn public_table(&self) -> Option<&Table<B::Fp>> {
        self.public.get().or(self.secret.get()).map(Arc::as_ref)
    }
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
