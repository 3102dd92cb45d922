//! Reads the native format's bytes as docs/native-format.md says, with a cursor and the bls12_381 crate alone.

use bls12_381::{G1Affine, G2Affine, Scalar};
use sha2::{Digest, Sha384};

/// A cursor; everything it reads is checked, and [`Cursor::end`] wants nothing left.
pub(crate) struct Cursor<'a>(pub(crate) &'a [u8]);

impl<'a> Cursor<'a> {
    /// Starts an object: the version byte is 1.
    pub(crate) fn object(bytes: &'a [u8]) -> Option<Self> {
        let mut cursor = Self(bytes);
        (cursor.u8()? == 1).then_some(cursor)
    }

    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, tail) = self.0.split_first_chunk::<N>()?;
        self.0 = tail;
        Some(*head)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }

    /// C(P), not the identity.
    pub(crate) fn point(&mut self) -> Option<G1Affine> {
        let point = Option::from(G1Affine::from_compressed(&self.take()?));
        point.filter(|point: &G1Affine| !bool::from(point.is_identity()))
    }

    /// A flag and, if it is 1, a point.
    pub(crate) fn optional_point(&mut self) -> Option<Option<G1Affine>> {
        match self.u8()? {
            0 => Some(None),
            1 => self.point().map(Some),
            _ => None,
        }
    }

    /// 32 bytes big-endian, below r.
    pub(crate) fn scalar(&mut self) -> Option<Scalar> {
        let mut bytes = self.take::<32>()?;
        bytes.reverse();
        Scalar::from_bytes(&bytes).into()
    }

    /// u64 count, then that many scalars.
    pub(crate) fn counted_scalars(&mut self) -> Option<Vec<Scalar>> {
        let count = usize::try_from(self.u64()?).ok()?;
        if self.0.len() / 32 < count {
            return None;
        }
        (0..count).map(|_| self.scalar()).collect()
    }

    pub(crate) fn end<T>(self, value: T) -> Option<T> {
        self.0.is_empty().then_some(value)
    }
}

pub(crate) struct Presentation {
    pub(crate) kind: u8,
    pub(crate) a_prime: G1Affine,
    pub(crate) a_bar: G1Affine,
    pub(crate) d: G1Affine,
    pub(crate) nym: G1Affine,
    pub(crate) eid_nym: Option<G1Affine>,
    pub(crate) rh_nym: Option<G1Affine>,
    pub(crate) scope_nym: Option<G1Affine>,
    /// Epoch number, C', C̄.
    pub(crate) membership: Option<(u64, G1Affine, G1Affine)>,
    pub(crate) challenge: Scalar,
    pub(crate) responses: Vec<Scalar>,
}

pub(crate) fn presentation(bytes: &[u8]) -> Option<Presentation> {
    let mut cursor = Cursor::object(bytes)?;
    let presentation = Presentation {
        kind: cursor.u8()?,
        a_prime: cursor.point()?,
        a_bar: cursor.point()?,
        d: cursor.point()?,
        nym: cursor.point()?,
        eid_nym: cursor.optional_point()?,
        rh_nym: cursor.optional_point()?,
        scope_nym: cursor.optional_point()?,
        membership: match cursor.u8()? {
            0 => None,
            1 => Some((cursor.u64()?, cursor.point()?, cursor.point()?)),
            _ => return None,
        },
        challenge: cursor.scalar()?,
        responses: cursor.counted_scalars()?,
    };
    let (eid, rh) = match presentation.kind {
        0 => (false, false),
        1 => (true, false),
        2 => (true, true),
        _ => return None,
    };
    if presentation.eid_nym.is_some() != eid || presentation.rh_nym.is_some() != rh {
        return None;
    }
    cursor.end(presentation)
}

/// C, challenge, responses for s₁ and sk.
pub(crate) fn request(bytes: &[u8]) -> Option<(G1Affine, Scalar, [Scalar; 2])> {
    let mut cursor = Cursor::object(bytes)?;
    let request = (
        cursor.point()?,
        cursor.scalar()?,
        [cursor.scalar()?, cursor.scalar()?],
    );
    cursor.end(request)
}

/// Challenge, responses for r and sk.
pub(crate) fn nym_signature(bytes: &[u8]) -> Option<(Scalar, [Scalar; 2])> {
    let mut cursor = Cursor::object(bytes)?;
    let signature = (cursor.scalar()?, [cursor.scalar()?, cursor.scalar()?]);
    cursor.end(signature)
}

/// Challenge, response for sk.
pub(crate) fn scope_signature(bytes: &[u8]) -> Option<(Scalar, Scalar)> {
    let mut cursor = Cursor::object(bytes)?;
    let signature = (cursor.scalar()?, cursor.scalar()?);
    cursor.end(signature)
}

pub(crate) struct Credential {
    /// 0: blind, 1: complete.
    pub(crate) kind: u8,
    pub(crate) a: G1Affine,
    pub(crate) e: Scalar,
    pub(crate) s: Scalar,
    pub(crate) attributes: Vec<Scalar>,
}

pub(crate) fn credential(bytes: &[u8]) -> Option<Credential> {
    let mut cursor = Cursor::object(bytes)?;
    let credential = Credential {
        kind: cursor.u8()?,
        a: cursor.point()?,
        e: cursor.scalar()?,
        s: cursor.scalar()?,
        attributes: cursor.counted_scalars()?,
    };
    cursor.end(credential)
}

/// What a presentation's challenge needs of a revocation authority's epoch.
pub(crate) struct Epoch {
    /// The authority's public key: 04, x, y.
    pub(crate) authority: [u8; 97],
    pub(crate) number: u64,
    pub(crate) q: G2Affine,
    pub(crate) v: G1Affine,
    pub(crate) digest: [u8; 48],
}

/// From a signed epoch, 365 bytes; its signature is not this test's matter.
pub(crate) fn epoch(authority: [u8; 97], bytes: &[u8]) -> Option<Epoch> {
    let (info, _signature) = bytes.split_last_chunk::<96>()?;
    let mut hasher = Sha384::new();
    hasher.update(b"idemix/epoch-info/v1\0");
    hasher.update(info);
    let mut cursor = Cursor::object(info)?;
    let _algorithm = cursor.take::<4>()?;
    let epoch = Epoch {
        authority,
        number: cursor.u64()?,
        q: Option::from(G2Affine::from_compressed(&cursor.take()?))?,
        v: cursor.point()?,
        digest: hasher.finalize().into(),
    };
    let _previous_update_validity = cursor.take::<112>()?;
    cursor.end(epoch)
}
