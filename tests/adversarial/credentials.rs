//! What a holder does not take for a credential.

use idemix::{
    Aries, Attributes, BlindCredential, Credential, CredentialError, DecodeError, Holder, Issuer,
    IssuerNonce, PendingCredential,
};
use idemix_tests::wire;
use prost::Message;

use crate::bad_encodings::{IDENTITY, not_canonical, outside_subgroup, r_plus};
use crate::presenting::{ISSUER, Shape, World, rng};
use crate::scene::{SHAPE, spliced};

/// A holder with a stored credential.
struct Stored {
    world: World,
    aries: Vec<u8>,
    native: Vec<u8>,
}

fn stored() -> Stored {
    let world = World::new(SHAPE, &mut rng(1));
    let aries = world.credential.expose_aries_bytes().to_vec();
    let native = world.credential.expose_bytes().to_vec();
    Stored {
        world,
        aries,
        native,
    }
}

impl Stored {
    fn refusal(&self, bytes: &[u8]) -> CredentialError {
        Credential::from_aries_bytes(self.world.key(), &self.world.holder, bytes).unwrap_err()
    }

    fn native_refusal(&self, bytes: &[u8]) -> CredentialError {
        Credential::from_bytes(self.world.key(), &self.world.holder, bytes).unwrap_err()
    }

    fn altered(&self, alter: impl FnOnce(&mut wire::Credential)) -> CredentialError {
        let mut message: wire::Credential = wire::read(&self.aries).unwrap();
        alter(&mut message);
        self.refusal(&message.encode_to_vec())
    }
}

#[test]
fn signatures_of_others() {
    let stored = stored();
    let world = &stored.world;
    let load = |shape: Shape, secret_key: [u8; 32], holder: &Holder| {
        let issuer = Issuer::from_bytes(shape.schema(), &secret_key).unwrap();
        let aries = Credential::from_aries_bytes(issuer.public_key(), holder, &stored.aries);
        let native = Credential::from_bytes(issuer.public_key(), holder, &stored.native);
        [aries.unwrap_err(), native.unwrap_err()]
    };
    let invalid = [
        CredentialError::InvalidSignature,
        CredentialError::InvalidSignature,
    ];
    let other = Holder::generate(&mut rng(2));
    assert_eq!(load(SHAPE, ISSUER, &other), invalid);
    assert_eq!(load(SHAPE, [4; 32], &world.holder), invalid);
    let position = CredentialError::SecretKeyPosition {
        expected: 3,
        found: 2,
    };
    let [aries, native] = load(Shape { sk: 3, ..SHAPE }, ISSUER, &world.holder);
    assert_eq!(
        (aries, native),
        (position, CredentialError::InvalidSignature)
    );
    let count = CredentialError::AttributeCount {
        expected: 6,
        found: 5,
    };
    let found = load(Shape { count: 6, ..SHAPE }, ISSUER, &world.holder);
    assert_eq!(found, [count.clone(), count]);
}

#[test]
fn the_place_of_the_secret_key_is_the_schemas() {
    let stored = stored();
    for found in [-1, 0, 1, 3, 6, i32::MAX] {
        let error = CredentialError::SecretKeyPosition {
            expected: 2,
            found: found.into(),
        };
        assert_eq!(stored.altered(|message| message.sk_pos = found), error);
    }
}

#[test]
fn attributes() {
    let stored = stored();
    let invalid = CredentialError::InvalidSignature;
    assert_eq!(
        stored.altered(|message| message.attributes.swap(0, 1)),
        invalid
    );
    let count = |found| CredentialError::AttributeCount { expected: 5, found };
    assert_eq!(stored.altered(|m| drop(m.attributes.pop())), count(4));
    assert_eq!(stored.altered(|m| m.attributes.push(vec![0; 32])), count(6));
    assert_eq!(stored.altered(|m| m.attributes.clear()), count(0));
    let field = "attribute";
    let scalar = DecodeError::Scalar { field };
    let refusal = stored.altered(|m| m.attributes[2] = r_plus(0).to_vec());
    assert_eq!(refusal, scalar.into());
    let short = DecodeError::Length {
        object: field,
        expected: 32,
        found: 31,
    };
    assert_eq!(
        stored.altered(|m| m.attributes[2].truncate(31)),
        short.into()
    );
    let long = DecodeError::TrailingBytes {
        object: field,
        count: 1,
    };
    assert_eq!(stored.altered(|m| m.attributes[2].push(0)), long.into());
}

#[test]
fn signatures() {
    let stored = stored();
    let honest: wire::Credential = wire::read(&stored.aries).unwrap();
    let with = |place: std::ops::Range<usize>, bytes: &[u8]| {
        stored.altered(|m| m.signature = spliced(&honest.signature, place, bytes))
    };
    let field = "A";
    let (outside, _) = outside_subgroup();
    assert_eq!(
        with(0..48, &IDENTITY),
        DecodeError::Identity { field }.into()
    );
    assert_eq!(
        with(0..48, &outside),
        DecodeError::Subgroup { field }.into()
    );
    for (fault, point) in not_canonical(honest.signature[..48].try_into().unwrap()) {
        assert_eq!(
            with(0..48, &point),
            DecodeError::Point { field }.into(),
            "{fault}"
        );
    }
    for (place, field) in [(48..80, "e"), (80..112, "s")] {
        let scalar = DecodeError::Scalar { field };
        assert_eq!(with(place.clone(), &r_plus(0)), scalar.into());
        let other = with(place, &[1; 32]);
        assert_eq!(other, CredentialError::InvalidSignature);
    }
    for length in [0, 47, 111] {
        let refusal = stored.altered(|m| m.signature.truncate(length));
        let length = matches!(
            refusal,
            CredentialError::Malformed(DecodeError::Length { .. })
        );
        assert!(length, "{refusal:?}");
    }
    let left = DecodeError::TrailingBytes {
        object: "signature",
        count: 1,
    };
    assert_eq!(stored.altered(|m| m.signature.push(0)), left.into());
}

