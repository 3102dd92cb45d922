//! Two proofs of one signature have no point and no scalar in common, with each other or with the signature.

use std::collections::HashSet;

use bbs::blind::BlindRequest;
use bbs::curve::scalar_to_bytes;
use bbs::proof::SignatureProof;
use bbs::{Aries, Native};
use proptest::prelude::*;

use crate::elements::{of_proof, of_request, of_signature, see};
use crate::generate::{Statement, cases, statement};
use crate::layout::Layout;
use crate::setup::*;

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn proofs_of_one_signature_share_nothing(statement in statement(0)) {
        proofs::<Native>(&statement)?;
        proofs::<Aries>(&statement)?;
    }

    #[test]
    fn requests_of_one_holder_share_nothing(statement in statement(1)) {
        requests::<Native>(&statement)?;
        requests::<Aries>(&statement)?;
    }
}

fn proofs<P: Layout>(statement: &Statement) -> Result<(), TestCaseError> {
    let signature = signed(&statement.key(), &statement.messages);
    let disclosure = statement.disclosure();
    let mut rng = rng(statement.rng_seed);
    let signature_bytes = signature.signature().expose_bytes();
    let mut seen = HashSet::from_iter(of_signature(signature_bytes.as_ref()));
    seen.extend(
        statement
            .messages
            .iter()
            .map(|m| scalar_to_bytes(m).to_vec()),
    );
    // The same nonce, so that only randomness tells the proofs apart.
    for _ in 0..2 {
        let proof = SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng).unwrap();
        let bytes = P::proof_to_bytes(&proof, &disclosure);
        let hidden = disclosure.hidden_count();
        see(
            &mut seen,
            of_proof::<P>(&bytes, statement.messages.len(), hidden),
        )?;
    }
    Ok(())
}

fn requests<P: Layout>(statement: &Statement) -> Result<(), TestCaseError> {
    let key = statement.key();
    let mut rng = rng(statement.rng_seed);
    let mut seen = HashSet::new();
    seen.extend(
        statement
            .messages
            .iter()
            .map(|m| scalar_to_bytes(m).to_vec()),
    );
    for _ in 0..2 {
        let (request, secret) =
            BlindRequest::<P>::new(key.parameters(), &statement.chosen(), NONCE, &mut rng).unwrap();
        let bytes = P::request_to_bytes(&request);
        see(&mut seen, of_request::<P>(&bytes, statement.subset.len()))?;
        see(&mut seen, vec![secret.expose_bytes().to_vec()])?;
    }
    Ok(())
}
