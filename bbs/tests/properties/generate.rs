//! Random statements.

use bbs::SigningKey;
use bbs::curve::{Scalar, scalar_from_wide};
use bbs::proof::Disclosure;
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::setup::{disclose, signing_key};

/// 256 cases, and no files of past failures: a failing case is printed, and belongs into a test of its own.
pub(crate) fn cases() -> ProptestConfig {
    ProptestConfig {
        // The pure-Rust backend is slow, and held against the other operation by operation elsewhere.
        cases: if cfg!(feature = "blst") { 256 } else { 64 },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Uniform scalars, and the edges.
fn scalar() -> impl Strategy<Value = Scalar> {
    prop_oneof![
        6 => any::<[u8; 64]>().prop_map(|bytes| scalar_from_wide(&bytes)),
        1 => (0u64..3).prop_map(Scalar::from),
        1 => (1u64..3).prop_map(|small| -Scalar::from(small)),
    ]
}

/// A key, as many messages as it signs, a subset of their indices, and a nonce.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) key_seed: u8,
    pub(crate) messages: Vec<Scalar>,
    pub(crate) subset: Vec<usize>,
    pub(crate) nonce: Vec<u8>,
    pub(crate) rng_seed: u64,
}

impl Statement {
    pub(crate) fn key(&self) -> SigningKey {
        signing_key(self.key_seed, self.messages.len())
    }

    /// Discloses the subset.
    pub(crate) fn disclosure(&self) -> Disclosure {
        disclose(&self.messages, &self.subset)
    }

    /// The messages of the subset, with their indices.
    pub(crate) fn chosen(&self) -> Vec<(usize, Scalar)> {
        let chosen = |index: &usize| (*index, self.messages[*index]);
        self.subset.iter().map(chosen).collect()
    }

    /// The others.
    pub(crate) fn others(&self) -> Vec<(usize, Scalar)> {
        (0..self.messages.len())
            .filter(|index| !self.subset.contains(index))
            .map(|index| (index, self.messages[index]))
            .collect()
    }
}

/// Statements with at least `least` indices in the subset.
pub(crate) fn statement(least: usize) -> impl Strategy<Value = Statement> {
    (1usize..=6)
        .prop_flat_map(move |count| {
            let indices: Vec<usize> = (0..count).collect();
            (
                // Few keys, so that their generators are derived once.
                1u8..=3,
                prop::collection::vec(scalar(), count),
                subsequence(indices, least..=count),
                prop::collection::vec(any::<u8>(), 0..40),
                any::<u64>(),
            )
        })
        .prop_map(|(key_seed, messages, subset, nonce, rng_seed)| Statement {
            key_seed,
            messages,
            subset,
            nonce,
            rng_seed,
        })
}
