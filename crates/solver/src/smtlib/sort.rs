//! The sorts of SMT-LIB, which tells `Bool` from a bit-vector of one bit where terms do not.

use std::fmt;

use term::Sort;

use super::error::Mistake;
use super::tree::{NodeId, Tip, Tree};

/// A sort that scripts may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmtSort {
    /// `Bool`.
    Bool,
    /// `(_ BitVec n)`, n from 1 to 128.
    Vector(u8),
    /// `Float32`, or `(_ FloatingPoint 8 24)`.
    Float32,
    /// `Float64`, or `(_ FloatingPoint 11 53)`.
    Float64,
    /// `(Array (_ BitVec n) (_ BitVec 8))`, n from 1 to 32.
    Bytes(u8),
}

impl SmtSort {
    /// The sort that its terms have.
    pub fn sort(self) -> Sort {
        match self {
            SmtSort::Bool => Sort::BOOL,
            SmtSort::Vector(width) => Sort::Bits(width),
            SmtSort::Float32 => Sort::F32,
            SmtSort::Float64 => Sort::F64,
            SmtSort::Bytes(index_bits) => Sort::Bytes { index_bits },
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, SmtSort::Float32 | SmtSort::Float64)
    }
}

impl fmt::Display for SmtSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmtSort::Bool => f.write_str("Bool"),
            SmtSort::Vector(width) => write!(f, "(_ BitVec {width})"),
            SmtSort::Float32 => f.write_str("Float32"),
            SmtSort::Float64 => f.write_str("Float64"),
            SmtSort::Bytes(bits) => write!(f, "(Array (_ BitVec {bits}) (_ BitVec 8))"),
        }
    }
}

const SUPPORTED: &str = "the sorts are Bool, (_ BitVec n) up to 128 bits, Float32, Float64, and \
                         (Array (_ BitVec n) (_ BitVec 8)) with n up to 32";

/// Reads a sort.
pub(super) fn read(tree: &Tree<'_>, node: NodeId) -> Result<SmtSort, Mistake> {
    let no = || tree.mistake(node, "this sort is not supported").help(SUPPORTED);
    match tree.tip(node) {
        Tip::Symbol("Bool") => Ok(SmtSort::Bool),
        Tip::Symbol("Float32") => Ok(SmtSort::Float32),
        Tip::Symbol("Float64") => Ok(SmtSort::Float64),
        Tip::List(&[head, name, width]) if tree.symbol(head) == Some("_") => {
            match (tree.symbol(name), tree.numeral(width)) {
                (Some("BitVec"), Some(width @ 1..=128)) => Ok(SmtSort::Vector(width as u8)),
                _ => Err(no()),
            }
        }
        Tip::List(&[head, name, exponent, significand])
            if tree.symbol(head) == Some("_") && tree.symbol(name) == Some("FloatingPoint") =>
        {
            format(tree, node, exponent, significand)
        }
        Tip::List(&[head, index, element]) if tree.symbol(head) == Some("Array") => {
            match (vector(tree, index), vector(tree, element)) {
                (Some(bits @ 1..=32), Some(8)) => Ok(SmtSort::Bytes(bits as u8)),
                _ => Err(no()),
            }
        }
        _ => Err(no()),
    }
}

/// The width of a bit-vector sort.
fn vector(tree: &Tree<'_>, node: NodeId) -> Option<u32> {
    match tree.list(node) {
        Some(&[head, name, width])
            if tree.symbol(head) == Some("_") && tree.symbol(name) == Some("BitVec") =>
        {
            tree.numeral(width)
        }
        _ => None,
    }
}

/// The float with exponents and significands of so many bits.
pub(super) fn format(
    tree: &Tree<'_>,
    node: NodeId,
    exponent: NodeId,
    significand: NodeId,
) -> Result<SmtSort, Mistake> {
    match (tree.numeral(exponent), tree.numeral(significand)) {
        (Some(8), Some(24)) => Ok(SmtSort::Float32),
        (Some(11), Some(53)) => Ok(SmtSort::Float64),
        _ => Err(tree
            .mistake(node, "this float format is not supported")
            .help("floats are (_ FloatingPoint 8 24) and (_ FloatingPoint 11 53)")),
    }
}
