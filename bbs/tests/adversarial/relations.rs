//! Each relation of the proof, broken alone.

use bbs::curve::{G1Affine, Scalar, batch_normalize};
use bbs::proof::{Disclosure, RandomizedSignature, SignatureProof};
use bbs::{
    Aries, DecodeError, Native, ParameterError, PublicParameters, Relation, VerifiedSignature,
    VerifyError, hash_to_scalar,
};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::prime::PrimeCurveAffine;

use crate::bad_encodings::outside_subgroup;
use crate::forger::{Assemble, Secrets, forge, points_without_a_signature};
use crate::setup::*;

const COUNT: usize = 4;

fn secrets() -> Secrets {
    let scalar = |name: &str| hash_to_scalar(name.as_bytes());
    Secrets {
        e: scalar("e"),
        r2: scalar("r2"),
        r3: scalar("r3"),
        s_prime: scalar("s'"),
        messages: messages(COUNT),
    }
}

/// A' and Ā of which the forger knows that e(A', w) = e(Ā, g2), as it has the issuer's key: an honest signature.
fn honest_points(key: &bbs::SigningKey, secrets: &Secrets) -> RandomizedSignature {
    #[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
    use ff::Field;
    // A' = r1·B/(x + e), so Ā = r1·B − e·A' = x·A'.
    let any = points_without_a_signature(key.parameters(), secrets, G1Affine::identity());
    let x = bbs::curve::scalar_from_wide(key.secret_key().expose_bytes().as_ref());
    // With A' = O, Ā is r1·B.
    let a_prime = any.a_bar * (x + secrets.e).invert().unwrap();
    let [a_prime] = batch_normalize(&[a_prime]).try_into().unwrap();
    points_without_a_signature(key.parameters(), secrets, a_prime)
}

struct Forgery {
    secrets: Secrets,
    disclosure: Disclosure,
    points: RandomizedSignature,
    offsets: [G1Affine; 2],
}

impl Forgery {
    /// One that is no forgery: all relations hold.
    fn honest(key: &bbs::SigningKey) -> Self {
        let secrets = secrets();
        let points = honest_points(key, &secrets);
        let identity = G1Affine::identity();
        Self {
            disclosure: disclose(&secrets.messages, &[1]),
            secrets,
            points,
            offsets: [identity; 2],
        }
    }

    fn outcome<P: Assemble>(&self, key: &bbs::SigningKey) -> Result<(), VerifyError> {
        let bytes = forge::<P>(
            key.parameters(),
            &self.disclosure,
            &self.secrets,
            self.points,
            self.offsets,
        );
        verify_proof::<P>(&bytes, key.parameters(), &self.disclosure, NONCE)
    }

    /// The relation that each profile names.
    fn expect(&self, aries: Relation) {
        let key = signing_key(1, COUNT);
        assert_eq!(
            self.outcome::<Aries>(&key),
            Err(VerifyError::BadProof(aries))
        );
        // The native verifier recomputes every T, so its challenge decides about both equations.
        let native = match aries {
            Relation::SignaturePairing => aries,
            _ => Relation::Challenge,
        };
        assert_eq!(
            self.outcome::<Native>(&key),
            Err(VerifyError::BadProof(native))
        );
    }
}

#[test]
fn the_forger_can_be_honest() {
    let key = signing_key(1, COUNT);
    let honest = Forgery::honest(&key);
    assert_eq!(honest.outcome::<Native>(&key), Ok(()));
    assert_eq!(honest.outcome::<Aries>(&key), Ok(()));
}

/// Both equations hold, but there is no signature.
#[test]
fn no_signature() {
    let key = signing_key(1, COUNT);
    let mut forgery = Forgery::honest(&key);
    let a_prime = bbs::curve::hash_to_g1(b"any point", b"test");
    forgery.points = points_without_a_signature(key.parameters(), &forgery.secrets, a_prime);
    forgery.expect(Relation::SignaturePairing);
}

/// e(A', w) = e(Ā, g2) holds for A' = Ā = O whatever the key; so the identity is refused, before and after decoding.
#[test]
fn a_prime_is_the_identity() {
    let key = signing_key(1, COUNT);
    let mut forgery = Forgery::honest(&key);
    let identity = G1Affine::identity();
    let honest = forgery.points;
    for (field, points) in [
        ("A'", (identity, identity, honest.d)),
        ("Ā", (honest.a_prime, identity, honest.d)),
        ("d", (honest.a_prime, honest.a_bar, identity)),
    ] {
        let (a_prime, a_bar, d) = points;
        forgery.points = RandomizedSignature::from_points(a_prime, a_bar, d);
        let expected = Err(DecodeError::Identity { field }.into());
        assert_eq!(forgery.outcome::<Native>(&key), expected);
        assert_eq!(forgery.outcome::<Aries>(&key), expected);
        assert_eq!(forgery.points.check_pairing(key.parameters()), expected);
    }
}

