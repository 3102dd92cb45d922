//! Issuer, holder and credential of the benches: the four attributes of Fabric, two of them disclosed, as in the Go
//! library's.

use std::sync::{Arc, Mutex};

use idemix::{
    Attribute, Attributes, Credential, Holder, Issuer, IssuerNonce, IssuerPublicKey, NymSecret,
    PresentationProfile, PresentationType, Presented, Schema, TableSize, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// The signed message.
pub const MESSAGE: &[u8] = b"a message to be signed";
/// The disclosed organisational unit.
pub const OU: &str = "org1.department1";
/// The disclosed role.
pub const ROLE: i64 = 1;
/// The enrollment ID.
pub const EID: &str = "alice";
/// The revocation handle.
pub const RH: &str = "8f14e45fceea167a5a36dedd4bea2543";

/// Everything loaded, with tables.
pub struct World {
    /// The issuer.
    pub issuer: Issuer,
    /// The holder.
    pub holder: Holder,
    /// Its credential as stored, in the Aries encoding.
    pub stored: Vec<u8>,
    rng: Mutex<ChaCha20Rng>,
}

impl World {
    /// From a seed, with tables of this size for the issuer key.
    pub fn new(seed: u64, tables: TableSize) -> Arc<Self> {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let issuer = Issuer::generate(Schema::fabric(), &mut rng).unwrap();
        let key = issuer.public_key();
        key.precompute(tables);
        let holder = Holder::generate(&mut rng);
        let nonce = IssuerNonce::generate(&mut rng);
        let (request, pending) = holder
            .request_credential::<idemix::Aries>(key, &nonce, &mut rng)
            .unwrap();
        let verified = issuer.verify_request(&request, &nonce).unwrap();
        let answer = issuer
            .issue(verified, &attributes(key.schema()), &mut rng)
            .unwrap();
        let stored = pending
            .receive(answer)
            .unwrap()
            .expose_aries_bytes()
            .to_vec();
        Arc::new(Self {
            issuer,
            holder,
            stored,
            rng: Mutex::new(rng),
        })
    }

    /// With tables of the default size.
    pub fn fast(seed: u64) -> Arc<Self> {
        Self::new(seed, TableSize::Default)
    }

    /// The issuer's public key.
    pub fn key(&self) -> &IssuerPublicKey {
        self.issuer.public_key()
    }

    /// A verifier for it.
    pub fn verifier(&self) -> Verifier {
        Verifier::new(self.key().clone())
    }

    /// A new RNG, different at each call.
    pub fn rng(&self) -> ChaCha20Rng {
        ChaCha20Rng::seed_from_u64(self.rng.lock().unwrap().next_u64())
    }

    /// The credential, loaded, with tables of this size.
    pub fn credential(&self, tables: TableSize) -> Credential {
        let credential =
            Credential::from_aries_bytes(self.key(), &self.holder, &self.stored).unwrap();
        credential.precompute(tables);
        credential
    }
}

/// The credential's attributes.
pub fn attributes(schema: &Schema) -> Attributes {
    let values: [Attribute; 4] = [OU.into(), ROLE.into(), EID.into(), RH.into()];
    Attributes::ordered(schema, values).unwrap()
}

/// A presentation that discloses OU and Role.
pub fn present<P: PresentationProfile>(
    credential: &Credential,
    kind: PresentationType,
    nym: Option<&NymSecret>,
    rng: &mut ChaCha20Rng,
) -> Presented<P> {
    let mut builder = credential
        .present::<P>(kind)
        .disclose("OU")
        .disclose("Role")
        .message(MESSAGE);
    if let Some(nym) = nym {
        builder = builder.with_nym(nym);
    }
    builder.prove(rng).unwrap()
}
