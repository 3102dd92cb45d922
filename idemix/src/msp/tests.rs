use std::path::{Path, PathBuf};

use prost::Message;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use revocation::RevocationAlgorithm;

use super::wire::{MspRole, OrganizationUnit, SerializedIdemixIdentity, SerializedIdentity};
use super::*;
use crate::codec::aries::decode_strict;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(6)
}

/// Folders that the Go tool wrote.
fn go(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../vectors/aries/msp")
        .join(folder)
}

fn write(folder: &Path, files: Vec<KeyFile>) {
    for file in files {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &*file.contents).unwrap();
    }
}

fn alice() -> SignerAttributes<'static> {
    SignerAttributes {
        organizational_unit: "research",
        role: Role::Admin,
        enrollment_id: "alice",
        revocation_handle: "8f14e45fceea167a",
    }
}

#[test]
fn a_go_ca_folder_reads_and_is_written_again_byte_for_byte() {
    let ca = CertificationAuthority::read(go("issuer")).unwrap();
    let files = ca.files().unwrap();
    assert_eq!(files.len(), 5);
    for file in files {
        let original = std::fs::read(go("issuer").join(&file.path)).unwrap();
        assert_eq!(*file.contents, original, "{}", file.path);
        assert_eq!(
            file.secret,
            ["ca/IssuerSecretKey", "ca/RevocationKey"].contains(&file.path.as_str())
        );
    }
}

#[test]
fn go_signers_read_sign_and_are_verified() {
    let mut rng = rng();
    let msp = MspConfig::read(go("issuer"), "Org1MSP").unwrap();
    for (folder, ou, eid) in [
        ("signer1", "OU1", "alice@org1.example"),
        ("signer2", "OU1", "bob@org1.example"),
    ] {
        let config = SignerConfig::read(go(folder)).unwrap();
        let original = std::fs::read(go(folder).join("user/SignerConfig")).unwrap();
        assert_eq!(*config.expose_bytes(), original);
        assert_eq!(*config.file().contents, original);
        assert_eq!(config.enrollment_id(), eid);

        let signer = Signer::read(go(folder), "Org1MSP").unwrap();
        let identity = signer.new_identity(&mut rng).unwrap();
        let verified = msp.verify_identity(identity.serialized()).unwrap();
        assert_eq!(verified.organizational_unit(), ou);
        assert_eq!(verified.role(), config.role().unwrap());
        assert_eq!(verified.nym(), identity.nym().nym());

        let signature = signer
            .sign(identity.nym(), b"a transaction", &mut rng)
            .unwrap();
        verified
            .verify_signature(b"a transaction", &signature)
            .unwrap();
        assert!(verified.verify_signature(b"another", &signature).is_err());

        // A second identity is another pseudonym, and does not sign for the first.
        let other = signer.new_identity(&mut rng).unwrap();
        assert_ne!(other.nym().nym(), identity.nym().nym());
        let signature = signer
            .sign(other.nym(), b"a transaction", &mut rng)
            .unwrap();
        assert!(
            verified
                .verify_signature(b"a transaction", &signature)
                .is_err()
        );
    }
}

#[test]
fn a_signer_does_not_sign_under_anothers_pseudonym() {
    let mut rng = rng();
    let alice = Signer::read(go("signer1"), "Org1MSP").unwrap();
    let bob = Signer::read(go("signer2"), "Org1MSP").unwrap();
    let identity = bob.new_identity(&mut rng).unwrap();
    let refused = alice.sign(identity.nym(), b"message", &mut rng);
    // What comes out, if anything, is no signature of bob's identity.
    if let Ok(signature) = refused {
        let msp = MspConfig::read(go("issuer"), "Org1MSP").unwrap();
        let verified = msp.verify_identity(identity.serialized()).unwrap();
        assert!(verified.verify_signature(b"message", &signature).is_err());
    }
}

