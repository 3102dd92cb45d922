//! Any changed expectation is refused.

use idemix::{Aries, EidOpening, Issuer, Native, PresentationNonce, PresentationType, RhOpening};

use crate::presenting::{ISSUER, KINDS, Shape, attributes, rng};
use crate::scene::{Profile, Scene, law};

/// What a verifier may expect differently.
#[derive(Clone, Copy, Debug)]
enum Change {
    Message,
    Kind,
    Value,
    OneFewer,
    OneMore,
    Another,
    IssuerKey,
    SecretKeyPosition,
    AttributeCount,
    EnrollmentId,
    RevocationHandle,
    Nym,
    EidOpening,
    RhOpening,
    Nonce,
    Context,
    Scope,
    Epoch,
    Authority,
}

const CHANGES: [Change; 19] = [
    Change::Message,
    Change::Kind,
    Change::Value,
    Change::OneFewer,
    Change::OneMore,
    Change::Another,
    Change::IssuerKey,
    Change::SecretKeyPosition,
    Change::AttributeCount,
    Change::EnrollmentId,
    Change::RevocationHandle,
    Change::Nym,
    Change::EidOpening,
    Change::RhOpening,
    Change::Nonce,
    Change::Context,
    Change::Scope,
    Change::Epoch,
    Change::Authority,
];

impl Scene {
    /// The verifier has another schema for the same issuer key, or another key.
    fn trust(&mut self, shape: Shape, secret_key: [u8; 32]) {
        self.world.issuer = Issuer::from_bytes(shape.schema(), &secret_key).unwrap();
    }

    /// Attributes that are neither disclosed nor committed to.
    fn undisclosed(&self) -> Vec<usize> {
        let case = &self.case;
        let committed = |attribute: usize| {
            case.kind.has_eid_nym() && case.shape.eid == Some(attribute)
                || case.kind.has_rh_nym() && case.shape.rh == Some(attribute)
        };
        (0..case.shape.count)
            .filter(|attribute| !case.disclosed.contains(attribute) && !committed(*attribute))
            .collect()
    }

    /// Another attribute than those that play a role.
    fn without_role(&self) -> Option<usize> {
        let Shape { count, eid, rh, .. } = self.case.shape;
        (0..count).find(|attribute| eid != Some(*attribute) && rh != Some(*attribute))
    }
}

impl Change {
    /// Changes what the verifier expects; `None` where there is no such thing to change.
    fn apply<P: Profile>(self, scene: &mut Scene) -> Option<()> {
        let native = P::NAME == "native";
        let choice = usize::try_from(scene.case.choice[1] % 1000).unwrap();
        let shape = scene.case.shape;
        let kind = scene.case.kind;
        match self {
            Self::Message => scene.case.message.push(0),
            Self::Kind => {
                let others = KINDS.iter().filter(|other| **other != kind);
                scene.case.kind = *others.cycle().nth(choice)?;
            }
            Self::Value => {
                let disclosed = scene.case.disclosed.iter().cycle();
                let attribute = *disclosed.clone().nth(choice % 40)?;
                scene.world.attributes[attribute] = "another value".into();
            }
            Self::OneFewer => {
                let count = scene.case.disclosed.len();
                (count > 0).then(|| scene.case.disclosed.remove(choice % count))?;
            }
            Self::OneMore => {
                let attribute = *scene.undisclosed().first()?;
                scene.case.disclosed.push(attribute);
            }
            Self::Another => {
                let attribute = *scene.undisclosed().last()?;
                *scene.case.disclosed.first_mut()? = attribute;
            }
            Self::IssuerKey => scene.trust(shape, [4; 32]),
            Self::SecretKeyPosition => {
                let sk = (shape.sk + 1 + choice % shape.count) % (shape.count + 1);
                scene.trust(Shape { sk, ..shape }, ISSUER);
            }
            Self::AttributeCount => {
                let count = shape.count + 1;
                scene.trust(Shape { count, ..shape }, ISSUER);
                scene.world.attributes = attributes(count);
            }
            // The native transcript has the places of the roles in any type.
            Self::EnrollmentId if native || kind.has_eid_nym() => {
                let eid = Some(scene.without_role()?);
                scene.trust(Shape { eid, ..shape }, ISSUER);
            }
            Self::RevocationHandle if native || kind.has_rh_nym() => {
                let rh = Some(scene.without_role()?);
                scene.trust(Shape { rh, ..shape }, ISSUER);
            }
            Self::Nym => {
                let key = scene.world.key();
                scene.nym = Some(scene.world.holder.new_nym(key, &mut rng(9)).unwrap());
            }
            Self::EidOpening if kind.has_eid_nym() => {
                let value = scene.world.attributes[shape.eid?].to_scalar();
                scene.eid = Some(EidOpening::new(value, value));
            }
            Self::RhOpening if kind.has_rh_nym() => {
                let value = scene.world.attributes[shape.rh?].to_scalar();
                scene.rh = Some(RhOpening::new(value, value));
            }
            Self::Nonce if native => {
                scene.nonce = match scene.nonce {
                    Some(_) if choice % 2 == 0 => None,
                    _ => Some(PresentationNonce::from_bytes([0xee; 32])),
                };
            }
            Self::Context if native => scene.case.context.push(0),
            Self::Scope if native => {
                scene.case.scope = match scene.case.scope.take() {
                    Some(_) if choice % 2 == 0 => None,
                    Some(scope) => Some([scope.as_slice(), b"x"].concat()),
                    None => Some(b"scope".to_vec()),
                };
            }
            Self::Epoch if !native => {
                scene.case.epoch = Some(scene.case.epoch.map_or(0, |epoch| epoch ^ 1));
            }
            Self::Authority if !native && scene.case.epoch.is_some() => {
                let other = idemix::RevocationSecretKey::from_bytes(&[8; 48]).unwrap();
                scene.authority = other.public_key();
            }
            _ => return None,
        }
        Some(())
    }
}

/// Several changes a case, each alone.
fn changed_expectations_are_refused<P: Profile>() {
    law(|case| {
        let honest = Scene::new(case);
        let bytes = P::write(&honest.present::<P>(case.seed).presentation);
        let start = usize::try_from(case.choice[0] % CHANGES.len() as u64).unwrap();
        for change in CHANGES.iter().cycle().skip(start).step_by(4).take(5) {
            let mut scene = Scene::new(case);
            if change.apply::<P>(&mut scene).is_some() {
                assert!(scene.verify::<P>(&bytes).is_err(), "{change:?}");
            }
        }
        let _evidence = honest.verify::<P>(&bytes).unwrap();
    });
}

#[test]
fn natively() {
    changed_expectations_are_refused::<Native>();
}

#[test]
fn in_the_aries_profile() {
    changed_expectations_are_refused::<Aries>();
}

/// Each change applies to this case, so none of them is there in name only.
#[test]
fn every_change_applies_to_some_case() {
    let case = crate::scene::Case {
        shape: Shape {
            count: 6,
            sk: 2,
            eid: Some(1),
            rh: Some(4),
        },
        kind: PresentationType::EidNymRhNym,
        disclosed: vec![0, 5],
        message: Vec::new(),
        context: Vec::new(),
        nonce: None,
        scope: None,
        epoch: Some(3),
        reused: [false; 3],
        seed: 1,
        choice: [0, 3],
    };
    for change in CHANGES {
        let native = change.apply::<Native>(&mut Scene::new(&case));
        let aries = change.apply::<Aries>(&mut Scene::new(&case));
        assert!(native.is_some() || aries.is_some(), "{change:?}");
    }
}
