//! `revocation`: epoch information signed by an authority.

use idemix::{Cri, RevocationAlgorithm, RevocationSecretKey};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::json::{Outcome, find, flipped, hex, mutated};

const EPOCHS: [i64; 9] = [0, 1, 2, 7, 127, 128, 1000, 1 << 31, i64::MAX - 1];

pub(super) fn cases<R: RngCore + CryptoRng>(rng: &mut R) -> Outcome<Vec<Value>> {
    let mut cases = Vec::new();
    for epoch in EPOCHS {
        let key = RevocationSecretKey::generate(rng);
        let cri = key.sign_cri(epoch, RevocationAlgorithm::NoRevocation)?;
        let honest = honest(&key, &cri)?;
        cases.push(honest.clone());
        cases.push(mutated(
            &honest,
            "other epoch",
            json!({ "verify_epoch": epoch + 1 }),
        ));
        let other = RevocationSecretKey::generate(rng).public_key().to_bytes();
        cases.push(mutated(
            &honest,
            "other public key",
            json!({ "verify_public_key_uncompressed": hex(other) }),
        ));
        cases.push(mutated(
            &honest,
            "other algorithm",
            json!({ "verify_alg": 1 }),
        ));
        let bytes = cri.to_bytes();
        let altered = flipped(&bytes, find(&bytes, cri.epoch_key())?)?;
        cases.push(mutated(
            &honest,
            "epoch key altered",
            json!({ "cri": hex(altered) }),
        ));
        // A SEQUENCE is 0x30.
        let altered = flipped(&bytes, find(&bytes, cri.signature())?)?;
        cases.push(mutated(
            &honest,
            "signature is no DER",
            json!({ "cri": hex(altered) }),
        ));
    }
    Ok(cases)
}

fn honest(key: &RevocationSecretKey, cri: &Cri) -> Outcome<Value> {
    let public = key.public_key();
    let unsigned = Cri::from_parts(
        cri.epoch(),
        cri.epoch_key().to_vec(),
        Vec::new(),
        cri.algorithm(),
    );
    let signed_bytes = unsigned.to_bytes();
    Ok(json!({
        "name": format!("epoch {}", cri.epoch()),
        "d": hex(key.expose_secret_bytes().as_ref()),
        "public_key_pem": public.to_pem()?,
        "public_key_der": hex(public.to_der()?),
        "public_key_uncompressed": hex(public.to_bytes()),
        "epoch": cri.epoch(),
        "revocation_alg": cri.algorithm(),
        "cri": hex(cri.to_bytes()),
        "epoch_pk": hex(cri.epoch_key()),
        "epoch_pk_sig": hex(cri.signature()),
        "signed_bytes": hex(&signed_bytes),
        "digest": hex(Sha256::digest(&signed_bytes)),
        "verify_epoch": cri.epoch(),
        "verify_alg": cri.algorithm(),
        "verify_public_key_uncompressed": hex(public.to_bytes()),
        "expect": "ok",
    }))
}
