//! Keys, signatures and encodings for the tests, the same in both profiles.

use std::sync::Arc;

use bbs::blind::{BlindRequest, RequestProfile};
use bbs::curve::Scalar;
use bbs::proof::{Disclosure, SignatureProof, SignatureProofProfile};
use bbs::{
    Aries, Limits, Native, PublicParameters, SecretKey, SigningKey, VerifiedSignature, VerifyError,
    hash_to_scalar,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

pub(crate) const NONCE: &[u8] = b"the verifier's nonce";

pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

pub(crate) fn signing_key(seed: u8, count: usize) -> SigningKey {
    SecretKey::from_seed(&[seed; 32])
        .unwrap()
        .signing_key(count, Limits::default())
        .unwrap()
}

pub(crate) fn messages(count: usize) -> Vec<Scalar> {
    (0..count)
        .map(|index| hash_to_scalar(format!("message {index}").as_bytes()))
        .collect()
}

pub(crate) fn signed(key: &SigningKey, messages: &[Scalar]) -> VerifiedSignature {
    let signature = key.sign(messages, &mut rng(1)).unwrap();
    VerifiedSignature::new(key.parameters(), &signature, messages.to_vec()).unwrap()
}

/// Discloses the messages at `indices`.
pub(crate) fn disclose(messages: &[Scalar], indices: &[usize]) -> Disclosure {
    let disclosed = indices.iter().map(|index| (*index, messages[*index]));
    Disclosure::new(messages.len(), disclosed).unwrap()
}

/// The encodings of a profile, under one name each.
pub(crate) trait Codec: SignatureProofProfile + RequestProfile {
    fn proof_to_bytes(proof: &SignatureProof<Self>, disclosure: &Disclosure) -> Vec<u8>;
    fn proof_from_bytes(
        bytes: &[u8],
        disclosure: &Disclosure,
    ) -> Result<SignatureProof<Self>, VerifyError>;
    fn request_to_bytes(request: &BlindRequest<Self>) -> Vec<u8>;
    fn request_from_bytes(bytes: &[u8]) -> Result<BlindRequest<Self>, VerifyError>;
}

impl Codec for Native {
    fn proof_to_bytes(proof: &SignatureProof<Self>, _disclosure: &Disclosure) -> Vec<u8> {
        proof.to_bytes()
    }
    fn proof_from_bytes(
        bytes: &[u8],
        _disclosure: &Disclosure,
    ) -> Result<SignatureProof<Self>, VerifyError> {
        Ok(SignatureProof::<Self>::from_bytes(bytes)?)
    }
    fn request_to_bytes(request: &BlindRequest<Self>) -> Vec<u8> {
        request.to_bytes()
    }
    fn request_from_bytes(bytes: &[u8]) -> Result<BlindRequest<Self>, VerifyError> {
        Ok(BlindRequest::<Self>::from_bytes(bytes)?)
    }
}

impl Codec for Aries {
    fn proof_to_bytes(proof: &SignatureProof<Self>, disclosure: &Disclosure) -> Vec<u8> {
        proof.to_bytes(disclosure).unwrap()
    }
    fn proof_from_bytes(
        bytes: &[u8],
        disclosure: &Disclosure,
    ) -> Result<SignatureProof<Self>, VerifyError> {
        SignatureProof::<Self>::from_bytes(bytes, disclosure)
    }
    fn request_to_bytes(request: &BlindRequest<Self>) -> Vec<u8> {
        request.to_bytes()
    }
    fn request_from_bytes(bytes: &[u8]) -> Result<BlindRequest<Self>, VerifyError> {
        Ok(BlindRequest::<Self>::from_bytes(bytes)?)
    }
}

/// Decodes and verifies, as a verifier does.
pub(crate) fn verify_proof<P: Codec>(
    bytes: &[u8],
    parameters: &PublicParameters,
    disclosure: &Disclosure,
    nonce: &[u8],
) -> Result<(), VerifyError> {
    P::proof_from_bytes(bytes, disclosure)?.verify(parameters, disclosure, nonce)
}

/// Decodes and verifies, as an issuer does.
pub(crate) fn verify_request<P: Codec>(
    bytes: &[u8],
    parameters: &Arc<PublicParameters>,
    hidden: &[usize],
    nonce: &[u8],
) -> Result<bbs::blind::VerifiedRequest, VerifyError> {
    P::request_from_bytes(bytes)?.verify(parameters, hidden, nonce)
}
