//! Credentials that expire. The issuer signs a last day of validity; the holder discloses it; the verifier compares it
//! with today.
//!
//! A presentation does not carry the disclosed values: the verifier states what it expects, and here it does not know
//! the day. So the holder sends the number beside the presentation. The verifier first checks that the number is not
//! before today, then expects exactly this number; a holder that sent another one than was signed fails there.
//!
//! A day that few credentials share would mark their holders. So the issuer rounds: here to the end of a 91-day quarter.
#[path = "support/issue.rs"]
mod support;

use std::error::Error;

use idemix::{
    Holder, Issuer, Native, Presentation, PresentationNonce, PresentationType, Schema, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// Days since 1970. An application divides its clock's seconds by 86,400.
const ISSUED: i64 = 20_700;
const QUARTER: i64 = 91;

/// What travels.
struct Message {
    valid_until: i64,
    presentation: Vec<u8>,
}

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let issuer = Issuer::generate(Schema::new(["ticket", "valid until"])?, &mut rng)?;
    let holder = Holder::generate(&mut rng);

    let valid_until = (ISSUED / QUARTER + 1) * QUARTER;
    let values = [
        ("ticket", "all zones".into()),
        ("valid until", valid_until.into()),
    ];
    let credential = support::issue(&issuer, &holder, values, &mut rng)?;
    println!("issued on day {ISSUED}, valid until day {valid_until}");

    let verifier = Verifier::new(issuer.public_key().clone());
    for (today, claimed) in [
        (ISSUED + 1, valid_until),
        (valid_until + 1, valid_until),
        (valid_until + 1, valid_until + QUARTER),
    ] {
        let nonce = PresentationNonce::generate(&mut rng);
        let presentation = credential
            .present::<Native>(PresentationType::Standard)
            .disclose("ticket")
            .disclose("valid until")
            .nonce(&nonce)
            .prove(&mut rng)?
            .presentation
            .to_bytes();
        let message = Message {
            valid_until: claimed,
            presentation,
        };
        let outcome = match check(&verifier, &message, &nonce, today) {
            Ok(()) => "welcome".to_owned(),
            Err(reason) => reason.to_string(),
        };
        println!("day {today}, holder says {claimed}: {outcome}");
    }
    Ok(())
}

/// The verifier's side.
fn check(
    verifier: &Verifier,
    message: &Message,
    nonce: &PresentationNonce,
    today: i64,
) -> Result<(), Box<dyn Error>> {
    if message.valid_until < today {
        return Err("the ticket has expired".into());
    }
    let received = Presentation::<Native>::from_bytes(&message.presentation)?;
    let _ = verifier
        .expect(PresentationType::Standard)
        .disclosed("ticket", "all zones")
        .disclosed("valid until", message.valid_until)
        .nonce(nonce)
        .verify(&received)?;
    Ok(())
}
