//! The host's and the card's own side: what they refuse, and what they keep.

use idemix::PresentationType::{EidNym, EidNymRhNym, Smartcard, SmartcardNoNyms, Standard};
use idemix::{
    Aries, CardKeys, Credential, CredentialError, EidOpening, Native, PresentError, Schema,
    SchemaError, SoftCard,
};

use crate::world::{EID, MESSAGE, World, rng};

fn wrong_opening(what: &'static str) -> PresentError {
    PresentError::WrongOpening { what }
}

#[test]
fn a_host_presents_for_its_own_card_only() {
    let mut alice = World::new(300);
    let bob = World::new(301);
    let shown = alice.show(Smartcard, MESSAGE, 302);
    let bobs = bob.card.sign(MESSAGE, &mut rng(303)).unwrap();

    let loaded = Credential::from_aries_bytes_with_card(&alice.issuer, &bobs.nym, &alice.stored);
    assert_eq!(loaded.unwrap_err(), CredentialError::InvalidSignature);

    // Any pseudonym of the card loads the credential, any other presents.
    let credential = alice.credential(&alice.card.sign(b"", &mut rng(304)).unwrap());
    let error = |builder: idemix::PresentationBuilder<'_, Aries>| {
        builder.message(MESSAGE).prove(&mut rng(305)).err()
    };
    let present = || credential.present::<Aries>(Smartcard);
    let opening = &shown.eid_opening;
    let own = &shown.answer.nym;
    assert_eq!(
        error(present().with_nym(own).with_eid_opening(opening)),
        None
    );
    assert_eq!(
        error(present().with_nym(&bobs.nym).with_eid_opening(opening)),
        Some(wrong_opening("card's nym"))
    );
    assert_eq!(
        error(present().with_eid_opening(opening)),
        Some(wrong_opening("card's nym"))
    );
    assert_eq!(
        error(present().with_nym(own)),
        Some(wrong_opening("card's EID opening"))
    );
    let other_value = EidOpening::new(*opening.randomness(), *opening.randomness());
    assert_eq!(
        error(present().with_nym(own).with_eid_opening(&other_value)),
        Some(wrong_opening("EID nym"))
    );
    assert_eq!(
        error(
            credential
                .present(SmartcardNoNyms)
                .with_nym(own)
                .with_eid_opening(opening)
        ),
        Some(wrong_opening("EID opening"))
    );
    assert_eq!(
        error(
            present()
                .with_nym(own)
                .with_eid_opening(opening)
                .disclose("EnrollmentID")
        ),
        Some(PresentError::CommittedAttribute { attribute: 2 })
    );
}

#[test]
fn where_the_key_is_decides_the_type() {
    let world = World::new(310);
    let answer = world.card.sign(MESSAGE, &mut rng(311)).unwrap();
    let in_card = world.credential(&answer);
    let at_hand =
        Credential::from_aries_bytes(&world.issuer, &world.holder, &world.stored).unwrap();
    for kind in [Standard, EidNym, EidNymRhNym] {
        let error = in_card.present::<Aries>(kind).prove(&mut rng(312));
        let in_card = true;
        assert_eq!(
            error.unwrap_err(),
            PresentError::CardMismatch { kind, in_card }
        );
    }
    for kind in [Smartcard, SmartcardNoNyms] {
        let error = at_hand
            .present::<Aries>(kind)
            .with_nym(&answer.nym)
            .prove(&mut rng(313));
        let mismatch = PresentError::CardMismatch {
            kind,
            in_card: false,
        };
        assert_eq!(error.unwrap_err(), mismatch);
        let native = in_card
            .present::<Native>(kind)
            .with_nym(&answer.nym)
            .prove(&mut rng(314));
        assert!(matches!(
            native.unwrap_err(),
            PresentError::NotInProfile { .. }
        ));
    }
    // A stored credential does not say where the key is: the host stores what it loaded.
    assert_eq!(*in_card.expose_aries_bytes(), world.stored);
}

#[test]
fn schemas_of_another_shape_are_refused() {
    let world = World::new(320);
    let answer = world.card.sign(MESSAGE, &mut rng(321)).unwrap();
    let schema = Schema::fabric().with_secret_key_position(2).unwrap();
    let key = idemix::IssuerPublicKey::from_bytes(schema, &world.issuer.to_bytes()).unwrap();
    let keys = CardKeys::generate(&mut rng(322));
    let card = SoftCard::new(&key, &world.holder, EID, keys, 0);
    assert_eq!(card.unwrap_err(), SchemaError::NotForCards);
    let loaded = Credential::from_aries_bytes_with_card(&key, &answer.nym, &world.stored);
    assert_eq!(
        loaded.unwrap_err(),
        CredentialError::Schema(SchemaError::NotForCards)
    );
}

#[test]
fn eid_nyms_follow_the_counter_and_never_come_again() {
    let world = World::new(330);
    let card = |counter| {
        let keys = CardKeys::new([7; 16], [8; 16]);
        SoftCard::new(&world.issuer, &world.holder, EID, keys, counter).unwrap()
    };
    let randomness = |card: &SoftCard| *card.eid_opening().randomness();
    let mut first = card(0);
    let mut seen = vec![randomness(&first)];
    for counter in 1..=300 {
        let next = *first.next_eid_opening().unwrap().randomness();
        assert_eq!((first.counter(), randomness(&first)), (counter, next));
        assert!(!seen.contains(&next));
        seen.push(next);
    }
    // A card made again goes on where it was.
    assert_eq!(randomness(&card(300)), randomness(&first));
    let mut last = card(u16::MAX - 1);
    assert!(last.next_eid_opening().is_ok());
    let exhausted = last.next_eid_opening().unwrap_err();
    assert_eq!(exhausted, PresentError::CardExhausted);
    assert_eq!(last.counter(), u16::MAX);
}

#[test]
fn nothing_secret_is_shown() {
    let world = World::new(340);
    let answer = world.card.sign(MESSAGE, &mut rng(341)).unwrap();
    let keys = CardKeys::generate(&mut rng(342));
    assert_eq!(format!("{:?}", world.card), "SoftCard(<redacted>)");
    assert_eq!(format!("{keys:?}"), "CardKeys(<redacted>)");
    let shown = format!("{answer:?}");
    assert!(shown.starts_with("CardAnswer { proof: CardProof"));
    assert!(!shown.contains("seed"));
    // Exported on purpose only.
    let bytes = keys.expose_bytes();
    let (k0, k1) = bytes.split_at(16);
    let again = CardKeys::new(k0.try_into().unwrap(), k1.try_into().unwrap());
    assert_eq!(again.expose_bytes(), bytes);
}
