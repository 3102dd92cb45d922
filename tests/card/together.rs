//! The two parts together, and parts that do not belong together.

use idemix::PresentationType::{EidNym, Smartcard, SmartcardNoNyms, Standard};
use idemix::{
    Aries, Attribute, Auditor, AuditorError, BatchError, BatchVerifier, Issuer, PresentationType,
    Relation, Schema, SchemaError, Verifier, VerifyError,
};

use crate::world::{EID, MESSAGE, OU, World, expect, rng};

const KINDS: [PresentationType; 2] = [Smartcard, SmartcardNoNyms];

#[test]
fn both_parts_give_evidence() {
    let mut world = World::new(1);
    for (kind, seed) in [(Smartcard, 2), (SmartcardNoNyms, 3)] {
        let shown = world.show(kind, MESSAGE, seed);
        let verifier = world.verifier();
        let verified = expect(&verifier, kind)
            .verify_with_card(
                &shown.presentation,
                &shown.answer.proof,
                Some(&shown.eid_nym),
            )
            .unwrap();
        assert_eq!(verified.kind(), kind);
        assert_eq!(verified.issuer(), &world.issuer);
        assert_eq!(verified.nym(), shown.answer.proof.nym());
        let ou = Attribute::from(OU).to_scalar();
        assert_eq!(
            verified.disclosed().collect::<Vec<_>>(),
            [(0usize, &ou)],
            "{kind:?}"
        );

        let auditor = Auditor::new(world.issuer.clone());
        let opened = auditor.open_eid(&verified, &shown.eid_opening, &EID.into());
        if kind == Smartcard {
            assert_eq!(verified.eid_nym(), Some(&shown.eid_nym));
            assert_eq!(*opened.unwrap().value(), Attribute::from(EID).to_scalar());
            // It stands in the presentation, so it need not be said again.
            let again = expect(&verifier, kind).verify_with_card(
                &shown.presentation,
                &shown.answer.proof,
                None,
            );
            assert!(again.is_ok());
        } else {
            // The EID nym beside the card's proof says nothing about the credential.
            assert_eq!(verified.eid_nym(), None);
            let refused = AuditorError::NoSuchNym { nym: "EID nym" };
            assert_eq!(opened.unwrap_err(), refused);
        }
    }
}

#[test]
fn expectations_about_nyms_hold_as_without_a_card() {
    let mut world = World::new(10);
    let shown = world.show(Smartcard, MESSAGE, 11);
    let other = world.show(Smartcard, MESSAGE, 12);
    let verifier = world.verifier();
    let verify = |expectation: idemix::Expectation<'_, Aries>| {
        expectation
            .verify_with_card(&shown.presentation, &shown.answer.proof, None)
            .map(drop)
    };
    let base = || expect(&verifier, Smartcard);
    assert_eq!(verify(base().eid_nym(&shown.eid_nym)), Ok(()));
    assert_eq!(verify(base().eid_opening(&shown.eid_opening)), Ok(()));
    assert_eq!(verify(base().nym(shown.answer.proof.nym())), Ok(()));
    let mismatch = |nym| Err(VerifyError::NymMismatch { nym });
    assert_eq!(verify(base().eid_nym(&other.eid_nym)), mismatch("EID nym"));
    assert_eq!(
        verify(base().nym(other.answer.proof.nym())),
        mismatch("nym")
    );
    assert_eq!(
        verify(base().eid_opening(&other.eid_opening)),
        Err(VerifyError::OpeningMismatch { nym: "EID nym" })
    );
    assert_eq!(
        verify(base().disclosed("Role", 1)),
        Err(VerifyError::DisclosureMismatch { attribute: 1 })
    );
}

#[test]
fn one_part_alone_gives_no_evidence() {
    let mut world = World::new(20);
    for kind in KINDS {
        let shown = world.show(kind, MESSAGE, 21);
        let verifier = world.verifier();
        let alone = expect(&verifier, kind).verify(&shown.presentation);
        assert_eq!(alone.unwrap_err(), VerifyError::CardProofRequired);
        let mut batch = BatchVerifier::new();
        batch.push_presentation(&expect(&verifier, kind), &shown.presentation);
        assert_eq!(batch.verify(&mut rng(22)).unwrap_err(), BatchError::Invalid);
        // For test vectors only, and no evidence either.
        let part: Result<(), VerifyError> =
            expect(&verifier, kind).verify_without_card(&shown.presentation);
        assert_eq!(part, Ok(()));
    }
    let shown = world.show(SmartcardNoNyms, MESSAGE, 23);
    let verifier = world.verifier();
    let without_eid_nym = expect(&verifier, SmartcardNoNyms).verify_with_card(
        &shown.presentation,
        &shown.answer.proof,
        None,
    );
    assert_eq!(without_eid_nym.unwrap_err(), VerifyError::NoCardEidNym);
    let standard = expect(&verifier, Standard).verify_without_card(&shown.presentation);
    assert_eq!(standard, Err(VerifyError::NotACardType(Standard)));
}

