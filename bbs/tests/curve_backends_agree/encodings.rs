//! Both backends accept exactly the same encodings of points, and accept them as the same point.

use bbs::DecodeError;
use bbs::curve::backends::{Backend, Blst, Portable, encoding};
use ff::Field;
use rand_core::RngCore;

use crate::support::{Both, CASES, G1s, G2s, Scalars, rng};

/// p, big-endian.
const P: &str = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";

fn agree<A, B>(
    a: Result<A, DecodeError>,
    b: Result<B, DecodeError>,
    same: impl FnOnce(&A, &B),
) -> Result<(), DecodeError> {
    match (a, b) {
        (Ok(a), Ok(b)) => {
            same(&a, &b);
            Ok(())
        }
        (Err(a), Err(b)) => {
            assert_eq!(a, b);
            Err(a)
        }
        (a, b) => panic!("one backend accepts: {:?}, {:?}", a.err(), b.err()),
    }
}

fn g1(bytes: &[u8; 48]) -> Result<(), DecodeError> {
    let on_curve = agree(
        encoding::g1_from_compressed_on_curve::<Blst>(bytes, "p"),
        encoding::g1_from_compressed_on_curve::<Portable>(bytes, "p"),
        |a, b| {
            Both(*a, *b).check();
            assert_eq!(encoding::g1_to_compressed::<Blst>(a), *bytes);
        },
    );
    let checked = agree(
        encoding::g1_from_compressed::<Blst>(bytes, "p"),
        encoding::g1_from_compressed::<Portable>(bytes, "p"),
        |a, b| {
            Both(*a, *b).check();
            assert_eq!(encoding::g1_to_compressed::<Blst>(a), *bytes);
        },
    );
    only_the_subgroup_check_differs(on_curve, checked);
    checked
}

/// The decoders of commitments T differ from those of other points in nothing else.
fn only_the_subgroup_check_differs(
    on_curve: Result<(), DecodeError>,
    checked: Result<(), DecodeError>,
) {
    match (on_curve, checked) {
        (Err(error), _) => assert_eq!(checked, Err(error)),
        (Ok(()), Err(error)) => assert!(matches!(
            error,
            DecodeError::Subgroup { .. } | DecodeError::Identity { .. }
        )),
        (Ok(()), Ok(())) => {}
    }
}

fn g1_uncompressed(bytes: &[u8; 96]) -> Result<(), DecodeError> {
    let on_curve = agree(
        encoding::g1_from_uncompressed_on_curve::<Blst>(bytes, "p"),
        encoding::g1_from_uncompressed_on_curve::<Portable>(bytes, "p"),
        |a, b| {
            Both(*a, *b).check();
            assert_eq!(encoding::g1_to_uncompressed::<Blst>(a), *bytes);
        },
    );
    let checked = agree(
        encoding::g1_from_uncompressed::<Blst>(bytes, "p"),
        encoding::g1_from_uncompressed::<Portable>(bytes, "p"),
        |a, b| {
            Both(*a, *b).check();
            assert_eq!(encoding::g1_to_uncompressed::<Blst>(a), *bytes);
        },
    );
    only_the_subgroup_check_differs(on_curve, checked);
    checked
}

fn g2(bytes: &[u8; 96]) -> Result<(), DecodeError> {
    agree(
        encoding::g2_from_compressed::<Blst>(bytes, "p"),
        encoding::g2_from_compressed::<Portable>(bytes, "p"),
        |a, b| {
            Both(*a, *b).check();
            assert_eq!(encoding::g2_to_compressed::<Blst>(a), *bytes);
        },
    )
}

fn g2_uncompressed(bytes: &[u8; 192]) -> Result<(), DecodeError> {
    agree(
        encoding::g2_from_uncompressed::<Blst>(bytes, "p"),
        encoding::g2_from_uncompressed::<Portable>(bytes, "p"),
        |a, b| {
            Both(*a, *b).check();
            assert_eq!(encoding::g2_to_uncompressed::<Blst>(a), *bytes);
        },
    )
}

/// Good encodings, each altered: one bit flipped, the flags replaced, a coordinate raised by p, the identity with junk,
/// and plain random bytes. Returns how many were accepted.
fn battery<const N: usize>(
    name: &str,
    compressed: bool,
    mut good: impl FnMut(&mut rand_chacha::ChaCha20Rng) -> [u8; N],
    decode: impl Fn(&[u8; N]) -> Result<(), DecodeError>,
) {
    let mut rng = rng(name);
    let infinity: u8 = if compressed { 0xc0 } else { 0x40 };
    let mut infinity_bytes = [0; N];
    infinity_bytes[0] = infinity;
    assert_eq!(
        decode(&infinity_bytes),
        Err(DecodeError::Identity { field: "p" })
    );
    let p = hex::decode(P).unwrap();
    for _ in 0..CASES {
        let bytes = good(&mut rng);
        assert_eq!(decode(&bytes), Ok(()));

        let mut flipped = bytes;
        let bit = rng.next_u32() as usize % (8 * N);
        flipped[bit / 8] ^= 1 << (bit % 8);
        // Compressed, a flipped sign is the opposite point; anything else leaves the subgroup or the curve.
        let sign_only = compressed && bit == 5;
        assert_eq!(decode(&flipped).is_ok(), sign_only, "bit {bit}");

        let mut flags = bytes;
        flags[0] = (flags[0] & 0x1f) | (rng.next_u32() as u8 & 0xe0);
        let _ = decode(&flags);

        let mut junk = infinity_bytes;
        let bit = rng.next_u32() as usize % (8 * N);
        junk[bit / 8] ^= 1 << (bit % 8);
        assert!(decode(&junk).is_err());

        // Each coordinate raised by p, where it fits under the flags.
        for start in (0..N).step_by(48) {
            let mut raised = bytes;
            let flags = if start == 0 { raised[0] & 0xe0 } else { 0 };
            if start == 0 {
                raised[0] &= 0x1f;
            }
            let mut carry = 0u16;
            for index in (0..48).rev() {
                let sum = u16::from(raised[start + index]) + u16::from(p[index]) + carry;
                raised[start + index] = sum as u8;
                carry = sum >> 8;
            }
            if raised[start] & 0xe0 == 0 {
                raised[start] |= flags;
                assert_eq!(decode(&raised), Err(DecodeError::Point { field: "p" }));
            }
        }

        let mut random = [0; N];
        rng.fill_bytes(&mut random);
        let _ = decode(&random);
        random[0] = (random[0] & 0x1f) | (infinity & 0x80);
        let _ = decode(&random);
        random[0] &= 0xe0;
        let _ = decode(&random);
    }
}

