//! `java.lang.Class`: finding classes, and asking how they stand to one another.

use super::values::{NULL, boolean};
use super::{Answer, Jvm, Table, zero};
use bytecode::world::ClassKind;
use classfile::descriptor::JType;
use classfile::error::LoadError;
use machine::{Stop, Value};
use program::ClassId;

pub(super) const TABLE: Table = &[
    (
        "java/lang/Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;",
        for_name,
    ),
    ("java/lang/Class.getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;", get_primitive_class),
    ("java/lang/Class.initClassName()Ljava/lang/String;", init_class_name),
    ("java/lang/Class.isInstance(Ljava/lang/Object;)Z", is_instance),
    ("java/lang/Class.isAssignableFrom(Ljava/lang/Class;)Z", is_assignable_from),
    ("java/lang/Class.isInterface()Z", is_interface),
    ("java/lang/Class.isArray()Z", is_array),
    ("java/lang/Class.isPrimitive()Z", is_primitive),
    ("java/lang/Class.isHidden()Z", is_hidden),
    ("java/lang/Class.getSuperclass()Ljava/lang/Class;", get_superclass),
    ("java/lang/Class.getInterfaces0()[Ljava/lang/Class;", get_interfaces),
    ("java/lang/Class.desiredAssertionStatus()Z", desired_assertion_status),
    ("java/lang/Class.desiredAssertionStatus0(Ljava/lang/Class;)Z", desired_assertion_status),
    ("java/lang/ClassLoader.desiredAssertionStatus(Ljava/lang/String;)Z", zero),
];

fn for_name(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let name = jvm.text_of(arguments, 0)?;
    let initialize = jvm.int(arguments, 1)? != 0;
    let loader = jvm.reference(arguments, 2)?;
    let class = jvm.class_by_name(&name, loader)?;
    if initialize {
        jvm.initialize(class)?;
    }
    jvm.mirror(class).map(Some)
}

fn get_primitive_class(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let name = jvm.text_of(arguments, 0)?;
    let ty = JType::PRIMITIVES.into_iter().find(|ty| ty.keyword() == Some(&name));
    match ty {
        Some(ty) => {
            let class = jvm.shared.world().primitive(ty);
            jvm.mirror(class).map(Some)
        }
        None => Err(jvm.throw("java/lang/ClassNotFoundException", Some(&name))),
    }
}

/// The name with dots, kept in the mirror: `java.lang.String`, `[I`, `int`.
fn init_class_name(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let mirror = jvm.object(arguments, 0)?;
    let class = jvm.mirrored(mirror)?;
    let name = jvm.external_name(class);
    let name = jvm.literal(&name)?;
    jvm.put(mirror, "java/lang/Class", "name", name)?;
    Ok(Some(name))
}

fn is_instance(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let object = jvm.reference(arguments, 1)?;
    if object.bits == 0 {
        return boolean(false);
    }
    let of = jvm.context.class_of(object)?;
    boolean(jvm.context.is_subtype(of, class))
}

fn is_assignable_from(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let other = jvm.class_argument(arguments, 1)?;
    boolean(jvm.context.is_subtype(other, class))
}

fn is_interface(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    boolean(jvm.shared.world().info(class).is_interface())
}

fn is_array(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    boolean(jvm.shared.world().info(class).is_array())
}

fn is_primitive(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let world = jvm.shared.world();
    boolean(matches!(world.info(class).kind, ClassKind::Primitive(_)))
}

fn is_hidden(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let world = jvm.shared.world();
    boolean(world.is_hidden(class) && !world.is_anonymous(class))
}

fn get_superclass(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let superclass = {
        let world = jvm.shared.world();
        let info = world.info(class);
        info.superclass.filter(|_| !info.is_interface())
    };
    match superclass {
        Some(superclass) => jvm.mirror(superclass).map(Some),
        None => Ok(Some(NULL)),
    }
}

