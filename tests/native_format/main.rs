//! docs/native-format.md is enough to write another implementation: this one shares no code with the library. It reads
//! the bytes with a cursor of its own, builds the transcript with the merlin crate, computes with the bls12_381 crate,
//! and takes the generators from the vectors that the Go library made. (Only the base of a scope is hashed by the
//! library: its hash is checked by hash_to_g1.json.)
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
#![forbid(unsafe_code)]

mod bytes;
mod maths;

use bls12_381::{G1Affine, G2Affine, Scalar};
use bytes::Epoch;
use idemix::{
    Attributes, Credential, CredentialRequest, Holder, Issuer, IssuerNonce, Native, NymSignature,
    Presentation, PresentationNonce, PresentationType, Schema, Verifier,
};
use maths::{Key, Statement};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use revocation::{AuthorityKeys, Handle, MemoryRegistry, RevocationAuthority, Validity, Witness};

/// Four attributes: the generators for five messages are in the vectors.
fn schema(sk: usize) -> Schema {
    Schema::fabric().with_secret_key_position(sk).unwrap()
}

/// x, and the key with the generators that the Go library derived for five messages.
fn go_key(schema: &Schema) -> (Vec<u8>, Key) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/aries/keys.json");
    let file: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let hex = |value: &serde_json::Value| hex::decode(value.as_str().unwrap()).unwrap();
    let find = |op: &str, condition: &dyn Fn(&serde_json::Value) -> bool| {
        let case = cases
            .iter()
            .find(|case| case["op"] == op && condition(case));
        case.unwrap().clone()
    };
    let generators = find("generators", &|case| case["message_count"] == 5);
    let pair = find("key_pair", &|case| {
        case["public_key"] == generators["public_key"]
    });
    let point = |value: &serde_json::Value| {
        G1Affine::from_uncompressed(&hex(value).try_into().unwrap()).unwrap()
    };
    let w = hex(&generators["public_key"]).try_into().unwrap();
    let message = |role: Option<usize>| role.map(|index| schema.message_index(index));
    let key = Key {
        w: G2Affine::from_compressed(&w).unwrap(),
        h0: point(&generators["h0"]),
        h: generators["h"]
            .as_array()
            .unwrap()
            .iter()
            .map(point)
            .collect(),
        sk: schema.secret_key_position(),
        eid: message(schema.enrollment_id()),
        rh: message(schema.revocation_handle()),
    };
    (hex(&pair["secret_key"]), key)
}

/// The sizes that the documentation states.
#[test]
fn sizes() {
    let (world, mut rng) = world(0);
    let size = |kind, with| {
        present(&world, &mut rng.clone(), kind, &[0, 1], with)
            .0
            .len()
    };
    let standard = size(PresentationType::Standard, With::default());
    assert_eq!(standard, 494);
    let eid = size(PresentationType::EidNym, With::default());
    assert_eq!(eid, standard + 48 + 32);
    let both = size(PresentationType::EidNymRhNym, With::default());
    assert_eq!(both, eid + 48 + 32);
    let scope = Some(&b"a scope"[..]);
    let with = With {
        scope,
        ..With::default()
    };
    assert_eq!(size(PresentationType::Standard, with), standard + 48);
    let with = With {
        not_revoked: true,
        ..With::default()
    };
    assert_eq!(size(PresentationType::Standard, with), standard + 104 + 32);
    let issuer = world.issuer.public_key();
    let nonce = IssuerNonce::generate(&mut rng);
    let (request, _) = world
        .holder
        .request_credential::<Native>(issuer, &nonce, &mut rng)
        .unwrap();
    assert_eq!(request.to_bytes().len(), 145);
}

fn scalar(bytes: &[u8]) -> Scalar {
    bytes::Cursor(bytes).scalar().unwrap()
}

struct World {
    key: Key,
    issuer: Issuer,
    holder: Holder,
    credential: Credential,
    /// The messages as the credential's bytes have them, the secret key among them.
    messages: Vec<Scalar>,
    witness: Witness,
    epoch: Epoch,
}

