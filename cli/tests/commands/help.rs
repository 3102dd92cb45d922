//! Help, completions and manual pages.

use crate::shell::Shell;

const COMMANDS: [&str; 33] = [
    "demo",
    "keygen",
    "keygen issuer",
    "keygen holder",
    "nonce",
    "request",
    "issue",
    "receive",
    "present",
    "verify",
    "verify-batch",
    "nym",
    "nym new",
    "nym sign",
    "nym verify",
    "audit",
    "audit open",
    "audit check",
    "revocation",
    "revocation init",
    "revocation enroll",
    "revocation revoke",
    "revocation epoch",
    "revocation catch-up",
    "ca-keygen",
    "signerconfig",
    "msp",
    "msp identity",
    "msp sign",
    "msp verify",
    "inspect",
    "completions",
    "man",
];

#[test]
fn every_command_has_help_with_an_example_and_a_page() {
    let shell = Shell::new();
    let pages = shell.ok("man --output man");
    let pages = pages["pages"].as_array().unwrap();
    assert_eq!(pages.len(), COMMANDS.len() + 1);
    shell.refused_as("man --output man", "cli.exists");
    for command in COMMANDS {
        let output = shell.run(&format!("{command} --help"));
        assert!(output.status.success(), "{command}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Example: "), "{command}");
        let example = text.split("Example: ").nth(1).unwrap();
        assert!(
            example.contains(&format!("idemix {}", command.split(' ').next().unwrap())),
            "{command}"
        );
        assert!(
            text.contains("--json") && text.contains("--force"),
            "{command}"
        );
        let page = format!("man/idemix-{}.1", command.replace(' ', "-"));
        assert!(
            String::from_utf8(shell.read(&page))
                .unwrap()
                .contains(".SH"),
            "{page}"
        );
    }
}

#[test]
fn completions_for_every_shell() {
    let shell = Shell::new();
    for name in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = shell.run(&format!("completions {name}"));
        assert!(output.status.success(), "{name}");
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(
            script.contains("verify-batch") && script.contains("catch-up"),
            "{name}"
        );
    }
    assert!(!shell.run("completions csh").status.success());
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::process::Command;
    let shell = Shell::new();
    let script = format!(
        "{} completions bash | head -c 1 >/dev/null; exit ${{PIPESTATUS:-0}}",
        env!("CARGO_BIN_EXE_idemix")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(shell.path("."))
        .output()
        .unwrap();
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
