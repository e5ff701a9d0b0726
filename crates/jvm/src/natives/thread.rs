//! Threads. A started thread runs to its end at once, inside `start`, or where the environment say so when another one
//! waits; time that threads sleep passes on the virtual clock; waiting that nobody could end is an error.

use super::values::{NULL, boolean, number, wide};
use super::{Answer, Jvm, Table, nothing, null, one};
use crate::environment::Threads;
use classfile::descriptor::JType;
use machine::{Stop, Value};

pub(super) const TABLE: Table = &[
    ("java/lang/Thread.currentThread()Ljava/lang/Thread;", current_thread),
    ("java/lang/Thread.currentCarrierThread()Ljava/lang/Thread;", current_thread),
    ("java/lang/Thread.setCurrentThread(Ljava/lang/Thread;)V", set_current_thread),
    ("java/lang/Thread.start0()V", start),
    ("java/lang/Thread.sleep(J)V", sleep_millis),
    ("java/lang/Thread.sleepNanos0(J)V", sleep_nanos),
    ("java/lang/Thread.sleep0(J)V", sleep_nanos),
    ("java/lang/Thread.yield()V", nothing),
    ("java/lang/Thread.yield0()V", nothing),
    ("java/lang/Thread.holdsLock(Ljava/lang/Object;)Z", one),
    // It asks whether its own lock is held already, which every lock is here.
    ("jdk/internal/lang/stable/StableValueImpl.preventReentry()V", nothing),
    ("java/lang/Thread.interrupt0()V", nothing),
    ("java/lang/Thread.clearInterruptEvent()V", nothing),
    ("java/lang/Thread.setPriority0(I)V", nothing),
    ("java/lang/Thread.setNativeName(Ljava/lang/String;)V", nothing),
    ("java/lang/Thread.isAlive()Z", is_alive),
    ("java/lang/Thread.getThreads()[Ljava/lang/Thread;", get_threads),
    ("java/lang/Thread.dumpThreads([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;", null),
    ("java/lang/Thread.getNextThreadIdOffset()J", next_id),
    ("java/lang/Thread.scopedValueCache()[Ljava/lang/Object;", scoped_cache),
    ("java/lang/Thread.setScopedValueCache([Ljava/lang/Object;)V", set_scoped_cache),
    ("java/lang/Thread.findScopedValueBindings()Ljava/lang/Object;", null),
    ("java/lang/Thread.ensureMaterializedForStackWalk(Ljava/lang/Object;)V", nothing),
    ("jdk/internal/misc/Unsafe.park(ZJ)V", park),
    ("jdk/internal/misc/Unsafe.unpark(Ljava/lang/Object;)V", unpark),
    ("jdk/internal/vm/ContinuationSupport.isSupported0()Z", super::zero),
    ("jdk/internal/vm/Continuation.pin()V", nothing),
    ("jdk/internal/vm/Continuation.unpin()V", nothing),
    (
        "java/util/concurrent/ForkJoinPool.externalSubmit(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;",
        |jvm, arguments| fork(jvm, arguments, 1),
    ),
    (
        "java/util/concurrent/ForkJoinPool.poolSubmit(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;",
        |jvm, arguments| fork(jvm, arguments, 2),
    ),
    ("java/util/concurrent/ThreadPoolExecutor.getTask()Ljava/lang/Runnable;", get_task),
    (
        "java/util/concurrent/ThreadPoolExecutor.processWorkerExit(Ljava/util/concurrent/ThreadPoolExecutor$Worker;Z)V",
        worker_exit,
    ),
];

const THREAD: &str = "java/lang/Thread";
const HOLDER: &str = "java/lang/Thread$FieldHolder";

/// `eetop` of a thread that is alive, and the bit beside it that is its permit.
const ALIVE: i64 = 1;
const PERMIT: i64 = 2;

/// States of a thread as the JDK decodes them.
const RUNNABLE: i32 = 5;
const TERMINATED: i32 = 2;

fn current_thread(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let slot = jvm.shared.slots.thread;
    jvm.slot(slot).map(Some)
}

fn set_current_thread(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let thread = jvm.reference(arguments, 1)?;
    jvm.set_slot(jvm.shared.slots.thread, thread)?;
    Ok(None)
}

fn start(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let thread = jvm.object(arguments, 0)?;
    jvm.put(thread, THREAD, "eetop", wide(ALIVE))?;
    jvm.set_status(thread, RUNNABLE)?;
    match jvm.shared.environment.threads {
        Threads::AtOnce => run_thread(jvm, thread),
        Threads::WhenWaitedFor => jvm.defer(thread),
    }?;
    Ok(None)
}

