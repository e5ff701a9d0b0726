//! Assertions as an SMT-LIB 2.6 script over bit-vectors, floats and arrays.
//!
//! Conditions are `Bool`, other bit-vectors `BitVec`. SMT-LIB has one NaN and no way from a float to
//! its bits; where bits are asked for, they are a constant of their own that must convert to the
//! float, and to the canonical NaN if it is one, which is what terms mean.

mod convert;

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{Node, TermId};
use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::pool::Pool;
use crate::sort::Sort;

use super::sharing::{Sharing, is_leaf};

/// Text nested deeper than this is given a name, since readers of SMT-LIB may recurse.
const DEEPEST: u32 = 16;

/// Why assertions cannot be written as SMT-LIB.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprintable {
    /// The operation has no SMT-LIB counterpart: `fp.rem` is IEEE's remainder, not C's.
    #[error("`{0}` has no counterpart in SMT-LIB")]
    Operation(BinaryOp),
    /// The name holds a character that no SMT-LIB symbol can.
    #[error("variable name `{0}` cannot be an SMT-LIB symbol")]
    Name(String),
}

/// A whole script that asks whether the conditions can hold together. Depends on their structure
/// alone.
pub fn smtlib(pool: &Pool, assertions: &[TermId]) -> Result<String, Unprintable> {
    let mut sharing = Sharing::new(pool, assertions);
    let wanted = bits_wanted(pool, &sharing);
    for index in 0..sharing.order.len() {
        let term = sharing.order[index];
        let node = pool.node(term);
        let repeats = matches!(
            node,
            Node::Binary(
                BinaryOp::FMin | BinaryOp::FMax | BinaryOp::FMinNum | BinaryOp::FMaxNum,
                ..
            ) | Node::Convert(
                ConvertOp::FToS | ConvertOp::FToU | ConvertOp::FToSSat | ConvertOp::FToUSat,
                _
            )
        );
        // The bits of a choice repeat its condition, those of a cast its operand.
        if repeats || wanted.contains(&term) {
            node.children().for_each(|child| sharing.mention(child));
        }
    }
    let mut writer = Writer::new(pool, &sharing);
    writer.declare(&sharing, wanted)?;
    for &term in &sharing.order {
        writer.define(&sharing, term)?;
    }
    for &assertion in assertions {
        let condition = writer.boolean(assertion);
        let _ = writeln!(writer.out, "(assert {condition})");
    }
    writer.out.push_str("(check-sat)\n");
    Ok(writer.out)
}

struct Writer<'pool> {
    pool: &'pool Pool,
    out: String,
    /// The text of each term that still has a user: a name, or the whole expression.
    texts: FxHashMap<TermId, Text>,
    /// The bits of floats, for those that are asked for.
    bits: FxHashMap<TermId, String>,
    prefix: String,
    named: usize,
}

#[derive(Clone)]
struct Text {
    text: String,
    depth: u32,
    reusable: bool,
}

