//! Which type may stand where: supertypes with their arguments, and what contains what.

use super::signature::{Bindings, ClassSignature, MethodSignature, Open, Parameter};
use super::{JavaType, TypeArgument};
use bytecode::world::{Member, World};
use program::{ClassId, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far variables that extend each other are followed.
const DEEPEST: u32 = 4;

/// The signatures of classes, read once.
#[derive(Default)]
pub struct Hierarchy {
    signatures: BTreeMap<String, Option<(ClassId, Arc<ClassSignature>)>>,
}

impl Hierarchy {
    /// A class and its signature; `None` if there is no such class.
    pub fn class(
        &mut self,
        world: &mut World,
        program: &mut Program,
        name: &str,
    ) -> Option<(ClassId, Arc<ClassSignature>)> {
        if let Some(known) = self.signatures.get(name) {
            return known.clone();
        }
        let found = world.class(program, name).ok().map(|class| {
            let generic = world.signature(class, Member::Class);
            let signature = generic.and_then(|text| ClassSignature::parse(&text));
            let signature = signature.unwrap_or_else(|| {
                let info = world.info(class);
                let above = info.superclass.iter().chain(&info.interfaces);
                let above = above.map(|above| world.info(*above).name.to_string());
                let above = above.map(|name| Open::Class(name, Vec::new())).collect();
                ClassSignature { parameters: Vec::new(), above }
            });
            (class, Arc::new(signature))
        });
        self.signatures.insert(name.to_owned(), found.clone());
        found
    }

    /// Whether what is of one type may stand where another is asked for.
    pub fn fits(
        &mut self,
        world: &mut World,
        program: &mut Program,
        given: &JavaType,
        wanted: &JavaType,
    ) -> bool {
        if given == wanted {
            return true;
        }
        match (given, wanted) {
            (JavaType::Array(given), JavaType::Array(wanted)) => {
                self.fits(world, program, given, wanted)
            }
            (JavaType::Array(_), JavaType::Class { name, .. }) => {
                ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"]
                    .contains(&name.as_str())
            }
            (JavaType::Class { .. }, JavaType::Class { name, arguments }) => {
                if name == "java/lang/Object" {
                    return true;
                }
                let Some(seen) = self.seen_as(world, program, given, name) else { return false };
                arguments.is_empty()
                    || seen.len() == arguments.len()
                        && seen
                            .iter()
                            .zip(arguments)
                            .all(|(given, wanted)| self.contains(world, program, given, wanted))
            }
            _ => false,
        }
    }

    fn contains(
        &mut self,
        world: &mut World,
        program: &mut Program,
        given: &TypeArgument,
        wanted: &TypeArgument,
    ) -> bool {
        match (given, wanted) {
            (_, TypeArgument::Any) => true,
            (
                TypeArgument::Exact(given) | TypeArgument::Extends(given),
                TypeArgument::Extends(wanted),
            ) => self.fits(world, program, given, wanted),
            (
                TypeArgument::Exact(given) | TypeArgument::Super(given),
                TypeArgument::Super(wanted),
            ) => self.fits(world, program, wanted, given),
            _ => given == wanted,
        }
    }

    /// The arguments that a type has as one of its supertypes.
    fn seen_as(
        &mut self,
        world: &mut World,
        program: &mut Program,
        given: &JavaType,
        wanted: &str,
    ) -> Option<Vec<TypeArgument>> {
        let mut pending = vec![given.clone()];
        let mut seen = 0;
        while let Some(JavaType::Class { name, arguments }) = pending.pop() {
            if name == wanted {
                return Some(arguments);
            }
            seen += 1;
            // A hierarchy that leads back to itself ends too.
            if seen > 256 {
                return None;
            }
            let Some((_, signature)) = self.class(world, program, &name) else { continue };
            let bindings = bind(&signature.parameters, &arguments);
            pending.extend(signature.above.iter().map(|above| above.close(&bindings)));
        }
        None
    }

    /// What the type parameters of a class stand for where nothing says so.
    pub fn chosen(&self, parameters: &[Parameter], outer: &Bindings) -> Bindings {
        let mut bindings = outer.clone();
        for parameter in parameters {
            let chosen = choose(parameter, parameters, &bindings, DEEPEST);
            bindings.insert(parameter.name.clone(), chosen);
        }
        bindings
    }

    /// What the type parameters of a static method stand for that is to give something of a type: what that asks for,
    /// as far as they may, and what a person would try first elsewhere.
    pub fn giving(
        &mut self,
        world: &mut World,
        program: &mut Program,
        method: &MethodSignature,
        wanted: &JavaType,
    ) -> Bindings {
        let mut found = Bindings::new();
        method.gives.unify(wanted, &mut found);
        let chosen = self.chosen(&method.parameters, &Bindings::new());
        let mut bindings = chosen.clone();
        bindings.extend(found.clone());
        for parameter in &method.parameters {
            let Some(ty) = found.get(&parameter.name) else { continue };
            let mut bounds = parameter.bounds.iter();
            if !bounds.all(|bound| self.fits(world, program, ty, &bound.close(&bindings))) {
                return chosen;
            }
        }
        bindings
    }
}

/// What the parameters of a class stand for in a type.
pub fn bind(parameters: &[Parameter], arguments: &[TypeArgument]) -> Bindings {
    let mut bindings = Bindings::new();
    for (parameter, argument) in parameters.iter().zip(arguments) {
        let object = JavaType::raw("java/lang/Object");
        let ty = match (argument, parameter.bounds.first()) {
            (TypeArgument::Exact(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty), _) => {
                ty.clone()
            }
            (TypeArgument::Any, None) => object,
            (TypeArgument::Any, Some(bound)) if bound.close(&bindings) == object => object,
            // Nothing above what it extends may stand there.
            (TypeArgument::Any, Some(_)) => choose(parameter, parameters, &bindings, DEEPEST),
        };
        bindings.insert(parameter.name.clone(), ty);
    }
    bindings
}

/// A type that a person would try first.
fn choose(parameter: &Parameter, all: &[Parameter], known: &Bindings, depth: u32) -> JavaType {
    let integer = || JavaType::raw("java/lang/Integer");
    let Some(bound) = parameter.bounds.first() else { return integer() };
    match bound {
        Open::Variable(name) => match all.iter().find(|other| other.name == *name) {
            _ if known.contains_key(name) => known[name].clone(),
            Some(other) if depth > 0 => choose(other, all, known, depth - 1),
            _ => integer(),
        },
        Open::Class(name, arguments) => match name.as_str() {
            "java/lang/Object"
            | "java/lang/Comparable"
            | "java/lang/Number"
            | "java/io/Serializable" => integer(),
            "java/lang/CharSequence" => JavaType::raw("java/lang/String"),
            "java/lang/Enum" => JavaType::raw("java/util/concurrent/TimeUnit"),
            // `T extends Node<T>`: what it is remains open.
            _ if arguments.iter().any(|argument| argument.is_open(known)) => JavaType::raw(name),
            _ => bound.close(known),
        },
        Open::Array(_) | Open::Primitive(_) => bound.close(known),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_variable_is_what_it_extends_unless_that_speaks_of_something_open() {
        let chosen = |parameters: &str| {
            let signature = MethodSignature::parse(&format!("{parameters}()V")).expect("it parses");
            let chosen = Hierarchy::default().chosen(&signature.parameters, &Bindings::new());
            chosen.values().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        let string = "Ljava/lang/String;";
        assert_eq!(
            chosen(&format!("<M::Ljava/util/Map<{string}{string}>;>")),
            "java.util.Map<java.lang.String, java.lang.String>"
        );
        assert_eq!(chosen("<L::Ljava/util/List<*>;>"), "java.util.List<?>");
        let unit = "java.util.concurrent.TimeUnit";
        assert_eq!(chosen("<E:Ljava/lang/Enum<TE;>;>"), unit);
        assert_eq!(
            chosen("<E:Ljava/lang/Object;L::Ljava/util/List<TE;>;>"),
            "java.lang.Integer, java.util.List<java.lang.Integer>"
        );
        assert_eq!(chosen("<N:Ldemo/Node<TN;>;>"), "demo.Node");
        assert_eq!(chosen("<T::Ljava/lang/Comparable<TT;>;>"), "java.lang.Integer");
    }

    #[test]
    fn variables_are_what_a_wanted_type_asks_for() {
        let found = |gives: &str, wanted: &str| {
            let signature = format!("<T:Ljava/lang/Object;U:Ljava/lang/Object;>(){gives}");
            let signature = MethodSignature::parse(&signature).expect("it parses");
            let wanted = Open::of_descriptor(wanted).expect("a type").close(&Bindings::new());
            let mut found = Bindings::new();
            signature.gives.unify(&wanted, &mut found);
            let shown = found.iter().map(|(name, ty)| format!("{name} = {ty}"));
            shown.collect::<Vec<_>>().join(", ")
        };
        let map = "Ljava/util/Map<Ljava/lang/String;[Ldemo/Node;>;";
        assert_eq!(found("Ljava/util/Map<TT;TU;>;", map), "T = java.lang.String, U = demo.Node[]");
        assert_eq!(found("Ljava/util/Map<TT;[TU;>;", map), "T = java.lang.String, U = demo.Node");
        assert_eq!(found("Ljava/util/HashMap<TT;TU;>;", map), "");
        assert_eq!(found("Ljava/util/List<TT;>;", "Ljava/util/List<*>;"), "");
    }
}
