//! One credential in both profiles: what the Go library issued is presented natively, what was issued here is presented
//! in the Aries profile, and what belongs to no profile (pseudonyms, openings) serves in both.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "support/presenting.rs"]
mod presenting;

use bbs::blind::RequestProfile;
use idemix::{
    Aries, Auditor, Credential, DecodeError, Holder, IssuerPublicKey, Native, NymSignature,
    Presentation, PresentationType, Schema, VerifiedPresentation, Verifier,
};
use presenting::{Codec, KINDS, Shape, World, rng};
use serde_json::Value;

/// Four attributes as in Hyperledger Fabric.
const SHAPE: Shape = Shape {
    count: 4,
    sk: 0,
    eid: Some(2),
    rh: Some(3),
};

/// The honest credentials of the vectors, with roles where there is room for two.
fn go_credentials() -> Vec<(Holder, Credential)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../vectors/aries/credential.json"
    );
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let honest = |case: &&Value| case["expect"] == "ok" && case.get("mutation").is_none();
    let cases = file["cases"].as_array().unwrap().iter().filter(honest);
    let hex = |case: &Value, field: &str| hex::decode(case[field].as_str().unwrap()).unwrap();
    let number =
        |case: &Value, field: &str| usize::try_from(case[field].as_u64().unwrap()).unwrap();
    let load = |case: &Value| {
        let count = number(case, "attribute_count");
        let names = (0..count).map(|number| format!("attribute {number}"));
        let schema = Schema::new(names)
            .unwrap()
            .with_secret_key_position(number(case, "sk_index"))
            .unwrap()
            .with_enrollment_id(count - 1)
            .unwrap()
            .with_revocation_handle(0)
            .unwrap();
        let issuer = IssuerPublicKey::from_bytes(schema, &hex(case, "issuer_public_key")).unwrap();
        let holder = Holder::from_bytes(&hex(case, "user_secret_key")).unwrap();
        let stored = hex(case, "credential");
        let credential = Credential::from_aries_bytes(&issuer, &holder, &stored).unwrap();
        (holder, credential)
    };
    cases.map(load).collect()
}

/// Presents in a profile, through its bytes, with the second attribute disclosed.
fn present<P: Codec>(credential: &Credential, kind: PresentationType) -> VerifiedPresentation {
    let verifier = Verifier::new(credential.issuer().clone());
    let shown = credential
        .present::<P>(kind)
        .disclose(1)
        .message(b"a message")
        .prove(&mut rng(1))
        .unwrap();
    let received = P::read(&P::write(&shown.presentation)).unwrap();
    let evidence = verifier
        .expect::<P>(kind)
        .disclosed(1, credential.attribute_scalar(1).unwrap())
        .message(b"a message")
        .verify(&received)
        .unwrap();
    let auditor = Auditor::new(credential.issuer().clone());
    let schema = credential.issuer().schema();
    if let Some(opening) = &shown.eid_opening {
        let eid = schema.enrollment_id().unwrap();
        let value = credential.attribute_scalar(eid).unwrap().into();
        let _opened = auditor.open_eid(&evidence, opening, &value).unwrap();
    }
    if let Some(opening) = &shown.rh_opening {
        let rh = schema.revocation_handle().unwrap();
        let value = credential.attribute_scalar(rh).unwrap().into();
        let _opened = auditor.open_rh(&evidence, opening, &value).unwrap();
    }
    evidence
}

#[test]
fn a_credential_issued_by_go_is_presented_in_both_profiles() {
    let credentials = go_credentials();
    assert!(credentials.len() >= 8);
    for (_, credential) in &credentials {
        for kind in KINDS {
            assert_eq!(present::<Native>(credential, kind).kind(), kind);
            assert_eq!(present::<Aries>(credential, kind).kind(), kind);
        }
    }
}

#[test]
fn a_credential_issued_by_go_is_stored_natively() {
    for (holder, credential) in go_credentials() {
        let issuer = credential.issuer();
        let (aries, native) = (credential.expose_aries_bytes(), credential.expose_bytes());
        let loaded = Credential::from_bytes(issuer, &holder, &native).unwrap();
        assert_eq!(*loaded.expose_aries_bytes(), *aries);
        assert_eq!(*loaded.expose_bytes(), *native);
        assert!(Credential::from_bytes(issuer, &holder, &aries).is_err());
        assert!(Credential::from_aries_bytes(issuer, &holder, &native).is_err());
    }
}

