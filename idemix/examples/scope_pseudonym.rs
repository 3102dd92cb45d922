//! A poll: everybody votes once, and votes in different polls cannot be linked. A scope pseudonym is always the same in
//! one scope and unlinkable across scopes.
#[path = "support/issue.rs"]
mod support;

use std::collections::BTreeMap;
use std::error::Error;

use idemix::{
    Holder, Issuer, Native, Presentation, PresentationType, Schema, ScopeSignature, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const POLL: &[u8] = b"example.org/polls/2026-12";
const OTHER_POLL: &[u8] = b"example.org/polls/2027-01";

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let issuer = Issuer::generate(Schema::new(["district"])?, &mut rng)?;
    let verifier = Verifier::new(issuer.public_key().clone());
    let alice = Holder::generate(&mut rng);
    let bob = Holder::generate(&mut rng);

    // The pseudonym belongs to the holder's key, whichever credential is shown; that a person has one key only is for the
    // issuer to see to. Alice votes, changes her mind, and Bob votes. The last vote under a pseudonym counts.
    let mut votes = BTreeMap::new();
    for (holder, vote) in [(&alice, "red"), (&alice, "blue"), (&bob, "red")] {
        let values = [("district", "north".into())];
        let credential = support::issue(&issuer, holder, values, &mut rng)?;
        let sent = credential
            .present::<Native>(PresentationType::Standard)
            .disclose("district")
            .scope(POLL)
            .message(vote.as_bytes())
            .prove(&mut rng)?
            .presentation
            .to_bytes();

        let verified = verifier
            .expect(PresentationType::Standard)
            .disclosed("district", "north")
            .scope(POLL)
            .message(vote.as_bytes())
            .verify(&Presentation::<Native>::from_bytes(&sent)?)?;
        let voter = verified.scope_nym().ok_or("no scope pseudonym")?;
        let before = votes.insert(voter.to_bytes(), vote);
        println!("{voter:?} votes {vote}, before: {before:?}");
    }
    println!("{} voters", votes.len());

    // Under her pseudonym Alice can also sign without showing the credential again.
    let key = issuer.public_key();
    let nym = alice.scope_nym(key, POLL)?;
    let signed = alice
        .sign_in_scope(key, POLL, b"I confirm", &mut rng)?
        .to_bytes();
    let received = ScopeSignature::from_bytes(&signed)?;
    verifier.verify_scope_signature(&received, POLL, &nym, b"I confirm")?;
    println!("confirmed in {} bytes", signed.len());

    // Another poll, another pseudonym.
    let elsewhere = alice.scope_nym(key, OTHER_POLL)?;
    println!("the same in another poll: {}", nym == elsewhere);
    let refused = verifier.verify_scope_signature(&received, OTHER_POLL, &elsewhere, b"I confirm");
    println!("replayed there: {}", refused.err().ok_or("accepted")?);
    Ok(())
}
