//! The sessions of docs/cli.md, run as they stand there.

use std::process::Command;

use crate::shell::Shell;

#[cfg(unix)]
#[test]
fn documented_sessions_run() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cli.md")).unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_idemix"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let sessions: Vec<&str> = text
        .split("```sh\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert_eq!(sessions.len(), 2);
    for session in sessions {
        let shell = Shell::new();
        let mut sh = Command::new("sh");
        sh.args(["-euc", session])
            .env("PATH", &path)
            .current_dir(shell.path("."));
        let output = sh.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{session}\n{error}");
        let last = String::from_utf8(output.stdout).unwrap();
        assert!(last.contains("verified"), "{last}");
    }
}

#[test]
fn the_documented_schema_is_read() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cli.md")).unwrap();
    let schema = text
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let shell = Shell::new();
    shell.write("schema.toml", schema);
    let made = shell.ok("keygen issuer --secret k --public p --schema schema.toml");
    assert_eq!(made["attributes"].as_array().unwrap().len(), 3);
}
