//! Rules 3, 5 and 10: what is disclosed is what the verifier asked for, and the proof's own bit vector is only ever
//! compared with that.

use bbs::curve::Scalar;
use bbs::proof::{Disclosure, SignatureProof, SignatureStatement};
use bbs::{
    Aries, DecodeError, Native, ParameterError, Profile, Relation, VerifiedSignature, VerifyError,
};

use crate::bad_encodings::overwrite;
use crate::setup::*;

const COUNT: usize = 5;
const DISCLOSED: [usize; 2] = [1, 3];

fn proof<P: Codec>() -> (VerifiedSignature, Vec<u8>) {
    let messages = messages(COUNT);
    let signature = signed(&signing_key(1, COUNT), &messages);
    let disclosure = disclose(&messages, &DISCLOSED);
    let proof = SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng(1)).unwrap();
    let bytes = P::proof_to_bytes(&proof, &disclosure);
    (signature, bytes)
}

fn refusal<P: Codec>(disclosure: &Disclosure) -> VerifyError {
    let (signature, bytes) = proof::<P>();
    verify_proof::<P>(&bytes, signature.parameters(), disclosure, NONCE).unwrap_err()
}

#[test]
fn another_set_of_indices() {
    let messages = messages(COUNT);
    for (asked, index, native) in [
        // More, and fewer.
        (&[0, 1, 3][..], 0, Some(2)),
        (&[1, 2, 3], 2, Some(2)),
        (&[1, 3, 4], 4, Some(2)),
        (&[1], 3, Some(4)),
        (&[3], 1, Some(4)),
        (&[], 1, Some(5)),
        (&[0, 1, 2, 3, 4], 0, Some(0)),
        // As many, but others.
        (&[1, 4], 3, None),
        (&[0, 3], 0, None),
        (&[0, 2], 0, None),
    ] {
        let asked = disclose(&messages, asked);
        let expected = VerifyError::DisclosureMismatch { index };
        assert_eq!(refusal::<Aries>(&asked), expected);
        // A native proof carries no indices: they are part of the statement that its challenge binds.
        let expected = match native {
            Some(hidden) => VerifyError::ResponseCount {
                relation: Relation::Challenge,
                expected: 4 + hidden,
                found: 4 + COUNT - DISCLOSED.len(),
            },
            None => VerifyError::BadProof(Relation::Challenge),
        };
        assert_eq!(refusal::<Native>(&asked), expected);
    }
}

#[test]
fn wrong_values() {
    let messages = messages(COUNT);
    let wrong = |values: [(usize, Scalar); 2]| {
        let disclosure = Disclosure::new(COUNT, values).unwrap();
        assert_eq!(
            refusal::<Aries>(&disclosure),
            VerifyError::BadProof(Relation::Messages)
        );
        assert_eq!(
            refusal::<Native>(&disclosure),
            VerifyError::BadProof(Relation::Challenge)
        );
    };
    wrong([(1, messages[1] + Scalar::from(1)), (3, messages[3])]);
    wrong([(1, messages[1]), (3, Scalar::from(0))]);
    // Swapped.
    wrong([(1, messages[3]), (3, messages[1])]);
}

#[test]
fn another_message_count() {
    let messages = messages(COUNT + 1);
    let disclosure = disclose(&messages, &DISCLOSED);
    let expected = DecodeError::Count {
        field: "message count",
        expected: COUNT + 1,
        found: COUNT,
    };
    assert_eq!(refusal::<Aries>(&disclosure), expected.into());
    // The verifier's own disclosure does not fit its own key.
    let expected = ParameterError::WrongMessageCount {
        expected: COUNT,
        found: COUNT + 1,
    };
    assert_eq!(refusal::<Native>(&disclosure), expected.into());

    // A count that the bytes claim leads to no allocation and no generator: it is only compared.
    let (signature, bytes) = proof::<Aries>();
    for (count, vector) in [(COUNT + 1, 1), (0, 1), (7, 1), (8, 2), (65_535, 8192)] {
        let claimed = u16::try_from(count).unwrap().to_be_bytes();
        let vector = vec![0; vector];
        let changed = [&claimed[..], &vector, &bytes[3..]].concat();
        let asked = disclose(&messages[..COUNT], &DISCLOSED);
        let refusal =
            verify_proof::<Aries>(&changed, signature.parameters(), &asked, NONCE).unwrap_err();
        let expected = DecodeError::Count {
            field: "message count",
            expected: COUNT,
            found: count,
        };
        assert_eq!(refusal, expected.into());
    }
}

