//! A library issues reader cards. A reader shows the branch it belongs to, twice, and nobody can tell that it was the
//! same reader.
use std::error::Error;

use idemix::{
    Attributes, BlindCredential, CredentialRequest, Holder, IssuanceSessions, Issuer,
    IssuerPublicKey, Native, Presentation, PresentationNonce, PresentationType, Schema, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(1);

    // Everybody knows the schema and the issuer's public key.
    let schema = Schema::new(["name", "branch", "born"])?;
    let issuer = Issuer::generate(schema.clone(), &mut rng)?;
    let key = IssuerPublicKey::from_bytes(schema.clone(), &issuer.public_key().to_bytes())?;

    // The issuer opens a session; its nonce serves once.
    let sessions = IssuanceSessions::default();
    let nonce = sessions.begin(&mut rng)?;

    // The reader commits to a secret key. Bytes travel.
    let holder = Holder::generate(&mut rng);
    let (request, pending) = holder.request_credential::<Native>(&key, &nonce, &mut rng)?;
    let sent = request.to_bytes();
    println!("the reader's request: {} bytes", sent.len());

    // The issuer verifies the request and signs, without learning the key.
    let request = CredentialRequest::<Native>::from_bytes(&sent)?;
    let verified = sessions.verify(&issuer, &request, &nonce)?;
    let attributes = Attributes::named(
        &schema,
        [
            ("name", "Ada".into()),
            ("branch", "Harbour".into()),
            ("born", 1990.into()),
        ],
    )?;
    let sent = issuer
        .issue(verified, &attributes, &mut rng)?
        .expose_bytes();
    println!("the issuer's answer: {} bytes", sent.len());

    // A used nonce is refused.
    let again = sessions.verify(&issuer, &request, &nonce);
    println!("the same request again: {}", again.err().ok_or("accepted")?);

    // The reader completes the credential, which verifies it, and looks at what was signed.
    let credential = pending.receive(BlindCredential::from_bytes(&sent)?)?;
    credential.check_attributes(&[Some("Ada".into()), Some("Harbour".into()), None])?;

    // The branch asks for its own name, under a fresh nonce each time.
    let verifier = Verifier::new(key);
    let mut seen = Vec::new();
    for visit in 1..=2 {
        let nonce = PresentationNonce::generate(&mut rng);
        let shown = credential
            .present::<Native>(PresentationType::Standard)
            .disclose("branch")
            .nonce(&nonce)
            .context(b"harbour branch, reading room")
            .prove(&mut rng)?;
        let sent = shown.presentation.to_bytes();

        let received = Presentation::<Native>::from_bytes(&sent)?;
        let verified = verifier
            .expect(PresentationType::Standard)
            .disclosed("branch", "Harbour")
            .nonce(&nonce)
            .context(b"harbour branch, reading room")
            .verify(&received)?;
        println!("visit {visit}: {} bytes, {:?}", sent.len(), verified.nym());
        seen.push(*verified.nym());

        let elsewhere = verifier
            .expect(PresentationType::Standard)
            .disclosed("branch", "Hill")
            .nonce(&nonce)
            .context(b"harbour branch, reading room")
            .verify(&received)
            .err()
            .ok_or("accepted for another branch")?;
        println!("  in another branch: {elsewhere} ({})", elsewhere.code());
    }
    seen.dedup();
    println!("different pseudonyms in two visits: {}", seen.len());
    Ok(())
}
