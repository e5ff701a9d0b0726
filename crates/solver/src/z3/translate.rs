//! Terms as expressions of Z3.

use ::z3::Sort as Z3Sort;
use ::z3::ast::{Array, BV, Bool, Float};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BinaryOp, CompareOp, ConvertOp, Node, Pool, Sort, TermId, UnaryOp, VarId};

use super::float::Floats;

/// A term's expression; conditions are Z3's booleans.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Bool(Bool),
    Vector(BV),
    Float(Float),
    Array(Array),
}

/// The expressions of the terms met so far.
#[derive(Debug, Default)]
pub(super) struct Translation {
    expressions: FxHashMap<TermId, Expression>,
    /// The bits of floats, where something asks for them.
    bits: FxHashMap<TermId, BV>,
    floats: Floats,
}

impl Translation {
    /// Translates terms, given in an order in which operands come first.
    pub fn add(&mut self, pool: &Pool, order: &[TermId]) {
        let wanted = bits_wanted(pool, order);
        for &term in order {
            if !self.expressions.contains_key(&term) {
                let expression = self.expression(pool, term);
                self.expressions.insert(term, expression);
            }
            if wanted.contains(&term) && !self.bits.contains_key(&term) {
                let bits = self.bits_of(pool, term);
                self.bits.insert(term, bits);
            }
        }
    }

    /// A condition.
    pub fn bool(&self, term: TermId) -> Bool {
        match &self.expressions[&term] {
            Expression::Bool(it) => it.clone(),
            Expression::Vector(it) => it.eq(BV::from_u64(1, it.get_size())),
            Expression::Float(_) | Expression::Array(_) => Bool::from_bool(false),
        }
    }

    /// A bit-vector; of a condition, its one bit.
    pub fn vector(&self, term: TermId) -> BV {
        match &self.expressions[&term] {
            Expression::Vector(it) => it.clone(),
            Expression::Bool(it) => it.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
            Expression::Float(_) | Expression::Array(_) => BV::from_u64(0, 1),
        }
    }

    /// The expression of a term that was added.
    pub fn get(&self, term: TermId) -> &Expression {
        &self.expressions[&term]
    }

    fn float(&self, term: TermId) -> &Float {
        match &self.expressions[&term] {
            Expression::Float(it) => it,
            other => unreachable!("{other:?} is no float"),
        }
    }

    fn array(&self, term: TermId) -> &Array {
        match &self.expressions[&term] {
            Expression::Array(it) => it,
            other => unreachable!("{other:?} is no array"),
        }
    }

