//! Credentials: the issuer's blinded answer, and what it becomes in the holder's hands.

use std::fmt;

use bbs::batch::Pending;
use bbs::blind::BlindSignature;
use bbs::curve::{self, G1Projective, Scalar, TableSize};
use bbs::{Attribute, DecodeError, Profile, Secret, Signature, VerifiedSignature};
use group::prime::PrimeCurveAffine;
use nym::NymSecret;
use zeroize::Zeroizing;

use crate::codec::{aries, native};
use crate::error::CredentialError;
use crate::holder::Holder;
use crate::keys::IssuerPublicKey;
use crate::presentation::{PresentationBuilder, PresentationType};
use crate::schema::{AttributeId, SchemaError};

/// The issuer's answer to a request: a signature that still lacks the holder's s₁, and the attributes it signs.
pub struct BlindCredential {
    signature: BlindSignature,
    attributes: Secret<Vec<Scalar>>,
}

impl BlindCredential {
    pub(crate) fn new(signature: BlindSignature, attributes: Secret<Vec<Scalar>>) -> Self {
        Self {
            signature,
            attributes,
        }
    }

    pub(crate) fn into_parts(self) -> (BlindSignature, Secret<Vec<Scalar>>) {
        (self.signature, self.attributes)
    }

    /// The Aries encoding: protobuf Credential, as IBM/idemix's issuer answers.
    pub fn expose_aries_bytes(&self) -> Zeroizing<Vec<u8>> {
        aries::encode_credential(self.signature.expose_bytes().as_ref(), &self.attributes, 0)
    }

    /// Reads the Aries encoding. The position of the secret key is the schema's business and absent here.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_aries_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let parts = aries::decode_credential(bytes)?;
        if parts.secret_key_position != 0 {
            return Err(DecodeError::Unexpected { field: "sk_pos" });
        }
        Ok(Self::new(
            BlindSignature::from_bytes(&parts.signature)?,
            parts.attributes,
        ))
    }

    /// The native encoding.
    pub fn expose_bytes(&self) -> Zeroizing<Vec<u8>> {
        native::encode_credential(
            native::BLIND_CREDENTIAL,
            &self.signature.expose_bytes(),
            &self.attributes,
        )
    }

    /// Reads the native encoding.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let parts = native::decode_credential(native::BLIND_CREDENTIAL, bytes)?;
        Ok(Self::new(
            BlindSignature::from_bytes(parts.signature.as_ref())?,
            parts.attributes,
        ))
    }
}

impl fmt::Debug for BlindCredential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BlindCredential(<redacted>)")
    }
}

/// A credential: attributes and secret key under the issuer's signature. It exists only verified: receiving and
/// loading check the signature, so presenting needs no pairing. Redacted and wiped.
pub struct Credential {
    issuer: IssuerPublicKey,
    signature: VerifiedSignature,
    /// sk·h\[0\], if sk is in a card.
    card: Option<Secret<G1Projective>>,
}

impl Credential {
    pub(crate) fn verified(
        issuer: &IssuerPublicKey,
        sk: &Scalar,
        signature: &Signature,
        attributes: &[Scalar],
    ) -> Result<Self, CredentialError> {
        let messages = Self::messages(issuer, attributes, *sk)?;
        let signature = VerifiedSignature::new(issuer.parameters(), signature, messages.to_vec())
            .map_err(|_| CredentialError::InvalidSignature)?;
        Ok(Self::without_card(issuer, signature))
    }

    /// As [`Credential::from_bytes`], to be verified together with others.
    pub(crate) fn defer(
        issuer: &IssuerPublicKey,
        holder: &Holder,
        bytes: &[u8],
    ) -> Result<Pending<Self>, CredentialError> {
        let parts = native::decode_credential(native::CREDENTIAL, bytes)?;
        let signature = Signature::from_bytes(parts.signature.as_ref())?;
        Self::defer_parts(issuer, holder, &signature, &parts.attributes)
    }

