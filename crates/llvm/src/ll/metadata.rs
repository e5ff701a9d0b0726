//! Reading metadata: one node when it is asked for.

use super::ast::{Field, Location, Metadata, MetadataValue, Node, NodeId};
use super::cursor::{Cursor, TokenKind, unescape};
use super::error::{Parse, ParseError};

impl<'a> Metadata<'a> {
    /// The node with that number; `None` when there is none.
    pub fn node(&self, id: NodeId) -> Result<Option<Node<'a>>, ParseError> {
        let Some(mut cursor) = self.cursor(id) else { return Ok(None) };
        let node = whole_node(&mut cursor);
        node.map(Some).map_err(|failure| failure.locate(self.text))
    }

    /// The node with that number, if it is a `DILocation`; much quicker than [`Self::node`].
    pub fn location(&self, id: NodeId) -> Option<Location> {
        let mut cursor = self.cursor(id)?;
        cursor.accept_word("distinct");
        if cursor.written() != "!DILocation" {
            return None;
        }
        cursor.advance();
        let mut location = Location { line: 0, column: 0, scope: None, inlined_at: None };
        while cursor.is_mark(b',') || cursor.is_mark(b'(') {
            cursor.advance();
            let field = cursor.name();
            cursor.advance();
            match field {
                "line" => location.line = cursor.number().ok()?,
                "column" => location.column = cursor.number().ok()?,
                "scope" => location.scope = Some(NodeId(cursor.number().ok()?)),
                "inlinedAt" => location.inlined_at = Some(NodeId(cursor.number().ok()?)),
                _ => {}
            }
            cursor.advance();
        }
        Some(location)
    }

    /// How many numbers there may be nodes for: all are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no numbered node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes of a list with a name, e.g. `llvm.dbg.cu`; empty when there is none.
    pub fn named(&self, name: &str) -> &[NodeId] {
        self.named.iter().find(|list| list.name == name).map_or(&[], |list| &list.nodes)
    }

    /// The text of the node with that number; empty when there is none.
    pub fn written(&self, id: NodeId) -> &'a str {
        let &(start, end) = self.nodes.get(id.0 as usize).unwrap_or(&(0, 0));
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// Reads every node once, for the first error among them.
    pub fn check(&self) -> Result<(), ParseError> {
        (0..self.nodes.len() as u32).try_for_each(|number| self.node(NodeId(number)).map(drop))
    }

    fn cursor(&self, id: NodeId) -> Option<Cursor<'a>> {
        let &(start, end) = self.nodes.get(id.0 as usize)?;
        (start != end).then(|| Cursor::new(self.text, start as usize, end as usize))
    }
}

/// Reads a node that fills the rest of the text.
fn whole_node<'a>(cursor: &mut Cursor<'a>) -> Parse<Node<'a>> {
    let distinct = cursor.accept_word("distinct");
    let mut node = match value(cursor)? {
        MetadataValue::Inline(node) => *node,
        _ => return cursor.expected("a metadata node"),
    };
    node.distinct = distinct;
    match cursor.token.kind {
        TokenKind::End => Ok(node),
        _ => cursor.expected("the end of the node"),
    }
}

/// Reads a value.
pub(super) fn value<'a>(cursor: &mut Cursor<'a>) -> Parse<MetadataValue<'a>> {
    let written = cursor.written();
    let value = match cursor.token.kind {
        TokenKind::Node => MetadataValue::Node(NodeId(cursor.number()?)),
        TokenKind::Text => MetadataValue::String(unescape(cursor.name())),
        TokenKind::Integer => match written.parse() {
            Ok(integer) => MetadataValue::Integer(integer),
            Err(_) => return cursor.fail("this number is too large"),
        },
        TokenKind::MetadataName => return specialised(cursor),
        TokenKind::Bang => return bang(cursor),
        TokenKind::Word => match written {
            "null" => MetadataValue::Null,
            "true" => MetadataValue::Boolean(true),
            "false" => MetadataValue::Boolean(false),
            _ => return word_or_typed(cursor),
        },
        TokenKind::Local | TokenKind::Mark(b'[' | b'{' | b'<') => {
            let start = cursor.token.start;
            if cursor.token.kind == TokenKind::Local {
                cursor.advance();
            } else {
                cursor.balanced()?;
            }
            return typed(cursor, start);
        }
        _ => return cursor.expected("metadata"),
    };
    cursor.advance();
    Ok(value)
}

