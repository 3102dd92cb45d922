//! Credential requests.

use bbs::DecodeError;
use bbs::blind::BlindRequest;
use bbs::{Aries, Native, Profile};

use crate::codec::native;

/// A holder's request for a credential: a commitment to its secret key and a proof of knowledge of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialRequest<P: Profile = Native>(pub(crate) BlindRequest<P>);

impl CredentialRequest<Aries> {
    /// C(C) ‖ C(T) ‖ ProofG1, 212 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// Reads a request.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        BlindRequest::<Aries>::from_bytes(bytes).map(Self)
    }
}

impl CredentialRequest<Native> {
    /// The native encoding: a version byte, then the request.
    pub fn to_bytes(&self) -> Vec<u8> {
        native::encode(&native::BytesWire(self.0.to_bytes()))
    }

    /// Reads the native encoding.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let native::BytesWire(inner) = native::decode("credential request", bytes)?;
        BlindRequest::<Native>::from_bytes(&inner).map(Self)
    }
}
