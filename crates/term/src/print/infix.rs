//! Terms as a person would write them.
//!
//! Signed and float operations are written plainly, unsigned ones with a `u` (`<u`, `/u`, `>>u`).
//! Parts that are large and mentioned more than once stand in front, each with a name of its own.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::node::{Node, TermId};
use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::pool::Pool;
use crate::sort::{Sort, signed};

use super::sharing::Sharing;

/// Parts mentioned more than once and larger than this get a name.
const LARGEST_REPEATED: u32 = 6;

/// The term in infix notation: lines `let t1 = …` for shared parts, then the term itself. The text
/// depends on the structure of the term alone and is in proportion to its size.
pub fn infix(pool: &Pool, term: TermId) -> String {
    let sharing = Sharing::new(pool, &[term]);
    let mut printer = Printer { pool, names: FxHashMap::default(), out: String::new() };
    let mut prefix = "t".to_owned();
    while sharing.variable_names(pool).any(|name| is_numbered(name, &prefix)) {
        prefix.push('_');
    }
    let mut sizes: FxHashMap<TermId, u32> = FxHashMap::default();
    for &part in &sharing.order {
        let size = pool.node(part).children().fold(1u32, |sum, child| {
            sum.saturating_add(if printer.names.contains_key(&child) { 1 } else { sizes[&child] })
        });
        sizes.insert(part, size);
        if part != term && size > LARGEST_REPEATED && sharing.is_shared(pool, part) {
            let name = format!("{prefix}{}", printer.names.len() + 1);
            printer.out.push_str("let ");
            printer.out.push_str(&name);
            printer.out.push_str(" = ");
            printer.term(part);
            printer.out.push('\n');
            printer.names.insert(part, name);
        }
    }
    printer.term(term);
    printer.out
}

fn is_numbered(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

struct Printer<'pool> {
    pool: &'pool Pool,
    names: FxHashMap<TermId, String>,
    out: String,
}

/// How tightly a form binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    LogicalOr,
    LogicalAnd,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Prefix,
    Atom,
}

impl Binding {
    /// The next tighter one.
    fn tighter(self) -> Binding {
        use Binding::*;
        match self {
            Choice => LogicalOr,
            LogicalOr => LogicalAnd,
            LogicalAnd => Comparison,
            Comparison => BitOr,
            BitOr => BitXor,
            BitXor => BitAnd,
            BitAnd => Shift,
            Shift => Sum,
            Sum => Product,
            Product => Prefix,
            Prefix | Atom => Atom,
        }
    }
}

/// How a constant is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Signed,
    Unsigned,
    Mask,
}

