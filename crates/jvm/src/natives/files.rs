//! The virtual files of a run: a tree of directories and files, and the descriptors that are open.
//!
//! It begins as what the scenario gives, below it the directories every system has and the few files of
//! the JDK that its library reads. Nothing reaches the host.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::environment::{JAVA_HOME, WORK};

/// Files that never end and hold numbers nobody can foretell, here always the same ones.
const RANDOM: [&str; 2] = ["/dev/random", "/dev/urandom"];

/// The files of the JDK that its own library reads, below its directory.
const OF_THE_JDK: [&str; 8] = [
    "conf/security/policy/unlimited/default_US_export.policy",
    "conf/security/policy/unlimited/default_local.policy",
    "lib/tzdb.dat",
    "lib/currency.properties",
    "conf/security/java.security",
    "conf/logging.properties",
    "conf/net.properties",
    "lib/security/default.policy",
];

/// What an operation on files can run into; the numbers are those of Linux.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    NotFound,
    Exists,
    NotDirectory,
    IsDirectory,
    NotEmpty,
    Denied,
    BadDescriptor,
    Invalid,
}

impl Trouble {
    /// Its number.
    pub fn code(self) -> i32 {
        match self {
            Trouble::NotFound => 2,
            Trouble::BadDescriptor => 9,
            Trouble::Denied => 13,
            Trouble::Exists => 17,
            Trouble::NotDirectory => 20,
            Trouble::IsDirectory => 21,
            Trouble::Invalid => 22,
            Trouble::NotEmpty => 39,
        }
    }

    /// Its words.
    pub fn text(self) -> &'static str {
        match self {
            Trouble::NotFound => "No such file or directory",
            Trouble::BadDescriptor => "Bad file descriptor",
            Trouble::Denied => "Permission denied",
            Trouble::Exists => "File exists",
            Trouble::NotDirectory => "Not a directory",
            Trouble::IsDirectory => "Is a directory",
            Trouble::Invalid => "Invalid argument",
            Trouble::NotEmpty => "Directory not empty",
        }
    }

    /// The words of a number.
    pub fn text_of(code: i32) -> &'static str {
        let all = [
            Trouble::NotFound,
            Trouble::BadDescriptor,
            Trouble::Denied,
            Trouble::Exists,
            Trouble::NotDirectory,
            Trouble::IsDirectory,
            Trouble::Invalid,
            Trouble::NotEmpty,
        ];
        all.into_iter().find(|trouble| trouble.code() == code).map_or("Error", Trouble::text)
    }
}

/// The number of a file or directory that stays the same when it is renamed.
type Inode = u32;

/// What a path leads to.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Its bytes; none for a directory.
    pub content: Option<Vec<u8>>,
    /// When it was changed, in milliseconds since 1970.
    pub modified: i64,
    /// Its permission bits.
    pub mode: u32,
    /// Whether it is one of the devices that give random numbers.
    random: bool,
    /// Which of the inputs its bytes are.
    given: Option<u32>,
}

/// An open file.
#[derive(Clone, Debug)]
struct Open {
    inode: Inode,
    position: u64,
    append: bool,
    write: bool,
}

/// How a file is opened.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Mode {
    pub write: bool,
    pub create: bool,
    pub exclusive: bool,
    pub truncate: bool,
    pub append: bool,
}

/// The tree and the open files at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    paths: BTreeMap<String, Inode>,
    nodes: BTreeMap<Inode, Node>,
    open: BTreeMap<i32, Open>,
    next: Inode,
    /// Where the bytes of random devices begin.
    random: u64,
}

/// The states of the files: the one runs start from, and the one of the run that goes on. Which of them
/// holds is said by a number in the machine's memory, so that going back there goes back here.
#[derive(Debug)]
pub(super) struct Files {
    home: PathBuf,
    random: u64,
    base: (u64, State),
    current: (u64, State),
    last: u64,
}

impl Files {
    /// No files yet; those of the JDK lie in `home`, and the bytes of random devices begin at `random`.
    pub fn new(home: PathBuf, random: u64) -> Self {
        Self { home, random, base: (0, State::default()), current: (0, State::default()), last: 0 }
    }

