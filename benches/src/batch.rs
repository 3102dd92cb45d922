//! Batches of presentations of type EidNymRhNym, from bytes.

use idemix::{
    Aries, BatchVerifier, Native, Presentation, PresentationProfile, PresentationType, TableSize,
};

use crate::row::{Row, timed};
use crate::world::{MESSAGE, OU, ROLE, World, present};

const SIZES: [u32; 4] = [1, 8, 64, 512];
const KIND: PresentationType = PresentationType::EidNymRhNym;

/// All rows; a time is that of one presentation.
pub fn rows() -> Vec<Row> {
    let aries = Presentation::<Aries>::to_bytes;
    let native = Presentation::<Native>::to_bytes;
    let mut rows = group::<Aries>("Aries", aries, Presentation::<Aries>::from_bytes, 900.0);
    rows.extend(group::<Native>(
        "Native",
        native,
        Presentation::<Native>::from_bytes,
        1000.0,
    ));
    rows
}

fn group<P: PresentationProfile>(
    name: &str,
    encode: fn(&Presentation<P>) -> Vec<u8>,
    decode: fn(&[u8]) -> Result<Presentation<P>, idemix::DecodeError>,
    target_at_64: f64,
) -> Vec<Row> {
    let world = World::fast(9);
    let credential = world.credential(TableSize::Default);
    let mut rng = world.rng();
    SIZES
        .into_iter()
        .map(|size| {
            let all: Vec<_> = (0..size)
                .map(|_| encode(&present::<P>(&credential, KIND, None, &mut rng).presentation))
                .collect();
            let verifier = world.verifier();
            let mut rng = world.rng();
            let run = timed(
                || (),
                move |()| {
                    let expectation = verifier
                        .expect::<P>(KIND)
                        .disclosed("OU", OU)
                        .disclosed("Role", ROLE)
                        .message(MESSAGE);
                    let mut batch = BatchVerifier::new();
                    for bytes in &all {
                        batch.push_presentation(&expectation, &decode(bytes).unwrap());
                    }
                    batch.verify(&mut rng).unwrap()
                },
            );
            let row = Row::new("batch", format!("{name}/{size}"), run).per_run(size);
            match size {
                64 => row.target(target_at_64 / 686.0),
                _ => row,
            }
        })
        .collect()
}
