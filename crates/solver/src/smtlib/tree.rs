//! Nested lists in one arena, so that no depth of nesting meets the limit of a call stack.

use super::error::Mistake;
use super::lexer::{Lexer, TokenKind};

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// An atom or a list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tip<'tree, 'text> {
    Symbol(&'text str),
    Keyword(&'text str),
    Numeral(&'text str),
    Decimal(&'text str),
    Hexadecimal(&'text str),
    Binary(&'text str),
    String(&'text str),
    List(&'tree [NodeId]),
}

/// One top-level expression of a script.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree<'text> {
    nodes: Vec<Node<'text>>,
    children: Vec<NodeId>,
    /// Those whose list is still open.
    pending: Vec<NodeId>,
}

#[derive(Clone, Copy, Debug)]
struct Node<'text> {
    content: Content<'text>,
    span: (usize, usize),
}

#[derive(Clone, Copy, Debug)]
enum Content<'text> {
    Atom(TokenKind<'text>),
    /// First and last but one of the children.
    List(u32, u32),
}

impl<'text> Tree<'text> {
    /// Reads the next expression in place of the last; none at the end of the text.
    pub fn read(&mut self, lexer: &mut Lexer<'text>) -> Result<Option<NodeId>, Mistake> {
        self.nodes.clear();
        self.children.clear();
        self.pending.clear();
        // Where each open list begins, in the text and among those pending.
        let mut open: Vec<((usize, usize), usize)> = Vec::new();
        while let Some(token) = lexer.next()? {
            let node = match token.kind {
                TokenKind::Open => {
                    open.push((token.span, self.pending.len()));
                    continue;
                }
                TokenKind::Close => {
                    let Some((start, first_pending)) = open.pop() else {
                        return Err(Mistake::new(token.span, "this `)` closes nothing"));
                    };
                    let first = self.children.len() as u32;
                    self.children.extend(self.pending.drain(first_pending..));
                    Node {
                        content: Content::List(first, self.children.len() as u32),
                        span: (start.0, token.span.1),
                    }
                }
                atom => Node { content: Content::Atom(atom), span: token.span },
            };
            let id = NodeId(self.nodes.len() as u32);
            self.nodes.push(node);
            if open.is_empty() {
                return Ok(Some(id));
            }
            self.pending.push(id);
        }
        match open.last() {
            Some(&(span, _)) => Err(Mistake::new(span, "this `(` is never closed")),
            None => Ok(None),
        }
    }

    pub fn tip(&self, node: NodeId) -> Tip<'_, 'text> {
        match self.nodes[node.0 as usize].content {
            Content::List(first, end) => Tip::List(&self.children[first as usize..end as usize]),
            Content::Atom(TokenKind::Symbol(text)) => Tip::Symbol(text),
            Content::Atom(TokenKind::Keyword(text)) => Tip::Keyword(text),
            Content::Atom(TokenKind::Numeral(text)) => Tip::Numeral(text),
            Content::Atom(TokenKind::Decimal(text)) => Tip::Decimal(text),
            Content::Atom(TokenKind::Hexadecimal(text)) => Tip::Hexadecimal(text),
            Content::Atom(TokenKind::Binary(text)) => Tip::Binary(text),
            Content::Atom(TokenKind::String(text)) => Tip::String(text),
            // Parentheses are never atoms.
            Content::Atom(TokenKind::Open | TokenKind::Close) => Tip::List(&[]),
        }
    }

    pub fn span(&self, node: NodeId) -> (usize, usize) {
        self.nodes[node.0 as usize].span
    }

    /// The items of a list; none for an atom.
    pub fn list(&self, node: NodeId) -> Option<&[NodeId]> {
        match self.tip(node) {
            Tip::List(items) => Some(items),
            _ => None,
        }
    }

    pub fn symbol(&self, node: NodeId) -> Option<&'text str> {
        match self.tip(node) {
            Tip::Symbol(name) => Some(name),
            _ => None,
        }
    }

    pub fn keyword(&self, node: NodeId) -> Option<&'text str> {
        match self.tip(node) {
            Tip::Keyword(name) => Some(name),
            _ => None,
        }
    }

    /// The value of a numeral that fits.
    pub fn numeral(&self, node: NodeId) -> Option<u32> {
        match self.tip(node) {
            Tip::Numeral(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// A mistake at this node.
    pub fn mistake(&self, node: NodeId, message: impl Into<String>) -> Mistake {
        Mistake::new(self.span(node), message)
    }
}
