//! Classes as arguments: `String.class`, `int.class`.

use super::Builder;
use crate::api::signature::Open;
use crate::api::trampoline::{Callee, ClassObject};
use crate::api::{JavaType, Member, TypeArgument};
use classfile::descriptor::JType;
use std::collections::BTreeSet;

/// Classes that are offered where any will do.
const MOST_LITERALS: usize = 12;
/// Those that a person would try first: a class, a boxed number, a primitive type, an array, an interface.
const USUAL: [&str; 5] =
    ["Ljava/lang/String;", "Ljava/lang/Integer;", "I", "[I", "Ljava/util/List;"];

impl Builder<'_> {
    /// Adds the classes that may stand for a `Class<…>`: what it is of, and where that leaves a choice those that the code
    /// under test names, the classes under test and usual ones.
    pub(super) fn class_literals(&mut self, ty: &JavaType, arguments: &[TypeArgument]) {
        let (bound, exact) = match arguments.first() {
            Some(TypeArgument::Exact(bound)) => (Some(bound), true),
            Some(TypeArgument::Extends(bound) | TypeArgument::Super(bound)) => (Some(bound), false),
            Some(TypeArgument::Any) | None => (None, false),
        };
        // A literal of a generic class is of the raw one: it is no `Class<List<String>>`, nor of something that extends that.
        if bound.is_some_and(|bound| bound.erased() != *bound) {
            return;
        }
        let bound = bound.map(JavaType::erased);
        let mut offered: Vec<JavaType> = bound.clone().into_iter().collect();
        if !exact {
            offered.extend(self.named_classes());
        }
        let mut added = BTreeSet::new();
        for class in offered {
            let fits = bound.as_ref().is_none_or(|bound| self.is_kind_of(&class, bound));
            if added.len() < MOST_LITERALS && fits && added.insert(class.clone()) {
                self.class_literal(class, ty);
            }
        }
    }

    /// The classes that the code under test names, the classes under test and usual ones.
    fn named_classes(&mut self) -> Vec<JavaType> {
        let mut names = Vec::new();
        for class in self.plan.classes {
            if let Some(id) = self.world.known_class(class) {
                names.extend(bytecode::lower::class_literals(self.world, id));
            }
        }
        // The last ones would go first otherwise.
        names.truncate(MOST_LITERALS - USUAL.len());
        names.extend(USUAL.map(str::to_owned));
        names.extend(self.plan.classes.iter().map(|class| format!("L{class};")));
        let open = names.iter().filter_map(|name| Open::of_descriptor(name));
        open.map(|open| open.close(&Default::default())).collect()
    }

    fn is_kind_of(&mut self, class: &JavaType, bound: &JavaType) -> bool {
        let is_object = bound.class_name() == Some("java/lang/Object");
        is_object || self.hierarchy.fits(self.world, self.program, class, bound)
    }

    fn class_literal(&mut self, class: JavaType, ty: &JavaType) {
        if let Some(object) = self.class_object(&class) {
            self.add(Member::ClassLiteral(class), Callee::Class(object), &[], ty, 0);
        }
    }

    /// The `Class` object of a type, if tests can name it.
    pub(super) fn class_object(&mut self, of: &JavaType) -> Option<ClassObject> {
        match of {
            JavaType::Primitive(_) => {
                let wrapper = of.primitive().and_then(JType::wrapper)?;
                self.world.class(self.program, wrapper).ok().map(ClassObject::Primitive)
            }
            JavaType::Array(_) => {
                self.world.class(self.program, &of.descriptor()).ok().map(ClassObject::Of)
            }
            JavaType::Class { name, .. } => {
                let class = self.world.class(self.program, name).ok()?;
                self.is_accessible(class).then_some(ClassObject::Of(class))
            }
        }
    }
}
