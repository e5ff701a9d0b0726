//! Generic signatures as class files have them (JVMS 4.7.9.1), and types with type variables.

use super::{JavaType, TypeArgument};
use classfile::descriptor::Signature as Descriptor;
use std::collections::BTreeMap;

/// A type that may name type variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Open {
    /// A primitive type or `void`.
    Primitive(char),
    /// A class with what stands between `<` and `>`.
    Class(String, Vec<OpenArgument>),
    /// An array.
    Array(Box<Open>),
    /// A type variable.
    Variable(String),
}

/// What stands between `<` and `>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenArgument {
    /// A type.
    Exact(Open),
    /// `? extends T`.
    Extends(Open),
    /// `? super T`.
    Super(Open),
    /// `?`.
    Any,
}

/// A type parameter: its name and what it extends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it extends.
    pub bounds: Vec<Open>,
}

/// What a class is generic in, and what it extends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassSignature {
    /// Its type parameters.
    pub parameters: Vec<Parameter>,
    /// What it extends and implements.
    pub above: Vec<Open>,
}

/// What a method takes and gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodSignature {
    /// Its own type parameters.
    pub parameters: Vec<Parameter>,
    /// What it takes.
    pub takes: Vec<Open>,
    /// What it gives.
    pub gives: Open,
}

/// What type variables stand for.
pub type Bindings = BTreeMap<String, JavaType>;

impl Open {
    /// The type that it is when its variables stand for these types; others stand for `Object`.
    pub fn close(&self, bindings: &Bindings) -> JavaType {
        match self {
            Open::Primitive(letter) => JavaType::Primitive(*letter),
            Open::Variable(name) => {
                let bound = bindings.get(name).cloned();
                bound.unwrap_or_else(|| JavaType::raw("java/lang/Object"))
            }
            Open::Array(element) => JavaType::Array(Box::new(element.close(bindings))),
            Open::Class(name, arguments) => JavaType::Class {
                name: name.clone(),
                arguments: arguments.iter().map(|argument| argument.close(bindings)).collect(),
            },
        }
    }

    /// Whether it speaks of a variable that stands for nothing yet.
    fn is_open(&self, bindings: &Bindings) -> bool {
        match self {
            Open::Primitive(_) => false,
            Open::Variable(name) => !bindings.contains_key(name),
            Open::Array(element) => element.is_open(bindings),
            Open::Class(_, arguments) => {
                arguments.iter().any(|argument| argument.is_open(bindings))
            }
        }
    }

    /// Whether it speaks of a variable.
    fn names(&self, variable: &str) -> bool {
        match self {
            Open::Primitive(_) => false,
            Open::Variable(name) => name == variable,
            Open::Array(element) => element.names(variable),
            Open::Class(_, arguments) => arguments.iter().any(|own| own.names(variable)),
        }
    }

