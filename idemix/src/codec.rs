//! Encodings. Both are strict and canonical: decoded under a size limit, all bytes consumed, and what decodes is
//! encoded again and compared.

pub(crate) mod aries;
pub(crate) mod native;
mod serde_bytes;
