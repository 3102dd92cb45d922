//! Key-material folders as IBM/idemix's `idemixgen` writes them: every file is read, every signer presents.
#![forbid(unsafe_code)]
// clippy.toml lifts these in test functions only, not in what they share.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use idemix::{
    Aries, Attribute, Auditor, Credential, Cri, Holder, Issuer, IssuerPublicKey, Native,
    Presentation, PresentationProfile, PresentationType, Presented, RevocationPublicKey,
    RevocationSecretKey, Schema, VerifiedPresentation, Verifier,
};
use idemix_tests::interop;
use idemix_tests::wire::{self, SignerConfig};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

/// The folders of the key material; none where another folder of vectors has none.
fn folders() -> Vec<PathBuf> {
    let root = interop::folder().join("msp");
    if !root.exists() {
        println!("{}: not there", root.display());
        return Vec::new();
    }
    let entries = std::fs::read_dir(root).unwrap();
    let folders: BTreeSet<_> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!folders.is_empty());
    folders.into_iter().collect()
}

fn files(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for part in std::fs::read_dir(folder).unwrap() {
        let part = part.unwrap().path();
        for file in std::fs::read_dir(&part).unwrap() {
            let name = file.unwrap().path();
            let name = name.strip_prefix(folder).unwrap();
            names.insert(name.to_str().unwrap().to_owned());
        }
    }
    names
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The verifier's half of a folder.
struct Msp {
    issuer: IssuerPublicKey,
    authority: RevocationPublicKey,
}

impl Msp {
    fn read(folder: &Path) -> Self {
        let bytes = std::fs::read(folder.join("msp/IssuerPublicKey")).unwrap();
        let issuer = IssuerPublicKey::from_bytes(Schema::fabric(), &bytes).unwrap();
        assert_eq!(issuer.to_bytes().as_slice(), bytes);
        let pem = text(&folder.join("msp/RevocationPublicKey"));
        let authority = RevocationPublicKey::from_pem(&pem).unwrap();
        assert_eq!(authority.to_pem().unwrap(), pem);
        Self { issuer, authority }
    }
}

#[test]
fn every_file_is_known() {
    let verifier = ["msp/IssuerPublicKey", "msp/RevocationPublicKey"];
    for folder in folders() {
        let mut known = BTreeSet::from(verifier.map(str::to_owned));
        known.extend(match folder.join("ca").exists() {
            true => ["IssuerPublicKey", "IssuerSecretKey", "RevocationKey"]
                .map(|name| format!("ca/{name}"))
                .to_vec(),
            false => vec!["user/SignerConfig".to_owned()],
        });
        assert_eq!(files(&folder), known, "{}", folder.display());
    }
}

#[test]
fn secret_keys_belong_to_the_public_ones() {
    let authorities = folders();
    let mut authorities = authorities
        .iter()
        .filter(|folder| folder.join("ca").exists());
    let Some(folder) = authorities.next() else {
        return;
    };
    assert!(authorities.next().is_none(), "one authority is expected");
    let secret = std::fs::read(folder.join("ca/IssuerSecretKey")).unwrap();
    let issuer = Issuer::from_bytes(Schema::fabric(), &secret).unwrap();
    assert_eq!(issuer.expose_bytes().as_slice(), secret);
    let public = std::fs::read(folder.join("ca/IssuerPublicKey")).unwrap();
    assert_eq!(issuer.public_key().to_bytes().as_slice(), public);

    let pem = text(&folder.join("ca/RevocationKey"));
    let authority = RevocationSecretKey::from_pem(&pem).unwrap();
    assert_eq!(*authority.expose_secret_pem().unwrap(), pem);

    for folder in folders() {
        let msp = Msp::read(&folder);
        assert_eq!(msp.issuer, *issuer.public_key());
        assert_eq!(msp.authority, authority.public_key());
    }
}

/// A signer as its file says.
struct Signer {
    credential: Credential,
    attributes: [Attribute; 4],
    cri: Cri,
}

impl Signer {
    fn read(issuer: &IssuerPublicKey, folder: &Path) -> Self {
        let bytes = std::fs::read(folder.join("user/SignerConfig")).unwrap();
        let config: SignerConfig = wire::read(&bytes).unwrap();
        let holder = Holder::from_bytes(&config.sk).unwrap();
        let credential = Credential::from_aries_bytes(issuer, &holder, &config.cred).unwrap();
        assert_eq!(credential.expose_aries_bytes().as_slice(), config.cred);
        let attributes = [
            config.organizational_unit_identifier.as_str().into(),
            i64::from(config.role).into(),
            config.enrollment_id.as_str().into(),
            config.revocation_handle.as_str().into(),
        ];
        let cri = Cri::from_bytes(&config.credential_revocation_information).unwrap();
        assert_eq!(cri.to_bytes(), config.credential_revocation_information);
        Self {
            credential,
            attributes,
            cri,
        }
    }

    /// Auditors open what the presentation committed to.
    fn audit<P: PresentationProfile>(&self, evidence: &VerifiedPresentation, shown: &Presented<P>) {
        let auditor = Auditor::new(self.credential.issuer().clone());
        let [_, _, eid, rh] = &self.attributes;
        if let Some(opening) = &shown.eid_opening {
            let _opened = auditor.open_eid(evidence, opening, eid).unwrap();
        }
        if let Some(opening) = &shown.rh_opening {
            let _opened = auditor.open_rh(evidence, opening, rh).unwrap();
        }
    }
}

#[test]
fn every_signer_presents_in_both_profiles() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    for folder in folders() {
        if !folder.join("user").exists() {
            continue;
        }
        let msp = Msp::read(&folder);
        let signer = Signer::read(&msp.issuer, &folder);
        let expected = signer.attributes.clone().map(Some);
        signer.credential.check_attributes(&expected).unwrap();
        let verifier = Verifier::new(msp.issuer.clone());
        let [ou, role, ..] = &signer.attributes;
        for kind in [
            PresentationType::Standard,
            PresentationType::EidNym,
            PresentationType::EidNymRhNym,
        ] {
            let shown = signer
                .credential
                .present::<Aries>(kind)
                .disclose("OU")
                .disclose("Role")
                .message(b"a message")
                .epoch_information(&signer.cri)
                .prove(&mut rng)
                .unwrap();
            let bytes = shown.presentation.to_bytes();
            let evidence = verifier
                .expect::<Aries>(kind)
                .disclosed("OU", ou.clone())
                .disclosed("Role", role.clone())
                .message(b"a message")
                .epoch(&msp.authority, 0)
                .verify(&Presentation::<Aries>::from_bytes(&bytes).unwrap())
                .unwrap();
            assert_eq!(evidence.epoch(), Some(0));
            signer.audit(&evidence, &shown);

            let shown = signer
                .credential
                .present::<Native>(kind)
                .disclose("OU")
                .prove(&mut rng)
                .unwrap();
            let bytes = shown.presentation.to_bytes();
            let evidence = verifier
                .expect::<Native>(kind)
                .disclosed("OU", ou.clone())
                .verify(&Presentation::<Native>::from_bytes(&bytes).unwrap())
                .unwrap();
            signer.audit(&evidence, &shown);
        }
        println!("{}: presented", folder.display());
    }
}