#[test]
fn g1_compressed() {
    let good = |rng: &mut _| encoding::g1_to_compressed::<Blst>(&G1s::random(rng).affine().0);
    battery("g1 compressed", true, good, g1);
}

#[test]
fn g1_uncompressed_too() {
    let good = |rng: &mut _| encoding::g1_to_uncompressed::<Blst>(&G1s::random(rng).affine().0);
    battery("g1 uncompressed", false, good, g1_uncompressed);
}

#[test]
fn g2_compressed() {
    let good = |rng: &mut _| encoding::g2_to_compressed::<Blst>(&G2s::random(rng).affine().0);
    battery("g2 compressed", true, good, g2);
}

#[test]
fn g2_uncompressed_too() {
    let good = |rng: &mut _| encoding::g2_to_uncompressed::<Blst>(&G2s::random(rng).affine().0);
    battery("g2 uncompressed", false, good, g2_uncompressed);
}

/// Points of the curve outside the subgroup, found by trying x-coordinates.
#[test]
fn outside_the_subgroup() {
    let mut rng = rng("outside the subgroup");
    let (mut outside_g1, mut outside_g2) = (0, 0);
    while outside_g1 < CASES {
        let mut bytes = [0; 48];
        rng.fill_bytes(&mut bytes);
        bytes[0] = (bytes[0] & 0x2f) | 0x80;
        let Ok(point) = encoding::g1_from_compressed_on_curve::<Blst>(&bytes, "p") else {
            assert!(encoding::g1_from_compressed_on_curve::<Portable>(&bytes, "p").is_err());
            continue;
        };
        assert_eq!(g1(&bytes), Err(DecodeError::Subgroup { field: "p" }));
        let uncompressed = encoding::g1_to_uncompressed::<Blst>(&point);
        assert_eq!(
            g1_uncompressed(&uncompressed),
            Err(DecodeError::Subgroup { field: "p" })
        );
        outside_g1 += 1;
    }
    while outside_g2 < CASES {
        let mut bytes = [0; 96];
        rng.fill_bytes(&mut bytes);
        bytes[0] = (bytes[0] & 0x2f) | 0x80;
        bytes[48] &= 0x0f;
        match g2(&bytes) {
            Err(DecodeError::Subgroup { .. }) => outside_g2 += 1,
            other => assert_eq!(other, Err(DecodeError::Point { field: "p" })),
        }
    }
}

/// Points of small order: (0, ±2) has order three.
#[test]
fn small_order() {
    let mut bytes = [0; 48];
    for sign in [0x80, 0xa0] {
        bytes[0] = sign;
        assert_eq!(g1(&bytes), Err(DecodeError::Subgroup { field: "p" }));
    }
}

/// Off the curve: a good point with another y, and y² = x³ + b for other b.
#[test]
fn off_the_curve() {
    let mut rng = rng("off the curve");
    for _ in 0..CASES {
        let a = encoding::g1_to_uncompressed::<Blst>(&G1s::random(&mut rng).affine().0);
        let b = encoding::g1_to_uncompressed::<Blst>(&G1s::random(&mut rng).affine().0);
        let mut mixed = a;
        mixed[48..].copy_from_slice(&b[48..]);
        assert_eq!(
            g1_uncompressed(&mixed),
            Err(DecodeError::Point { field: "p" })
        );
        let k = Scalars::random(&mut rng);
        assert!(!bool::from(k.0.is_zero()));
    }
    for case in 0..CASES {
        let p = G2s::random(&mut rng).affine();
        let q = G2s::random(&mut rng).affine();
        let mut mixed = encoding::g2_to_uncompressed::<Blst>(&p.0);
        let other = encoding::g2_to_uncompressed::<Blst>(&q.0);
        if case % 2 == 0 {
            mixed[96..].copy_from_slice(&other[96..]);
        } else {
            mixed[144..].copy_from_slice(&other[144..]);
        }
        assert_eq!(
            g2_uncompressed(&mixed),
            Err(DecodeError::Point { field: "p" })
        );
    }
}

#[test]
fn coordinates_make_the_round_trip() {
    let mut rng = rng("coordinates");
    for case in 0..CASES {
        let point = if case == 0 {
            G1s::identity()
        } else {
            G1s::random(&mut rng)
        };
        let point = point.affine();
        let a = Blst::g1_from_coordinates(Blst::g1_coordinates(&point.0));
        let b = Portable::g1_from_coordinates(Portable::g1_coordinates(&point.1));
        assert!(a == point.0 && b == point.1);
    }
}
