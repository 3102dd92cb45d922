//! Bad input: refused with the file or option it is about, and nothing written.

use crate::shell::Shell;

#[test]
fn a_nonce_serves_once() {
    let shell = Shell::with_credential("native");
    let nonce = shell.ok("nonce --sessions sessions")["nonce"]
        .as_str()
        .unwrap()
        .to_owned();
    shell.ok("keygen holder --output bob.key");
    shell.ok(&format!(
        "request --holder bob.key --issuer issuer.pub --nonce {nonce} --output r --pending p"
    ));
    let issue = |nonce: &str, out: &str| {
        format!(
            "issue --issuer-key issuer.key --sessions sessions --nonce {nonce} --request r --attribute OU=o \
             --attribute Role:int=1 --attribute EnrollmentID=b --attribute RevocationHandle=h --output {out}"
        )
    };
    // A slip in the attributes does not use it up.
    shell.refused(&issue(&nonce, "a").replace("--attribute OU=o", ""));
    shell.refused(&issue(&nonce, "a").replace("OU=o", "EnrollmentID=o"));
    shell.refused(&issue(&nonce, "a").replace("Role:int=1", "Role:int=x"));
    shell.ok(&issue(&nonce, "a"));
    let error = shell.refused(&issue(&nonce, "again"));
    assert!(
        error["error"].as_str().unwrap().contains("nonce"),
        "{error}"
    );
    // One that was never given out, one that has expired, and no nonce at all.
    let never = shell.nonce();
    shell.refused(&issue(&never, "b"));
    let expired = shell.ok("nonce --sessions sessions --lifetime 0")["nonce"]
        .as_str()
        .unwrap()
        .to_owned();
    shell.refused(&issue(&expired, "b"));
    shell.refused(&issue("zz", "b"));
    // A request for another nonce: refused, and this nonce is used up.
    let fresh = shell.ok("nonce --sessions sessions")["nonce"]
        .as_str()
        .unwrap()
        .to_owned();
    shell.refused(&issue(&fresh, "b"));
    shell.refused(&issue(&fresh, "b"));
    assert!(!shell.path("b").exists() && !shell.path("again").exists());
}

#[test]
fn an_answer_is_accepted_only_if_it_is_what_was_agreed() {
    let shell = Shell::with_credential("native");
    let receive = "receive --holder alice.key --issuer issuer.pub --pending alice.pending --answer alice.answer --output x";
    shell.refused(&format!("{receive} --expect EnrollmentID=bob"));
    shell.refused(&format!("{receive} --expect Nothing=bob"));
    shell.ok("keygen holder --output bob.key");
    let error = shell.refused(&receive.replace("alice.key", "bob.key"));
    assert!(
        error["about"].as_str().unwrap().contains("alice.answer"),
        "{error}"
    );
    shell.refused(&receive.replace("alice.pending", "alice.key"));
    assert!(!shell.path("x").exists());
}

#[test]
fn presenting_refuses_what_makes_no_sense() {
    let shell = Shell::with_credential("native");
    let present =
        "present --holder alice.key --issuer issuer.pub --credential alice.cred --output x";
    for options in [
        "--disclose Nothing",
        "--disclose OU --disclose OU",
        "--type eid-nym --disclose EnrollmentID",
        "--save-eid-opening e",
        "--type eid-nym --save-rh-opening e",
        "--nonce 00",
        "--nonce zz",
        "--scope ''",
        "--nym alice.key",
        "--cri alice.cred",
    ] {
        shell.refused(&format!("{present} {options}"));
    }
    shell.ok("keygen issuer --secret other.key --public other.pub");
    shell.refused(&present.replace("issuer.pub", "other.pub"));
    shell.ok("keygen holder --output bob.key");
    shell.refused(&present.replace("alice.key", "bob.key"));
    assert!(!shell.path("x").exists() && !shell.path("e").exists());
}

#[test]
fn every_file_is_named_when_it_is_bad() {
    let shell = Shell::with_credential("native");
    shell.ok(
        "present --holder alice.key --issuer issuer.pub --credential alice.cred --output shown",
    );
    let verify = "verify --issuer issuer.pub shown";
    shell.ok(verify);
    let good = String::from_utf8(shell.read("shown")).unwrap();
    let truncated = good.replace("-----END IDEMIX NATIVE PRESENTATION-----\n", "");
    let relabelled = good.replace("NATIVE PRESENTATION", "NATIVE REQUEST");
    for bad in [
        String::new(),
        truncated,
        relabelled,
        good.replacen('A', "B", 1),
        format!("{good}\n"),
        good.replace('\n', "\r\n"),
        "\u{1}".into(),
    ] {
        shell.write("bad", &bad);
        let error = shell.refused("verify --issuer issuer.pub bad");
        assert_eq!(error["about"], "bad", "{bad}");
    }
    let error = shell.refused("verify --issuer issuer.pub nowhere");
    assert!(
        error["error"].as_str().unwrap().contains("nowhere"),
        "{error}"
    );
    shell.refused("verify --issuer issuer.pub .");
    shell.write("huge", vec![b'x'; (1 << 20) + 1]);
    shell.refused("verify --issuer issuer.pub huge");
    // The issuer's secret key is not a public one, and is not shown.
    shell.refused_as("verify --issuer issuer.key shown", "cli.wrong_kind");
}

#[test]
fn without_json_an_error_is_a_sentence_on_stderr() {
    let shell = Shell::new();
    let output = shell.run("verify --issuer nowhere.pub shown");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("idemix: nowhere.pub: "), "{text}");
    // Wrong options are clap's, with its own code.
    assert_eq!(shell.run("verify").status.code(), Some(2));
    assert_eq!(shell.run("no-such-command").status.code(), Some(2));
    assert_eq!(shell.refused("verify")["code"], "cli.usage");
}