/// A stretch of text or a part still to be written.
enum Piece {
    Text(Cow<'static, str>),
    Part(TermId, Binding, Reading),
}

fn text(text: impl Into<Cow<'static, str>>) -> Piece {
    Piece::Text(text.into())
}

impl Printer<'_> {
    fn term(&mut self, term: TermId) {
        let mut pending = vec![Piece::Part(term, Binding::Choice, Reading::Signed)];
        let mut top = true;
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(&text),
                Piece::Part(part, least, reading) => {
                    if let Some(name) = self.names.get(&part).filter(|_| !top) {
                        self.out.push_str(name);
                    } else {
                        let (binding, pieces) = self.form(part, reading);
                        let enclosed = binding < least;
                        if enclosed {
                            pending.push(text(")"));
                        }
                        pending.extend(pieces.into_iter().rev());
                        if enclosed {
                            pending.push(text("("));
                        }
                    }
                    top = false;
                }
            }
        }
    }

    /// A node as pieces, and how tightly they hold together.
    fn form(&self, term: TermId, reading: Reading) -> (Binding, Vec<Piece>) {
        let pool = self.pool;
        let sort = pool.sort(term);
        match pool.node(term) {
            Node::Variable(var) => (Binding::Atom, vec![text(pool.variable_name(var).to_owned())]),
            Node::Constant(raw) => {
                let shown = constant(sort, raw, reading);
                let binding = if shown.starts_with('-') { Binding::Prefix } else { Binding::Atom };
                (binding, vec![text(shown)])
            }
            Node::Bytes(bytes) => {
                (Binding::Atom, vec![text(format!("\"{}\"", bytes.escape_ascii()))])
            }
            Node::Unary(UnaryOp::Not, a) => self.negation(sort, a),
            Node::Unary(UnaryOp::Neg | UnaryOp::FNeg, a) => prefix("-", a),
            Node::Unary(op, a) => {
                let name = op.mnemonic();
                call(name.strip_prefix('f').unwrap_or(name), &[a])
            }
            Node::Binary(op, a, b) => self.binary(op, sort, a, b),
            Node::Compare(op, a, b) => self.comparison(op, a, b),
            Node::IsNan(a) => call("isnan", &[a]),
            Node::Convert(op, a) => self.conversion(op, sort, a),
            Node::Extract { of, low } => {
                let range = format!("[{}:{low}]", low + sort.width() - 1);
                (Binding::Atom, vec![Piece::Part(of, Binding::Atom, Reading::Signed), text(range)])
            }
            Node::Concat(high, low) => match (self.extracted(high), pool.as_constant(low)) {
                (Some((x, 0)), Some(0)) if pool.sort(x) == sort => {
                    shift("<<", x, pool.sort(low).width())
                }
                _ => call_reading("concat", &[high, low], Reading::Mask),
            },
            Node::Ite(c, a, b) => {
                let part = |term, least| Piece::Part(term, least, Reading::Signed);
                let (tight, loose) = (Binding::LogicalOr, Binding::Choice);
                (
                    loose,
                    vec![part(c, tight), text(" ? "), part(a, tight), text(" : "), part(b, loose)],
                )
            }
            Node::Fma(a, b, c) => call("fma", &[a, b, c]),
            Node::Select(array, index) => {
                let array = Piece::Part(array, Binding::Atom, Reading::Signed);
                let index = Piece::Part(index, Binding::Choice, Reading::Unsigned);
                (Binding::Atom, vec![array, text("["), index, text("]")])
            }
            Node::Store(array, index, byte) => {
                let part = |term| Piece::Part(term, Binding::Choice, Reading::Unsigned);
                let array = Piece::Part(array, Binding::Atom, Reading::Signed);
                (
                    Binding::Atom,
                    vec![array, text("{"), part(index), text(": "), part(byte), text("}")],
                )
            }
        }
    }

    /// The operand and position of an extract that has no name of its own.
    fn extracted(&self, term: TermId) -> Option<(TermId, u8)> {
        match self.pool.node(term) {
            Node::Extract { of, low } if !self.names.contains_key(&term) => Some((of, low)),
            _ => None,
        }
    }

    fn negation(&self, sort: Sort, a: TermId) -> (Binding, Vec<Piece>) {
        if sort == Sort::BOOL && !self.names.contains_key(&a) {
            match self.pool.node(a) {
                Node::Compare(op, x, y) if !op.is_float() => {
                    return self.comparison(op.negated(), x, y);
                }
                Node::Compare(CompareOp::FOeq, x, y) => {
                    return infix_pieces("!=", Binding::Comparison, x, y, Reading::Signed);
                }
                Node::Binary(BinaryOp::Xor, x, y) => {
                    return infix_pieces("==", Binding::Comparison, x, y, Reading::Signed);
                }
                _ => {}
            }
        }
        prefix(if sort == Sort::BOOL { "!" } else { "~" }, a)
    }

    fn comparison(&self, op: CompareOp, a: TermId, b: TermId) -> (Binding, Vec<Piece>) {
        // A constant reads better on the right.
        let swap = self.pool.as_constant(a).is_some();
        let (op, a, b) = if swap { (op.swapped(), b, a) } else { (op, a, b) };
        let reading = if op.is_unsigned() { Reading::Unsigned } else { Reading::Signed };
        use CompareOp::*;
        let symbol = match op {
            Eq | FOeq | FUeq => "==",
            Ne | FOne | FUne => "!=",
            Ult => "<u",
            Ule => "<=u",
            Ugt => ">u",
            Uge => ">=u",
            Slt | FOlt | FUlt => "<",
            Sle | FOle | FUle => "<=",
            Sgt | FOgt | FUgt => ">",
            Sge | FOge | FUge => ">=",
            FOrd => "ord",
            FUno => "uno",
        };
        infix_pieces(symbol, Binding::Comparison, a, b, reading)
    }

    fn binary(&self, op: BinaryOp, sort: Sort, a: TermId, b: TermId) -> (Binding, Vec<Piece>) {
        let logical = sort == Sort::BOOL;
        let (symbol, binding) = match op {
            BinaryOp::Add => {
                if let Some(k) = self.pool.as_constant(b)
                    && let less = signed(sort.width(), k)
                    && less < 0
                    && -less < 1 << 31
                {
                    let a = Piece::Part(a, Binding::Sum, Reading::Signed);
                    return (Binding::Sum, vec![a, text(format!(" - {}", -less))]);
                }
                ("+", Binding::Sum)
            }
            BinaryOp::FAdd => ("+", Binding::Sum),
            BinaryOp::Sub | BinaryOp::FSub => ("-", Binding::Sum),
            BinaryOp::Mul | BinaryOp::FMul => ("*", Binding::Product),
            BinaryOp::SDiv | BinaryOp::FDiv => ("/", Binding::Product),
            BinaryOp::SRem | BinaryOp::FRem => ("%", Binding::Product),
            BinaryOp::UDiv => ("/u", Binding::Product),
            BinaryOp::URem => ("%u", Binding::Product),
            BinaryOp::And if logical => ("&&", Binding::LogicalAnd),
            BinaryOp::Or if logical => ("||", Binding::LogicalOr),
            BinaryOp::Xor if logical => ("!=", Binding::Comparison),
            BinaryOp::And => ("&", Binding::BitAnd),
            BinaryOp::Or => ("|", Binding::BitOr),
            BinaryOp::Xor => ("^", Binding::BitXor),
            BinaryOp::Shl => ("<<", Binding::Shift),
            BinaryOp::AShr => (">>", Binding::Shift),
            BinaryOp::LShr => (">>u", Binding::Shift),
            BinaryOp::FMin | BinaryOp::FMax | BinaryOp::FMinNum | BinaryOp::FMaxNum => {
                return call(op.mnemonic(), &[a, b]);
            }
        };
        let reading = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Reading::Mask,
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                Reading::Unsigned
            }
            _ => Reading::Signed,
        };
        infix_pieces(symbol, binding, a, b, reading)
    }

    fn conversion(&self, op: ConvertOp, sort: Sort, a: TermId) -> (Binding, Vec<Piece>) {
        // The upper part extended back to the whole width is a shift.
        if let Some((x, low)) = self.extracted(a)
            && self.pool.sort(x) == sort
            && low + self.pool.sort(a).width() == sort.width()
        {
            match op {
                ConvertOp::ZExt => return shift(">>u", x, low),
                ConvertOp::SExt => return shift(">>", x, low),
                _ => {}
            }
        }
        let name = match op {
            ConvertOp::BitCast => format!("bitcast_{sort}"),
            _ => format!("{op}{}", sort.width()),
        };
        call(name, &[a])
    }
}

