//! What only test vectors need: the parts of an Aries challenge.

use bbs::curve::Scalar;
use bbs::proof::Disclosure;
use bbs::sigma::Variables;
use bbs::{Aries, hash_to_scalar};
use ff::Field;

use super::{Presentation, PresentationVariables, Statement};
use crate::error::VerifyError;
use crate::keys::IssuerPublicKey;

/// The steps from a presentation of the Aries profile to its challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AriesChallenge {
    /// What is hashed first.
    pub input: Vec<u8>,
    /// c₁ = H(input)
    pub first: Scalar,
    /// c = H(c₁ ‖ nonce)
    pub challenge: Scalar,
}

impl Presentation<Aries> {
    /// The challenge that this presentation of a credential under `issuer` answers with `message`. It verifies nothing.
    ///
    /// # Errors
    /// [`VerifyError`] if the presentation does not fit the key's schema.
    pub fn aries_challenge(
        &self,
        issuer: &IssuerPublicKey,
        message: &[u8],
    ) -> Result<AriesChallenge, VerifyError> {
        // The challenge does not depend on the disclosed values.
        let disclosed = self.extra.disclosed.iter().map(|i| (*i, Scalar::ZERO));
        let disclosure = Disclosure::new(issuer.schema().message_count(), disclosed)?;
        let statement = Statement {
            issuer,
            kind: self.kind,
            disclosure: &disclosure,
            nym: self.nym,
            eid_nym: self.eid_nym,
            rh_nym: self.rh_nym,
            scope: None,
            epoch: None,
            nonce: None,
            context: b"",
            message,
        };
        let mut counter = Variables::default();
        let variables = PresentationVariables::allocate(&statement, |_| counter.fresh())?;
        let blocks = self.proof.blocks.iter();
        let commitments: Vec<_> = blocks.map(|block| *block.commitment()).collect();
        let transcript = statement.aries_transcript(&self.points, &variables, &commitments)?;
        let input = transcript.as_bytes().to_vec();
        Ok(AriesChallenge {
            first: hash_to_scalar(&input),
            challenge: *transcript.challenge_with_salt(&self.salt).scalar(),
            input,
        })
    }
}
