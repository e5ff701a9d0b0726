//! What there is in a directory or a jar: classes, methods, branches, and what cannot be lowered and why.

use std::path::Path;

use program::{ClassId, FuncId, Program, SiteKind, SiteTable};

use crate::lower::{self, LowerError};
use crate::world::World;
use classfile::archive::Archive;
use classfile::descriptor::Signature;
use classfile::error::{LoadError, external_type};

/// The classes of an archive, in the order of their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The classes.
    pub classes: Vec<ListedClass>,
}

/// One class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedClass {
    /// Its internal name.
    pub name: String,
    /// Its methods, or why it cannot be linked.
    pub methods: Result<Vec<ListedMethod>, LoadError>,
}

/// One method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedMethod {
    /// As a person writes it: `int find(java.lang.String, int)`.
    pub signature: String,
    /// Its function.
    pub function: FuncId,
    /// What its body is.
    pub body: Body,
}

/// What the body of a method is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// Code of the IR.
    Lowered {
        /// Its ways to go: two for a branch, one for each case of a switch and its default.
        branches: u32,
        /// Its checks, each of which can fail.
        checks: u32,
    },
    /// None, since a subclass gives it.
    Abstract,
    /// The JVM's.
    Native,
    /// Bytecode that cannot be lowered.
    Refused(LowerError),
}

/// Lists an archive of the world's class path; bodies are lowered into the program.
pub fn archive(
    world: &mut World,
    program: &mut Program,
    path: &Path,
) -> Result<Listing, LoadError> {
    let archive = Archive::open(path, world.jdk().release)?;
    let mut classes = Vec::new();
    for name in archive.class_names()? {
        let methods = world.class(program, &name).map(|class| methods(world, program, class));
        classes.push(ListedClass { name, methods });
    }
    Ok(Listing { classes })
}

/// Lists the methods of a class in the order of the class file.
pub fn methods(world: &mut World, program: &mut Program, class: ClassId) -> Vec<ListedMethod> {
    let mut listed = Vec::new();
    for method in world.info(class).methods.clone() {
        let body = if method.is_native() {
            Body::Native
        } else if method.is_abstract() {
            Body::Abstract
        } else if !program.functions[method.function].blocks.is_empty() {
            counted(program, method.function)
        } else {
            match lower::body(world, program, method.function) {
                Ok(()) => counted(program, method.function),
                Err(error) => Body::Refused(error),
            }
        };
        let signature = written(&method.name, &method.descriptor);
        listed.push(ListedMethod { signature, function: method.function, body });
    }
    listed
}

/// A method as a person writes it.
fn written(name: &str, descriptor: &str) -> String {
    let Some(signature) = Signature::parse(descriptor) else {
        return format!("{name}{descriptor}");
    };
    let parameters: Vec<String> =
        signature.parameters().map(|(_, text)| external_type(text)).collect();
    let result = match name {
        "<init>" | "<clinit>" => String::new(),
        _ => external_type(signature.result_descriptor()) + " ",
    };
    format!("{result}{name}({})", parameters.join(", "))
}

fn counted(program: &Program, function: FuncId) -> Body {
    let mut table = SiteTable::default();
    table.add(function, &program.functions[function]);
    let (mut branches, mut checks) = (0, 0);
    for (_, site) in table.iter() {
        match site.kind {
            SiteKind::Check(_) => checks += 1,
            SiteKind::Branch | SiteKind::Select | SiteKind::Switch { .. } => {
                branches += site.outcomes();
            }
        }
    }
    Body::Lowered { branches, checks }
}
