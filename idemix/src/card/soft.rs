//! A smartcard in software, for tests and development: as IBM/idemix models it.

use std::fmt;

use aes::Aes128;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use bbs::curve::{self, Scalar, scalar_from_wide, scalar_to_bytes};
use bbs::{Attribute, DecodeError, Hedge, Secret};
use group::Curve;
use nym::{EidOpening, NymSecret, Opening};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::{CardProof, ENROLLMENT_ID, SECRET_KEY, SEED_BYTES, challenge};
use crate::error::PresentError;
use crate::holder::Holder;
use crate::keys::IssuerPublicKey;
use crate::labels;
use crate::schema::SchemaError;

/// The two AES-128 keys that a card shares with its host: k0 derives the randomness of EID nyms from a counter, k1 that
/// of pseudonyms from a seed. The host of a card in hardware needs them too. Redacted and wiped.
pub struct CardKeys {
    k0: Zeroizing<[u8; 16]>,
    k1: Zeroizing<[u8; 16]>,
}

impl CardKeys {
    /// The given keys.
    pub fn new(k0: [u8; 16], k1: [u8; 16]) -> Self {
        Self {
            k0: Zeroizing::new(k0),
            k1: Zeroizing::new(k1),
        }
    }

    /// Fresh keys, for a new card.
    pub fn generate<R: RngCore + CryptoRng>(rng: &mut R) -> Self {
        let mut keys = Self::new([0; 16], [0; 16]);
        rng.fill_bytes(keys.k0.as_mut());
        rng.fill_bytes(keys.k1.as_mut());
        keys
    }

    /// k0 ‖ k1, 32 bytes.
    pub fn expose_bytes(&self) -> Zeroizing<[u8; 32]> {
        let mut bytes = Zeroizing::new([0; 32]);
        let (k0, k1) = bytes.split_at_mut(16);
        k0.copy_from_slice(self.k0.as_ref());
        k1.copy_from_slice(self.k1.as_ref());
        bytes
    }

    /// Reads a card's answer, seed ‖ proof (272 bytes), and derives the randomness of its pseudonym.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn read_answer(&self, bytes: &[u8]) -> Result<CardAnswer, DecodeError> {
        let (seed, proof) = CardProof::from_card_bytes(bytes)?;
        let nym = NymSecret::from_parts(*proof.nym(), *self.nym_randomness(&seed));
        Ok(CardAnswer { seed, proof, nym })
    }

    /// The randomness of a pseudonym: PRF(k1, seed).
    pub fn nym_randomness(&self, seed: &[u8; SEED_BYTES]) -> Secret<Scalar> {
        prf(&self.k1, seed)
    }

    /// The randomness of an EID nym: PRF(k0, counter as two bytes, the low one first ‖ 00×14).
    fn eid_randomness(&self, counter: u16) -> Secret<Scalar> {
        let mut input = [0; 16];
        let [low, high] = counter.to_le_bytes();
        let [first, second, ..] = &mut input;
        (*first, *second) = (low, high);
        prf(&self.k0, &input)
    }
}

/// AES-128 in CBC mode with a zero IV over input ‖ input, the 32 bytes big-endian modulo r.
fn prf(key: &[u8; 16], input: &[u8; 16]) -> Secret<Scalar> {
    let cipher = Aes128::new(key.into());
    let mut output = Zeroizing::new([[0; 16]; 2]);
    let [first, second] = &mut *output;
    *first = *input;
    cipher.encrypt_block(first.into());
    for ((byte, previous), input) in second.iter_mut().zip(first).zip(input) {
        *byte = *previous ^ input;
    }
    cipher.encrypt_block(second.into());
    Secret::new(scalar_from_wide(output.as_flattened()))
}

impl fmt::Debug for CardKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CardKeys(<redacted>)")
    }
}

/// What the host has of a card's answer: the proof, which goes to the verifier, and the pseudonym with its randomness,
/// which [`PresentationBuilder::with_nym`](crate::PresentationBuilder::with_nym) and
/// [`Credential::from_aries_bytes_with_card`](crate::Credential::from_aries_bytes_with_card) take. Redacted and wiped.
pub struct CardAnswer {
    /// The card's proof.
    pub proof: CardProof,
    /// The pseudonym. Its secret key is the card's.
    pub nym: NymSecret,
    seed: [u8; SEED_BYTES],
}

impl CardAnswer {
    /// seed ‖ proof, 272 bytes, as a card sends it.
    pub fn to_card_bytes(&self) -> Vec<u8> {
        self.proof.to_card_bytes(&self.seed)
    }
}

impl fmt::Debug for CardAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CardAnswer")
            .field("proof", &self.proof)
            .finish_non_exhaustive()
    }
}

