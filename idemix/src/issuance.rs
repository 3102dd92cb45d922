//! Issuance sessions: nonces that are given out, remembered, used once, and expire.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use bbs::DecodeError;
use bbs::blind::RequestProfile;
use rand_core::{CryptoRng, RngCore};

use crate::error::IssueError;
use crate::issuer::{Issuer, VerifiedCredentialRequest};
use crate::request::CredentialRequest;

/// The issuer's nonce, which a request is bound to. 32 random bytes when generated here; a peer's may have another
/// length.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IssuerNonce(Vec<u8>);

/// Longest nonce that is accepted from outside.
const MAX_NONCE_BYTES: usize = 4096;

impl IssuerNonce {
    /// 32 random bytes.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Self {
        let mut bytes = vec![0; 32];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// A nonce from elsewhere, at most 4096 bytes.
    ///
    /// # Errors
    /// [`DecodeError::TooLarge`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        if bytes.len() > MAX_NONCE_BYTES {
            return Err(DecodeError::TooLarge {
                object: "issuer nonce",
                limit: MAX_NONCE_BYTES,
                found: bytes.len(),
            });
        }
        Ok(Self(bytes.to_vec()))
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for IssuerNonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IssuerNonce({})", hex::encode(&self.0))
    }
}

/// Remembers nonces. Several instances of a service that share one store share its sessions.
pub trait NonceStore {
    /// Remembers a nonce until `expires`.
    ///
    /// # Errors
    /// [`IssueError::NonceStore`].
    fn remember(
        &self,
        nonce: &IssuerNonce,
        expires: SystemTime,
        now: SystemTime,
    ) -> Result<(), IssueError>;

    /// Forgets a nonce, in one atomic step, and says whether it was there and had not expired.
    ///
    /// # Errors
    /// [`IssueError::NonceStore`].
    fn take(&self, nonce: &IssuerNonce, now: SystemTime) -> Result<bool, IssueError>;
}

/// Nonces in memory, up to a bound; expired ones make room.
#[derive(Debug)]
pub struct MemoryNonceStore {
    capacity: usize,
    nonces: Mutex<HashMap<IssuerNonce, SystemTime>>,
}

impl MemoryNonceStore {
    /// A store for at most `capacity` open sessions.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            nonces: Mutex::default(),
        }
    }
}

impl Default for MemoryNonceStore {
    /// 100,000 open sessions.
    fn default() -> Self {
        Self::new(100_000)
    }
}

impl NonceStore for MemoryNonceStore {
    fn remember(
        &self,
        nonce: &IssuerNonce,
        expires: SystemTime,
        now: SystemTime,
    ) -> Result<(), IssueError> {
        let mut nonces = self.nonces.lock().unwrap_or_else(PoisonError::into_inner);
        if nonces.len() >= self.capacity {
            nonces.retain(|_, expires| *expires > now);
        }
        if nonces.len() >= self.capacity {
            return Err(IssueError::NonceStore {
                reason: "too many open sessions",
            });
        }
        nonces.insert(nonce.clone(), expires);
        Ok(())
    }

    fn take(&self, nonce: &IssuerNonce, now: SystemTime) -> Result<bool, IssueError> {
        let mut nonces = self.nonces.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(nonces.remove(nonce).is_some_and(|expires| expires > now))
    }
}

/// Gives out nonces and verifies the requests bound to them, each once.
#[derive(Debug)]
pub struct IssuanceSessions<S: NonceStore = MemoryNonceStore> {
    store: S,
    lifetime: Duration,
}

impl<S: NonceStore> IssuanceSessions<S> {
    /// Sessions that expire after `lifetime`.
    pub fn new(store: S, lifetime: Duration) -> Self {
        Self { store, lifetime }
    }

    /// Opens a session: the nonce to send to the holder.
    ///
    /// # Errors
    /// [`IssueError::NonceStore`].
    pub fn begin<R: RngCore + CryptoRng>(&self, rng: &mut R) -> Result<IssuerNonce, IssueError> {
        self.begin_at(SystemTime::now(), rng)
    }

    /// As [`IssuanceSessions::begin`], by a clock of the caller's.
    ///
    /// # Errors
    /// [`IssueError::NonceStore`].
    pub fn begin_at<R: RngCore + CryptoRng>(
        &self,
        now: SystemTime,
        rng: &mut R,
    ) -> Result<IssuerNonce, IssueError> {
        let nonce = IssuerNonce::generate(rng);
        let expires = now
            .checked_add(self.lifetime)
            .ok_or(IssueError::NonceStore {
                reason: "the lifetime is beyond the clock",
            })?;
        self.store.remember(&nonce, expires, now)?;
        Ok(nonce)
    }

    /// Verifies the request of a session and closes it, whatever the outcome.
    ///
    /// # Errors
    /// [`IssueError::UnknownNonce`], [`IssueError::Request`].
    pub fn verify<P: RequestProfile>(
        &self,
        issuer: &Issuer,
        request: &CredentialRequest<P>,
        nonce: &IssuerNonce,
    ) -> Result<VerifiedCredentialRequest, IssueError> {
        self.verify_at(issuer, request, nonce, SystemTime::now())
    }

    /// As [`IssuanceSessions::verify`], by a clock of the caller's.
    ///
    /// # Errors
    /// As [`IssuanceSessions::verify`].
    pub fn verify_at<P: RequestProfile>(
        &self,
        issuer: &Issuer,
        request: &CredentialRequest<P>,
        nonce: &IssuerNonce,
        now: SystemTime,
    ) -> Result<VerifiedCredentialRequest, IssueError> {
        if !self.store.take(nonce, now)? {
            return Err(IssueError::UnknownNonce);
        }
        issuer.verify_request(request, nonce)
    }
}

impl Default for IssuanceSessions {
    /// In memory, five minutes.
    fn default() -> Self {
        Self::new(MemoryNonceStore::default(), Duration::from_secs(300))
    }
}
