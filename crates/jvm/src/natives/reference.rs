//! References, finalizers and cleaners. Nothing is ever seen to be unreachable, so none of them is cleared,
//! and the threads that would wait for that are not started.

use super::values::{NULL, boolean};
use super::{Answer, Jvm, Table, nothing, null, zero};
use machine::Value;

pub(super) const TABLE: Table = &[
    ("java/lang/ref/Reference.getAndClearReferencePendingList()Ljava/lang/ref/Reference;", null),
    ("java/lang/ref/Reference.hasReferencePendingList()Z", zero),
    ("java/lang/ref/Reference.waitForReferencePendingList()V", nothing),
    ("java/lang/ref/Reference.refersTo0(Ljava/lang/Object;)Z", refers_to),
    ("java/lang/ref/PhantomReference.refersTo0(Ljava/lang/Object;)Z", refers_to),
    ("java/lang/ref/Reference.clear0()V", clear),
    ("java/lang/ref/PhantomReference.clear0()V", clear),
    ("java/lang/ref/Reference$ReferenceHandler.run()V", nothing),
    ("java/lang/ref/Reference.startReferenceHandlerThread(Ljava/lang/ThreadGroup;)V", nothing),
    ("java/lang/ref/Finalizer$FinalizerThread.run()V", nothing),
    ("java/lang/ref/Finalizer.startFinalizerThread(Ljava/lang/ThreadGroup;)V", nothing),
    ("java/lang/ref/Finalizer.isFinalizationEnabled()Z", zero),
    ("java/lang/ref/Finalizer.reportComplete(Ljava/lang/Object;)V", nothing),
    ("java/lang/ref/Finalizer.register(Ljava/lang/Object;)V", nothing),
    ("jdk/internal/ref/CleanerImpl.run()V", nothing),
    (
        "jdk/internal/ref/CleanerImpl.start(Ljava/lang/ref/Cleaner;Ljava/util/concurrent/ThreadFactory;)V",
        nothing,
    ),
];

const REFERENCE: &str = "java/lang/ref/Reference";

fn refers_to(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let reference = jvm.object(arguments, 0)?;
    let other = jvm.reference(arguments, 1)?;
    boolean(jvm.get_known(reference, REFERENCE, "referent")? == other.bits as u64)
}

fn clear(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let reference = jvm.object(arguments, 0)?;
    jvm.put(reference, REFERENCE, "referent", NULL)?;
    Ok(None)
}