/// A smartcard in software. It knows the holder's secret key and enrollment ID and nothing of the credential. Redacted
/// and wiped.
pub struct SoftCard {
    issuer: IssuerPublicKey,
    keys: CardKeys,
    sk: Secret<Scalar>,
    enrollment_id: Secret<Scalar>,
    counter: u16,
}

impl SoftCard {
    /// A card for a holder's key under an issuer key, whose current EID nym is the one of `counter`: 0 for a new card.
    ///
    /// # Errors
    /// [`SchemaError::NotForCards`].
    pub fn new(
        issuer: &IssuerPublicKey,
        holder: &Holder,
        enrollment_id: impl Into<Attribute>,
        keys: CardKeys,
        counter: u16,
    ) -> Result<Self, SchemaError> {
        issuer.schema().check_card()?;
        Ok(Self {
            issuer: issuer.clone(),
            keys,
            sk: Secret::new(*holder.sk()),
            enrollment_id: Secret::new(enrollment_id.into().to_scalar()),
            counter,
        })
    }

    /// The counter of the current EID nym, for the next time that this card is made.
    pub fn counter(&self) -> u16 {
        self.counter
    }

    /// Opens the current EID nym. Presentations under the same EID nym are linked by it.
    pub fn eid_opening(&self) -> EidOpening {
        let randomness = self.keys.eid_randomness(self.counter);
        EidOpening::new(*self.enrollment_id, *randomness)
    }

    /// Goes on to the next EID nym and opens it.
    ///
    /// # Errors
    /// [`PresentError::CardExhausted`] after 65,535 times: from there on EID nyms would come again.
    pub fn next_eid_opening(&mut self) -> Result<EidOpening, PresentError> {
        let next = self.counter.checked_add(1);
        self.counter = next.ok_or(PresentError::CardExhausted)?;
        Ok(self.eid_opening())
    }

    /// Proves a fresh pseudonym for a message and the current EID nym.
    ///
    /// # Errors
    /// [`PresentError::Parameter`] if a commitment is the identity, which has a probability of 1/r.
    pub fn sign<R: RngCore + CryptoRng>(
        &self,
        message: &[u8],
        rng: &mut R,
    ) -> Result<CardAnswer, PresentError> {
        let parameters = self.issuer.parameters();
        let (h0, h_sk) = (parameters.h0(), parameters.h(SECRET_KEY)?);
        let eid_nym = self.eid_opening().commitment(parameters, ENROLLMENT_ID)?;
        let mut rng = Hedge::new(labels::HEDGE_CARD)
            .public(b"w", &parameters.public_key().to_bytes())
            .public(b"L", &(parameters.message_count() as u64).to_be_bytes())
            .point(b"EID nym", eid_nym.point())
            .public(b"message", message)
            .secret(self.keys.expose_bytes().as_ref())
            .secret_scalar(&self.sk)
            .finish(rng);

        // The low half of a uniform scalar is uniform but for 2⁻¹²⁷.
        let mut seed = [0; SEED_BYTES];
        seed.copy_from_slice(scalar_to_bytes(&rng.scalar()).split_at(16).1);
        // Nym = r·h0 + sk·h[0]
        let r = self.keys.nym_randomness(&seed);
        let nym = Opening::<nym::Holder>::new(*self.sk, *r).commitment(parameters, SECRET_KEY)?;
        // T = β_r·h0 + β_sk·h[0]
        let (beta_sk, beta_r) = (Secret::new(rng.scalar()), Secret::new(rng.scalar()));
        let t = curve::combine(&[(h0, &*beta_r), (h_sk, &*beta_sk)], &[]).to_affine();
        let c = challenge(&self.issuer, &nym, &t, &eid_nym, message)?;
        let proof = CardProof {
            nym,
            commitment: t,
            // z = β + c·secret
            sk_response: *beta_sk + c * *self.sk,
            randomness_response: *beta_r + c * *r,
        };
        let nym = NymSecret::from_parts(nym, *r);
        Ok(CardAnswer { proof, nym, seed })
    }
}

impl fmt::Debug for SoftCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SoftCard(<redacted>)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Under a zero IV the first block is the plain block cipher: FIPS 197, appendix C.1.
    #[test]
    fn first_half_of_the_prf_is_the_block_cipher() {
        let bytes = |text: &str| -> [u8; 16] { hex::decode(text).unwrap().try_into().unwrap() };
        let key = bytes("000102030405060708090a0b0c0d0e0f");
        let input = bytes("00112233445566778899aabbccddeeff");
        let output = scalar_to_bytes(&prf(&key, &input));
        assert_eq!(output[..16], bytes("69c4e0d86a7b0430d8cdb78070b4c55a"));
    }
}
