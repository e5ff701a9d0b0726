//! The hierarchy: what stands above a class, and what is initialised before it.

use program::{ClassId, Id, Program};

use super::World;
use super::info::{ClassInfo, ClassKind};

impl World {
    /// Whether a class is the other or below it, also among array classes.
    pub fn is_subtype(&self, program: &Program, class: ClassId, of: ClassId) -> bool {
        let mut pending = vec![class];
        let mut seen = Vec::new();
        while let Some(next) = pending.pop() {
            if next == of {
                return true;
            }
            // Whatever stands above a class was added before it.
            if next < of || seen.contains(&next) {
                continue;
            }
            seen.push(next);
            let linked = &program.classes[next];
            pending.extend(linked.superclass);
            pending.extend(&linked.interfaces);
        }
        false
    }

    /// Everything that stands above a class, each once: superclasses first, from near to far, then
    /// interfaces.
    pub fn supertypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut all = Vec::new();
        let mut next = self.info(class).superclass;
        while let Some(above) = next {
            all.push(above);
            next = self.info(above).superclass;
        }
        all.extend(self.superinterfaces(class));
        all
    }

    /// All interfaces above a class, each once, those of nearer classes first.
    pub fn superinterfaces(&self, class: ClassId) -> Vec<ClassId> {
        let mut all: Vec<ClassId> = Vec::new();
        let mut next = Some(class);
        while let Some(class) = next {
            let info = self.info(class);
            collect(self, &info.interfaces, &mut all);
            next = info.superclass;
        }
        all
    }

    /// What has to be initialised before a class, in order: its superclass, then the interfaces above
    /// it that have methods with bodies. Only those are named that have something to run.
    pub fn initialized_first(&self, class: ClassId) -> Vec<ClassId> {
        self.first(self.info(class))
    }

    /// The same, for a class that is being linked.
    pub(super) fn first(&self, info: &ClassInfo) -> Vec<ClassId> {
        if info.is_interface() || info.kind != ClassKind::Ordinary {
            return Vec::new();
        }
        let superclass = info.superclass.filter(|&above| self.info(above).initializes);
        let mut interfaces = Vec::new();
        collect(self, &info.interfaces, &mut interfaces);
        let stateful = interfaces.into_iter().rev().filter(|&id| {
            let interface = self.info(id);
            interface.has_defaults && interface.initializes
        });
        superclass.into_iter().chain(stateful).collect()
    }

    /// The index of the method that initialises a class itself: its `<clinit>`.
    pub fn class_initializer(&self, class: ClassId) -> Option<u32> {
        self.info(class).clinit
    }

    /// Whether a class has something of its own to run at its initialisation.
    pub(super) fn has_own_state(&self, info: &ClassInfo) -> bool {
        info.clinit.is_some() || info.fields.iter().any(|field| field.constant.is_some())
    }

    /// Whether a class is from the class path.
    pub fn is_user(&self, class: ClassId) -> bool {
        self.classes.get(class.index()).is_some_and(|info| info.origin.user)
    }
}

/// Adds interfaces and all above them.
fn collect(world: &World, interfaces: &[ClassId], all: &mut Vec<ClassId>) {
    let mut pending: Vec<ClassId> = interfaces.iter().rev().copied().collect();
    while let Some(interface) = pending.pop() {
        if all.contains(&interface) {
            continue;
        }
        all.push(interface);
        pending.extend(world.info(interface).interfaces.iter().rev());
    }
}