fn constant(sort: Sort, raw: u128, reading: Reading) -> String {
    match sort {
        Sort::BOOL => (raw == 1).to_string(),
        Sort::F32 => format!("{:?}", f32::from_bits(raw as u32)),
        Sort::F64 => format!("{:?}", f64::from_bits(raw as u64)),
        _ if reading == Reading::Mask && raw > 9 => format!("{raw:#x}"),
        _ if reading == Reading::Signed => signed(sort.width(), raw).to_string(),
        _ => raw.to_string(),
    }
}

/// `a symbol b`; where grouping does not matter or goes to the left, no parentheses are written.
fn infix_pieces(
    symbol: &'static str,
    binding: Binding,
    a: TermId,
    b: TermId,
    reading: Reading,
) -> (Binding, Vec<Piece>) {
    let associative = matches!(symbol, "&&" | "||" | "&" | "|" | "^");
    let left = if binding == Binding::Comparison { binding.tighter() } else { binding };
    let right = if associative { binding } else { binding.tighter() };
    let pieces = vec![
        Piece::Part(a, left, reading),
        text(" "),
        text(symbol),
        text(" "),
        Piece::Part(b, right, reading),
    ];
    (binding, pieces)
}

fn prefix(symbol: &'static str, a: TermId) -> (Binding, Vec<Piece>) {
    (Binding::Prefix, vec![text(symbol), Piece::Part(a, Binding::Atom, Reading::Signed)])
}

fn shift(symbol: &'static str, a: TermId, amount: u8) -> (Binding, Vec<Piece>) {
    let a = Piece::Part(a, Binding::Shift, Reading::Signed);
    (Binding::Shift, vec![a, text(format!(" {symbol} {amount}"))])
}

fn call(name: impl Into<Cow<'static, str>>, operands: &[TermId]) -> (Binding, Vec<Piece>) {
    call_reading(name, operands, Reading::Signed)
}

fn call_reading(
    name: impl Into<Cow<'static, str>>,
    operands: &[TermId],
    reading: Reading,
) -> (Binding, Vec<Piece>) {
    let mut pieces = vec![text(name), text("(")];
    for (index, &operand) in operands.iter().enumerate() {
        if index > 0 {
            pieces.push(text(", "));
        }
        pieces.push(Piece::Part(operand, Binding::Choice, reading));
    }
    pieces.push(text(")"));
    (Binding::Atom, pieces)
}