#[test]
fn our_folders_read_back_and_have_the_go_format() {
    let mut rng = rng();
    let folder = tempfile::tempdir().unwrap();
    let ca = CertificationAuthority::generate(&mut rng).unwrap();
    write(folder.path(), ca.files().unwrap());
    let ca = CertificationAuthority::read(folder.path()).unwrap();

    // Each file has the size and the frame of the Go tool's.
    for name in [
        "ca/IssuerSecretKey",
        "ca/IssuerPublicKey",
        "msp/IssuerPublicKey",
    ] {
        let ours = std::fs::read(folder.path().join(name)).unwrap();
        let theirs = std::fs::read(go("issuer").join(name)).unwrap();
        assert_eq!(ours.len(), theirs.len(), "{name}");
    }
    for name in ["ca/RevocationKey", "msp/RevocationPublicKey"] {
        let frame = |text: String| -> Vec<String> {
            text.lines()
                .map(|line| match line.starts_with("-----") {
                    true => line.to_owned(),
                    false => line.len().to_string(),
                })
                .collect()
        };
        let ours = std::fs::read_to_string(folder.path().join(name)).unwrap();
        let theirs = std::fs::read_to_string(go("issuer").join(name)).unwrap();
        assert_eq!(frame(ours), frame(theirs), "{name}");
    }

    let (cri, file) = ca.epoch_information(folder.path(), 0).unwrap();
    write(folder.path(), vec![file.unwrap()]);
    let (again, file) = ca.epoch_information(folder.path(), 0).unwrap();
    assert!(file.is_none());
    assert_eq!(again, cri, "every signer gets the same bytes");

    let config = ca.enroll(&alice(), &cri, &mut rng).unwrap();
    let signer = tempfile::tempdir().unwrap();
    write(signer.path(), vec![config.file()]);
    let msp = MspConfig::new("Org1MSP", ca.issuer_key().clone(), ca.revocation_key(), 0).unwrap();
    write(signer.path(), msp.files().unwrap());
    let alice = Signer::read(signer.path(), "Org1MSP").unwrap();
    let identity = alice.new_identity(&mut rng).unwrap();
    assert_eq!(
        msp.verify_identity(identity.serialized()).unwrap().role(),
        Role::Admin
    );

    // The message, field by field: number and wire type, length, contents.
    let bytes = config.expose_bytes();
    let mut expected = Vec::new();
    let mut field = |number: u8, contents: &[u8]| {
        expected.push(number << 3 | 2);
        prost::encoding::encode_varint(contents.len() as u64, &mut expected);
        expected.extend_from_slice(contents);
    };
    field(1, &alice.credential().expose_aries_bytes());
    field(2, &config.0.sk);
    field(3, b"research");
    expected.extend_from_slice(&[4 << 3, 2]);
    let mut field = |number: u8, contents: &[u8]| {
        expected.push(number << 3 | 2);
        prost::encoding::encode_varint(contents.len() as u64, &mut expected);
        expected.extend_from_slice(contents);
    };
    field(5, b"alice");
    field(6, &cri.to_bytes());
    field(7, b"8f14e45fceea167a");
    assert_eq!(*bytes, expected);
}

#[test]
fn folders_that_do_not_fit_together_are_refused_with_their_path() {
    let mut rng = rng();
    let folder = tempfile::tempdir().unwrap();
    let ca = CertificationAuthority::generate(&mut rng).unwrap();
    let other = CertificationAuthority::generate(&mut rng).unwrap();
    for name in [
        "ca/IssuerPublicKey",
        "msp/IssuerPublicKey",
        "msp/RevocationPublicKey",
    ] {
        write(folder.path(), ca.files().unwrap());
        let mut files = other.files().unwrap();
        files.retain(|file| file.path == name);
        write(folder.path(), files);
        let error = CertificationAuthority::read(folder.path()).unwrap_err();
        assert_eq!(error.code(), "msp.key_mismatch");
        assert!(error.to_string().contains(name), "{error}");
    }
    let error = CertificationAuthority::read(folder.path().join("nowhere")).unwrap_err();
    assert_eq!(error.code(), "msp.read");

    // A CRI under another key is not given out.
    write(folder.path(), ca.files().unwrap());
    let foreign = other.epoch_information("nowhere", 0).unwrap().1.unwrap();
    write(folder.path(), vec![foreign]);
    let error = ca.epoch_information(folder.path(), 0).unwrap_err();
    assert_eq!(error.code(), "revocation.signature");

    // A signer's folder under another CA.
    let error = SignerConfig::read(go("signer1"))
        .map(|config| Signer::new(&msp_of(&ca), &config).unwrap_err())
        .unwrap();
    assert_eq!(error.code(), "msp.credential");
    let long = vec![0; (1 << 20) + 1];
    std::fs::write(folder.path().join("ca/IssuerSecretKey"), long).unwrap();
    let error = CertificationAuthority::read(folder.path()).unwrap_err();
    assert_eq!(error.code(), "msp.read");
}

