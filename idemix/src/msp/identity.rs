//! Serialized identities.

use bbs::{Aries, DecodeError};
use nym::{Nym, NymSignature};
use prost::Message;

use super::config::MspConfig;
use super::wire::{MspRole, OrganizationUnit, SerializedIdemixIdentity, SerializedIdentity};
use super::{MspError, Role, check_not_empty, check_text};
use crate::codec::aries::decode_strict;
use crate::error::VerifyError;
use crate::presentation::{Presentation, PresentationType};
use crate::verified::VerifiedPresentation;
use crate::verifier::Verifier;

/// Bytes of one coordinate of a nym.
const COORDINATE_BYTES: usize = 48;

/// Protobuf SerializedIdentity around SerializedIdemixIdentity.
pub(super) fn serialize(
    msp: &MspConfig,
    nym: &Nym,
    ou: &str,
    role: Role,
    proof: Vec<u8>,
) -> Vec<u8> {
    let point = nym.to_uncompressed();
    let (x, y) = point.split_at(COORDINATE_BYTES);
    let unit = OrganizationUnit {
        msp_identifier: msp.name().to_owned(),
        organizational_unit_identifier: ou.to_owned(),
        certifiers_identifier: msp.issuer_key().to_bytes().to_vec(),
    };
    let role = MspRole {
        msp_identifier: msp.name().to_owned(),
        role: role.number(),
    };
    let identity = SerializedIdemixIdentity {
        nym_x: x.to_vec(),
        nym_y: y.to_vec(),
        ou: unit.encode_to_vec(),
        role: role.encode_to_vec(),
        proof,
        schema: String::new(),
    };
    SerializedIdentity {
        mspid: msp.name().to_owned(),
        id_bytes: identity.encode_to_vec(),
    }
    .encode_to_vec()
}

/// What a serialized identity says, decoded strictly, with nothing verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedIdentity {
    mspid: String,
    unit: OrganizationUnit,
    role_msp: String,
    role: Role,
    nym: Nym,
    proof: Presentation<Aries>,
}

impl ClaimedIdentity {
    /// Reads protobuf SerializedIdentity and everything in it.
    ///
    /// # Errors
    /// [`MspError::Malformed`], [`MspError::Role`]; [`MspError::Mismatch`] for a schema other than the default.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MspError> {
        let outer: SerializedIdentity = decode_strict("serialized identity", bytes)?;
        let identity: SerializedIdemixIdentity = decode_strict("idemix identity", &outer.id_bytes)?;
        check_text("schema", "", &identity.schema)?;
        let role: MspRole = decode_strict("role", &identity.role)?;
        Ok(Self {
            mspid: outer.mspid,
            nym: nym(&identity)?,
            unit: decode_strict("organisational unit", &identity.ou)?,
            role: Role::from_number(role.role)?,
            role_msp: role.msp_identifier,
            proof: Presentation::<Aries>::from_bytes(&identity.proof)?,
        })
    }

    /// The name of the MSP that it claims to be of.
    pub fn mspid(&self) -> &str {
        &self.mspid
    }

    /// The organisational unit that it claims.
    pub fn organizational_unit(&self) -> &str {
        &self.unit.organizational_unit_identifier
    }

    /// The role that it claims.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The pseudonym that it names.
    pub fn nym(&self) -> &Nym {
        &self.nym
    }
}

/// An identity that was verified against an MSP's configuration. Made by [`MspConfig::verify_identity`] only.
#[derive(Clone, Debug)]
#[must_use]
pub struct VerifiedIdentity {
    msp: MspConfig,
    claims: ClaimedIdentity,
    evidence: VerifiedPresentation,
}

pub(super) fn verify(msp: &MspConfig, serialized: &[u8]) -> Result<VerifiedIdentity, MspError> {
    let claims = ClaimedIdentity::from_bytes(serialized)?;
    check_text("mspid", msp.name(), &claims.mspid)?;
    check_text("ou.msp_identifier", msp.name(), &claims.unit.msp_identifier)?;
    check_text("role.msp_identifier", msp.name(), &claims.role_msp)?;
    check_not_empty("the organisational unit", claims.organizational_unit())?;
    if claims.unit.certifiers_identifier != msp.issuer_key().to_bytes() {
        return Err(MspError::Certifiers);
    }
    let verifier = Verifier::new(msp.issuer_key().clone());
    let evidence = verifier
        .expect::<Aries>(PresentationType::Standard)
        .disclosed("OU", claims.organizational_unit())
        .disclosed("Role", i64::from(claims.role.mask()))
        .nym(&claims.nym)
        .epoch(msp.revocation_key(), msp.epoch())
        .verify(&claims.proof)
        .map_err(|error| match error {
            VerifyError::NymMismatch { .. } => MspError::NymMismatch,
            error => error.into(),
        })?;
    Ok(VerifiedIdentity {
        msp: msp.clone(),
        claims,
        evidence,
    })
}

/// U(Nym) = nym_x ‖ nym_y.
fn nym(identity: &SerializedIdemixIdentity) -> Result<Nym, DecodeError> {
    for coordinate in [&identity.nym_x, &identity.nym_y] {
        if coordinate.len() != COORDINATE_BYTES {
            return Err(DecodeError::Length {
                object: "nym coordinate",
                expected: COORDINATE_BYTES,
                found: coordinate.len(),
            });
        }
    }
    Nym::from_uncompressed(&[identity.nym_x.as_slice(), &identity.nym_y].concat())
}

impl VerifiedIdentity {
    /// The name of the MSP.
    pub fn msp_name(&self) -> &str {
        self.msp.name()
    }

    /// The organisational unit.
    pub fn organizational_unit(&self) -> &str {
        self.claims.organizational_unit()
    }

    /// The role.
    pub fn role(&self) -> Role {
        self.claims.role
    }

    /// The pseudonym.
    pub fn nym(&self) -> &Nym {
        self.evidence.nym()
    }

    /// The proof's evidence.
    pub fn presentation(&self) -> &VerifiedPresentation {
        &self.evidence
    }

    /// Verifies a message's signature by this identity: protobuf NymSignature.
    ///
    /// # Errors
    /// [`MspError::Malformed`], [`MspError::Verify`].
    pub fn verify_signature(&self, message: &[u8], signature: &[u8]) -> Result<(), MspError> {
        let signature = NymSignature::<Aries>::from_bytes(signature)?;
        let verifier = Verifier::new(self.msp.issuer_key().clone());
        Ok(verifier.verify_nym_signature(&signature, self.nym(), message)?)
    }
}
