//! An issuer, a holder and the holder's credential, of every shape.

use bbs::curve::random_scalar;
use idemix::{
    Aries, Attributes, BlindCredential, Credential, CredentialRequest, EidOpening, Holder, Issuer,
    IssuerNonce, IssuerPublicKey, PresentationType, RhOpening, Schema,
};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use super::json::{Outcome, Text, hex, hidden, with};

/// How many attributes, where the secret key stands among the messages, and which attributes are enrollment ID and
/// revocation handle.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) count: usize,
    pub(super) sk: usize,
    pub(super) eid: usize,
    pub(super) rh: usize,
}

/// Counts on both sides of every boundary of the bit vector; the secret key first, last, and between.
pub(super) const SHAPES: [Shape; 14] = {
    const fn shape(count: usize, sk: usize, eid: usize, rh: usize) -> Shape {
        Shape { count, sk, eid, rh }
    }
    [
        shape(1, 0, 0, 0),
        shape(2, 0, 0, 1),
        shape(3, 0, 2, 0),
        shape(4, 0, 2, 3),
        shape(5, 5, 4, 0),
        shape(6, 2, 1, 5),
        shape(7, 0, 6, 2),
        shape(8, 1, 2, 3),
        shape(9, 0, 0, 8),
        shape(15, 7, 6, 7),
        shape(16, 0, 14, 15),
        shape(23, 23, 2, 3),
        shape(32, 0, 31, 0),
        shape(33, 16, 0, 32),
    ]
};

/// The types without a card.
pub(super) const KINDS: [PresentationType; 3] = [
    PresentationType::Standard,
    PresentationType::EidNym,
    PresentationType::EidNymRhNym,
];

impl Shape {
    /// The schema with the roles that a type of presentation needs. Shapes with a single attribute have one role only.
    pub(super) fn schema(&self, kind: PresentationType) -> Outcome<Schema> {
        let names = (0..self.count).map(|number| format!("attribute {number}"));
        let mut schema = Schema::new(names)?.with_secret_key_position(self.sk)?;
        if kind.has_eid_nym() || kind.is_card() {
            schema = schema.with_enrollment_id(self.eid)?;
        }
        if kind.has_rh_nym() {
            schema = schema.with_revocation_handle(self.rh)?;
        }
        Ok(schema)
    }

    /// Whether it has both roles.
    pub(super) fn has_roles(&self) -> bool {
        self.eid != self.rh
    }

    /// "n attributes, secret key at p".
    pub(super) fn name(&self) -> String {
        format!("{} attributes, secret key at {}", self.count, self.sk)
    }
}

/// A credential and all that led to it.
pub(super) struct World {
    pub(super) shape: Shape,
    pub(super) issuer: Issuer,
    pub(super) holder: Holder,
    pub(super) attributes: Vec<Text>,
    pub(super) nonce: Vec<u8>,
    pub(super) request: CredentialRequest<Aries>,
    pub(super) blinding: Vec<u8>,
    pub(super) answer: Vec<u8>,
    pub(super) credential: Credential,
}

impl World {
    /// Issues a credential for presentations of a type.
    pub(super) fn new<R: RngCore + CryptoRng>(
        shape: Shape,
        kind: PresentationType,
        rng: &mut R,
    ) -> Outcome<Self> {
        let issuer = Issuer::generate(shape.schema(kind)?, rng)?;
        let holder = Holder::generate(rng);
        let mut nonce = vec![0; 32];
        rng.fill_bytes(&mut nonce);
        let issuer_nonce = IssuerNonce::from_bytes(&nonce)?;
        let key = issuer.public_key();
        let (request, pending) = holder.request_credential::<Aries>(key, &issuer_nonce, rng)?;
        let blinding = pending.expose_bytes().to_vec();

        let attributes: Vec<Text> = (0..shape.count).map(|i| value(shape, i, rng)).collect();
        let values = attributes.iter().map(Text::attribute);
        let values = Attributes::ordered(key.schema(), values)?;
        let verified = issuer.verify_request(&request, &issuer_nonce)?;
        let answer = issuer.issue(verified, &values, rng)?;
        let answer = answer.expose_aries_bytes().to_vec();
        let credential = pending.receive(BlindCredential::from_aries_bytes(&answer)?)?;
        Ok(Self {
            shape,
            issuer,
            holder,
            attributes,
            nonce,
            request,
            blinding,
            answer,
            credential,
        })
    }

    pub(super) fn key(&self) -> &IssuerPublicKey {
        self.issuer.public_key()
    }

    pub(super) fn attribute(&self, index: usize) -> Outcome<&Text> {
        self.attributes
            .get(index)
            .ok_or_else(|| "no such attribute".into())
    }

    /// The fields that most formats start with.
    pub(super) fn fields(&self) -> Value {
        json!({
            "issuer_public_key": hex(self.key().to_bytes()),
            "attribute_count": self.shape.count,
            "sk_index": self.shape.sk,
            "user_secret_key": hex(self.holder.expose_bytes().as_ref()),
        })
    }

    /// A case with this name, the common fields and others.
    pub(super) fn case(&self, name: &str, fields: Value) -> Value {
        with(&with(&self.fields(), json!({ "name": name })), fields)
    }

    pub(super) fn attributes_json(&self) -> Vec<Value> {
        self.attributes.iter().map(Text::json).collect()
    }

    /// All attributes, hidden but for these.
    pub(super) fn disclosed_json(&self, disclosed: &[usize]) -> Vec<Value> {
        self.attributes
            .iter()
            .enumerate()
            .map(|(index, text)| match disclosed.contains(&index) {
                true => text.json(),
                false => hidden(),
            })
            .collect()
    }

    /// A fresh opening of the credential's enrollment ID.
    pub(super) fn eid_opening<R: RngCore + CryptoRng>(&self, rng: &mut R) -> Outcome<EidOpening> {
        let value = self.attribute(self.shape.eid)?.attribute().to_scalar();
        Ok(EidOpening::new(value, random_scalar(rng)))
    }

    /// A fresh opening of the credential's revocation handle.
    pub(super) fn rh_opening<R: RngCore + CryptoRng>(&self, rng: &mut R) -> Outcome<RhOpening> {
        let value = self.attribute(self.shape.rh)?.attribute().to_scalar();
        Ok(RhOpening::new(value, random_scalar(rng)))
    }
}

/// Integers, some at the edges, and bytes of many lengths. The roles are bytes: an audit hashes its value.
fn value<R: RngCore>(shape: Shape, index: usize, rng: &mut R) -> Text {
    let role = index == shape.eid || index == shape.rh;
    match (index % 3, role) {
        (1, false) => Text::Int(match index % 4 {
            0 => -1,
            1 => i64::from(rng.next_u32()),
            2 => 0,
            _ => i64::MAX,
        }),
        _ => {
            let length = rng.next_u32().to_be_bytes().last().map_or(0, |n| n % 70);
            let mut bytes = vec![0; usize::from(length)];
            rng.fill_bytes(&mut bytes);
            Text::Bytes(bytes)
        }
    }
}
