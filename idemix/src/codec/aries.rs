//! The protobuf messages of the Aries profile, written as derive structs.

use bbs::curve::{Scalar, scalar_to_bytes};
use bbs::{DecodeError, Reader, Secret, decode_canonical};
use prost::Message;
use zeroize::{Zeroize, Zeroizing};

/// Largest message that is decoded. A credential with 65,535 attributes has about 2.3 MB.
const MAX_BYTES: usize = 4 << 20;

/// Message Credential.
#[derive(Clone, PartialEq, Message)]
struct CredentialMessage {
    #[prost(bytes = "vec", tag = "1")]
    cred: Vec<u8>,
    #[prost(bytes = "vec", repeated, tag = "2")]
    attrs: Vec<Vec<u8>>,
    #[prost(int32, tag = "3")]
    sk_pos: i32,
}

impl Drop for CredentialMessage {
    fn drop(&mut self) {
        self.cred.zeroize();
        self.attrs.zeroize();
    }
}

/// Message Signature, a presentation.
#[derive(Clone, PartialEq, Eq, Message)]
pub(crate) struct SignatureMessage {
    #[prost(bytes = "vec", tag = "1")]
    pub(crate) main_signature: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) nonce: Vec<u8>,
    #[prost(bytes = "vec", tag = "3")]
    pub(crate) nym: Vec<u8>,
    #[prost(bytes = "vec", tag = "4")]
    pub(crate) nym_proof: Vec<u8>,
    #[prost(bytes = "vec", tag = "5")]
    pub(crate) nym_eid: Vec<u8>,
    #[prost(bytes = "vec", tag = "6")]
    pub(crate) nym_eid_proof: Vec<u8>,
    #[prost(int32, tag = "7")]
    pub(crate) nym_eid_idx: i32,
    #[prost(bytes = "vec", tag = "8")]
    pub(crate) nym_rh: Vec<u8>,
    #[prost(bytes = "vec", tag = "9")]
    pub(crate) nym_rh_proof: Vec<u8>,
    #[prost(int32, tag = "10")]
    pub(crate) nym_rh_idx: i32,
    #[prost(bytes = "vec", tag = "11")]
    pub(crate) revocation_epoch_pk: Vec<u8>,
    #[prost(bytes = "vec", tag = "12")]
    pub(crate) revocation_pk_sig: Vec<u8>,
    #[prost(int64, tag = "13")]
    pub(crate) epoch: i64,
    #[prost(message, optional, tag = "14")]
    pub(crate) non_revocation_proof: Option<NonRevocationMessage>,
}

/// The non-revocation part of message Signature: always present, always empty.
#[derive(Clone, PartialEq, Eq, Message)]
pub(crate) struct NonRevocationMessage {
    #[prost(int32, tag = "1")]
    pub(crate) revocation_alg: i32,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) non_revocation_proof: Vec<u8>,
}

/// Decodes a message that must be exactly what encoding it gives: no unknown or repeated fields, no fields out of
/// order, no over-long numbers.
pub(crate) fn decode_strict<M: Message + Default>(
    object: &'static str,
    bytes: &[u8],
) -> Result<M, DecodeError> {
    let decode = |bytes: &[u8]| {
        M::decode(bytes).map_err(|_| DecodeError::Malformed {
            object,
            format: "protobuf",
        })
    };
    decode_canonical(object, MAX_BYTES, bytes, decode, M::encode_to_vec)
}

/// A decoded Credential message.
pub(crate) struct CredentialParts {
    pub(crate) signature: Zeroizing<Vec<u8>>,
    pub(crate) attributes: Secret<Vec<Scalar>>,
    pub(crate) secret_key_position: i32,
}

pub(crate) fn encode_credential(
    signature: &[u8],
    attributes: &[Scalar],
    secret_key_position: usize,
) -> Zeroizing<Vec<u8>> {
    let message = CredentialMessage {
        cred: signature.to_vec(),
        attrs: attributes
            .iter()
            .map(|scalar| scalar_to_bytes(scalar).to_vec())
            .collect(),
        // Positions are at most 65,534.
        sk_pos: i32::try_from(secret_key_position).unwrap_or(i32::MAX),
    };
    Zeroizing::new(message.encode_to_vec())
}

pub(crate) fn decode_credential(bytes: &[u8]) -> Result<CredentialParts, DecodeError> {
    let message: CredentialMessage = decode_strict("credential", bytes)?;
    let mut attributes = Vec::with_capacity(message.attrs.len());
    for attribute in &message.attrs {
        let mut reader = Reader::new("attribute", attribute);
        attributes.push(reader.scalar("attribute")?);
        reader.finish()?;
    }
    Ok(CredentialParts {
        signature: Zeroizing::new(message.cred.clone()),
        attributes: Secret::new(attributes),
        secret_key_position: message.sk_pos,
    })
}
