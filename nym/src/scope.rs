//! Scope-exclusive pseudonyms: Nym_scope = sk·S with S hashed from the issuer key and the scope.
//!
//! One holder has exactly one per scope, so a service recognises a returning holder and nobody else does. There is no
//! randomness in it: its hiding is computational (DDH in G1) and needs a uniform sk, see [`ScopeNym`].

use core::fmt;

use bbs::curve::{self, G1Affine, Scalar, g1_to_compressed};
use bbs::sigma::{Equation, Variable};
use bbs::{Base, DecodeError, PublicParameters, Reader, Relation};
use ff::Field;
use group::{Curve, prime::PrimeCurveAffine};
use thiserror::Error;

use crate::labels;

/// Why a scope or its pseudonym cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScopeError {
    /// The scope is empty.
    #[error("the scope is empty")]
    Empty,
    /// The scope is longer than 2³² − 1 bytes.
    #[error("the scope is too long")]
    TooLong,
    /// The scope's base or the pseudonym is the identity.
    #[error("the scope pseudonym is the identity")]
    Identity,
}

/// A scope under one issuer key, with its base S = hash_to_G1(C(w) ‖ u32(length) ‖ scope).
#[derive(Clone, PartialEq, Eq)]
pub struct Scope {
    name: Vec<u8>,
    base: G1Affine,
}

impl Scope {
    /// Hashes a scope, any bytes but none.
    ///
    /// # Errors
    /// [`ScopeError`].
    pub fn new(parameters: &PublicParameters, name: &[u8]) -> Result<Self, ScopeError> {
        if name.is_empty() {
            return Err(ScopeError::Empty);
        }
        let length = u32::try_from(name.len()).map_err(|_| ScopeError::TooLong)?;
        let mut data = parameters.public_key().to_bytes().to_vec();
        data.extend_from_slice(&length.to_be_bytes());
        data.extend_from_slice(name);
        let base = curve::hash_to_g1(&data, labels::SCOPE_DST);
        if bool::from(PrimeCurveAffine::is_identity(&base)) {
            return Err(ScopeError::Identity);
        }
        Ok(Self {
            name: name.to_vec(),
            base,
        })
    }

    /// The scope's bytes.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// S.
    pub fn base(&self) -> &G1Affine {
        &self.base
    }

    /// sk·S. Constant time.
    ///
    /// # Errors
    /// [`ScopeError::Identity`] if sk = 0.
    pub fn pseudonym(&self, sk: &Scalar) -> Result<ScopeNym, ScopeError> {
        let point = curve::combine(&[], &[(&self.base, sk)]).to_affine();
        ScopeNym::from_point(point).map_err(|_| ScopeError::Identity)
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A holder's pseudonym in one scope. Deterministic: whoever can guess sk can test the guess, so sk must be uniform
/// (generated, or 32 random bytes).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ScopeNym(G1Affine);

impl ScopeNym {
    fn from_point(point: G1Affine) -> Result<Self, DecodeError> {
        if bool::from(PrimeCurveAffine::is_identity(&point)) {
            return Err(DecodeError::Identity { field: "scope nym" });
        }
        Ok(Self(point))
    }

    /// Reads the compressed point, 48 bytes.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("scope nym", bytes);
        let point = reader.g1("scope nym")?;
        reader.finish()?;
        Self::from_point(point)
    }

    /// The compressed point, 48 bytes.
    pub fn to_bytes(&self) -> [u8; 48] {
        g1_to_compressed(&self.0)
    }

    /// The point.
    pub fn point(&self) -> &G1Affine {
        &self.0
    }

    /// The equation sk·S = Nym_scope over the hidden sk.
    pub fn equation(&self, scope: &Scope, sk: Variable) -> Equation {
        Equation {
            relation: Relation::ScopeNym,
            terms: vec![(Base::Point(*scope.base()), sk)],
            statement: vec![(Base::Point(self.0), Scalar::ONE)],
        }
    }
}

impl fmt::Debug for ScopeNym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScopeNym(")?;
        for byte in self.to_bytes() {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}
