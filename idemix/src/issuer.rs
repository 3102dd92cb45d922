//! The issuer: signs a holder's attributes without learning the holder's secret key.

use std::fmt;
use std::sync::Arc;

use bbs::blind::{RequestProfile, VerifiedRequest};
use bbs::{Limits, SecretKey, SigningKey};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use crate::credential::BlindCredential;
use crate::error::{IssueError, KeyError};
use crate::issuance::IssuerNonce;
use crate::keys::IssuerPublicKey;
use crate::request::CredentialRequest;
use crate::schema::{Attributes, Schema};

/// An issuer: its secret key, for credentials of one schema.
pub struct Issuer {
    key: SigningKey,
    public: IssuerPublicKey,
}

/// A credential request whose proof was verified: what [`Issuer::issue`] takes, and consumes.
#[derive(Debug)]
#[must_use]
pub struct VerifiedCredentialRequest(VerifiedRequest);

impl Issuer {
    /// A new key.
    ///
    /// # Errors
    /// [`KeyError::Parameter`] if the schema has more than 1023 attributes.
    pub fn generate<R: RngCore + CryptoRng>(schema: Schema, rng: &mut R) -> Result<Self, KeyError> {
        Self::new(schema, SecretKey::generate(rng), Limits::default())
    }

    /// Reads x, 32 bytes big-endian, as IBM/idemix stores it.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn from_bytes(schema: Schema, secret_key: &[u8]) -> Result<Self, KeyError> {
        Self::new(
            schema,
            SecretKey::from_bytes(secret_key)?,
            Limits::default(),
        )
    }

    /// A key of the inner crate, with chosen limits on the number of messages.
    ///
    /// # Errors
    /// [`KeyError::Parameter`].
    pub fn new(schema: Schema, key: SecretKey, limits: Limits) -> Result<Self, KeyError> {
        let key = key.signing_key(schema.message_count(), limits)?;
        let public = IssuerPublicKey::new(Arc::clone(key.parameters()), Arc::new(schema));
        Ok(Self { key, public })
    }

    /// x, 32 bytes big-endian.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.key.secret_key().expose_bytes()
    }

    /// The public key, to be given to everybody.
    pub fn public_key(&self) -> &IssuerPublicKey {
        &self.public
    }

    /// Verifies a request's proof for a nonce that this issuer has given out. That a nonce serves once is for the
    /// caller to see to; [`crate::IssuanceSessions`] does.
    ///
    /// # Errors
    /// [`IssueError::Request`].
    pub fn verify_request<P: RequestProfile>(
        &self,
        request: &CredentialRequest<P>,
        nonce: &IssuerNonce,
    ) -> Result<VerifiedCredentialRequest, IssueError> {
        request.verify(&self.public, nonce)
    }

    /// Issues a credential with these attributes.
    ///
    /// # Errors
    /// [`IssueError::Schema`] if the attributes are not those of the schema, [`IssueError::Parameter`] if the request
    /// was verified under another key.
    pub fn issue<R: RngCore + CryptoRng>(
        &self,
        request: VerifiedCredentialRequest,
        attributes: &Attributes,
        rng: &mut R,
    ) -> Result<BlindCredential, IssueError> {
        let schema = self.public.schema();
        // Attributes may have been made for another schema.
        let attributes = Attributes::ordered(schema, attributes.values().iter().cloned())?;
        let scalars = attributes.scalars();
        let messages = bbs::Secret::new(
            scalars
                .iter()
                .enumerate()
                .map(|(index, scalar)| (schema.message_index(index), *scalar))
                .collect::<Vec<_>>(),
        );
        let signature = self.key.sign_blind(request.0, &messages, rng)?;
        Ok(BlindCredential::new(signature, scalars))
    }
}

impl fmt::Debug for Issuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Issuer(<redacted>)")
    }
}

impl<P: RequestProfile> CredentialRequest<P> {
    /// As [`Issuer::verify_request`], for whoever has only the public key.
    ///
    /// # Errors
    /// [`IssueError::Request`].
    pub fn verify(
        &self,
        issuer: &IssuerPublicKey,
        nonce: &IssuerNonce,
    ) -> Result<VerifiedCredentialRequest, IssueError> {
        let hidden = [issuer.schema().secret_key_position()];
        let verified = self
            .0
            .verify(issuer.parameters(), &hidden, nonce.as_bytes())?;
        Ok(VerifiedCredentialRequest(verified))
    }
}