#[test]
fn types_must_match() {
    let mut world = World::new(30);
    let shown = world.show(Smartcard, MESSAGE, 31);
    let no_nyms = world.show(SmartcardNoNyms, MESSAGE, 32);
    let stored =
        idemix::Credential::from_aries_bytes(&world.issuer, &world.holder, &world.stored).unwrap();
    let standard = stored
        .present::<Aries>(Standard)
        .disclose("OU")
        .message(MESSAGE)
        .with_nym(&shown.answer.nym)
        .prove(&mut rng(33))
        .unwrap()
        .presentation;
    let verifier = world.verifier();
    let verify = |kind, presentation| {
        expect(&verifier, kind)
            .verify_with_card(presentation, &shown.answer.proof, Some(&shown.eid_nym))
            .unwrap_err()
    };
    for kind in [Standard, EidNym] {
        for presentation in [&standard, &shown.presentation] {
            let not_a_card_type = VerifyError::NotACardType(kind);
            assert_eq!(verify(kind, presentation), not_a_card_type);
        }
    }
    for (expected, found, presentation) in [
        (Smartcard, Standard, &standard),
        (SmartcardNoNyms, Standard, &standard),
        (Smartcard, SmartcardNoNyms, &no_nyms.presentation),
        (SmartcardNoNyms, Smartcard, &shown.presentation),
    ] {
        let wrong_type = VerifyError::WrongType { expected, found };
        assert_eq!(verify(expected, presentation), wrong_type);
    }
    let card_as_standard = expect(&verifier, Standard).verify(&shown.presentation);
    let (expected, found) = (Standard, Smartcard);
    assert_eq!(
        card_as_standard.unwrap_err(),
        VerifyError::WrongType { expected, found }
    );
}

#[test]
fn parts_must_be_for_the_same_nym_message_and_eid_nym() {
    for kind in KINDS {
        let mut world = World::new(40);
        let shown = world.show(kind, MESSAGE, 41);
        let verifier = world.verifier();
        let verify = |presentation, proof, eid_nym| {
            expect(&verifier, kind)
                .verify_with_card(presentation, proof, eid_nym)
                .map(drop)
        };
        let own_proof = &shown.answer.proof;
        let beside = Some(&shown.eid_nym);
        assert_eq!(verify(&shown.presentation, own_proof, beside), Ok(()));
        let bad = |relation| Err(VerifyError::BadProof(relation));

        // The same card and EID nym, but another pseudonym: parts of two presentations swapped.
        let other_nym = world.card.sign(MESSAGE, &mut rng(42)).unwrap();
        let mut rng_43 = rng(43);
        let other_part = world
            .present(kind, MESSAGE, &other_nym, &shown.eid_opening, &mut rng_43)
            .unwrap();
        assert_eq!(verify(&other_part, &other_nym.proof, beside), Ok(()));
        let mismatch = Err(VerifyError::CardMismatch("nym"));
        assert_eq!(
            verify(&shown.presentation, &other_nym.proof, beside),
            mismatch
        );
        assert_eq!(verify(&other_part, own_proof, beside), mismatch);

        // The card signed another message under the pseudonym than the host.
        let other_message = world.card.sign(b"close the door", &mut rng(44)).unwrap();
        let part = world
            .present(
                kind,
                MESSAGE,
                &other_message,
                &shown.eid_opening,
                &mut rng(45),
            )
            .unwrap();
        assert_eq!(
            verify(&part, &other_message.proof, beside),
            bad(Relation::Card)
        );
        // And the other way round.
        let other_part = world
            .present(
                kind,
                b"close the door",
                &shown.answer,
                &shown.eid_opening,
                &mut rng(46),
            )
            .unwrap();
        assert!(matches!(
            verify(&other_part, own_proof, beside),
            Err(VerifyError::BadProof(relation)) if relation != Relation::Card
        ));

        // Another EID nym of the same card.
        let next_opening = world.card.next_eid_opening().unwrap();
        let next_eid_nym = next_opening
            .commitment(world.issuer.parameters(), 3)
            .unwrap();
        let answer = world.card.sign(MESSAGE, &mut rng(47)).unwrap();
        let part = world
            .present(kind, MESSAGE, &answer, &shown.eid_opening, &mut rng(48))
            .unwrap();
        assert_eq!(verify(&part, &answer.proof, beside), bad(Relation::Card));
        let said = verify(&part, &answer.proof, Some(&next_eid_nym));
        match kind {
            // The presentation commits to one, the card to another.
            Smartcard => assert_eq!(said, Err(VerifyError::CardMismatch("EID nym"))),
            // There the EID nym is the card's alone.
            _ => assert_eq!(said, Ok(())),
        }
    }
}

