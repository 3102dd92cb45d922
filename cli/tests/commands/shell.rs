//! A folder, and commands run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub(crate) struct Shell {
    folder: tempfile::TempDir,
}

impl Shell {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_idemix"));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        self.command().args(words(line)).output().unwrap()
    }

    /// Runs a command that must succeed, with --json; gives its object.
    pub(crate) fn ok(&self, line: &str) -> Value {
        let output = self.run(&format!("{line} --json"));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}\n{error}");
        serde_json::from_slice(&output.stdout).expect(line)
    }

    /// Runs a command that must be refused, with --json; gives the error object.
    pub(crate) fn refused(&self, line: &str) -> Value {
        let output = self.run(&format!("{line} --json"));
        assert!(!output.status.success(), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
        let error: Value = serde_json::from_slice(&output.stderr)
            .unwrap_or_else(|_| panic!("{line}\n{}", String::from_utf8_lossy(&output.stderr)));
        for key in ["error", "about", "code"] {
            assert!(error.get(key).is_some(), "{line}: {error}");
        }
        error
    }

    /// As [`Shell::refused`], with the code that says why.
    pub(crate) fn refused_as(&self, line: &str, code: &str) {
        let error = self.refused(line);
        assert_eq!(error["code"], code, "{line}: {error}");
    }

    pub(crate) fn nonce(&self) -> String {
        self.ok("nonce")["nonce"].as_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), contents).unwrap();
    }

    /// issuer.key, issuer.pub, and a credential of alice in alice.cred with alice.key.
    pub(crate) fn with_credential(profile: &str) -> Self {
        let shell = Self::new();
        shell.ok("keygen issuer --secret issuer.key --public issuer.pub");
        shell.ok("keygen holder --output alice.key");
        shell.issue("alice", profile, "handle-0000000000000001");
        shell
    }

    pub(crate) fn issue(&self, name: &str, profile: &str, handle: &str) {
        let nonce = self.ok("nonce --sessions sessions");
        let nonce = nonce["nonce"].as_str().unwrap();
        self.ok(&format!(
            "request --holder {name}.key --issuer issuer.pub --nonce {nonce} --profile {profile} \
             --output {name}.request --pending {name}.pending"
        ));
        self.ok(&format!(
            "issue --issuer-key issuer.key --sessions sessions --nonce {nonce} --profile {profile} \
             --request {name}.request --attribute OU=org1 --attribute Role:int=1 \
             --attribute EnrollmentID={name} --attribute RevocationHandle={handle} --output {name}.answer"
        ));
        self.ok(&format!(
            "receive --holder {name}.key --issuer issuer.pub --pending {name}.pending --answer {name}.answer \
             --profile {profile} --expect EnrollmentID={name} --expect Role:int=1 --output {name}.cred"
        ));
    }
}

/// Words as a shell makes them; quotes keep spaces together.
fn words(line: &str) -> Vec<String> {
    line.split('\'')
        .enumerate()
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Folders and files that the Go tools wrote.
pub(crate) fn go(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../vectors/aries/msp")
        .join(name)
}

#[cfg(unix)]
pub(crate) fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}
