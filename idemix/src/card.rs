//! Smartcards: the holder's secret key stays in a card, which proves the pseudonym itself (eprint 2023/853). Aries
//! profile.
//!
//! A card presentation has two parts. The host, which keeps the credential, proves it for the pseudonym's point, without
//! knowing sk; the card proves that it knows sk and r in Nym = r·h0 + sk·h\[0\]. Either part alone says nothing about a
//! holder: [`Expectation::verify_with_card`] takes both, for the same pseudonym, message and EID nym.

#[cfg(feature = "soft-card")]
mod soft;

#[cfg(feature = "soft-card")]
pub use soft::{CardAnswer, CardKeys, SoftCard};

use bbs::curve::{
    G1_UNCOMPRESSED_BYTES, G1Affine, Scalar, g1_to_uncompressed, scalar_from_wide, scalar_to_bytes,
};
use bbs::{Aries, Base, DecodeError, ParameterError, Reader, Relation};
use group::Curve;
use nym::{EidNym, Nym};
use sha2::{Digest, Sha256};

use crate::error::VerifyError;
use crate::expectation::Expectation;
use crate::keys::IssuerPublicKey;
use crate::presentation::Presentation;
use crate::verified::VerifiedPresentation;
use crate::verifier::{Verifier, first_success};

/// The message index of the secret key, fixed by the format.
const SECRET_KEY: usize = 0;
/// The message index of the enrollment ID, fixed by the format.
const ENROLLMENT_ID: usize = 3;
/// Length of the seed from which card and host derive the randomness of the pseudonym.
const SEED_BYTES: usize = 16;

/// A card's proof of its pseudonym Nym = r·h0 + sk·h\[0\], for a message and an EID nym, as it was received.
///
/// Encoding: U(Nym) ‖ U(T) ‖ z_sk ‖ z_r, 256 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardProof {
    nym: Nym,
    commitment: G1Affine,
    sk_response: Scalar,
    randomness_response: Scalar,
}

impl CardProof {
    /// Length of the encoding.
    pub const BYTES: usize = 256;
    /// Length of what a card sends its host: a seed of 16 bytes, then the proof.
    pub const CARD_BYTES: usize = SEED_BYTES + Self::BYTES;

    /// Reads U(Nym) ‖ U(T) ‖ z_sk ‖ z_r.
    ///
    /// # Errors
    /// [`DecodeError`]. T only has to be a point of the curve: the equation decides.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("card proof", bytes);
        let proof = Self::read(&mut reader)?;
        reader.finish()?;
        Ok(proof)
    }

    /// Reads what a card sends its host, and what IBM/idemix calls the card's signature: seed (16) ‖ proof. Nothing
    /// binds the seed, so it is not part of the proof; a verifier has no use for it.
    ///
    /// # Errors
    /// As [`CardProof::from_bytes`].
    pub fn from_card_bytes(bytes: &[u8]) -> Result<([u8; 16], Self), DecodeError> {
        let mut reader = Reader::new("card proof with its seed", bytes);
        let seed = *reader.array::<SEED_BYTES>()?;
        let proof = Self::read(&mut reader)?;
        reader.finish()?;
        Ok((seed, proof))
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            nym: Nym::from_point(reader.g1_uncompressed("card's nym")?)?,
            commitment: reader.commitment_uncompressed("card's commitment T")?,
            sk_response: reader.scalar("card's response for the secret key")?,
            randomness_response: reader.scalar("card's response for the randomness")?,
        })
    }

    /// U(Nym) ‖ U(T) ‖ z_sk ‖ z_r.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        self.write(&mut bytes);
        bytes
    }

    /// seed ‖ proof, as a verifier of IBM/idemix wants it. Any seed will do there.
    pub fn to_card_bytes(&self, seed: &[u8; 16]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::CARD_BYTES);
        bytes.extend_from_slice(seed);
        self.write(&mut bytes);
        bytes
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.nym.to_uncompressed());
        out.extend_from_slice(&g1_to_uncompressed(&self.commitment));
        out.extend_from_slice(&scalar_to_bytes(&self.sk_response));
        out.extend_from_slice(&scalar_to_bytes(&self.randomness_response));
    }

    /// The pseudonym that it claims to prove. It counts once verified.
    pub fn nym(&self) -> &Nym {
        &self.nym
    }

    /// Checks z_r·h0 + z_sk·h\[0\] = T + c·Nym.
    fn verify(
        &self,
        issuer: &IssuerPublicKey,
        eid_nym: &EidNym,
        message: &[u8],
    ) -> Result<(), VerifyError> {
        issuer.schema().check_card()?;
        let c = challenge(issuer, &self.nym, &self.commitment, eid_nym, message)?;
        // T = z_r·h0 + z_sk·h[0] − c·Nym  (eprint 2023/853; responses are blinding + c·secret)
        let t = issuer.parameters().combine_vartime(&[
            (Base::H0, self.randomness_response),
            (Base::H(SECRET_KEY), self.sk_response),
            (Base::Point(*self.nym.point()), -c),
        ])?;
        if t.to_affine() == self.commitment {
            Ok(())
        } else {
            Err(VerifyError::BadProof(Relation::Card))
        }
    }
}

