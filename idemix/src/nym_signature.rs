//! Encodings of pseudonym signatures.

use bbs::sigma::{Block, CommittedProof, CompactProof};
use bbs::{Aries, AriesSalt, DecodeError, Native, Profile, Reader};
use nym::NymSignature;
use prost::Message;

use crate::codec::aries::{NymSignatureMessage, decode_strict};
use crate::codec::native;

mod sealed {
    pub trait Sealed {}
    impl<P: bbs::Profile> Sealed for nym::NymSignature<P> {}
}

/// The bytes of an object, in its profile's encoding.
pub trait Encoding: Sized + sealed::Sealed {
    /// Encodes.
    fn to_bytes(&self) -> Vec<u8>;

    /// Decodes: canonical, complete, within limits.
    ///
    /// # Errors
    /// [`DecodeError`].
    fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError>;
}

impl Encoding for NymSignature<Aries> {
    /// Protobuf NymSignature.
    fn to_bytes(&self) -> Vec<u8> {
        let (proof, salt): (&CommittedProof, &AriesSalt) = self.parts();
        NymSignatureMessage {
            main_signature: proof.blocks.iter().flat_map(Block::to_bytes).collect(),
            nonce: salt.as_bytes().to_vec(),
        }
        .encode_to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let message: NymSignatureMessage = decode_strict("nym signature", bytes)?;
        let block = Block::from_bytes("nym signature", &message.main_signature)?;
        let salt = AriesSalt::from_bytes(&message.nonce)?;
        Ok(Self::from_parts(
            CommittedProof {
                blocks: vec![block],
            },
            salt,
        ))
    }
}

impl Encoding for NymSignature<Native> {
    /// A version byte, then challenge and responses.
    fn to_bytes(&self) -> Vec<u8> {
        let (proof, ()): (&<Native as Profile>::Proof, _) = self.parts();
        let mut inner = Vec::with_capacity(96);
        proof.encode(&mut inner);
        native::encode(&native::BytesWire(inner))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let native::BytesWire(inner) = native::decode("nym signature", bytes)?;
        let mut reader = Reader::new("nym signature", &inner);
        let proof = CompactProof::decode_rest(&mut reader)?;
        reader.finish()?;
        Ok(Self::from_parts(proof, ()))
    }
}
