//! A real process, killed by SIGKILL before (or in the middle of) each write, resize and synchronisation of its
//! registry file in turn. After every kill the registry must open again and hold everything that was acknowledged.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bbs::curve::scalar_to_bytes;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use redb::StorageBackend;
use redb::backends::FileBackend;

use super::*;
use crate::{AuthorityKeys, RevocationAuthority, Validity};

/// `<folder> <operation to die at>`, for the child.
const CHILD: &str = "IDEMIX_REVOCATION_CRASH_CHILD";
const CHILD_TEST: &str = "registry::database::crash_tests::child";
/// The least number of places to die at.
const POINTS: u64 = 200;
/// Handles that the child enrolls.
const HANDLES: u8 = 12;

/// Counts operations, and dies at one.
#[derive(Debug)]
struct Fatal {
    file: FileBackend,
    done: Arc<AtomicU64>,
    last: u64,
}

impl Fatal {
    fn is_last(&self) -> bool {
        self.done.fetch_add(1, Ordering::SeqCst) + 1 == self.last
    }

    fn die() -> ! {
        let pid = rustix::process::getpid();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        unreachable!("SIGKILL cannot be survived")
    }
}

impl StorageBackend for Fatal {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        if self.is_last() {
            Self::die();
        }
        self.file.set_len(len)
    }
    fn sync_data(&self) -> io::Result<()> {
        if self.is_last() {
            Self::die();
        }
        self.file.sync_data()
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        if self.is_last() {
            // Every other one is torn.
            if self.last.is_multiple_of(2) {
                self.file.write(offset, &data[..data.len() / 2])?;
            }
            Self::die();
        }
        self.file.write(offset, data)
    }
    fn close(&self) -> io::Result<()> {
        self.file.close()
    }
}

fn keys() -> AuthorityKeys {
    AuthorityKeys::generate(&mut ChaCha20Rng::seed_from_u64(1))
}

fn handle(i: u8) -> Handle {
    Handle::from_bytes(&[i; 16]).unwrap()
}

/// The acknowledgements that left the child, one line each, written at once.
struct Acknowledgements(File);

impl Acknowledgements {
    fn say(&mut self, what: &str, i: u64, bytes: &[u8]) {
        let line = format!("{what} {i} {}\n", hex::encode(bytes));
        self.0.write_all(line.as_bytes()).unwrap();
    }
}

/// What the child does: found an authority, enroll, revoke in ones and twos, reinstate, renew. `salt` makes the content
/// of its epochs its own.
fn work(folder: &Path, last: u64, salt: u64) -> u64 {
    let done = Arc::new(AtomicU64::new(0));
    let open = |path: &Path| {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        Database::builder().create_with_backend(Fatal {
            file: FileBackend::new(file)?,
            done: Arc::clone(&done),
            last,
        })
    };
    let log = folder.join("acknowledged");
    let mut log = Acknowledgements(File::options().append(true).create(true).open(log).unwrap());
    let validity = Validity::new(0, salt).unwrap();
    let registry = DatabaseRegistry::open_with(&folder.join("registry"), open).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(salt);
    let mut authority = RevocationAuthority::create(keys(), registry, validity, &mut rng).unwrap();
    log.say("epoch", 0, &authority.current().signed().to_bytes());
    for i in 1..=HANDLES {
        let witness = authority.enroll(&handle(i)).unwrap();
        log.say("enrolled", i.into(), witness.expose_secret_bytes().as_ref());
        let published = match i % 3 {
            0 => authority.revoke(&[handle(i - 1), handle(i)], validity),
            1 if i > 3 => {
                authority.reinstate(&handle(i - 1)).unwrap();
                log.say("reinstated", u64::from(i - 1), &[]);
                authority.renew(validity)
            }
            _ => continue,
        }
        .unwrap();
        let number = published.signed.info().epoch();
        log.say("epoch", number, &published.to_bytes());
    }
    drop(authority);
    done.load(Ordering::SeqCst)
}

/// The killed process. Run by `killed_anywhere` only.
#[test]
#[ignore = "the child process of `killed_anywhere`"]
fn child() {
    let task = std::env::var(CHILD).unwrap();
    let (folder, last) = task.rsplit_once(' ').unwrap();
    let last = last.parse().unwrap();
    work(Path::new(folder), last, 1000 + last);
}

#[derive(Default)]
struct Log {
    enrolled: Vec<u8>,
    reinstated: Vec<u8>,
    epochs: HashMap<u64, Vec<u8>>,
}

