//! Random terms, each beside the value that `fold` gives operation by operation.

use fastrand::Rng;
use term::{
    Assignment, BinaryOp, CompareOp, ConvertOp, Pool, Sort, TermId, UnaryOp, Value, VarId, fold,
};

/// A term and the value it must have under the assignment it was built beside.
#[derive(Clone, Debug)]
pub struct Beside {
    pub term: TermId,
    pub value: Value,
}

/// Grows terms at random over a fixed assignment.
pub struct Garden {
    pub rng: Rng,
    pub pool: Pool,
    pub assignment: Assignment,
    pub grown: Vec<Beside>,
}

const WIDTHS: &[u8] =
    &[1, 1, 1, 2, 3, 7, 8, 8, 13, 16, 24, 32, 32, 33, 53, 63, 64, 64, 65, 100, 127, 128];

impl Garden {
    pub fn new(seed: u64) -> Garden {
        let mut garden = Garden {
            rng: Rng::with_seed(seed),
            pool: Pool::new(),
            assignment: Assignment::new(),
            grown: Vec::new(),
        };
        for index in 0..6 {
            let sort = garden.any_sort();
            garden.variable(&format!("v{index}"), sort);
        }
        garden.variable("p", Sort::BOOL);
        garden.variable("f", Sort::F32);
        garden.variable("d", Sort::F64);
        let index_bits = garden.rng.u8(1..=5);
        garden.variable("m", Sort::Bytes { index_bits });
        garden
    }

    fn variable(&mut self, name: &str, sort: Sort) {
        let term = self.pool.variable(name, sort);
        let value = self.any_value(sort);
        self.assignment.set_value(self.pool.var_of(term).unwrap_or(VarId(0)), &value);
        self.grown.push(Beside { term, value });
    }

    pub fn any_sort(&mut self) -> Sort {
        match self.rng.u8(..8) {
            0 => Sort::F32,
            1 => Sort::F64,
            _ => Sort::Bits(self.any_width()),
        }
    }

    fn any_width(&mut self) -> u8 {
        WIDTHS[self.rng.usize(..WIDTHS.len())]
    }

    pub fn any_value(&mut self, sort: Sort) -> Value {
        if let Sort::Bytes { index_bits } = sort {
            let bytes: Vec<u8> = (0..1usize << index_bits).map(|_| self.rng.u8(..4)).collect();
            return Value::of_bytes(index_bits, &bytes);
        }
        Value::of_raw(sort, raw(&mut self.rng, sort))
    }

    /// Something grown earlier, or a new constant, of this sort.
    pub fn pick(&mut self, sort: Sort) -> Beside {
        if self.rng.u8(..4) > 0 {
            let fitting: Vec<usize> = (0..self.grown.len())
                .filter(|&index| self.pool.sort(self.grown[index].term) == sort)
                .collect();
            // The newest are taken more often, so that terms grow deep.
            if let Some(&index) = fitting
                .get(self.rng.usize(..=fitting.len()).max(self.rng.usize(..=fitting.len())))
                .or(fitting.last())
            {
                return self.grown[index].clone();
            }
        }
        let value = self.any_value(sort);
        Beside { term: self.pool.value(&value), value }
    }

    /// Grows one more term and gives it back.
    pub fn grow(&mut self) -> Beside {
        let new = match self.rng.u8(..12) {
            0 | 1 => self.grow_unary(),
            2..=4 => self.grow_binary(),
            5 | 6 => self.grow_compare(),
            7 | 8 => self.grow_convert(),
            9 => self.grow_slice(),
            10 => self.grow_choice(),
            _ => self.grow_array(),
        };
        assert_eq!(self.pool.sort(new.term), new.value.sort());
        self.grown.push(new.clone());
        new
    }

    fn known_sort(&mut self) -> Sort {
        loop {
            let index = self.rng.usize(..self.grown.len());
            let sort = self.pool.sort(self.grown[index].term);
            if !sort.is_bytes() {
                return sort;
            }
        }
    }