    /// Adds what variables have to stand for so that it is a type; what differs otherwise is left alone.
    pub fn unify(&self, with: &JavaType, found: &mut Bindings) {
        match (self, with) {
            (Open::Variable(name), JavaType::Class { .. } | JavaType::Array(_)) => {
                found.entry(name.clone()).or_insert_with(|| with.clone());
            }
            (Open::Array(own), JavaType::Array(element)) => own.unify(element, found),
            (Open::Class(own, open), JavaType::Class { name, arguments }) if own == name => {
                for pair in open.iter().zip(arguments) {
                    match pair {
                        (OpenArgument::Exact(own), TypeArgument::Exact(ty))
                        | (OpenArgument::Extends(own), TypeArgument::Extends(ty))
                        | (OpenArgument::Super(own), TypeArgument::Super(ty)) => {
                            own.unify(ty, found);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// The type of a descriptor.
    pub fn of_descriptor(descriptor: &str) -> Option<Self> {
        let mut reader = Reader { text: descriptor.as_bytes(), at: 0 };
        reader.ty()
    }
}

impl OpenArgument {
    /// Whether it speaks of a variable that stands for nothing yet.
    pub fn is_open(&self, bindings: &Bindings) -> bool {
        match self {
            OpenArgument::Exact(ty) | OpenArgument::Extends(ty) | OpenArgument::Super(ty) => {
                ty.is_open(bindings)
            }
            OpenArgument::Any => false,
        }
    }

    /// Whether it speaks of a variable.
    fn names(&self, variable: &str) -> bool {
        match self {
            OpenArgument::Exact(ty) | OpenArgument::Extends(ty) | OpenArgument::Super(ty) => {
                ty.names(variable)
            }
            OpenArgument::Any => false,
        }
    }

    fn close(&self, bindings: &Bindings) -> TypeArgument {
        match self {
            OpenArgument::Exact(ty) => TypeArgument::Exact(ty.close(bindings)),
            OpenArgument::Extends(ty) => TypeArgument::Extends(ty.close(bindings)),
            OpenArgument::Super(ty) => TypeArgument::Super(ty.close(bindings)),
            OpenArgument::Any => TypeArgument::Any,
        }
    }
}

impl ClassSignature {
    /// Reads a class signature.
    pub fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let parameters = reader.parameters()?;
        let mut above = Vec::new();
        while reader.at < reader.text.len() {
            above.push(reader.ty()?);
        }
        Some(Self { parameters, above })
    }
}

/// Generic classes whose objects stand for a class that is known only when the code runs.
const OF_ANY: [&str; 2] = ["java/lang/Class", "java/lang/reflect/Constructor"];

impl MethodSignature {
    /// The same with any class where a `Class<T>` or a `Constructor<T>` is all that a type parameter of the method's own is
    /// for: a `<T> T read(String, Class<T>)` reads whatever it is asked for.
    #[must_use]
    pub fn with_any_class(mut self) -> Self {
        for parameter in &self.parameters {
            let is_it = |ty: &Open| *ty == Open::Variable(parameter.name.clone());
            let is_class = |ty: &&mut Open| {
                matches!(ty, Open::Class(name, arguments) if OF_ANY.contains(&name.as_str())
                    && matches!(arguments.as_slice(), [OpenArgument::Exact(of)] if is_it(of)))
            };
            let named = self.takes.iter().filter(|ty| ty.names(&parameter.name)).count();
            let Some(only) = self.takes.iter_mut().find(is_class).filter(|_| named == 1) else {
                continue;
            };
            let bound = match parameter.bounds.as_slice() {
                [bound] if !bound.names(&parameter.name) => OpenArgument::Extends(bound.clone()),
                [] => OpenArgument::Any,
                _ => continue,
            };
            if let Open::Class(_, arguments) = only {
                *arguments = vec![bound];
            }
            // What it gives is of the class that is asked for, too: a `Constructor<T>` is of any.
            if let Open::Class(_, arguments) = &mut self.gives {
                for argument in arguments.iter_mut().filter(|own| own.names(&parameter.name)) {
                    *argument = OpenArgument::Any;
                }
            }
        }
        self
    }

    /// The same with what compilers add to the parameters of a constructor and leave out of its signature: the object
    /// around that of an inner class, which comes first.
    #[must_use]
    pub fn completed(mut self, plain: &Self) -> Self {
        match plain.takes.len().checked_sub(self.takes.len()) {
            Some(missing) => {
                self.takes.splice(0..0, plain.takes[..missing].iter().cloned());
                self
            }
            None => plain.clone(),
        }
    }

    /// Reads a method signature.
    pub fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let parameters = reader.parameters()?;
        reader.accept(b'(').then_some(())?;
        let mut takes = Vec::new();
        while !reader.accept(b')') {
            takes.push(reader.ty()?);
        }
        let gives = reader.ty()?;
        Some(Self { parameters, takes, gives })
    }

    /// The signature of a method that has none but its descriptor.
    pub fn of_descriptor(descriptor: &str) -> Option<Self> {
        let parsed = Descriptor::parse(descriptor)?;
        let takes = parsed.parameters().map(|(_, text)| Open::of_descriptor(text));
        Some(Self {
            parameters: Vec::new(),
            takes: takes.collect::<Option<_>>()?,
            gives: Open::of_descriptor(parsed.result_descriptor())?,
        })
    }
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// All up to one of some bytes.
    fn until(&mut self, ends: &[u8]) -> Option<String> {
        let length = self.text[self.at..].iter().position(|byte| ends.contains(byte))?;
        let text = self.text[self.at..self.at + length].to_vec();
        self.at += length;
        String::from_utf8(text).ok()
    }

    /// `<T:Ljava/lang/Object;U::Ljava/util/List<TT;>;>`, or nothing.
    fn parameters(&mut self) -> Option<Vec<Parameter>> {
        let mut parameters = Vec::new();
        if !self.accept(b'<') {
            return Some(parameters);
        }
        while !self.accept(b'>') {
            let name = self.until(b":")?;
            let mut bounds = Vec::new();
            while self.accept(b':') {
                // The place of a class may be empty where interfaces follow.
                if self.peek() != Some(b':') {
                    bounds.push(self.ty()?);
                }
            }
            parameters.push(Parameter { name, bounds });
        }
        Some(parameters)
    }

    fn ty(&mut self) -> Option<Open> {
        let letter = self.peek()?;
        self.at += 1;
        Some(match letter {
            b'[' => Open::Array(Box::new(self.ty()?)),
            b'T' => {
                let name = self.until(b";")?;
                self.at += 1;
                Open::Variable(name)
            }
            b'L' => {
                let mut name = self.until(b"<;.")?;
                let mut arguments = self.arguments()?;
                // Of `Outer<A>.Inner<B>` the arguments of the innermost count.
                while self.accept(b'.') {
                    name = format!("{name}${}", self.until(b"<;.")?);
                    arguments = self.arguments()?;
                }
                self.accept(b';').then_some(())?;
                Open::Class(name, arguments)
            }
            b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' | b'V' => {
                Open::Primitive(letter as char)
            }
            _ => return None,
        })
    }

    fn arguments(&mut self) -> Option<Vec<OpenArgument>> {
        let mut arguments = Vec::new();
        if !self.accept(b'<') {
            return Some(arguments);
        }
        while !self.accept(b'>') {
            arguments.push(match self.peek()? {
                b'*' => {
                    self.at += 1;
                    OpenArgument::Any
                }
                b'+' => {
                    self.at += 1;
                    OpenArgument::Extends(self.ty()?)
                }
                b'-' => {
                    self.at += 1;
                    OpenArgument::Super(self.ty()?)
                }
                _ => OpenArgument::Exact(self.ty()?),
            });
        }
        Some(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generic_method_is_read_whole() {
        let text = "<T:Ljava/lang/Object;U::Ljava/lang/Comparable<-TU;>;>(Ljava/util/Map<TT;+[TU;>.Entry<*>;[IJ)TT;";
        let signature = MethodSignature::parse(text).expect("it is well-formed");
        let names: Vec<&str> = signature.parameters.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["T", "U"]);
        let bindings = Bindings::from([
            ("T".to_owned(), JavaType::raw("java/lang/String")),
            ("U".to_owned(), JavaType::raw("java/lang/Integer")),
        ]);
        let takes: Vec<String> =
            signature.takes.iter().map(|ty| ty.close(&bindings).to_string()).collect();
        assert_eq!(takes, ["java.util.Map.Entry<?>", "int[]", "long"]);
        assert_eq!(signature.gives.close(&bindings).to_string(), "java.lang.String");
        let bound = signature.parameters[1].bounds[0].close(&bindings).to_string();
        assert_eq!(bound, "java.lang.Comparable<? super java.lang.Integer>");
    }

    #[test]
    fn the_constructor_of_an_inner_class_takes_the_object_around_it_first() {
        let plain = "(Lacme/Reader;ZLjava/util/function/BiConsumer;)V";
        let plain = MethodSignature::of_descriptor(plain).expect("it is well-formed");
        let generic = "(ZLjava/util/function/BiConsumer<Ljava/lang/Long;Ljava/lang/String;>;)V";
        let generic = MethodSignature::parse(generic).expect("it is well-formed");
        let takes: Vec<String> = generic
            .completed(&plain)
            .takes
            .iter()
            .map(|ty| ty.close(&Bindings::new()).to_string())
            .collect();
        let consumer = "java.util.function.BiConsumer<java.lang.Long, java.lang.String>";
        assert_eq!(takes, ["acme.Reader", "boolean", consumer]);
    }

    #[test]
    fn a_method_that_takes_any_class_gives_something_of_any_class() {
        let of =
            "<T:Ljava/lang/Object;>(Ljava/lang/Class<TT;>;)Ljava/lang/reflect/Constructor<TT;>;";
        let signature = MethodSignature::parse(of).expect("it is well-formed").with_any_class();
        let takes = signature.takes[0].close(&Bindings::new()).to_string();
        assert_eq!(takes, "java.lang.Class<? extends java.lang.Object>");
        let gives = signature.gives.close(&Bindings::new()).to_string();
        assert_eq!(gives, "java.lang.reflect.Constructor<?>");
    }

    #[test]
    fn what_is_cut_off_is_no_signature() {
        let text = "<T:Ljava/lang/Object;>(Ljava/util/List<TT;>;)TT;";
        for length in 0..text.len() {
            assert_eq!(MethodSignature::parse(&text[..length]), None, "{}", &text[..length]);
        }
    }
}
