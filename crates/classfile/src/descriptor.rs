//! Descriptors: the types of fields and methods as class files write them.

use program::Type;

/// What a value of Java is, as far as its size and its operations go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum JType {
    /// `boolean`, descriptor `Z`.
    Boolean,
    /// `byte`, descriptor `B`.
    Byte,
    /// `char`, descriptor `C`.
    Char,
    /// `short`, descriptor `S`.
    Short,
    /// `int`, descriptor `I`.
    Int,
    /// `long`, descriptor `J`.
    Long,
    /// `float`, descriptor `F`.
    Float,
    /// `double`, descriptor `D`.
    Double,
    /// A class or an array, descriptor `L…;` or `[…`.
    Reference,
    /// `void`, descriptor `V`: a result only.
    Void,
}

impl JType {
    /// The primitive types and `void`, in the order of their codes.
    pub const PRIMITIVES: [JType; 9] = [
        JType::Boolean,
        JType::Byte,
        JType::Char,
        JType::Short,
        JType::Int,
        JType::Long,
        JType::Float,
        JType::Double,
        JType::Void,
    ];

    /// The type of registers, parameters and results; `void` has none and answers as `int` does.
    pub fn value(self) -> Type {
        match self {
            JType::Long => Type::I64,
            JType::Float => Type::F32,
            JType::Double => Type::F64,
            JType::Reference => Type::Ptr,
            _ => Type::I32,
        }
    }

    /// The type of a result: none for `void`.
    pub fn result(self) -> Option<Type> {
        (self != JType::Void).then(|| self.value())
    }

    /// The type of a field or of an array's element in memory.
    pub fn storage(self) -> Type {
        match self {
            JType::Boolean | JType::Byte => Type::I8,
            JType::Char | JType::Short => Type::I16,
            _ => self.value(),
        }
    }

    /// How many places it takes among a method's locals: two for `long` and `double`.
    pub fn words(self) -> u16 {
        match self {
            JType::Void => 0,
            JType::Long | JType::Double => 2,
            _ => 1,
        }
    }

    /// The keyword of a primitive type; `None` for references.
    pub fn keyword(self) -> Option<&'static str> {
        Some(match self {
            JType::Boolean => "boolean",
            JType::Byte => "byte",
            JType::Char => "char",
            JType::Short => "short",
            JType::Int => "int",
            JType::Long => "long",
            JType::Float => "float",
            JType::Double => "double",
            JType::Void => "void",
            JType::Reference => return None,
        })
    }

    /// The primitive type of a descriptor's letter.
    pub fn of_letter(letter: u8) -> Option<JType> {
        Some(match letter {
            b'Z' => JType::Boolean,
            b'B' => JType::Byte,
            b'C' => JType::Char,
            b'S' => JType::Short,
            b'I' => JType::Int,
            b'J' => JType::Long,
            b'F' => JType::Float,
            b'D' => JType::Double,
            b'V' => JType::Void,
            _ => return None,
        })
    }

    /// The letter of a primitive type; `None` for references.
    pub fn letter(self) -> Option<char> {
        Some(match self {
            JType::Boolean => 'Z',
            JType::Byte => 'B',
            JType::Char => 'C',
            JType::Short => 'S',
            JType::Int => 'I',
            JType::Long => 'J',
            JType::Float => 'F',
            JType::Double => 'D',
            JType::Void => 'V',
            JType::Reference => return None,
        })
    }

    /// The class that wraps values of a primitive type; `None` for references.
    pub fn wrapper(self) -> Option<&'static str> {
        Some(match self {
            JType::Boolean => "java/lang/Boolean",
            JType::Byte => "java/lang/Byte",
            JType::Char => "java/lang/Character",
            JType::Short => "java/lang/Short",
            JType::Int => "java/lang/Integer",
            JType::Long => "java/lang/Long",
            JType::Float => "java/lang/Float",
            JType::Double => "java/lang/Double",
            JType::Void => "java/lang/Void",
            JType::Reference => return None,
        })
    }

    /// The primitive type that a class wraps.
    pub fn wrapped_by(class: &str) -> Option<JType> {
        Self::PRIMITIVES.into_iter().find(|ty| ty.wrapper() == Some(class))
    }
}

