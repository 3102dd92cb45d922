//! Manual pages.

use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;

use super::Cli;
use crate::failure::{About, Result};
use crate::files::Files;
use crate::report::Report;

/// Write the manual pages, one a command
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix man --output /usr/local/share/man/man1")]
pub(crate) struct Man {
    /// The folder to write
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
}

impl Man {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let mut root = Cli::command();
        root.build();
        let mut pages = Vec::new();
        collect(&root, "idemix", &mut pages)?;
        for (name, _) in &pages {
            files.check_free(&self.output.join(name))?;
        }
        for (name, page) in &pages {
            files.write_bytes(&self.output.join(name), page, false)?;
        }
        let names: Vec<String> = pages.into_iter().map(|(name, _)| name).collect();
        Ok(Report::line(format!("wrote {} manual pages", names.len())).field("pages", names))
    }
}

/// A command's page and those of its subcommands.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let mut page = Vec::new();
    Page::new(command.clone()).render(&mut page).about(name)?;
    pages.push((format!("{name}.1"), page));
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        collect(sub, &format!("{name}-{}", sub.get_name()), pages)?;
    }
    Ok(())
}
