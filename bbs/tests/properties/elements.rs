//! The points and scalars that an encoding is made of.

use std::collections::HashSet;

use proptest::prelude::*;

use crate::layout::{Layout, POINT, SCALAR};

/// Every point and scalar of a proof.
pub(crate) fn of_proof<P: Layout>(bytes: &[u8], count: usize, hidden: usize) -> Vec<Vec<u8>> {
    let points = (0..3)
        .map(|place| P::a_prime(count) + place * POINT)
        .chain(P::commitments(count));
    cut(bytes, points, P::scalars(count, hidden))
}

/// Every point and scalar of a request; T, which stands there twice, once.
pub(crate) fn of_request<P: Layout>(bytes: &[u8], hidden: usize) -> Vec<Vec<u8>> {
    let points = [0].into_iter().chain(P::request_commitments().pop());
    cut(bytes, points, P::request_scalars(hidden))
}

/// A, e, s.
pub(crate) fn of_signature(bytes: &[u8]) -> Vec<Vec<u8>> {
    cut(bytes, [0].into_iter(), vec![POINT, POINT + SCALAR])
}

fn cut(bytes: &[u8], points: impl Iterator<Item = usize>, scalars: Vec<usize>) -> Vec<Vec<u8>> {
    let points = points.map(|offset| bytes[offset..offset + POINT].to_vec());
    let scalars = scalars
        .into_iter()
        .map(|offset| bytes[offset..offset + SCALAR].to_vec());
    points.chain(scalars).collect()
}

/// Adds elements to those seen; none may have been there.
pub(crate) fn see(
    seen: &mut HashSet<Vec<u8>>,
    elements: Vec<Vec<u8>>,
) -> Result<(), TestCaseError> {
    for element in elements {
        let text = hex::encode(&element);
        prop_assert!(seen.insert(element), "twice: {text}");
    }
    Ok(())
}
