//! Any altered byte is refused. In the Aries profile a verifier that asks for no epoch leaves the CRI fields unbound:
//! see `unbound`. Here a CRI is there only where the verifier asks for it.

use idemix::{Aries, Native};

use crate::scene::{Profile, Scene, law};

fn altered_bytes_are_refused<P: Profile>() {
    law(|case| {
        let scene = Scene::new(case);
        let bytes = P::write(&scene.present::<P>(case.seed).presentation);
        let [place, mask] = case.choice;
        let place = usize::try_from(place % bytes.len() as u64).unwrap();
        let mask = u8::try_from(1 + mask % 255).unwrap();
        let mut altered = bytes.clone();
        altered[place] ^= mask;
        assert!(
            scene.verify::<P>(&altered).is_err(),
            "byte {place} of {}",
            bytes.len()
        );

        let mut removed = bytes.clone();
        removed.remove(place);
        assert!(scene.verify::<P>(&removed).is_err(), "without byte {place}");
        let mut added = bytes.clone();
        added.insert(place, mask);
        assert!(scene.verify::<P>(&added).is_err(), "a byte before {place}");
        added = [bytes.as_slice(), &[mask]].concat();
        assert!(scene.verify::<P>(&added).is_err(), "a byte at the end");
        assert!(scene.verify::<P>(&bytes[..place]).is_err(), "{place} bytes");
        let _evidence = scene.verify::<P>(&bytes).unwrap();
    });
}

#[test]
fn natively() {
    altered_bytes_are_refused::<Native>();
}

#[test]
fn in_the_aries_profile() {
    altered_bytes_are_refused::<Aries>();
}
