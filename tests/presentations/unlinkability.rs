//! Two presentations of one credential have no group element and no scalar in common, but for nyms that are reused on
//! purpose and the CRI.

use std::collections::HashSet;

use bbs::curve::{Scalar, scalar_from_bytes, scalar_to_bytes};
use idemix::{Aries, Native};

use crate::elements::{Divided, Part};
use crate::presenting::rng;
use crate::scene::{Profile, Scene, law};

/// Points up to sign by their x, scalars up to sign.
fn elements<P: Divided>(bytes: &[u8]) -> HashSet<Vec<u8>> {
    let parts = P::divide(bytes).into_iter();
    parts
        .filter_map(|(part, range)| match part {
            Part::Compressed | Part::Uncompressed => Some(x(&bytes[range])),
            Part::Scalar => {
                let z = scalar_from_bytes(bytes[range].try_into().unwrap(), "z").unwrap();
                Some(up_to_sign(z))
            }
            Part::Cri | Part::Other => None,
        })
        .collect()
}

/// The x coordinate, without the flags above it.
fn x(point: &[u8]) -> Vec<u8> {
    let mut x = point[..48].to_vec();
    x[0] &= 0x1f;
    x
}

fn up_to_sign(z: Scalar) -> Vec<u8> {
    let (z, minus_z) = (scalar_to_bytes(&z), scalar_to_bytes(&-z));
    z.min(minus_z).to_vec()
}

/// The elements that two presentations share on purpose.
fn reused<P: Profile>(scene: &Scene) -> HashSet<Vec<u8>> {
    let parameters = scene.world.key().parameters();
    let schema = scene.world.key().schema();
    let place = |role: Option<usize>| schema.message_index(role.unwrap());
    let mut reused = HashSet::new();
    if let Some(nym) = &scene.nym {
        reused.insert(x(&nym.nym().to_bytes()));
    }
    if let Some(opening) = &scene.eid {
        let nym = opening.commitment(parameters, place(schema.enrollment_id()));
        reused.insert(x(&nym.unwrap().to_bytes()));
    }
    if let Some(opening) = &scene.rh {
        let nym = opening.commitment(parameters, place(schema.revocation_handle()));
        reused.insert(x(&nym.unwrap().to_bytes()));
    }
    if let (Some(scope), "native") = (&scene.case.scope, P::NAME) {
        let nym = scene.world.holder.scope_nym(scene.world.key(), scope);
        reused.insert(x(&nym.unwrap().to_bytes()));
    }
    reused
}

fn nothing_repeats<P: Profile + Divided>() {
    law(|case| {
        let scene = Scene::new(case);
        let [first, second] =
            [0, 1].map(|seed| P::write(&scene.present::<P>(case.seed ^ seed).presentation));
        let (first, second) = (elements::<P>(&first), elements::<P>(&second));
        let common: HashSet<_> = first.intersection(&second).cloned().collect();
        assert_eq!(common, reused::<P>(&scene));
    });
}

/// The hedge: a repeating RNG repeats nothing as long as the statement differs.
fn nothing_repeats_with_a_repeating_rng<P: Profile + Divided>() {
    law(|case| {
        let scene = Scene::new(case);
        let first = P::write(&scene.present::<P>(case.seed).presentation);
        let other = [case.message.as_slice(), b"x"].concat();
        let second = scene.builder::<P>().message(&other);
        let second = second.prove(&mut rng(case.seed)).unwrap().presentation;
        let (first, second) = (elements::<P>(&first), elements::<P>(&P::write(&second)));
        let common: HashSet<_> = first.intersection(&second).cloned().collect();
        assert_eq!(common, reused::<P>(&scene));
    });
}

#[test]
fn natively() {
    nothing_repeats::<Native>();
}

#[test]
fn in_the_aries_profile() {
    nothing_repeats::<Aries>();
}

#[test]
fn natively_with_a_repeating_rng() {
    nothing_repeats_with_a_repeating_rng::<Native>();
}

#[test]
fn in_the_aries_profile_with_a_repeating_rng() {
    nothing_repeats_with_a_repeating_rng::<Aries>();
}
