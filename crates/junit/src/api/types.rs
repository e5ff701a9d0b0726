//! Types as the source has them, without type variables.

use classfile::descriptor::JType;
use std::fmt;

/// A type without type variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum JavaType {
    /// A primitive type or `void`, by its descriptor's letter.
    Primitive(char),
    /// A class or interface, by its internal name; raw, or not generic, if it has no arguments.
    Class {
        /// `java/util/Map`, `java/util/Map$Entry`.
        name: String,
        /// What stands between `<` and `>`.
        arguments: Vec<TypeArgument>,
    },
    /// An array.
    Array(Box<JavaType>),
}

/// What stands between `<` and `>`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TypeArgument {
    /// A type.
    Exact(JavaType),
    /// `? extends T`.
    Extends(JavaType),
    /// `? super T`.
    Super(JavaType),
    /// `?`.
    Any,
}

impl JavaType {
    /// A class that is not generic, or the raw type of one that is.
    pub fn raw(name: impl Into<String>) -> Self {
        JavaType::Class { name: name.into(), arguments: Vec::new() }
    }

    /// The primitive that it is, if it is one.
    pub fn primitive(&self) -> Option<JType> {
        match self {
            JavaType::Primitive(letter) => JType::of_letter(*letter as u8),
            _ => None,
        }
    }

    /// The internal name of the class that it is, if it is one.
    pub fn class_name(&self) -> Option<&str> {
        match self {
            JavaType::Class { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The same without what stands between `<` and `>`.
    #[must_use]
    pub fn erased(&self) -> Self {
        match self {
            JavaType::Primitive(_) => self.clone(),
            JavaType::Class { name, .. } => Self::raw(name),
            JavaType::Array(element) => JavaType::Array(Box::new(element.erased())),
        }
    }

    /// Its descriptor, without what stands between `<` and `>`.
    pub fn descriptor(&self) -> String {
        match self {
            JavaType::Primitive(letter) => letter.to_string(),
            JavaType::Class { name, .. } => format!("L{name};"),
            JavaType::Array(element) => format!("[{}", element.descriptor()),
        }
    }
}

impl fmt::Display for JavaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JavaType::Primitive(_) => {
                let keyword = self.primitive().and_then(JType::keyword);
                f.write_str(keyword.unwrap_or("void"))
            }
            JavaType::Class { name, arguments } => {
                f.write_str(&name.replace(['/', '$'], "."))?;
                for (index, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if index == 0 { "<" } else { ", " })?;
                }
                if arguments.is_empty() { Ok(()) } else { f.write_str(">") }
            }
            JavaType::Array(element) => write!(f, "{element}[]"),
        }
    }
}

impl fmt::Display for TypeArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeArgument::Exact(ty) => write!(f, "{ty}"),
            TypeArgument::Extends(ty) => write!(f, "? extends {ty}"),
            TypeArgument::Super(ty) => write!(f, "? super {ty}"),
            TypeArgument::Any => f.write_str("?"),
        }
    }
}
