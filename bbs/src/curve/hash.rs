//! Hashing to G1: RFC 9380 with BLAKE2b-512, compatible with IBM/idemix.
//!
//! One difference from the RFC: the sign of y on the isogenous curve follows the rule of the early drafts (see
//! `sswu`). Inputs are public, so nothing here is constant time.

mod isogeny;
mod sswu;

use blake2::{Blake2b512, Digest};

use super::backend::Backend;
use super::field::{BaseField, Limbs, montgomery};
use super::jacobian::Jacobian;

/// Bytes per field element: ⌈(381 + 128)/8⌉.
const ELEMENT_BYTES: usize = 64;
/// Two elements, as RFC 9380's random-oracle variant asks for.
const EXPANDED_BYTES: usize = 2 * ELEMENT_BYTES;
/// Input block and output of BLAKE2b-512.
const BLOCK_BYTES: usize = 128;
const DIGEST_BYTES: usize = 64;

/// The effective cofactor 1 − z of G1, z = −0xd201000000010000 (RFC 9380, section 8.8.1).
const EFFECTIVE_COFACTOR: u64 = 0xd201_0000_0001_0001;

/// 2²⁵⁶ mod p.
const TWO_256: Limbs =
    montgomery("10000000000000000000000000000000000000000000000000000000000000000");

/// hash_to_curve of RFC 9380, section 3. Adding on the isogenous curve saves one isogeny, which is a homomorphism.
pub fn hash_to_g1<B: Backend>(data: &[u8], dst: &[u8]) -> B::G1Affine {
    let (u0, u1) = hash_to_field::<B::Fp>(&expand_message(data, dst));
    let point = sswu::map_and_add(u0, u1)
        .map_or_else(Jacobian::identity, |(x, y)| isogeny::map(x, y))
        .mul_u64_vartime(EFFECTIVE_COFACTOR);
    B::g1_from_coordinates(point.to_affine())
}

/// expand_message_xmd of RFC 9380, section 5.3.1, for an output of two digests; section 5.3.3 for a long tag.
fn expand_message(data: &[u8], dst: &[u8]) -> [u8; EXPANDED_BYTES] {
    let short_tag: [u8; DIGEST_BYTES];
    let tag = if dst.len() <= usize::from(u8::MAX) {
        dst
    } else {
        short_tag = Blake2b512::new()
            .chain_update(b"H2C-OVERSIZE-DST-")
            .chain_update(dst)
            .finalize()
            .into();
        &short_tag
    };
    let tag_length = [tag.len() as u8];
    let finish = |hash: Blake2b512| -> [u8; DIGEST_BYTES] {
        hash.chain_update(tag)
            .chain_update(tag_length)
            .finalize()
            .into()
    };
    let b0 = finish(
        Blake2b512::new()
            .chain_update([0; BLOCK_BYTES])
            .chain_update(data)
            .chain_update((EXPANDED_BYTES as u16).to_be_bytes())
            .chain_update([0]),
    );
    let b1 = finish(Blake2b512::new().chain_update(b0).chain_update([1]));
    let mut mixed = b0;
    mixed.iter_mut().zip(b1).for_each(|(a, b)| *a ^= b);
    let b2 = finish(Blake2b512::new().chain_update(mixed).chain_update([2]));

    let mut out = [0; EXPANDED_BYTES];
    let (first, second) = out.split_at_mut(DIGEST_BYTES);
    first.copy_from_slice(&b1);
    second.copy_from_slice(&b2);
    out
}

/// Two 64-byte big-endian numbers modulo p.
fn hash_to_field<F: BaseField>(expanded: &[u8; EXPANDED_BYTES]) -> (F, F) {
    let (first, second) = expanded.split_at(ELEMENT_BYTES);
    (reduce(first), reduce(second))
}

/// hi·2²⁵⁶ + lo.
fn reduce<F: BaseField>(bytes: &[u8]) -> F {
    let half = |bytes: &[u8]| {
        let mut padded = [0; 48];
        padded
            .iter_mut()
            .rev()
            .zip(bytes.iter().rev())
            .for_each(|(to, from)| *to = *from);
        // 256 bits are below p.
        F::from_be_bytes(&padded).unwrap_or_else(F::zero)
    };
    let (high, low) = bytes.split_at(ELEMENT_BYTES / 2);
    half(high) * F::from_montgomery(TWO_256) + half(low)
}

#[cfg(test)]
mod tests;
