//! `idemix`: anonymous credentials from the shell.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod failure;
mod files;
mod profile;
mod progress;
mod report;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Cli;
use crate::failure::Failure;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    let json = cli.global.json;
    match commands::run(cli) {
        Ok(report) => {
            report.print(json);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            failure.print(json);
            ExitCode::FAILURE
        }
    }
}

/// Help and version on stdout; what is wrong with the options on stderr, as JSON if that is asked for, with exit code 2.
fn misused(error: &clap::Error) -> ExitCode {
    let wants_json = std::env::args_os().any(|word| word == "--json");
    if wants_json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text.trim().trim_start_matches("error: ");
        Failure::usage(message).print(true);
    } else if error.print().is_err() {
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