/// Shapes with every place for the secret key.
fn shapes() -> Vec<Shape> {
    let shape = |sk| Shape { sk, ..SHAPE };
    (0..=4).map(shape).collect()
}

fn issued_in<P: RequestProfile>() {
    for shape in shapes() {
        let world = World::issued_in::<P>(shape, &mut rng(3));
        let (key, holder) = (world.key(), &world.holder);
        let stored = world.credential.expose_aries_bytes();
        let aries = Credential::from_aries_bytes(key, holder, &stored).unwrap();
        let stored = world.credential.expose_bytes();
        let native = Credential::from_bytes(key, holder, &stored).unwrap();
        let values: Vec<_> = world.attributes.iter().cloned().map(Some).collect();
        for credential in [&world.credential, &aries, &native] {
            credential.check_attributes(&values).unwrap();
            for kind in KINDS {
                assert_eq!(*present::<Native>(credential, kind).issuer(), *key);
                assert_eq!(*present::<Aries>(credential, kind).issuer(), *key);
            }
        }
    }
}

#[test]
fn a_credential_requested_natively_is_presented_in_both_profiles() {
    issued_in::<Native>();
}

#[test]
fn a_credential_requested_as_go_does_is_presented_in_both_profiles() {
    issued_in::<Aries>();
}

#[test]
fn pseudonyms_and_openings_belong_to_no_profile() {
    let mut rng = rng(4);
    let kind = PresentationType::EidNymRhNym;
    let world = World::new(SHAPE, &mut rng);
    let nym = world.holder.new_nym(world.key(), &mut rng).unwrap();
    let first = world.credential.present::<Native>(kind).with_nym(&nym);
    let first = first.prove(&mut rng).unwrap();
    let (eid, rh) = (first.eid_opening.unwrap(), first.rh_opening.unwrap());
    let second = world
        .credential
        .present::<Aries>(kind)
        .with_nym(&nym)
        .with_eid_opening(&eid)
        .with_rh_opening(&rh)
        .prove(&mut rng)
        .unwrap();
    let verifier = world.verifier();
    let first = verifier.expect::<Native>(kind).verify(&first.presentation);
    let first = first.unwrap();
    let second = verifier
        .expect::<Aries>(kind)
        .nym(nym.nym())
        .eid_nym(first.eid_nym().unwrap())
        .eid_opening(&eid)
        .rh_nym(first.rh_nym().unwrap())
        .rh_opening(&rh)
        .verify(&second.presentation)
        .unwrap();
    assert_eq!(first.nym(), second.nym());

    let (key, holder) = (world.key(), &world.holder);
    let native: NymSignature<Native> = holder.sign_with_nym(key, &nym, b"m", &mut rng).unwrap();
    let aries: NymSignature<Aries> = holder.sign_with_nym(key, &nym, b"m", &mut rng).unwrap();
    verifier
        .verify_nym_signature(&native, first.nym(), b"m")
        .unwrap();
    verifier
        .verify_nym_signature(&aries, second.nym(), b"m")
        .unwrap();
}

#[test]
fn bytes_of_one_profile_are_refused_by_the_other() {
    let mut rng = rng(5);
    let world = World::new(SHAPE, &mut rng);
    for kind in KINDS {
        let native = world.credential.present::<Native>(kind).prove(&mut rng);
        let native = native.unwrap().presentation.to_bytes();
        // The version byte 1 is no field of the protobuf message.
        assert_eq!(
            Presentation::<Aries>::from_bytes(&native),
            Err(DecodeError::Malformed {
                object: "presentation",
                format: "protobuf"
            })
        );
        let aries = world.credential.present::<Aries>(kind).prove(&mut rng);
        let aries = aries.unwrap().presentation.to_bytes();
        assert_eq!(
            Presentation::<Native>::from_bytes(&aries),
            Err(DecodeError::Version {
                object: "presentation",
                version: 0x0a
            })
        );
    }
}
