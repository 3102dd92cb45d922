//! Honest runs succeed, and a run for one statement does not serve another.

use bbs::blind::BlindRequest;
use bbs::curve::Scalar;
use bbs::proof::{Disclosure, SignatureProof};
use bbs::{Aries, Native, VerifiedSignature};
use proptest::prelude::*;

use crate::generate::{Statement, cases, statement};
use crate::setup::*;

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn what_is_signed_verifies(statement in statement(0)) {
        let key = statement.key();
        let messages = &statement.messages;
        let signature = key.sign(messages, &mut rng(statement.rng_seed)).unwrap();
        prop_assert_eq!(signature.verify(key.parameters(), messages), Ok(()));
    }

    #[test]
    fn only_the_signed_messages_verify(
        statement in statement(0),
        place in any::<prop::sample::Index>(),
        difference in 1u64..,
    ) {
        let key = statement.key();
        let mut messages = statement.messages.clone();
        let signature = key.sign(&messages, &mut rng(statement.rng_seed)).unwrap();
        messages[place.index(statement.messages.len())] += Scalar::from(difference);
        prop_assert!(signature.verify(key.parameters(), &messages).is_err());
    }

    #[test]
    fn what_is_signed_blindly_verifies(statement in statement(1)) {
        blind_signing::<Native>(&statement)?;
        blind_signing::<Aries>(&statement)?;
    }

    #[test]
    fn what_is_signed_can_be_proved(statement in statement(0)) {
        proving::<Native>(&statement)?;
        proving::<Aries>(&statement)?;
    }

    #[test]
    fn a_proof_serves_its_own_statement_only(
        statement in statement(0),
        place in any::<prop::sample::Index>(),
        difference in 1u64..,
    ) {
        one_statement::<Native>(&statement, place, difference)?;
        one_statement::<Aries>(&statement, place, difference)?;
    }
}

fn blind_signing<P: Codec>(statement: &Statement) -> Result<(), TestCaseError> {
    let key = statement.key();
    let parameters = key.parameters();
    let mut rng = rng(statement.rng_seed);
    let nonce = &statement.nonce;
    let (request, secret) =
        BlindRequest::<P>::new(parameters, &statement.chosen(), nonce, &mut rng).unwrap();
    let bytes = P::request_to_bytes(&request);
    let verified = verify_request::<P>(&bytes, parameters, &statement.subset, nonce).unwrap();
    let blind = key
        .sign_blind(verified, &statement.others(), &mut rng)
        .unwrap();
    let signature = blind.unblind(secret);
    let messages = statement.messages.clone();
    prop_assert_eq!(signature.verify(parameters, &messages), Ok(()));
    prop_assert!(VerifiedSignature::new(parameters, &signature, messages).is_ok());
    Ok(())
}

fn prove<P: Codec>(statement: &Statement) -> Vec<u8> {
    let signature = signed(&statement.key(), &statement.messages);
    let disclosure = statement.disclosure();
    let mut rng = rng(statement.rng_seed);
    let proof =
        SignatureProof::<P>::prove(&signature, &disclosure, &statement.nonce, &mut rng).unwrap();
    P::proof_to_bytes(&proof, &disclosure)
}

fn proving<P: Codec>(statement: &Statement) -> Result<(), TestCaseError> {
    let outcome = verify_proof::<P>(
        &prove::<P>(statement),
        statement.key().parameters(),
        &statement.disclosure(),
        &statement.nonce,
    );
    prop_assert_eq!(outcome, Ok(()));
    Ok(())
}

fn one_statement<P: Codec>(
    statement: &Statement,
    place: prop::sample::Index,
    difference: u64,
) -> Result<(), TestCaseError> {
    let bytes = prove::<P>(statement);
    let count = statement.messages.len();
    let index = place.index(count);
    let refuses = |other: &Statement, disclosure: &Disclosure| {
        let key = other.key();
        verify_proof::<P>(&bytes, key.parameters(), disclosure, &other.nonce).is_err()
    };

    let mut other = statement.clone();
    other.nonce.push(0);
    prop_assert!(refuses(&other, &other.disclosure()), "another nonce");

    let mut other = statement.clone();
    other.key_seed += 1;
    prop_assert!(refuses(&other, &other.disclosure()), "another key");

    // One index more or fewer.
    let mut other = statement.clone();
    match other.subset.binary_search(&index) {
        Ok(found) => {
            other.subset.remove(found);
        }
        Err(gap) => other.subset.insert(gap, index),
    }
    prop_assert!(refuses(&other, &other.disclosure()), "another subset");

    let mut disclosed = statement.chosen();
    if let Some((_, value)) = disclosed.first_mut() {
        *value += Scalar::from(difference);
        let disclosure = Disclosure::new(count, disclosed).unwrap();
        prop_assert!(refuses(statement, &disclosure), "another value");
    }
    Ok(())
}