    /// The state of a number, and the number to keep for it. Zero is the state before anything was asked,
    /// made from the files that the run was given.
    pub fn at(
        &mut self,
        number: u64,
        given: &BTreeMap<String, Vec<u8>>,
        now: i64,
    ) -> (u64, &mut State) {
        if number == 0 || number != self.current.0 {
            self.last += 1;
            let mut state = if number != 0 && number == self.base.0 {
                self.base.1.clone()
            } else {
                State { random: self.random, ..State::new(&self.home, now) }
            };
            for (path, bytes) in given {
                state.add_with_parents(&absolute(path), bytes.clone(), now);
            }
            self.current = (self.last, state);
        }
        (self.current.0, &mut self.current.1)
    }

    /// Forgets the run before: what the next one does not touch is as runs start.
    pub fn begin(&mut self) {
        self.current.0 = 0;
    }

    /// Makes the state that the run since [`Files::begin`] has left the one that runs start from.
    pub fn rebase(&mut self) {
        if self.current.0 != 0 {
            self.base = self.current.clone();
            self.current.0 = 0;
        }
    }
}

impl State {
    fn new(home: &std::path::Path, now: i64) -> Self {
        let mut state = Self { next: 1, ..Self::default() };
        for directory in ["/", "/dev", "/tmp", "/user", WORK, JAVA_HOME] {
            state.add(directory, None, now);
        }
        for device in RANDOM {
            let inode = state.add(device, Some(Vec::new()), now);
            if let Some(node) = state.nodes.get_mut(&inode) {
                node.random = true;
            }
        }
        for file in OF_THE_JDK {
            if let Ok(bytes) = std::fs::read(home.join(file)) {
                state.add_with_parents(&format!("{JAVA_HOME}/{file}"), bytes, now);
            }
        }
        state
    }

    fn add(&mut self, path: &str, content: Option<Vec<u8>>, now: i64) -> Inode {
        let inode = self.next;
        self.next += 1;
        let mode = if content.is_some() { 0o644 } else { 0o755 };
        self.paths.insert(path.to_owned(), inode);
        self.nodes.insert(inode, Node { content, modified: now, mode, random: false, given: None });
        inode
    }

    fn add_with_parents(&mut self, path: &str, bytes: Vec<u8>, now: i64) {
        for (index, _) in path.match_indices('/').skip(1) {
            if !self.paths.contains_key(&path[..index]) {
                self.add(&path[..index], None, now);
            }
        }
        self.add(path, Some(bytes), now);
    }

    /// Puts a file there, unless something is there.
    pub fn provide(&mut self, path: &str, bytes: Vec<u8>, now: i64) {
        if !self.paths.contains_key(path) {
            self.add_with_parents(path, bytes, now);
        }
    }

    /// Puts a file there whose bytes are an input of that number.
    pub fn give(&mut self, path: &str, bytes: Vec<u8>, number: Option<u32>, now: i64) {
        let path = absolute(path);
        self.add_with_parents(&path, bytes, now);
        let node = self.paths.get(&path).and_then(|inode| self.nodes.get_mut(inode));
        node.into_iter().for_each(|node| node.given = number);
    }

    /// Which input the bytes are that are read next, and where in it they begin; none if they are none.
    pub fn source(&self, descriptor: i32, at: Option<u64>) -> Option<(u32, u64)> {
        let open = self.open.get(&descriptor)?;
        let number = self.nodes.get(&open.inode)?.given?;
        Some((number, at.unwrap_or(open.position)))
    }

    /// What a path leads to.
    pub fn node(&self, path: &str) -> Result<&Node, Trouble> {
        self.inode(path).and_then(|inode| self.nodes.get(&inode).ok_or(Trouble::NotFound))
    }

    /// The number of what a path leads to.
    pub fn inode(&self, path: &str) -> Result<Inode, Trouble> {
        let path = absolute(path);
        if let Some(inode) = self.paths.get(&path) {
            return Ok(*inode);
        }
        // A file on the way makes another error than nothing on the way.
        let mut parents = path.match_indices('/').skip(1).map(|(index, _)| &path[..index]);
        let through_file = parents.any(|parent| {
            self.paths
                .get(parent)
                .and_then(|inode| self.nodes.get(inode))
                .is_some_and(|node| node.content.is_some())
        });
        Err(if through_file { Trouble::NotDirectory } else { Trouble::NotFound })
    }

    /// Changes what a path leads to.
    pub fn node_mut(&mut self, path: &str) -> Result<&mut Node, Trouble> {
        let inode = self.inode(path)?;
        self.nodes.get_mut(&inode).ok_or(Trouble::NotFound)
    }

