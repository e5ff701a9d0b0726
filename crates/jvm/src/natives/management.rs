//! `java.lang.management`: what the virtual machine tells about itself, all of it fixed.

use super::values::{long, number, wide};
use super::{Answer, Jvm, Table, nothing, null, one, zero, zero_long};
use machine::Value;

pub(super) const TABLE: Table = &[
    // Counters that class loaders keep, and nobody reads.
    ("jdk/internal/perf/Perf.createLong(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;", |jvm, _| {
        let eight = [number(8)];
        jvm.call_static("java/nio/ByteBuffer", "allocate(I)Ljava/nio/ByteBuffer;", &eight).map(Some)
    }),
    ("sun/management/VMManagementImpl.getVersion0()Ljava/lang/String;", |jvm, _| {
        jvm.literal("4.0").map(Some)
    }),
    ("sun/management/VMManagementImpl.initOptionalSupportFields()V", nothing),
    ("sun/management/VMManagementImpl.isThreadCpuTimeEnabled()Z", zero),
    ("sun/management/VMManagementImpl.isThreadAllocatedMemoryEnabled()Z", zero),
    ("sun/management/VMManagementImpl.isThreadContentionMonitoringEnabled()Z", zero),
    ("sun/management/VMManagementImpl.getTotalClassCount()J", |_, _| long(600)),
    ("sun/management/VMManagementImpl.getUnloadedClassCount()J", zero_long),
    ("sun/management/VMManagementImpl.getVerboseClass()Z", zero),
    ("sun/management/VMManagementImpl.getVerboseGC()Z", zero),
    ("sun/management/VMManagementImpl.getProcessId()I", one),
    ("sun/management/VMManagementImpl.getAvailableProcessors()I", one),
    ("sun/management/VMManagementImpl.getVmArguments0()[Ljava/lang/String;", |jvm, _| {
        jvm.new_array("[Ljava/lang/String;", 0).map(Some)
    }),
    ("sun/management/VMManagementImpl.getStartupTime()J", |jvm, _| {
        long(jvm.shared.environment.clock)
    }),
    ("sun/management/VMManagementImpl.getUptime0()J", |jvm, _| {
        let now = jvm.now()?;
        long(now - jvm.shared.environment.clock)
    }),
    ("sun/management/VMManagementImpl.getTotalCompileTime()J", zero_long),
    ("sun/management/VMManagementImpl.getTotalThreadCount()J", |_, _| long(1)),
    ("sun/management/VMManagementImpl.getLiveThreadCount()I", one),
    ("sun/management/VMManagementImpl.getPeakThreadCount()I", one),
    ("sun/management/VMManagementImpl.getDaemonThreadCount()I", zero),
    (
        "sun/management/MemoryImpl.getMemoryUsage0(Z)Ljava/lang/management/MemoryUsage;",
        memory_usage,
    ),
    ("sun/management/MemoryImpl.getMemoryPools0()[Ljava/lang/management/MemoryPoolMXBean;", null),
    (
        "sun/management/MemoryImpl.getMemoryManagers0()[Ljava/lang/management/MemoryManagerMXBean;",
        null,
    ),
    ("sun/management/MemoryImpl.setVerboseGC(Z)V", nothing),
    ("com/sun/management/internal/OperatingSystemImpl.initialize0()V", nothing),
];

/// As much as `Runtime` says.
fn memory_usage(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let sizes = [256 << 20, 56 << 20, 256 << 20, 4 << 30].map(wide);
    jvm.construct("java/lang/management/MemoryUsage", "<init>(JJJJ)V", &sizes).map(Some)
}
