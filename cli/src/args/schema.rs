//! Schemas from files.

use std::path::PathBuf;

use clap::Args;
use idemix::Schema;
use serde::Deserialize;

use crate::failure::{About, Result};
use crate::files::Files;

/// Which attributes credentials have.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SchemaArgs {
    /// The attributes, from a TOML or JSON file: attributes, enrollment_id, revocation_handle, secret_key_position.
    /// Without it: Fabric's OU, Role, EnrollmentID, RevocationHandle
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchemaFile {
    attributes: Vec<String>,
    enrollment_id: Option<String>,
    revocation_handle: Option<String>,
    #[serde(default)]
    secret_key_position: usize,
}

impl SchemaArgs {
    pub(crate) fn read(&self, files: &Files) -> Result<Schema> {
        let Some(path) = &self.schema else {
            return Ok(Schema::fabric());
        };
        let text = files.read_text(path)?;
        let parsed: SchemaFile = if text.trim_start().starts_with('{') {
            serde_json::from_str(&text).in_file(path)?
        } else {
            toml::from_str(&text).in_file(path)?
        };
        parsed.schema().in_file(path)
    }
}

impl SchemaFile {
    fn schema(self) -> Result<Schema> {
        let mut schema = Schema::new(self.attributes).about("attributes")?;
        if let Some(name) = &self.enrollment_id {
            let named = schema.with_enrollment_id(name.as_str());
            schema = named.about("enrollment_id")?;
        }
        if let Some(name) = &self.revocation_handle {
            let named = schema.with_revocation_handle(name.as_str());
            schema = named.about("revocation_handle")?;
        }
        let placed = schema.with_secret_key_position(self.secret_key_position);
        placed.about("secret_key_position")
    }
}