impl<'pool> Writer<'pool> {
    fn new(pool: &'pool Pool, sharing: &Sharing) -> Writer<'pool> {
        let mut prefix = "t!".to_owned();
        while sharing.variable_names(pool).any(|name| name.starts_with(&prefix)) {
            prefix.push('!');
        }
        Writer {
            pool,
            out: "(set-logic QF_ABVFP)\n".to_owned(),
            texts: FxHashMap::default(),
            bits: FxHashMap::default(),
            prefix,
            named: 0,
        }
    }

    fn declare(
        &mut self,
        sharing: &Sharing,
        bits_wanted: FxHashSet<TermId>,
    ) -> Result<(), Unprintable> {
        for &term in &sharing.order {
            let Node::Variable(var) = self.pool.node(term) else { continue };
            let symbol = symbol(self.pool.variable_name(var))?;
            let sort = self.pool.sort(term);
            let sort_text = sort_name(sort);
            if bits_wanted.contains(&term) {
                let bits = self.fresh();
                let width = sort.width();
                let _ = writeln!(self.out, "(declare-const {bits} (_ BitVec {width}))");
                let float = float_of_bits(sort, &bits);
                let _ = writeln!(self.out, "(define-fun {symbol} () {sort_text} {float})");
                self.bits.insert(term, bits);
            } else {
                let _ = writeln!(self.out, "(declare-const {symbol} {sort_text})");
            }
            self.texts.insert(term, Text { text: symbol, depth: 0, reusable: true });
        }
        for term in bits_wanted {
            self.bits.entry(term).or_default();
        }
        Ok(())
    }

    /// Gives a term its text, under a name if it is shared or deep.
    fn define(&mut self, sharing: &Sharing, term: TermId) -> Result<(), Unprintable> {
        if self.pool.var_of(term).is_some() {
            return Ok(());
        }
        let depth = 1 + self
            .pool
            .node(term)
            .children()
            .map(|child| self.texts[&child].depth)
            .max()
            .unwrap_or(0);
        let mut text = self.expression(term)?;
        let wants_bits = self.bits.contains_key(&term);
        let mut entry = Text { text: String::new(), depth, reusable: is_leaf(self.pool, term) };
        if !entry.reusable && (sharing.is_shared(self.pool, term) || depth > DEEPEST || wants_bits)
        {
            let name = self.fresh();
            let sort = if self.is_boolean(term) {
                "Bool".to_owned()
            } else if self.pool.sort(term) == Sort::BOOL {
                "(_ BitVec 1)".to_owned()
            } else {
                sort_name(self.pool.sort(term))
            };
            let _ = writeln!(self.out, "(define-fun {name} () {sort} {text})");
            text = name;
            entry.depth = 0;
            entry.reusable = true;
        }
        entry.text = text;
        self.texts.insert(term, entry);
        if wants_bits {
            let bits = self.bits_of(term);
            self.bits.insert(term, bits);
        }
        Ok(())
    }

    fn fresh(&mut self) -> String {
        self.named += 1;
        format!("{}{}", self.prefix, self.named)
    }

    /// The text of a term, in the kind it has by itself.
    fn own(&mut self, term: TermId) -> String {
        match self.texts.get_mut(&term) {
            Some(text) if text.reusable => text.text.clone(),
            // Mentioned nowhere else, so the text can move.
            Some(text) => std::mem::take(&mut text.text),
            None => String::new(),
        }
    }

    /// Whether a one-bit term is written as a `Bool`.
    fn is_boolean(&self, term: TermId) -> bool {
        self.pool.sort(term) == Sort::BOOL
            && matches!(
                self.pool.node(term),
                Node::Variable(_)
                    | Node::Constant(_)
                    | Node::Compare(..)
                    | Node::IsNan(_)
                    | Node::Ite(..)
                    | Node::Unary(UnaryOp::Not, _)
                    | Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)
            )
    }

    /// A one-bit term as a `Bool`.
    fn boolean(&mut self, term: TermId) -> String {
        let own = self.own(term);
        if self.is_boolean(term) { own } else { format!("(= {own} #b1)") }
    }

    /// A scalar as what operations on bit-vectors or floats take.
    fn vector(&mut self, term: TermId) -> String {
        if self.pool.sort(term) == Sort::BOOL && self.is_boolean(term) {
            return match self.pool.as_constant(term) {
                Some(raw) => format!("#b{raw}"),
                None => format!("(ite {} #b1 #b0)", self.own(term)),
            };
        }
        self.own(term)
    }

    /// An operand of an operation that is logic on conditions and bitwise on vectors.
    fn like(&mut self, sort: Sort, term: TermId) -> String {
        if sort == Sort::BOOL { self.boolean(term) } else { self.own(term) }
    }

