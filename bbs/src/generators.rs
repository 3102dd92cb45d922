//! The bases h0, h[0..L), hashed to G1 from (w, L, i) and never received; and the cache that shares them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::curve::{
    self, FixedBase, G1Affine, G1Projective, G2_COMPRESSED_BYTES, G2_UNCOMPRESSED_BYTES, Scalar,
    TableSize,
};
use crate::pairing::PairingKey;
use crate::{ParameterError, PublicKey, labels};

/// The largest number of messages that the formats can express.
pub const MAX_MESSAGE_COUNT: usize = 65_535;

/// How many messages a key may sign. Checked before any generator is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    message_count: usize,
}

impl Limits {
    /// Allows up to `message_count` messages, at most [`MAX_MESSAGE_COUNT`].
    pub fn new(message_count: usize) -> Self {
        Self {
            message_count: message_count.min(MAX_MESSAGE_COUNT),
        }
    }

    /// The number of messages allowed.
    pub fn message_count(self) -> usize {
        self.message_count
    }

    fn check(self, count: usize) -> Result<(), ParameterError> {
        let limit = self.message_count;
        if (1..=limit).contains(&count) {
            Ok(())
        } else {
            Err(ParameterError::MessageCount { count, limit })
        }
    }
}

impl Default for Limits {
    /// 1024 messages.
    fn default() -> Self {
        Self::new(1024)
    }
}

/// A base of an equation. The named ones may carry tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// g1, the generator of G1.
    G1,
    /// h0, the base of blinding factors.
    H0,
    /// h\[i\], the base of message i.
    H(usize),
    /// Any other point.
    Point(G1Affine),
}

/// Everything public that depends on (w, L): the key, its generators, prepared points, tables.
pub struct PublicParameters {
    key: PublicKey,
    h0: FixedBase,
    h: Box<[FixedBase]>,
    pairing_key: PairingKey,
}

impl PublicParameters {
    /// Derives the generators anew, past the shared cache: for callers that keep their own. Others take
    /// [`PublicKey::parameters`].
    ///
    /// # Errors
    /// [`ParameterError::MessageCount`] for zero messages or more than `limits` allow.
    pub fn derive(
        key: &PublicKey,
        message_count: usize,
        limits: Limits,
    ) -> Result<Self, ParameterError> {
        limits.check(message_count)?;
        Ok(Self::hash(key, message_count))
    }

    fn hash(key: &PublicKey, message_count: usize) -> Self {
        let hash = |data: &[u8]| FixedBase::new(curve::hash_to_g1(data, labels::GENERATOR_DST));
        let mut data = generator_input(key, message_count);
        let h0 = hash(&data);
        let h = (1u32..)
            .take(message_count)
            .map(|i| {
                // The index overwrites bytes 193 to 196.
                if let Some(index) = data.get_mut(193..197) {
                    index.copy_from_slice(&i.to_be_bytes());
                }
                hash(&data)
            })
            .collect();
        Self {
            key: *key,
            h0,
            h,
            pairing_key: PairingKey::new(*key.point()),
        }
    }

    pub(crate) fn cached(
        key: &PublicKey,
        message_count: usize,
        limits: Limits,
    ) -> Result<Arc<Self>, ParameterError> {
        limits.check(message_count)?;
        Ok(CACHE.get(key, message_count))
    }

    /// The issuer's public key.
    pub fn public_key(&self) -> &PublicKey {
        &self.key
    }

    /// L, the number of messages.
    pub fn message_count(&self) -> usize {
        self.h.len()
    }

    /// h0.
    pub fn h0(&self) -> &FixedBase {
        &self.h0
    }

