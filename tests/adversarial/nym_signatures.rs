//! Pseudonyms and signatures under them.

use bbs::curve::g1_to_uncompressed;
use idemix::{
    Aries, DecodeError, Holder, Issuer, Native, Nym, NymSecret, NymSignature, PresentError,
    Relation, ScopeNym, ScopeSignature, Verifier, VerifyError,
};
use idemix_tests::wire;
use prost::Message;

use crate::bad_encodings::{IDENTITY, not_canonical, outside_subgroup, r_plus};
use crate::presenting::{ISSUER, Shape, World, rng};
use crate::scene::{MESSAGE, SHAPE, spliced};

struct Signed {
    world: World,
    nym: NymSecret,
    aries: NymSignature<Aries>,
    native: NymSignature<Native>,
}

fn signed() -> Signed {
    let mut rng = rng(1);
    let world = World::new(SHAPE, &mut rng);
    let nym = world.holder.new_nym(world.key(), &mut rng).unwrap();
    let (key, holder) = (world.key(), &world.holder);
    let aries = holder.sign_with_nym(key, &nym, MESSAGE, &mut rng).unwrap();
    let native = holder.sign_with_nym(key, &nym, MESSAGE, &mut rng).unwrap();
    Signed {
        world,
        nym,
        aries,
        native,
    }
}

impl Signed {
    /// In both profiles; the native challenge decides about everything.
    fn expect(&self, verifier: &Verifier, nym: &Nym, message: &[u8]) {
        let aries = verifier.verify_nym_signature(&self.aries, nym, message);
        assert_eq!(aries, Err(VerifyError::BadProof(Relation::Nym)));
        let native = verifier.verify_nym_signature(&self.native, nym, message);
        assert_eq!(native, Err(VerifyError::BadProof(Relation::Challenge)));
    }
}

#[test]
fn another_message_nym_or_key() {
    let signed = signed();
    let verifier = signed.world.verifier();
    let nym = signed.nym.nym();
    assert_eq!(
        verifier.verify_nym_signature(&signed.aries, nym, MESSAGE),
        Ok(())
    );
    assert_eq!(
        verifier.verify_nym_signature(&signed.native, nym, MESSAGE),
        Ok(())
    );
    signed.expect(&verifier, nym, b"another");
    signed.expect(&verifier, nym, b"");
    let (holder, key) = (&signed.world.holder, signed.world.key());
    let other = holder.new_nym(key, &mut rng(2)).unwrap();
    signed.expect(&verifier, other.nym(), MESSAGE);
    for (shape, secret_key) in [
        (SHAPE, [4; 32]),
        (Shape { sk: 1, ..SHAPE }, ISSUER),
        (Shape { count: 6, ..SHAPE }, ISSUER),
    ] {
        let issuer = Issuer::from_bytes(shape.schema(), &secret_key).unwrap();
        let verifier = Verifier::new(issuer.public_key().clone());
        signed.expect(&verifier, nym, MESSAGE);
    }
    let nobody = Verifier::with_keys([]);
    let refusal = nobody.verify_nym_signature(&signed.aries, nym, MESSAGE);
    assert_eq!(refusal, Err(VerifyError::NoIssuerKey));
}

#[test]
fn signatures_under_nyms_of_others_do_not_verify() {
    let signed = signed();
    let (key, nym) = (signed.world.key(), &signed.nym);
    let other = Holder::generate(&mut rng(3));
    let forged = Signed {
        aries: other.sign_with_nym(key, nym, MESSAGE, &mut rng(4)).unwrap(),
        native: other.sign_with_nym(key, nym, MESSAGE, &mut rng(4)).unwrap(),
        ..self::signed()
    };
    forged.expect(&signed.world.verifier(), nym.nym(), MESSAGE);
}

