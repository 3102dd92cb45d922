//! Two honest presentations of the same statement do not mix: with any part of one in the other it is refused.

use idemix::{Aries, Native};

use crate::elements::{Divided, Part};
use crate::scene::{Profile, Scene, law};

fn mixtures_are_refused<P: Profile + Divided>() {
    law(|case| {
        let scene = Scene::new(case);
        let [first, second] =
            [0, 1].map(|seed| P::write(&scene.present::<P>(case.seed ^ seed).presentation));
        let parts = P::divide(&first);
        assert_eq!(parts, P::divide(&second));
        let differing: Vec<_> = parts
            .iter()
            .filter(|(_, range)| first[range.clone()] != second[range.clone()])
            .collect();
        // Each random element differs.
        assert!(differing.len() > 8);
        assert!(
            differing
                .iter()
                .all(|(part, _)| *part != Part::Other && *part != Part::Cri)
        );

        // One part, then any selection of parts.
        let [one, mask] = case.choice;
        let one = usize::try_from(one % differing.len() as u64).unwrap();
        let selections = [
            (0..differing.len()).map(|place| place == one).collect(),
            (0..differing.len())
                .map(|place| mask >> (place % 64) & 1 == 1)
                .collect::<Vec<_>>(),
        ];
        for selection in selections {
            let mut mixture = first.clone();
            let selected = differing
                .iter()
                .zip(&selection)
                .filter(|(_, chosen)| **chosen);
            for ((_, range), _) in selected {
                mixture[range.clone()].copy_from_slice(&second[range.clone()]);
            }
            let honest = mixture == first || mixture == second;
            assert_eq!(scene.verify::<P>(&mixture).is_ok(), honest, "{selection:?}");
        }
    });
}

/// Two elements of one presentation, of the same sort, exchanged.
fn exchanged_elements_are_refused<P: Profile + Divided>() {
    law(|case| {
        let scene = Scene::new(case);
        let bytes = P::write(&scene.present::<P>(case.seed).presentation);
        let parts = P::divide(&bytes);
        let [first, second] = case.choice;
        let pick = |choice: u64, among: &[&(Part, std::ops::Range<usize>)]| {
            let place = usize::try_from(choice % among.len() as u64).unwrap();
            among[place].clone()
        };
        let elements: Vec<_> = parts
            .iter()
            .filter(|(part, _)| *part != Part::Other)
            .collect();
        let (sort, a) = pick(first, &elements);
        let same_sort = |(part, range): &&&(Part, std::ops::Range<usize>)| {
            *part == sort && range.len() == a.len() && bytes[range.clone()] != bytes[a.clone()]
        };
        let others: Vec<_> = elements.iter().filter(same_sort).copied().collect();
        if others.is_empty() {
            return;
        }
        let (_, b) = pick(second, &others);
        let mut exchanged = bytes.clone();
        exchanged[a.clone()].copy_from_slice(&bytes[b.clone()]);
        exchanged[b.clone()].copy_from_slice(&bytes[a.clone()]);
        assert!(scene.verify::<P>(&exchanged).is_err(), "{a:?} and {b:?}");
    });
}

#[test]
fn natively() {
    mixtures_are_refused::<Native>();
}

#[test]
fn in_the_aries_profile() {
    mixtures_are_refused::<Aries>();
}

#[test]
fn exchanges_natively() {
    exchanged_elements_are_refused::<Native>();
}

#[test]
fn exchanges_in_the_aries_profile() {
    exchanged_elements_are_refused::<Aries>();
}
