//! From keys to audited presentations, in both profiles.

use crate::shell::Shell;

const PRESENT: &str = "present --holder alice.key --issuer issuer.pub --credential alice.cred";

#[test]
fn demo_tells_the_whole_story() {
    let shell = Shell::new();
    let told = shell.ok("demo");
    assert_eq!(told["refused"], 6);
    assert!(told["commands"].as_u64().unwrap() > 30);

    let output = shell.run("demo --output kept");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("$ idemix verify --issuer issuer.pub"));
    assert!(text.contains("refused: "));
    assert!(shell.path("kept/alice.cred").is_file());
    shell.refused("demo --output kept");
}

#[test]
fn native_life_cycle() {
    let shell = Shell::with_credential("native");
    let nonce = shell.nonce();
    let shown = shell.ok(&format!(
        "{PRESENT} --type eid-nym-rh-nym --disclose OU --disclose Role --nonce {nonce} --context door \
         --scope shop --message hello --save-nym nym --save-eid-opening eid --save-rh-opening rh --output shown"
    ));
    let verify = format!(
        "verify --issuer issuer.pub --type eid-nym-rh-nym --expect OU=org1 --expect Role:int=1 \
         --nonce {nonce} --context door --scope shop --message hello"
    );
    let verified = shell.ok(&format!("{verify} shown"));
    assert_eq!(verified["verified"], true);
    assert_eq!(verified["nym"], shown["nym"]);
    assert_eq!(verified["disclosed"], serde_json::json!(["OU", "Role"]));
    for nym in ["eid_nym", "rh_nym", "scope_nym"] {
        assert_eq!(verified[nym].as_str().unwrap().len(), 96, "{nym}");
    }

    // Everything is compared.
    for (from, to, code) in [
        ("OU=org1", "OU=org2", "verify.bad_proof"),
        ("--expect Role:int=1", "", "verify.response_count"),
        ("--message hello", "--message bye", "verify.bad_proof"),
        ("--context door", "", "verify.bad_proof"),
        ("--scope shop", "", "verify.scope_presence"),
        ("--type eid-nym-rh-nym", "", "verify.wrong_type"),
    ] {
        shell.refused_as(&format!("{} shown", verify.replace(from, to)), code);
    }
    let other = shell.nonce();
    shell.refused_as(
        &format!("{} shown", verify.replace(&nonce, &other)),
        "verify.bad_proof",
    );

    // The auditor.
    let audit = verify.replacen("verify", "audit open", 1);
    let opened = shell.ok(&format!(
        "{audit} --eid-opening eid --value EnrollmentID=alice shown"
    ));
    assert_eq!(opened["opened"], "EID nym");
    shell.ok(&format!(
        "{audit} --rh-opening rh --value RevocationHandle=handle-0000000000000001 shown"
    ));
    shell.refused_as(
        &format!("{audit} --eid-opening eid --value EnrollmentID=bob shown"),
        "audit.value_mismatch",
    );
    shell.refused(&format!("{audit} --eid-opening eid --value OU=org1 shown"));
    shell.refused_as(
        &format!("{audit} --eid-opening rh --value EnrollmentID=alice shown"),
        "cli.wrong_kind",
    );

    // The same pseudonym signs, and presents again.
    shell
        .ok("nym sign --holder alice.key --issuer issuer.pub --nym nym --message m --output m.sig");
    shell.ok(&format!("{PRESENT} --nym nym --output again"));
    let again = shell.ok("verify --issuer issuer.pub again");
    assert_eq!(again["nym"], shown["nym"]);
}

#[test]
fn aries_life_cycle() {
    let shell = Shell::with_credential("aries");
    shell.ok(&format!(
        "{PRESENT} --profile aries --type eid-nym --disclose OU --message hello --save-eid-opening eid --output shown"
    ));
    let verify =
        "--issuer issuer.pub --profile aries --type eid-nym --expect OU=org1 --message hello";
    assert_eq!(
        shell.ok(&format!("verify {verify} shown"))["profile"],
        "aries"
    );
    shell.ok(&format!(
        "audit open {verify} --eid-opening eid --value EnrollmentID=alice shown"
    ));
    shell.refused_as(
        "verify --issuer issuer.pub --type eid-nym --expect OU=org1 --message hello shown",
        "cli.wrong_kind",
    );
    // An aries credential can be presented natively.
    let nonce = shell.nonce();
    shell.ok(&format!("{PRESENT} --nonce {nonce} --output native"));
    shell.ok(&format!(
        "verify --issuer issuer.pub --nonce {nonce} native"
    ));
    // What the profile cannot bind is not silently left out.
    for option in [
        format!("--nonce {nonce}"),
        "--context c".into(),
        "--scope s".into(),
    ] {
        shell.refused(&format!("{PRESENT} --profile aries {option} --output x"));
        shell.refused(&format!("verify {verify} {option} shown"));
    }
    assert!(!shell.path("x").exists());
}

