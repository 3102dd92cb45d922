//! A signer's folder, and the identities made from it.

use std::fmt;
use std::path::Path;

use bbs::{Aries, Attribute, DecodeError};
use nym::NymSecret;
use prost::Message;
use rand_core::{CryptoRng, RngCore};
use revocation::{Cri, RevocationAlgorithm, RevocationPublicKey};
use zeroize::Zeroizing;

use super::authority::SignerAttributes;
use super::files::{KeyFile, SIGNER_CONFIG, decode_file};
use super::identity;
use super::wire::SignerConfigMessage;
use super::{MspConfig, MspError, Role, check_not_empty, check_text};
use crate::codec::aries::decode_strict;
use crate::credential::Credential;
use crate::holder::Holder;
use crate::presentation::PresentationType;

/// The four attributes of Fabric, in order.
pub(super) fn attributes(ou: &str, mask: i32, eid: &str, rh: &str) -> [Attribute; 4] {
    [ou.into(), i64::from(mask).into(), eid.into(), rh.into()]
}

/// What `user/SignerConfig` holds, not yet verified: a key, a credential, its attributes, and epoch information. Secret:
/// redacted, wiped on drop, exported explicitly.
pub struct SignerConfig(pub(super) SignerConfigMessage);

impl SignerConfig {
    pub(super) fn new(
        holder: &Holder,
        credential: &Credential,
        signer: &SignerAttributes<'_>,
        cri: &Cri,
    ) -> Self {
        Self(SignerConfigMessage {
            cred: credential.expose_aries_bytes().to_vec(),
            sk: holder.expose_bytes().to_vec(),
            organizational_unit_identifier: signer.organizational_unit.to_owned(),
            role: signer.role.mask(),
            enrollment_id: signer.enrollment_id.to_owned(),
            credential_revocation_information: cri.to_bytes(),
            revocation_handle: signer.revocation_handle.to_owned(),
            curve_id: String::new(),
            schema: String::new(),
        })
    }

    /// Reads protobuf IdemixMSPSignerConfig, strictly.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        decode_strict("signer configuration", bytes).map(Self)
    }

    /// Reads `user/SignerConfig` of a folder.
    ///
    /// # Errors
    /// [`MspError::File`].
    pub fn read(folder: impl AsRef<Path>) -> Result<Self, MspError> {
        decode_file(folder.as_ref(), SIGNER_CONFIG, Self::from_bytes)
    }

    /// Protobuf IdemixMSPSignerConfig.
    pub fn expose_bytes(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(self.0.encode_to_vec())
    }

    /// The file of a signer's folder that holds this.
    pub fn file(&self) -> KeyFile {
        KeyFile::secret(SIGNER_CONFIG, self.expose_bytes().as_slice())
    }

    /// The organisational unit.
    pub fn organizational_unit(&self) -> &str {
        &self.0.organizational_unit_identifier
    }

    /// The role.
    ///
    /// # Errors
    /// [`MspError::Role`].
    pub fn role(&self) -> Result<Role, MspError> {
        Role::from_mask(self.0.role)
    }

    /// The enrollment ID.
    pub fn enrollment_id(&self) -> &str {
        &self.0.enrollment_id
    }

    /// The revocation handle.
    pub fn revocation_handle(&self) -> &str {
        &self.0.revocation_handle
    }

    /// The epoch information, not verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn epoch_information(&self) -> Result<Cri, DecodeError> {
        Cri::from_bytes(&self.0.credential_revocation_information)
    }
}

impl fmt::Debug for SignerConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignerConfig(<redacted>)")
    }
}

/// A signer whose credential was verified under an MSP's issuer key.
pub struct Signer {
    msp: MspConfig,
    holder: Holder,
    credential: Credential,
    organizational_unit: String,
    role: Role,
    cri: Cri,
}

/// An identity with what signs for it. Its pseudonym is fresh: identities of one signer cannot be linked.
pub struct SigningIdentity {
    nym: NymSecret,
    serialized: Vec<u8>,
}

