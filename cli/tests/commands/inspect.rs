//! Telling what a file is.

use crate::shell::{Shell, go};

#[test]
fn every_file_is_told_and_no_secret_shown() {
    for profile in ["native", "aries"] {
        let shell = Shell::with_credential(profile);
        shell.ok(&format!(
            "present --holder alice.key --issuer issuer.pub --credential alice.cred --profile {profile} \
             --type eid-nym-rh-nym --save-nym nym --save-eid-opening eid --save-rh-opening rh --output shown"
        ));
        shell.ok("nym new --holder alice.key --issuer issuer.pub --secret n --public n.pub");
        shell.ok(&format!(
            "nym sign --holder alice.key --issuer issuer.pub --nym n --message m --profile {profile} --output sig"
        ));
        shell.ok("revocation init --output authority");
        shell.ok("revocation enroll --authority authority --handle random --witness w");
        for (file, what) in [
            ("issuer.key", "an issuer's secret key"),
            ("issuer.pub", "an issuer's public key"),
            ("alice.key", "a holder's key"),
            ("alice.request", "credential request"),
            ("alice.pending", "the secret of a request under way"),
            ("alice.answer", "blind credential"),
            ("alice.cred", "credential"),
            ("shown", "presentation"),
            ("nym", "a pseudonym with its secret"),
            ("n.pub", "a pseudonym"),
            ("eid", "the opening of an EID nym"),
            ("rh", "the opening of an RH nym"),
            ("sig", "nym signature"),
            ("w", "a witness of non-revocation"),
            (
                "authority/signing.key",
                "a revocation authority's secret key",
            ),
            (
                "authority/authority.pub",
                "a revocation authority's public key",
            ),
            (
                "authority/accumulator.key",
                "a revocation authority's accumulator key",
            ),
            ("authority/epochs/0.epoch", "a published epoch"),
        ] {
            let seen = shell.ok(&format!("inspect {file}"));
            let told = seen["is"][0]["what"].as_str().unwrap();
            assert!(told.ends_with(what), "{file}: {told}");
            assert_eq!(seen["strict"], true, "{file}");
            assert_eq!(seen["is"].as_array().unwrap().len(), 1, "{file}: {seen}");
        }
        // The 32 bytes of a key appear nowhere in what is printed of it.
        shell.ok("keygen holder --output raw.key --raw");
        let secret = shell
            .read("raw.key")
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect::<String>();
        let seen = shell.ok("inspect raw.key").to_string();
        assert!(!seen.contains(&secret));
        assert!(seen.contains("a holder's key") && seen.contains("an issuer's secret key"));
        shell.ok("inspect authority");
    }
}

#[test]
fn files_of_the_go_tool_are_told() {
    let shell = Shell::new();
    for (file, what) in [
        ("issuer/ca/IssuerSecretKey", "an issuer's secret key"),
        ("issuer/ca/IssuerPublicKey", "an issuer's public key"),
        (
            "issuer/ca/RevocationKey",
            "a revocation authority's secret key",
        ),
        (
            "issuer/msp/RevocationPublicKey",
            "a revocation authority's public key",
        ),
        ("signer1/user/SignerConfig", "a Fabric signer configuration"),
        ("issuer", "CA"),
    ] {
        let seen = shell.ok(&format!("inspect {}", go(file).display()));
        let told = seen["is"].to_string();
        assert!(told.contains(what), "{file}: {told}");
        for secret in ["alice@org1.example", "rh-1001"] {
            assert!(!told.contains(secret), "{file}");
        }
    }
}

#[test]
fn what_is_not_strict_is_refused() {
    let shell = Shell::with_credential("native");
    shell.write("rubbish", "rubbish");
    shell.refused_as("inspect rubbish", "cli.unknown_file");
    shell.write("empty", "");
    shell.refused_as("inspect empty", "cli.unknown_file");
    std::fs::create_dir(shell.path("folder")).unwrap();
    shell.refused_as("inspect folder", "cli.unknown_file");
    shell.refused("inspect nowhere");
    let key = String::from_utf8(shell.read("alice.key")).unwrap();
    shell.write("relabelled", key.replace("HOLDER KEY", "NYM SECRET"));
    let error = shell.refused("inspect relabelled");
    assert!(
        error["about"]
            .as_str()
            .unwrap()
            .contains("does not decode strictly"),
        "{error}"
    );
    shell.write("unknown", key.replace("HOLDER KEY", "SOMETHING"));
    shell.refused("inspect unknown");
}