/// Runs a thread to its end.
fn run_thread(jvm: &mut Jvm<'_>, thread: Value) -> Result<(), Stop> {
    let slot = jvm.shared.slots.thread;
    let starter = jvm.slot(slot)?;
    let cache = jvm.slot(jvm.shared.slots.scoped)?;
    jvm.set_slot(jvm.shared.slots.scoped, NULL)?;
    jvm.set_slot(slot, thread)?;
    let end = jvm.call_virtual(THREAD, "run()V", &[thread]);
    if let Err(Stop::Throw { object }) = end {
        // As the JVM does when nobody caught it.
        let thrown = Value::pointer(object);
        let signature = "dispatchUncaughtException(Ljava/lang/Throwable;)V";
        let told = jvm.call_virtual(THREAD, signature, &[thread, thrown]);
        if let Err(stop) = told
            && !matches!(stop, Stop::Throw { .. })
        {
            return Err(stop);
        }
    } else {
        end?;
    }
    let left = jvm.call_virtual(THREAD, "exit()V", &[thread]);
    if let Err(stop) = left
        && !matches!(stop, Stop::Throw { .. })
    {
        return Err(stop);
    }
    jvm.put(thread, THREAD, "eetop", wide(0))?;
    jvm.set_status(thread, TERMINATED)?;
    jvm.set_slot(slot, starter)?;
    jvm.set_slot(jvm.shared.slots.scoped, cache)
}

fn scoped_cache(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.slot(jvm.shared.slots.scoped).map(Some)
}

fn set_scoped_cache(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let cache = jvm.reference(arguments, 0)?;
    jvm.set_slot(jvm.shared.slots.scoped, cache)?;
    Ok(None)
}

fn sleep_millis(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let millis = jvm.long(arguments, 0)?;
    if millis < 0 {
        let message = Some("timeout value is negative");
        return Err(jvm.throw("java/lang/IllegalArgumentException", message));
    }
    sleep_for(jvm, millis.saturating_mul(1_000_000))
}

fn sleep_nanos(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let nanos = jvm.long(arguments, 0)?;
    sleep_for(jvm, nanos)
}

fn sleep_for(jvm: &mut Jvm<'_>, nanos: i64) -> Answer {
    if jvm.take_interrupt()? {
        let message = Some("sleep interrupted");
        return Err(jvm.throw("java/lang/InterruptedException", message));
    }
    jvm.sleep(nanos)?;
    Ok(None)
}

fn is_alive(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let thread = jvm.object(arguments, 0)?;
    boolean(jvm.get_known(thread, THREAD, "eetop")? != 0)
}

fn get_threads(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let slot = jvm.shared.slots.thread;
    let current = jvm.slot(slot)?;
    jvm.references("[Ljava/lang/Thread;", &[current]).map(Some)
}

/// The address of the counter that gives threads their numbers.
fn next_id(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let at = jvm.statics() + u64::from(jvm.shared.slots.next_thread);
    if jvm.load(at, JType::Long)?.bits == 0 {
        // The main thread has the first number of all; those of the JVM's own threads follow.
        jvm.store(at, JType::Long, wide(jvm.shared.environment.first_thread))?;
    }
    Ok(Some(Value::new(program::Type::I64, at.into())))
}

fn park(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let absolute = jvm.int(arguments, 1)? != 0;
    let time = jvm.long(arguments, 2)?;
    let slot = jvm.shared.slots.thread;
    let thread = jvm.slot(slot)?;
    let state = jvm.get_known(thread, THREAD, "eetop")? as i64;
    if state & PERMIT != 0 {
        jvm.put(thread, THREAD, "eetop", wide(state & !PERMIT))?;
        return Ok(None);
    }
    if jvm.get_known(thread, THREAD, "interrupted")? != 0 {
        return Ok(None);
    }
    if jvm.let_others_run()? {
        return Ok(None);
    }
    if absolute {
        let left = time.saturating_sub(jvm.now()?);
        jvm.sleep(left.saturating_mul(1_000_000))?;
        return Ok(None);
    }
    if time > 0 {
        jvm.sleep(time)?;
        return Ok(None);
    }
    Err(jvm.blocked("LockSupport.park()"))
}

fn unpark(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let thread = jvm.reference(arguments, 1)?;
    if thread.bits != 0 {
        let state = jvm.get_known(thread, THREAD, "eetop")? as i64;
        if state & ALIVE != 0 {
            jvm.put(thread, THREAD, "eetop", wide(state | PERMIT))?;
        }
    }
    Ok(None)
}

/// What is handed to a pool that steals work is done at once, by whom it comes from.
fn fork(jvm: &mut Jvm<'_>, arguments: &[Value], index: usize) -> Answer {
    let task = jvm.object(arguments, index)?;
    match jvm.shared.environment.threads {
        Threads::AtOnce => run_task(jvm, task),
        Threads::WhenWaitedFor => jvm.defer(task),
    }?;
    Ok(Some(task))
}

fn run_task(jvm: &mut Jvm<'_>, task: Value) -> Result<(), Stop> {
    let method = jvm.method_by_name("java/util/concurrent/ForkJoinTask", "doExec")?;
    jvm.dispatch(method, &[task]).map(|_| ())
}

const EXECUTOR: &str = "java/util/concurrent/ThreadPoolExecutor";

