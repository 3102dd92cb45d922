//! The protobuf messages of Fabric's MSP, written as derive structs.

use prost::Message;
use zeroize::Zeroize;

/// Message SerializedIdentity.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct SerializedIdentity {
    #[prost(string, tag = "1")]
    pub(super) mspid: String,
    #[prost(bytes = "vec", tag = "2")]
    pub(super) id_bytes: Vec<u8>,
}

/// Message SerializedIdemixIdentity.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct SerializedIdemixIdentity {
    #[prost(bytes = "vec", tag = "1")]
    pub(super) nym_x: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    pub(super) nym_y: Vec<u8>,
    #[prost(bytes = "vec", tag = "3")]
    pub(super) ou: Vec<u8>,
    #[prost(bytes = "vec", tag = "4")]
    pub(super) role: Vec<u8>,
    #[prost(bytes = "vec", tag = "5")]
    pub(super) proof: Vec<u8>,
    #[prost(string, tag = "6")]
    pub(super) schema: String,
}

/// Message OrganizationUnit.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct OrganizationUnit {
    #[prost(string, tag = "1")]
    pub(super) msp_identifier: String,
    #[prost(string, tag = "2")]
    pub(super) organizational_unit_identifier: String,
    #[prost(bytes = "vec", tag = "3")]
    pub(super) certifiers_identifier: Vec<u8>,
}

/// Message MSPRole.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct MspRole {
    #[prost(string, tag = "1")]
    pub(super) msp_identifier: String,
    #[prost(int32, tag = "2")]
    pub(super) role: i32,
}

/// Message MSPConfig.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct MspConfigMessage {
    #[prost(int32, tag = "1")]
    pub(super) kind: i32,
    #[prost(bytes = "vec", tag = "2")]
    pub(super) config: Vec<u8>,
}

/// Message IdemixMSPConfig.
#[derive(Clone, PartialEq, Message)]
pub(super) struct IdemixMspConfig {
    #[prost(string, tag = "1")]
    pub(super) name: String,
    #[prost(bytes = "vec", tag = "2")]
    pub(super) ipk: Vec<u8>,
    #[prost(message, optional, tag = "3")]
    pub(super) signer: Option<SignerConfigMessage>,
    #[prost(bytes = "vec", tag = "4")]
    pub(super) revocation_pk: Vec<u8>,
    #[prost(int64, tag = "5")]
    pub(super) epoch: i64,
    #[prost(string, tag = "6")]
    pub(super) curve_id: String,
    #[prost(string, tag = "7")]
    pub(super) schema: String,
}

/// Message IdemixMSPSignerConfig. Its secrets are wiped on drop.
#[derive(Clone, PartialEq, Message)]
pub(super) struct SignerConfigMessage {
    #[prost(bytes = "vec", tag = "1")]
    pub(super) cred: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    pub(super) sk: Vec<u8>,
    #[prost(string, tag = "3")]
    pub(super) organizational_unit_identifier: String,
    #[prost(int32, tag = "4")]
    pub(super) role: i32,
    #[prost(string, tag = "5")]
    pub(super) enrollment_id: String,
    #[prost(bytes = "vec", tag = "6")]
    pub(super) credential_revocation_information: Vec<u8>,
    #[prost(string, tag = "7")]
    pub(super) revocation_handle: String,
    #[prost(string, tag = "8")]
    pub(super) curve_id: String,
    #[prost(string, tag = "9")]
    pub(super) schema: String,
}

impl Drop for SignerConfigMessage {
    fn drop(&mut self) {
        self.cred.zeroize();
        self.sk.zeroize();
        self.enrollment_id.zeroize();
        self.revocation_handle.zeroize();
    }
}
