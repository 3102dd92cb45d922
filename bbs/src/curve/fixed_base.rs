//! Bases that are multiplied often, and tables of their multiples.

mod public;
mod secret;

use core::fmt;
use std::sync::{Arc, OnceLock};

use group::prime::PrimeCurveAffine;

use self::public::PublicTable;
use self::secret::SecretTable;
use super::Wipe;
use super::affine::Affine;
use super::backend::Backend;

/// How much memory a base may spend on tables of its multiples, and how long building them takes, in units P of one
/// pairing (on the fast backend):
///
/// | size | secret scalars | public scalars |
/// |---|---|---|
/// | `Small` | 24,576 bytes, 0.26 P | 45,408 bytes, 0.33 P |
/// | `Default` | 67,584 bytes, 0.5 P | 136,224 bytes, 1.0 P |
/// | `Large` | 116,736 bytes, 0.9 P | 426,816 bytes, 3.1 P |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TableSize {
    /// No table: secret scalars are multiplied by the backend, public ones like those of variable bases.
    None,
    /// The least memory.
    Small,
    /// A good balance.
    #[default]
    Default,
    /// The fastest single products.
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

    fn public_bits(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Small => Some(3),
            Self::Default => Some(4),
            Self::Large => Some(5),
        }
    }
}

/// A point of G1 that may carry tables of its multiples. Wiped on drop, tables included.
#[derive(Clone)]
pub struct FixedBase<B: Backend> {
    point: B::G1Affine,
    secret: OnceLock<Arc<SecretTable<B::Fp>>>,
    public: OnceLock<Arc<PublicTable<B::Fp>>>,
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
        if let (Some(window), Some(point)) = (size.secret_window(), self.tabulable()) {
            self.secret
                .get_or_init(|| Arc::new(SecretTable::new(&point, window)));
        }
    }

    /// Builds the table for multiplying by public scalars, once; later calls do nothing, whatever the size.
    pub fn precompute_public(&self, size: TableSize) {
        if let (Some(bits), Some(point)) = (size.public_bits(), self.tabulable()) {
            self.public
                .get_or_init(|| Arc::new(PublicTable::new(&point, bits)));
        }
    }

    /// The point, unless it is the identity, all of whose multiples are the identity.
    fn tabulable(&self) -> Option<Affine<B::Fp>> {
        (!bool::from(self.point.is_identity())).then(|| B::g1_coordinates(&self.point))
    }

    /// Bytes held by the tables. Clones share them.
    pub fn table_bytes(&self) -> usize {
        let secret = self.secret.get().map_or(0, |table| table.bytes());
        let public = self.public.get().map_or(0, |table| table.bytes());
        secret + public
    }

    pub(super) fn secret_table(&self) -> Option<&SecretTable<B::Fp>> {
        self.secret.get().map(Arc::as_ref)
    }

    pub(super) fn public_table(&self) -> Option<&PublicTable<B::Fp>> {
        self.public.get().map(Arc::as_ref)
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