fn msp_of(ca: &CertificationAuthority) -> MspConfig {
    MspConfig::new("Org1MSP", ca.issuer_key().clone(), ca.revocation_key(), 0).unwrap()
}

#[test]
fn a_signer_configuration_must_say_what_the_credential_says() {
    let mut rng = rng();
    let ca = CertificationAuthority::generate(&mut rng).unwrap();
    let (cri, _) = ca.epoch_information("nowhere", 0).unwrap();
    let msp = msp_of(&ca);
    let config = ca.enroll(&alice(), &cri, &mut rng).unwrap();
    Signer::new(&msp, &config).unwrap();

    let changed = |change: fn(&mut super::wire::SignerConfigMessage)| {
        let mut config = SignerConfig::from_bytes(&config.expose_bytes()).unwrap();
        change(&mut config.0);
        Signer::new(&msp, &config).unwrap_err().code()
    };
    assert_eq!(
        changed(|m| m.organizational_unit_identifier.push('x')),
        "msp.credential"
    );
    assert_eq!(changed(|m| m.enrollment_id.push('x')), "msp.credential");
    assert_eq!(changed(|m| m.revocation_handle.push('x')), "msp.credential");
    assert_eq!(changed(|m| m.role = 1), "msp.credential");
    assert_eq!(changed(|m| m.role = 3), "msp.role");
    assert_eq!(
        changed(|m| m.curve_id = "FP256BN_AMCL".into()),
        "msp.mismatch"
    );
    assert_eq!(changed(|m| m.schema = "w3c-v0.0.1".into()), "msp.mismatch");
    assert_eq!(changed(|m| m.sk[31] ^= 1), "msp.credential");
    assert_eq!(
        changed(|m| m.credential_revocation_information.truncate(10)),
        "msp.malformed"
    );
    let late = MspConfig::new("Org1MSP", ca.issuer_key().clone(), ca.revocation_key(), 1).unwrap();
    assert_eq!(
        Signer::new(&late, &config).unwrap_err().code(),
        "revocation.epoch_mismatch"
    );

    let empty = SignerAttributes {
        revocation_handle: "",
        ..alice()
    };
    assert_eq!(
        ca.enroll(&empty, &cri, &mut rng).unwrap_err().code(),
        "msp.empty"
    );

    // Strict: unknown and trailing fields, other orders.
    let mut bytes = config.expose_bytes().to_vec();
    bytes.extend_from_slice(&[10 << 3, 1]);
    assert!(SignerConfig::from_bytes(&bytes).is_err());
}

