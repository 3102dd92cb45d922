//! Takes over a signer of a network that runs the Go library IBM/idemix: reads the key-material folder that its tool
//! `idemixgen --aries` wrote, presents in the Aries profile as a Go peer expects it, and verifies as one would.
use std::error::Error;
use std::fs;
use std::path::Path;

use idemix::{
    Aries, Credential, Cri, Holder, IssuerPublicKey, Native, NymSignature, Presentation,
    PresentationType, RevocationPublicKey, Schema, Verifier,
};
use prost::Message;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// user/SignerConfig: message IdemixMSPSignerConfig.
#[derive(Message)]
struct SignerConfig {
    #[prost(bytes = "vec", tag = "1")]
    credential: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    secret_key: Vec<u8>,
    #[prost(string, tag = "3")]
    organizational_unit: String,
    #[prost(int32, tag = "4")]
    role: i32,
    #[prost(string, tag = "5")]
    enrollment_id: String,
    #[prost(bytes = "vec", tag = "6")]
    revocation_information: Vec<u8>,
    #[prost(string, tag = "7")]
    revocation_handle: String,
    #[prost(string, tag = "8")]
    curve: String,
    #[prost(string, tag = "9")]
    schema: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    // An application uses `rand_core::OsRng`; a seed makes this example repeatable.
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/aries/msp/signer1");

    // What every peer has: the issuer's and the revocation authority's public keys.
    let key = fs::read(folder.join("msp/IssuerPublicKey"))?;
    let key = IssuerPublicKey::from_bytes(Schema::fabric(), &key)?;
    let authority = fs::read_to_string(folder.join("msp/RevocationPublicKey"))?;
    let authority = RevocationPublicKey::from_pem(&authority)?;

    // What the signer has. Loading the credential verifies it.
    let config = SignerConfig::decode(fs::read(folder.join("user/SignerConfig"))?.as_slice())?;
    let holder = Holder::from_bytes(&config.secret_key)?;
    let credential = Credential::from_aries_bytes(&key, &holder, &config.credential)?;
    let role = i64::from(config.role);
    credential.check_attributes(&[
        Some(config.organizational_unit.as_str().into()),
        Some(role.into()),
        Some(config.enrollment_id.as_str().into()),
        Some(config.revocation_handle.as_str().into()),
    ])?;
    println!(
        "{} of {}, role {role}",
        config.enrollment_id, config.organizational_unit
    );

    // A presentation as Fabric makes it, with the epoch information that the authority gave to this signer.
    let cri = Cri::from_bytes(&config.revocation_information)?;
    let shown = credential
        .present::<Aries>(PresentationType::EidNymRhNym)
        .disclose("OU")
        .disclose("Role")
        .message(b"a transaction")
        .epoch_information(&cri)
        .prove(&mut rng)?;
    let sent = shown.presentation.to_bytes();
    println!("presentation for a Go peer: {} bytes", sent.len());

    let verifier = Verifier::new(key.clone());
    let verified = verifier
        .expect::<Aries>(PresentationType::EidNymRhNym)
        .disclosed("OU", config.organizational_unit.as_str())
        .disclosed("Role", role)
        .message(b"a transaction")
        .epoch(&authority, cri.epoch())
        .verify(&Presentation::<Aries>::from_bytes(&sent)?)?;
    println!("verified, epoch {:?}", verified.epoch());

    // And a signature under the same pseudonym.
    let nym = shown.nym.ok_or("no pseudonym")?;
    let signed = holder
        .sign_with_nym::<Aries>(&key, &nym, b"an endorsement", &mut rng)?
        .to_bytes();
    let received = NymSignature::<Aries>::from_bytes(&signed)?;
    verifier.verify_nym_signature(&received, verified.nym(), b"an endorsement")?;
    println!("pseudonym signature: {} bytes", signed.len());

    // The same credential in the native profile.
    let shown = credential
        .present::<Native>(PresentationType::EidNymRhNym)
        .disclose("OU")
        .message(b"a transaction")
        .prove(&mut rng)?;
    let sent = shown.presentation.to_bytes();
    let _ = verifier
        .expect::<Native>(PresentationType::EidNymRhNym)
        .disclosed("OU", config.organizational_unit.as_str())
        .message(b"a transaction")
        .verify(&Presentation::<Native>::from_bytes(&sent)?)?;
    println!("natively: {} bytes", sent.len());
    Ok(())
}
