//! Types as text, and what compilers would warn of in them.

use super::context::Context;
use super::mention;
use crate::api::{JavaType, TypeArgument};
use std::collections::BTreeSet;

/// Kinds of warnings that a test asks compilers to keep for themselves.
pub(super) type Suppressed = BTreeSet<&'static str>;

impl Context<'_> {
    /// A type as text.
    pub(super) fn written(&self, ty: &JavaType, suppressed: &mut Suppressed) -> String {
        match ty {
            JavaType::Primitive(_) => ty.to_string(),
            JavaType::Array(element) => format!("{}[]", self.written(element, suppressed)),
            JavaType::Class { name, arguments } => {
                if arguments.is_empty() && self.unit.classes.type_parameters(name) > 0 {
                    suppressed.extend(["rawtypes", "unchecked"]);
                }
                let inside = arguments.iter().map(|argument| match argument {
                    TypeArgument::Exact(ty) => self.written(ty, suppressed),
                    TypeArgument::Extends(ty) => {
                        format!("? extends {}", self.written(ty, suppressed))
                    }
                    TypeArgument::Super(ty) => format!("? super {}", self.written(ty, suppressed)),
                    TypeArgument::Any => "?".to_owned(),
                });
                let inside: Vec<String> = inside.collect();
                let class = mention::class(name);
                if inside.is_empty() { class } else { format!("{class}<{}>", inside.join(", ")) }
            }
        }
    }

    /// The type of the elements of an array that is made: no array is made of a type with arguments.
    pub(super) fn element(&self, ty: &JavaType, suppressed: &mut Suppressed) -> String {
        match ty {
            JavaType::Class { name, arguments } if !arguments.is_empty() => {
                suppressed.extend(["rawtypes", "unchecked"]);
                mention::class(name)
            }
            JavaType::Array(element) => format!("{}[]", self.element(element, suppressed)),
            _ => self.written(ty, suppressed),
        }
    }
}

/// Whether a type has arguments, itself or in its elements.
pub(super) fn is_parameterised(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(_) => false,
        JavaType::Class { arguments, .. } => !arguments.is_empty(),
        JavaType::Array(element) => is_parameterised(element),
    }
}

/// The type of a class by its internal name or of an array by its descriptor.
pub(super) fn of_class(name: &str) -> JavaType {
    match name.strip_prefix('[') {
        Some(component) => JavaType::Array(Box::new(of_descriptor(component))),
        None => JavaType::raw(name),
    }
}

/// The type of a descriptor.
pub(super) fn of_descriptor(descriptor: &str) -> JavaType {
    match crate::descriptor::class_of(descriptor) {
        Some(class) => of_class(class),
        None => JavaType::Primitive(descriptor.chars().next().unwrap_or('V')),
    }
}