/// A worker of a pool that finds no task ends: it could wait for one only while others go on.
fn get_task(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let pool = jvm.object(arguments, 0)?;
    let queue = Value::pointer(jvm.get_known(pool, EXECUTOR, "workQueue")?);
    let delayed = {
        let class = jvm.context.class_of(queue)?;
        let world = jvm.shared.world();
        &*world.info(class).name
            == "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue"
    };
    let control = Value::pointer(jvm.get_known(pool, EXECUTOR, "ctl")?);
    let state =
        jvm.get_known(control, "java/util/concurrent/atomic/AtomicInteger", "value")? as i32;
    // From the state STOP on, what is in the queue is not run.
    let stopped = state >= 1 << 29;
    let empty = jvm.call_virtual("java/util/Collection", "isEmpty()Z", &[queue])?.bits & 1 != 0;
    if !stopped && !empty {
        let signature =
            if delayed { "take()Ljava/lang/Object;" } else { "poll()Ljava/lang/Object;" };
        let task = if delayed {
            jvm.call_virtual("java/util/concurrent/BlockingQueue", signature, &[queue])?
        } else {
            jvm.call_virtual("java/util/Queue", signature, &[queue])?
        };
        if task.bits != 0 {
            return Ok(Some(task));
        }
    }
    jvm.call_virtual(EXECUTOR, "decrementWorkerCount()V", &[pool])?;
    Ok(Some(NULL))
}

/// A worker that ends is not replaced: the next task makes a new one.
fn worker_exit(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const WORKER: &str = "java/util/concurrent/ThreadPoolExecutor$Worker";
    let pool = jvm.object(arguments, 0)?;
    let worker = jvm.object(arguments, 1)?;
    if jvm.int(arguments, 2)? != 0 {
        jvm.call_virtual(EXECUTOR, "decrementWorkerCount()V", &[pool])?;
    }
    let done = jvm.get_known(worker, WORKER, "completedTasks")? as i64;
    let before = jvm.get_known(pool, EXECUTOR, "completedTaskCount")? as i64;
    jvm.put(pool, EXECUTOR, "completedTaskCount", wide(before.wrapping_add(done)))?;
    let workers = Value::pointer(jvm.get_known(pool, EXECUTOR, "workers")?);
    jvm.call_virtual("java/util/Collection", "remove(Ljava/lang/Object;)Z", &[workers, worker])?;
    jvm.call_virtual(EXECUTOR, "tryTerminate()V", &[pool])?;
    Ok(None)
}

impl Jvm<'_> {
    fn set_status(&mut self, thread: Value, status: i32) -> Result<(), Stop> {
        match self.find_spot(THREAD, "holder")? {
            Some(_) => {
                let holder = Value::pointer(self.get_known(thread, THREAD, "holder")?);
                self.put(holder, HOLDER, "threadStatus", number(status))
            }
            None => self.put(thread, THREAD, "threadStatus", number(status)),
        }
    }

    /// Puts off what was started until somebody waits.
    fn defer(&mut self, started: Value) -> Result<(), Stop> {
        let entry = self.references("[Ljava/lang/Object;", &[started, NULL])?;
        let mut last = self.slot(self.shared.slots.pending)?;
        if last.bits == 0 {
            return self.set_slot(self.shared.slots.pending, entry);
        }
        loop {
            let next = self.element(last, 1)?;
            if next.bits == 0 {
                return self.set_element(last, 1, entry);
            }
            last = next;
        }
    }

    /// Runs what was put off first, now that the running thread waits; tells whether there was anything.
    pub(super) fn let_others_run(&mut self) -> Result<bool, Stop> {
        let entry = self.slot(self.shared.slots.pending)?;
        if entry.bits == 0 {
            return Ok(false);
        }
        let (started, rest) = (self.element(entry, 0)?, self.element(entry, 1)?);
        self.set_slot(self.shared.slots.pending, rest)?;
        let class = self.context.class_of(started)?;
        let thread = self.class(THREAD)?;
        match self.context.is_subtype(class, thread) {
            true => run_thread(self, started)?,
            false => run_task(self, started)?,
        }
        Ok(true)
    }

    /// The running thread.
    pub(crate) fn current_thread(&mut self) -> Result<Value, Stop> {
        self.slot(self.shared.slots.thread)
    }

    /// Notes that a thread is running.
    pub(crate) fn set_running(&mut self, thread: Value) -> Result<(), Stop> {
        self.set_status(thread, RUNNABLE)
    }

    /// Whether the running thread was interrupted; it is not any more.
    pub(super) fn take_interrupt(&mut self) -> Result<bool, Stop> {
        let thread = self.slot(self.shared.slots.thread)?;
        if thread.bits == 0 || self.get_known(thread, THREAD, "interrupted")? == 0 {
            return Ok(false);
        }
        self.put(thread, THREAD, "interrupted", number(0))?;
        Ok(true)
    }

    /// Makes a thread the running one, alive from the start.
    pub(crate) fn adopt(&mut self, thread: Value) -> Result<(), Stop> {
        self.set_slot(self.shared.slots.thread, thread)?;
        self.put(thread, THREAD, "eetop", wide(ALIVE))
    }

    /// Ends what would wait for ever.
    pub(super) fn blocked(&mut self, what: &str) -> Stop {
        let message = format!(
            "{what} would wait for ever: a started thread runs to its end inside start(), no other can go on"
        );
        self.throw("java/lang/Error", Some(&message))
    }
}
