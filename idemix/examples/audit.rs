//! A payment carries commitments to the payer's enrollment ID and revocation handle. Nobody can read them, but the payer
//! hands their openings to an auditor, who learns who paid this one payment.
#[path = "support/issue.rs"]
mod support;

use std::error::Error;

use idemix::{
    Auditor, EidOpening, Holder, Issuer, Native, PresentationType, RhOpening, Schema, Verifier,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let issuer = Issuer::generate(Schema::fabric(), &mut rng)?;
    let holder = Holder::generate(&mut rng);
    let values = [
        ("OU", "bank".into()),
        ("Role", 1.into()),
        ("EnrollmentID", "alice".into()),
        ("RevocationHandle", "8f14e45fceea167a".into()),
    ];
    let credential = support::issue(&issuer, &holder, values, &mut rng)?;

    // The payment: a presentation that commits to both, with nothing disclosed.
    let shown = credential
        .present::<Native>(PresentationType::EidNymRhNym)
        .message(b"pay 10 to bob")
        .prove(&mut rng)?;
    let payment = Verifier::new(issuer.public_key().clone())
        .expect(PresentationType::EidNymRhNym)
        .message(b"pay 10 to bob")
        .verify(&shown.presentation)?;
    println!("a payment by {:?}", payment.nym());

    // To the auditor, over a private channel.
    let eid = shown.eid_opening.ok_or("no opening")?.expose_bytes();
    let rh = shown.rh_opening.ok_or("no opening")?.expose_bytes();
    println!("the openings: {} and {} bytes", eid.len(), rh.len());

    // The auditor checks them against the verified payment, not against its bytes.
    let auditor = Auditor::new(issuer.public_key().clone());
    let eid = EidOpening::from_bytes(eid.as_ref())?;
    let opened = auditor.open_eid(&payment, &eid, &"alice".into())?;
    println!("alice paid: {:?}", opened.commitment());
    let rh = RhOpening::from_bytes(rh.as_ref())?;
    let opened = auditor.open_rh(&payment, &rh, &"8f14e45fceea167a".into())?;
    println!("with her handle: {:?}", opened.commitment());

    let other = auditor.open_eid(&payment, &eid, &"bob".into());
    println!("was it bob? {}", other.err().ok_or("accepted bob")?);

    // An opening serves one payment only.
    let shown = credential
        .present::<Native>(PresentationType::EidNym)
        .prove(&mut rng)?;
    let next = Verifier::new(issuer.public_key().clone())
        .expect(PresentationType::EidNym)
        .verify(&shown.presentation)?;
    let linked = auditor.open_eid(&next, &eid, &"alice".into());
    println!("alice's next payment: {}", linked.err().ok_or("linked")?);
    Ok(())
}
