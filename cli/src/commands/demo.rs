//! The whole story, told with the program's own commands.

use std::path::PathBuf;

use clap::{Args, Parser};

use super::{Cli, run};
use crate::failure::{About, Failure, Result};
use crate::report::Report;

/// Run the whole story in a temporary folder, and show every command
///
/// An issuer, two holders, a verifier, an auditor and a revocation authority, and the same at the level of Fabric.
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix demo")]
pub(crate) struct Demo {
    /// Keep the files in this new folder
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Demo {
    pub(crate) fn run(self, json: bool) -> Result<Report> {
        let temporary = tempfile::tempdir()?;
        let folder = match &self.output {
            None => temporary.path().to_owned(),
            Some(path) => {
                std::fs::create_dir(path).in_file(path)?;
                path.canonicalize().in_file(path)?
            }
        };
        std::env::set_current_dir(&folder).in_file(&folder)?;
        let mut story = Story {
            quiet: json,
            commands: 0,
            refused: 0,
        };
        story.tell()?;
        // A folder that is somebody's working folder cannot be removed everywhere.
        std::env::set_current_dir(std::env::temp_dir())?;
        let line = format!(
            "\nThat was it: {} commands, {} of them rightly refused.",
            story.commands, story.refused
        );
        Ok(Report::line(line)
            .field("commands", story.commands)
            .field("refused", story.refused)
            .show_if("files", self.output.map(|path| path.display().to_string())))
    }
}

struct Story {
    quiet: bool,
    commands: u64,
    refused: u64,
}

impl Story {
    fn say(&self, text: &str) {
        if !self.quiet {
            println!("{text}");
        }
    }

    fn execute(&mut self, command: &[&str]) -> Result<Report> {
        let shown: Vec<String> = command.iter().map(|word| quoted(word)).collect();
        self.say(&format!("  $ idemix {}", shown.join(" ")));
        self.commands = self.commands.saturating_add(1);
        let words = std::iter::once("idemix").chain(command.iter().copied());
        run(Cli::try_parse_from(words)?)
    }

    /// Runs a command that must succeed.
    fn done(&mut self, command: &[&str]) -> Result<Report> {
        let report = self.execute(command)?;
        for line in report.lines() {
            self.say(&format!("    {line}"));
        }
        Ok(report)
    }

    /// Runs a command that must be refused.
    fn refused(&mut self, command: &[&str]) -> Result<()> {
        match self.execute(command) {
            Err(failure) => {
                self.say(&format!("    refused: {}", failure.sentence()));
                self.refused = self.refused.saturating_add(1);
                Ok(())
            }
            Ok(_) => Err(Failure::usage("accepted what must be refused").about(command.join(" "))),
        }
    }

    /// A field of a report.
    fn of(report: &Report, field: &str) -> Result<String> {
        let value = report.get(field).map(str::to_owned);
        value.ok_or(Failure::usage("the command did not report it").about(field))
    }

    fn tell(&mut self) -> Result<()> {
        self.found()?;
        let alice = self.issue("alice")?;
        let bob = self.issue("bob")?;
        self.show()?;
        self.audit()?;
        self.revoke(&alice, &bob)?;
        self.fabric()
    }

    fn found(&mut self) -> Result<()> {
        self.say("An issuer makes its keys. A revocation authority makes its own.");
        self.done(&[
            "keygen",
            "issuer",
            "--secret",
            "issuer.key",
            "--public",
            "issuer.pub",
        ])?;
        self.done(&["revocation", "init", "--output", "authority"])?;
        Ok(())
    }

