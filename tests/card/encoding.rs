//! The bytes of a card's proof: canonical, and every one of them counts.

use bbs::DecodeError;
use bbs::curve::{Scalar, scalar_to_bytes};
use ff::Field;
use idemix::PresentationType::SmartcardNoNyms;
use idemix::{CardKeys, CardProof, Credential, CredentialError};

use crate::world::{MESSAGE, World, card_keys};

/// U(O).
pub(crate) fn identity() -> [u8; 96] {
    let mut bytes = [0; 96];
    bytes[0] = 0x40;
    bytes
}

/// (0, 2), a point of order three.
pub(crate) fn of_order_three() -> [u8; 96] {
    let mut bytes = [0; 96];
    bytes[95] = 2;
    bytes
}

/// r as 32 bytes: r − 1 and one more.
fn group_order() -> [u8; 32] {
    let mut bytes = scalar_to_bytes(&-Scalar::ONE);
    // r is odd … 00000001, so r − 1 ends in zero.
    assert_eq!(bytes[31], 0);
    bytes[31] = 1;
    bytes
}

#[test]
fn round_trips() {
    let mut world = World::new(100);
    let shown = world.show(SmartcardNoNyms, MESSAGE, 101);
    let proof = &shown.answer.proof;
    let bytes = proof.to_bytes();
    assert_eq!(bytes.len(), CardProof::BYTES);
    assert_eq!(CardProof::from_bytes(&bytes).as_ref(), Ok(proof));

    let card_bytes = shown.answer.to_card_bytes();
    assert_eq!(card_bytes.len(), CardProof::CARD_BYTES);
    assert_eq!(card_bytes[16..], bytes);
    let (seed, same) = CardProof::from_card_bytes(&card_bytes).unwrap();
    assert_eq!((seed.as_slice(), &same), (&card_bytes[..16], proof));
    assert_eq!(proof.to_card_bytes(&seed), card_bytes);

    let json = serde_json::to_string(proof).unwrap();
    assert_eq!(json, format!("\"{}\"", hex::encode(&bytes)));
    assert_eq!(&serde_json::from_str::<CardProof>(&json).unwrap(), proof);
}

#[test]
fn only_canonical_bytes_decode() {
    let mut world = World::new(110);
    let shown = world.show(SmartcardNoNyms, MESSAGE, 111);
    let good = shown.answer.proof.to_bytes();
    let with = |at: usize, part: &[u8]| {
        let mut bytes = good.clone();
        bytes[at..at + part.len()].copy_from_slice(part);
        CardProof::from_bytes(&bytes)
    };
    let nym = "card's nym";
    let t = "card's commitment T";
    assert_eq!(
        with(0, &identity()),
        Err(DecodeError::Identity { field: nym })
    );
    assert_eq!(
        with(0, &of_order_three()),
        Err(DecodeError::Subgroup { field: nym })
    );
    assert_eq!(with(0, &[0; 96]), Err(DecodeError::Point { field: nym }));
    assert_eq!(with(0, &[0x20]), Err(DecodeError::Point { field: nym }));
    assert_eq!(with(96, &[0; 96]), Err(DecodeError::Point { field: t }));
    assert_eq!(with(96, &[0xc0]), Err(DecodeError::Point { field: t }));
    // A coordinate not below p.
    assert_eq!(with(96, &[0x1f; 48]), Err(DecodeError::Point { field: t }));
    for (at, field) in [
        (192, "card's response for the secret key"),
        (224, "card's response for the randomness"),
    ] {
        for scalar in [group_order(), [0xff; 32]] {
            assert_eq!(with(at, &scalar), Err(DecodeError::Scalar { field }));
        }
    }
    for length in 0..good.len() {
        assert!(matches!(
            CardProof::from_bytes(&good[..length]),
            Err(DecodeError::Length { .. })
        ));
    }
    let trailing = |count| DecodeError::TrailingBytes {
        object: "card proof",
        count,
    };
    let longer = [good.as_slice(), &[0]].concat();
    assert_eq!(CardProof::from_bytes(&longer), Err(trailing(1)));
    // The form with the seed is no proof, and the other way round.
    let card_bytes = shown.answer.to_card_bytes();
    assert!(CardProof::from_bytes(&card_bytes).is_err());
    assert!(CardProof::from_card_bytes(&good).is_err());
    let longer = [card_bytes.as_slice(), &[0]].concat();
    assert!(CardProof::from_card_bytes(&longer).is_err());
}

#[test]
fn every_altered_byte_is_refused_except_the_seed() {
    let mut world = World::new(120);
    let shown = world.show(SmartcardNoNyms, MESSAGE, 121);
    let verifier = world.verifier();
    let good = shown.answer.to_card_bytes();
    let verify = |bytes: &[u8]| {
        let (_, proof) = CardProof::from_card_bytes(bytes)?;
        verifier.verify_card_proof(&proof, &shown.eid_nym, MESSAGE)
    };
    assert!(verify(&good).is_ok());
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        assert_eq!(verify(&bytes).is_ok(), at < 16, "byte {at}");
    }
}

/// A host derives the pseudonym's randomness from the seed. With an altered seed, or other keys, it gets a pseudonym that
/// is not its card's.
#[test]
fn a_host_reads_its_cards_answers() {
    let mut world = World::new(130);
    let shown = world.show(SmartcardNoNyms, MESSAGE, 131);
    let bytes = shown.answer.to_card_bytes();
    let read = card_keys().read_answer(&bytes).unwrap();
    assert_eq!(read.proof, shown.answer.proof);
    assert_eq!(read.nym.expose_bytes(), shown.answer.nym.expose_bytes());
    assert_eq!(read.to_card_bytes(), bytes);

    let mut altered = bytes.clone();
    altered[0] ^= 1;
    let altered = card_keys().read_answer(&altered).unwrap();
    let other_keys = CardKeys::new([1; 16], [3; 16]);
    let foreign = other_keys.read_answer(&bytes).unwrap();
    for wrong in [altered, foreign] {
        assert_eq!(wrong.proof, shown.answer.proof);
        let loaded =
            Credential::from_aries_bytes_with_card(&world.issuer, &wrong.nym, &world.stored);
        assert_eq!(loaded.unwrap_err(), CredentialError::InvalidSignature);
    }
    assert!(card_keys().read_answer(&bytes[1..]).is_err());
}