#[test]
fn encodings_have_one_form() {
    let stored = stored();
    let object = "credential";
    let non_canonical = DecodeError::NonCanonical { object };
    let refusal = stored.refusal(&[&stored.aries[..], &[0x20, 1]].concat());
    assert_eq!(refusal, non_canonical.into());
    let refusal = stored.refusal(&[&stored.aries[..], &[0x18, 2]].concat());
    assert_eq!(refusal, non_canonical.into());
    let malformed = DecodeError::Malformed {
        object,
        format: "protobuf",
    };
    let cut = &stored.aries[..stored.aries.len() - 1];
    assert_eq!(stored.refusal(cut), malformed.into());

    let left = DecodeError::TrailingBytes { object, count: 1 };
    let refusal = stored.native_refusal(&[&stored.native[..], &[0]].concat());
    assert_eq!(refusal, left.into());
    let version = DecodeError::Version { object, version: 3 };
    let refusal = stored.native_refusal(&spliced(&stored.native, 0..1, &[3]));
    assert_eq!(refusal, version.into());
}

/// The issuer's answer is no credential before it is unblinded, by the request it answers.
#[test]
fn answers() {
    let mut rng = rng(3);
    let issuer = Issuer::from_bytes(SHAPE.schema(), &ISSUER).unwrap();
    let key = issuer.public_key();
    let holder = Holder::generate(&mut rng);
    let nonce = IssuerNonce::generate(&mut rng);
    let (request, pending) = holder
        .request_credential::<Aries>(key, &nonce, &mut rng)
        .unwrap();
    let secret = pending.expose_bytes();
    let verified = issuer.verify_request(&request, &nonce).unwrap();
    let values = Attributes::ordered(key.schema(), [1, 2, 3, 4, 5]).unwrap();
    let answer = issuer.issue(verified, &values, &mut rng).unwrap();
    let (native, aries) = (answer.expose_bytes(), answer.expose_aries_bytes());

    // Stored as it came.
    let kind = DecodeError::Unexpected {
        field: "kind of credential",
    };
    let refusal = Credential::from_bytes(key, &holder, &native).unwrap_err();
    assert_eq!(refusal, kind.into());
    let mut message: wire::Credential = wire::read(&aries).unwrap();
    assert_eq!(message.sk_pos, 0);
    message.sk_pos = 2;
    let stored = message.encode_to_vec();
    let refusal = Credential::from_aries_bytes(key, &holder, &stored).unwrap_err();
    assert_eq!(refusal, CredentialError::InvalidSignature);
    // A stored credential is no answer.
    let field = "sk_pos";
    let refusal = BlindCredential::from_aries_bytes(&stored).unwrap_err();
    assert_eq!(refusal, DecodeError::Unexpected { field });
    let credential = pending.receive(answer).unwrap();
    let refusal = BlindCredential::from_bytes(&credential.expose_bytes()).unwrap_err();
    assert_eq!(refusal, kind);

    // Another request's s₁; another holder; another issuer's schema.
    let receive = |key, holder: &Holder, secret: &[u8]| {
        let answer = BlindCredential::from_aries_bytes(&aries).unwrap();
        let pending = PendingCredential::from_bytes(key, holder, secret).unwrap();
        pending.receive(answer).err()
    };
    let invalid = Some(CredentialError::InvalidSignature);
    assert_eq!(receive(key, &holder, secret.as_ref()), None);
    assert_eq!(receive(key, &holder, &[1; 32]), invalid);
    let other = Holder::generate(&mut rng);
    assert_eq!(receive(key, &other, secret.as_ref()), invalid);
    let other = Issuer::from_bytes(SHAPE.schema(), &[4; 32]).unwrap();
    assert_eq!(
        receive(other.public_key(), &holder, secret.as_ref()),
        invalid
    );
}

#[test]
fn attributes_are_those_that_were_agreed() {
    let stored = stored();
    let credential = &stored.world.credential;
    let agreed: Vec<_> = stored.world.attributes.iter().cloned().map(Some).collect();
    assert_eq!(credential.check_attributes(&agreed), Ok(()));
    assert_eq!(credential.check_attributes(&vec![None; 5]), Ok(()));
    for attribute in 0..5 {
        let mut other = agreed.clone();
        other[attribute] = Some("another".into());
        let error = CredentialError::AttributeMismatch { attribute };
        assert_eq!(credential.check_attributes(&other), Err(error));
    }
    let error = CredentialError::AttributeCount {
        expected: 5,
        found: 4,
    };
    assert_eq!(credential.check_attributes(&agreed[..4]), Err(error));
}
