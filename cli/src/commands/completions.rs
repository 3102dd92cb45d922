//! Shell completions.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::failure::{About, Result};
use crate::report::Report;

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix completions bash > /etc/bash_completion.d/idemix")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<Report> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "idemix", &mut script);
        Ok(Report::bare(String::from_utf8(script).about("the script")?))
    }
}
