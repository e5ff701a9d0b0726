//! Modules, as far as programs can see them: the JDK's have names and export what they export; all of the
//! program's own classes are in one unnamed module.

use super::values::{NULL, boolean};
use super::{Answer, Jvm, Table, nothing, null, one};
use machine::{Stop, Value};

pub(super) const TABLE: Table = &[
    ("java/lang/Module.canRead(Ljava/lang/Module;)Z", one),
    (
        "java/lang/Module.implIsExportedOrOpen(Ljava/lang/String;Ljava/lang/Module;Z)Z",
        is_exported_or_open,
    ),
    ("java/lang/Module.implAddReads(Ljava/lang/Module;)V", nothing),
    ("java/lang/Module.implAddReadsNoSync(Ljava/lang/Module;)V", nothing),
    ("java/lang/Module.implAddReadsAllUnnamed()V", nothing),
    ("java/lang/Module.addReads(Ljava/lang/Module;)Ljava/lang/Module;", itself),
    ("java/lang/Module.addUses(Ljava/lang/Class;)Ljava/lang/Module;", itself),
    ("java/lang/Module.canUse(Ljava/lang/Class;)Z", one),
    ("java/lang/Module.isNativeAccessEnabled()Z", one),
    ("java/lang/Module.implAddExports(Ljava/lang/String;)V", nothing),
    ("java/lang/Module.implAddExports(Ljava/lang/String;Ljava/lang/Module;)V", nothing),
    ("java/lang/Module.implAddExportsNoSync(Ljava/lang/String;Ljava/lang/Module;)V", nothing),
    ("java/lang/Module.implAddOpens(Ljava/lang/String;)V", nothing),
    ("java/lang/Module.implAddOpens(Ljava/lang/String;Ljava/lang/Module;)V", nothing),
    ("java/lang/Module.implAddUses(Ljava/lang/Class;)V", nothing),
    ("java/lang/Module.addReads0(Ljava/lang/Module;Ljava/lang/Module;)V", nothing),
    (
        "java/lang/Module.addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V",
        nothing,
    ),
    ("java/lang/Module.addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V", nothing),
    ("java/lang/Module.addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V", nothing),
    (
        "java/lang/Module.defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V",
        nothing,
    ),
    ("jdk/internal/loader/BootLoader.setBootLoaderUnnamedModule0(Ljava/lang/Module;)V", nothing),
    ("java/lang/Module.getDescriptor()Ljava/lang/module/ModuleDescriptor;", descriptor),
    (
        "jdk/internal/loader/BootLoader$PackageHelper.findModule(Ljava/lang/String;)Ljava/lang/Module;",
        module_at,
    ),
    (
        "jdk/internal/loader/BootLoader.getSystemPackageLocation(Ljava/lang/String;)Ljava/lang/String;",
        package_location,
    ),
    ("jdk/internal/module/ModuleBootstrap.patcher()Ljdk/internal/module/ModulePatcher;", null),
];

const MODULE: &str = "java/lang/Module";

/// Whether a package of the JDK, in internal form, is one that anybody may use.
pub(super) fn is_exported(package: &str) -> bool {
    let inner = ["jdk/internal", "sun", "com/sun/crypto", "com/sun/java/swing", "com/sun/jmx"];
    let within = |root: &str| {
        package.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    within("sun/misc") || within("sun/reflect") || !inner.iter().any(|root| within(root))
}

fn is_exported_or_open(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let module = jvm.object(arguments, 0)?;
    let package = jvm.text_of(arguments, 1)?;
    let other = jvm.reference(arguments, 2)?;
    let open = jvm.int(arguments, 3)? != 0;
    let name = jvm.get_known(module, MODULE, "name")?;
    if name == 0 || other.bits == module.bits {
        return boolean(true);
    }
    // What the JDK's modules do among themselves is their own business.
    let to_program = other.bits == 0 || jvm.get_known(other, MODULE, "name")? == 0;
    let package = package.replace('.', "/");
    let opened = matches!(&*package, "sun/misc" | "sun/reflect");
    boolean(!to_program || if open { opened } else { is_exported(&package) })
}

/// The descriptor of a module of the JDK: its name and no more; none for the unnamed one.
fn descriptor(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    const DESCRIPTOR: &str = "java/lang/module/ModuleDescriptor";
    let module = jvm.object(arguments, 0)?;
    let kept = jvm.get(module, MODULE, "descriptor")?;
    let name = Value::pointer(jvm.get_known(module, MODULE, "name")?);
    if kept.bits != 0 || name.bits == 0 {
        return Ok(Some(kept));
    }
    let newly = "newModule(Ljava/lang/String;)Ljava/lang/module/ModuleDescriptor$Builder;";
    let builder = jvm.call_static(DESCRIPTOR, newly, &[name])?;
    let made = jvm.call_virtual(
        "java/lang/module/ModuleDescriptor$Builder",
        "build()Ljava/lang/module/ModuleDescriptor;",
        &[builder],
    )?;
    jvm.put(module, MODULE, "descriptor", made)?;
    Ok(Some(made))
}

/// The module of a location such as `jrt:/java.base`.
fn module_at(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let location = jvm.text_of(arguments, 0)?;
    match location.strip_prefix("jrt:/") {
        Some(name) => jvm.module(name).map(Some),
        None => Ok(Some(NULL)),
    }
}

/// Where a package of the JDK, in internal form, is from; null for any other.
fn package_location(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let package = jvm.text_of(arguments, 0)?;
    let module = jvm.shared.world().image().module(&package).map(|module| format!("jrt:/{module}"));
    jvm.new_string_or_null(module.as_deref()).map(Some)
}

fn itself(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    jvm.object(arguments, 0).map(Some)
}

impl Jvm<'_> {
    /// The object of a module of the JDK; made when it is first asked for.
    pub(super) fn module(&mut self, name: &str) -> Result<Value, Stop> {
        let slot = self.shared.module_slot(name);
        let slot = slot.map_err(|error| self.load_error(&error))?;
        let kept = self.slot(slot)?;
        if kept.bits != 0 {
            return Ok(kept);
        }
        let class = self.class(MODULE)?;
        let module = self.context.new_object(class)?;
        self.set_slot(slot, module)?;
        let name = self.literal(name)?;
        self.put(module, MODULE, "name", name)?;
        Ok(module)
    }
}
