//! `java.lang.System` and `Runtime`: time, properties, streams, memory, the end of the program.

use super::values::{NULL, long, wide};
use super::{Answer, Jvm, Table, nothing, null, zero};
use classfile::descriptor::JType;
use machine::{Stop, Value};
use program::{BinaryOp, Type};

pub(super) const TABLE: Table = &[
    ("java/lang/System.currentTimeMillis()J", current_time_millis),
    ("java/lang/System.nanoTime()J", nano_time),
    ("jdk/internal/misc/VM.getNanoTimeAdjustment(J)J", nano_time_adjustment),
    ("java/lang/System.setIn0(Ljava/io/InputStream;)V", |jvm, arguments| {
        set_stream(jvm, arguments, "in")
    }),
    ("java/lang/System.setOut0(Ljava/io/PrintStream;)V", |jvm, arguments| {
        set_stream(jvm, arguments, "out")
    }),
    ("java/lang/System.setErr0(Ljava/io/PrintStream;)V", |jvm, arguments| {
        set_stream(jvm, arguments, "err")
    }),
    ("java/lang/System.mapLibraryName(Ljava/lang/String;)Ljava/lang/String;", map_library_name),
    ("jdk/internal/util/SystemProps$Raw.vmProperties()[Ljava/lang/String;", vm_properties),
    (
        "jdk/internal/util/SystemProps$Raw.platformProperties()[Ljava/lang/String;",
        platform_properties,
    ),
    ("java/lang/Runtime.availableProcessors()I", |jvm, _| {
        super::values::int(jvm.shared.environment.processors)
    }),
    ("java/lang/Runtime.freeMemory()J", |jvm, _| long(jvm.shared.environment.memory * 3 / 4)),
    ("java/lang/Runtime.totalMemory()J", |jvm, _| long(jvm.shared.environment.memory)),
    ("java/lang/Runtime.maxMemory()J", |jvm, _| long(jvm.shared.environment.memory << 4)),
    ("java/lang/Runtime.gc()V", nothing),
    ("java/lang/Shutdown.beforeHalt()V", nothing),
    ("java/lang/Shutdown.halt0(I)V", halt),
    ("java/lang/Terminator.setup()V", nothing),
    ("java/lang/Terminator.teardown()V", nothing),
    ("java/lang/ProcessEnvironment.environ()[[B", environ),
    ("jdk/internal/misc/VM.initialize()V", nothing),
    ("jdk/internal/misc/VM.initializeFromArchive(Ljava/lang/Class;)V", nothing),
    ("jdk/internal/misc/VM.latestUserDefinedLoader0()Ljava/lang/ClassLoader;", latest_loader),
    ("jdk/internal/misc/VM.getRuntimeArguments()[Ljava/lang/String;", no_strings),
    ("jdk/internal/misc/VM.getuid()J", super::zero_long),
    ("jdk/internal/misc/VM.geteuid()J", super::zero_long),
    ("jdk/internal/misc/VM.getgid()J", super::zero_long),
    ("jdk/internal/misc/VM.getegid()J", super::zero_long),
    ("java/lang/ProcessImpl.init()V", nothing),
    ("java/lang/ProcessImpl.forkAndExec(I[B[B[BI[BI[B[IZ)I", no_process),
    ("java/lang/ProcessHandleImpl.getCurrentPid0()J", |jvm, _| {
        long(jvm.shared.environment.process)
    }),
    ("java/lang/ProcessHandleImpl.isAlive0(J)J", super::zero_long),
    ("java/lang/ProcessHandleImpl.initNative()V", nothing),
    ("java/util/TimeZone.getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;", |jvm, _| {
        jvm.literal("UTC").map(Some)
    }),
    ("java/util/TimeZone.getSystemGMTOffsetID()Ljava/lang/String;", |jvm, _| {
        jvm.literal("GMT").map(Some)
    }),
    ("java/io/Console.istty()Z", zero),
    ("java/io/Console.ttyStatus()I", zero),
    ("java/io/Console.encoding()Ljava/lang/String;", null),
    ("jdk/internal/io/JdkConsoleImpl.echo(Z)Z", zero),
];