    /// Opens a file and gives the lowest free descriptor.
    pub fn open(&mut self, path: &str, mode: Mode, now: i64) -> Result<i32, Trouble> {
        let path = absolute(path);
        let inode = match self.inode(&path) {
            Ok(_) if mode.create && mode.exclusive => return Err(Trouble::Exists),
            Ok(inode) => {
                let node = self.nodes.get_mut(&inode).ok_or(Trouble::NotFound)?;
                if node.content.is_none() && mode.write {
                    return Err(Trouble::IsDirectory);
                }
                let needed = if mode.write { 0o200 } else { 0o400 };
                if node.mode & needed == 0 || (mode.write && is_of_the_jdk(&path)) {
                    return Err(Trouble::Denied);
                }
                if mode.truncate && mode.write {
                    node.content = Some(Vec::new());
                    (node.modified, node.given) = (now, None);
                }
                inode
            }
            Err(Trouble::NotFound) if mode.create => {
                self.check_parent(&path)?;
                self.add(&path, Some(Vec::new()), now)
            }
            Err(trouble) => return Err(trouble),
        };
        let descriptor = (3..).find(|number| !self.open.contains_key(number)).unwrap_or(3);
        let open = Open { inode, position: 0, append: mode.append, write: mode.write };
        self.open.insert(descriptor, open);
        Ok(descriptor)
    }

    /// Closes a descriptor.
    pub fn close(&mut self, descriptor: i32) -> Result<(), Trouble> {
        self.open.remove(&descriptor).map(|_| ()).ok_or(Trouble::BadDescriptor)
    }

    /// Another descriptor of the same file.
    pub fn duplicate(&mut self, descriptor: i32) -> Result<i32, Trouble> {
        let open = self.open.get(&descriptor).cloned().ok_or(Trouble::BadDescriptor)?;
        let number = (3..).find(|number| !self.open.contains_key(number)).unwrap_or(3);
        self.open.insert(number, open);
        Ok(number)
    }

    /// What an open descriptor leads to.
    pub fn node_of(&self, descriptor: i32) -> Result<(Inode, &Node), Trouble> {
        let open = self.open.get(&descriptor).ok_or(Trouble::BadDescriptor)?;
        self.nodes.get(&open.inode).map(|node| (open.inode, node)).ok_or(Trouble::BadDescriptor)
    }

    /// Reads from where the descriptor is, or from a place of its own.
    pub fn read(
        &mut self,
        descriptor: i32,
        count: usize,
        at: Option<u64>,
    ) -> Result<Vec<u8>, Trouble> {
        let open = self.open.get_mut(&descriptor).ok_or(Trouble::BadDescriptor)?;
        let node = self.nodes.get(&open.inode).ok_or(Trouble::BadDescriptor)?;
        if node.random {
            let start = open.position.wrapping_add(self.random);
            open.position = open.position.wrapping_add(count as u64);
            return Ok((0..count as u64).map(|index| stirred(start.wrapping_add(index))).collect());
        }
        let content = node.content.as_ref().ok_or(Trouble::IsDirectory)?;
        let start = usize::try_from(at.unwrap_or(open.position)).unwrap_or(usize::MAX);
        let start = start.min(content.len());
        let end = start.saturating_add(count).min(content.len());
        if at.is_none() {
            open.position = open.position.max(end as u64);
        }
        Ok(content[start..end].to_vec())
    }

    /// Writes where the descriptor is, or at a place of its own.
    pub fn write(
        &mut self,
        descriptor: i32,
        bytes: &[u8],
        at: Option<u64>,
        now: i64,
    ) -> Result<(), Trouble> {
        let open = self.open.get_mut(&descriptor).ok_or(Trouble::BadDescriptor)?;
        if !open.write {
            return Err(Trouble::BadDescriptor);
        }
        let node = self.nodes.get_mut(&open.inode).ok_or(Trouble::BadDescriptor)?;
        let content = node.content.as_mut().ok_or(Trouble::IsDirectory)?;
        let start = if open.append { content.len() as u64 } else { at.unwrap_or(open.position) };
        let start = usize::try_from(start).map_err(|_| Trouble::Invalid)?;
        let end = start.checked_add(bytes.len()).filter(|end| *end < 1 << 31);
        let end = end.ok_or(Trouble::Invalid)?;
        if content.len() < end {
            content.resize(end, 0);
        }
        content[start..end].copy_from_slice(bytes);
        (node.modified, node.given) = (now, None);
        if at.is_none() {
            open.position = end as u64;
        }
        Ok(())
    }

