//! The Go library's vectors, intermediate values included, and the map's exceptional cases.

use serde_json::Value;

use super::super::active::Backend as Active;
use super::super::jacobian::Jacobian;
use super::*;

type Fp = <Active as Backend>::Fp;

const VECTORS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../vectors/aries/hash_to_g1.json"
);

fn bytes(case: &Value, field: &str) -> Option<Vec<u8>> {
    case[field].as_str().map(|text| hex::decode(text).unwrap())
}

fn element(case: &Value, field: &str) -> Option<Fp> {
    let bytes: [u8; 48] = bytes(case, field)?.try_into().unwrap();
    Some(Fp::from_be_bytes(&bytes).unwrap())
}

fn uncompressed(point: Jacobian<Fp>) -> Vec<u8> {
    let (x, y) = point.to_affine_vartime().unwrap();
    [x.to_be_bytes(), y.to_be_bytes()].concat()
}

#[test]
fn go_vectors() {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(VECTORS).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let mut intermediate = 0;
    for case in cases {
        let data = bytes(case, "data").unwrap();
        let domain = bytes(case, "domain").unwrap();
        let point = hash_to_g1::<Active>(&data, &domain);
        assert_eq!(
            point.to_compressed().to_vec(),
            bytes(case, "compressed").unwrap()
        );
        assert_eq!(
            point.to_uncompressed().to_vec(),
            bytes(case, "uncompressed").unwrap()
        );
        let y_is_larger = point.to_compressed()[0] & 0x20 != 0;
        assert_eq!(y_is_larger, case["y_is_larger"].as_bool().unwrap());

        let expanded = expand_message(&data, &domain);
        if let Some(expected) = bytes(case, "expanded") {
            assert_eq!(expanded.to_vec(), expected);
        }
        let Some(expected_u0) = element(case, "u0") else {
            continue;
        };
        intermediate += 1;
        let (u0, u1) = hash_to_field::<Fp>(&expanded);
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
    let minus_one_over_z = -Fp::from_montgomery(montgomery("b")).invert_or_zero();
    let root = minus_one_over_z.sqrt_candidate();
    assert!(root.square() == minus_one_over_z);
    let (u, v) = hash_to_field::<Fp>(&expand_message(b"some data", b"some tag"));
    let inputs = [Fp::zero(), Fp::one(), root, -root, u, -u, v];
    for u0 in inputs {
        for u1 in inputs {
            let [p, q] = sswu::map_two(u0, u1).map(|(x, y)| isogeny::map(x, y));
            let expected = p.add_vartime(&q).to_affine_vartime();
            let sum =
                sswu::map_and_add(u0, u1).and_then(|(x, y)| isogeny::map(x, y).to_affine_vartime());
            assert!(sum == expected);
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
