//! Rule 1 for points: canonical, on the curve, in the subgroup, not the identity.

use bbs::curve::g1_to_compressed;
use bbs::{Aries, DecodeError, Native, Relation, Signature, VerifyError};

use crate::bad_encodings::{IDENTITY, not_canonical, outside_subgroup, overwrite};
use crate::layout::{Layout, POINT};
use crate::setup::*;

const COUNT: usize = 4;
const DISCLOSED: [usize; 2] = [0, 2];

struct Proof {
    key: bbs::SigningKey,
    disclosure: bbs::proof::Disclosure,
    bytes: Vec<u8>,
}

fn proof<P: Layout>() -> Proof {
    let key = signing_key(1, COUNT);
    let messages = messages(COUNT);
    let disclosure = disclose(&messages, &DISCLOSED);
    let signature = signed(&key, &messages);
    let proof = bbs::proof::SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng(2))
        .unwrap();
    let bytes = P::proof_to_bytes(&proof, &disclosure);
    assert_eq!(
        verify_proof::<P>(&bytes, key.parameters(), &disclosure, NONCE),
        Ok(())
    );
    Proof {
        key,
        disclosure,
        bytes,
    }
}

impl Proof {
    fn refusal<P: Layout>(&self, offset: usize, point: &[u8; 48]) -> VerifyError {
        let bytes = overwrite(&self.bytes, offset, point);
        verify_proof::<P>(&bytes, self.key.parameters(), &self.disclosure, NONCE).unwrap_err()
    }

    fn point_at(&self, offset: usize) -> [u8; 48] {
        self.bytes[offset..offset + POINT].try_into().unwrap()
    }
}

fn points_of_a_proof<P: Layout>() {
    let proof = proof::<P>();
    let fields = ["A'", "Ā", "d"];
    for (place, field) in fields.into_iter().enumerate() {
        let offset = P::a_prime(COUNT) + place * POINT;
        let refusal = |point: &[u8; 48]| proof.refusal::<P>(offset, point);
        assert_eq!(refusal(&IDENTITY), DecodeError::Identity { field }.into());
        let (outside, _) = outside_subgroup();
        assert_eq!(refusal(&outside), DecodeError::Subgroup { field }.into());
        for (fault, bytes) in not_canonical(proof.point_at(offset)) {
            assert_eq!(
                refusal(&bytes),
                DecodeError::Point { field }.into(),
                "{field}: {fault}"
            );
        }
    }
}

#[test]
fn points_of_a_native_proof() {
    points_of_a_proof::<Native>();
}

#[test]
fn points_of_an_aries_proof() {
    points_of_a_proof::<Aries>();
}

/// T only has to decode canonically; the equation decides about the identity and about points outside the subgroup.
#[test]
fn commitments_of_an_aries_proof() {
    let proof = proof::<Aries>();
    for offset in Aries::commitments(COUNT) {
        let refusal = |point: &[u8; 48]| proof.refusal::<Aries>(offset, point);
        for (fault, bytes) in not_canonical(proof.point_at(offset)) {
            let field = "commitment T";
            assert_eq!(
                refusal(&bytes),
                DecodeError::Point { field }.into(),
                "{fault}"
            );
        }
        // A changed T changes the challenge, so the first equation is the first to fail.
        let broken = VerifyError::BadProof(Relation::Randomisation);
        assert_eq!(refusal(&IDENTITY), broken);
        assert_eq!(refusal(&outside_subgroup().0), broken);
    }
}

fn points_of_a_request<P: Layout>() {
    let key = signing_key(1, COUNT);
    let parameters = key.parameters();
    let hidden = [(1, messages(COUNT)[1])];
    let (request, _) =
        bbs::blind::BlindRequest::<P>::new(parameters, &hidden, NONCE, &mut rng(3)).unwrap();
    let bytes = P::request_to_bytes(&request);
    let refusal = |changes: &[usize], point: &[u8; 48]| {
        let changed = changes.iter().fold(bytes.clone(), |bytes, offset| {
            overwrite(&bytes, *offset, point)
        });
        verify_request::<P>(&changed, parameters, &[1], NONCE).unwrap_err()
    };
    let good = g1_to_compressed(request.commitment());
    let field = "commitment";
    assert_eq!(
        refusal(&[0], &IDENTITY),
        DecodeError::Identity { field }.into()
    );
    let (outside, _) = outside_subgroup();
    assert_eq!(
        refusal(&[0], &outside),
        DecodeError::Subgroup { field }.into()
    );
    for (fault, point) in not_canonical(good) {
        let expected = DecodeError::Point { field };
        assert_eq!(refusal(&[0], &point), expected.into(), "{fault}");
    }

    let both = P::request_commitments();
    if both.is_empty() {
        return;
    }
    for (fault, point) in not_canonical(good) {
        let field = "commitment T";
        let expected = DecodeError::Point { field };
        assert_eq!(refusal(&both, &point), expected.into(), "{fault}");
    }
    for point in [IDENTITY, outside] {
        let broken = VerifyError::BadProof(Relation::Request);
        assert_eq!(refusal(&both, &point), broken);
    }
    // Rule 4: the two copies of T are the same.
    for copy in both {
        for point in [IDENTITY, good, outside] {
            let field = "commitment T";
            let expected = DecodeError::CopyMismatch { field };
            assert_eq!(refusal(&[copy], &point), expected.into());
        }
    }
}

#[test]
fn points_of_a_native_request() {
    points_of_a_request::<Native>();
}

#[test]
fn points_of_an_aries_request() {
    points_of_a_request::<Aries>();
}

#[test]
fn the_point_of_a_signature() {
    let key = signing_key(1, COUNT);
    let bytes = *key
        .sign(&messages(COUNT), &mut rng(4))
        .unwrap()
        .expose_bytes();
    let refusal =
        |point: &[u8; 48]| Signature::from_bytes(&overwrite(&bytes, 0, point)).unwrap_err();
    let field = "A";
    assert_eq!(refusal(&IDENTITY), DecodeError::Identity { field });
    let (outside, _) = outside_subgroup();
    assert_eq!(refusal(&outside), DecodeError::Subgroup { field });
    for (fault, point) in not_canonical(bytes[..48].try_into().unwrap()) {
        assert_eq!(refusal(&point), DecodeError::Point { field }, "{fault}");
    }
}
