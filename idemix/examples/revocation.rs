//! Revocation: a thousand holders are enrolled, fifty are revoked. Everybody else catches up from public data and goes
//! on presenting; a revoked holder is told so, and its old proofs are refused.
use std::error::Error;
use std::time::Instant;

use idemix::revocation::{
    AuthorityKeys, EpochPolicy, EpochTracker, Handle, MemoryRegistry, RevocationAuthority,
    RevocationError, Validity, VerifiedEpoch, VerifiedUpdate, Witness,
};
use idemix::{
    Attribute, Attributes, Credential, Holder, IssuanceSessions, Issuer, Native, Presentation,
    PresentationNonce, PresentationType, Schema, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const NOW: u64 = 1_800_000_000;
const DAY: u64 = 86_400;

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let validity = || Validity::new(NOW, NOW + 7 * DAY);

    // The authority. Its registry is an embedded database in production; here it is in memory.
    let keys = AuthorityKeys::generate(&mut rng);
    let registry = MemoryRegistry::new();
    let mut authority = RevocationAuthority::create(keys, registry, validity()?, &mut rng)?;
    let first = authority.current().clone();

    let start = Instant::now();
    let handles: Vec<Handle> = (0..1000).map(|_| Handle::generate(&mut rng)).collect();
    let witnesses = authority.enroll_many(&handles)?;
    println!("1000 handles enrolled in {:.2?}", start.elapsed());

    // Two holders get credentials with two of the handles.
    let issuer = Issuer::generate(Schema::fabric(), &mut rng)?;
    let enrolled = |i: usize| handles.get(i).zip(witnesses.get(i)).ok_or("not enrolled");
    let (handle, witness) = enrolled(0)?;
    let alice = issue(&issuer, "alice", handle, &mut rng)?;
    let mut alice_witness = witness.verify(&handle.scalar(), &first)?;
    let (handle, witness) = enrolled(500)?;
    let mallory = issue(&issuer, "mallory", handle, &mut rng)?;
    let mut mallory_witness = witness.verify(&handle.scalar(), &first)?;

    // A verifier keeps its own copy of the epochs, and accepts the newest only.
    let policy = EpochPolicy {
        max_age: 0,
        clock_tolerance: 60,
    };
    let mut tracker = EpochTracker::new(authority.public_key(), policy);
    tracker.observe(first.signed())?;
    let verifier = Verifier::new(issuer.public_key().clone());
    for (name, credential, witness) in [
        ("alice", &alice, &alice_witness),
        ("mallory", &mallory, &mallory_witness),
    ] {
        present(credential, witness, &verifier, &tracker, &mut rng)?;
        println!("epoch 0: {name} is not revoked");
    }

    // Fifty are revoked in one step, mallory among them.
    let start = Instant::now();
    let published = authority.revoke(handles.get(500..550).ok_or("not enrolled")?, validity()?)?;
    println!(
        "50 revoked in {:.2?}: {} bytes of public update data",
        start.elapsed(),
        published.update.to_bytes().len()
    );
    tracker.observe(&published.signed)?;

    // What a holder downloads is the same for everybody.
    let updates = download(&first, authority.published_since(0)?)?;
    let start = Instant::now();
    alice_witness.catch_up(&updates, &mut rng)?;
    println!("alice caught up in {:.2?}", start.elapsed());
    present(&alice, &alice_witness, &verifier, &tracker, &mut rng)?;
    println!("epoch 1: alice is not revoked");

    match mallory_witness.catch_up(&updates, &mut rng) {
        Err(RevocationError::Revoked { epoch }) => {
            println!("mallory learns that she was revoked in epoch {epoch}");
        }
        other => return Err(format!("mallory should be revoked: {other:?}").into()),
    }
    let refused = present(&mallory, &mallory_witness, &verifier, &tracker, &mut rng);
    println!(
        "mallory presents with her old witness: {}",
        refused.err().ok_or("an old witness was accepted")?
    );
    Ok(())
}

/// Issues a credential with this revocation handle.
fn issue(
    issuer: &Issuer,
    name: &str,
    handle: &Handle,
    rng: &mut ChaCha20Rng,
) -> Result<Credential, Box<dyn Error>> {
    let key = issuer.public_key();
    let sessions = IssuanceSessions::default();
    let nonce = sessions.begin(rng)?;
    let holder = Holder::generate(rng);
    let (request, pending) = holder.request_credential::<Native>(key, &nonce, rng)?;
    let verified = sessions.verify(issuer, &request, &nonce)?;
    let values: [Attribute; 4] = ["org1".into(), 1.into(), name.into(), handle.to_attribute()];
    let attributes = Attributes::ordered(key.schema(), values)?;
    Ok(pending.receive(issuer.issue(verified, &attributes, rng)?)?)
}

/// Presents to a verifier that asks for the newest epoch it knows.
fn present(
    credential: &Credential,
    witness: &Witness,
    verifier: &Verifier,
    tracker: &EpochTracker,
    rng: &mut ChaCha20Rng,
) -> Result<(), Box<dyn Error>> {
    let nonce = PresentationNonce::generate(rng);
    let bytes = credential
        .present::<Native>(PresentationType::Standard)
        .disclose("OU")
        .nonce(&nonce)
        .not_revoked(witness)
        .prove(rng)?
        .presentation
        .to_bytes();
    let verified = verifier
        .expect(PresentationType::Standard)
        .disclosed("OU", "org1")
        .nonce(&nonce)
        .not_revoked_by_policy(tracker, NOW + 1)
        .verify(&Presentation::<Native>::from_bytes(&bytes)?)?;
    verified.not_revoked_in().ok_or("no evidence")?;
    Ok(())
}

/// Checks what was downloaded: each epoch is signed and follows the one before.
fn download(
    first: &VerifiedEpoch,
    published: Vec<idemix::revocation::PublishedEpoch>,
) -> Result<Vec<VerifiedUpdate>, RevocationError> {
    let mut current = first.clone();
    let mut updates = Vec::new();
    for next in published {
        let update = current.accept_next(next)?;
        current = update.epoch().clone();
        updates.push(update);
    }
    Ok(updates)
}
