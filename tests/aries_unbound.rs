//! Which bytes of the Aries formats no challenge covers: exactly those that docs/aries-compat.md lists.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
#![forbid(unsafe_code)]

use std::ops::Range;

use idemix::{
    Aries, Attributes, Credential, CredentialRequest, Cri, Holder, Issuer, IssuerNonce,
    NymSignature, Presentation, PresentationType, RevocationAlgorithm, RevocationPublicKey,
    RevocationSecretKey, Schema, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// The places at which a flipped bit is not noticed.
fn unnoticed(bytes: &[u8], accepts: impl Fn(&[u8]) -> bool) -> Vec<usize> {
    assert!(accepts(bytes));
    (0..bytes.len())
        .filter(|place| {
            let mut altered = bytes.to_vec();
            altered[*place] ^= 1;
            accepts(&altered)
        })
        .collect()
}

/// The number of each protobuf field and where its value stands.
fn fields(bytes: &[u8]) -> Vec<(u64, Range<usize>)> {
    let mut place = 0;
    let varint = |place: &mut usize| {
        let mut value = 0;
        for shift in (0..).step_by(7) {
            let byte = bytes[*place];
            *place += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        value
    };
    let mut fields = Vec::new();
    while place < bytes.len() {
        let tag = varint(&mut place);
        let start = place;
        let value = varint(&mut place);
        if tag & 7 == 2 {
            let start = place;
            place += usize::try_from(value).unwrap();
            fields.push((tag >> 3, start..place));
        } else {
            fields.push((tag >> 3, start..place));
        }
    }
    fields
}

struct World {
    issuer: Issuer,
    holder: Holder,
    credential: Credential,
    authority: RevocationPublicKey,
    cri: Cri,
    rng: ChaCha20Rng,
}

fn world() -> World {
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    let issuer = Issuer::generate(Schema::fabric(), &mut rng).unwrap();
    let holder = Holder::generate(&mut rng);
    let nonce = IssuerNonce::generate(&mut rng);
    let (request, pending) = holder
        .request_credential::<Aries>(issuer.public_key(), &nonce, &mut rng)
        .unwrap();
    let accepts = |bytes: &[u8]| {
        CredentialRequest::<Aries>::from_bytes(bytes)
            .is_ok_and(|request| issuer.verify_request(&request, &nonce).is_ok())
    };
    assert_eq!(unnoticed(&request.to_bytes(), accepts), []);
    let verified = issuer.verify_request(&request, &nonce).unwrap();
    let attributes = Attributes::ordered(&Schema::fabric(), ["a", "b", "c", "d"]).unwrap();
    let answer = issuer.issue(verified, &attributes, &mut rng).unwrap();
    let credential = pending.receive(answer).unwrap();
    let authority = RevocationSecretKey::generate(&mut rng);
    let cri = authority.sign_cri(7, RevocationAlgorithm::NoRevocation);
    World {
        issuer,
        holder,
        credential,
        authority: authority.public_key(),
        cri: cri.unwrap(),
        rng,
    }
}

#[test]
fn of_a_presentation_the_epoch_information_only() {
    let mut world = world();
    let verifier = Verifier::new(world.issuer.public_key().clone());
    for kind in [
        PresentationType::Standard,
        PresentationType::EidNym,
        PresentationType::EidNymRhNym,
    ] {
        let shown = world
            .credential
            .present::<Aries>(kind)
            .disclose("OU")
            .message(b"a message")
            .epoch_information(&world.cri)
            .prove(&mut world.rng)
            .unwrap();
        let bytes = shown.presentation.to_bytes();
        let expectation = || {
            let expectation = verifier.expect::<Aries>(kind);
            expectation.disclosed("OU", "a").message(b"a message")
        };
        let accepts = |bytes: &[u8]| {
            Presentation::<Aries>::from_bytes(bytes)
                .is_ok_and(|shown| expectation().verify(&shown).is_ok())
        };
        // Fields 11 to 13: epoch_pk, epoch_pk_sig, epoch.
        let epoch_information: Vec<usize> = fields(&bytes)
            .into_iter()
            .filter(|(number, _)| (11..=13).contains(number))
            .flat_map(|(_, value)| value)
            .collect();
        assert!(epoch_information.len() > 192, "{kind:?}");
        assert_eq!(unnoticed(&bytes, accepts), epoch_information, "{kind:?}");

        // And these are not free either where the verifier asks for the epoch.
        let accepts = |bytes: &[u8]| {
            Presentation::<Aries>::from_bytes(bytes).is_ok_and(|shown| {
                let expectation = expectation().epoch(&world.authority, 7);
                expectation.verify(&shown).is_ok()
            })
        };
        assert_eq!(unnoticed(&bytes, accepts), [], "{kind:?}");
    }
}

#[test]
fn of_a_pseudonym_signature_none() {
    let mut world = world();
    let key = world.issuer.public_key();
    let nym = world.holder.new_nym(key, &mut world.rng).unwrap();
    let signature = world
        .holder
        .sign_with_nym::<Aries>(key, &nym, b"a message", &mut world.rng)
        .unwrap();
    let verifier = Verifier::new(key.clone());
    let accepts = |bytes: &[u8]| {
        NymSignature::<Aries>::from_bytes(bytes).is_ok_and(|signature| {
            verifier
                .verify_nym_signature(&signature, nym.nym(), b"a message")
                .is_ok()
        })
    };
    assert_eq!(unnoticed(&signature.to_bytes(), accepts), []);
}