    /// h\[index\].
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`].
    pub fn h(&self, index: usize) -> Result<&FixedBase, ParameterError> {
        self.h.get(index).ok_or(ParameterError::IndexOutOfRange {
            index,
            count: self.h.len(),
        })
    }

    /// All h\[i\] in order.
    pub fn message_bases(&self) -> impl ExactSizeIterator<Item = &FixedBase> {
        self.h.iter()
    }

    /// w, as pairing equations use it.
    pub fn pairing_key(&self) -> &PairingKey {
        &self.pairing_key
    }

    /// Builds tables for every generator, once; later calls do nothing.
    pub fn precompute(&self, size: TableSize) {
        curve::g1_base().precompute(size);
        self.h0.precompute(size);
        for base in &self.h {
            base.precompute(size);
        }
        self.pairing_key.prepared();
    }

    /// The point of a base.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`].
    pub fn point(&self, base: &Base) -> Result<G1Affine, ParameterError> {
        Ok(match base {
            Base::G1 => *curve::g1_base().point(),
            Base::H0 => *self.h0.point(),
            Base::H(index) => *self.h(*index)?.point(),
            Base::Point(point) => *point,
        })
    }

    /// Σ kᵢ·Pᵢ, constant time in the scalars.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`].
    pub fn combine(&self, terms: &[(Base, Scalar)]) -> Result<G1Projective, ParameterError> {
        let terms = self.split(terms)?;
        Ok(curve::combine(&terms.fixed, &terms.variable))
    }

    /// Σ kᵢ·Pᵢ. Variable time: public data only.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`].
    pub fn combine_vartime(
        &self,
        terms: &[(Base, Scalar)],
    ) -> Result<G1Projective, ParameterError> {
        let terms = self.split(terms)?;
        Ok(curve::combine_vartime(&terms.fixed, &terms.variable))
    }

    fn split<'a>(&'a self, terms: &'a [(Base, Scalar)]) -> Result<Terms<'a>, ParameterError> {
        let mut split = Terms {
            fixed: Vec::with_capacity(terms.len()),
            variable: Vec::new(),
        };
        for (base, scalar) in terms {
            match base {
                Base::G1 => split.fixed.push((curve::g1_base(), scalar)),
                Base::H0 => split.fixed.push((&self.h0, scalar)),
                Base::H(index) => split.fixed.push((self.h(*index)?, scalar)),
                Base::Point(point) => split.variable.push((point, scalar)),
            }
        }
        Ok(split)
    }

    pub(crate) fn check_count(&self, found: usize) -> Result<(), ParameterError> {
        if found == self.h.len() {
            Ok(())
        } else {
            Err(ParameterError::WrongMessageCount {
                expected: self.h.len(),
                found,
            })
        }
    }
}

struct Terms<'a> {
    fixed: Vec<(&'a FixedBase, &'a Scalar)>,
    variable: Vec<(&'a G1Affine, &'a Scalar)>,
}

impl fmt::Debug for PublicParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PublicParameters")
            .field("key", &self.key)
            .field("message_count", &self.h.len())
            .finish_non_exhaustive()
    }
}

/// What is hashed for h0: U(w) ‖ 00×6 ‖ u32(L).
fn generator_input(key: &PublicKey, message_count: usize) -> Vec<u8> {
    let count = u32::try_from(message_count).unwrap_or(u32::MAX);
    let mut data = Vec::with_capacity(G2_UNCOMPRESSED_BYTES + 10);
    data.extend_from_slice(&key.to_uncompressed());
    data.extend_from_slice(&[0; 6]);
    data.extend_from_slice(&count.to_be_bytes());
    data
}

/// Bound of the cache: this many generators (not keys) are kept, the least recently used go first.
const CACHE_GENERATORS: usize = 16_384;

static CACHE: Cache = Cache {
    slots: Mutex::new(None),
};

type CacheKey = ([u8; G2_COMPRESSED_BYTES], usize);

/// Shared by the process. An entry is computed once, outside the lock, however many threads ask for it at a time.
struct Cache {
    slots: Mutex<Option<Slots>>,
}

#[derive(Default)]
struct Slots {
    entries: HashMap<CacheKey, Slot>,
    generators: usize,
    clock: u64,
}

