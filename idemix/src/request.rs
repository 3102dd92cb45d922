//! Credential requests.

use bbs::DecodeError;
use bbs::blind::BlindRequest;
use bbs::{Aries, Native, Profile, Reader};

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
    /// The native encoding: 01 ‖ C(C) ‖ challenge ‖ responses for s₁ and sk, 145 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![Native::VERSION];
        out.extend_from_slice(&self.0.to_bytes());
        out
    }

    /// Reads the native encoding. How many responses it has is compared when it is verified.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("credential request", bytes);
        reader.version()?;
        BlindRequest::<Native>::from_bytes(reader.bytes(reader.remaining())?).map(Self)
    }
}
