//! Where the fields of the encodings stand.

use bbs::{Aries, Native};

use crate::setup::Codec;

pub(crate) const POINT: usize = 48;
pub(crate) const SCALAR: usize = 32;

/// Offsets in the encoded proof for `count` messages of which `hidden` are hidden.
pub(crate) trait Layout: Codec {
    /// A'; Ā and d follow.
    fn a_prime(count: usize) -> usize;
    /// The commitments T, where the encoding has them.
    fn commitments(count: usize) -> Vec<usize>;
    /// Every scalar.
    fn scalars(count: usize, hidden: usize) -> Vec<usize>;
    /// The commitments T of a request.
    fn request_commitments() -> Vec<usize>;
    /// Every scalar of a request.
    fn request_scalars(hidden: usize) -> Vec<usize>;
}

fn run(start: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |index| start + index * SCALAR)
}

impl Layout for Native {
    fn a_prime(_count: usize) -> usize {
        0
    }
    fn commitments(_count: usize) -> Vec<usize> {
        Vec::new()
    }
    fn scalars(_count: usize, hidden: usize) -> Vec<usize> {
        // The challenge, then −e, r2, −r3, s' and the hidden messages.
        run(3 * POINT, 5 + hidden).collect()
    }
    fn request_commitments() -> Vec<usize> {
        Vec::new()
    }
    fn request_scalars(hidden: usize) -> Vec<usize> {
        run(POINT, 2 + hidden).collect()
    }
}

/// Offset of the length of proof 1 in an Aries proof.
pub(crate) fn first_length(count: usize) -> usize {
    Aries::a_prime(count) + 3 * POINT
}

/// Offsets of the two sub-proofs of an Aries proof.
pub(crate) fn blocks(count: usize) -> [usize; 2] {
    let first = first_length(count) + 4;
    [first, first + POINT + 4 + 2 * SCALAR]
}

impl Layout for Aries {
    fn a_prime(count: usize) -> usize {
        2 + count / 8 + 1
    }
    fn commitments(count: usize) -> Vec<usize> {
        blocks(count).to_vec()
    }
    fn scalars(count: usize, hidden: usize) -> Vec<usize> {
        let [first, second] = blocks(count).map(|block| block + POINT + 4);
        run(first, 2).chain(run(second, 2 + hidden)).collect()
    }
    fn request_commitments() -> Vec<usize> {
        vec![POINT, 2 * POINT]
    }
    fn request_scalars(hidden: usize) -> Vec<usize> {
        run(3 * POINT + 4, 1 + hidden).collect()
    }
}