/// `!DILocation(line: 1, …)`.
fn specialised<'a>(cursor: &mut Cursor<'a>) -> Parse<MetadataValue<'a>> {
    let kind = cursor.name();
    cursor.advance();
    let fields = fields(cursor, b'(', b')')?;
    Ok(MetadataValue::Inline(Box::new(Node { distinct: false, kind, fields })))
}

/// `!"string"` or `!{…}`.
fn bang<'a>(cursor: &mut Cursor<'a>) -> Parse<MetadataValue<'a>> {
    cursor.advance();
    if cursor.token.kind == TokenKind::Text {
        return Ok(MetadataValue::String(cursor.string()?));
    }
    let fields = fields(cursor, b'{', b'}')?;
    Ok(MetadataValue::Inline(Box::new(Node { distinct: false, kind: "", fields })))
}

fn fields<'a>(cursor: &mut Cursor<'a>, open: u8, close: u8) -> Parse<Vec<Field<'a>>> {
    cursor.expect(open)?;
    cursor.enter()?;
    let mut fields = Vec::new();
    while !cursor.accept(close) {
        if !fields.is_empty() {
            cursor.expect(b',')?;
        }
        let mut name = "";
        if cursor.token.kind == TokenKind::Label {
            name = cursor.name();
            cursor.advance();
        }
        fields.push(Field { name, value: value(cursor)? });
    }
    cursor.leave();
    Ok(fields)
}

/// `DW_TAG_member`, `DIFlagPublic | DIFlagVector`, or the type of `i32 7`.
fn word_or_typed<'a>(cursor: &mut Cursor<'a>) -> Parse<MetadataValue<'a>> {
    let (start, mut end) = (cursor.token.start, cursor.token.end);
    cursor.advance();
    if cursor.is_mark(b'(') {
        // `addrspace(1)` behind `ptr` is part of the type; anything else in parentheses is not.
        return cursor.expected("`,`");
    }
    while cursor.accept(b'|') {
        end = cursor.token.end;
        if cursor.token.kind != TokenKind::Word {
            return cursor.expected("a flag");
        }
        cursor.advance();
    }
    match cursor.token.kind {
        TokenKind::Mark(b',' | b')' | b'}') | TokenKind::End => {
            Ok(MetadataValue::Word(cursor.slice(start, end)))
        }
        _ => typed(cursor, start),
    }
}

/// The value behind a type that began at `start`.
fn typed<'a>(cursor: &mut Cursor<'a>, start: u32) -> Parse<MetadataValue<'a>> {
    let mut ty = cursor.slice(start, cursor.token.start).trim_end();
    if cursor.accept_word("addrspace") {
        cursor.balanced()?;
        ty = cursor.slice(start, cursor.token.start).trim_end();
    }
    let value_start = cursor.token.start;
    loop {
        match cursor.token.kind {
            TokenKind::Mark(b',' | b')' | b'}') => break,
            TokenKind::Mark(b'(' | b'[' | b'{' | b'<') => drop(cursor.balanced()?),
            TokenKind::End | TokenKind::Stray => return cursor.expected("a value"),
            _ => cursor.advance(),
        }
    }
    let value = cursor.slice(value_start, cursor.token.start).trim_end();
    if value.is_empty() {
        return cursor.expected("a value");
    }
    Ok(MetadataValue::Typed { ty, value })
}
