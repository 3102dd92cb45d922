//! The Go library's vectors, intermediate values included, and the map's exceptional cases.

use serde_json::Value;

use super::super::active;
use super::super::encoding::{g1_to_compressed, g1_to_uncompressed};
use super::*;

const VECTORS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../vectors/aries/hash_to_g1.json"
);

fn bytes(case: &Value, field: &str) -> Option<Vec<u8>> {
    case[field].as_str().map(|text| hex::decode(text).unwrap())
}

fn element<F: BaseField>(case: &Value, field: &str) -> Option<F> {
    let bytes: [u8; 48] = bytes(case, field)?.try_into().unwrap();
    Some(F::from_be_bytes(&bytes).unwrap())
}

fn uncompressed<F: BaseField>(point: Jacobian<F>) -> Vec<u8> {
    let point = point.to_affine();
    [point.x.to_be_bytes(), point.y.to_be_bytes()].concat()
}

#[test]
fn go_vectors() {
    check_go_vectors::<active::Backend>();
    #[cfg(feature = "both-backends")]
    check_go_vectors::<super::super::portable::Backend>();
}

fn check_go_vectors<B: Backend>() {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(VECTORS).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let mut intermediate = 0;
    for case in cases {
        let data = bytes(case, "data").unwrap();
        let domain = bytes(case, "domain").unwrap();
        let point = hash_to_g1::<B>(&data, &domain);
        assert_eq!(
            g1_to_compressed::<B>(&point).to_vec(),
            bytes(case, "compressed").unwrap()
        );
        assert_eq!(
            g1_to_uncompressed::<B>(&point).to_vec(),
            bytes(case, "uncompressed").unwrap()
        );
        let y_is_larger = g1_to_compressed::<B>(&point)[0] & 0x20 != 0;
        assert_eq!(y_is_larger, case["y_is_larger"].as_bool().unwrap());

        let expanded = expand_message(&data, &domain);
        if let Some(expected) = bytes(case, "expanded") {
            assert_eq!(expanded.to_vec(), expected);
        }
        let Some(expected_u0) = element::<B::Fp>(case, "u0") else {
            continue;
        };
        intermediate += 1;
        let (u0, u1) = hash_to_field::<B::Fp>(&expanded);
        assert!(u0 == expected_u0 && u1 == element(case, "u1").unwrap());
        let points = sswu::map_two(u0, u1);
        for (index, (x, y)) in points.into_iter().enumerate() {
            assert!(x == element(case, &format!("p{index}_x_before_isogeny")).unwrap());
            assert!(y == element(case, &format!("p{index}_y_before_isogeny")).unwrap());
            let image = uncompressed(isogeny::map(x, y));
            assert_eq!(
                image,
                bytes(case, &format!("q{index}_after_isogeny")).unwrap()
            );
        }
    }
    assert!(cases.len() > 20 && intermediate > 2);
}

/// The sum on E′ agrees with the sum of the images on E, also for equal and opposite points, u = 0, and the roots of
/// −1/Z, for which the map's denominator vanishes.
#[test]
fn exceptional_inputs() {
    check_exceptional_inputs::<<active::Backend as Backend>::Fp>();
    #[cfg(feature = "both-backends")]
    check_exceptional_inputs::<<super::super::portable::Backend as Backend>::Fp>();
}

fn check_exceptional_inputs<F: BaseField>() {
    let minus_one_over_z = -F::from_montgomery(montgomery("b")).invert_or_zero();
    let root = minus_one_over_z.sqrt_candidate();
    assert!(root.square() == minus_one_over_z);
    let (u, v) = hash_to_field::<F>(&expand_message(b"some data", b"some tag"));
    let inputs = [F::zero(), F::one(), root, -root, u, -u, v];
    for u0 in inputs {
        for u1 in inputs {
            let [p, q] = sswu::map_two(u0, u1).map(|(x, y)| isogeny::map(x, y));
            let expected = p.add_vartime(&q).to_affine();
            let sum = sswu::map_and_add(u0, u1)
                .map_or_else(Jacobian::identity, |(x, y)| isogeny::map(x, y))
                .to_affine();
            assert_eq!(sum, expected);
        }
    }
    // A point and its opposite.
    assert!(sswu::map_and_add(u, -u).is_none());
}

#[test]
fn long_tags_are_hashed() {
    let long = [7; 256];
    let short = Blake2b512::new()
        .chain_update(b"H2C-OVERSIZE-DST-")
        .chain_update(long)
        .finalize();
    assert_eq!(expand_message(b"x", &long), expand_message(b"x", &short));
}

#[test]
fn kernel_maps_to_the_identity() {
    type Fp = <active::Backend as Backend>::Fp;
    // One of the ten points of order 11 that the isogeny sends to O.
    let x = "010ef325dd1e98bdf0d97a4c6b7f968ed7f31f2fbff088acb39d5319cfc261ea18773405f325612742f0c5d90634bcf4";
    let y = "0eb3efc0a8592166adb221f4b9158d9ff0d160ce6a2cc1a280b3ec28c01870fa13ca7cddd7ba78f6cd54fe36375cd5fd";
    let [x, y] = [x, y]
        .map(|text| Fp::from_be_bytes(&hex::decode(text).unwrap().try_into().unwrap()).unwrap());
    assert!(isogeny::map(x, y).is_identity_vartime());
}