    fn expression(&mut self, pool: &Pool, term: TermId) -> Expression {
        let sort = pool.sort(term);
        let condition = sort == Sort::BOOL;
        match pool.node(term) {
            Node::Variable(variable) => self.variable(variable, sort),
            Node::Constant(raw) => match sort {
                Sort::BOOL => Expression::Bool(Bool::from_bool(raw == 1)),
                Sort::Bits(width) => Expression::Vector(constant(width, raw)),
                _ => {
                    let bits = constant(sort.width(), raw);
                    Expression::Float(self.floats.of_bits(sort, &bits))
                }
            },
            Node::Bytes(bytes) => Expression::Array(constant_array(sort, bytes)),
            Node::Unary(UnaryOp::Not, a) if condition => Expression::Bool(!self.bool(a)),
            Node::Unary(op @ (UnaryOp::Not | UnaryOp::Neg), a) => {
                let a = self.vector(a);
                vector(condition, if op == UnaryOp::Not { a.bvnot() } else { a.bvneg() })
            }
            Node::Unary(op, a) => Expression::Float(self.floats.unary(op, self.float(a))),
            Node::Binary(op, a, b) if sort.is_float() => {
                Expression::Float(self.floats.binary(op, sort, self.float(a), self.float(b)))
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b)
                if condition =>
            {
                let (a, b) = (self.bool(a), self.bool(b));
                Expression::Bool(match op {
                    BinaryOp::And => Bool::and(&[&a, &b]),
                    BinaryOp::Or => Bool::or(&[&a, &b]),
                    _ => a.xor(&b),
                })
            }
            Node::Binary(op, a, b) => {
                vector(condition, binary(op, &self.vector(a), &self.vector(b)))
            }
            Node::Compare(op, a, b) => Expression::Bool(self.compare(pool, op, a, b)),
            Node::IsNan(a) => Expression::Bool(self.float(a).is_nan()),
            Node::Convert(op, a) => self.convert(pool, op, sort, a),
            Node::Extract { of, low } => {
                let (low, width) = (u32::from(low), u32::from(sort.width()));
                vector(condition, self.vector(of).extract(low + width - 1, low))
            }
            Node::Concat(a, b) => vector(condition, self.vector(a).concat(self.vector(b))),
            Node::Ite(c, a, b) => {
                let c = self.bool(c);
                match sort {
                    Sort::BOOL => Expression::Bool(c.ite(&self.bool(a), &self.bool(b))),
                    Sort::Bits(_) => Expression::Vector(c.ite(&self.vector(a), &self.vector(b))),
                    Sort::Bytes { .. } => Expression::Array(c.ite(self.array(a), self.array(b))),
                    _ => Expression::Float(c.ite(self.float(a), self.float(b))),
                }
            }
            Node::Fma(a, b, c) => {
                Expression::Float(self.float(a).fma(self.float(b).clone(), self.float(c).clone()))
            }
            Node::Select(array, index) => {
                let byte = self.array(array).select(&self.vector(index));
                Expression::Vector(byte.as_bv().unwrap_or_else(|| BV::from_u64(0, 8)))
            }
            Node::Store(array, index, byte) => {
                Expression::Array(self.array(array).store(&self.vector(index), &self.vector(byte)))
            }
        }
    }

    fn variable(&mut self, variable: VarId, sort: Sort) -> Expression {
        let name = variable.0;
        match sort {
            Sort::BOOL => Expression::Bool(Bool::new_const(name)),
            Sort::Bits(width) => Expression::Vector(BV::new_const(name, width.into())),
            Sort::Bytes { index_bits } => Expression::Array(Array::new_const(
                name,
                &Z3Sort::bitvector(index_bits.into()),
                &Z3Sort::bitvector(8),
            )),
            _ => Expression::Float(self.floats.of_bits(sort, &float_variable(variable, sort))),
        }
    }

    fn compare(&self, pool: &Pool, op: CompareOp, a: TermId, b: TermId) -> Bool {
        match op {
            CompareOp::Ult => self.vector(a).bvult(self.vector(b)),
            CompareOp::Slt => self.vector(a).bvslt(self.vector(b)),
            CompareOp::FOeq => self.float(a).eq_fpa(self.float(b).clone()),
            CompareOp::FOlt => self.float(a).lt(self.float(b).clone()),
            CompareOp::FOle => self.float(a).le(self.float(b).clone()),
            // The other comparisons are never nodes.
            _ if pool.sort(a) == Sort::BOOL => self.bool(a).eq(self.bool(b)),
            _ => self.vector(a).eq(self.vector(b)),
        }
    }

    fn convert(&mut self, pool: &Pool, op: ConvertOp, to: Sort, a: TermId) -> Expression {
        let from = pool.sort(a);
        let condition = to == Sort::BOOL;
        let more = u32::from(to.width()).saturating_sub(from.width().into());
        match op {
            ConvertOp::Trunc => {
                vector(condition, self.vector(a).extract(u32::from(to.width()) - 1, 0))
            }
            ConvertOp::ZExt => vector(condition, self.vector(a).zero_ext(more)),
            ConvertOp::SExt => vector(condition, self.vector(a).sign_ext(more)),
            ConvertOp::BitCast if from.is_float() => vector(condition, self.bits[&a].clone()),
            ConvertOp::BitCast => {
                let bits = self.vector(a);
                Expression::Float(self.floats.of_bits(to, &bits))
            }
            ConvertOp::SToF | ConvertOp::UToF => {
                let a = self.vector(a);
                Expression::Float(self.floats.of_integer(op == ConvertOp::SToF, to, &a))
            }
            ConvertOp::FToF => Expression::Float(self.floats.resize(from, to, self.float(a))),
            ConvertOp::FToS | ConvertOp::FToU | ConvertOp::FToSSat | ConvertOp::FToUSat => {
                let a = self.float(a).clone();
                vector(condition, self.floats.integer(op, from, to.width(), &a))
            }
        }
    }

