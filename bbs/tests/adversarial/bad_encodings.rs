//! Points and scalars that must not decode.

use bbs::DecodeError;
use bbs::curve::{G1Affine, g1_from_compressed, g1_from_compressed_on_curve, g2_from_compressed};

/// The compressed identity.
pub(crate) const IDENTITY: [u8; 48] = {
    let mut bytes = [0; 48];
    bytes[0] = 0xc0;
    bytes
};

/// p, big-endian.
pub(crate) fn p() -> [u8; 48] {
    hex::decode(concat!(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf",
        "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
    ))
    .unwrap()
    .try_into()
    .unwrap()
}

/// r + `more`, big-endian.
pub(crate) fn r_plus(more: u32) -> [u8; 32] {
    let r = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    let mut bytes: [u8; 32] = hex::decode(r).unwrap().try_into().unwrap();
    let low: [u8; 4] = bytes[28..].try_into().unwrap();
    bytes[28..].copy_from_slice(&(u32::from_be_bytes(low) + more).to_be_bytes());
    bytes
}

/// A point of the curve outside the subgroup: the first one in the order of its encoding.
pub(crate) fn outside_subgroup() -> ([u8; 48], G1Affine) {
    (0..=u8::MAX)
        .find_map(|x| {
            let mut bytes = [0; 48];
            (bytes[0], bytes[47]) = (0x80, x);
            let point = g1_from_compressed_on_curve(&bytes, "x").ok()?;
            let refusal = g1_from_compressed(&bytes, "x").err()?;
            assert_eq!(refusal, DecodeError::Subgroup { field: "x" });
            Some((bytes, point))
        })
        .unwrap()
}

/// The same in G2, compressed.
pub(crate) fn outside_subgroup_g2() -> [u8; 96] {
    (0..=u8::MAX)
        .map(|x| {
            let mut bytes = [0; 96];
            (bytes[0], bytes[95]) = (0x80, x);
            bytes
        })
        .find(|bytes| g2_from_compressed(bytes, "x") == Err(DecodeError::Subgroup { field: "x" }))
        .unwrap()
}

/// Encodings that are not the canonical one of any point of the curve, each with its fault. `good` encodes a point.
pub(crate) fn not_canonical(good: [u8; 48]) -> Vec<(&'static str, [u8; 48])> {
    let with = |flags: u8| {
        let mut bytes = good;
        bytes[0] = bytes[0] & 0x1f | flags;
        bytes
    };
    let identity = |first: u8, last: u8| {
        let mut bytes = [0; 48];
        (bytes[0], bytes[47]) = (first, last);
        bytes
    };
    let flagged = |mut x: [u8; 48]| {
        x[0] |= 0x80;
        x
    };
    // A small x has a second encoding below 2³⁸¹, x + p.
    let (small, _) = outside_subgroup();
    let plus_p = |x: u8| {
        let mut bytes = p();
        bytes[47] += x;
        flagged(bytes)
    };
    let no_root = (0..=u8::MAX)
        .map(|x| identity(0x80, x))
        .find(|bytes| g1_from_compressed_on_curve(bytes, "x").is_err())
        .unwrap();
    vec![
        ("no compression flag", with(0)),
        ("no compression flag, y larger", with(0x20)),
        ("infinity with an x", with(0xc0)),
        ("infinity with an x, y larger", with(0xe0)),
        ("infinity without compression", identity(0x40, 0)),
        ("infinity, y larger", identity(0xe0, 0)),
        ("infinity with a last byte", identity(0xc0, 1)),
        ("x = p", plus_p(0)),
        ("x + p", plus_p(small[47])),
        ("x of 381 ones", {
            let mut bytes = [0xff; 48];
            bytes[0] = 0x9f;
            bytes
        }),
        ("x³ + 4 is no square", no_root),
        ("all zero", [0; 48]),
        ("all ones", [0xff; 48]),
    ]
}

/// The bytes with others written over them at `offset`.
pub(crate) fn overwrite(bytes: &[u8], offset: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[offset..offset + with.len()].copy_from_slice(with);
    bytes
}