#[test]
fn bytes_of_an_aries_signature() {
    let signed = signed();
    let verifier = signed.world.verifier();
    let bytes = signed.aries.to_bytes();
    let honest: wire::NymSignature = wire::read(&bytes).unwrap();
    let read = |alter: &dyn Fn(&mut wire::NymSignature)| {
        let mut message = honest.clone();
        alter(&mut message);
        NymSignature::<Aries>::from_bytes(&message.encode_to_vec())
    };
    let object = "nym signature";
    let left = DecodeError::TrailingBytes { object, count: 1 };
    assert_eq!(read(&|m| m.main_signature.push(0)), Err(left));
    for (fault, t) in not_canonical(honest.main_signature[..48].try_into().unwrap()) {
        let field = "commitment T";
        let refusal = read(&|m| m.main_signature[..48].copy_from_slice(&t));
        assert_eq!(refusal, Err(DecodeError::Point { field }), "{fault}");
    }
    for place in [52..84, 84..116] {
        let field = "response";
        let refusal = read(&|m| m.main_signature[place.clone()].copy_from_slice(&r_plus(0)));
        assert_eq!(refusal, Err(DecodeError::Scalar { field }));
    }
    let field = "nonce";
    let refusal = read(&|m| m.nonce = r_plus(1).to_vec());
    assert_eq!(refusal, Err(DecodeError::Scalar { field }));
    assert!(matches!(
        read(&|m| m.nonce.clear()),
        Err(DecodeError::Length { .. })
    ));
    for altered in [
        [&bytes[..], &[0x18, 1]].concat(),
        [&bytes[..], &bytes[118..]].concat(),
    ] {
        let refusal = NymSignature::<Aries>::from_bytes(&altered);
        assert_eq!(refusal, Err(DecodeError::NonCanonical { object }));
    }

    // What decodes is decided by count and equation.
    let nym = signed.nym.nym();
    let verify =
        |signature: Result<_, _>| verifier.verify_nym_signature(&signature.unwrap(), nym, MESSAGE);
    for (found, length) in [(0u32, 52), (1, 84), (3, 148)] {
        let fewer = verify(read(&|m| {
            m.main_signature.resize(length, 0);
            m.main_signature[48..52].copy_from_slice(&found.to_be_bytes());
        }));
        let error = VerifyError::ResponseCount {
            relation: Relation::Nym,
            expected: 2,
            found: usize::try_from(found).unwrap(),
        };
        assert_eq!(fewer, Err(error));
    }
    let (outside, _) = outside_subgroup();
    for t in [IDENTITY, outside] {
        let other = verify(read(&|m| m.main_signature[..48].copy_from_slice(&t)));
        assert_eq!(other, Err(VerifyError::BadProof(Relation::Nym)));
    }
    let other = verify(read(&|m| m.nonce[31] ^= 1));
    assert_eq!(other, Err(VerifyError::BadProof(Relation::Nym)));
}

#[test]
fn bytes_of_a_native_signature() {
    let signed = signed();
    let bytes = signed.native.to_bytes();
    let read = NymSignature::<Native>::from_bytes;
    let object = "nym signature";
    let version = DecodeError::Version { object, version: 0 };
    assert_eq!(read(&spliced(&bytes, 0..1, &[0])), Err(version));
    for (place, field) in [
        (1..33, "challenge"),
        (33..65, "response"),
        (65..97, "response"),
    ] {
        let refusal = read(&spliced(&bytes, place, &r_plus(0)));
        assert_eq!(refusal, Err(DecodeError::Scalar { field }));
    }
    assert!(read(&[&bytes[..], &[0]].concat()).is_err());
    assert!(read(&bytes[..96]).is_err());
    let verifier = signed.world.verifier();
    for (altered, found) in [
        (bytes[..65].to_vec(), 1),
        ([&bytes[..], &[0; 32]].concat(), 3),
    ] {
        let signature = read(&altered).unwrap();
        let error = VerifyError::ResponseCount {
            relation: Relation::Challenge,
            expected: 2,
            found,
        };
        let refusal = verifier.verify_nym_signature(&signature, signed.nym.nym(), MESSAGE);
        assert_eq!(refusal, Err(error));
    }
}