/// How far one look at the clock moves it on, in nanoseconds: a loop that waits for a time comes to its
/// end.
const TICK: i64 = 10_000;

fn current_time_millis(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let passed = jvm.tick()?;
    let now = wide(jvm.shared.environment.clock + passed / 1_000_000);
    Ok(Some(jvm.context.ask("currentTimeMillis", Type::I64, now)))
}

fn nano_time(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let passed = jvm.tick()?;
    Ok(Some(jvm.context.ask(
        "nanoTime",
        Type::I64,
        wide(jvm.shared.environment.nanos.wrapping_add(passed)),
    )))
}

/// The time in nanoseconds since that many seconds; -1 if that does not fit.
fn nano_time_adjustment(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let seconds = jvm.long(arguments, 0)?;
    let passed = jvm.tick()?;
    let start = jvm.shared.environment.clock;
    let now = wide(start.saturating_mul(1_000_000).saturating_add(passed));
    let now = jvm.context.ask("currentTimeNanos", Type::I64, now);
    let Some(since) = seconds.checked_mul(1_000_000_000) else { return long(-1) };
    Ok(Some(jvm.context.binary(BinaryOp::Sub, now, wide(since))))
}

fn set_stream(jvm: &mut Jvm<'_>, arguments: &[Value], name: &'static str) -> Answer {
    let stream = jvm.reference(arguments, 0)?;
    jvm.put(NULL, "java/lang/System", name, stream)?;
    Ok(None)
}

fn map_library_name(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let name = jvm.text_of(arguments, 0)?;
    jvm.new_string(&format!("lib{name}.so")).map(Some)
}

/// All properties come as if from the command line, which wins over what the platform would say.
fn vm_properties(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let mut strings = Vec::new();
    let shared = jvm.shared;
    for (key, value) in &shared.environment.properties {
        strings.push(jvm.new_string(key)?);
        strings.push(jvm.new_string(value)?);
    }
    strings.extend([NULL, NULL]);
    jvm.references("[Ljava/lang/String;", &strings).map(Some)
}

fn platform_properties(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.new_array("[Ljava/lang/String;", 64).map(Some)
}

fn halt(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let status = jvm.int(arguments, 0)?;
    // What others see of the status is its last byte.
    Err(Stop::Exit(status & 0xff))
}

/// There are no programs to start.
fn no_process(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.shared.go_outside();
    Err(jvm.throw("java/io/IOException", Some("error=2, No such file or directory")))
}

/// Names and values of the environment, one after the other.
fn environ(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let shared = jvm.shared;
    let mut words = Vec::new();
    for (name, value) in &shared.environment.environment {
        for word in [name, value] {
            words.push(jvm.byte_array(word.as_bytes())?);
        }
    }
    jvm.references("[[B", &words).map(Some)
}

fn latest_loader(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.app_loader().map(Some)
}

fn no_strings(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.new_array("[Ljava/lang/String;", 0).map(Some)
}

impl Jvm<'_> {
    /// Nanoseconds since the run began, as the virtual clock has it; it moves on a little.
    fn tick(&mut self) -> Result<i64, Stop> {
        let at = self.statics() + u64::from(self.shared.slots.slept);
        let passed = self.load(at, JType::Long)?.bits as u64 as i64;
        self.store(at, JType::Long, wide(passed.saturating_add(TICK)))?;
        Ok(passed)
    }

    /// Lets time pass.
    pub(super) fn sleep(&mut self, nanos: i64) -> Result<(), Stop> {
        let at = self.statics() + u64::from(self.shared.slots.slept);
        let passed = self.load(at, JType::Long)?.bits as u64 as i64;
        self.store(at, JType::Long, wide(passed.saturating_add(nanos.max(0))))
    }

    /// The time of day of the virtual clock, in milliseconds.
    pub(super) fn now(&mut self) -> Result<i64, Stop> {
        Ok(self.shared.environment.clock + self.tick()? / 1_000_000)
    }
}
