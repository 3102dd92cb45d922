//! The protobuf messages of the Go library, written down once more so that tests look inside the bytes, and alter
//! them, without the code that is tested.

use prost::Message;

use crate::vectors::{CaseResult, Hex, equal};

/// Message Credential.
#[derive(Clone, PartialEq, Message)]
pub struct Credential {
    /// A, e, s.
    #[prost(bytes = "vec", tag = "1")]
    pub signature: Vec<u8>,
    /// A scalar each.
    #[prost(bytes = "vec", repeated, tag = "2")]
    pub attributes: Vec<Vec<u8>>,
    /// Where the secret key stands among the messages.
    #[prost(int32, tag = "3")]
    pub sk_pos: i32,
}

/// Message Signature, a presentation.
#[derive(Clone, PartialEq, Message)]
pub struct Signature {
    /// The payload, then the main proof.
    #[prost(bytes = "vec", tag = "1")]
    pub main_signature: Vec<u8>,
    /// The random part of the challenge.
    #[prost(bytes = "vec", tag = "2")]
    pub nonce: Vec<u8>,
    /// The pseudonym.
    #[prost(bytes = "vec", tag = "3")]
    pub nym: Vec<u8>,
    /// Its sub-proof.
    #[prost(bytes = "vec", tag = "4")]
    pub nym_proof: Vec<u8>,
    /// The commitment to the enrollment ID.
    #[prost(bytes = "vec", tag = "5")]
    pub nym_eid: Vec<u8>,
    /// Its sub-proof.
    #[prost(bytes = "vec", tag = "6")]
    pub nym_eid_proof: Vec<u8>,
    /// Where the response for the enrollment ID stands in the main proof.
    #[prost(int32, tag = "7")]
    pub nym_eid_idx: i32,
    /// The commitment to the revocation handle.
    #[prost(bytes = "vec", tag = "8")]
    pub nym_rh: Vec<u8>,
    /// Its sub-proof.
    #[prost(bytes = "vec", tag = "9")]
    pub nym_rh_proof: Vec<u8>,
    /// Where the response for the revocation handle stands in the main proof.
    #[prost(int32, tag = "10")]
    pub nym_rh_idx: i32,
    /// Field 2 of the CRI.
    #[prost(bytes = "vec", tag = "11")]
    pub revocation_epoch_pk: Vec<u8>,
    /// Field 3 of the CRI.
    #[prost(bytes = "vec", tag = "12")]
    pub revocation_pk_sig: Vec<u8>,
    /// Field 1 of the CRI.
    #[prost(int64, tag = "13")]
    pub epoch: i64,
    /// Always present.
    #[prost(message, optional, tag = "14")]
    pub non_revocation_proof: Option<NonRevocationProof>,
}

/// Message NonRevocationProof.
#[derive(Clone, PartialEq, Message)]
pub struct NonRevocationProof {
    /// Field 4 of the CRI.
    #[prost(int32, tag = "1")]
    pub revocation_alg: i32,
    /// Empty.
    #[prost(bytes = "vec", tag = "2")]
    pub non_revocation_proof: Vec<u8>,
}

/// Message NymSignature.
#[derive(Clone, PartialEq, Message)]
pub struct NymSignature {
    /// The sub-proof.
    #[prost(bytes = "vec", tag = "1")]
    pub main_signature: Vec<u8>,
    /// The random part of the challenge.
    #[prost(bytes = "vec", tag = "2")]
    pub nonce: Vec<u8>,
}

/// Message CredentialRevocationInformation.
#[derive(Clone, PartialEq, Message)]
pub struct Cri {
    /// The epoch.
    #[prost(int64, tag = "1")]
    pub epoch: i64,
    /// The epoch's key.
    #[prost(bytes = "vec", tag = "2")]
    pub epoch_pk: Vec<u8>,
    /// The authority's signature of the other fields.
    #[prost(bytes = "vec", tag = "3")]
    pub epoch_pk_sig: Vec<u8>,
    /// The algorithm.
    #[prost(int32, tag = "4")]
    pub revocation_alg: i32,
    /// Its data.
    #[prost(bytes = "vec", tag = "5")]
    pub revocation_data: Vec<u8>,
}

/// Message IdemixMSPSignerConfig.
#[derive(Clone, PartialEq, Message)]
pub struct SignerConfig {
    /// Message Credential.
    #[prost(bytes = "vec", tag = "1")]
    pub cred: Vec<u8>,
    /// The holder's secret key.
    #[prost(bytes = "vec", tag = "2")]
    pub sk: Vec<u8>,
    /// Attribute 0.
    #[prost(string, tag = "3")]
    pub organizational_unit_identifier: String,
    /// Attribute 1.
    #[prost(int32, tag = "4")]
    pub role: i32,
    /// Attribute 2.
    #[prost(string, tag = "5")]
    pub enrollment_id: String,
    /// Message CredentialRevocationInformation.
    #[prost(bytes = "vec", tag = "6")]
    pub credential_revocation_information: Vec<u8>,
    /// Attribute 3.
    #[prost(string, tag = "7")]
    pub revocation_handle: String,
    /// Empty.
    #[prost(string, tag = "8")]
    pub curve_id: String,
    /// Empty.
    #[prost(string, tag = "9")]
    pub schema: String,
}

/// Decodes a message that encodes to the same bytes again.
///
/// # Errors
/// Not the message, or not its canonical encoding.
pub fn read<M: Message + Default>(bytes: &[u8]) -> CaseResult<M> {
    let message = M::decode(bytes)?;
    let again = message.encode_to_vec();
    equal("message encoded again", again, &Hex(bytes.to_vec()))?;
    Ok(message)
}
