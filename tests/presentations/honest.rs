//! Honest runs verify, and the evidence says what was presented.

use idemix::{Aries, Auditor, Native};

use crate::scene::{Profile, Scene, law};

fn honest_runs_verify<P: Profile>() {
    law(|case| {
        let scene = Scene::new(case);
        let shown = scene.present::<P>(case.seed);
        let bytes = P::write(&shown.presentation);
        assert_eq!(P::read(&bytes).unwrap(), shown.presentation);
        let evidence = scene.verify::<P>(&bytes).unwrap();

        assert_eq!(evidence.kind(), case.kind);
        assert_eq!(evidence.issuer(), scene.world.key());
        assert_eq!(evidence.nym(), shown.nym.unwrap().nym());
        let mut disclosed: Vec<_> = evidence.disclosed().collect();
        disclosed.sort_unstable_by_key(|(attribute, _)| *attribute);
        let expected = case.disclosed.iter();
        let expected = expected.map(|index| (*index, scene.world.attributes[*index].to_scalar()));
        assert!(
            disclosed
                .iter()
                .map(|(i, value)| (*i, **value))
                .eq(expected)
        );

        let auditor = Auditor::new(scene.world.key().clone());
        assert_eq!(shown.eid_opening.is_some(), case.kind.has_eid_nym());
        assert_eq!(shown.rh_opening.is_some(), case.kind.has_rh_nym());
        if let Some(opening) = &shown.eid_opening {
            let value = &scene.world.attributes[case.shape.eid.unwrap()];
            let _opened = auditor.open_eid(&evidence, opening, value).unwrap();
        }
        if let Some(opening) = &shown.rh_opening {
            let value = &scene.world.attributes[case.shape.rh.unwrap()];
            let _opened = auditor.open_rh(&evidence, opening, value).unwrap();
        }
    });
}

#[test]
fn natively() {
    honest_runs_verify::<Native>();
}

#[test]
fn in_the_aries_profile() {
    honest_runs_verify::<Aries>();
}
