//! The default registry: one file of the embedded database redb.
//!
//! Tables: `handles`, handle bytes → status (1 byte) and epoch (8 bytes); `epochs`, number → published epoch; `meta`,
//! `version` → 1. Every change is one transaction, synchronised to disk before its method returns. Commits are in two
//! phases: a crash between them leaves the previous state, without relying on page checksums alone.

use std::io::{self, ErrorKind};
use std::path::Path;

use redb::{
    Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    TableDefinition, WriteTransaction,
};

use super::{AuthorityError, HandleError, HandleStatus, Registry, check_successor};
use crate::{Handle, PublishedEpoch};

const HANDLES: TableDefinition<&[u8], (u8, u64)> = TableDefinition::new("handles");
const EPOCHS: TableDefinition<u64, &[u8]> = TableDefinition::new("epochs");
const META: TableDefinition<&str, u64> = TableDefinition::new("meta");

const VERSION_KEY: &str = "version";
const VERSION: u64 = 1;

/// A registry in a file. The file is locked: a second process cannot open it.
#[derive(Debug)]
pub struct DatabaseRegistry {
    database: Database,
}

impl DatabaseRegistry {
    /// Opens a registry, or makes an empty one where there is no file. After a crash this finds the last acknowledged
    /// state. A new file is built beside `path`, with `.new` appended, and then renamed, so that a crash in between
    /// leaves nothing half-made at `path`; two processes must not create one registry at a time.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`] also if another process has it open; [`AuthorityError::Corrupt`] for a file of
    /// another version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, AuthorityError> {
        Self::open_with(path.as_ref(), |path| Database::create(path))
    }

    fn open_with(
        path: &Path,
        open: impl Fn(&Path) -> Result<Database, DatabaseError>,
    ) -> Result<Self, AuthorityError> {
        if !path.try_exists().map_err(storage)? {
            let mut new = path.as_os_str().to_owned();
            new.push(".new");
            let new = Path::new(&new);
            match std::fs::remove_file(new) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(storage(error)),
                _ => {}
            }
            drop(Self::initialise(open(new).map_err(storage)?)?);
            std::fs::rename(new, path).map_err(storage)?;
            sync_folder(path).map_err(storage)?;
        }
        Self::initialise(open(path).map_err(storage)?)
    }

    /// Creates the tables, or checks that they are of this version.
    fn initialise(database: Database) -> Result<Self, AuthorityError> {
        let registry = Self { database };
        registry.write(|transaction| {
            transaction.open_table(HANDLES).map_err(storage)?;
            transaction.open_table(EPOCHS).map_err(storage)?;
            let mut meta = transaction.open_table(META).map_err(storage)?;
            let version = meta
                .get(VERSION_KEY)
                .map_err(storage)?
                .map(|version| version.value());
            match version {
                Some(VERSION) => Ok(()),
                Some(_) => Err(AuthorityError::Corrupt),
                None => meta
                    .insert(VERSION_KEY, VERSION)
                    .map(|_| ())
                    .map_err(storage),
            }
        })?;
        Ok(registry)
    }

    /// Gives back the space of pages that are no longer used.
    ///
    /// # Errors
    /// [`AuthorityError::Storage`].
    pub fn compact(&mut self) -> Result<(), AuthorityError> {
        self.database.compact().map(|_| ()).map_err(storage)
    }

    /// One transaction: commits what `change` did if it succeeds, and nothing otherwise.
    fn write(
        &self,
        change: impl FnOnce(&WriteTransaction) -> Result<(), AuthorityError>,
    ) -> Result<(), AuthorityError> {
        // Durability::Immediate is the default: a commit returns after the file is synchronised.
        let mut transaction = self.database.begin_write().map_err(storage)?;
        transaction.set_two_phase_commit(true);
        change(&transaction)?;
        transaction.commit().map_err(storage)
    }
}

