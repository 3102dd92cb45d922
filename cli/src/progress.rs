//! Progress of long operations, on stderr, where somebody is watching.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for `count` steps. Hidden where stderr is not a terminal.
pub(crate) fn bar(what: &str, count: usize) -> ProgressBar {
    let bar = ProgressBar::new(count as u64).with_message(what.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar
}

/// For a single step of unknown length.
pub(crate) fn spinner(what: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(what.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}
