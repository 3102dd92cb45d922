//! What goes to stdout: lines for people, or one JSON object for programs, made from the same facts.

use serde_json::{Map, Value};

/// What a command has to say.
#[derive(Debug, Default)]
pub(crate) struct Report {
    text: Vec<String>,
    fields: Map<String, Value>,
    bare: Option<String>,
}

impl Report {
    /// Starts with a line for people.
    pub(crate) fn line(text: impl Into<String>) -> Self {
        Self::default().and_line(text)
    }

    /// Only this text, as it is, whether JSON is asked for or not: a script for a shell, or a manual page.
    pub(crate) fn bare(text: String) -> Self {
        Self {
            bare: Some(text),
            ..Self::default()
        }
    }

    pub(crate) fn and_line(mut self, text: impl Into<String>) -> Self {
        self.text.push(text.into());
        self
    }

    /// A field of the JSON object.
    pub(crate) fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// A field of the JSON object that people see as a line as well.
    pub(crate) fn show(self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        let shown = match &value {
            Value::String(text) => text.clone(),
            Value::Array(items) => items
                .iter()
                .map(|item| {
                    item.as_str()
                        .map_or_else(|| item.to_string(), str::to_owned)
                })
                .collect::<Vec<_>>()
                .join(", "),
            other => other.to_string(),
        };
        self.and_line(format!("  {name}: {shown}"))
            .field(name, value)
    }

    /// As [`Report::show`], where there is a value.
    pub(crate) fn show_if(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.show(name, value),
            None => self,
        }
    }

    /// A text field, for a command that goes on with what another one said.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Value::as_str)
    }

    pub(crate) fn lines(&self) -> &[String] {
        &self.text
    }

    pub(crate) fn print(&self, json: bool) {
        use std::io::Write;
        let text = match &self.bare {
            Some(bare) => bare.clone(),
            None if json => format!("{}\n", Value::Object(self.fields.clone())),
            None => self.text.iter().map(|line| format!("{line}\n")).collect(),
        };
        // A reader that has gone away, as `head` does, is no failure of the command.
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
}