    fn expression(&mut self, term: TermId) -> Result<String, Unprintable> {
        let pool = self.pool;
        let sort = pool.sort(term);
        Ok(match pool.node(term) {
            Node::Variable(_) => self.own(term),
            Node::Constant(raw) => constant(sort, raw),
            Node::Bytes(bytes) => array(pool.index_bits(term), bytes),
            Node::Unary(op, a) => {
                let a = self.like(sort, a);
                let head = match op {
                    UnaryOp::Not if sort == Sort::BOOL => "not",
                    UnaryOp::Not => "bvnot",
                    UnaryOp::FNeg => "fp.neg",
                    UnaryOp::FAbs => "fp.abs",
                    UnaryOp::FSqrt => "fp.sqrt RNE",
                    UnaryOp::FFloor => "fp.roundToIntegral RTN",
                    UnaryOp::FCeil => "fp.roundToIntegral RTP",
                    UnaryOp::FTrunc => "fp.roundToIntegral RTZ",
                    UnaryOp::FNearest => "fp.roundToIntegral RNE",
                    UnaryOp::FRound => "fp.roundToIntegral RNA",
                    // The bit counts and reversals are never nodes.
                    _ => "bvneg",
                };
                format!("({head} {a})")
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) => {
                let (a, b) = (self.like(sort, a), self.like(sort, b));
                let head = match (op, sort == Sort::BOOL) {
                    (BinaryOp::And, true) => "and",
                    (BinaryOp::Or, true) => "or",
                    (_, true) => "xor",
                    (BinaryOp::And, false) => "bvand",
                    (BinaryOp::Or, false) => "bvor",
                    (_, false) => "bvxor",
                };
                format!("({head} {a} {b})")
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.vector(a), self.vector(b));
                binary(op, sort, &a, &b)?
            }
            Node::Compare(op, a, b) => {
                let head = match op {
                    CompareOp::Ult => "bvult",
                    CompareOp::Slt => "bvslt",
                    CompareOp::FOeq => "fp.eq",
                    CompareOp::FOlt => "fp.lt",
                    CompareOp::FOle => "fp.leq",
                    // The other comparisons are never nodes.
                    _ => "=",
                };
                format!("({head} {} {})", self.vector(a), self.vector(b))
            }
            Node::IsNan(a) => format!("(fp.isNaN {})", self.own(a)),
            Node::Convert(ConvertOp::BitCast, a) if sort.is_bits() => self.bits[&a].clone(),
            Node::Convert(op, a) => {
                let operand = self.vector(a);
                convert::convert(op, pool.sort(a), sort, &operand)
            }
            Node::Extract { of, low } => {
                let high = low + sort.width() - 1;
                format!("((_ extract {high} {low}) {})", self.vector(of))
            }
            Node::Concat(a, b) => format!("(concat {} {})", self.vector(a), self.vector(b)),
            Node::Ite(c, a, b) => {
                let c = self.boolean(c);
                let (a, b) = (self.like(sort, a), self.like(sort, b));
                format!("(ite {c} {a} {b})")
            }
            Node::Fma(a, b, c) => {
                format!("(fp.fma RNE {} {} {})", self.own(a), self.own(b), self.own(c))
            }
            Node::Select(a, i) => format!("(select {} {})", self.own(a), self.vector(i)),
            Node::Store(a, i, v) => {
                format!("(store {} {} {})", self.own(a), self.vector(i), self.own(v))
            }
        })
    }

    /// The bits of a float that is already named, from those of its operands where they carry a NaN's
    /// own bits.
    fn bits_of(&mut self, term: TermId) -> String {
        let sort = self.pool.sort(term);
        let width = sort.width();
        let sign = 1u128 << (width - 1);
        let vector = |raw| constant(Sort::Bits(width), raw);
        let text = match self.pool.node(term) {
            Node::Constant(raw) => return vector(raw),
            Node::Unary(UnaryOp::FNeg, a) => format!("(bvxor {} {})", self.bits[&a], vector(sign)),
            Node::Unary(UnaryOp::FAbs, a) => {
                format!("(bvand {} {})", self.bits[&a], vector(sign - 1))
            }
            Node::Ite(c, a, b) => {
                let c = self.boolean(c);
                format!("(ite {c} {} {})", self.bits[&a], self.bits[&b])
            }
            Node::Convert(ConvertOp::BitCast, a) => self.vector(a),
            _ => {
                let (bits, float) = (self.fresh(), self.own(term));
                let nan = vector(if sort == Sort::F32 { 0x7fc0_0000 } else { 0x7ff8 << 48 });
                let back = float_of_bits(sort, &bits);
                let _ = writeln!(
                    self.out,
                    "(declare-const {bits} (_ BitVec {width}))\n\
                     (assert (ite (fp.isNaN {float}) (= {bits} {nan}) (= {back} {float})))"
                );
                return bits;
            }
        };
        let name = self.fresh();
        let _ = writeln!(self.out, "(define-fun {name} () (_ BitVec {width}) {text})");
        name
    }
}