/// c = SHA-256(h0 ‖ h\[0\] ‖ h\[3\] ‖ Nym ‖ T ‖ NymEid ‖ message) mod r, each point uncompressed without its first byte.
///
/// The byte left out is determined by the rest. Two points that differ in it only have the same y, so x' = ω·x with a
/// cube root of unity ω, and x' − x a multiple of 2³⁷⁶: forty values of x, none of them in the subgroup.
fn challenge(
    issuer: &IssuerPublicKey,
    nym: &Nym,
    commitment: &G1Affine,
    eid_nym: &EidNym,
    message: &[u8],
) -> Result<Scalar, ParameterError> {
    let parameters = issuer.parameters();
    let points = [
        parameters.h0().point(),
        parameters.h(SECRET_KEY)?.point(),
        parameters.h(ENROLLMENT_ID)?.point(),
        nym.point(),
        commitment,
        eid_nym.point(),
    ];
    let mut hash = Sha256::new();
    for point in points {
        let [_, rest @ ..]: [u8; G1_UNCOMPRESSED_BYTES] = g1_to_uncompressed(point);
        hash.update(rest);
    }
    hash.update(message);
    Ok(scalar_from_wide(&hash.finalize()))
}

impl Verifier {
    /// Verifies a card's proof alone, for the first key that it holds for. Gives the pseudonym, which some card has then
    /// signed the message under; the EID nym is only bound, nothing is proved about it, and there is no credential.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], [`VerifyError::Schema`], [`VerifyError::NoIssuerKey`].
    pub fn verify_card_proof(
        &self,
        proof: &CardProof,
        eid_nym: &EidNym,
        message: &[u8],
    ) -> Result<Nym, VerifyError> {
        first_success(self.keys(), |key| {
            proof.verify(key, eid_nym, message)?;
            Ok(proof.nym)
        })
    }
}

impl Expectation<'_, Aries> {
    /// Verifies a presentation of a card type together with the card's proof for the same pseudonym, the same message
    /// and the same EID nym. For [`PresentationType::Smartcard`](crate::PresentationType::Smartcard) that is the
    /// presentation's, and `eid_nym` may be `None`. A
    /// [`PresentationType::SmartcardNoNyms`](crate::PresentationType::SmartcardNoNyms) has none: the one that the card's
    /// proof was made for comes beside it as `eid_nym`, and says nothing about the credential.
    ///
    /// # Errors
    /// As [`Expectation::verify`]; [`VerifyError::NotACardType`], [`VerifyError::CardMismatch`],
    /// [`VerifyError::NoCardEidNym`], and [`VerifyError::BadProof`] with [`Relation::Card`].
    pub fn verify_with_card(
        &self,
        presentation: &Presentation<Aries>,
        card: &CardProof,
        eid_nym: Option<&EidNym>,
    ) -> Result<VerifiedPresentation, VerifyError> {
        if !self.kind.is_card() {
            return Err(VerifyError::NotACardType(self.kind));
        }
        let verified = self.verify_any(presentation)?;
        if card.nym != *verified.nym() {
            return Err(VerifyError::CardMismatch("nym"));
        }
        let eid_nym = match (verified.eid_nym(), eid_nym) {
            (Some(own), Some(beside)) if own != beside => {
                return Err(VerifyError::CardMismatch("EID nym"));
            }
            (Some(own), _) => own,
            (None, Some(beside)) => beside,
            (None, None) => return Err(VerifyError::NoCardEidNym),
        };
        card.verify(verified.issuer(), eid_nym, self.message)?;
        Ok(verified)
    }

    /// Verifies the host's part of a card presentation alone. It proves nothing about a holder, so there is no evidence:
    /// recorded test vectors have the two parts separately.
    ///
    /// # Errors
    /// As [`Expectation::verify_with_card`] without the card's proof.
    #[cfg(feature = "hazmat")]
    pub fn verify_without_card(
        &self,
        presentation: &Presentation<Aries>,
    ) -> Result<(), VerifyError> {
        if !self.kind.is_card() {
            return Err(VerifyError::NotACardType(self.kind));
        }
        self.verify_any(presentation).map(drop)
    }
}
