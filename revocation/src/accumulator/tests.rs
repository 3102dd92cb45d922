use bbs::hash_to_scalar;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::*;

fn setup(seed: u64) -> (AccumulatorSecretKey, FixedBase) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let key = AccumulatorSecretKey::generate(&mut rng);
    let value = FixedBase::new(key.first_value(&mut rng));
    (key, value)
}

fn handles(count: u8) -> Vec<Scalar> {
    (0..count).map(|i| hash_to_scalar(&[i; 16])).collect()
}

#[test]
fn witnesses_satisfy_the_pairing_equation() {
    let (key, value) = setup(1);
    let ys = handles(5);
    let witnesses = key.witnesses(&value, &ys).unwrap();
    assert_eq!(witnesses.len(), ys.len());
    let public = key.public_key();
    for (i, witness) in witnesses.iter().enumerate() {
        for (j, y) in ys.iter().enumerate() {
            assert_eq!(public.is_member(y, witness, value.point()), i == j);
        }
        assert!(!public.is_member(&ys[i], witness, &G1Affine::generator()));
    }
    assert!(!public.is_member(&ys[0], &G1Affine::identity(), value.point()));
    assert!(!public.is_member(&ys[0], &G1Affine::identity(), &G1Affine::identity()));
}

#[test]
fn removing_many_is_removing_one_by_one() {
    let (key, value) = setup(2);
    let ys = handles(7);
    let many = key.removals(&value, &ys).unwrap();
    let mut current = *value.point();
    for (y, removed) in ys.iter().zip(&many) {
        let one = key.removals(&FixedBase::new(current), &[*y]).unwrap();
        // (y + α)·Vⱼ = Vⱼ₋₁
        assert_eq!((removed * (*y + *key.alpha)).to_affine(), current);
        assert_eq!(one, [*removed]);
        current = *removed;
    }
    assert!(key.removals(&value, &[]).unwrap().is_empty());
    assert!(key.witnesses(&value, &[]).unwrap().is_empty());
}

#[test]
fn minus_alpha_is_named() {
    let (key, value) = setup(3);
    let mut ys = handles(4);
    ys[2] = -*key.alpha;
    assert_eq!(key.removals(&value, &ys).unwrap_err(), MinusAlpha(2));
    assert_eq!(key.witnesses(&value, &ys).err(), Some(MinusAlpha(2)));
}

#[test]
fn secret_key_bytes() {
    let (key, _) = setup(4);
    let bytes = key.expose_secret_bytes();
    let back = AccumulatorSecretKey::from_bytes(bytes.as_ref()).unwrap();
    assert!(bool::from(back.ct_eq(&key)));
    assert_eq!(back.public_key(), key.public_key());
    let field = "accumulator secret key";
    assert_eq!(
        AccumulatorSecretKey::from_bytes(&[0; 32]).unwrap_err(),
        DecodeError::Zero { field }
    );
    assert_eq!(
        AccumulatorSecretKey::from_bytes(&[0xff; 32]).unwrap_err(),
        DecodeError::Scalar { field }
    );
    assert!(matches!(
        AccumulatorSecretKey::from_bytes(&[1; 31]),
        Err(DecodeError::Length { .. })
    ));
    assert_eq!(format!("{key:?}"), "AccumulatorSecretKey(<redacted>)");
}

#[test]
fn the_first_value_depends_on_key_and_rng() {
    let (key, value) = setup(5);
    let mut rng = ChaCha20Rng::seed_from_u64(0);
    let one = key.first_value(&mut rng);
    let two = key.first_value(&mut rng);
    assert_ne!(one, two);
    assert_ne!(one, *value.point());
    let (other, _) = setup(6);
    let mut stuck = ChaCha20Rng::seed_from_u64(0);
    assert_ne!(one, other.first_value(&mut stuck));
}