    /// As [`Credential::from_aries_bytes`], to be verified together with others.
    pub(crate) fn defer_aries(
        issuer: &IssuerPublicKey,
        holder: &Holder,
        bytes: &[u8],
    ) -> Result<Pending<Self>, CredentialError> {
        let (signature, attributes) = Self::aries_parts(issuer, bytes)?;
        Self::defer_parts(issuer, holder, &signature, &attributes)
    }

    fn defer_parts(
        issuer: &IssuerPublicKey,
        holder: &Holder,
        signature: &Signature,
        attributes: &[Scalar],
    ) -> Result<Pending<Self>, CredentialError> {
        let messages = Self::messages(issuer, attributes, *holder.sk())?;
        VerifiedSignature::defer(issuer.parameters(), signature, messages.to_vec())
            .map(|pending| pending.map(|signature| Self::without_card(issuer, signature)))
            .map_err(|_| CredentialError::InvalidSignature)
    }

    fn without_card(issuer: &IssuerPublicKey, signature: VerifiedSignature) -> Self {
        Self {
            issuer: issuer.clone(),
            signature,
            card: None,
        }
    }

    fn messages(
        issuer: &IssuerPublicKey,
        attributes: &[Scalar],
        sk: Scalar,
    ) -> Result<Secret<Vec<Scalar>>, CredentialError> {
        let expected = issuer.schema().attribute_count();
        if attributes.len() != expected {
            return Err(CredentialError::AttributeCount {
                expected,
                found: attributes.len(),
            });
        }
        Ok(issuer.schema().messages(attributes, sk))
    }

    /// Loads a stored credential in the Aries encoding (protobuf Credential) and verifies it.
    ///
    /// # Errors
    /// [`CredentialError`].
    pub fn from_aries_bytes(
        issuer: &IssuerPublicKey,
        holder: &Holder,
        bytes: &[u8],
    ) -> Result<Self, CredentialError> {
        let (signature, attributes) = Self::aries_parts(issuer, bytes)?;
        Self::verified(issuer, holder.sk(), &signature, &attributes)
    }

    /// Loads a stored credential in the native encoding and verifies it.
    ///
    /// # Errors
    /// [`CredentialError`].
    pub fn from_bytes(
        issuer: &IssuerPublicKey,
        holder: &Holder,
        bytes: &[u8],
    ) -> Result<Self, CredentialError> {
        let parts = native::decode_credential(native::CREDENTIAL, bytes)?;
        let signature = Signature::from_bytes(parts.signature.as_ref())?;
        Self::verified(issuer, holder.sk(), &signature, &parts.attributes)
    }

    /// Loads a stored credential in the Aries encoding whose secret key is in a smartcard, and verifies it. `nym` is any
    /// pseudonym of the card with its randomness.
    ///
    /// # Errors
    /// [`CredentialError`]; [`CredentialError::InvalidSignature`] also for another card's pseudonym.
    pub fn from_aries_bytes_with_card(
        issuer: &IssuerPublicKey,
        nym: &NymSecret,
        bytes: &[u8],
    ) -> Result<Self, CredentialError> {
        issuer.schema().check_card()?;
        let (signature, attributes) = Self::aries_parts(issuer, bytes)?;
        let messages = Self::messages(issuer, &attributes, Scalar::default())?;
        let commitment = commitment_of_card(issuer, nym);
        let signature = VerifiedSignature::with_committed_message(
            issuer.parameters(),
            &signature,
            messages.to_vec(),
            issuer.schema().secret_key_position(),
            &commitment,
        )
        .map_err(|_| CredentialError::InvalidSignature)?;
        Ok(Self {
            issuer: issuer.clone(),
            signature,
            card: Some(commitment),
        })
    }

    fn aries_parts(
        issuer: &IssuerPublicKey,
        bytes: &[u8],
    ) -> Result<(Signature, Secret<Vec<Scalar>>), CredentialError> {
        let parts = aries::decode_credential(bytes)?;
        let expected = issuer.schema().secret_key_position();
        let found = i64::from(parts.secret_key_position);
        if usize::try_from(found) != Ok(expected) {
            return Err(CredentialError::SecretKeyPosition { expected, found });
        }
        Ok((Signature::from_bytes(&parts.signature)?, parts.attributes))
    }