/// The floats whose bits matter: those cast to bits, and what passes a NaN's own bits on to them.
fn bits_wanted(pool: &Pool, sharing: &Sharing) -> FxHashSet<TermId> {
    let mut wanted = FxHashSet::default();
    for &term in sharing.order.iter().rev() {
        match pool.node(term) {
            Node::Convert(ConvertOp::BitCast, a) if pool.sort(a).is_float() => {
                wanted.insert(a);
            }
            Node::Unary(UnaryOp::FNeg | UnaryOp::FAbs, a) if wanted.contains(&term) => {
                wanted.insert(a);
            }
            Node::Ite(_, a, b) if wanted.contains(&term) => {
                wanted.insert(a);
                wanted.insert(b);
            }
            _ => {}
        }
    }
    wanted
}

fn binary(op: BinaryOp, sort: Sort, a: &str, b: &str) -> Result<String, Unprintable> {
    let head = match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::FAdd => "fp.add RNE",
        BinaryOp::FSub => "fp.sub RNE",
        BinaryOp::FMul => "fp.mul RNE",
        BinaryOp::FDiv => "fp.div RNE",
        BinaryOp::FRem => return Err(Unprintable::Operation(op)),
        BinaryOp::FMin | BinaryOp::FMax | BinaryOp::FMinNum | BinaryOp::FMaxNum => {
            return Ok(convert::extremum(op, sort, a, b));
        }
    };
    Ok(format!("({head} {a} {b})"))
}

fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::BOOL => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::F32 => "Float32".to_owned(),
        Sort::F64 => "Float64".to_owned(),
        Sort::Bytes { index_bits } => format!("(Array (_ BitVec {index_bits}) (_ BitVec 8))"),
    }
}

fn constant(sort: Sort, raw: u128) -> String {
    match sort {
        Sort::BOOL => (raw == 1).to_string(),
        Sort::F32 | Sort::F64 => float_of_bits(sort, &constant(Sort::Bits(sort.width()), raw)),
        _ if sort.width().is_multiple_of(4) => {
            format!("#x{raw:0width$x}", width = usize::from(sort.width() / 4))
        }
        _ => format!("#b{raw:0width$b}", width = usize::from(sort.width())),
    }
}

fn float_of_bits(sort: Sort, bits: &str) -> String {
    format!("({} {bits})", to_fp(sort))
}

fn to_fp(sort: Sort) -> &'static str {
    if sort == Sort::F32 { "(_ to_fp 8 24)" } else { "(_ to_fp 11 53)" }
}

fn array(index_bits: u8, bytes: &[u8]) -> String {
    let sort = sort_name(Sort::Bytes { index_bits });
    let used: Vec<(usize, u8)> =
        bytes.iter().copied().enumerate().filter(|&(_, byte)| byte != 0).collect();
    let mut text = "(store ".repeat(used.len());
    let _ = write!(text, "((as const {sort}) #x00)");
    for (index, byte) in used {
        let index = vector(index_bits, index as u128);
        let _ = write!(text, " {index} #x{byte:02x})");
    }
    text
}

/// A bit-vector literal, also for one bit.
fn vector(width: u8, raw: u128) -> String {
    if width == 1 { format!("#b{raw}") } else { constant(Sort::Bits(width), raw) }
}

/// A name as a symbol of SMT-LIB, in bars where it needs them.
pub fn symbol(name: &str) -> Result<String, Unprintable> {
    let simple = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    let first = name.bytes().next();
    if first.is_some_and(|byte| !byte.is_ascii_digit() && !b".@".contains(&byte))
        && name.bytes().all(simple)
        && !RESERVED.contains(&name)
    {
        return Ok(name.to_owned());
    }
    let quotable = |c: char| c != '|' && c != '\\' && (c == ' ' || !c.is_control());
    if name.chars().all(quotable) {
        return Ok(format!("|{name}|"));
    }
    Err(Unprintable::Name(name.to_owned()))
}

/// Simple symbols that the language or its theories have taken and a variable may be called.
const RESERVED: &[&str] = &[
    "_", "as", "let", "exists", "forall", "match", "par", "true", "false", "not", "and", "or",
    "xor", "ite", "distinct", "select", "store", "concat", "extract", "fp", "assert", "push",
    "pop", "exit", "reset", "echo", "RNE", "RNA", "RTP", "RTN", "RTZ", "Bool", "Real", "Int",
    "Array", "BitVec", "Float32", "Float64", "NaN", "abs", "div", "mod", "rem", "+", "-", "*", "/",
    "<", ">", "<=", ">=", "=", "=>",
];
