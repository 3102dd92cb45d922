//! Reads encodings: nothing is sliced without a length check, nothing may be left over, and what has many encodings
//! in its container format is accepted in one of them only.

use zeroize::Zeroizing;

use crate::DecodeError;
use crate::curve::{self, G1Affine, G2Affine, Scalar};
use crate::sigma::Native;

/// A cursor over the bytes of one object.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    object: &'static str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts reading `object` (its name for error messages).
    pub fn new(object: &'static str, bytes: &'a [u8]) -> Self {
        Self {
            object,
            rest: bytes,
        }
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// [`DecodeError::Length`] if there are fewer.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let (head, tail) = self
            .rest
            .split_at_checked(count)
            .ok_or(DecodeError::Length {
                object: self.object,
                expected: count,
                found: self.rest.len(),
            })?;
        self.rest = tail;
        Ok(head)
    }

    /// The next `N` bytes as an array.
    ///
    /// # Errors
    /// [`DecodeError::Length`] if there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], DecodeError> {
        let (head, tail) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or(DecodeError::Length {
                object: self.object,
                expected: N,
                found: self.rest.len(),
            })?;
        self.rest = tail;
        Ok(head)
    }

    /// One byte.
    ///
    /// # Errors
    /// [`DecodeError::Length`].
    pub fn u8(&mut self) -> Result<u8, DecodeError> {
        Ok(u8::from_be_bytes(*self.array()?))
    }

    /// The version byte that starts every object of the native format.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Version`].
    pub fn version(&mut self) -> Result<(), DecodeError> {
        match self.u8()? {
            Native::VERSION => Ok(()),
            version => Err(DecodeError::Version {
                object: self.object,
                version,
            }),
        }
    }

    /// Two bytes, big-endian.
    ///
    /// # Errors
    /// [`DecodeError::Length`].
    pub fn u16(&mut self) -> Result<u16, DecodeError> {
        Ok(u16::from_be_bytes(*self.array()?))
    }

    /// Four bytes, big-endian.
    ///
    /// # Errors
    /// [`DecodeError::Length`].
    pub fn u32(&mut self) -> Result<u32, DecodeError> {
        Ok(u32::from_be_bytes(*self.array()?))
    }

    /// A scalar, 32 bytes big-endian.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Scalar`].
    pub fn scalar(&mut self, field: &'static str) -> Result<Scalar, DecodeError> {
        curve::scalar_from_bytes(self.array()?, field)
    }

    /// `count` scalars. The count is checked against the bytes left before anything is allocated.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Scalar`].
    pub fn scalars(
        &mut self,
        count: usize,
        field: &'static str,
    ) -> Result<Vec<Scalar>, DecodeError> {
        let length = count.saturating_mul(curve::SCALAR_BYTES);
        let mut reader = Reader::new(self.object, self.bytes(length)?);
        (0..count).map(|_| reader.scalar(field)).collect()
    }

    /// A compressed point of G1, not the identity.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Point`], [`DecodeError::Subgroup`], [`DecodeError::Identity`].
    pub fn g1(&mut self, field: &'static str) -> Result<G1Affine, DecodeError> {
        curve::g1_from_compressed(self.array()?, field)
    }

    /// An uncompressed point of G1, not the identity.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Point`], [`DecodeError::Subgroup`], [`DecodeError::Identity`].
    pub fn g1_uncompressed(&mut self, field: &'static str) -> Result<G1Affine, DecodeError> {
        curve::g1_from_uncompressed(self.array()?, field)
    }

    /// A commitment T: a compressed point of the curve, whatever its order; the identity is allowed.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Point`].
    pub fn commitment(&mut self, field: &'static str) -> Result<G1Affine, DecodeError> {
        curve::g1_from_compressed_on_curve(self.array()?, field)
    }

    /// A commitment T in the uncompressed encoding: a point of the curve, whatever its order; the identity is allowed.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Point`].
    pub fn commitment_uncompressed(
        &mut self,
        field: &'static str,
    ) -> Result<G1Affine, DecodeError> {
        curve::g1_from_uncompressed_on_curve(self.array()?, field)
    }

    /// A compressed point of G2, not the identity.
    ///
    /// # Errors
    /// [`DecodeError::Length`], [`DecodeError::Point`], [`DecodeError::Subgroup`], [`DecodeError::Identity`].
    pub fn g2(&mut self, field: &'static str) -> Result<G2Affine, DecodeError> {
        curve::g2_from_compressed(self.array()?, field)
    }

    /// Ends the object.
    ///
    /// # Errors
    /// [`DecodeError::TrailingBytes`] if anything is left.
    pub fn finish(self) -> Result<(), DecodeError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(DecodeError::TrailingBytes {
                object: self.object,
                count: self.rest.len(),
            })
        }
    }
}

/// Decodes an object in a container format in which many encodings mean the same (protobuf, bincode): at most `limit`
/// bytes, and only the encoding that `encode` gives.
///
/// # Errors
/// [`DecodeError::TooLarge`], [`DecodeError::NonCanonical`], and what `decode` says.
pub fn decode_canonical<T>(
    object: &'static str,
    limit: usize,
    bytes: &[u8],
    decode: impl FnOnce(&[u8]) -> Result<T, DecodeError>,
    encode: impl FnOnce(&T) -> Vec<u8>,
) -> Result<T, DecodeError> {
    let found = bytes.len();
    if found > limit {
        return Err(DecodeError::TooLarge {
            object,
            limit,
            found,
        });
    }
    let value = decode(bytes)?;
    if *Zeroizing::new(encode(&value)) != bytes {
        return Err(DecodeError::NonCanonical { object });
    }
    Ok(value)
}
