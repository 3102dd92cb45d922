//! A credential's life: issued blindly, shown selectively, verified; then the same for one that the Go library issued.
use std::error::Error;
use std::time::Instant;

use idemix::{
    Attributes, Credential, Holder, IssuanceSessions, Issuer, IssuerPublicKey, Native,
    Presentation, PresentationNonce, PresentationType, Schema, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Deserialize;

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let step = |what: &str, size: usize, since: Instant| {
        println!("{what:<58} {size:>5} bytes {:>8.2?}", since.elapsed());
    };

    println!("A credential issued here");
    let schema = Schema::fabric();
    let start = Instant::now();
    let issuer = Issuer::generate(schema.clone(), &mut rng)?;
    let issuer_key = issuer.public_key();
    step(
        "issuer: key for OU, Role, EnrollmentID, RevocationHandle",
        issuer_key.to_bytes().len(),
        start,
    );

    let start = Instant::now();
    let holder = Holder::generate(&mut rng);
    let sessions = IssuanceSessions::default();
    let nonce = sessions.begin(&mut rng)?;
    let (request, pending) = holder.request_credential::<Native>(issuer_key, &nonce, &mut rng)?;
    step(
        "holder: request, the key stays hidden",
        request.to_bytes().len(),
        start,
    );

    let start = Instant::now();
    let verified = sessions.verify(&issuer, &request, &nonce)?;
    let attributes = Attributes::named(
        &schema,
        [
            ("OU", "org1.research".into()),
            ("Role", 1.into()),
            ("EnrollmentID", "alice".into()),
            ("RevocationHandle", "8f14e45fceea167a".into()),
        ],
    )?;
    let answer = issuer.issue(verified, &attributes, &mut rng)?;
    step(
        "issuer: request verified, credential signed blindly",
        answer.expose_bytes().len(),
        start,
    );

    let start = Instant::now();
    let credential = pending.receive(answer)?;
    step(
        "holder: credential unblinded and verified",
        credential.expose_bytes().len(),
        start,
    );
    show(&credential, ("OU", "org1.research".into()), &mut rng, step)?;

    println!("\nA credential issued by the Go library IBM/idemix");
    let case = go_credential()?;
    let schema = Schema::new((0..case.attribute_count).map(|i| format!("attribute {i}")))?;
    let issuer_key = IssuerPublicKey::from_bytes(schema, &hex::decode(case.issuer_public_key)?)?;
    let holder = Holder::from_bytes(&hex::decode(case.user_secret_key)?)?;
    let stored = hex::decode(case.credential)?;
    let start = Instant::now();
    let credential = Credential::from_aries_bytes(&issuer_key, &holder, &stored)?;
    step(
        "holder: credential loaded and verified",
        stored.len(),
        start,
    );
    let value = credential.attribute_scalar(0)?;
    show(&credential, ("attribute 0", value.into()), &mut rng, step)
}

/// Shows one attribute under a fresh pseudonym and verifies that.
fn show(
    credential: &Credential,
    (name, value): (&str, idemix::Attribute),
    rng: &mut ChaCha20Rng,
    step: impl Fn(&str, usize, Instant),
) -> Result<(), Box<dyn Error>> {
    let verifier = Verifier::new(credential.issuer().clone());
    let nonce = PresentationNonce::generate(rng);
    let start = Instant::now();
    let shown = credential
        .present::<Native>(PresentationType::Standard)
        .disclose(name)
        .nonce(&nonce)
        .message(b"open the door")
        .prove(rng)?;
    let bytes = shown.presentation.to_bytes();
    step(
        "holder: presentation, one attribute disclosed",
        bytes.len(),
        start,
    );

    let start = Instant::now();
    let received = Presentation::<Native>::from_bytes(&bytes)?;
    let verified = verifier
        .expect(PresentationType::Standard)
        .disclosed(name, value)
        .nonce(&nonce)
        .message(b"open the door")
        .verify(&received)?;
    step("verifier: presentation verified", bytes.len(), start);
    println!(
        "  under the pseudonym {}…",
        hex::encode(&verified.nym().to_bytes()[..8])
    );

    let wrong = verifier
        .expect(PresentationType::Standard)
        .disclosed(name, "another value")
        .nonce(&nonce)
        .message(b"open the door")
        .verify(&received);
    println!(
        "  with another value expected: {}",
        wrong.err().ok_or("accepted a wrong value")?
    );
    Ok(())
}

/// A file of test vectors.
#[derive(Deserialize)]
struct VectorFile {
    cases: Vec<GoCredential>,
}

/// What this story needs of a case.
#[derive(Deserialize)]
struct GoCredential {
    issuer_public_key: String,
    user_secret_key: String,
    credential: String,
    attribute_count: usize,
    sk_index: usize,
    expect: String,
    #[serde(default)]
    mutation: String,
}

/// The first honest case of the vectors with the secret key at position 0.
fn go_credential() -> Result<GoCredential, Box<dyn Error>> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../vectors/aries/credential.json"
    );
    let file: VectorFile = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let honest =
        |case: &GoCredential| case.expect == "ok" && case.sk_index == 0 && case.mutation.is_empty();
    Ok(file
        .cases
        .into_iter()
        .find(honest)
        .ok_or("no honest case")?)
}