#[test]
fn an_identity_is_refused_wherever_it_does_not_fit() {
    let mut rng = rng();
    let ca = CertificationAuthority::generate(&mut rng).unwrap();
    let (cri, _) = ca.epoch_information("nowhere", 0).unwrap();
    let msp = msp_of(&ca);
    let config = ca.enroll(&alice(), &cri, &mut rng).unwrap();
    let signer = Signer::new(&msp, &config).unwrap();
    let identity = signer.new_identity(&mut rng).unwrap();
    let other = signer.new_identity(&mut rng).unwrap();
    let parse = |bytes: &[u8]| -> (SerializedIdentity, SerializedIdemixIdentity) {
        let outer: SerializedIdentity = decode_strict("outer", bytes).unwrap();
        let inner = decode_strict("inner", &outer.id_bytes).unwrap();
        (outer, inner)
    };
    let (_, another) = parse(other.serialized());

    let changed = |change: &dyn Fn(&mut SerializedIdentity, &mut SerializedIdemixIdentity)| {
        let (mut outer, mut inner) = parse(identity.serialized());
        change(&mut outer, &mut inner);
        outer.id_bytes = inner.encode_to_vec();
        msp.verify_identity(&outer.encode_to_vec())
            .map_err(|error| error.code())
    };
    let unit = |inner: &mut SerializedIdemixIdentity, change: &dyn Fn(&mut OrganizationUnit)| {
        let mut unit = OrganizationUnit::decode(inner.ou.as_slice()).unwrap();
        change(&mut unit);
        inner.ou = unit.encode_to_vec();
    };
    assert!(changed(&|_, _| ()).is_ok());
    // Another identity's pseudonym, or proof: same credential, both honest.
    assert_eq!(
        changed(&|_, inner| {
            inner.nym_x = another.nym_x.clone();
            inner.nym_y = another.nym_y.clone();
        })
        .unwrap_err(),
        "msp.nym_mismatch"
    );
    assert_eq!(
        changed(&|_, inner| inner.proof = another.proof.clone()).unwrap_err(),
        "msp.nym_mismatch"
    );
    assert_eq!(
        changed(&|_, inner| unit(inner, &|unit| unit.certifiers_identifier[95] ^= 1)).unwrap_err(),
        "msp.certifiers"
    );
    assert_eq!(
        changed(&|_, inner| unit(inner, &|unit| unit.certifiers_identifier.clear())).unwrap_err(),
        "msp.certifiers"
    );
    assert_eq!(
        changed(&|_, inner| unit(inner, &|unit| unit.organizational_unit_identifier.push('x')))
            .unwrap_err(),
        "verify.bad_proof"
    );
    assert_eq!(
        changed(&|_, inner| unit(inner, &|unit| unit.organizational_unit_identifier.clear()))
            .unwrap_err(),
        "msp.empty"
    );
    assert_eq!(
        changed(&|_, inner| unit(inner, &|unit| unit.msp_identifier.push('x'))).unwrap_err(),
        "msp.mismatch"
    );
    for (role, code) in [(0, "verify.bad_proof"), (4, "msp.role"), (-1, "msp.role")] {
        let role = MspRole {
            msp_identifier: "Org1MSP".into(),
            role,
        };
        let refused = changed(&|_, inner| inner.role = role.encode_to_vec());
        assert_eq!(refused.unwrap_err(), code);
    }
    assert_eq!(
        changed(&|_, inner| inner.role = MspRole {
            msp_identifier: "Org2MSP".into(),
            role: 1
        }
        .encode_to_vec())
        .unwrap_err(),
        "msp.mismatch"
    );
    assert_eq!(
        changed(&|outer, _| outer.mspid = "Org2MSP".into()).unwrap_err(),
        "msp.mismatch"
    );
    assert_eq!(
        changed(&|_, inner| inner.schema = "w3c".into()).unwrap_err(),
        "msp.mismatch"
    );
    assert_eq!(
        changed(&|_, inner| {
            let byte = inner.nym_y.remove(0);
            inner.nym_x.push(byte);
        })
        .unwrap_err(),
        "msp.malformed"
    );
    assert_eq!(
        changed(&|_, inner| inner.proof.clear()).unwrap_err(),
        "msp.malformed"
    );
    let mut trailing = identity.serialized().to_vec();
    trailing.extend_from_slice(&[3 << 3, 1]);
    assert_eq!(
        msp.verify_identity(&trailing).unwrap_err().code(),
        "msp.malformed"
    );

    // Another epoch, another revocation authority, another issuer.
    let verify = |msp: MspConfig| {
        msp.verify_identity(identity.serialized())
            .unwrap_err()
            .code()
    };
    let issuer = || ca.issuer_key().clone();
    assert_eq!(
        verify(MspConfig::new("Org1MSP", issuer(), ca.revocation_key(), 1).unwrap()),
        "verify.epoch"
    );
    let stranger = CertificationAuthority::generate(&mut rng).unwrap();
    assert_eq!(
        verify(MspConfig::new("Org1MSP", issuer(), stranger.revocation_key(), 0).unwrap()),
        "verify.epoch"
    );
    assert_eq!(verify(msp_of(&stranger)), "msp.certifiers");
}

#[test]
fn configurations_go_through_protobuf() {
    let ca = CertificationAuthority::read(go("issuer")).unwrap();
    let msp = MspConfig::new("Org1MSP", ca.issuer_key().clone(), ca.revocation_key(), 7).unwrap();
    let bytes = msp.to_bytes().unwrap();
    // type = 2, config.
    assert_eq!(bytes[..3], [1 << 3, 2, 2 << 3 | 2]);
    let (again, signer) = MspConfig::from_bytes(&bytes).unwrap();
    assert_eq!(again, msp);
    assert!(signer.is_none());
    let mut other_type = bytes.clone();
    other_type[1] = 1;
    assert!(MspConfig::from_bytes(&other_type).is_err());
    assert!(MspConfig::new("", ca.issuer_key().clone(), ca.revocation_key(), 7).is_err());
    let cri = ca.epoch_information("nowhere", 7).unwrap().0;
    assert_eq!(cri.algorithm(), RevocationAlgorithm::NoRevocation.number());
}