    /// Where a descriptor is.
    pub fn position(&self, descriptor: i32) -> Result<u64, Trouble> {
        self.open.get(&descriptor).map(|open| open.position).ok_or(Trouble::BadDescriptor)
    }

    /// Goes to a place.
    pub fn seek(&mut self, descriptor: i32, position: u64) -> Result<(), Trouble> {
        let open = self.open.get_mut(&descriptor).ok_or(Trouble::BadDescriptor)?;
        open.position = position;
        Ok(())
    }

    /// How many bytes the file of a descriptor has.
    pub fn size(&self, descriptor: i32) -> Result<u64, Trouble> {
        let (_, node) = self.node_of(descriptor)?;
        Ok(node.content.as_ref().map_or(4096, |content| content.len() as u64))
    }

    /// Cuts or lengthens the file of a descriptor.
    pub fn set_size(&mut self, descriptor: i32, size: u64, now: i64) -> Result<(), Trouble> {
        let open = self.open.get_mut(&descriptor).ok_or(Trouble::BadDescriptor)?;
        let node = self.nodes.get_mut(&open.inode).ok_or(Trouble::BadDescriptor)?;
        let content = node.content.as_mut().filter(|_| open.write).ok_or(Trouble::Invalid)?;
        let size = usize::try_from(size).ok().filter(|size| *size < 1 << 31);
        content.resize(size.ok_or(Trouble::Invalid)?, 0);
        open.position = open.position.min(content.len() as u64);
        (node.modified, node.given) = (now, None);
        Ok(())
    }

    /// Makes a directory.
    pub fn make_directory(&mut self, path: &str, now: i64) -> Result<(), Trouble> {
        let path = absolute(path);
        if self.paths.contains_key(&path) {
            return Err(Trouble::Exists);
        }
        self.check_parent(&path)?;
        self.add(&path, None, now);
        Ok(())
    }

    /// Removes a file, or an empty directory; `directory` says which of them it has to be, if any.
    pub fn remove(&mut self, path: &str, directory: Option<bool>) -> Result<(), Trouble> {
        let path = absolute(path);
        let is_directory = self.node(&path)?.content.is_none();
        match directory {
            Some(true) if !is_directory => return Err(Trouble::NotDirectory),
            Some(false) if is_directory => return Err(Trouble::IsDirectory),
            _ => {}
        }
        if is_of_the_jdk(&path) {
            return Err(Trouble::Denied);
        }
        if is_directory && !self.list(&path)?.is_empty() {
            return Err(Trouble::NotEmpty);
        }
        self.paths.remove(&path);
        Ok(())
    }

    /// Gives something another path; what was there is replaced.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), Trouble> {
        let (from, to) = (absolute(from), absolute(to));
        let directory = self.node(&from)?.content.is_none();
        self.check_parent(&to)?;
        if to.starts_with(&format!("{from}/")) {
            return Err(Trouble::Invalid);
        }
        if from == to {
            return Ok(());
        }
        if let Ok(node) = self.node(&to) {
            match (directory, node.content.is_none()) {
                (true, false) => return Err(Trouble::NotDirectory),
                (false, true) => return Err(Trouble::IsDirectory),
                (true, true) if !self.list(&to)?.is_empty() => return Err(Trouble::NotEmpty),
                _ => {}
            }
        }
        let below = format!("{from}/");
        let moved: Vec<String> = self
            .paths
            .keys()
            .filter(|path| **path == from || path.starts_with(&below))
            .cloned()
            .collect();
        for path in moved {
            if let Some(inode) = self.paths.remove(&path) {
                self.paths.insert(format!("{to}{}", &path[from.len()..]), inode);
            }
        }
        Ok(())
    }

    /// The names in a directory, sorted.
    pub fn list(&self, path: &str) -> Result<Vec<String>, Trouble> {
        let path = absolute(path);
        if self.node(&path)?.content.is_some() {
            return Err(Trouble::NotDirectory);
        }
        let below = if path == "/" { path } else { path + "/" };
        let names: BTreeSet<String> = self
            .paths
            .range(below.clone()..)
            .take_while(|(path, _)| path.starts_with(&below))
            .filter_map(|(path, _)| path[below.len()..].split('/').next())
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        Ok(names.into_iter().collect())
    }

    fn check_parent(&self, path: &str) -> Result<(), Trouble> {
        let parent = path.rsplit_once('/').map_or("/", |(parent, _)| parent);
        let parent = if parent.is_empty() { "/" } else { parent };
        if is_of_the_jdk(path) {
            return Err(Trouble::Denied);
        }
        if self.node(parent)?.content.is_some() { Err(Trouble::NotDirectory) } else { Ok(()) }
    }
}