/// The type that a field's descriptor names; `None` if it is no descriptor.
pub fn field_type(descriptor: &str) -> Option<JType> {
    match read(descriptor)? {
        (JType::Void, _) => None,
        (ty, "") => Some(ty),
        _ => None,
    }
}

/// The class of a descriptor in internal form: `java/lang/String` for `Ljava/lang/String;`, an array's
/// descriptor as it is, `None` for a primitive type.
pub fn class_of(descriptor: &str) -> Option<&str> {
    match descriptor.as_bytes().first()? {
        b'L' => descriptor[1..].strip_suffix(';'),
        b'[' => Some(descriptor),
        _ => None,
    }
}

/// The descriptor of a class in internal form.
pub fn of_class(class: &str) -> String {
    if class.starts_with('[') { class.to_owned() } else { format!("L{class};") }
}

/// A method's descriptor, taken apart; types keep their text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature<'a> {
    parameters: &'a str,
    result: &'a str,
}

impl<'a> Signature<'a> {
    /// Takes a descriptor apart; `None` if it is none, or has more than the 255 words allowed.
    pub fn parse(descriptor: &'a str) -> Option<Self> {
        let inner = descriptor.strip_prefix('(')?;
        let (mut rest, mut words) = (inner, 0);
        while !rest.starts_with(')') {
            let (ty, next) = read(rest)?;
            if ty == JType::Void {
                return None;
            }
            words += ty.words();
            rest = next;
        }
        let (_, end) = read(&rest[1..])?;
        if !end.is_empty() || words > 255 {
            return None;
        }
        let parameters = &inner[..inner.len() - rest.len()];
        Some(Self { parameters, result: &rest[1..] })
    }

    /// Its parameters: what each is, and its descriptor.
    pub fn parameters(self) -> impl Iterator<Item = (JType, &'a str)> {
        let mut rest = self.parameters;
        std::iter::from_fn(move || {
            let (ty, next) = read(rest)?;
            let text = &rest[..rest.len() - next.len()];
            rest = next;
            Some((ty, text))
        })
    }

    /// Its result.
    pub fn result(self) -> JType {
        read(self.result).map_or(JType::Void, |(ty, _)| ty)
    }

    /// The descriptor of its result.
    pub fn result_descriptor(self) -> &'a str {
        self.result
    }
}

/// The first type of a text, and what comes after it.
fn read(text: &str) -> Option<(JType, &str)> {
    let first = *text.as_bytes().first()?;
    if let Some(ty) = JType::of_letter(first) {
        return Some((ty, &text[1..]));
    }
    match first {
        b'L' => {
            let end = text.find(';')?;
            (end > 1).then(|| (JType::Reference, &text[end + 1..]))
        }
        b'[' => {
            let inner = text.trim_start_matches('[');
            let (element, rest) = if inner.starts_with('[') { return None } else { read(inner)? };
            let dimensions = text.len() - inner.len();
            (element != JType::Void && dimensions <= 255).then_some((JType::Reference, rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_is_taken_apart() {
        let signature = Signature::parse("(I[[JLjava/lang/String;Z)D").unwrap();
        let parameters: Vec<_> = signature.parameters().collect();
        assert_eq!(
            parameters,
            [
                (JType::Int, "I"),
                (JType::Reference, "[[J"),
                (JType::Reference, "Ljava/lang/String;"),
                (JType::Boolean, "Z"),
            ]
        );
        assert_eq!((signature.result(), signature.result_descriptor()), (JType::Double, "D"));
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        for bad in ["", "()", "(V)V", "I", "(I", "(L;)V", "()VV", "([V)V", "(Lx)V", "([)V"] {
            assert_eq!(Signature::parse(bad), None, "{bad}");
        }
        for bad in ["", "V", "[V", "II", "Lx", "[", "Q"] {
            assert_eq!(field_type(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_method_has_no_more_than_255_words_of_parameters() {
        assert!(Signature::parse(&format!("({})V", "J".repeat(127))).is_some());
        assert!(Signature::parse(&format!("({})V", "J".repeat(128))).is_none());
    }
}
