//! Types as text, and what compilers would warn of in them.

use super::context::Context;
use super::{Classes, mention};
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
                if is_raw(self.unit.classes, ty) {
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

/// The nearest type above a type that a test can name. A type with a raw one among its arguments is raw itself: it
/// may stand for one whose bounds speak of itself, and that cannot be written.
pub(super) fn nameable(classes: &dyn Classes, ty: &JavaType) -> JavaType {
    let (name, arguments) = match ty {
        JavaType::Primitive(_) => return ty.clone(),
        JavaType::Array(element) => return JavaType::Array(Box::new(nameable(classes, element))),
        JavaType::Class { name, arguments } => (name, arguments),
    };
    if !classes.is_accessible(name) {
        return JavaType::raw("java/lang/Object");
    }
    // Inside a class that has type parameters, its own arguments are not all there are.
    if !arguments.is_empty() && arguments.len() != classes.type_parameters(name) {
        return JavaType::raw(name.clone());
    }
    let mut written = Vec::new();
    for argument in arguments {
        let (TypeArgument::Exact(inside)
        | TypeArgument::Extends(inside)
        | TypeArgument::Super(inside)) = argument
        else {
            written.push(argument.clone());
            continue;
        };
        let own = nameable(classes, inside);
        if is_raw(classes, &own) {
            return JavaType::raw(name.clone());
        }
        written.push(if own == *inside { argument.clone() } else { TypeArgument::Any });
    }
    JavaType::Class { name: name.clone(), arguments: written }
}

/// Whether a type is that of a generic class without arguments.
pub(super) fn is_raw(classes: &dyn Classes, ty: &JavaType) -> bool {
    match ty {
        JavaType::Class { name, arguments } => {
            arguments.is_empty() && classes.type_parameters(name) > 0
        }
        _ => false,
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
    match classfile::descriptor::class_of(descriptor) {
        Some(class) => of_class(class),
        None => JavaType::Primitive(descriptor.chars().next().unwrap_or('V')),
    }
}

/// The annotation that suppresses kinds of warnings.
pub(super) fn suppressed(kinds: &Suppressed) -> Option<String> {
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
    match kinds.as_slice() {
        [] => None,
        [only] => Some(format!("@SuppressWarnings({only})")),
        _ => Some(format!("@SuppressWarnings({{{}}})", kinds.join(", "))),
    }
}
