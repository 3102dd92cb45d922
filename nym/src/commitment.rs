//! Pedersen commitments r·h0 + m·h\[i\] to one message: to the holder's key (a pseudonym), to the enrollment ID, to the
//! revocation handle.

use core::fmt;
use core::marker::PhantomData;

use bbs::curve::{
    self, G1_UNCOMPRESSED_BYTES, G1Affine, SCALAR_BYTES, Scalar, g1_to_compressed,
    g1_to_uncompressed, scalar_to_bytes,
};
use bbs::sigma::{Equation, Variable};
use bbs::{
    Base, DecodeError, Hedge, HedgedRng, ParameterError, PublicParameters, Reader, Relation, Secret,
};
use ff::Field;
use group::{Curve, prime::PrimeCurveAffine};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use crate::labels;

/// What is committed to. Three kinds exist, so that one cannot be given for another.
pub trait Kind: fmt::Debug + Clone + Copy + PartialEq + Eq + Send + Sync + 'static {
    /// The relation named in errors.
    const RELATION: Relation;
    /// The commitment's name in errors.
    const NAME: &'static str;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident, $relation:ident, $name:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $kind;
        impl Kind for $kind {
            const RELATION: Relation = Relation::$relation;
            const NAME: &'static str = $name;
        }
    )*};
}
kinds! {
    /// A commitment to the holder's secret key.
    Holder, Nym, "nym";
    /// A commitment to the enrollment ID.
    EnrollmentId, EidNym, "EID nym";
    /// A commitment to the revocation handle.
    RevocationHandle, RhNym, "RH nym";
}

/// r·h0 + m·h\[i\]: a point of the subgroup, not the identity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment<K: Kind> {
    point: G1Affine,
    kind: PhantomData<K>,
}

/// A pseudonym.
pub type Nym = Commitment<Holder>;
/// A commitment to the enrollment ID.
pub type EidNym = Commitment<EnrollmentId>;
/// A commitment to the revocation handle.
pub type RhNym = Commitment<RevocationHandle>;
/// Opens an [`EidNym`].
pub type EidOpening = Opening<EnrollmentId>;
/// Opens an [`RhNym`].
pub type RhOpening = Opening<RevocationHandle>;

impl<K: Kind> Commitment<K> {
    /// Wraps a point that is known to be in the subgroup, as one computed or decoded here is.
    ///
    /// # Errors
    /// [`DecodeError::Identity`].
    pub fn from_point(point: G1Affine) -> Result<Self, DecodeError> {
        if bool::from(PrimeCurveAffine::is_identity(&point)) {
            return Err(DecodeError::Identity { field: K::NAME });
        }
        Ok(Self {
            point,
            kind: PhantomData,
        })
    }

    /// Reads the uncompressed point, 96 bytes (Aries encoding).
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_uncompressed(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(K::NAME, bytes);
        let point = reader.g1_uncompressed(K::NAME)?;
        reader.finish()?;
        Self::from_point(point)
    }

    /// Reads the compressed point, 48 bytes (native encoding).
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(K::NAME, bytes);
        let point = reader.g1(K::NAME)?;
        reader.finish()?;
        Self::from_point(point)
    }

    /// The uncompressed point, 96 bytes (Aries encoding).
    pub fn to_uncompressed(&self) -> [u8; G1_UNCOMPRESSED_BYTES] {
        g1_to_uncompressed(&self.point)
    }

    /// The compressed point, 48 bytes (native encoding).
    pub fn to_bytes(&self) -> [u8; 48] {
        g1_to_compressed(&self.point)
    }

    /// The point.
    pub fn point(&self) -> &G1Affine {
        &self.point
    }

    /// The equation r·h0 + m·h\[index\] = commitment over the hidden r and m. Where m is hidden in another equation of
    /// the same proof, `message` is that variable.
    pub fn equation(&self, index: usize, randomness: Variable, message: Variable) -> Equation {
        Equation {
            relation: K::RELATION,
            terms: vec![(Base::H0, randomness), (Base::H(index), message)],
            statement: vec![(Base::Point(self.point), Scalar::ONE)],
        }
    }
}

