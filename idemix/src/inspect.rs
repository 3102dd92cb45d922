//! Looking at encoded credentials without the holder's key.

use bbs::{DecodeError, Signature};

use crate::codec::{aries, native};
use crate::credential::Credential;

impl Credential {
    /// How many attributes a stored credential in the native encoding has. Decodes strictly; verifies nothing, as that
    /// takes the holder's key.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn count_attributes(bytes: &[u8]) -> Result<usize, DecodeError> {
        let parts = native::decode_credential(native::CREDENTIAL, bytes)?;
        Signature::from_bytes(parts.signature.as_ref())?;
        Ok(parts.attributes.len())
    }

    /// As [`Credential::count_attributes`], for the Aries encoding.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn count_aries_attributes(bytes: &[u8]) -> Result<usize, DecodeError> {
        let parts = aries::decode_credential(bytes)?;
        Signature::from_bytes(&parts.signature)?;
        Ok(parts.attributes.len())
    }
}
