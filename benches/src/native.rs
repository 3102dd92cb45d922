//! The native profile, from bytes and to bytes like the rows of group `aries`.

use idemix::{Native, NymSignature, Presentation, PresentationType, TableSize};

use crate::row::{Row, timed};
use crate::world::{MESSAGE, OU, ROLE, World, present};

const GROUP: &str = "native";

/// All rows.
pub fn rows() -> Vec<Row> {
    let kinds = [
        (PresentationType::Standard, "Standard"),
        (PresentationType::EidNym, "EidNym"),
        (PresentationType::EidNymRhNym, "EidNymRhNym"),
    ];
    let mut rows: Vec<_> = kinds
        .into_iter()
        .flat_map(|(kind, name)| presentation(kind, name))
        .collect();
    rows.extend(nym_signature());
    rows
}

fn presentation(kind: PresentationType, name: &str) -> Vec<Row> {
    let world = World::fast(7);
    let mut rng = world.rng();
    let credential = world.credential(TableSize::Default);
    let bytes = present::<Native>(&credential, kind, None, &mut rng)
        .presentation
        .to_bytes();
    let prove = timed(
        || (),
        move |()| {
            let presented = present::<Native>(&credential, kind, None, &mut rng);
            presented.presentation.to_bytes()
        },
    );
    let verifier = world.verifier();
    let verify = timed(
        || (),
        move |()| {
            let presentation = Presentation::<Native>::from_bytes(&bytes).unwrap();
            verifier
                .expect(kind)
                .disclosed("OU", OU)
                .disclosed("Role", ROLE)
                .message(MESSAGE)
                .verify(&presentation)
                .unwrap()
        },
    );
    vec![
        Row::new(GROUP, format!("present/{name}"), prove),
        Row::new(GROUP, format!("verify/{name}"), verify),
    ]
}

fn nym_signature() -> Vec<Row> {
    let world = World::fast(8);
    let mut rng = world.rng();
    let nym = world.holder.new_nym(world.key(), &mut rng).unwrap();
    let point = *nym.nym();
    let signature: NymSignature = world
        .holder
        .sign_with_nym(world.key(), &nym, MESSAGE, &mut rng)
        .unwrap();
    let bytes = signature.to_bytes();
    let verifier = world.verifier();
    let sign = timed(
        || (),
        move |()| {
            let signature = world
                .holder
                .sign_with_nym::<Native>(world.key(), &nym, MESSAGE, &mut rng)
                .unwrap();
            signature.to_bytes()
        },
    );
    let verify = timed(
        || (),
        move |()| {
            let signature = NymSignature::<Native>::from_bytes(&bytes).unwrap();
            verifier
                .verify_nym_signature(&signature, &point, MESSAGE)
                .unwrap();
        },
    );
    vec![
        Row::new(GROUP, "nym sign", sign),
        Row::new(GROUP, "nym verify", verify),
    ]
}
