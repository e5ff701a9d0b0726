//! Debug metadata: numbered nodes, kept as text until they are asked for.

use std::borrow::Cow;

program::define_id!(
    /// The number of a metadata node, `!40`.
    NodeId
);

/// The metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct Metadata<'a> {
    /// The whole text, for the positions in errors.
    pub(in crate::ll) text: &'a str,
    /// Where the text of each node begins and ends, `0..0` for numbers without one.
    pub(in crate::ll) nodes: Vec<(u32, u32)>,
    /// Lists with a name, e.g. `!llvm.dbg.cu = !{!2}`.
    pub named: Vec<NamedNodes<'a>>,
}

/// A list of nodes with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedNodes<'a> {
    /// The name without `!`.
    pub name: &'a str,
    /// The nodes.
    pub nodes: Vec<NodeId>,
}

/// A metadata node.
#[derive(Clone, PartialEq, Debug)]
pub struct Node<'a> {
    /// Whether it is the only one of its content.
    pub distinct: bool,
    /// The name of a specialised node, e.g. `DILocation`; empty for a plain `!{…}`.
    pub kind: &'a str,
    /// Its fields in the order of the text.
    pub fields: Vec<Field<'a>>,
}

/// A field of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Field<'a> {
    /// Its name; empty in a plain node and where fields go by position (`DIExpression`).
    pub name: &'a str,
    /// Its value.
    pub value: MetadataValue<'a>,
}

/// A value in metadata.
#[derive(Clone, PartialEq, Debug)]
pub enum MetadataValue<'a> {
    /// `null`.
    Null,
    /// A numbered node.
    Node(NodeId),
    /// A node written in place.
    Inline(Box<Node<'a>>),
    /// A string, escapes resolved.
    String(Cow<'a, str>),
    /// A number.
    Integer(i128),
    /// `true` or `false`.
    Boolean(bool),
    /// A word or several joined by `|`, e.g. `DW_TAG_member`, `DIFlagPublic | DIFlagVector`.
    Word(&'a str),
    /// A value with its type as written, e.g. `i32 7` or `ptr @f`.
    Typed {
        /// The type.
        ty: &'a str,
        /// The value.
        value: &'a str,
    },
}

/// A `DILocation`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The line, 0 when there is none.
    pub line: u32,
    /// The column, 0 when there is none.
    pub column: u32,
    /// The subprogram or block it is in.
    pub scope: Option<NodeId>,
    /// Where the function it is in was inlined.
    pub inlined_at: Option<NodeId>,
}

impl<'a> Node<'a> {
    /// The value of the field with that name.
    pub fn get(&self, name: &str) -> Option<&MetadataValue<'a>> {
        self.fields.iter().find(|field| field.name == name).map(|field| &field.value)
    }

    /// The node that the field with that name refers to.
    pub fn node(&self, name: &str) -> Option<NodeId> {
        self.get(name)?.node()
    }

    /// The number in the field with that name.
    pub fn integer(&self, name: &str) -> Option<i128> {
        self.get(name)?.integer()
    }

    /// The string in the field with that name.
    pub fn string(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            MetadataValue::String(string) => Some(string),
            _ => None,
        }
    }

    /// The word in the field with that name, e.g. the `tag`.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.get(name)? {
            MetadataValue::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether the field with that name is `true`.
    pub fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some(MetadataValue::Boolean(true)))
    }

    /// Whether a flag is among those in the field with that name, e.g. `DIFlagBitField` in `flags`.
    pub fn has_flag(&self, name: &str, flag: &str) -> bool {
        self.word(name).is_some_and(|word| word.split('|').any(|part| part.trim() == flag))
    }
}

impl MetadataValue<'_> {
    /// The node it refers to.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            MetadataValue::Node(node) => Some(*node),
            _ => None,
        }
    }

    /// The number it is, also with a type (`i32 7`).
    pub fn integer(&self) -> Option<i128> {
        match self {
            MetadataValue::Integer(integer) => Some(*integer),
            MetadataValue::Typed { value, .. } => value.parse().ok(),
            _ => None,
        }
    }
}
