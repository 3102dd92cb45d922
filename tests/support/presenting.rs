//! Issuers, holders and credentials of every shape, and the encodings of both profiles under one name.

use bbs::blind::RequestProfile;
use idemix::{
    Aries, Attribute, Attributes, Credential, CredentialRequest, DecodeError, Holder, Issuer,
    IssuerNonce, IssuerPublicKey, Native, Presentation, PresentationProfile, PresentationType,
    Schema, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// The types without a card.
pub(crate) const KINDS: [PresentationType; 3] = [
    PresentationType::Standard,
    PresentationType::EidNym,
    PresentationType::EidNymRhNym,
];

/// One secret key for all shapes: the generators of each count are then derived once.
pub(crate) const ISSUER: [u8; 32] = [3; 32];

pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// How many attributes, where the secret key stands, and which attributes have roles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) count: usize,
    pub(crate) sk: usize,
    pub(crate) eid: Option<usize>,
    pub(crate) rh: Option<usize>,
}

impl Shape {
    pub(crate) fn schema(&self) -> Schema {
        let names = (0..self.count).map(|number| format!("attribute {number}"));
        let mut schema = Schema::new(names)
            .unwrap()
            .with_secret_key_position(self.sk)
            .unwrap();
        if let Some(eid) = self.eid {
            schema = schema.with_enrollment_id(eid).unwrap();
        }
        if let Some(rh) = self.rh {
            schema = schema.with_revocation_handle(rh).unwrap();
        }
        schema
    }
}

/// An issuer and a holder with a credential.
pub(crate) struct World {
    pub(crate) issuer: Issuer,
    pub(crate) holder: Holder,
    pub(crate) credential: Credential,
    pub(crate) attributes: Vec<Attribute>,
}

/// Integers and bytes.
pub(crate) fn attributes(count: usize) -> Vec<Attribute> {
    let value = |index: usize| match index % 3 {
        1 => (index as i64 - 7).into(),
        _ => format!("value {index}").as_str().into(),
    };
    (0..count).map(value).collect()
}

impl World {
    pub(crate) fn new(shape: Shape, rng: &mut ChaCha20Rng) -> Self {
        Self::issued_in::<Native>(shape, rng)
    }

    /// The request is made and verified in this profile.
    pub(crate) fn issued_in<P: RequestProfile>(shape: Shape, rng: &mut ChaCha20Rng) -> Self {
        let issuer = Issuer::from_bytes(shape.schema(), &ISSUER).unwrap();
        let key = issuer.public_key();
        let holder = Holder::generate(rng);
        let nonce = IssuerNonce::generate(rng);
        let (request, pending): (CredentialRequest<P>, _) =
            holder.request_credential(key, &nonce, rng).unwrap();
        let attributes = attributes(shape.count);
        let values = Attributes::ordered(key.schema(), attributes.iter().cloned()).unwrap();
        let verified = issuer.verify_request(&request, &nonce).unwrap();
        let answer = issuer.issue(verified, &values, rng).unwrap();
        let credential = pending.receive(answer).unwrap();
        Self {
            issuer,
            holder,
            credential,
            attributes,
        }
    }

    pub(crate) fn key(&self) -> &IssuerPublicKey {
        self.issuer.public_key()
    }

    pub(crate) fn verifier(&self) -> Verifier {
        Verifier::new(self.key().clone())
    }
}

/// The encodings of a profile, under one name each.
pub(crate) trait Codec: PresentationProfile + RequestProfile {
    fn write(presentation: &Presentation<Self>) -> Vec<u8>;
    fn read(bytes: &[u8]) -> Result<Presentation<Self>, DecodeError>;
}

macro_rules! codecs {
    ($($profile:ident),*) => {$(
        impl Codec for $profile {
            fn write(presentation: &Presentation<Self>) -> Vec<u8> {
                presentation.to_bytes()
            }
            fn read(bytes: &[u8]) -> Result<Presentation<Self>, DecodeError> {
                Presentation::<$profile>::from_bytes(bytes)
            }
        }
    )*};
}
codecs!(Native, Aries);