    /// Issues a credential; gives the revocation handle.
    fn issue(&mut self, name: &str) -> Result<String> {
        self.say(&format!(
            "\n{name} gets a credential. The issuer signs the attributes without learning {name}'s key."
        ));
        let file = |suffix: &str| format!("{name}.{suffix}");
        let (key, request, pending) = (file("key"), file("request"), file("pending"));
        let (answer, credential, witness) = (file("answer"), file("cred"), file("witness"));
        self.done(&["keygen", "holder", "--output", &key])?;
        let nonce = self.done(&["nonce", "--sessions", "sessions"])?;
        let nonce = Self::of(&nonce, "nonce")?;
        self.done(&[
            "request",
            "--holder",
            &key,
            "--issuer",
            "issuer.pub",
            "--nonce",
            &nonce,
            "--output",
            &request,
            "--pending",
            &pending,
        ])?;
        let enrolled = self.done(&[
            "revocation",
            "enroll",
            "--authority",
            "authority",
            "--handle",
            "random",
            "--witness",
            &witness,
        ])?;
        let handle = Self::of(&enrolled, "handle")?;
        let (id, rh) = (
            format!("EnrollmentID={name}"),
            format!("RevocationHandle={handle}"),
        );
        self.done(&[
            "issue",
            "--issuer-key",
            "issuer.key",
            "--sessions",
            "sessions",
            "--nonce",
            &nonce,
            "--request",
            &request,
            "--attribute",
            "OU=research",
            "--attribute",
            "Role:int=1",
            "--attribute",
            &id,
            "--attribute",
            &rh,
            "--output",
            &answer,
        ])?;
        self.done(&[
            "receive",
            "--holder",
            &key,
            "--issuer",
            "issuer.pub",
            "--pending",
            &pending,
            "--answer",
            &answer,
            "--expect",
            &id,
            "--expect",
            &rh,
            "--output",
            &credential,
        ])?;
        Ok(handle)
    }

    fn show(&mut self) -> Result<()> {
        self.say(
            "\nA verifier gives alice a nonce. She shows her unit and nothing else, and that she is not revoked.",
        );
        let nonce = Self::of(&self.done(&["nonce"])?, "nonce")?;
        self.done(&[
            "present",
            "--holder",
            "alice.key",
            "--issuer",
            "issuer.pub",
            "--credential",
            "alice.cred",
            "--type",
            "eid-nym-rh-nym",
            "--disclose",
            "OU",
            "--nonce",
            &nonce,
            "--context",
            "door",
            "--message",
            "open the door",
            "--witness",
            "alice.witness",
            "--epoch-file",
            "authority/epochs/0.epoch",
            "--authority",
            "authority/authority.pub",
            "--save-nym",
            "alice.nym",
            "--save-eid-opening",
            "alice.eid",
            "--save-rh-opening",
            "alice.rh",
            "--output",
            "shown",
        ])?;
        self.done(&verify("research", &nonce, "shown"))?;
        self.say("\nAnother value, or the same presentation for another nonce, is refused.");
        self.refused(&verify("sales", &nonce, "shown"))?;
        let other = Self::of(&self.done(&["nonce"])?, "nonce")?;
        self.refused(&verify("research", &other, "shown"))?;

        self.say("\nUnder the same pseudonym alice signs a message later.");
        self.done(&[
            "nym",
            "sign",
            "--holder",
            "alice.key",
            "--issuer",
            "issuer.pub",
            "--nym",
            "alice.nym",
            "--message",
            "close the door",
            "--output",
            "close.sig",
        ])?;
        self.done(&["inspect", "close.sig"])?;
        Ok(())
    }

