//! The bytes of pseudonym signatures in both profiles.

use bbs::sigma::{Block, CommittedProof, CompactProof};
use bbs::{Aries, AriesSalt, DecodeError, Native, Reader, decode_canonical};
use prost::Message;

use crate::signature::{NymSignature, ScopeSignature};

const NYM_SIGNATURE: &str = "nym signature";
const SCOPE_SIGNATURE: &str = "scope signature";

/// Longest message that is read. An honest one has 152 bytes.
const MAX_BYTES: usize = 1024;

/// Message NymSignature of the Aries profile.
#[derive(Clone, PartialEq, Eq, Message)]
struct NymSignatureMessage {
    #[prost(bytes = "vec", tag = "1")]
    main_signature: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    nonce: Vec<u8>,
}

impl NymSignature<Native> {
    /// 01 ‖ challenge ‖ responses for r and sk, 97 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (proof, ()) = self.parts();
        encode(proof)
    }

    /// Reads a signature. How many responses it has is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self::from_parts(decode(NYM_SIGNATURE, bytes)?, ()))
    }
}

impl ScopeSignature {
    /// 01 ‖ challenge ‖ response for sk, 65 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(self.proof())
    }

    /// Reads a signature. How many responses it has is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        decode(SCOPE_SIGNATURE, bytes).map(Self::from_proof)
    }
}

fn encode(proof: &CompactProof) -> Vec<u8> {
    let mut out = vec![Native::VERSION];
    proof.encode(&mut out);
    out
}

fn decode(object: &'static str, bytes: &[u8]) -> Result<CompactProof, DecodeError> {
    let mut reader = Reader::new(object, bytes);
    reader.version()?;
    let proof = CompactProof::decode_rest(&mut reader)?;
    reader.finish()?;
    Ok(proof)
}

impl NymSignature<Aries> {
    /// Protobuf NymSignature: 1 main_signature = ProofG1, 2 nonce.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (proof, salt) = self.parts();
        NymSignatureMessage {
            main_signature: proof.blocks.iter().flat_map(Block::to_bytes).collect(),
            nonce: salt.as_bytes().to_vec(),
        }
        .encode_to_vec()
    }

    /// Reads a signature. How many responses it has is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let message: NymSignatureMessage = decode_canonical(
            NYM_SIGNATURE,
            MAX_BYTES,
            bytes,
            |bytes| {
                Message::decode(bytes).map_err(|_| DecodeError::Malformed {
                    object: NYM_SIGNATURE,
                    format: "protobuf",
                })
            },
            Message::encode_to_vec,
        )?;
        let block = Block::from_bytes(NYM_SIGNATURE, &message.main_signature)?;
        let proof = CommittedProof {
            blocks: vec![block],
        };
        let salt = AriesSalt::from_bytes(&message.nonce)?;
        Ok(Self::from_parts(proof, salt))
    }
}
