//! The results as they are kept: a file with a JSON object on each line, added when a cell is over.

use crate::record::{Identity, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Results that are there already, and where more are written.
pub struct Ledger<P> {
    /// Each with its number, in the order in which they were added.
    records: BTreeMap<Identity, (usize, Record<P>)>,
    sink: Option<Sink>,
}

/// Where lines are kept.
pub trait Store {
    /// Writes some of these bytes behind what is there, and says how many.
    ///
    /// # Errors
    ///
    /// When nothing can be written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Makes sure that what was written stays, whatever becomes of the machine.
    ///
    /// # Errors
    ///
    /// When that cannot be said.
    fn keep(&mut self) -> io::Result<()>;

    /// Takes away what is behind so many bytes.
    ///
    /// # Errors
    ///
    /// When it cannot be taken away.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

/// A store, and how far it has whole lines.
struct Sink {
    store: Box<dyn Store>,
    whole: u64,
    /// Whether there may be something behind them.
    torn: bool,
}

impl Sink {
    /// Adds a line: all of it or, when there is an error, nothing, as soon as the store can be written again.
    fn add(&mut self, line: &[u8]) -> io::Result<()> {
        if self.torn {
            self.store.cut(self.whole)?;
        }
        self.torn = true;
        let mut rest = line;
        while !rest.is_empty() {
            match self.store.write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.store.keep()?;
        self.whole += line.len() as u64;
        self.torn = false;
        Ok(())
    }
}

impl Store for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Write::write(self, bytes)
    }

    fn keep(&mut self) -> io::Result<()> {
        match self.sync_data() {
            // Some file systems cannot do that.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            done => done,
        }
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(|_| ())
    }
}

/// What can only be written to.
struct Endless<W>(W);

impl<W: Write> Store for Endless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn keep(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    fn cut(&mut self, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Why results cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A whole line is no result.
    #[error("line {line} is no result: {cause}")]
    BadLine {
        /// Its number, the first being 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        cause: serde_json::Error,
    },
    /// Somebody else writes to the file.
    #[error("another process is writing to it")]
    InUse,
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl<P> Default for Ledger<P> {
    /// An empty ledger in memory.
    fn default() -> Self {
        Self { records: BTreeMap::new(), sink: None }
    }
}

impl<P: DeserializeOwned> Ledger<P> {
    /// Opens a file of results, which is made if there is none, and keeps it from others until the ledger is dropped. What
    /// follows the last whole line was being written when the work was interrupted: it is cut off.
    ///
    /// # Errors
    ///
    /// When the file cannot be read and written, when another process has it open, or when a whole line is no result;
    /// then the file stays as it is.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        Self::open_through(path, |file| Box::new(file))
    }

    /// The same, with something between the ledger and its file.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn open_through(
        path: &Path,
        between: impl FnOnce(File) -> Box<dyn Store>,
    ) -> Result<Self, LedgerError> {
        let mut file = locked(path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let (mut ledger, whole) = Self::parse(&text)?;
        let whole = whole as u64;
        file.cut(whole)?;
        ledger.sink = Some(Sink { store: between(file), whole, torn: false });
        Ok(ledger)
    }

    /// Reads the whole lines of a file that somebody may be writing to, one after the other.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or a whole line is no result.
    pub fn read(path: &Path) -> Result<Self, LedgerError> {
        let mut reader = BufReader::new(File::open(path)?);
        let (mut ledger, mut line) = (Self::default(), Vec::new());
        for number in 1.. {
            line.clear();
            reader.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                break;
            }
            ledger.take(&line, number)?;
        }
        Ok(ledger)
    }

    /// Reads results, and tells how many bytes of the text are whole lines.
    ///
    /// # Errors
    ///
    /// The first whole line that is no result.
    pub fn parse(text: &[u8]) -> Result<(Self, usize), LedgerError> {
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let mut ledger = Self::default();
        for (index, line) in text[..whole].split(|byte| *byte == b'\n').enumerate() {
            ledger.take(line, index + 1)?;
        }
        Ok((ledger, whole))
    }

    /// Adds the result on a line, if there is anything on it.
    fn take(&mut self, line: &[u8], number: usize) -> Result<(), LedgerError> {
        if !line.iter().all(u8::is_ascii_whitespace) {
            let record: Record<P> = serde_json::from_slice(line)
                .map_err(|cause| LedgerError::BadLine { line: number, cause })?;
            self.insert(record);
        }
        Ok(())
    }
}

impl<P: Serialize> Ledger<P> {
    /// Adds a result, on a line of its own. The last of a cell counts.
    ///
    /// # Errors
    ///
    /// When it cannot be written; then it is not added.
    pub fn add(&mut self, record: Record<P>) -> Result<(), LedgerError> {
        if let Some(sink) = &mut self.sink {
            let mut line = serde_json::to_string(&record).map_err(io::Error::from)?;
            line.push('\n');
            sink.add(line.as_bytes())?;
        }
        self.insert(record);
        Ok(())
    }
}

impl<P> Ledger<P> {
    /// The same results, with more of them written elsewhere.
    pub fn writing_to(self, sink: impl Write + 'static) -> Self {
        let store = Box::new(Endless(sink));
        Self { records: self.records, sink: Some(Sink { store, whole: 0, torn: false }) }
    }

    fn insert(&mut self, record: Record<P>) {
        let number = self.records.len();
        self.records.insert(record.identity.clone(), (number, record));
    }

    /// Forgets results, so that their cells are carried out again; in the file they stay until there are others.
    pub fn forget(&mut self, is: impl Fn(&Record<P>) -> bool) {
        self.records.retain(|_, (_, record)| !is(record));
    }

    /// The result of a cell.
    pub fn get(&self, identity: &Identity) -> Option<&Record<P>> {
        self.records.get(identity).map(|(_, record)| record)
    }

    /// All results, in the order of their identities.
    pub fn records(&self) -> impl Iterator<Item = &Record<P>> {
        self.records.values().map(|(_, record)| record)
    }

    /// All results, in the order in which they were added.
    pub fn in_order(&self) -> Vec<&Record<P>> {
        let mut all: Vec<&(usize, Record<P>)> = self.records.values().collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, record)| record).collect()
    }

    /// How many results there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

/// A file of results, open for reading and writing, made if there is none, and kept from others until it is closed.
pub(crate) fn locked(path: &Path) -> Result<File, LedgerError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(LedgerError::InUse),
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
            Err(error.into())
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(file),
    }
}