/// Issues a credential and checks every object on the way.
fn world(sk: usize) -> (World, ChaCha20Rng) {
    let mut rng = ChaCha20Rng::seed_from_u64(sk as u64);
    let schema = schema(sk);
    let (x, key) = go_key(&schema);
    let issuer = Issuer::from_bytes(schema.clone(), &x).unwrap();
    let holder = Holder::generate(&mut rng);
    let sk_value = scalar(holder.expose_bytes().as_ref());

    let nonce = IssuerNonce::generate(&mut rng);
    let (request, pending) = holder
        .request_credential::<Native>(issuer.public_key(), &nonce, &mut rng)
        .unwrap();
    let read = bytes::request(&request.to_bytes()).unwrap();
    assert!(key.accepts_request(nonce.as_bytes(), &read));
    assert!(!key.accepts_request(b"another nonce", &read));

    let handle = Handle::generate(&mut rng);
    let attributes = ["a".into(), "b".into(), "c".into(), handle.to_attribute()];
    let attributes = Attributes::ordered(&schema, attributes).unwrap();
    let verified = issuer.verify_request(&request, &nonce).unwrap();
    let answer = issuer.issue(verified, &attributes, &mut rng).unwrap();
    let blind = bytes::credential(&answer.expose_bytes()).unwrap();
    let s1 = scalar(pending.expose_bytes().as_ref());
    let credential = pending.receive(answer).unwrap();
    let full = bytes::credential(&credential.expose_bytes()).unwrap();
    assert_eq!((blind.kind, full.kind), (0, 1));
    assert_eq!(full.s, blind.s + s1);
    assert_eq!((full.a, full.e), (blind.a, blind.e));
    assert_eq!(full.attributes, blind.attributes);
    assert!(key.accepts_credential(sk_value, &full));
    assert!(!key.accepts_credential(sk_value, &blind));

    let keys = AuthorityKeys::generate(&mut rng);
    let validity = Validity::new(0, 1).unwrap();
    let mut authority =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity, &mut rng).unwrap();
    let witness = authority.enroll(&handle).unwrap();
    let signed = authority.current().signed().to_bytes();
    let epoch = bytes::epoch(authority.public_key().to_bytes(), &signed).unwrap();
    let witness = witness
        .verify(&handle.scalar(), authority.current())
        .unwrap();

    let mut messages = full.attributes;
    messages.insert(sk, sk_value);
    let world = World {
        key,
        issuer,
        holder,
        credential,
        messages,
        witness,
        epoch,
    };
    (world, rng)
}

/// What a presentation states besides its type and what it discloses.
#[derive(Clone, Copy, Default)]
struct With<'a> {
    nonce: Option<&'a PresentationNonce>,
    scope: Option<&'a [u8]>,
    not_revoked: bool,
}

/// Presents with these attributes disclosed; the bytes, and what a verifier of this file knows.
fn present<'a>(
    world: &'a World,
    rng: &mut ChaCha20Rng,
    kind: PresentationType,
    disclosed: &[usize],
    with: With<'a>,
) -> (Vec<u8>, Statement<'a>) {
    let mut builder = world
        .credential
        .present::<Native>(kind)
        .context(b"a context")
        .message(b"a message");
    for attribute in disclosed {
        builder = builder.disclose(*attribute);
    }
    if let Some(nonce) = with.nonce {
        builder = builder.nonce(nonce);
    }
    if let Some(scope) = with.scope {
        builder = builder.scope(scope);
    }
    if with.not_revoked {
        builder = builder.not_revoked(&world.witness);
    }
    let shown = builder.prove(rng).unwrap();
    let message = |attribute: &usize| {
        let index = world.issuer.public_key().schema().message_index(*attribute);
        (index, world.messages[index])
    };
    let statement = Statement {
        kind: match kind {
            PresentationType::EidNym => 1,
            PresentationType::EidNymRhNym => 2,
            _ => 0,
        },
        disclosed: disclosed.iter().map(message).collect(),
        scope: with.scope.map(|name| (name, scope_base(&world.key, name))),
        epoch: with.not_revoked.then_some(&world.epoch),
        nonce: with.nonce.map(PresentationNonce::as_bytes),
        context: b"a context",
        message: b"a message",
    };
    (shown.presentation.to_bytes(), statement)
}

/// hash_to_G1(C(w) ‖ u32(length) ‖ scope).
fn scope_base(key: &Key, scope: &[u8]) -> G1Affine {
    let mut data = key.w.to_compressed().to_vec();
    data.extend_from_slice(&u32::try_from(scope.len()).unwrap().to_be_bytes());
    data.extend_from_slice(scope);
    let base = bbs::curve::hash_to_g1(&data, b"IDEMIX_V1_SCOPE_BLS12381G1_XMD:BLAKE2B_SSWU_RO_");
    G1Affine::from_compressed(&bbs::curve::g1_to_compressed(&base)).unwrap()
}

