//! A certification authority's folder, and enrolling signers from it.

use std::path::Path;

use bbs::{Aries, Attribute};
use rand_core::{CryptoRng, RngCore};
use revocation::{Cri, RevocationAlgorithm, RevocationPublicKey, RevocationSecretKey};

use super::files::{
    CA_ISSUER_PUBLIC_KEY, CA_ISSUER_SECRET_KEY, CA_REVOCATION_KEY, ISSUER_PUBLIC_KEY, KeyFile,
    REVOCATION_PUBLIC_KEY, decode_file, text,
};
use super::signer::{SignerConfig, attributes};
use super::{MspError, Role, check_not_empty};
use crate::holder::Holder;
use crate::issuance::IssuerNonce;
use crate::issuer::Issuer;
use crate::keys::IssuerPublicKey;
use crate::schema::{Attributes, Schema};

/// The keys of a certification authority: they issue Fabric credentials and sign epochs.
#[derive(Debug)]
pub struct CertificationAuthority {
    issuer: Issuer,
    revocation: RevocationSecretKey,
}

/// What a signer's credential says. None may be empty.
#[derive(Clone, Copy, Debug)]
pub struct SignerAttributes<'a> {
    /// The organisational unit.
    pub organizational_unit: &'a str,
    /// The role.
    pub role: Role,
    /// The enrollment ID.
    pub enrollment_id: &'a str,
    /// The revocation handle. Draw it at random, and never from the enrollment ID: it becomes public when it is revoked.
    pub revocation_handle: &'a str,
}

impl CertificationAuthority {
    /// New keys.
    ///
    /// # Errors
    /// [`MspError::Key`]; never for the schema of Fabric.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Result<Self, MspError> {
        Ok(Self {
            issuer: Issuer::generate(Schema::fabric(), rng)?,
            revocation: RevocationSecretKey::generate(rng),
        })
    }

    /// Reads a CA folder. Public keys must belong to the secret ones.
    ///
    /// # Errors
    /// [`MspError::File`] names the file.
    pub fn read(folder: impl AsRef<Path>) -> Result<Self, MspError> {
        let folder = folder.as_ref();
        let issuer = decode_file(folder, CA_ISSUER_SECRET_KEY, |bytes| {
            Issuer::from_bytes(Schema::fabric(), bytes)
        })?;
        let revocation = decode_file(folder, CA_REVOCATION_KEY, |bytes| {
            RevocationSecretKey::from_pem(text(bytes)?)
        })?;
        let public = issuer.public_key().to_bytes();
        for name in [CA_ISSUER_PUBLIC_KEY, ISSUER_PUBLIC_KEY] {
            decode_file(folder, name, |bytes| match bytes == public {
                true => Ok(()),
                false => Err(MspError::KeyMismatch),
            })?;
        }
        decode_file(folder, REVOCATION_PUBLIC_KEY, |bytes| {
            let found = RevocationPublicKey::from_pem(text(bytes)?)?;
            match found == revocation.public_key() {
                true => Ok(()),
                false => Err(MspError::KeyMismatch),
            }
        })?;
        Ok(Self { issuer, revocation })
    }

    /// The five files of the folder, byte for byte as the Go tool writes them.
    ///
    /// # Errors
    /// [`MspError::Revocation`] if a key cannot be encoded; it always can.
    pub fn files(&self) -> Result<Vec<KeyFile>, MspError> {
        let public = self.issuer.public_key().to_bytes();
        Ok(vec![
            KeyFile::secret(CA_ISSUER_SECRET_KEY, self.issuer.expose_bytes().as_ref()),
            KeyFile::public(CA_ISSUER_PUBLIC_KEY, public),
            KeyFile::secret(
                CA_REVOCATION_KEY,
                self.revocation.expose_secret_pem()?.as_bytes(),
            ),
            KeyFile::public(ISSUER_PUBLIC_KEY, public),
            KeyFile::public(REVOCATION_PUBLIC_KEY, self.revocation_key().to_pem()?),
        ])
    }

    /// The issuer.
    pub fn issuer(&self) -> &Issuer {
        &self.issuer
    }

    /// The issuer's public key.
    pub fn issuer_key(&self) -> &IssuerPublicKey {
        self.issuer.public_key()
    }

    /// The public key that verifies epochs.
    pub fn revocation_key(&self) -> RevocationPublicKey {
        self.revocation.public_key()
    }

    /// The name, in the CA folder, of the file that keeps an epoch's information.
    pub fn epoch_file_name(epoch: i64) -> String {
        format!("ca/CRI-{epoch}")
    }

    /// The information of an epoch, the same bytes for everybody: that of `ca/CRI-<epoch>` if the folder has it, else
    /// newly signed; then the second value is the file to be written.
    ///
    /// # Errors
    /// [`MspError::File`] if the file does not hold this epoch's information under this authority's key.
    pub fn epoch_information(
        &self,
        folder: impl AsRef<Path>,
        epoch: i64,
    ) -> Result<(Cri, Option<KeyFile>), MspError> {
        let name = Self::epoch_file_name(epoch);
        let algorithm = RevocationAlgorithm::NoRevocation;
        if folder.as_ref().join(&name).exists() {
            let cri = decode_file(folder.as_ref(), &name, |bytes| {
                let cri = Cri::from_bytes(bytes)?;
                let _evidence = self.revocation_key().verify_cri(&cri, epoch, algorithm)?;
                Ok::<_, MspError>(cri)
            })?;
            return Ok((cri, None));
        }
        let cri = self.revocation.sign_cri(epoch, algorithm)?;
        let file = KeyFile::public(&name, cri.to_bytes());
        Ok((cri, Some(file)))
    }

    /// Makes a signer: a key, and a credential with these attributes for it. As in the Go tool, the CA draws the
    /// signer's key and so knows it; where that is not wanted, use [`Holder::request_credential`].
    ///
    /// # Errors
    /// [`MspError::Empty`] for an empty attribute, [`MspError::Issue`], [`MspError::Credential`].
    pub fn enroll<R: RngCore + CryptoRng>(
        &self,
        signer: &SignerAttributes<'_>,
        cri: &Cri,
        rng: &mut R,
    ) -> Result<SignerConfig, MspError> {
        check_not_empty("the organisational unit", signer.organizational_unit)?;
        check_not_empty("the enrollment ID", signer.enrollment_id)?;
        check_not_empty("the revocation handle", signer.revocation_handle)?;
        let key = self.issuer_key();
        let values: [Attribute; 4] = attributes(
            signer.organizational_unit,
            signer.role.mask(),
            signer.enrollment_id,
            signer.revocation_handle,
        );
        let holder = Holder::generate(rng);
        let nonce = IssuerNonce::generate(rng);
        let (request, pending) = holder.request_credential::<Aries>(key, &nonce, rng)?;
        let verified = self.issuer.verify_request(&request, &nonce)?;
        let attributes = Attributes::ordered(key.schema(), values)?;
        let answer = self.issuer.issue(verified, &attributes, rng)?;
        let credential = pending.receive(answer)?;
        Ok(SignerConfig::new(&holder, &credential, signer, cri))
    }
}
