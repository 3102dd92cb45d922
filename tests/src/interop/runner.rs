//! The command-line face: speaks as `cargo test`'s own harness does, and says per file how many cases passed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use super::{FileOutcome, check_file};

/// The folder to read instead of `vectors/aries`; a relative path starts at the workspace's root.
const FOLDER_VARIABLE: &str = "IDEMIX_VECTORS";

/// Checks every `*.json` of the folder that `arguments` select (the arguments of a test binary).
pub fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let arguments = Arguments::parse(arguments);
    let folder = folder();
    let files = match json_files(&folder) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    };
    let all = files.len();
    let selected: Vec<_> = files
        .into_iter()
        .filter(|(name, _)| arguments.selects(name))
        .collect();
    if arguments.list {
        for (name, _) in &selected {
            println!("{name}: test");
        }
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} files of {}", selected.len(), folder.display());
    let filtered = all.saturating_sub(selected.len());
    // A filter meant for another test binary selects nothing here; a folder without vectors is a mistake.
    if all == 0 {
        println!("there are no *.json files");
    }
    report(&selected, filtered, all > 0)
}

fn report(files: &[(String, PathBuf)], filtered: usize, mut success: bool) -> ExitCode {
    let start = Instant::now();
    let (mut passed, mut failed) = (0u32, 0u32);
    for (name, path) in files {
        match check_file(path) {
            FileOutcome::Passed { cases } => {
                passed = passed.saturating_add(1);
                println!("{name}: {cases} cases passed");
            }
            FileOutcome::Failed {
                passed: cases,
                complaints,
            } => {
                failed = failed.saturating_add(1);
                println!(
                    "{name}: FAILED, {cases} cases passed, {} complaints",
                    complaints.len()
                );
                for complaint in complaints {
                    println!("    {complaint}");
                }
            }
        }
    }
    success &= failed == 0;
    println!(
        "\ntest result: {}. {passed} passed; {failed} failed; 0 ignored; 0 measured; {filtered} filtered out; \
         finished in {:.2}s\n",
        if success { "ok" } else { "FAILED" },
        start.elapsed().as_secs_f64()
    );
    if success {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The folder of vectors: `vectors/aries`, or what `IDEMIX_VECTORS` names.
pub fn folder() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.parent().unwrap_or(package);
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) => root.join(folder),
        None => root.join("vectors/aries"),
    }
}

/// Name and path of every `*.json` directly in the folder, by name.
fn json_files(folder: &Path) -> std::io::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push((entry.file_name().to_string_lossy().into_owned(), path));
        }
    }
    files.sort();
    Ok(files)
}

/// Those of libtest's arguments that have a meaning here; the others are accepted.
#[derive(Debug, Default, PartialEq, Eq)]
struct Arguments {
    list: bool,
    exact: bool,
    ignored: bool,
    filters: Vec<String>,
    skip: Vec<String>,
}

impl Arguments {
    fn parse(arguments: impl IntoIterator<Item = String>) -> Self {
        let mut parsed = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--list" => parsed.list = true,
                "--exact" => parsed.exact = true,
                "--ignored" => parsed.ignored = true,
                "--skip" => parsed.skip.extend(arguments.next()),
                "--test-threads" | "--format" | "--color" | "--logfile" | "-Z"
                | "--shuffle-seed" => {
                    arguments.next();
                }
                flag if flag.starts_with('-') => {
                    if let Some(skip) = flag.strip_prefix("--skip=") {
                        parsed.skip.push(skip.to_owned());
                    }
                }
                _ => parsed.filters.push(argument),
            }
        }
        parsed
    }

    fn selects(&self, name: &str) -> bool {
        let matches = |pattern: &String| {
            if self.exact {
                name == pattern
            } else {
                name.contains(pattern.as_str())
            }
        };
        // Nothing here is ignored, so `--ignored` selects nothing.
        !self.ignored
            && (self.filters.is_empty() || self.filters.iter().any(matches))
            && !self.skip.iter().any(matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Arguments {
        Arguments::parse(arguments.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn filters_select_by_name() {
        assert!(parse(&[]).selects("bbs.json"));
        assert!(parse(&["bbs"]).selects("bbs_proof.json"));
        assert!(!parse(&["bbs", "--exact"]).selects("bbs.json"));
        assert!(parse(&["bbs.json", "--exact"]).selects("bbs.json"));
        assert!(!parse(&["--skip", "proof"]).selects("bbs_proof.json"));
        assert!(!parse(&["--skip=proof"]).selects("bbs_proof.json"));
        assert!(!parse(&["--ignored"]).selects("bbs.json"));
    }

    #[test]
    fn values_of_options_are_no_filters() {
        let arguments = parse(&[
            "--test-threads",
            "1",
            "--format",
            "terse",
            "-q",
            "--nocapture",
        ]);
        assert_eq!(arguments, Arguments::default());
        assert!(parse(&["--list", "--format", "terse"]).list);
    }
}