    fn grow_unary(&mut self) -> Beside {
        let sort = self.known_sort();
        let op = loop {
            let op = UnaryOp::ALL[self.rng.usize(..UnaryOp::ALL.len())];
            let whole = op != UnaryOp::ByteSwap || sort.width().is_multiple_of(8);
            if op.is_float() == sort.is_float() && whole {
                break op;
            }
        };
        let a = self.pick(sort);
        let value = Value::of_raw(sort, fold::unary(op, sort, scalar(&a)));
        Beside { term: self.pool.unary(op, a.term), value }
    }

    fn grow_binary(&mut self) -> Beside {
        let sort = self.known_sort();
        if sort.is_float() && self.rng.u8(..8) == 0 {
            let (a, b, c) = (self.pick(sort), self.pick(sort), self.pick(sort));
            let value = fold::fma(sort, scalar(&a), scalar(&b), scalar(&c));
            let term = self.pool.fma(a.term, b.term, c.term);
            return Beside { term, value: Value::of_raw(sort, value) };
        }
        let op = loop {
            let op = BinaryOp::ALL[self.rng.usize(..BinaryOp::ALL.len())];
            if op.is_float() == sort.is_float() {
                break op;
            }
        };
        let (a, mut b) = (self.pick(sort), self.pick(sort));
        if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) && self.rng.bool() {
            let value = Value::of_raw(sort, self.rng.u8(..=sort.width()).into());
            b = Beside { term: self.pool.value(&value), value };
        }
        let value = fold::binary(op, sort, scalar(&a), scalar(&b));
        Beside { term: self.pool.binary(op, a.term, b.term), value: Value::of_raw(sort, value) }
    }

    fn grow_compare(&mut self) -> Beside {
        let sort = self.known_sort();
        let (a, b) = (self.pick(sort), self.pick(sort));
        if sort.is_float() && self.rng.u8(..8) == 0 {
            let value = Value::of_raw(Sort::BOOL, fold::is_nan(sort, scalar(&a)).into());
            return Beside { term: self.pool.is_nan(a.term), value };
        }
        let op = loop {
            let op = CompareOp::ALL[self.rng.usize(..CompareOp::ALL.len())];
            if op.is_float() == sort.is_float() {
                break op;
            }
        };
        let value = fold::compare(op, sort, scalar(&a), scalar(&b));
        let value = Value::of_raw(Sort::BOOL, value.into());
        Beside { term: self.pool.compare(op, a.term, b.term), value }
    }

    fn grow_convert(&mut self) -> Beside {
        let from = self.known_sort();
        let (op, to) = loop {
            let op = ConvertOp::ALL[self.rng.usize(..ConvertOp::ALL.len())];
            let width = self.any_width();
            let float = if self.rng.bool() { Sort::F32 } else { Sort::F64 };
            let to = match op {
                ConvertOp::Trunc if from.is_bits() && width <= from.width() => Sort::Bits(width),
                ConvertOp::ZExt | ConvertOp::SExt if from.is_bits() && width >= from.width() => {
                    Sort::Bits(width)
                }
                ConvertOp::FToS | ConvertOp::FToU | ConvertOp::FToSSat | ConvertOp::FToUSat
                    if from.is_float() =>
                {
                    Sort::Bits(width)
                }
                ConvertOp::SToF | ConvertOp::UToF if from.is_bits() => float,
                ConvertOp::FToF if from.is_float() => float,
                ConvertOp::BitCast => match from {
                    Sort::Bits(32) => Sort::F32,
                    Sort::Bits(64) => Sort::F64,
                    float => Sort::Bits(float.width()),
                },
                _ => continue,
            };
            break (op, to);
        };
        let a = self.pick(from);
        let value = Value::of_raw(to, fold::convert(op, from, to, scalar(&a)));
        Beside { term: self.pool.convert(op, to, a.term), value }
    }

    fn grow_slice(&mut self) -> Beside {
        let sort = loop {
            let sort = self.known_sort();
            if sort.is_bits() {
                break sort;
            }
        };
        let a = self.pick(sort);
        if self.rng.bool() {
            let low = self.rng.u8(..sort.width());
            let width = self.rng.u8(1..=sort.width() - low);
            let value = Value::of_raw(Sort::Bits(width), scalar(&a) >> low);
            return Beside { term: self.pool.extract(a.term, low, width), value };
        }
        let other = loop {
            let other = self.known_sort();
            if other.is_bits() {
                break other;
            }
        };
        let b = self.pick(other);
        if u16::from(sort.width()) + u16::from(other.width()) > 128 {
            return a;
        }
        let whole = Sort::Bits(sort.width() + other.width());
        let value = Value::of_raw(whole, scalar(&a) << other.width() | scalar(&b));
        Beside { term: self.pool.concat(a.term, b.term), value }
    }

    fn grow_choice(&mut self) -> Beside {
        let sort = self.known_sort();
        let (c, a, b) = (self.pick(Sort::BOOL), self.pick(sort), self.pick(sort));
        let term = self.pool.ite(c.term, a.term, b.term);
        Beside { term, value: if scalar(&c) == 1 { a.value } else { b.value } }
    }

    fn grow_array(&mut self) -> Beside {
        let sort = self
            .grown
            .iter()
            .map(|grown| self.pool.sort(grown.term))
            .find(|sort| sort.is_bytes())
            .unwrap_or(Sort::Bytes { index_bits: 1 });
        let Sort::Bytes { index_bits } = sort else { unreachable!("an array sort") };
        let (array, index) = (self.pick(sort), self.pick(Sort::Bits(index_bits)));
        let Value::Bytes { prefix, .. } = &array.value else { unreachable!("an array value") };
        let at = scalar(&index) as usize;
        match self.rng.u8(..4) {
            0 | 1 => {
                let byte = prefix.get(at).copied().unwrap_or(0);
                let term = self.pool.select(array.term, index.term);
                Beside { term, value: Value::of_raw(Sort::Bits(8), byte.into()) }
            }
            2 => {
                let (c, other) = (self.pick(Sort::BOOL), self.pick(sort));
                let term = self.pool.ite(c.term, array.term, other.term);
                Beside { term, value: if scalar(&c) == 1 { array.value } else { other.value } }
            }
            _ => {
                let mut bytes = prefix.clone();
                let byte = self.pick(Sort::Bits(8));
                bytes.resize(bytes.len().max(at + 1), 0);
                bytes[at] = scalar(&byte) as u8;
                let term = self.pool.store(array.term, index.term, byte.term);
                Beside { term, value: Value::of_bytes(index_bits, &bytes) }
            }
        }
    }
}

