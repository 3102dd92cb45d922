//! What a verifier is set up with.

use std::path::Path;

use bbs::DecodeError;
use prost::Message;
use revocation::RevocationPublicKey;

use super::files::{ISSUER_PUBLIC_KEY, KeyFile, REVOCATION_PUBLIC_KEY, decode_file, text};
use super::identity::{self, VerifiedIdentity};
use super::signer::SignerConfig;
use super::wire::{IdemixMspConfig, MspConfigMessage};
use super::{MspError, check_not_empty, check_text};
use crate::codec::aries::decode_strict;
use crate::keys::IssuerPublicKey;
use crate::schema::Schema;

/// MSPConfig.type of this scheme: IDEMIX_ARIES.
const IDEMIX_ARIES: i32 = 2;
/// The curve's names in the Go library; both give the same bytes. Absent means the default.
const CURVES: [&str; 3] = ["", "BLS12_381_BBS", "BLS12_381_BBS_GURVY"];

/// Refuses a curve that is not ours.
pub(super) fn check_curve(found: &str) -> Result<(), MspError> {
    if CURVES.contains(&found) {
        return Ok(());
    }
    check_text("curve_id", "BLS12_381_BBS", found)
}

/// The configuration of one MSP: its name, issuer key, revocation key and epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MspConfig {
    name: String,
    issuer: IssuerPublicKey,
    revocation: RevocationPublicKey,
    epoch: i64,
}

impl MspConfig {
    /// A configuration from its parts.
    ///
    /// # Errors
    /// [`MspError::Empty`] for an empty name, [`MspError::Mismatch`] if the issuer key is not one of Fabric's schema.
    pub fn new(
        name: &str,
        issuer: IssuerPublicKey,
        revocation: RevocationPublicKey,
        epoch: i64,
    ) -> Result<Self, MspError> {
        check_not_empty("the name of the MSP", name)?;
        if *issuer.schema() != Schema::fabric() {
            let names = |schema: &Schema| schema.names().join(", ");
            return Err(MspError::Mismatch {
                field: "attributes",
                expected: names(&Schema::fabric()),
                found: names(issuer.schema()),
            });
        }
        Ok(Self {
            name: name.to_owned(),
            issuer,
            revocation,
            epoch,
        })
    }

    /// Reads `msp/IssuerPublicKey` and `msp/RevocationPublicKey` of a folder, in epoch 0. The name is the verifier's.
    ///
    /// # Errors
    /// [`MspError::File`] names the file.
    pub fn read(folder: impl AsRef<Path>, name: &str) -> Result<Self, MspError> {
        let folder = folder.as_ref();
        let issuer = decode_file(folder, ISSUER_PUBLIC_KEY, |bytes| {
            IssuerPublicKey::from_bytes(Schema::fabric(), bytes)
        })?;
        let revocation = decode_file(folder, REVOCATION_PUBLIC_KEY, |bytes| {
            RevocationPublicKey::from_pem(text(bytes)?)
        })?;
        Self::new(name, issuer, revocation, 0)
    }

    /// The two files of a folder that hold this configuration's keys.
    ///
    /// # Errors
    /// [`MspError::Revocation`] if a key cannot be encoded; it always can.
    pub fn files(&self) -> Result<Vec<KeyFile>, MspError> {
        Ok(vec![
            KeyFile::public(ISSUER_PUBLIC_KEY, self.issuer.to_bytes()),
            KeyFile::public(REVOCATION_PUBLIC_KEY, self.revocation.to_pem()?),
        ])
    }

    /// Reads protobuf MSPConfig of type IDEMIX_ARIES, strictly, and the signer's configuration if there is one.
    ///
    /// # Errors
    /// [`MspError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Option<SignerConfig>), MspError> {
        let outer: MspConfigMessage = decode_strict("MSP configuration", bytes)?;
        if outer.kind != IDEMIX_ARIES {
            return Err(DecodeError::Unexpected { field: "type" }.into());
        }
        let inner: IdemixMspConfig = decode_strict("idemix MSP configuration", &outer.config)?;
        check_text("schema", "", &inner.schema)?;
        check_curve(&inner.curve_id)?;
        let issuer = IssuerPublicKey::from_bytes(Schema::fabric(), &inner.ipk)?;
        let revocation = RevocationPublicKey::from_pem(text(&inner.revocation_pk)?)?;
        let config = Self::new(&inner.name, issuer, revocation, inner.epoch)?;
        Ok((config, inner.signer.map(SignerConfig)))
    }

    /// Protobuf MSPConfig, without a signer.
    ///
    /// # Errors
    /// [`MspError::Revocation`] if a key cannot be encoded; it always can.
    pub fn to_bytes(&self) -> Result<Vec<u8>, MspError> {
        let inner = IdemixMspConfig {
            name: self.name.clone(),
            ipk: self.issuer.to_bytes().to_vec(),
            signer: None,
            revocation_pk: self.revocation.to_pem()?.into_bytes(),
            epoch: self.epoch,
            curve_id: "BLS12_381_BBS".to_owned(),
            schema: String::new(),
        };
        Ok(MspConfigMessage {
            kind: IDEMIX_ARIES,
            config: inner.encode_to_vec(),
        }
        .encode_to_vec())
    }

    /// The MSP's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The issuer key.
    pub fn issuer_key(&self) -> &IssuerPublicKey {
        &self.issuer
    }

    /// The key that signs epochs.
    pub fn revocation_key(&self) -> &RevocationPublicKey {
        &self.revocation
    }

    /// The epoch that identities must be of.
    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// Verifies a serialized identity: it is of this MSP, names this issuer key, and its proof shows its OU, its role
    /// and its pseudonym, with epoch information for this epoch. The Go library compares neither the pseudonym nor
    /// the issuer key; both are refused here if they differ.
    ///
    /// # Errors
    /// [`MspError`] says what does not fit.
    pub fn verify_identity(&self, serialized: &[u8]) -> Result<VerifiedIdentity, MspError> {
        identity::verify(self, serialized)
    }
}
