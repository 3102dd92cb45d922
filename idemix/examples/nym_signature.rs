//! A member of a board presents a credential once and then signs posts under the same pseudonym. A pseudonym signature
//! is small and cheap: it repeats neither the credential's proof nor its pairing.
#[path = "support/issue.rs"]
mod support;

use std::error::Error;

use idemix::{Holder, Issuer, Native, NymSecret, NymSignature, PresentationType, Schema, Verifier};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let issuer = Issuer::generate(Schema::new(["membership"])?, &mut rng)?;
    let holder = Holder::generate(&mut rng);
    let values = [("membership", "board".into())];
    let credential = support::issue(&issuer, &holder, values, &mut rng)?;
    let key = issuer.public_key();
    let verifier = Verifier::new(key.clone());

    // Once: the credential, under a fresh pseudonym.
    let shown = credential
        .present::<Native>(PresentationType::Standard)
        .disclose("membership")
        .message(b"let me in")
        .prove(&mut rng)?;
    let verified = verifier
        .expect(PresentationType::Standard)
        .disclosed("membership", "board")
        .message(b"let me in")
        .verify(&shown.presentation)?;
    let member = *verified.nym();
    println!("a member joined: {member:?}");

    // The holder keeps the pseudonym's secret, the board keeps the pseudonym.
    let kept = shown.nym.ok_or("no pseudonym")?.expose_bytes();
    let nym = NymSecret::from_bytes(kept.as_ref())?;

    // From then on: signatures under the pseudonym.
    for post in ["good morning", "good night"] {
        let signed = holder
            .sign_with_nym::<Native>(key, &nym, post.as_bytes(), &mut rng)?
            .to_bytes();
        let received = NymSignature::<Native>::from_bytes(&signed)?;
        verifier.verify_nym_signature(&received, &member, post.as_bytes())?;
        println!("{post:?} is the member's: {} bytes", signed.len());

        let altered = verifier.verify_nym_signature(&received, &member, b"good grief");
        println!("  altered: {}", altered.err().ok_or("accepted")?);
    }

    // Nobody else can sign under it.
    let other = Holder::generate(&mut rng);
    let forged = other.sign_with_nym::<Native>(key, &nym, b"good grief", &mut rng)?;
    let refused = verifier.verify_nym_signature(&forged, &member, b"good grief");
    println!(
        "signed by another key: {}",
        refused.err().ok_or("accepted")?
    );
    Ok(())
}