/// Ā − d is not what the prover knows the representation of.
#[test]
fn another_randomisation() {
    let key = signing_key(1, COUNT);
    let mut forgery = Forgery::honest(&key);
    forgery.secrets.e += Scalar::from(1);
    forgery.expect(Relation::Randomisation);
    let mut forgery = Forgery::honest(&key);
    forgery.secrets.r2 += Scalar::from(1);
    forgery.expect(Relation::Randomisation);
}

/// A hidden message, s' or r3 is not the signed one.
#[test]
fn other_messages() {
    let key = signing_key(1, COUNT);
    let mut forgery = Forgery::honest(&key);
    forgery.secrets.messages[0] += Scalar::from(1);
    forgery.expect(Relation::Messages);
    let mut forgery = Forgery::honest(&key);
    forgery.secrets.s_prime += Scalar::from(1);
    forgery.expect(Relation::Messages);
    let mut forgery = Forgery::honest(&key);
    forgery.secrets.r3 = Scalar::from(1);
    forgery.expect(Relation::Messages);
}

/// A message is disclosed with a value that was not signed.
#[test]
fn another_disclosed_value() {
    let key = signing_key(1, COUNT);
    let mut forgery = Forgery::honest(&key);
    let value = messages(COUNT)[1] + Scalar::from(1);
    forgery.disclosure = Disclosure::new(COUNT, [(1, value)]).unwrap();
    forgery.expect(Relation::Messages);
}

/// The prover adds a point of small order to T and hashes that: no response can make up for it. The same with a point
/// of the subgroup.
#[test]
fn commitments_off_by_a_point() {
    let key = signing_key(1, COUNT);
    let (_, outside) = outside_subgroup();
    for offset in [outside, bbs::curve::hash_to_g1(b"any point", b"test")] {
        let mut forgery = Forgery::honest(&key);
        forgery.offsets[0] = offset;
        forgery.expect(Relation::Randomisation);
        forgery.offsets[1] = -offset;
        forgery.expect(Relation::Randomisation);
        forgery.offsets[0] = G1Affine::identity();
        forgery.expect(Relation::Messages);
    }
}

fn another_statement<P: Codec>(aries_or_challenge: Relation) {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let disclosure = disclose(&messages, &[0, 2]);
    let signature = signed(&key, &messages);
    let proof = SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng(1)).unwrap();
    let bytes = P::proof_to_bytes(&proof, &disclosure);
    let outcome = |parameters: &PublicParameters, nonce: &[u8]| {
        verify_proof::<P>(&bytes, parameters, &disclosure, nonce)
    };
    assert_eq!(outcome(key.parameters(), NONCE), Ok(()));
    let broken = Err(VerifyError::BadProof(aries_or_challenge));
    for nonce in [
        &b""[..],
        b"\0",
        b"the verifier's nonce ",
        b"The verifier's nonce",
    ] {
        assert_eq!(outcome(key.parameters(), nonce), broken);
    }
    assert_eq!(outcome(signing_key(2, COUNT).parameters(), NONCE), broken);
    // The same key with another number of messages has other generators.
    let expected = ParameterError::WrongMessageCount {
        expected: COUNT + 1,
        found: COUNT,
    };
    assert_eq!(
        outcome(signing_key(1, COUNT + 1).parameters(), NONCE),
        Err(expected.into())
    );
}

#[test]
fn another_nonce_or_key() {
    // In the Aries profile the challenge differs, and the first equation is the first to notice.
    another_statement::<Aries>(Relation::Randomisation);
    another_statement::<Native>(Relation::Challenge);
}

#[test]
fn signatures() {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let signature = key.sign(&messages, &mut rng(1)).unwrap();
    let parameters = key.parameters();
    assert_eq!(signature.verify(parameters, &messages), Ok(()));
    let broken = VerifyError::BadProof(Relation::Signature);
    let mut others = vec![messages.clone(); 3];
    others[0][3] += Scalar::from(1);
    others[1].swap(0, 1);
    others[2][0] = Scalar::from(0);
    for other in others {
        assert_eq!(signature.verify(parameters, &other), Err(broken));
        let held = VerifiedSignature::new(parameters, &signature, other);
        assert_eq!(held.unwrap_err(), broken);
    }
    let other_key = signing_key(2, COUNT);
    let outcome = signature.verify(other_key.parameters(), &messages);
    assert_eq!(outcome, Err(broken));
    for found in [0, COUNT - 1, COUNT + 1] {
        let mut other = messages.clone();
        other.resize(found, Scalar::from(1));
        let expected = ParameterError::WrongMessageCount {
            expected: COUNT,
            found,
        };
        assert_eq!(signature.verify(parameters, &other), Err(expected.into()));
        assert_eq!(key.sign(&other, &mut rng(2)).unwrap_err(), expected);
        let held = VerifiedSignature::new(parameters, &signature, other);
        assert_eq!(held.unwrap_err(), expected.into());
    }
}