/// The byte of a random device at a place.
fn stirred(place: u64) -> u8 {
    let mut number = place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (number >> 56) as u8
}

/// Where files of the class path lie, those of further roots with their number behind it.
pub(super) const CLASSES: &str = "/classes";

/// Whether what is at a path is the same for everybody: the JDK's own files, what comes with the class path, and sources of
/// random bytes.
pub(super) fn is_common(path: &str) -> bool {
    is_of_the_jdk(path) || is_on_class_path(path) || matches!(path, "/dev/random" | "/dev/urandom")
}

/// Whether a path is that of a file of the class path, below [`CLASSES`] and the number of its root.
fn is_on_class_path(path: &str) -> bool {
    let rest = path.strip_prefix(CLASSES);
    let rest = rest.map(|rest| rest.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    rest.is_some_and(|rest| rest.starts_with('/'))
}

fn is_of_the_jdk(path: &str) -> bool {
    path.strip_prefix(JAVA_HOME).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A path from the root on, without `.`, `..` and doubled slashes.
pub(super) fn absolute(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let start = if path.starts_with('/') { "" } else { WORK };
    for part in start.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_with_the_class_path_and_the_jdk_is_the_same_for_everybody() {
        let common = ["/classes/acme/Texts.properties", "/classes2/a", "/dev/urandom", JAVA_HOME];
        assert!(common.into_iter().all(is_common));
        let others = ["/classes", "/classes.txt", "/tmp/a", "/classesA/b"];
        assert!(!others.into_iter().any(is_common));
    }

    fn files() -> Files {
        Files::new(PathBuf::from("nowhere"), 0)
    }

    #[test]
    fn paths_are_made_absolute() {
        let paths = ["a/../b", "/x//y/./z", "..", "", "/.."].map(absolute);
        assert_eq!(paths, ["/here/b", "/x/y/z", "/", "/here", "/"]);
    }

    #[test]
    fn what_is_written_is_read_and_listed() {
        let mut files = files();
        let (_, state) = files.at(0, &BTreeMap::new(), 1);
        let mode = Mode { write: true, create: true, ..Mode::default() };
        let descriptor = state.open("a.txt", mode, 2).unwrap();
        state.write(descriptor, b"hello", None, 3).unwrap();
        state.write(descriptor, b"J", Some(0), 4).unwrap();
        state.close(descriptor).unwrap();
        let descriptor = state.open("/here/a.txt", Mode::default(), 5).unwrap();
        assert_eq!(state.read(descriptor, 100, None).unwrap(), b"Jello");
        assert_eq!(state.read(descriptor, 100, None).unwrap(), b"");
        assert_eq!(state.write(descriptor, b"x", None, 6), Err(Trouble::BadDescriptor));
        assert_eq!(state.list("/here").unwrap(), ["a.txt"]);
        assert_eq!(state.remove("/here", None), Err(Trouble::NotEmpty));
    }

    #[test]
    fn a_run_starts_from_the_state_that_its_number_says() {
        let mut files = files();
        let given = BTreeMap::new();
        let (first, state) = files.at(0, &given, 1);
        state.make_directory("/here/d", 1).unwrap();
        files.rebase();
        let (second, state) = files.at(first, &given, 1);
        assert!(state.node("/here/d").is_ok());
        state.make_directory("/here/e", 1).unwrap();
        let (_, state) = files.at(second, &given, 1);
        assert!(state.node("/here/e").is_ok());
        let (_, state) = files.at(first, &given, 1);
        assert_eq!(state.node("/here/e").err(), Some(Trouble::NotFound));
        let (_, state) = files.at(0, &given, 1);
        assert_eq!(state.node("/here/d").err(), Some(Trouble::NotFound));
    }

    #[test]
    fn renaming_takes_along_what_is_below() {
        let mut files = files();
        let given = BTreeMap::from([("d/x".to_owned(), b"1".to_vec())]);
        let (_, state) = files.at(0, &given, 1);
        state.rename("d", "e").unwrap();
        assert!(state.node("e/x").is_ok());
        assert_eq!(state.node("d/x").err(), Some(Trouble::NotFound));
        assert_eq!(state.rename("e", "e/x/y"), Err(Trouble::NotDirectory));
    }
}