/// Applies a transition of the status to every handle.
fn change(
    transaction: &WriteTransaction,
    handles: &[Handle],
    transition: impl Fn(Option<HandleStatus>) -> Result<HandleStatus, HandleError>,
) -> Result<(), AuthorityError> {
    let mut table = transaction.open_table(HANDLES).map_err(storage)?;
    for (index, handle) in handles.iter().enumerate() {
        let current = table
            .get(handle.as_bytes())
            .map_err(storage)?
            .map(|status| status.value());
        let current = current.map(decode_status).transpose()?;
        let next = transition(current).map_err(AuthorityError::handle(index))?;
        table
            .insert(handle.as_bytes(), encode_status(next))
            .map_err(storage)?;
    }
    Ok(())
}

impl Registry for DatabaseRegistry {
    fn newest_epoch(&self) -> Result<Option<u64>, AuthorityError> {
        let transaction = self.database.begin_read().map_err(storage)?;
        let table = transaction.open_table(EPOCHS).map_err(storage)?;
        let last = table.last().map_err(storage)?;
        Ok(last.map(|(number, _)| number.value()))
    }

    fn epoch(&self, epoch: u64) -> Result<Option<PublishedEpoch>, AuthorityError> {
        let transaction = self.database.begin_read().map_err(storage)?;
        let table = transaction.open_table(EPOCHS).map_err(storage)?;
        let bytes = table.get(epoch).map_err(storage)?;
        bytes
            .map(|bytes| PublishedEpoch::from_bytes(bytes.value()))
            .transpose()
            .map_err(|_| AuthorityError::Corrupt)
    }

    fn status(&self, handle: &Handle) -> Result<Option<HandleStatus>, AuthorityError> {
        let transaction = self.database.begin_read().map_err(storage)?;
        let table = transaction.open_table(HANDLES).map_err(storage)?;
        let status = table.get(handle.as_bytes()).map_err(storage)?;
        status
            .map(|status| decode_status(status.value()))
            .transpose()
    }

    fn handle_count(&self) -> Result<u64, AuthorityError> {
        let transaction = self.database.begin_read().map_err(storage)?;
        let table = transaction.open_table(HANDLES).map_err(storage)?;
        table.len().map_err(storage)
    }

    fn enroll(&mut self, handles: &[Handle]) -> Result<(), AuthorityError> {
        self.write(|transaction| change(transaction, handles, HandleStatus::enroll))
    }

    fn publish(
        &mut self,
        epoch: &PublishedEpoch,
        revoked: &[Handle],
    ) -> Result<(), AuthorityError> {
        let number = epoch.signed.info().epoch();
        self.write(|transaction| {
            let mut epochs = transaction.open_table(EPOCHS).map_err(storage)?;
            let newest = epochs
                .last()
                .map_err(storage)?
                .map(|(number, _)| number.value());
            check_successor(newest, number)?;
            epochs
                .insert(number, epoch.to_bytes().as_slice())
                .map_err(storage)?;
            drop(epochs);
            change(transaction, revoked, |current| {
                HandleStatus::revoke(current, number)
            })
        })
    }

    fn reinstate(&mut self, handle: &Handle) -> Result<(), AuthorityError> {
        self.write(|transaction| {
            change(
                transaction,
                core::slice::from_ref(handle),
                HandleStatus::reinstate,
            )
        })
    }
}

/// Makes a rename durable: on Unix a folder's entries are synchronised by themselves.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

fn encode_status(status: HandleStatus) -> (u8, u64) {
    match status {
        HandleStatus::Enrolled => (0, 0),
        HandleStatus::Revoked { epoch } => (1, epoch),
        HandleStatus::Reinstated { revoked_in } => (2, revoked_in),
    }
}

fn decode_status(row: (u8, u64)) -> Result<HandleStatus, AuthorityError> {
    match row {
        (0, 0) => Ok(HandleStatus::Enrolled),
        (1, epoch) => Ok(HandleStatus::Revoked { epoch }),
        (2, revoked_in) => Ok(HandleStatus::Reinstated { revoked_in }),
        _ => Err(AuthorityError::Corrupt),
    }
}

fn storage(error: impl std::error::Error + Send + Sync + 'static) -> AuthorityError {
    AuthorityError::Storage(Box::new(error))
}

#[cfg(test)]
#[cfg(unix)]
mod crash_tests;