#[test]
fn parts_must_be_under_the_same_secret_key() {
    let mut random = rng(50);
    let issuer = Issuer::generate(Schema::fabric(), &mut random).unwrap();
    let mut alice = World::issued_by(&issuer, &mut random);
    let bob = World::issued_by(&issuer, &mut random);
    let shown = alice.show(SmartcardNoNyms, MESSAGE, 51);
    // Bob's card, told Alice's EID nym, cannot stand in: the nym is another.
    let bobs = bob.card.sign(MESSAGE, &mut rng(52)).unwrap();
    let verifier = alice.verifier();
    let verify = |proof: &idemix::CardProof, eid_nym| {
        expect(&verifier, SmartcardNoNyms)
            .verify_with_card(&shown.presentation, proof, Some(eid_nym))
            .unwrap_err()
    };
    let mismatch = VerifyError::CardMismatch("nym");
    assert_eq!(verify(&bobs.proof, &shown.eid_nym), mismatch);
    // With Alice's nym written over Bob's, the equation fails.
    let mut bytes = bobs.proof.to_bytes();
    bytes[..96].copy_from_slice(&shown.answer.proof.nym().to_uncompressed());
    let forged = idemix::CardProof::from_bytes(&bytes).unwrap();
    let bad = VerifyError::BadProof(Relation::Card);
    assert_eq!(verify(&forged, &shown.eid_nym), bad);
}

#[test]
fn issuer_keys_can_rotate() {
    let mut world = World::new(60);
    let other = World::new(61);
    for kind in KINDS {
        let shown = world.show(kind, MESSAGE, 62);
        let verify = |verifier: &Verifier| {
            expect(verifier, kind).verify_with_card(
                &shown.presentation,
                &shown.answer.proof,
                Some(&shown.eid_nym),
            )
        };
        let both = Verifier::with_keys([other.issuer.clone(), world.issuer.clone()]);
        assert_eq!(verify(&both).unwrap().issuer(), &world.issuer);
        assert!(matches!(
            verify(&other.verifier()),
            Err(VerifyError::BadProof(_))
        ));
        assert_eq!(
            verify(&Verifier::with_keys([])).unwrap_err(),
            VerifyError::NoIssuerKey
        );
        // The card's proof alone is bound to the generators as well.
        let proof = &shown.answer.proof;
        let alone =
            |verifier: &Verifier| verifier.verify_card_proof(proof, &shown.eid_nym, MESSAGE);
        assert_eq!(alone(&both), Ok(*proof.nym()));
        assert_eq!(
            alone(&other.verifier()),
            Err(VerifyError::BadProof(Relation::Card))
        );
    }
}

#[test]
fn schemas_of_another_shape_are_refused() {
    let mut world = World::new(70);
    let shown = world.show(SmartcardNoNyms, MESSAGE, 71);
    let bytes = world.issuer.to_bytes();
    let key = |schema| idemix::IssuerPublicKey::from_bytes(schema, &bytes).unwrap();
    let names = ["OU", "Role", "EnrollmentID", "RevocationHandle"];
    let schema = || Schema::new(names).unwrap();
    let refused = VerifyError::Schema(SchemaError::NotForCards);
    for wrong in [
        schema(),
        schema().with_enrollment_id("Role").unwrap(),
        Schema::fabric().with_secret_key_position(1).unwrap(),
        Schema::fabric().with_secret_key_position(4).unwrap(),
    ] {
        let wrong = key(wrong);
        let verifier = Verifier::new(wrong.clone());
        let verify = |verifier: &Verifier| {
            expect(verifier, SmartcardNoNyms)
                .verify_with_card(
                    &shown.presentation,
                    &shown.answer.proof,
                    Some(&shown.eid_nym),
                )
                .map(drop)
        };
        assert_eq!(verify(&verifier), Err(refused.clone()));
        let alone = verifier.verify_card_proof(&shown.answer.proof, &shown.eid_nym, MESSAGE);
        assert_eq!(alone, Err(refused.clone()));
        // A key with another schema before it does not hide the right one.
        let both = Verifier::with_keys([wrong, world.issuer.clone()]);
        assert_eq!(verify(&both), Ok(()));
    }
}

#[test]
fn errors_have_codes() {
    for (error, code) in [
        (VerifyError::CardProofRequired, "verify.card_proof_required"),
        (
            VerifyError::NotACardType(Standard),
            "verify.not_a_card_type",
        ),
        (VerifyError::CardMismatch("nym"), "verify.card_mismatch"),
        (VerifyError::NoCardEidNym, "verify.no_card_eid_nym"),
    ] {
        assert_eq!(error.code(), code);
    }
}
