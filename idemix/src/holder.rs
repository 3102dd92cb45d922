//! The holder: keeps a secret key, requests credentials, owns pseudonyms.

use std::fmt;

use bbs::blind::{BlindRequest, RequestProfile, RequestSecret};
use bbs::curve::{self, Scalar};
use bbs::{DecodeError, Hedge, ParameterError, Reader, Secret};
use ff::Field;
use nym::{NymSecret, NymSignature, NymSignatureProfile, Scope, ScopeNym, ScopeSignature};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use crate::codec::aries;
use crate::credential::{BlindCredential, Credential};
use crate::error::{CredentialError, PresentError};
use crate::issuance::IssuerNonce;
use crate::keys::IssuerPublicKey;
use crate::labels;
use crate::request::CredentialRequest;

/// A holder's secret key sk ≠ 0. Redacted and wiped; one key serves any number of issuers.
pub struct Holder {
    sk: Secret<Scalar>,
}

/// A request under way: what the holder keeps until the issuer answers. Redacted and wiped.
pub struct PendingCredential {
    issuer: IssuerPublicKey,
    sk: Secret<Scalar>,
    secret: RequestSecret,
}

impl Holder {
    /// A new uniform key.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Self {
        let mut rng = Hedge::new(labels::HEDGE_HOLDER_KEY).finish(rng);
        loop {
            let sk = Secret::new(rng.scalar());
            if !bool::from(Field::is_zero(&*sk)) {
                return Self { sk };
            }
        }
    }

    /// Reads sk, 32 bytes big-endian.
    ///
    /// # Errors
    /// [`DecodeError`]: another length, not below r, or zero.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let field = "holder key";
        let mut reader = Reader::new(field, bytes);
        let sk = Secret::new(reader.scalar(field)?);
        reader.finish()?;
        if bool::from(Field::is_zero(&*sk)) {
            return Err(DecodeError::Zero { field });
        }
        Ok(Self { sk })
    }

    /// sk, 32 bytes big-endian.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(curve::scalar_to_bytes(&self.sk))
    }

    /// Requests a credential: a commitment to sk with a proof, bound to the issuer's nonce.
    ///
    /// # Errors
    /// [`ParameterError`]; none for a key and schema made by this library.
    pub fn request_credential<P: RequestProfile>(
        &self,
        issuer: &IssuerPublicKey,
        nonce: &IssuerNonce,
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Result<(CredentialRequest<P>, PendingCredential), ParameterError> {
        let hidden = Secret::new(vec![(issuer.schema().secret_key_position(), *self.sk)]);
        let (request, secret) =
            BlindRequest::new(issuer.parameters(), &hidden, nonce.as_bytes(), rng)?;
        let pending = PendingCredential {
            issuer: issuer.clone(),
            sk: Secret::new(*self.sk),
            secret,
        };
        Ok((CredentialRequest(request), pending))
    }

    /// A fresh pseudonym under an issuer key.
    ///
    /// # Errors
    /// [`ParameterError`].
    pub fn new_nym<R: RngCore + CryptoRng>(
        &self,
        issuer: &IssuerPublicKey,
        rng: &mut R,
    ) -> Result<NymSecret, ParameterError> {
        let index = issuer.schema().secret_key_position();
        NymSecret::generate(issuer.parameters(), index, &self.sk, rng)
    }

    /// Loads a stored pseudonym, r ‖ U(Nym), and checks that it is this holder's under this issuer key.
    ///
    /// # Errors
    /// [`CredentialError::Malformed`], [`CredentialError::OtherNym`].
    pub fn load_nym(
        &self,
        issuer: &IssuerPublicKey,
        bytes: &[u8],
    ) -> Result<NymSecret, CredentialError> {
        let nym = NymSecret::from_bytes(bytes)?;
        let index = issuer.schema().secret_key_position();
        let opening = nym::Opening::<nym::Holder>::new(*self.sk, *nym.randomness());
        if opening.commitment(issuer.parameters(), index)? != *nym.nym() {
            return Err(CredentialError::OtherNym);
        }
        Ok(nym)
    }

    /// Signs a message under a pseudonym of this holder. Under the pseudonym of another holder the signature does not
    /// verify.
    ///
    /// # Errors
    /// [`PresentError::Parameter`]; none for a key and schema made by this library.
    pub fn sign_with_nym<P: NymSignatureProfile>(
        &self,
        issuer: &IssuerPublicKey,
        nym: &NymSecret,
        message: &[u8],
        rng: &mut (impl RngCore + CryptoRng),
    ) -> Result<NymSignature<P>, PresentError> {
        let index = issuer.schema().secret_key_position();
        Ok(NymSignature::sign(
            issuer.parameters(),
            index,
            &self.sk,
            nym,
            message,
            rng,
        )?)
    }

    /// The holder's pseudonym in a scope: always the same one.
    ///
    /// # Errors
    /// [`PresentError::Scope`].
    pub fn scope_nym(
        &self,
        issuer: &IssuerPublicKey,
        scope: &[u8],
    ) -> Result<ScopeNym, PresentError> {
        Ok(Scope::new(issuer.parameters(), scope)?.pseudonym(&self.sk)?)
    }

    /// Signs a message under the holder's pseudonym in a scope.
    ///
    /// # Errors
    /// [`PresentError::Scope`].
    pub fn sign_in_scope<R: RngCore + CryptoRng>(
        &self,
        issuer: &IssuerPublicKey,
        scope: &[u8],
        message: &[u8],
        rng: &mut R,
    ) -> Result<ScopeSignature, PresentError> {
        let scope = Scope::new(issuer.parameters(), scope)?;
        Ok(ScopeSignature::sign(
            issuer.parameters(),
            &scope,
            &self.sk,
            message,
            rng,
        )?)
    }

    pub(crate) fn sk(&self) -> &Scalar {
        &self.sk
    }
}

impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Holder(<redacted>)")
    }
}

impl PendingCredential {
    /// Receives the issuer's answer and verifies it. What the issuer signed is in [`Credential::attribute_scalar`];
    /// compare it with what was agreed by [`Credential::check_attributes`].
    ///
    /// # Errors
    /// [`CredentialError`].
    pub fn receive(self, answer: BlindCredential) -> Result<Credential, CredentialError> {
        let (signature, attributes) = answer.into_parts();
        let signature = signature.unblind(self.secret);
        Credential::verified(&self.issuer, &self.sk, &signature, &attributes)
    }

    /// Unblinds the answer without verifying it: the stored form that IBM/idemix keeps, to be verified when it is
    /// loaded with [`Credential::from_aries_bytes`].
    pub fn unblind_to_aries_bytes(self, answer: BlindCredential) -> Zeroizing<Vec<u8>> {
        let (signature, attributes) = answer.into_parts();
        let signature = signature.unblind(self.secret);
        aries::encode_credential(
            signature.expose_bytes().as_ref(),
            &attributes,
            self.issuer.schema().secret_key_position(),
        )
    }

    /// s₁, 32 bytes, to be kept secret until the answer comes.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.secret.expose_bytes()
    }

    /// A request under way, from what [`PendingCredential::expose_bytes`] gave.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(
        issuer: &IssuerPublicKey,
        holder: &Holder,
        bytes: &[u8],
    ) -> Result<Self, DecodeError> {
        Ok(Self {
            issuer: issuer.clone(),
            sk: Secret::new(*holder.sk()),
            secret: RequestSecret::from_bytes(bytes)?,
        })
    }
}

impl fmt::Debug for PendingCredential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingCredential(<redacted>)")
    }
}