pub fn scalar(beside: &Beside) -> u128 {
    beside.value.raw().expect("a scalar")
}

/// Raw bits of a scalar sort, with a liking for the corners.
pub fn raw(rng: &mut Rng, sort: Sort) -> u128 {
    let random = match sort {
        Sort::F32 => match rng.u8(..6) {
            0 => f32::from(rng.i16(..)).to_bits().into(),
            1 => rng.u32(..0x80_0000).into(),
            2 => u128::from(
                [0u32, 1 << 31, 0x7f80_0000, 0xff80_0000, 0x7fc0_0001, 0x3f80_0000][rng.usize(..6)],
            ),
            3 => (rng.f32() * 8.0).to_bits().into(),
            _ => rng.u32(..).into(),
        },
        Sort::F64 => match rng.u8(..6) {
            0 => f64::from(rng.i32(..)).to_bits().into(),
            1 => rng.u64(..1 << 52).into(),
            2 => u128::from(
                [0u64, 1 << 63, 0x7ff << 52, 0xfff << 52, 0xfff8 << 48 | 5, 0x3ff << 52]
                    [rng.usize(..6)],
            ),
            3 => (rng.f64() * 8.0).to_bits().into(),
            _ => rng.u64(..).into(),
        },
        _ => match rng.u8(..6) {
            0 => rng.u128(..4),
            1 => u128::MAX - rng.u128(..4),
            2 => 1u128 << rng.u32(..128),
            3 => (sort.mask() >> 1) + rng.u128(..3),
            4 => rng.u128(..256),
            _ => rng.u128(..),
        },
    };
    random & sort.mask()
}
