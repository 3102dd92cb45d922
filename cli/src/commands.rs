//! The commands, one a file.

mod audit;
mod ca_keygen;
mod completions;
mod demo;
mod inspect;
mod issue;
mod keygen;
mod man;
mod msp;
mod nonce;
mod nym;
mod present;
mod receive;
mod request;
mod revocation;
mod signerconfig;
mod verify;
mod verify_batch;

use clap::{Parser, Subcommand};

use crate::args::Global;
use crate::failure::Result;
use crate::report::Report;

/// Anonymous credentials: issue, present, verify, audit and revoke; compatible with IBM/idemix.
#[derive(Parser, Debug)]
#[command(
    name = "idemix",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "Example: idemix demo\n  runs the whole story in a temporary folder and shows every command."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Demo(demo::Demo),
    Keygen(keygen::Keygen),
    Nonce(nonce::Nonce),
    Request(request::Request),
    Issue(issue::Issue),
    Receive(receive::Receive),
    Present(present::Present),
    Verify(verify::Verify),
    VerifyBatch(verify_batch::VerifyBatch),
    Nym(nym::NymCommand),
    Audit(audit::Audit),
    Revocation(revocation::Revocation),
    CaKeygen(ca_keygen::CaKeygen),
    Signerconfig(signerconfig::Signerconfig),
    Msp(msp::Msp),
    Inspect(inspect::Inspect),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs a command.
pub(crate) fn run(cli: Cli) -> Result<Report> {
    let files = cli.global.files();
    match cli.command {
        Command::Demo(command) => command.run(cli.global.json),
        Command::Keygen(command) => command.run(&files),
        Command::Nonce(command) => command.run(&files),
        Command::Request(command) => command.run(&files),
        Command::Issue(command) => command.run(&files),
        Command::Receive(command) => command.run(&files),
        Command::Present(command) => command.run(&files),
        Command::Verify(command) => command.run(&files),
        Command::VerifyBatch(command) => command.run(&files),
        Command::Nym(command) => command.run(&files),
        Command::Audit(command) => command.run(&files),
        Command::Revocation(command) => command.run(&files),
        Command::CaKeygen(command) => command.run(&files),
        Command::Signerconfig(command) => command.run(&files),
        Command::Msp(command) => command.run(&files),
        Command::Inspect(command) => command.run(&files),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(&files),
    }
}