fn get_interfaces(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let interfaces = {
        let world = jvm.shared.world();
        let info = world.info(class);
        // An array class lists, for the sake of covariance, other arrays too.
        let own = |class: &&ClassId| !world.info(**class).is_array();
        info.interfaces.iter().filter(own).copied().collect::<Vec<_>>()
    };
    let mut mirrors = Vec::new();
    for interface in interfaces {
        mirrors.push(jvm.mirror(interface)?);
    }
    jvm.references("[Ljava/lang/Class;", &mirrors).map(Some)
}

/// Assertions are on in the program's own classes, and off in the JDK's.
fn desired_assertion_status(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    boolean(jvm.shared.world().info(class).origin.user)
}

impl Jvm<'_> {
    /// The name of a class with dots.
    pub(super) fn external_name(&self, class: ClassId) -> String {
        let world = self.shared.world();
        let name = world.info(class).name.replace('/', ".");
        match name.rsplit_once('+') {
            Some((name, number)) if world.is_hidden(class) => format!("{name}/{number}"),
            Some((name, _)) if world.is_shown(class) => name.to_owned(),
            _ => name,
        }
    }

    /// A class by its name with dots, as a loader sees it; `ClassNotFoundException` if it does not.
    pub(super) fn class_by_name(&mut self, name: &str, loader: Value) -> Result<ClassId, Stop> {
        let refused = name.is_empty() || name.contains('/');
        let internal = name.replace('.', "/");
        // A loader of the program's own is asked for everything, whatever others have.
        let is_asked = loader.bits != 0 && !name.starts_with('[') && self.is_user_loader(loader)?;
        if !refused && is_asked {
            let argument = self.new_string(name)?;
            let mirror = self.call_virtual(
                "java/lang/ClassLoader",
                "loadClass(Ljava/lang/String;)Ljava/lang/Class;",
                &[loader, argument],
            )?;
            if mirror.bits != 0 {
                return self.mirrored(mirror);
            }
        } else if !refused && let Some(class) = self.visible_class(&internal, loader)? {
            return Ok(class);
        }
        Err(self.throw("java/lang/ClassNotFoundException", Some(name)))
    }

    /// A class that can be had without asking a loader of the program's own.
    pub(super) fn visible_class(
        &mut self,
        internal: &str,
        loader: Value,
    ) -> Result<Option<ClassId>, Stop> {
        match self.try_class(internal)? {
            Ok(class) => {
                let innermost = self.innermost(class)?;
                if !self.is_known_to(innermost, loader)? {
                    return Ok(None);
                }
                let world = self.shared.world();
                let primitive = matches!(world.info(class).kind, ClassKind::Primitive(_))
                    || internal.starts_with("ferret/");
                // The loader above all others knows the JDK only.
                let hidden = loader.bits == 0 && world.info(innermost).origin.user;
                Ok((!primitive && !hidden).then_some(class))
            }
            Err(LoadError::NotFound(missing))
                if missing == internal || internal.starts_with('[') =>
            {
                Ok(None)
            }
            Err(error) => Err(self.load_error(&error)),
        }
    }

    /// Whether a loader may know a class: one that was defined while running, only if it or the one above all
    /// others defined it, and in this run.
    fn is_known_to(&mut self, class: ClassId, loader: Value) -> Result<bool, Stop> {
        let is_defined = {
            let world = self.shared.world();
            let is_ordinary = matches!(world.info(class).kind, ClassKind::Ordinary);
            is_ordinary && world.info(class).origin.user && !world.is_from_archive(class)
        };
        if !is_defined {
            return Ok(true);
        }
        let slot = self.mirror_slot(class)?;
        let mirror = self.slot(slot)?;
        if mirror.bits == 0 {
            return Ok(false);
        }
        let of = self.get_known(mirror, "java/lang/Class", "classLoader")?;
        Ok(of == 0 || of == loader.bits as u64)
    }

    /// Whether a loader is one that the program made.
    fn is_user_loader(&mut self, loader: Value) -> Result<bool, Stop> {
        let class = self.context.class_of(loader)?;
        Ok(self.shared.world().info(class).origin.user)
    }
}
