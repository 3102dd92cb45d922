//! Key material and identities of Fabric.

use crate::shell::{Shell, go};

#[test]
fn a_ca_enrolls_signers_that_sign_and_are_verified() {
    let shell = Shell::new();
    let made = shell.ok("ca-keygen --output ca");
    assert_eq!(made["files"].as_array().unwrap().len(), 5);
    let config = |name: &str, more: &str| {
        format!("signerconfig --ca-input ca --output {name} -u org1 -e {name} {more}")
    };
    let alice = shell.ok(&config("alice", "-r random --admin"));
    assert_eq!(alice["role"], "ADMIN");
    assert_eq!(alice["revocation_handle"].as_str().unwrap().len(), 32);
    let bob = shell.ok(&config("bob", "-r rh-1"));
    assert_eq!(
        (bob["role"].as_str(), bob["revocation_handle"].as_str()),
        (Some("MEMBER"), Some("rh-1"))
    );
    let error = shell.refused(&config("carol", ""));
    assert!(
        error["error"].as_str().unwrap().contains("-r random"),
        "{error}"
    );
    shell.refused(&config("carol", "-r ''"));
    shell.refused("signerconfig --ca-input ca --output carol -u '' -e carol -r random");
    shell.refused("signerconfig --ca-input nowhere --output carol -u o -e carol -r random");
    assert!(!shell.path("carol").exists());

    // One epoch information for everybody.
    let cri = shell.read("ca/ca/CRI-0");
    for signer in ["alice", "bob"] {
        let bytes = shell.read(&format!("{signer}/user/SignerConfig"));
        assert!(
            bytes.windows(cri.len()).any(|window| window == cri),
            "{signer}"
        );
    }

    shell.ok("msp identity --signer alice --mspid Org1MSP --output id --nym id.secret");
    let sign =
        "msp sign --signer alice --mspid Org1MSP --identity id --nym id.secret --output tx.sig";
    shell.refused(sign);
    shell.ok(&format!("{sign} --message tx"));
    let verify = "msp verify --msp ca --mspid Org1MSP";
    let verified = shell.ok(&format!("{verify} id"));
    assert_eq!(verified["role"], "ADMIN");
    assert_eq!(verified["organizational_unit"], "org1");
    assert!(verified.get("signature_verified").is_none());
    let verified = shell.ok(&format!("{verify} --message tx --signature tx.sig id"));
    assert_eq!(verified["signature_verified"], true);

    shell.refused_as(
        &format!("{verify} --message other --signature tx.sig id"),
        "verify.bad_proof",
    );
    shell.refused(&format!("{verify} --signature tx.sig id"));
    shell.refused_as("msp verify --msp ca --mspid Org2MSP id", "msp.mismatch");
    shell.ok("ca-keygen --output ca2");
    shell.refused_as("msp verify --msp ca2 --mspid Org1MSP id", "msp.certifiers");
    // The secret of one identity does not sign for another, nor one signer for another.
    shell.ok("msp identity --signer alice --mspid Org1MSP --output id2 --nym id2.secret");
    let force = format!("{sign} --message tx --force");
    shell.refused(&force.replace("id.secret", "id2.secret"));
    shell.refused(&force.replace("--signer alice", "--signer bob"));
}

#[test]
fn folders_of_the_go_tool_work() {
    let shell = Shell::new();
    let ca = go("issuer").display().to_string();
    for signer in ["signer1", "signer2"] {
        let folder = go(signer).display().to_string();
        shell.ok(&format!(
            "msp identity --signer {folder} --mspid M --output {signer} --nym {signer}.nym"
        ));
        shell.ok(&format!(
            "msp sign --signer {folder} --mspid M --identity {signer} --nym {signer}.nym --message m --output {signer}.sig"
        ));
        shell.ok(&format!(
            "msp verify --msp {ca} --mspid M --message m --signature {signer}.sig {signer}"
        ));
        let seen = shell.ok(&format!("inspect {folder}"));
        assert!(
            seen["is"][0]["what"].as_str().unwrap().contains("signer"),
            "{seen}"
        );
    }
    // A signer of ours from the Go tool's CA; its folder is copied, as the epoch information is kept there.
    for part in ["ca", "msp"] {
        std::fs::create_dir_all(shell.path("ca").join(part)).unwrap();
        for entry in std::fs::read_dir(go("issuer").join(part)).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(
                entry.path(),
                shell.path("ca").join(part).join(entry.file_name()),
            )
            .unwrap();
        }
    }
    shell.ok("signerconfig --ca-input ca --output dave -u org1 -e dave -r random");
    shell.ok("msp identity --signer dave --mspid M --output dave.id --nym dave.nym");
    shell.ok(&format!("msp verify --msp {ca} --mspid M dave.id"));
    // The signer's folder serves as the MSP as well.
    shell.ok("msp verify --msp dave --mspid M signer1");
}

#[test]
fn an_msp_can_be_given_as_a_protobuf_configuration() {
    let shell = Shell::new();
    shell.ok("ca-keygen --output ca");
    shell.ok("signerconfig --ca-input ca --output alice -u org1 -e alice -r random");
    shell.ok("msp identity --signer alice --mspid Org1MSP --output id --nym id.secret");
    let config = idemix::msp::MspConfig::read(shell.path("ca"), "Org1MSP").unwrap();
    shell.write("config", config.to_bytes().unwrap());
    shell.ok("msp verify --msp config --mspid Org1MSP id");
    shell.refused("msp verify --msp config --mspid Org2MSP id");
    shell.refused("msp verify --msp id --mspid Org1MSP id");

    for (file, what) in [
        ("config", "a Fabric MSP configuration"),
        ("id", "a serialized MSP identity"),
        ("ca/ca/CRI-0", "aries epoch information (CRI)"),
        ("alice", "the folder of a Fabric signer"),
        ("ca", "the folder of a Fabric CA"),
    ] {
        let told = shell.ok(&format!("inspect {file}"))["is"].to_string();
        assert!(told.contains(what), "{file}: {told}");
    }
    std::fs::remove_file(shell.path("ca/msp/RevocationPublicKey")).unwrap();
    let error = shell.refused("inspect ca");
    assert!(
        error["error"]
            .as_str()
            .unwrap()
            .contains("RevocationPublicKey"),
        "{error}"
    );
}