impl Signer {
    /// Verifies a signer's configuration: the credential under the issuer's key with the signer's key, its four
    /// attributes as they stand beside it, and the epoch information under the revocation key for the MSP's epoch.
    ///
    /// # Errors
    /// [`MspError`] says what does not fit.
    pub fn new(msp: &MspConfig, config: &SignerConfig) -> Result<Self, MspError> {
        let SignerConfig(message) = config;
        check_text("schema", "", &message.schema)?;
        super::config::check_curve(&message.curve_id)?;
        check_not_empty("the revocation handle", &message.revocation_handle)?;
        let role = config.role()?;
        let holder = Holder::from_bytes(&message.sk)?;
        let credential = Credential::from_aries_bytes(msp.issuer_key(), &holder, &message.cred)?;
        let expected = attributes(
            &message.organizational_unit_identifier,
            message.role,
            &message.enrollment_id,
            &message.revocation_handle,
        );
        credential.check_attributes(&expected.map(Some))?;
        let cri = config.epoch_information()?;
        verify_epoch(msp.revocation_key(), &cri, msp.epoch())?;
        Ok(Self {
            msp: msp.clone(),
            holder,
            credential,
            organizational_unit: message.organizational_unit_identifier.clone(),
            role,
            cri,
        })
    }

    /// Reads and verifies a signer's folder, as a member of the MSP with this name, in epoch 0.
    ///
    /// # Errors
    /// [`MspError`]; [`MspError::File`] names the file.
    pub fn read(folder: impl AsRef<Path>, name: &str) -> Result<Self, MspError> {
        let folder = folder.as_ref();
        let msp = MspConfig::read(folder, name)?;
        decode_file(folder, SIGNER_CONFIG, |bytes| {
            Self::new(&msp, &SignerConfig::from_bytes(bytes)?)
        })
    }

    /// The MSP.
    pub fn msp(&self) -> &MspConfig {
        &self.msp
    }

    /// The credential.
    pub fn credential(&self) -> &Credential {
        &self.credential
    }

    /// A new identity under a fresh pseudonym. Its proof carries the epoch information, as Fabric's verifiers expect.
    ///
    /// # Errors
    /// [`MspError::Present`], [`MspError::Parameter`].
    pub fn new_identity<R: RngCore + CryptoRng>(
        &self,
        rng: &mut R,
    ) -> Result<SigningIdentity, MspError> {
        let nym = self.holder.new_nym(self.msp.issuer_key(), rng)?;
        let proof = self
            .credential
            .present::<Aries>(PresentationType::Standard)
            .disclose("OU")
            .disclose("Role")
            .with_nym(&nym)
            .epoch_information(&self.cri)
            .prove(rng)?
            .presentation
            .to_bytes();
        let serialized = identity::serialize(
            &self.msp,
            nym.nym(),
            &self.organizational_unit,
            self.role,
            proof,
        );
        Ok(SigningIdentity { nym, serialized })
    }

    /// Signs a message as an identity of this signer, given by its pseudonym: a pseudonym signature.
    ///
    /// # Errors
    /// [`MspError::Present`] if the pseudonym is another signer's.
    pub fn sign<R: RngCore + CryptoRng>(
        &self,
        nym: &NymSecret,
        message: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>, MspError> {
        let key = self.msp.issuer_key();
        let signature = self.holder.sign_with_nym::<Aries>(key, nym, message, rng)?;
        Ok(signature.to_bytes())
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer")
            .field("msp", &self.msp)
            .finish_non_exhaustive()
    }
}

impl SigningIdentity {
    /// The pseudonym with its randomness: what to keep in order to sign later.
    pub fn nym(&self) -> &NymSecret {
        &self.nym
    }

    /// Protobuf SerializedIdentity, to be sent.
    pub fn serialized(&self) -> &[u8] {
        &self.serialized
    }
}

impl fmt::Debug for SigningIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningIdentity")
            .field("nym", self.nym.nym())
            .finish_non_exhaustive()
    }
}

fn verify_epoch(key: &RevocationPublicKey, cri: &Cri, epoch: i64) -> Result<(), MspError> {
    let _evidence = key.verify_cri(cri, epoch, RevocationAlgorithm::NoRevocation)?;
    Ok(())
}