#[test]
fn unused_bits() {
    for (count, bits) in [(5, 5..8), (7, 7..8), (8, 8..16), (9, 9..16)] {
        let messages = messages(count);
        let signature = signed(&signing_key(1, count), &messages);
        let disclosure = disclose(&messages, &DISCLOSED);
        let proof = SignatureProof::<Aries>::prove(&signature, &disclosure, NONCE, &mut rng(1));
        let bytes = proof.unwrap().to_bytes(&disclosure).unwrap();
        for bit in bits {
            // The last byte of the vector holds bits 0 to 7.
            let place = 2 + count / 8 - bit / 8;
            let set = bytes[place] | 1 << (bit % 8);
            let changed = overwrite(&bytes, place, &[set]);
            let field = "disclosed bits";
            assert_eq!(
                verify_proof::<Aries>(&changed, signature.parameters(), &disclosure, NONCE),
                Err(DecodeError::UnusedBits { field }.into())
            );
        }
    }
}

#[test]
fn used_bits() {
    let (signature, bytes) = proof::<Aries>();
    let disclosure = disclose(&messages(COUNT), &DISCLOSED);
    for index in 0..COUNT {
        let changed = overwrite(&bytes, 2, &[bytes[2] ^ 1 << index]);
        assert_eq!(
            verify_proof::<Aries>(&changed, signature.parameters(), &disclosure, NONCE),
            Err(VerifyError::DisclosureMismatch { index })
        );
    }
}

/// What cannot be asked, or cannot be proved.
#[test]
fn senseless_disclosures() {
    let one = Scalar::from(1);
    let refusal = |disclosed: &[(usize, Scalar)]| {
        Disclosure::new(COUNT, disclosed.iter().copied()).unwrap_err()
    };
    let duplicate = ParameterError::DuplicateIndex { index: 2 };
    assert_eq!(refusal(&[(2, one), (0, one), (2, one)]), duplicate);
    for index in [COUNT, 65_536, usize::MAX] {
        let expected = ParameterError::IndexOutOfRange {
            index,
            count: COUNT,
        };
        assert_eq!(refusal(&[(0, one), (index, one)]), expected);
    }

    let disclosure = disclose(&messages(COUNT), &DISCLOSED);
    let point = bbs::curve::hash_to_g1(b"a commitment", b"test");
    let committed = |index| {
        SignatureStatement::with_committed_message(&disclosure, index, point)
            .map(drop)
            .unwrap_err()
    };
    assert_eq!(committed(1), ParameterError::MustBeHidden { index: 1 });
    let count = COUNT;
    let out_of_range = ParameterError::IndexOutOfRange { index: 5, count };
    assert_eq!(committed(5), out_of_range);
}

fn provers_are_refused_too<P: Codec>() {
    let messages = messages(COUNT);
    let signature = signed(&signing_key(1, COUNT), &messages);
    let prove = |disclosure: &Disclosure| {
        SignatureProof::<P>::prove(&signature, disclosure, NONCE, &mut rng(1)).unwrap_err()
    };
    let wrong = Disclosure::new(COUNT, [(0, messages[0]), (3, messages[2])]).unwrap();
    let expected = ParameterError::WrongDisclosure { index: 3 };
    assert_eq!(prove(&wrong), expected, "{}", <P as Profile>::NAME);
    let shorter = disclose(&messages[..COUNT - 1], &[0]);
    let expected = ParameterError::WrongMessageCount {
        expected: COUNT,
        found: COUNT - 1,
    };
    assert_eq!(prove(&shorter), expected);
}

#[test]
fn provers() {
    provers_are_refused_too::<Native>();
    provers_are_refused_too::<Aries>();
}