#[test]
fn bare_bytes_go_through_the_whole_cycle_too() {
    let shell = Shell::new();
    shell.ok("keygen issuer --secret issuer.key --public issuer.pub --raw");
    assert_eq!(shell.read("issuer.key").len(), 32);
    assert_eq!(shell.read("issuer.pub").len(), 96);
    shell.ok("keygen holder --output alice.key --raw");
    shell.issue("alice", "aries", "handle-0000000000000001");
    shell.ok(&format!("{PRESENT} --profile aries --raw --output shown"));
    assert!(!shell.read("shown").starts_with(b"-----"));
    shell.ok("verify --issuer issuer.pub --profile aries shown");
    shell.ok("nym new --holder alice.key --issuer issuer.pub --secret n --public n.pub --raw");
    assert_eq!(
        (shell.read("n").len(), shell.read("n.pub").len()),
        (128, 96)
    );
    shell.ok("nym sign --holder alice.key --issuer issuer.pub --nym n --message-file n.pub --profile aries --raw --output s");
    shell.ok("nym verify --issuer issuer.pub --nym n.pub --message-file n.pub --profile aries s");
}

#[test]
fn pseudonyms_sign_and_are_verified() {
    let shell = Shell::with_credential("native");
    let new = shell.ok("nym new --holder alice.key --issuer issuer.pub --secret n --public n.pub");
    for profile in ["native", "aries"] {
        let sign = format!(
            "nym sign --holder alice.key --issuer issuer.pub --nym n --profile {profile} --output {profile}.sig"
        );
        shell.refused(&sign);
        shell.ok(&format!("{sign} --message m"));
        let verify = format!("nym verify --issuer issuer.pub --nym n.pub --profile {profile}");
        let verified = shell.ok(&format!("{verify} --message m {profile}.sig"));
        assert_eq!(verified["nym"], new["nym"]);
        shell.refused_as(
            &format!("{verify} --message x {profile}.sig"),
            "verify.bad_proof",
        );
    }
    // Another holder does not sign under it.
    shell.ok("keygen holder --output bob.key");
    shell.refused("nym sign --holder bob.key --issuer issuer.pub --nym n --message m --output x");
    assert!(!shell.path("x").exists());
}

#[test]
fn schemas_come_from_toml_or_json() {
    let shell = Shell::new();
    shell.write(
        "s.toml",
        "attributes = [\"name\", \"age\"]\nenrollment_id = \"name\"\nsecret_key_position = 1\n",
    );
    shell.write(
        "s.json",
        r#"{"attributes": ["name", "age"], "enrollment_id": "name", "secret_key_position": 1}"#,
    );
    shell.ok("keygen issuer --secret i.key --public i.pub --schema s.toml");
    shell.ok("keygen holder --output h.key");
    let nonce = shell.ok("nonce --sessions s")["nonce"]
        .as_str()
        .unwrap()
        .to_owned();
    shell.ok(&format!(
        "request --holder h.key --issuer i.pub --schema s.json --nonce {nonce} --output r --pending p"
    ));
    shell.ok(&format!(
        "issue --issuer-key i.key --schema s.toml --sessions s --nonce {nonce} --request r --attribute name=alice \
         --attribute age:int=30 --output a"
    ));
    shell.ok("receive --holder h.key --issuer i.pub --schema s.json --pending p --answer a --expect age:int=30 --output c");
    shell.ok("present --holder h.key --issuer i.pub --schema s.json --credential c --disclose age --output shown");
    shell.ok("verify --issuer i.pub --schema s.toml --expect age:int=30 shown");
    // Fabric's schema is another one.
    shell.refused("verify --issuer i.pub shown");
    for bad in [
        "attributes = []",
        "attributes = [\"a\", \"a\"]",
        "attributes = [\"a\"]\nenrollment_id = \"b\"",
        "attributes = [\"a\"]\nsecret_key_position = 2",
        "attributes = [\"a\"]\nunknown = 1",
        "{",
        "not = = toml",
    ] {
        shell.write("bad", bad);
        let error = shell.refused("keygen issuer --secret x --public y --schema bad");
        assert!(!error["error"].as_str().unwrap().is_empty(), "{bad}");
    }
    assert!(!shell.path("x").exists());
}
