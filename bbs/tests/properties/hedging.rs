//! A caller's RNG that repeats itself neither repeats a value under another statement nor leaks a key.

use std::collections::HashSet;

use bbs::blind::BlindRequest;
use bbs::curve::Scalar;
use bbs::proof::{Disclosure, SignatureProof};
use bbs::{Aries, Native, SigningKey, VerifiedSignature};
use proptest::prelude::*;
use rand_chacha::rand_core::{CryptoRng, Error, RngCore};

use crate::elements::{of_proof, of_request, of_signature, see};
use crate::generate::{Statement, cases, statement};
use crate::layout::Layout;
use crate::setup::*;

/// Gives the same byte for ever.
struct Stuck(u8);

impl RngCore for Stuck {
    fn next_u32(&mut self) -> u32 {
        u32::from_ne_bytes([self.0; 4])
    }
    fn next_u64(&mut self) -> u64 {
        u64::from_ne_bytes([self.0; 8])
    }
    fn fill_bytes(&mut self, dest: &mut [u8]) {
        dest.fill(self.0);
    }
    fn try_fill_bytes(&mut self, dest: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(dest);
        Ok(())
    }
}

impl CryptoRng for Stuck {}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn signatures(statement in statement(0), byte in any::<u8>()) {
        let key = statement.key();
        let other_key = signing_key(statement.key_seed + 1, statement.messages.len());
        let mut other_messages = statement.messages.clone();
        other_messages[0] += Scalar::from(1);
        let mut seen = HashSet::new();
        let mut sign = |key: &SigningKey, messages: &[Scalar], byte| {
            let signature = key.sign(messages, &mut Stuck(byte)).unwrap();
            let elements = of_signature(signature.expose_bytes().as_ref());
            see(&mut seen, elements)
        };
        sign(&key, &statement.messages, byte)?;
        sign(&key, &other_messages, byte)?;
        sign(&other_key, &statement.messages, byte)?;
        sign(&key, &statement.messages, byte.wrapping_add(1))?;
        // The same again gives the same again: nothing comes from elsewhere.
        prop_assert!(sign(&key, &statement.messages, byte).is_err());
    }

    #[test]
    fn requests(statement in statement(1), byte in any::<u8>()) {
        hedged_requests::<Native>(&statement, byte)?;
        hedged_requests::<Aries>(&statement, byte)?;
    }

    #[test]
    fn blind_signatures(statement in statement(1), byte in any::<u8>()) {
        let key = statement.key();
        let request = |rng_seed| {
            let mut rng = rng(rng_seed);
            let hidden = statement.chosen();
            let request = BlindRequest::<Native>::new(key.parameters(), &hidden, NONCE, &mut rng);
            let (request, _) = request.unwrap();
            request.verify(key.parameters(), &statement.subset, NONCE).unwrap()
        };
        let mut seen = HashSet::new();
        let mut issue = |rng_seed, others: &[(usize, Scalar)], byte| {
            let blind = key.sign_blind(request(rng_seed), others, &mut Stuck(byte)).unwrap();
            see(&mut seen, of_signature(blind.expose_bytes().as_ref()))
        };
        let mut others = statement.others();
        issue(1, &others, byte)?;
        issue(2, &others, byte)?;
        issue(1, &others, byte.wrapping_add(1))?;
        prop_assert!(issue(1, &others, byte).is_err());
        if let Some((_, value)) = others.first_mut() {
            *value += Scalar::from(1);
            issue(1, &others, byte)?;
        }
    }

    #[test]
    fn proofs(statement in statement(0), byte in any::<u8>()) {
        let [other_nonce, other_key] = variations(&statement);
        let mut other_message = statement.clone();
        other_message.messages[0] += Scalar::from(1);
        let mut other_subset = statement.clone();
        match other_subset.subset.is_empty() {
            true => other_subset.subset.push(0),
            false => drop(other_subset.subset.pop()),
        }
        let sign = |statement: &Statement| signed(&statement.key(), &statement.messages);
        let signatures = [&statement, &other_key, &other_message].map(sign);
        let under = |signature, statement: &Statement, byte| {
            (signature, statement.disclosure(), statement.nonce.clone(), byte)
        };
        let circumstances = [
            under(&signatures[0], &statement, byte),
            under(&signatures[0], &statement, byte.wrapping_add(1)),
            under(&signatures[0], &other_nonce, byte),
            under(&signatures[0], &other_subset, byte),
            under(&signatures[1], &other_key, byte),
            under(&signatures[2], &other_message, byte),
        ];
        hedged_proofs::<Native>(&circumstances)?;
        hedged_proofs::<Aries>(&circumstances)?;
    }
}

fn hedged_requests<P: Layout>(statement: &Statement, byte: u8) -> Result<(), TestCaseError> {
    let mut seen = HashSet::new();
    let mut request = |statement: &Statement, byte| {
        let key = statement.key();
        let hidden = statement.chosen();
        let mut rng = Stuck(byte);
        let (request, secret) =
            BlindRequest::<P>::new(key.parameters(), &hidden, &statement.nonce, &mut rng).unwrap();
        let mut elements = of_request::<P>(&P::request_to_bytes(&request), hidden.len());
        elements.push(secret.expose_bytes().to_vec());
        see(&mut seen, elements)
    };
    request(statement, byte)?;
    request(statement, byte.wrapping_add(1))?;
    for other in variations(statement) {
        request(&other, byte)?;
    }
    let mut other = statement.clone();
    other.messages[other.subset[0]] += Scalar::from(1);
    request(&other, byte)?;
    prop_assert!(request(statement, byte).is_err());
    Ok(())
}

/// The same proof under other circumstances: signature, disclosed subset, nonce, byte of the RNG.
type Circumstances<'a> = (&'a VerifiedSignature, Disclosure, Vec<u8>, u8);

fn hedged_proofs<P: Layout>(circumstances: &[Circumstances<'_>]) -> Result<(), TestCaseError> {
    let mut seen = HashSet::new();
    let mut prove = |(signature, disclosure, nonce, byte): &Circumstances<'_>| {
        let proof =
            SignatureProof::<P>::prove(signature, disclosure, nonce, &mut Stuck(*byte)).unwrap();
        let bytes = P::proof_to_bytes(&proof, disclosure);
        let (count, hidden) = (disclosure.message_count(), disclosure.hidden_count());
        see(&mut seen, of_proof::<P>(&bytes, count, hidden))
    };
    circumstances.iter().try_for_each(&mut prove)?;
    prop_assert!(prove(&circumstances[0]).is_err());
    Ok(())
}

/// Another nonce, and another key.
fn variations(statement: &Statement) -> [Statement; 2] {
    let mut nonce = statement.clone();
    nonce.nonce.push(0);
    let mut key = statement.clone();
    key.key_seed += 1;
    [nonce, key]
}