fn read_log(path: &Path) -> Log {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut log = Log::default();
    for line in text.lines() {
        let mut words = line.split(' ');
        let (what, i) = (words.next().unwrap(), words.next().unwrap());
        let bytes = hex::decode(words.next().unwrap()).unwrap();
        match what {
            "enrolled" => log.enrolled.push(i.parse().unwrap()),
            "reinstated" => log.reinstated.push(i.parse().unwrap()),
            "epoch" => {
                let before = log.epochs.insert(i.parse().unwrap(), bytes);
                assert!(before.is_none(), "epoch {i} was published twice");
            }
            other => panic!("{other}"),
        }
    }
    log
}

/// The registry after a kill holds what was acknowledged, at most one more operation, and is consistent in itself; and
/// the authority goes on from there.
fn check(folder: &Path) {
    let log = read_log(&folder.join("acknowledged"));
    let registry = DatabaseRegistry::open(folder.join("registry")).unwrap();
    let Some(newest) = registry.newest_epoch().unwrap() else {
        assert!(log.epochs.is_empty() && log.enrolled.is_empty());
        return;
    };
    let acknowledged = log.epochs.len() as u64;
    assert!(newest + 1 == acknowledged || newest == acknowledged);

    // Every acknowledged epoch is there as it was published, the epochs chain, and their removals are the statuses.
    let authority = keys().signing.public_key();
    let mut revoked_in = HashMap::new();
    let mut current = None;
    for number in 0..=newest {
        let published = registry.epoch(number).unwrap().unwrap();
        match log.epochs.get(&number) {
            Some(bytes) if number == 0 => assert_eq!(*bytes, published.signed.to_bytes()),
            Some(bytes) => assert_eq!(*bytes, published.to_bytes()),
            None => assert_eq!(number, acknowledged),
        }
        let epoch = match &current {
            None => authority.verify_epoch(&published.signed).unwrap(),
            Some(before) => {
                let before: &crate::VerifiedEpoch = before;
                let update = before.accept_next(published).unwrap();
                for removal in update.update().removals() {
                    revoked_in.insert(scalar_to_bytes(&removal.y), number);
                }
                update.epoch().clone()
            }
        };
        current = Some(epoch);
    }
    let count = registry.handle_count().unwrap();
    let enrolled = log.enrolled.len() as u64;
    assert!(count == enrolled || count == enrolled + 1);
    let mut members = Vec::new();
    for i in 1..=HANDLES {
        let status = registry.status(&handle(i)).unwrap();
        let revoked = revoked_in
            .get(&scalar_to_bytes(&handle(i).scalar()))
            .copied();
        match (status, revoked) {
            (None, None) => assert!(!log.enrolled.contains(&i)),
            (Some(HandleStatus::Enrolled), None) => members.push(i),
            (Some(HandleStatus::Revoked { epoch }), Some(number)) => {
                assert_eq!(epoch, number);
                assert!(!log.reinstated.contains(&i));
            }
            (Some(HandleStatus::Reinstated { revoked_in }), Some(number)) => {
                assert_eq!(revoked_in, number);
                members.push(i);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(log.reinstated.iter().all(|i| members.contains(i)));

    // The authority goes on: the next epoch is the next number, and members get witnesses.
    let mut authority = RevocationAuthority::open(keys(), registry).unwrap();
    authority.enroll(&handle(100)).unwrap();
    let validity = Validity::new(0, 1).unwrap();
    let next = authority.revoke(&[handle(100)], validity).unwrap();
    assert_eq!(next.signed.info().epoch(), newest + 1);
    if let Some(i) = members.pop() {
        let witness = authority.witness(&handle(i)).unwrap();
        let _ = witness
            .verify(&handle(i).scalar(), authority.current())
            .unwrap();
    }
}

fn fresh(base: &Path, name: u64) -> PathBuf {
    let folder = base.join(name.to_string());
    std::fs::create_dir(&folder).unwrap();
    folder
}

#[test]
fn killed_anywhere() {
    use std::os::unix::process::ExitStatusExt;
    // What a killed process has written stays with the kernel, so memory does as well as a disk, and faster.
    let base = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let base = base.unwrap();
    // Once without dying, to count the operations.
    let folder = fresh(base.path(), 0);
    let total = work(&folder, 0, 1);
    check(&folder);
    assert!(total >= POINTS, "only {total} places to die at");

    let program = std::env::current_exe().unwrap();
    for last in 1..=total {
        let folder = fresh(base.path(), last);
        let status = Command::new(&program)
            .args(["--exact", CHILD_TEST, "--ignored", "--nocapture"])
            .env(CHILD, format!("{} {last}", folder.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.signal(), Some(9), "operation {last}: {status}");
        check(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
    }
    println!("killed at each of {total} operations");
}