    /// The bits of a float that is already translated, from those of its operands where they carry a
    /// NaN's own bits.
    fn bits_of(&self, pool: &Pool, term: TermId) -> BV {
        let sort = pool.sort(term);
        let width = sort.width();
        let sign = 1u128 << (width - 1);
        match pool.node(term) {
            Node::Variable(variable) => float_variable(variable, sort),
            Node::Constant(raw) => constant(width, raw),
            Node::Unary(UnaryOp::FNeg, a) => self.bits[&a].bvxor(constant(width, sign)),
            Node::Unary(UnaryOp::FAbs, a) => self.bits[&a].bvand(constant(width, sign - 1)),
            Node::Ite(c, a, b) => self.bool(c).ite(&self.bits[&a], &self.bits[&b]),
            Node::Convert(ConvertOp::BitCast, a) => self.vector(a),
            _ => {
                let float = self.float(term);
                let nan = if sort == Sort::F32 { 0x7fc0_0000 } else { 0x7ff8 << 48 };
                float.is_nan().ite(&constant(width, nan), &float.to_ieee_bv())
            }
        }
    }
}

/// The floats whose bits matter: those cast to bits, and what passes a NaN's own bits on to them.
fn bits_wanted(pool: &Pool, order: &[TermId]) -> FxHashSet<TermId> {
    let mut wanted = FxHashSet::default();
    for &term in order.iter().rev() {
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

fn binary(op: BinaryOp, a: &BV, b: &BV) -> BV {
    match op {
        BinaryOp::Add => a.bvadd(b),
        BinaryOp::Sub => a.bvsub(b),
        BinaryOp::Mul => a.bvmul(b),
        BinaryOp::UDiv => a.bvudiv(b),
        BinaryOp::SDiv => a.bvsdiv(b),
        BinaryOp::URem => a.bvurem(b),
        BinaryOp::SRem => a.bvsrem(b),
        BinaryOp::And => a.bvand(b),
        BinaryOp::Or => a.bvor(b),
        BinaryOp::Xor => a.bvxor(b),
        BinaryOp::Shl => a.bvshl(b),
        BinaryOp::LShr => a.bvlshr(b),
        BinaryOp::AShr => a.bvashr(b),
        float => unreachable!("{float} of bit-vectors"),
    }
}

/// A vector of the term's sort; conditions are kept as booleans.
fn vector(condition: bool, bits: BV) -> Expression {
    if condition { Expression::Bool(bits.eq(BV::from_u64(1, 1))) } else { Expression::Vector(bits) }
}

pub(super) fn float_variable(variable: VarId, sort: Sort) -> BV {
    BV::new_const(variable.0, sort.width().into())
}

pub(super) fn constant(width: u8, raw: u128) -> BV {
    let bits: Vec<bool> = (0..width).map(|bit| raw >> bit & 1 == 1).collect();
    BV::from_bits(&bits).unwrap_or_else(|| BV::from_u64(0, width.into()))
}

fn constant_array(sort: Sort, bytes: &[u8]) -> Array {
    let Sort::Bytes { index_bits } = sort else { unreachable!("{sort} is no array") };
    let zeros = Array::const_array(&Z3Sort::bitvector(index_bits.into()), &BV::from_u64(0, 8));
    bytes.iter().enumerate().filter(|&(_, &byte)| byte != 0).fold(zeros, |array, (at, &byte)| {
        array.store(&BV::from_u64(at as u64, index_bits.into()), &BV::from_u64(byte.into(), 8))
    })
}