    /// The Aries encoding, as IBM/idemix stores it. It does not contain the secret key.
    pub fn expose_aries_bytes(&self) -> Zeroizing<Vec<u8>> {
        aries::encode_credential(
            self.signature.signature().expose_bytes().as_ref(),
            &self.attributes(),
            self.issuer.schema().secret_key_position(),
        )
    }

    /// The native encoding. It does not contain the secret key.
    pub fn expose_bytes(&self) -> Zeroizing<Vec<u8>> {
        native::encode_credential(
            native::CREDENTIAL,
            &self.signature.signature().expose_bytes(),
            &self.attributes(),
        )
    }

    /// The issuer's key.
    pub fn issuer(&self) -> &IssuerPublicKey {
        &self.issuer
    }

    /// The scalar of an attribute.
    ///
    /// # Errors
    /// [`SchemaError::UnknownAttribute`].
    pub fn attribute_scalar(
        &self,
        attribute: impl Into<AttributeId>,
    ) -> Result<Scalar, SchemaError> {
        let attribute = attribute.into();
        let schema = self.issuer.schema();
        let index = schema.message_index(schema.index_of(&attribute)?);
        self.message(index)
            .ok_or_else(|| SchemaError::UnknownAttribute {
                attribute: attribute.to_string(),
            })
    }

    /// Compares attributes with expected values; `None` is not compared.
    ///
    /// # Errors
    /// [`CredentialError::AttributeMismatch`] with the first that differs, [`CredentialError::AttributeCount`].
    pub fn check_attributes(&self, expected: &[Option<Attribute>]) -> Result<(), CredentialError> {
        let schema = self.issuer.schema();
        if expected.len() != schema.attribute_count() {
            return Err(CredentialError::AttributeCount {
                expected: schema.attribute_count(),
                found: expected.len(),
            });
        }
        for (attribute, value) in expected.iter().enumerate() {
            let found = self.message(schema.message_index(attribute));
            if value
                .as_ref()
                .is_some_and(|value| found != Some(value.to_scalar()))
            {
                return Err(CredentialError::AttributeMismatch { attribute });
            }
        }
        Ok(())
    }

    /// Builds tables for this credential: presenting gets faster, and each credential holds more memory.
    pub fn precompute(&self, size: TableSize) {
        self.signature.precompute(size);
    }

    /// Starts a presentation of this type.
    pub fn present<P: Profile>(&self, kind: PresentationType) -> PresentationBuilder<'_, P> {
        PresentationBuilder::new(self, kind)
    }

    pub(crate) fn signature(&self) -> &VerifiedSignature {
        &self.signature
    }

    pub(crate) fn in_card(&self) -> bool {
        self.card.is_some()
    }

    /// Whether this is a pseudonym of the card that has the secret key.
    pub(crate) fn is_of_card(&self, nym: &NymSecret) -> bool {
        let commitment = commitment_of_card(&self.issuer, nym);
        self.card.as_ref().is_some_and(|card| **card == *commitment)
    }

    pub(crate) fn message(&self, index: usize) -> Option<Scalar> {
        self.signature.messages().get(index).copied()
    }

    fn attributes(&self) -> Secret<Vec<Scalar>> {
        let sk = self.issuer.schema().secret_key_position();
        Secret::new(
            self.signature
                .messages()
                .iter()
                .enumerate()
                .filter_map(|(index, message)| (index != sk).then_some(*message))
                .collect(),
        )
    }
}

/// sk·h\[0\] = Nym − r·h0, the same for all pseudonyms of a card. It identifies the holder. Constant time.
fn commitment_of_card(issuer: &IssuerPublicKey, nym: &NymSecret) -> Secret<G1Projective> {
    let h0 = issuer.parameters().h0();
    let blinding = Secret::new(curve::combine(&[(h0, nym.randomness())], &[]));
    Secret::new(nym.nym().point().to_curve() - *blinding)
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credential(<redacted>)")
    }
}
