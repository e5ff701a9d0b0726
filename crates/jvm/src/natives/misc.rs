//! Small things that the library asks the virtual machine about itself.

use super::values::long;
use super::{Table, nothing, null, one, zero, zero_long};

pub(super) const TABLE: Table = &[
    ("jdk/internal/misc/CDS.isDumpingClassList0()Z", zero),
    ("jdk/internal/misc/CDS.isDumpingArchive0()Z", zero),
    ("jdk/internal/misc/CDS.isSharingEnabled0()Z", zero),
    ("jdk/internal/misc/CDS.getCDSConfigStatus()I", zero),
    ("jdk/internal/misc/CDS.needsClassInitBarrier0(Ljava/lang/Class;)Z", zero),
    ("jdk/internal/misc/CDS.initializeFromArchive(Ljava/lang/Class;)V", nothing),
    (
        "jdk/internal/misc/CDS.defineArchivedModules(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V",
        nothing,
    ),
    ("jdk/internal/misc/CDS.logLambdaFormInvoker(Ljava/lang/String;)V", nothing),
    // Stirs the order of `Set.of` and `Map.of`, which is left open: here it follows from the environment.
    ("jdk/internal/misc/CDS.getRandomSeedForDumping()J", |jvm, _| {
        long(jvm.shared.environment.nanos.wrapping_add(0x5_deec_e66d))
    }),
    ("jdk/internal/misc/PreviewFeatures.isPreviewEnabled()Z", zero),
    (
        "java/security/AccessController.getStackAccessControlContext()Ljava/security/AccessControlContext;",
        null,
    ),
    (
        "java/security/AccessController.getInheritedAccessControlContext()Ljava/security/AccessControlContext;",
        null,
    ),
    ("java/security/AccessController.ensureMaterializedForStackWalk(Ljava/lang/Object;)V", nothing),
    (
        "java/security/AccessController.getProtectionDomain(Ljava/lang/Class;)Ljava/security/ProtectionDomain;",
        null,
    ),
    ("java/util/concurrent/atomic/AtomicLong.VMSupportsCS8()Z", one),
    ("java/lang/StackStreamFactory.checkStackWalkModes()Z", one),
    ("jdk/internal/perf/Perf.highResCounter()J", zero_long),
    ("jdk/internal/perf/Perf.highResFrequency()J", |_, _| long(1_000_000_000)),
    ("jdk/internal/vm/vector/VectorSupport.registerNatives()I", zero),
    ("jdk/internal/vm/vector/VectorSupport.getMaxLaneCount(Ljava/lang/Class;)I", |_, _| {
        super::values::int(-1)
    }),
    ("jdk/internal/vm/ForeignLinkerSupport.isSupported0()Z", zero),
];
