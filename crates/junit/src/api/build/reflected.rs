//! Methods, fields and constructors as arguments: `String.class.getMethod("length")`.

use super::Builder;
use crate::api::signature::MethodSignature;
use crate::api::trampoline::Callee;
use crate::api::{JavaType, Member, TypeArgument};
use classfile::flags;
use program::ClassId;

/// Those of the classes under test that are offered.
const MOST_OWN: usize = 3;
/// Methods of the library that are offered beside them: one that takes nothing, two that take something, one
/// that is static.
const METHODS: [(&str, &str, &str); 4] = [
    ("java/lang/String", "length", "()I"),
    ("java/lang/String", "charAt", "(I)C"),
    ("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;"),
    ("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"),
];
/// Constructors that are.
const CONSTRUCTORS: [(&str, &str, &str); 2] =
    [("java/lang/String", "<init>", "()V"), ("java/util/ArrayList", "<init>", "(I)V")];

impl Builder<'_> {
    /// Adds what may stand for a method, a field or a constructor. Gives whether a type is one of those.
    pub(super) fn reflected(&mut self, ty: &JavaType, arguments: &[TypeArgument]) -> bool {
        match ty.class_name() {
            Some("java/lang/reflect/Method") => self.reflected_methods(ty, false, &METHODS),
            Some("java/lang/reflect/Constructor") => {
                // Those of a certain class are its own.
                if !matches!(arguments.first(), Some(TypeArgument::Exact(_))) {
                    self.reflected_methods(ty, true, &CONSTRUCTORS);
                }
            }
            Some("java/lang/reflect/Field") => self.reflected_fields(ty),
            _ => return false,
        }
        true
    }

    fn reflected_methods(
        &mut self,
        ty: &JavaType,
        constructors: bool,
        usual: &[(&str, &str, &str)],
    ) {
        let mut found: Vec<(String, String, String)> = Vec::new();
        for id in self.public_under_test() {
            let info = self.world.info(id);
            let own = info.methods.iter().filter(|method| {
                let hidden = flags::SYNTHETIC | flags::BRIDGE;
                method.flags & flags::PUBLIC != 0
                    && method.flags & hidden == 0
                    && (&*method.name == "<init>") == constructors
            });
            let named = |method: &bytecode::world::MethodInfo| {
                (info.name.to_string(), method.name.to_string(), method.descriptor.to_string())
            };
            found.extend(own.map(named));
        }
        found.truncate(MOST_OWN);
        let usual = usual.iter().map(|(class, name, descriptor)| {
            ((*class).to_owned(), (*name).to_owned(), (*descriptor).to_owned())
        });
        for (class, name, descriptor) in found.into_iter().chain(usual) {
            let Some(signature) = MethodSignature::of_descriptor(&descriptor) else { continue };
            let takes = signature.takes.iter().map(|ty| ty.close(&Default::default())).collect();
            let name = (!constructors).then_some(name);
            let lookup = if constructors { "getConstructor" } else { "getMethod" };
            self.look_up(Member::Reflected { class, lookup, name, takes }, ty);
        }
    }

    fn reflected_fields(&mut self, ty: &JavaType) {
        let mut found = Vec::new();
        for id in self.public_under_test() {
            let info = self.world.info(id);
            let own = info.fields.iter().filter(|field| field.flags & flags::PUBLIC != 0);
            found.extend(own.map(|field| (info.name.to_string(), field.name.to_string())));
        }
        found.truncate(MOST_OWN);
        for class in ["java/lang/Integer", "java/lang/Long"] {
            found.push((class.to_owned(), "MAX_VALUE".to_owned()));
        }
        for (class, name) in found {
            let name = Some(name);
            self.look_up(
                Member::Reflected { class, lookup: "getField", name, takes: Vec::new() },
                ty,
            );
        }
    }

    /// The classes under test whose public members `Class.getMethod` and its like find.
    fn public_under_test(&self) -> Vec<ClassId> {
        let ids = self.plan.classes.iter().filter_map(|name| self.world.known_class(name));
        ids.filter(|id| self.world.info(*id).flags & flags::PUBLIC != 0).collect()
    }

    /// Adds what asks a class for one of its members.
    fn look_up(&mut self, member: Member, ty: &JavaType) {
        let Member::Reflected { class, lookup, name, takes } = &member else { return };
        let (Ok(id), lookup) = (self.world.class(self.program, class), *lookup) else { return };
        let mut classes = Vec::new();
        for taken in takes {
            match self.class_object(taken) {
                Some(class) => classes.push(class),
                None => return,
            }
        }
        let callee = Callee::Reflected { class: id, lookup, name: name.clone(), takes: classes };
        self.add(member, callee, &[], ty, 0);
    }
}