struct Slot {
    value: Arc<OnceLock<Arc<PublicParameters>>>,
    used: u64,
}

impl Cache {
    fn get(&self, key: &PublicKey, message_count: usize) -> Arc<PublicParameters> {
        let cell = self.cell((key.to_bytes(), message_count));
        Arc::clone(cell.get_or_init(|| Arc::new(PublicParameters::hash(key, message_count))))
    }

    fn cell(&self, key: CacheKey) -> Arc<OnceLock<Arc<PublicParameters>>> {
        // A panic elsewhere cannot leave the map half-changed: nothing under this lock panics.
        let mut guard = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = guard.get_or_insert_default();
        slots.clock = slots.clock.wrapping_add(1);
        let clock = slots.clock;
        if let Some(slot) = slots.entries.get_mut(&key) {
            slot.used = clock;
            return Arc::clone(&slot.value);
        }
        while slots.generators.saturating_add(key.1) > CACHE_GENERATORS
            && let Some(oldest) = slots
                .entries
                .iter()
                .min_by_key(|(_, slot)| slot.used)
                .map(|(key, _)| *key)
        {
            slots.entries.remove(&oldest);
            slots.generators = slots.generators.saturating_sub(oldest.1);
        }
        let value = Arc::default();
        slots.generators = slots.generators.saturating_add(key.1);
        slots.entries.insert(
            key,
            Slot {
                value: Arc::clone(&value),
                used: clock,
            },
        );
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SecretKey;

    fn key(seed: u8) -> PublicKey {
        *SecretKey::from_seed(&[seed; 32]).unwrap().public_key()
    }

    #[test]
    fn a_hit_is_the_same_object() {
        let key = key(1);
        let first = key.parameters(3, Limits::default()).unwrap();
        let again = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| key.parameters(3, Limits::default()).unwrap()))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect::<Vec<_>>()
        });
        assert!(again.iter().all(|other| Arc::ptr_eq(&first, other)));
    }

    #[test]
    fn derived_anew_they_are_the_same() {
        let key = key(1);
        let cached = key.parameters(3, Limits::default()).unwrap();
        let derived = PublicParameters::derive(&key, 3, Limits::default()).unwrap();
        let points = |parameters: &PublicParameters| {
            let bases = [parameters.h0()]
                .into_iter()
                .chain(parameters.message_bases());
            bases.map(|base| *base.point()).collect::<Vec<_>>()
        };
        assert_eq!(points(&cached), points(&derived));
        assert_eq!(points(&derived).len(), 4);
    }

    #[test]
    fn the_cache_is_bounded_and_drops_the_least_recently_used() {
        let cache = Cache {
            slots: Mutex::new(None),
        };
        let half = CACHE_GENERATORS / 2;
        let name = |n: u8| ([n; G2_COMPRESSED_BYTES], half);
        let (first, second) = (cache.cell(name(1)), cache.cell(name(2)));
        assert!(Arc::ptr_eq(&first, &cache.cell(name(1))));
        cache.cell(name(3));
        assert!(Arc::ptr_eq(&first, &cache.cell(name(1))));
        assert!(!Arc::ptr_eq(&second, &cache.cell(name(2))));
        let guard = cache.slots.lock().unwrap();
        assert!(guard.as_ref().unwrap().generators <= CACHE_GENERATORS);
    }

    #[test]
    fn counts_are_limited() {
        let refused = |count, limits| key(2).parameters(count, limits).unwrap_err();
        assert_eq!(
            refused(0, Limits::default()),
            ParameterError::MessageCount {
                count: 0,
                limit: 1024
            }
        );
        assert_eq!(
            refused(1025, Limits::default()),
            ParameterError::MessageCount {
                count: 1025,
                limit: 1024
            }
        );
        assert_eq!(
            refused(65_536, Limits::new(usize::MAX)),
            ParameterError::MessageCount {
                count: 65_536,
                limit: 65_535
            }
        );
    }
}