#[test]
fn bytes_of_nyms() {
    let signed = signed();
    let field = "nym";
    let mut identity = [0; 96];
    identity[0] = 0x40;
    let (outside, point) = outside_subgroup();
    let outside_uncompressed = g1_to_uncompressed(&point);
    assert_eq!(
        Nym::from_bytes(&IDENTITY),
        Err(DecodeError::Identity { field })
    );
    assert_eq!(
        Nym::from_bytes(&outside),
        Err(DecodeError::Subgroup { field })
    );
    assert_eq!(
        Nym::from_uncompressed(&identity),
        Err(DecodeError::Identity { field })
    );
    let refusal = Nym::from_uncompressed(&outside_uncompressed);
    assert_eq!(refusal, Err(DecodeError::Subgroup { field }));
    for (fault, bytes) in not_canonical(signed.nym.nym().to_bytes()) {
        let refusal = Nym::from_bytes(&bytes);
        assert_eq!(refusal, Err(DecodeError::Point { field }), "{fault}");
    }
    let secret = signed.nym.expose_bytes();
    let refusal = NymSecret::from_bytes(&spliced(&*secret, 0..32, &r_plus(0))).unwrap_err();
    let field = "nym randomness";
    assert_eq!(refusal, DecodeError::Scalar { field });
    let refusal = NymSecret::from_bytes(&secret[..127]).unwrap_err();
    assert!(matches!(refusal, DecodeError::Length { .. }));
}

#[test]
fn scope_signatures() {
    let world = World::new(SHAPE, &mut rng(5));
    let (key, holder) = (world.key(), &world.holder);
    let nym = holder.scope_nym(key, b"shop").unwrap();
    let signature = holder
        .sign_in_scope(key, b"shop", MESSAGE, &mut rng(6))
        .unwrap();
    let verifier = world.verifier();
    let verify = |scope: &[u8], nym: &ScopeNym, message: &[u8]| {
        verifier.verify_scope_signature(&signature, scope, nym, message)
    };
    assert_eq!(verify(b"shop", &nym, MESSAGE), Ok(()));
    let bad = Err(VerifyError::BadProof(Relation::Challenge));
    assert_eq!(verify(b"shop", &nym, b"another"), bad);
    assert_eq!(verify(b"another", &nym, MESSAGE), bad);
    let other = Holder::generate(&mut rng(7))
        .scope_nym(key, b"shop")
        .unwrap();
    assert_eq!(verify(b"shop", &other, MESSAGE), bad);
    assert_eq!(
        verify(b"", &nym, MESSAGE),
        Err(nym::ScopeError::Empty.into())
    );
    let empty = holder.scope_nym(key, b"").unwrap_err();
    assert_eq!(empty, PresentError::Scope(nym::ScopeError::Empty));

    let field = "scope nym";
    let refusal = ScopeNym::from_bytes(&IDENTITY);
    assert_eq!(refusal, Err(DecodeError::Identity { field }));
    let (outside, _) = outside_subgroup();
    let refusal = ScopeNym::from_bytes(&outside);
    assert_eq!(refusal, Err(DecodeError::Subgroup { field }));
    let bytes = signature.to_bytes();
    let refusal = ScopeSignature::from_bytes(&spliced(&bytes, 33..65, &r_plus(0)));
    assert_eq!(refusal, Err(DecodeError::Scalar { field: "response" }));
    let longer = ScopeSignature::from_bytes(&[&bytes[..], &[0; 32]].concat()).unwrap();
    let error = VerifyError::ResponseCount {
        relation: Relation::Challenge,
        expected: 1,
        found: 2,
    };
    let refusal = verifier.verify_scope_signature(&longer, b"shop", &nym, MESSAGE);
    assert_eq!(refusal, Err(error));
}
