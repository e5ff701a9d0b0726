//! What a run finds around it, which no test may rely on: clock, identity hash codes, randomness, language, encoding,
//! environment, processors, and when threads get to run.
//!
//! Every run of a search has the usual environment, so that it can be repeated. A test is run in others as well
//! before it is kept: what is not the same there is not asserted.

use classfile::jdk::Jdk;

/// Where programs find the JDK.
pub(crate) const JAVA_HOME: &str = "/jdk";

/// The directory that relative paths start at.
pub(crate) const WORK: &str = "/here";
/// Where it has its temporary files.
pub(crate) const TEMPORARY: &str = "/tmp";

/// When usual runs begin: 2024-01-01T00:00:00Z, in milliseconds.
const START: i64 = 1_704_067_200_000;

/// When a started thread runs; in both cases to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// At once, inside `start`.
    AtOnce,
    /// When another one waits and could not go on, or never.
    WhenWaitedFor,
}

/// What a run finds around it.
#[derive(Clone, Debug)]
pub struct Environment {
    /// System properties.
    pub properties: Vec<(String, String)>,
    /// Variables of the environment.
    pub environment: Vec<(String, String)>,
    /// When it begins, in milliseconds since 1970.
    pub clock: i64,
    /// What the counter of nanoseconds begins with; the library draws its seeds and the order of its immutable sets
    /// from it.
    pub nanos: i64,
    /// What identity hash codes and the order that follows from them depend on, beside the object.
    pub identity: u64,
    /// Where the bytes of random devices begin.
    pub random: u64,
    /// How many processors there are.
    pub processors: i32,
    /// The number of the process.
    pub process: i64,
    /// Bytes of the heap.
    pub memory: i64,
    /// The number of the first thread that is made.
    pub first_thread: i64,
    /// Whether the sign of what is not a number is set: processors differ in that.
    pub negative_nan: bool,
    /// When threads run.
    pub threads: Threads,
}

impl Environment {
    /// The usual ones: an English system on Linux at UTC, with a clock that may be given.
    pub fn usual(jdk: &Jdk, clock: Option<i64>) -> Self {
        Self {
            properties: properties(jdk),
            environment: Vec::new(),
            clock: clock.unwrap_or(START),
            nanos: 0,
            identity: 0,
            random: 0,
            processors: 1,
            process: 1,
            memory: 256 << 20,
            first_thread: 30,
            negative_nan: false,
            threads: Threads::AtOnce,
        }
    }

    /// Others, in all that may be different on the same JDK.
    #[must_use]
    pub fn elsewhere(&self) -> Self {
        let changed = [
            ("user.name", "other"),
            ("user.home", "/users/other"),
            ("user.language", "tr"),
            ("user.country", "TR"),
            ("user.timezone", "Asia/Kolkata"),
            ("file.encoding", "ISO-8859-1"),
            ("native.encoding", "ISO-8859-1"),
            ("line.separator", "\r\n"),
            ("os.version", "5.10"),
        ];
        let other = |key: &str| changed.iter().find(|(own, _)| *own == key);
        let mut properties = self.properties.clone();
        for (key, value) in &mut properties {
            if let Some((_, other)) = other(key) {
                *value = (*other).to_owned();
            }
        }
        let environment = [("HOME", "/users/other"), ("USER", "other"), ("LANG", "tr_TR")];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            properties,
            environment: environment.to_vec(),
            // Years and some hours later, on another day of the week.
            clock: self.clock + 117_283_947_519,
            nanos: self.nanos + 7_389_056_098_940_653,
            identity: self.identity ^ 0x2545_f491_4f6c_dd1d,
            random: self.random.wrapping_add(1 << 40),
            processors: self.processors + 3,
            process: self.process + 4711,
            memory: self.memory * 2,
            first_thread: self.first_thread + 12,
            negative_nan: !self.negative_nan,
            threads: Threads::WhenWaitedFor,
        }
    }
}

/// The system properties of the usual environment.
fn properties(jdk: &Jdk) -> Vec<(String, String)> {
    let release = jdk.release.to_string();
    let fixed = [
        ("java.home", JAVA_HOME),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &release),
        ("java.vm.name", "OpenJDK 64-Bit Server VM"),
        ("java.vm.vendor", &jdk.vendor),
        ("java.vm.version", &jdk.version),
        ("java.vm.info", "interpreted mode"),
        ("java.vm.compressedOopsMode", "32-bit"),
        ("java.class.path", "."),
        ("java.library.path", "/usr/lib"),
        ("java.io.tmpdir", TEMPORARY),
        ("jdk.debug", "release"),
        ("sun.boot.library.path", "/jdk/lib"),
        ("sun.java.launcher", "SUN_STANDARD"),
        ("sun.management.compiler", "none"),
        ("user.dir", WORK),
        ("user.home", "/user"),
        ("user.name", "user"),
        ("user.language", "en"),
        ("user.country", "US"),
        ("user.timezone", "UTC"),
        ("file.encoding", "UTF-8"),
        ("native.encoding", "UTF-8"),
        ("sun.jnu.encoding", "UTF-8"),
        ("stdin.encoding", "UTF-8"),
        ("stdout.encoding", "UTF-8"),
        ("stderr.encoding", "UTF-8"),
        ("sun.stdout.encoding", "UTF-8"),
        ("sun.stderr.encoding", "UTF-8"),
        ("os.name", "Linux"),
        ("os.arch", "amd64"),
        ("os.version", "6.1"),
        ("line.separator", "\n"),
        ("file.separator", "/"),
        ("path.separator", ":"),
        ("sun.arch.data.model", "64"),
        ("sun.cpu.endian", "little"),
        ("sun.io.unicode.encoding", "UnicodeLittle"),
    ];
    fixed.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}
