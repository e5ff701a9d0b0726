//! Mirrors: the `java.lang.Class` object of each class.

use super::Jvm;
use super::values::{NULL, number};
use bytecode::world::ClassKind;
use classfile::flags;
use machine::{Stop, Value};
use program::{ClassId, Id};

const CLASS: &str = "java/lang/Class";

impl Jvm<'_> {
    /// The place of a class's mirror.
    pub(super) fn mirror_slot(&mut self, class: ClassId) -> Result<u32, Stop> {
        let slot = self.shared.world().mirror_slot(class);
        slot.map_err(|error| self.load_error(&error))
    }

    /// The `Class` object of a class; made when it is first asked for.
    pub(super) fn mirror(&mut self, class: ClassId) -> Result<Value, Stop> {
        let slot = self.mirror_slot(class)?;
        let kept = self.slot(slot)?;
        if kept.bits != 0 {
            return Ok(kept);
        }
        let of_classes = self.class(CLASS)?;
        let mirror = self.context.new_object(of_classes)?;
        self.set_slot(slot, mirror)?;
        self.put(mirror, CLASS, "$class", number(class.index() as i32))?;
        let (component, primitive) = {
            let world = self.shared.world();
            let info = world.info(class);
            let primitive = matches!(info.kind, ClassKind::Primitive(_));
            (info.component().map(str::to_owned), primitive)
        };
        if let Some(component) = component {
            let component = self.class_of_descriptor(&component)?;
            let component = self.mirror(component)?;
            self.put(mirror, CLASS, "componentType", component)?;
        }
        let modifiers = self.modifiers(class)?;
        self.put_if_there(mirror, CLASS, "modifiers", number(modifiers.into()))?;
        self.put_if_there(mirror, CLASS, "primitive", number(primitive.into()))?;
        self.give_home(mirror, class)?;
        Ok(mirror)
    }

    /// Tells a mirror of which loader and module its class is.
    pub(super) fn give_home(&mut self, mirror: Value, class: ClassId) -> Result<(), Stop> {
        let innermost = self.innermost(class)?;
        let (user, module) = {
            let world = self.shared.world();
            let origin = &world.info(innermost).origin;
            (origin.user, origin.module.clone())
        };
        if user {
            let loader = self.app_loader()?;
            if loader.bits != 0 {
                let module = self.get(loader, "java/lang/ClassLoader", "unnamedModule")?;
                self.put(mirror, CLASS, "classLoader", loader)?;
                self.put(mirror, CLASS, "module", module)?;
            }
            return Ok(());
        }
        let name = module.as_deref().unwrap_or("java.base");
        let module = self.module(name)?;
        self.put(mirror, CLASS, "module", module)
    }

    /// The loader of user classes; null until there is one.
    pub(super) fn app_loader(&mut self) -> Result<Value, Stop> {
        const LOADERS: &str = "jdk/internal/loader/ClassLoaders";
        let class = self.class(LOADERS)?;
        if self.context.class_state(class) == 0 {
            return Ok(NULL);
        }
        self.get(NULL, LOADERS, "APP_LOADER")
    }

    /// The class that a mirror stands for.
    pub(super) fn mirrored(&mut self, mirror: Value) -> Result<ClassId, Stop> {
        let class = self.get_known(mirror, CLASS, "$class")?;
        Ok(ClassId(class as u32))
    }

    /// The class that an argument, a mirror, stands for.
    pub(super) fn class_argument(
        &mut self,
        arguments: &[Value],
        index: usize,
    ) -> Result<ClassId, Stop> {
        let mirror = self.object(arguments, index)?;
        self.mirrored(mirror)
    }

    /// The class of a descriptor: `I`, `[J`, `Ljava/lang/String;`.
    pub(super) fn class_of_descriptor(&mut self, descriptor: &str) -> Result<ClassId, Stop> {
        match classfile::descriptor::class_of(descriptor) {
            Some(name) => self.class(name),
            None => {
                let letter =
                    descriptor.bytes().next().and_then(classfile::descriptor::JType::of_letter);
                let ty = letter.unwrap_or(classfile::descriptor::JType::Void);
                Ok(self.shared.world().primitive(ty))
            }
        }
    }

    /// The mirror of a descriptor.
    pub(super) fn mirror_of(&mut self, descriptor: &str) -> Result<Value, Stop> {
        let class = self.class_of_descriptor(descriptor)?;
        self.mirror(class)
    }

    /// The element class below all dimensions of an array class; any other class itself.
    pub(super) fn innermost(&mut self, class: ClassId) -> Result<ClassId, Stop> {
        let component = self.shared.world().info(class).component().map(str::to_owned);
        match component {
            Some(component) => {
                let element = component.trim_start_matches('[').to_owned();
                self.class_of_descriptor(&element)
            }
            None => Ok(class),
        }
    }

    /// What `Class.getModifiers` says: a nested class has the flags its source gave it.
    pub(super) fn modifiers(&mut self, class: ClassId) -> Result<u16, Stop> {
        let (kind, own) = {
            let world = self.shared.world();
            let info = world.info(class);
            (info.kind.clone(), info.flags)
        };
        Ok(match kind {
            ClassKind::Primitive(_) => flags::PUBLIC | flags::FINAL | flags::ABSTRACT,
            ClassKind::Array { .. } => {
                let innermost = self.innermost(class)?;
                let visible = flags::PUBLIC | flags::PRIVATE | flags::PROTECTED;
                (self.modifiers(innermost)? & visible) | flags::FINAL | flags::ABSTRACT
            }
            ClassKind::Ordinary => {
                let given = self.own_entry(class)?.map_or(own, |entry| entry.flags);
                given & !flags::SYNCHRONIZED
            }
        })
    }
}
