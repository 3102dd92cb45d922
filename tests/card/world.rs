//! An issuer, a holder's card and its host.

use idemix::{
    Aries, Attribute, Attributes, CardAnswer, CardKeys, Credential, EidNym, EidOpening,
    Expectation, Holder, Issuer, IssuerNonce, IssuerPublicKey, PresentError, Presentation,
    PresentationType, Schema, SoftCard, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

pub(crate) const MESSAGE: &[u8] = b"open the door";
pub(crate) const OU: &str = "org1.research";
pub(crate) const EID: &str = "alice";

pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// Every card's keys.
pub(crate) fn card_keys() -> CardKeys {
    CardKeys::new([1; 16], [2; 16])
}

pub(crate) struct World {
    pub(crate) issuer: IssuerPublicKey,
    pub(crate) holder: Holder,
    pub(crate) card: SoftCard,
    /// The stored credential, without the secret key.
    pub(crate) stored: Vec<u8>,
}

/// What a holder sends: the host's part, the card's answer, and the EID nym of both.
pub(crate) struct Shown {
    pub(crate) presentation: Presentation<Aries>,
    pub(crate) answer: CardAnswer,
    pub(crate) eid_nym: EidNym,
    pub(crate) eid_opening: EidOpening,
}

impl World {
    /// Issues a Fabric credential to a holder, whose key then goes into a card.
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = rng(seed);
        let issuer = Issuer::generate(Schema::fabric(), &mut rng).unwrap();
        Self::issued_by(&issuer, &mut rng)
    }

    pub(crate) fn issued_by(issuer: &Issuer, rng: &mut ChaCha20Rng) -> Self {
        let key = issuer.public_key();
        let holder = Holder::generate(rng);
        let nonce = IssuerNonce::from_bytes(&[1; 32]).unwrap();
        let (request, pending) = holder
            .request_credential::<Aries>(key, &nonce, rng)
            .unwrap();
        let values = [OU.into(), 1.into(), EID.into(), "handle".into()] as [Attribute; 4];
        let attributes = Attributes::ordered(key.schema(), values).unwrap();
        let verified = issuer.verify_request(&request, &nonce).unwrap();
        let answer = issuer.issue(verified, &attributes, rng).unwrap();
        let stored = pending.receive(answer).unwrap().expose_aries_bytes();
        let card = SoftCard::new(key, &holder, EID, card_keys(), 0).unwrap();
        Self {
            issuer: key.clone(),
            holder,
            card,
            stored: stored.to_vec(),
        }
    }

    pub(crate) fn verifier(&self) -> Verifier {
        Verifier::new(self.issuer.clone())
    }

    /// The credential as the host has it.
    pub(crate) fn credential(&self, answer: &CardAnswer) -> Credential {
        Credential::from_aries_bytes_with_card(&self.issuer, &answer.nym, &self.stored).unwrap()
    }

    /// Card and host present OU for a message.
    pub(crate) fn show(&mut self, kind: PresentationType, message: &[u8], seed: u64) -> Shown {
        let mut rng = rng(seed);
        let eid_opening = self.card.next_eid_opening().unwrap();
        let answer = self.card.sign(message, &mut rng).unwrap();
        let shown = self.present(kind, message, &answer, &eid_opening, &mut rng);
        Shown {
            presentation: shown.unwrap(),
            eid_nym: eid_opening.commitment(self.issuer.parameters(), 3).unwrap(),
            answer,
            eid_opening,
        }
    }

    /// The host's part.
    pub(crate) fn present(
        &self,
        kind: PresentationType,
        message: &[u8],
        answer: &CardAnswer,
        eid_opening: &EidOpening,
        rng: &mut ChaCha20Rng,
    ) -> Result<Presentation<Aries>, PresentError> {
        let credential = self.credential(answer);
        let mut builder = credential
            .present::<Aries>(kind)
            .disclose("OU")
            .message(message)
            .with_nym(&answer.nym);
        if kind.has_eid_nym() {
            builder = builder.with_eid_opening(eid_opening);
        }
        let presented = builder.prove(rng)?;
        assert!(presented.nym.is_none(), "the nym is the card's");
        Ok(presented.presentation)
    }
}

/// OU disclosed, for the message.
pub(crate) fn expect(verifier: &Verifier, kind: PresentationType) -> Expectation<'_, Aries> {
    verifier.expect(kind).disclosed("OU", OU).message(MESSAGE)
}
