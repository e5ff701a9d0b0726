//! Whatever goes wrong with the file of results, at whatever point, what was told as kept is kept.

mod common;

use campaign::{Identity, Ledger, LedgerError, Store, conduct};
use common::{Multiplier, Product, carry_out, lines_of, plan};
use host::Scratch;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::rc::Rc;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Nothing is written.
    Refused,
    /// The disk is full: half is written, the rest is refused.
    Full,
    /// It is not known whether what was written is on the disk.
    NotKept,
    /// Half is written, and that was an interruption: nothing is wrong.
    Short,
    /// Half is written, and then there is nobody any more.
    Killed,
}

const FAULTS: [Fault; 5] =
    [Fault::Refused, Fault::Full, Fault::NotKept, Fault::Short, Fault::Killed];

/// A file with a fault at one point. Points are what is done to the file: writing and keeping, counted from 0.
struct Faulty {
    file: File,
    fault: Fault,
    at: usize,
    points: Rc<Cell<usize>>,
}

impl Faulty {
    /// Whether the fault is here, or has been.
    fn is_here(&self) -> bool {
        let point = self.points.replace(self.points.get() + 1);
        point == self.at || (point > self.at && self.fault == Fault::Killed)
    }
}

impl Store for Faulty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let gone = self.points.get() > self.at;
        if !self.is_here() {
            return Store::write(&mut self.file, bytes);
        }
        let half = &bytes[..bytes.len() / 2];
        match self.fault {
            Fault::Refused | Fault::NotKept => Err(ErrorKind::PermissionDenied.into()),
            Fault::Killed if gone => Err(ErrorKind::BrokenPipe.into()),
            Fault::Full | Fault::Killed => {
                Store::write(&mut self.file, half)?;
                Err(ErrorKind::StorageFull.into())
            }
            Fault::Short => Store::write(&mut self.file, half),
        }
    }

    fn keep(&mut self) -> io::Result<()> {
        match self.is_here() && self.fault != Fault::Short {
            true => Err(ErrorKind::Other.into()),
            false => self.file.keep(),
        }
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        match self.fault == Fault::Killed {
            true => Err(ErrorKind::BrokenPipe.into()),
            false => self.file.cut(length),
        }
    }
}

/// Carries out a plan with a fault at a point, twice with the same ledger: the second time nothing is wrong any more, unless
/// there is nobody. Gives what was told, what was said, and how many points there were.
fn with_fault(path: &Path, fault: Fault, at: usize) -> (Vec<Identity>, Option<LedgerError>, usize) {
    let points = Rc::new(Cell::new(0));
    let counted = Rc::clone(&points);
    let between =
        |file| -> Box<dyn Store> { Box::new(Faulty { file, fault, at, points: counted }) };
    let mut ledger = Ledger::<Product>::open_through(path, between).expect("a ledger");
    let (mut told, mut said) = (Vec::new(), None);
    for _ in 0..2 {
        let tell = &mut |progress: campaign::Progress<'_, Product>| {
            told.extend(progress.last.map(|record| record.identity.clone()));
        };
        let done = conduct(&plan(2), &mut ledger, &Multiplier::default(), 2, tell);
        said = said.or(done.err());
    }
    (told, said, points.get())
}

#[test]
fn what_was_told_as_kept_is_kept_whatever_goes_wrong_at_whatever_point() {
    let whole = {
        let mut lines: Vec<String> = lines_of(&plan(2)).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let mut walked = 0;
    for fault in FAULTS {
        for at in 0.. {
            let scratch = Scratch::new().expect("a folder");
            let path = scratch.path().join("results.jsonl");
            let (told, said, points) = with_fault(&path, fault, at);
            let found = Ledger::<Product>::read(&path).expect("it can be read");
            for identity in &told {
                assert!(found.get(identity).is_some(), "{fault:?} at {at}: {identity:?} is lost");
            }
            if at >= points {
                assert!(said.is_none() && told.len() == whole.len(), "{fault:?} at {at}");
                break;
            }
            walked += 1;
            assert_eq!(said.is_some(), fault != Fault::Short, "{fault:?} at {at}");
            if fault != Fault::Killed {
                assert_eq!(told.len(), whole.len(), "{fault:?} at {at}");
            }
            // Whoever comes next has no more to do than what is missing, and then all is there, once.
            let mut ledger = Ledger::open(&path).expect("it can be opened");
            let laboratory = Multiplier::default();
            let missing = whole.len() - ledger.len();
            assert!(carry_out(&plan(2), &mut ledger, &laboratory, 1).is_empty());
            assert_eq!(laboratory.cells.into_inner(), missing, "{fault:?} at {at}");
            let text = std::fs::read_to_string(&path).expect("a file");
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable();
            assert_eq!(lines, whole, "{fault:?} at {at}");
        }
    }
    assert!(walked > 60, "{walked}");
}
