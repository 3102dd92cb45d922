//! How files are written: never over others, secret ones for their owner only, whole or not at all, encrypted on request.

use crate::shell::Shell;
#[cfg(unix)]
use crate::shell::mode;

#[test]
fn nothing_is_overwritten_without_force() {
    let shell = Shell::with_credential("native");
    let nonce = shell.nonce();
    shell.ok("nym new --holder alice.key --issuer issuer.pub --secret n --public n.pub");
    shell.ok("ca-keygen --output ca");
    shell.ok("signerconfig --ca-input ca --output bob -u o -e bob -r random");
    shell.ok("revocation init --output authority");
    shell.write("taken", "precious");
    let issuer = "--issuer issuer.pub";
    for line in [
        "keygen holder --output taken".to_owned(),
        "keygen issuer --secret taken --public free".to_owned(),
        "keygen issuer --secret free --public taken".to_owned(),
        format!(
            "request --holder alice.key {issuer} --nonce {nonce} --output taken --pending free"
        ),
        format!(
            "request --holder alice.key {issuer} --nonce {nonce} --output free --pending taken"
        ),
        format!(
            "receive --holder alice.key {issuer} --pending alice.pending --answer alice.answer --output taken"
        ),
        format!("present --holder alice.key {issuer} --credential alice.cred --output taken"),
        format!(
            "present --holder alice.key {issuer} --credential alice.cred --output free --save-nym taken"
        ),
        format!("nym new --holder alice.key {issuer} --secret taken --public free"),
        format!("nym sign --holder alice.key {issuer} --nym n --message m --output taken"),
        "revocation enroll --authority authority --handle random --witness taken".to_owned(),
        "msp identity --signer bob --mspid M --output taken --nym free".to_owned(),
        "msp identity --signer bob --mspid M --output free --nym taken".to_owned(),
        "ca-keygen --output ca".to_owned(),
        "signerconfig --ca-input ca --output bob -u o -e bob -r random".to_owned(),
        "revocation init --output authority".to_owned(),
    ] {
        shell.refused_as(&line, "cli.exists");
        assert_eq!(shell.read("taken"), b"precious", "{line}");
        assert!(!shell.path("free").exists(), "{line}");
    }
    shell.ok("keygen holder --output taken --force");
    assert_ne!(shell.read("taken"), b"precious");
    shell.ok("ca-keygen --output ca --force");
    // A registry remembers what was revoked: not even with --force.
    shell.refused_as("revocation init --output authority --force", "cli.exists");
}

#[cfg(unix)]
#[test]
fn only_its_owner_reads_a_secret_file() {
    let shell = Shell::with_credential("native");
    shell.ok("present --holder alice.key --issuer issuer.pub --credential alice.cred --type eid-nym-rh-nym \
              --save-nym nym --save-eid-opening eid --save-rh-opening rh --output shown");
    shell.ok("ca-keygen --output ca");
    shell.ok("signerconfig --ca-input ca --output bob -u o -e bob -r random");
    shell.ok("msp identity --signer bob --mspid M --output id --nym id.secret");
    shell.ok("revocation init --output authority");
    shell.ok("revocation enroll --authority authority --handle random --witness w");
    shell.ok("nym new --holder alice.key --issuer issuer.pub --secret n --public n.pub");
    for secret in [
        "issuer.key",
        "alice.key",
        "alice.pending",
        "alice.answer",
        "alice.cred",
        "nym",
        "eid",
        "rh",
        "n",
        "w",
        "ca/ca/IssuerSecretKey",
        "ca/ca/RevocationKey",
        "bob/user/SignerConfig",
        "id.secret",
        "authority/signing.key",
        "authority/accumulator.key",
    ] {
        assert_eq!(mode(&shell.path(secret)), 0o600, "{secret}");
    }
    for public in [
        "issuer.pub",
        "shown",
        "n.pub",
        "ca/msp/IssuerPublicKey",
        "id",
        "authority/authority.pub",
    ] {
        assert_ne!(mode(&shell.path(public)) & 0o044, 0, "{public}");
    }
    // Overwriting a file that everybody could read does not leave it so.
    use std::os::unix::fs::PermissionsExt;
    shell.write("open", "x");
    let everybody = std::fs::Permissions::from_mode(0o666);
    std::fs::set_permissions(shell.path("open"), everybody).unwrap();
    shell.ok("keygen holder --output open --force");
    assert_eq!(mode(&shell.path("open")), 0o600);
}

/// The system kills the process at the first byte that it writes to a file (SIGXFSZ).
#[cfg(unix)]
#[test]
fn killed_while_writing_it_leaves_no_half_written_file() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    let shell = Shell::with_credential("native");
    shell.ok("keygen holder --output old.key");
    let old = shell.read("old.key");
    let before = std::fs::read_dir(shell.path(".")).unwrap().count();
    for line in [
        "keygen holder --output new.key",
        "keygen holder --output old.key --force",
        "keygen issuer --secret new.secret --public new.pub",
        "ca-keygen --output new.ca",
        "present --holder alice.key --issuer issuer.pub --credential alice.cred --output new.shown",
        "nym new --holder alice.key --issuer issuer.pub --secret new.nym --public new.nym.pub",
    ] {
        let script = format!(
            "ulimit -c 0; ulimit -f 0; exec {} {line}",
            env!("CARGO_BIN_EXE_idemix")
        );
        let mut sh = Command::new("sh");
        let status = sh
            .args(["-c", &script])
            .current_dir(shell.path("."))
            .status()
            .unwrap();
        assert_eq!(status.signal(), Some(25), "{line}: {status}");
    }
    assert_eq!(shell.read("old.key"), old);
    let names: Vec<String> = std::fs::read_dir(shell.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("new") && name != "new.ca")
        .collect();
    assert!(names.is_empty(), "{names:?}");
    assert!(!shell.path("new.ca/ca/IssuerSecretKey").exists());
    // What a kill leaves are hidden temporary files, at most one a command.
    let after = std::fs::read_dir(shell.path(".")).unwrap().count();
    assert!(after <= before + 6 + 1);
    // And the next attempt succeeds.
    shell.ok("ca-keygen --output new.ca");
}

#[test]
fn secret_files_can_be_encrypted() {
    let shell = Shell::new();
    shell.write("pass", "correct horse\n");
    shell.write("wrong", "battery staple\n");
    shell.ok(
        "keygen issuer --secret issuer.key --public issuer.pub --encrypt --passphrase-file pass",
    );
    let secret = String::from_utf8(shell.read("issuer.key")).unwrap();
    assert!(secret.starts_with("-----BEGIN AGE ENCRYPTED FILE-----"));
    // Public files are not encrypted.
    assert!(
        shell
            .read("issuer.pub")
            .starts_with(b"-----BEGIN IDEMIX ISSUER PUBLIC KEY-----")
    );
    let inspected = shell.ok("inspect issuer.key --passphrase-file pass");
    assert_eq!(inspected["encrypted"], true);
    assert_eq!(inspected["is"][0]["what"], "an issuer's secret key");
    let error = shell.refused("inspect issuer.key --passphrase-file wrong");
    assert_eq!(error["about"], "issuer.key");
    // Without a terminal nobody can be asked.
    shell.refused("inspect issuer.key");
    shell.write("empty", "\n");
    shell.refused("keygen holder --output h --encrypt --passphrase-file empty");
    // Key material of the Go tools has no encrypted form.
    shell.refused("ca-keygen --output ca --encrypt --passphrase-file pass");
    assert!(!shell.path("ca").exists() && !shell.path("h").exists());
}