    fn audit(&mut self) -> Result<()> {
        self.say(
            "\nAn auditor, to whom alice gave an opening, checks who she is. The verifier could not tell.",
        );
        let nonce = Self::of(&self.done(&["nonce"])?, "nonce")?;
        self.done(&[
            "present",
            "--holder",
            "alice.key",
            "--issuer",
            "issuer.pub",
            "--credential",
            "alice.cred",
            "--type",
            "eid-nym",
            "--nonce",
            &nonce,
            "--save-eid-opening",
            "audited.eid",
            "--output",
            "audited",
        ])?;
        let open = |value: &'static str, nonce: &str| -> Vec<String> {
            [
                "audit",
                "open",
                "--issuer",
                "issuer.pub",
                "--type",
                "eid-nym",
                "--nonce",
                nonce,
                "--eid-opening",
                "audited.eid",
                "--value",
                value,
                "audited",
            ]
            .map(str::to_owned)
            .to_vec()
        };
        let words = open("EnrollmentID=alice", &nonce);
        self.done(&words.iter().map(String::as_str).collect::<Vec<_>>())?;
        let words = open("EnrollmentID=bob", &nonce);
        self.refused(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn revoke(&mut self, alice: &str, bob: &str) -> Result<()> {
        self.say("\nbob is revoked. alice catches up from public data and goes on; bob cannot.");
        self.done(&[
            "revocation",
            "revoke",
            "--authority",
            "authority",
            "--handle",
            bob,
        ])?;
        let catch_up = |handle, witness, output| {
            [
                "revocation",
                "catch-up",
                "--authority",
                "authority/authority.pub",
                "--epochs",
                "authority/epochs",
                "--handle",
                handle,
                "--witness",
                witness,
                "--output",
                output,
            ]
        };
        self.done(&catch_up(alice, "alice.witness", "alice.witness.1"))?;
        self.refused(&catch_up(bob, "bob.witness", "bob.witness.1"))?;
        let nonce = Self::of(&self.done(&["nonce"])?, "nonce")?;
        for (name, witness, epoch, output) in [
            (
                "alice",
                "alice.witness.1",
                "authority/epochs/1.epoch",
                "alice.shown",
            ),
            (
                "bob",
                "bob.witness",
                "authority/epochs/0.epoch",
                "bob.shown",
            ),
        ] {
            let (key, credential) = (format!("{name}.key"), format!("{name}.cred"));
            self.done(&[
                "present",
                "--holder",
                &key,
                "--issuer",
                "issuer.pub",
                "--credential",
                &credential,
                "--nonce",
                &nonce,
                "--witness",
                witness,
                "--epoch-file",
                epoch,
                "--authority",
                "authority/authority.pub",
                "--output",
                output,
            ])?;
        }
        let verify = |shown| {
            [
                "verify",
                "--issuer",
                "issuer.pub",
                "--nonce",
                &nonce,
                "--epoch-file",
                "authority/epochs/1.epoch",
                "--authority",
                "authority/authority.pub",
                shown,
            ]
        };
        self.done(&verify("alice.shown"))?;
        self.refused(&verify("bob.shown"))
    }

    fn fabric(&mut self) -> Result<()> {
        self.say(
            "\nThe same for Hyperledger Fabric, in the files of the Go tool idemixgen: a CA, a signer, an identity.",
        );
        self.done(&["ca-keygen", "--output", "ca"])?;
        self.done(&[
            "signerconfig",
            "--ca-input",
            "ca",
            "--output",
            "carol",
            "-u",
            "research",
            "-e",
            "carol",
            "-r",
            "random",
            "--admin",
        ])?;
        self.done(&[
            "msp",
            "identity",
            "--signer",
            "carol",
            "--mspid",
            "Org1MSP",
            "--output",
            "carol.id",
            "--nym",
            "carol.nym",
        ])?;
        self.done(&[
            "msp",
            "sign",
            "--signer",
            "carol",
            "--mspid",
            "Org1MSP",
            "--identity",
            "carol.id",
            "--nym",
            "carol.nym",
            "--message",
            "a transaction",
            "--output",
            "transaction.sig",
        ])?;
        let verify = |message| {
            [
                "msp",
                "verify",
                "--msp",
                "ca",
                "--mspid",
                "Org1MSP",
                "--message",
                message,
                "--signature",
                "transaction.sig",
                "carol.id",
            ]
        };
        self.done(&verify("a transaction"))?;
        self.refused(&verify("another transaction"))
    }
}

fn verify<'a>(unit: &'static str, nonce: &'a str, shown: &'a str) -> [&'a str; 18] {
    let expected = match unit {
        "research" => "OU=research",
        _ => "OU=sales",
    };
    [
        "verify",
        "--issuer",
        "issuer.pub",
        "--type",
        "eid-nym-rh-nym",
        "--expect",
        expected,
        "--nonce",
        nonce,
        "--context",
        "door",
        "--message",
        "open the door",
        "--epoch-file",
        "authority/epochs/0.epoch",
        "--authority",
        "authority/authority.pub",
        shown,
    ]
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    if word.contains(|c: char| c.is_whitespace()) {
        format!("'{word}'")
    } else {
        word.to_owned()
    }
}
