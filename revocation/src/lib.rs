//! Revocation for anonymous credentials: which credentials still count, proved without saying which one it is.
//!
//! A credential carries a random [`Handle`] in an attribute that its holder never shows. A [`RevocationAuthority`]
//! keeps an accumulator of the handles that count and signs its value V once per epoch ([`EpochInfo`]). A holder has a
//! [`Witness`] for its handle, keeps it up to date from public data alone, and proves in a presentation that the hidden
//! handle is a member ([`MembershipProver`]). A verifier goes by its own copy of the epochs ([`EpochTracker`]). An
//! auditor that can open handles may look them up in a [`Denylist`].
//!
//! For the profile of the Go library IBM/idemix there is its epoch information with "no revocation" ([`Cri`]).
//!
//! The equations, the security argument, the encodings and an operations guide are in `docs/revocation.md`.
//!
//! ```
//! use revocation::{
//!     AuthorityKeys, Handle, MemoryRegistry, RevocationAuthority, RevocationError, Validity,
//! };
//! # use rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1); // an application uses OsRng
//! # let year = Validity::new(0, 31_536_000)?;
//! let keys = AuthorityKeys::generate(&mut rng);
//! let mut authority = RevocationAuthority::create(keys, MemoryRegistry::new(), year, &mut rng)?;
//! let start = authority.current().clone();
//!
//! // Two holders; their handles are also attributes of their credentials.
//! let (alice, bob) = (Handle::generate(&mut rng), Handle::generate(&mut rng));
//! let mut alices = authority.enroll(&alice)?.verify(&alice.scalar(), &start)?;
//! let mut bobs = authority.enroll(&bob)?.verify(&bob.scalar(), &start)?;
//!
//! // Bob is revoked. What is published is for everybody.
//! let published = authority.revoke(&[bob], year)?;
//! let update = start.accept_next(published)?;
//! alices.catch_up(&[update.clone()], &mut rng)?;
//! assert_eq!(alices.epoch().epoch(), 1);
//! let revoked = bobs.catch_up(&[update], &mut rng);
//! assert_eq!(revoked, Err(RevocationError::Revoked { epoch: 1 }));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod accumulator;
mod authority;
mod cri;
mod denylist;
mod epoch;
mod error;
mod handle;
mod keys;
mod labels;
mod proof;
mod registry;
#[cfg(feature = "serde")]
mod serde_bytes;
mod update;
mod witness;

pub use accumulator::{AccumulatorPublicKey, AccumulatorSecretKey};
pub use authority::{AuthorityKeys, RevocationAuthority};
pub use cri::{Cri, CriTracker, RevocationAlgorithm, VerifiedCri};
pub use denylist::{Denylist, NotDenied};
pub use epoch::{
    DIGEST_BYTES, EPOCH_INFO_BYTES, EpochInfo, EpochPolicy, EpochTracker, Misbehaviour,
    MisbehaviourProof, SIGNED_EPOCH_BYTES, SignedEpoch, Validity, VerifiedEpoch, VerifiedUpdate,
};
pub use error::RevocationError;
pub use handle::{Handle, MAX_HANDLE_BYTES, MIN_HANDLE_BYTES};
pub use keys::{PUBLIC_KEY_BYTES, RevocationPublicKey, RevocationSecretKey, SECRET_KEY_BYTES};
pub use proof::{MEMBERSHIP_POINTS_BYTES, MembershipPoints, MembershipProver, MembershipVariables};
#[cfg(feature = "database")]
pub use registry::DatabaseRegistry;
pub use registry::{AuthorityError, HandleError, HandleStatus, MemoryRegistry, Registry};
pub use update::{
    MAX_REMOVALS, PublishedEpoch, REMOVAL_BYTES, Removal, UPDATE_HEADER_BYTES, UpdateData,
};
pub use witness::{IssuedWitness, WITNESS_BYTES, Witness};
