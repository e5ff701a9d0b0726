//! What can go wrong when a class is found, read, linked, or when a name in it is resolved.

use thiserror::Error;

use crate::descriptor::{JType, Signature};

/// Why a class, a field or a method cannot be had.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum LoadError {
    /// No class of that name is anywhere.
    #[error("class {0} is not found")]
    NotFound(String),
    /// Its class file cannot be read.
    #[error("{file}: class {class}: {reason}")]
    Malformed {
        /// The file it came from.
        file: String,
        /// The class that was looked for.
        class: String,
        /// What is wrong.
        reason: String,
    },
    /// Its class file is of a release that is not supported.
    #[error(
        "{file}: class {class} is compiled for release {major}.{minor}, which is not supported"
    )]
    Version {
        /// The file it came from.
        file: String,
        /// The class.
        class: String,
        /// Major version of the class file.
        major: u16,
        /// Minor version of the class file.
        minor: u16,
    },
    /// A file or an archive cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A class stands above itself, or more classes stand above one another than make sense.
    #[error("class {0} has itself among its supertypes")]
    Circular(String),
    /// Its supertypes, or the way it is used, do not fit what it is.
    #[error("{0}")]
    Incompatible(String),
    /// Code uses what is not open to it.
    #[error("{0}")]
    Inaccessible(String),
    /// No such field.
    #[error("class {class} has no field {name} of type {descriptor}")]
    NoField {
        /// Where it was looked for.
        class: String,
        /// Its name.
        name: String,
        /// Its descriptor.
        descriptor: String,
    },
    /// No such method.
    #[error("class {class} has no method {name}{descriptor}")]
    NoMethod {
        /// Where it was looked for.
        class: String,
        /// Its name.
        name: String,
        /// Its descriptor.
        descriptor: String,
    },
    /// A place for static fields, strings or mirrors was asked for and none is left.
    #[error("the page of static fields is full")]
    Full,
}

impl LoadError {
    /// What a Java program sees of it: the internal name of a throwable and its message.
    pub fn throwable(&self) -> (&'static str, String) {
        match self {
            LoadError::NotFound(class) => ("java/lang/NoClassDefFoundError", class.clone()),
            LoadError::Malformed { class, reason, .. } => {
                ("java/lang/ClassFormatError", format!("{reason} in class file {class}"))
            }
            LoadError::Version { class, major, minor, .. } => (
                "java/lang/UnsupportedClassVersionError",
                format!("{class} has class file version {major}.{minor}, which is not supported"),
            ),
            LoadError::Unreadable { .. } | LoadError::Full => {
                ("java/lang/LinkageError", self.to_string())
            }
            LoadError::Circular(class) => ("java/lang/ClassCircularityError", class.clone()),
            LoadError::Incompatible(message) => {
                ("java/lang/IncompatibleClassChangeError", message.clone())
            }
            LoadError::Inaccessible(message) => ("java/lang/IllegalAccessError", message.clone()),
            LoadError::NoField { name, .. } => ("java/lang/NoSuchFieldError", name.clone()),
            LoadError::NoMethod { class, name, descriptor } => {
                ("java/lang/NoSuchMethodError", external(class, name, descriptor))
            }
        }
    }
}

/// A method as the JVM prints it in messages: `'int demo.Main.f(java.lang.String)'`.
pub fn external(class: &str, name: &str, descriptor: &str) -> String {
    let class = class.replace('/', ".");
    let Some(signature) = Signature::parse(descriptor) else {
        return format!("'{class}.{name}{descriptor}'");
    };
    let parameters: Vec<String> =
        signature.parameters().map(|(_, text)| external_type(text)).collect();
    let result = external_type(signature.result_descriptor());
    format!("'{result} {class}.{name}({})'", parameters.join(", "))
}

/// A type as a person writes it: `java.lang.String[]` for `[Ljava/lang/String;`.
pub fn external_type(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let name = match element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        Some(class) => class.replace('/', "."),
        None => {
            let letter = element.bytes().next().and_then(JType::of_letter);
            letter.and_then(JType::keyword).unwrap_or(element).to_owned()
        }
    };
    name + &"[]".repeat(dimensions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_method_is_named_as_the_jvm_names_it() {
        let error = LoadError::NoMethod {
            class: "demo/Main".to_owned(),
            name: "f".to_owned(),
            descriptor: "(I[[Ljava/lang/String;)V".to_owned(),
        };
        assert_eq!(
            error.throwable(),
            (
                "java/lang/NoSuchMethodError",
                "'void demo.Main.f(int, java.lang.String[][])'".to_owned()
            )
        );
    }
}
