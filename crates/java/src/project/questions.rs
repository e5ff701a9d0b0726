//! What tests ask objects: the observers of each class, and what is known of what they give.

use super::Project;
use crate::api::build::tells;
use crate::api::{JavaType, Member, TypeArgument};
use jvm::natives::{Gives, Known, Question, Questions};
use std::collections::BTreeSet;

/// What looks like an observer and is none that a test should ask: texts are looked at in any case, and hash codes and
/// classes are no property of an object that anybody relies on.
const NEVER: [&str; 4] = ["toString", "hashCode", "getClass", "getDeclaringClass"];

impl Project {
    /// The observers of all classes: functions of the catalogue that tell something of an object without taking more.
    pub(super) fn questions(&self) -> Questions {
        let mut questions = Questions::new();
        // A generic class may be there more than once.
        let mut asked = BTreeSet::new();
        for (function, member) in &self.api.members {
            let Some(callable) = self.program.catalogue.callable(*function) else { continue };
            let (class, name) = match member {
                Member::Method { class, name, is_static: false, .. } => {
                    let gives = self.program.functions[*function].result.is_some();
                    let looks = gives && (tells(name) || self.is_accessor(class, name));
                    if callable.params.len() != 1 || !looks || NEVER.contains(&name.as_str()) {
                        continue;
                    }
                    (class, name)
                }
                Member::Field { class, name, is_static: false } => (class, name),
                _ => continue,
            };
            if !asked.insert((class, name, matches!(member, Member::Field { .. }))) {
                continue;
            }
            let gives = match &self.api.types[callable.result] {
                JavaType::Primitive(letter) => Gives::Primitive(*letter),
                ty => Gives::Reference(known(ty)),
            };
            let question = Question { function: *function, gives };
            questions.entry(class.clone()).or_default().push(question);
        }
        questions
    }

    /// Whether a class has a field of the name of a method, as records have for what they hold.
    fn is_accessor(&self, class: &str, name: &str) -> bool {
        let world = self.mould.world();
        let class = world.known_class(class).map(|class| world.info(class));
        class.is_some_and(|class| {
            class.origin.user && class.fields.iter().any(|field| &*field.name == name)
        })
    }

    /// Whether a class is below one of some others, or one of them.
    pub(super) fn is_kind_of(&self, class: &str, others: &[&str]) -> bool {
        if others.contains(&class) {
            return true;
        }
        let world = self.mould.world();
        let Some(class) = world.known_class(class) else { return false };
        let mut above = others.iter().filter_map(|other| world.known_class(other));
        above.any(|other| world.is_subtype(&self.program, class, other))
    }
}

/// What a compiler knows of something of a type.
pub(super) fn known(ty: &JavaType) -> Known {
    match ty {
        JavaType::Primitive(_) => Known::default(),
        JavaType::Class { name, arguments } => {
            let item = match arguments.as_slice() {
                [TypeArgument::Exact(item) | TypeArgument::Extends(item)] => item.class_name(),
                _ => None,
            };
            Known { class: Some(name.clone()), item: item.map(str::to_owned) }
        }
        JavaType::Array(element) => {
            Known { class: None, item: element.class_name().map(str::to_owned) }
        }
    }
}