impl<K: Kind> fmt::Debug for Commitment<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", K::NAME)?;
        for byte in self.to_bytes() {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

/// (m, r) with r·h0 + m·h\[i\] = the commitment. Secret: redacted, wiped, exported explicitly. Handing it to an auditor
/// opens that one commitment and no other.
pub struct Opening<K: Kind> {
    value: Secret<Scalar>,
    randomness: Secret<Scalar>,
    kind: PhantomData<K>,
}

impl<K: Kind> Opening<K> {
    /// An opening from its parts.
    pub fn new(value: Scalar, randomness: Scalar) -> Self {
        Self {
            value: Secret::new(value),
            randomness: Secret::new(randomness),
            kind: PhantomData,
        }
    }

    /// A fresh opening for `value`.
    pub fn draw(value: Scalar, rng: &mut HedgedRng) -> Self {
        Self::new(value, rng.scalar())
    }

    /// The committed value.
    pub fn value(&self) -> &Scalar {
        &self.value
    }

    /// The randomness r.
    pub fn randomness(&self) -> &Scalar {
        &self.randomness
    }

    /// r·h0 + m·h\[index\]. Constant time.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`]; [`ParameterError::Zero`] if the sum is the identity.
    pub fn commitment(
        &self,
        parameters: &PublicParameters,
        index: usize,
    ) -> Result<Commitment<K>, ParameterError> {
        let h = parameters.h(index)?;
        let fixed = [(parameters.h0(), &*self.randomness), (h, &*self.value)];
        let point = curve::combine(&fixed, &[]).to_affine();
        Commitment::from_point(point).map_err(|_| ParameterError::Zero { what: K::NAME })
    }

    /// value ‖ r, 32 bytes each.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; 64]> {
        let mut bytes = Zeroizing::new([0; 64]);
        let (value, randomness) = bytes.split_at_mut(SCALAR_BYTES);
        value.copy_from_slice(&scalar_to_bytes(&self.value));
        randomness.copy_from_slice(&scalar_to_bytes(&self.randomness));
        bytes
    }

    /// Reads value ‖ r.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("opening", bytes);
        let opening = Self::new(
            reader.scalar("opening value")?,
            reader.scalar("opening randomness")?,
        );
        reader.finish()?;
        Ok(opening)
    }
}

impl<K: Kind> Clone for Opening<K> {
    /// Openings go to auditors as well as to the holder's archive.
    fn clone(&self) -> Self {
        Self::new(*self.value, *self.randomness)
    }
}

impl<K: Kind> fmt::Debug for Opening<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opening(<redacted>)")
    }
}

/// A pseudonym with its randomness r: what a holder keeps to use it again. Redacted and wiped.
pub struct NymSecret {
    randomness: Secret<Scalar>,
    nym: Nym,
}

impl NymSecret {
    /// A fresh pseudonym r·h0 + sk·h\[index\] for the holder's key `sk`.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`].
    pub fn generate<R: RngCore + CryptoRng>(
        parameters: &PublicParameters,
        index: usize,
        sk: &Scalar,
        rng: &mut R,
    ) -> Result<Self, ParameterError> {
        let mut hedge = Hedge::new(labels::HEDGE_COMMITMENT);
        hedge
            .public(b"w", &parameters.public_key().to_bytes())
            .public(b"index", &(index as u64).to_be_bytes())
            .secret_scalar(sk);
        Self::draw(parameters, index, sk, &mut hedge.finish(rng))
    }

    /// As [`NymSecret::generate`], from randomness that is already hedged.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`].
    pub fn draw(
        parameters: &PublicParameters,
        index: usize,
        sk: &Scalar,
        rng: &mut HedgedRng,
    ) -> Result<Self, ParameterError> {
        let opening = Opening::<Holder>::draw(*sk, rng);
        let nym = opening.commitment(parameters, index)?;
        Ok(Self {
            randomness: opening.randomness,
            nym,
        })
    }

    /// A pseudonym from its parts. That they belong together shows when it is used.
    pub fn from_parts(nym: Nym, randomness: Scalar) -> Self {
        Self {
            randomness: Secret::new(randomness),
            nym,
        }
    }

    /// The pseudonym.
    pub fn nym(&self) -> &Nym {
        &self.nym
    }

    /// r.
    pub fn randomness(&self) -> &Scalar {
        &self.randomness
    }

    /// r ‖ U(Nym), 128 bytes, as IBM/idemix stores it.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; 128]> {
        let mut bytes = Zeroizing::new([0; 128]);
        let (randomness, nym) = bytes.split_at_mut(SCALAR_BYTES);
        randomness.copy_from_slice(&scalar_to_bytes(&self.randomness));
        nym.copy_from_slice(&self.nym.to_uncompressed());
        bytes
    }

    /// Reads r ‖ U(Nym).
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("nym secret", bytes);
        let randomness = Secret::new(reader.scalar("nym randomness")?);
        let nym = Nym::from_point(reader.g1_uncompressed("nym")?)?;
        reader.finish()?;
        Ok(Self { randomness, nym })
    }
}

impl fmt::Debug for NymSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NymSecret(<redacted>)")
    }
}
