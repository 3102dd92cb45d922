//! decode(encode(x)) = x, and encode(decode(b)) = b.

use bbs::blind::{BlindRequest, BlindSignature, RequestSecret};
use bbs::curve::{
    G1Projective, G2Projective, g1_from_compressed, g1_from_uncompressed, g1_to_compressed,
    g1_to_uncompressed, g2_from_compressed, g2_from_uncompressed, g2_to_compressed,
    g2_to_uncompressed, scalar_from_bytes, scalar_to_bytes,
};
use bbs::proof::{MainProof, SignatureProof};
use bbs::sigma::Block;
use bbs::{Aries, Native, PublicKey, SecretKey, Signature};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::{Curve, Group};
use proptest::prelude::*;

use crate::generate::{Statement, cases, statement};
use crate::setup::*;

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn signatures(statement in statement(0)) {
        let signature = statement.key().sign(&statement.messages, &mut rng(statement.rng_seed));
        let bytes = *signature.unwrap().expose_bytes();
        let again = *Signature::from_bytes(&bytes).unwrap().expose_bytes();
        prop_assert_eq!(again, bytes);
        let again = *BlindSignature::from_bytes(&bytes).unwrap().expose_bytes();
        prop_assert_eq!(again, bytes);
    }

    #[test]
    fn requests(statement in statement(1)) {
        request::<Native>(&statement)?;
        request::<Aries>(&statement)?;
    }

    #[test]
    fn proofs(statement in statement(0)) {
        proof::<Native>(&statement)?;
        let bytes = proof::<Aries>(&statement)?;
        let main = MainProof::from_bytes(&bytes).unwrap();
        prop_assert_eq!(main.to_bytes(), bytes);
        for block in [main.randomisation, main.messages] {
            prop_assert_eq!(block.encoded_len(), block.to_bytes().len());
            prop_assert_eq!(&Block::from_bytes("block", &block.to_bytes()).unwrap(), &block);
        }
    }

    #[test]
    fn keys(seed in any::<[u8; 32]>()) {
        let key = SecretKey::from_seed(&seed).unwrap();
        let again = SecretKey::from_bytes(key.expose_bytes().as_ref()).unwrap();
        prop_assert_eq!(again.expose_bytes(), key.expose_bytes());
        prop_assert_eq!(again.public_key(), key.public_key());
        let public = *key.public_key();
        prop_assert_eq!(PublicKey::from_bytes(&public.to_bytes()).unwrap(), public);
    }

    #[test]
    fn points_and_scalars(seed in any::<u64>()) {
        let mut rng = rng(seed);
        let scalar = bbs::curve::random_scalar(&mut rng);
        prop_assert_eq!(scalar_from_bytes(&scalar_to_bytes(&scalar), "x").unwrap(), scalar);
        let g1 = (G1Projective::generator() * scalar).to_affine();
        prop_assert_eq!(g1_from_compressed(&g1_to_compressed(&g1), "x").unwrap(), g1);
        prop_assert_eq!(g1_from_uncompressed(&g1_to_uncompressed(&g1), "x").unwrap(), g1);
        let g2 = (G2Projective::generator() * scalar).to_affine();
        prop_assert_eq!(g2_from_compressed(&g2_to_compressed(&g2), "x").unwrap(), g2);
        prop_assert_eq!(g2_from_uncompressed(&g2_to_uncompressed(&g2), "x").unwrap(), g2);
    }

    /// Whatever the bytes are: an error or the same bytes again, and no panic.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..700)) {
        if let Ok(main) = MainProof::from_bytes(&bytes) {
            prop_assert_eq!(main.to_bytes(), &bytes[..]);
        }
        if let Ok(request) = BlindRequest::<Aries>::from_bytes(&bytes) {
            prop_assert_eq!(request.to_bytes(), &bytes[..]);
        }
        if let Ok(request) = BlindRequest::<Native>::from_bytes(&bytes) {
            prop_assert_eq!(request.to_bytes(), &bytes[..]);
        }
        if let Ok(proof) = SignatureProof::<Native>::from_bytes(&bytes) {
            prop_assert_eq!(proof.to_bytes(), &bytes[..]);
        }
        prop_assert!(Signature::from_bytes(&bytes).is_err());
        prop_assert!(PublicKey::from_bytes(&bytes).is_err());
    }

    /// The same for bytes that are nearly right.
    #[test]
    fn spliced_bytes(
        first in statement(0),
        second in statement(0),
        cut in any::<(prop::sample::Index, prop::sample::Index)>(),
    ) {
        let (first, second) = (proof::<Aries>(&first)?, proof::<Aries>(&second)?);
        let head = &first[..cut.0.index(first.len())];
        let tail = &second[cut.1.index(second.len())..];
        let bytes = [head, tail].concat();
        if let Ok(main) = MainProof::from_bytes(&bytes) {
            prop_assert_eq!(main.to_bytes(), bytes);
        }
    }
}

fn request<P: Codec>(statement: &Statement) -> Result<(), TestCaseError> {
    let key = statement.key();
    let mut rng = rng(statement.rng_seed);
    let (request, secret) =
        BlindRequest::<P>::new(key.parameters(), &statement.chosen(), NONCE, &mut rng).unwrap();
    let bytes = P::request_to_bytes(&request);
    let again = P::request_from_bytes(&bytes).unwrap();
    prop_assert_eq!(P::request_to_bytes(&again), bytes);
    prop_assert_eq!(again, request);
    let bytes = secret.expose_bytes();
    let again = RequestSecret::from_bytes(bytes.as_ref()).unwrap();
    prop_assert_eq!(again.expose_bytes(), bytes);
    Ok(())
}

fn proof<P: Codec>(statement: &Statement) -> Result<Vec<u8>, TestCaseError> {
    let signature = signed(&statement.key(), &statement.messages);
    let disclosure = statement.disclosure();
    let mut rng = rng(statement.rng_seed);
    let proof = SignatureProof::<P>::prove(&signature, &disclosure, NONCE, &mut rng).unwrap();
    let bytes = P::proof_to_bytes(&proof, &disclosure);
    let again = P::proof_from_bytes(&bytes, &disclosure).unwrap();
    prop_assert_eq!(&P::proof_to_bytes(&again, &disclosure), &bytes);
    prop_assert_eq!(again, proof);
    Ok(bytes)
}