#[test]
fn presentations() {
    for sk in [0, 2, 4] {
        let (world, mut rng) = world(sk);
        let nonce = PresentationNonce::generate(&mut rng);
        let everything = With {
            nonce: Some(&nonce),
            scope: Some(b"a scope"),
            not_revoked: true,
        };
        for kind in [
            PresentationType::Standard,
            PresentationType::EidNym,
            PresentationType::EidNymRhNym,
        ] {
            for disclosed in [&[][..], &[0], &[0, 1]] {
                for with in [With::default(), everything] {
                    let (encoded, statement) = present(&world, &mut rng, kind, disclosed, with);
                    let shown = bytes::presentation(&encoded).unwrap();
                    assert!(
                        world.key.accepts(&statement, &shown),
                        "{kind:?} {disclosed:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn this_verifier_refuses_too() {
    let (world, mut rng) = world(0);
    let nonce = PresentationNonce::generate(&mut rng);
    let with = With {
        nonce: Some(&nonce),
        scope: Some(b"a scope"),
        not_revoked: true,
    };
    let (encoded, statement) = present(&world, &mut rng, PresentationType::EidNymRhNym, &[0], with);
    let accepts = |bytes: &[u8], statement: &Statement<'_>| {
        bytes::presentation(bytes).is_some_and(|shown| world.key.accepts(statement, &shown))
    };
    assert!(accepts(&encoded, &statement));
    for place in (0..encoded.len()).step_by(7) {
        let mut altered = encoded.clone();
        altered[place] ^= 1;
        assert!(!accepts(&altered, &statement), "byte {place}");
        // The library agrees on what decodes.
        let decodes = Presentation::<Native>::from_bytes(&altered).is_ok();
        assert_eq!(
            decodes,
            bytes::presentation(&altered).is_some(),
            "byte {place}"
        );
    }
    let mut other = statement.clone();
    other.disclosed[0].1 += Scalar::one();
    assert!(!accepts(&encoded, &other));
    for field in 0..3 {
        let mut other = statement.clone();
        *[
            &mut other.context,
            &mut other.message,
            &mut other.scope.as_mut().unwrap().0,
        ][field] = b"another";
        assert!(!accepts(&encoded, &other));
    }
    let mut other = statement.clone();
    other.nonce = None;
    assert!(!accepts(&encoded, &other));
    let mut other = statement;
    other.epoch = None;
    assert!(!accepts(&encoded, &other));
}

#[test]
fn pseudonym_signatures() {
    for sk in [0, 4] {
        let (world, mut rng) = world(sk);
        let issuer = world.issuer.public_key();
        let secret = world.holder.new_nym(issuer, &mut rng).unwrap();
        let signature = world
            .holder
            .sign_with_nym::<Native>(issuer, &secret, b"a message", &mut rng)
            .unwrap();
        let nym = G1Affine::from_compressed(&secret.nym().to_bytes()).unwrap();
        let read = bytes::nym_signature(&signature.to_bytes()).unwrap();
        assert!(world.key.accepts_nym_signature(&nym, b"a message", read));
        assert!(!world.key.accepts_nym_signature(&nym, b"another", read));

        let scope = b"a scope";
        let signature = world
            .holder
            .sign_in_scope(issuer, scope, b"a message", &mut rng)
            .unwrap();
        let scope_nym = world.holder.scope_nym(issuer, scope).unwrap();
        let nym = G1Affine::from_compressed(&scope_nym.to_bytes()).unwrap();
        let read = bytes::scope_signature(&signature.to_bytes()).unwrap();
        let base = scope_base(&world.key, scope);
        let accepts = |scope: &[u8], message: &[u8]| {
            world
                .key
                .accepts_scope_signature((scope, &base), &nym, message, read)
        };
        assert!(accepts(scope, b"a message"));
        assert!(!accepts(scope, b"another"));
        assert!(!accepts(b"another", b"a message"));
    }
}

/// The other way round: the library accepts what is made here.
#[test]
fn the_library_reads_what_this_file_writes() {
    let (world, mut rng) = world(2);
    let issuer = world.issuer.public_key();
    let mut draw = {
        let mut rng = ChaCha20Rng::seed_from_u64(99);
        move || {
            let mut wide = [0; 64];
            rng.fill_bytes(&mut wide);
            Scalar::from_bytes_wide(&wide)
        }
    };
    let secret = world.holder.new_nym(issuer, &mut rng).unwrap();
    let exposed = secret.expose_bytes();
    let nym = G1Affine::from_compressed(&secret.nym().to_bytes()).unwrap();
    let secrets = [scalar(&exposed[..32]), world.messages[2]];
    let blindings = [draw(), draw()];
    let signed = world
        .key
        .sign_with_nym(&nym, secrets, b"a message", blindings);
    let signature = NymSignature::<Native>::from_bytes(&signed).unwrap();
    Verifier::new(issuer.clone())
        .verify_nym_signature(&signature, secret.nym(), b"a message")
        .unwrap();

    let nonce = IssuerNonce::generate(&mut rng);
    let secrets = [draw(), draw()];
    let (commitment, c, z) = world
        .key
        .request(nonce.as_bytes(), secrets, [draw(), draw()]);
    let mut encoded = vec![1];
    encoded.extend_from_slice(&commitment.to_compressed());
    for scalar in [c, z[0], z[1]] {
        let mut bytes = scalar.to_bytes();
        bytes.reverse();
        encoded.extend_from_slice(&bytes);
    }
    let request = CredentialRequest::<Native>::from_bytes(&encoded).unwrap();
    let _ = world.issuer.verify_request(&request, &nonce).unwrap();
}
