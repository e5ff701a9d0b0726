//! Float circuits: formats of a few bits in full, f32 and f64 against `fold` at random.

use super::super::circuit::{Circuit, Lit};
use super::super::float::Format;
use super::*;
use term::fold;

const TINY: Format = Format { exponent: 3, fraction: 3 };
const FLAT: Format = Format { exponent: 4, fraction: 2 };

/// The number that a pattern of a small format stands for.
fn decode(format: Format, raw: usize) -> f64 {
    let field = raw >> format.fraction & ((1 << format.exponent) - 1);
    let fraction = (raw & ((1 << format.fraction) - 1)) as f64 / f64::from(1 << format.fraction);
    let bias = (1 << (format.exponent - 1)) - 1;
    let magnitude = match field {
        0 => fraction * 2f64.powi(1 - bias),
        _ if field == (1 << format.exponent) - 1 && fraction == 0.0 => f64::INFINITY,
        _ if field == (1 << format.exponent) - 1 => f64::NAN,
        _ => (1.0 + fraction) * 2f64.powi(field as i32 - bias),
    };
    if raw >> (format.width() - 1) == 1 { -magnitude } else { magnitude }
}

/// The pattern nearest to a number, ties to the even one, by looking at all of them.
fn encode(format: Format, number: f64) -> usize {
    let infinity = ((1 << format.exponent) - 1) << format.fraction;
    if number.is_nan() {
        return infinity | 1 << (format.fraction - 1);
    }
    let sign = usize::from(number.is_sign_negative()) << (format.width() - 1);
    // For rounding, infinity stands where the next number would.
    let place = |raw: usize| {
        if raw == infinity {
            2.0 * decode(format, raw - 1) - decode(format, raw - 2)
        } else {
            decode(format, raw)
        }
    };
    if number.abs() >= place(infinity) {
        return infinity | sign;
    }
    let gap = |raw: &usize| ((place(*raw) - number.abs()).abs(), raw & 1);
    let nearest =
        (0..=infinity).min_by(|a, b| gap(a).partial_cmp(&gap(b)).expect("no NaN")).unwrap_or(0);
    nearest | sign
}

/// Values of a circuit's outputs for all values of its inputs.
fn in_full(
    inputs: &[Lit],
    outputs: &[Lit],
    circuit: &Circuit,
    mut visit: impl FnMut(usize, usize),
) {
    let mut cone = Cone::default();
    cone.collect(circuit, &Encoder::new(0).arrays, outputs);
    for input in 0..1usize << inputs.len() {
        cone.simulate(circuit, |gate, _| {
            let bit = inputs.iter().position(|lit| lit.gate() == gate as usize).expect("an input");
            input >> bit & 1 == 1
        });
        let output =
            outputs.iter().rev().fold(0, |value, &lit| value << 1 | usize::from(cone.value(lit)));
        visit(input, output);
    }
}

#[test]
fn arithmetic_of_tiny_formats_is_rounded_once_for_all_operands() {
    type Build = fn(&mut Circuit, Format, &[Lit], &[Lit]) -> Vec<Lit>;
    type Truth = fn(f64, f64) -> f64;
    let cases: [(&str, Build, Truth); 3] = [
        ("add", Circuit::float_add, |x, y| x + y),
        ("multiply", Circuit::float_multiply, |x, y| x * y),
        ("divide", Circuit::float_divide, |x, y| x / y),
    ];
    for format in [TINY, FLAT] {
        for (name, build, truth) in cases {
            let mut circuit = Circuit::new();
            let inputs = circuit.inputs(2 * format.width());
            let (a, b) = inputs.split_at(format.width());
            let outputs = build(&mut circuit, format, a, b);
            in_full(&inputs, &outputs, &circuit, |input, output| {
                let (a, b) = (input & ((1 << format.width()) - 1), input >> format.width());
                let (x, y) = (decode(format, a), decode(format, b));
                assert_eq!(output, encode(format, truth(x, y)), "{name} {x} {y}");
            });
        }
    }
}

#[test]
fn comparisons_of_a_tiny_format_are_right_for_all_operands() {
    let mut circuit = Circuit::new();
    let inputs = circuit.inputs(2 * TINY.width());
    let (a, b) = inputs.split_at(TINY.width());
    let outputs = [circuit.float_less(TINY, a, b), circuit.float_equal(TINY, a, b)];
    in_full(&inputs, &outputs, &circuit, |input, output| {
        let (x, y) = (decode(TINY, input & 0x7f), decode(TINY, input >> 7));
        assert_eq!(output, usize::from(x < y) | usize::from(x == y) << 1, "{x} {y}");
    });
}

#[test]
fn conversions_of_tiny_formats_are_right_for_all_operands() {
    for (from, to) in [(TINY, FLAT), (FLAT, TINY), (TINY, TINY)] {
        let mut circuit = Circuit::new();
        let inputs = circuit.inputs(from.width());
        let outputs = circuit.resize(from, to, &inputs);
        in_full(&inputs, &outputs, &circuit, |input, output| {
            let x = decode(from, input);
            assert_eq!(output, encode(to, x), "{x}");
        });
    }
    for width in 1..=9 {
        for is_signed in [false, true] {
            let mut circuit = Circuit::new();
            let inputs = circuit.inputs(width);
            let outputs = circuit.integer_to_float(TINY, is_signed, &inputs);
            in_full(&inputs, &outputs, &circuit, |input, output| {
                let negative = is_signed && input >> (width - 1) == 1;
                let number = input as f64 - if negative { f64::from(1 << width) } else { 0.0 };
                assert_eq!(output, encode(TINY, number), "{number}");
            });
        }
    }
    type Truth = fn(f64) -> f64;
    let rounding: [(UnaryOp, Truth); 5] = [
        (UnaryOp::FFloor, f64::floor),
        (UnaryOp::FCeil, f64::ceil),
        (UnaryOp::FTrunc, f64::trunc),
        (UnaryOp::FNearest, f64::round_ties_even),
        (UnaryOp::FRound, f64::round),
    ];
    for (op, truth) in rounding {
        let mut circuit = Circuit::new();
        let inputs = circuit.inputs(TINY.width());
        let outputs = circuit.round_to_whole(op, TINY, &inputs);
        in_full(&inputs, &outputs, &circuit, |input, output| {
            let x = decode(TINY, input);
            assert_eq!(output, encode(TINY, truth(x)), "{op} {x}");
        });
    }
}

#[test]
fn roots_of_tiny_formats_are_rounded_once_for_all_operands() {
    for format in [TINY, FLAT] {
        let mut circuit = Circuit::new();
        let inputs = circuit.inputs(format.width());
        let outputs = circuit.float_root(format, &inputs);
        in_full(&inputs, &outputs, &circuit, |input, output| {
            let x = decode(format, input);
            assert_eq!(output, encode(format, x.sqrt()), "{x}");
        });
    }
}

/// Bits of a float, mostly near where something happens.
fn raw(rng: &mut Rng, sort: Sort) -> u128 {
    let fraction = if sort == Sort::F32 { 23 } else { 52 };
    let width = u32::from(sort.width());
    let random = rng.u128(..) & sort.mask();
    let bias = (1u128 << (width - fraction - 2)) - 1;
    let ones = (1u128 << fraction) - 1;
    match rng.u8(..8) {
        0 => random & (1 << (width - 1) | ones),
        1 => {
            (random & (1 << (width - 1)))
                | [0, bias << fraction, (2 * bias + 1) << fraction][rng.usize(..3)]
        }
        2 => random | (2 * bias + 1) << fraction,
        3..6 => {
            let exponent = bias - 4 + rng.u128(..136);
            let fraction_bits = match rng.u8(..3) {
                0 => 0,
                1 => ones - rng.u128(..2),
                _ => random & ones,
            };
            (random & 1 << (width - 1)) | exponent << fraction | fraction_bits
        }
        _ => random,
    }
}

/// A circuit for one operation, simulated on many operands.
struct Operation {
    blast: Blast,
    word: Vec<Lit>,
}

impl Operation {
    fn new(pool: &Pool, term: TermId) -> Operation {
        let mut blast = blast();
        let word = blast.encoder.encode(pool, term).expect("an encoding").to_vec();
        let Blast { encoder: Encoder { circuit, arrays, .. }, cone, .. } = &mut blast;
        cone.collect(circuit, arrays, &word);
        Operation { blast, word }
    }

    fn value(&mut self, assignment: &Assignment) -> u128 {
        self.blast.simulate(assignment);
        let cone = &self.blast.cone;
        self.word.iter().rev().fold(0, |value, &lit| value << 1 | u128::from(cone.value(lit)))
    }
}

#[test]
fn operations_on_floats_agree_with_fold() {
    type Truth = Box<dyn Fn(u128, u128) -> u128>;
    let mut rng = Rng::with_seed(7);
    for sort in [Sort::F32, Sort::F64] {
        let mut pool = Pool::new();
        let (x, y) = (pool.variable("x", sort), pool.variable("y", sort));
        let [vx, vy] = [x, y].map(|term| pool.var_of(term).expect("a variable"));
        let mut operations: Vec<(TermId, Truth)> = Vec::new();
        for &op in BinaryOp::ALL.iter().filter(|&&op| op.is_float() && op != BinaryOp::FRem) {
            let term = pool.binary(op, x, y);
            operations.push((term, Box::new(move |a, b| fold::binary(op, sort, a, b))));
        }
        for &op in UnaryOp::ALL.iter().filter(|op| op.is_float()) {
            let term = pool.unary(op, x);
            operations.push((term, Box::new(move |a, _| fold::unary(op, sort, a))));
        }
        for &op in CompareOp::ALL.iter().filter(|op| op.is_float()) {
            let term = pool.compare(op, x, y);
            operations.push((term, Box::new(move |a, b| fold::compare(op, sort, a, b).into())));
        }
        let is_nan = pool.is_nan(x);
        operations.push((is_nan, Box::new(move |a, _| fold::is_nan(sort, a).into())));
        for (index, (term, truth)) in operations.into_iter().enumerate() {
            let mut operation = Operation::new(&pool, term);
            for _ in 0..200 {
                let mut assignment = Assignment::new();
                let a = raw(&mut rng, sort);
                // Near each other, so that sums cancel and comparisons are close.
                let near =
                    a ^ u128::from(rng.u8(..)) ^ u128::from(rng.bool()) << (sort.width() - 1);
                let b = if rng.bool() { raw(&mut rng, sort) } else { near };
                assignment.set(vx, a);
                assignment.set(vy, b);
                assert_eq!(
                    operation.value(&assignment),
                    truth(a, b),
                    "{index} {sort} {a:#x} {b:#x}"
                );
            }
        }
    }
}

#[test]
fn conversions_of_floats_agree_with_fold() {
    let mut rng = Rng::with_seed(8);
    let widths = [1, 7, 8, 16, 24, 31, 32, 33, 53, 63, 64, 65, 100, 127, 128];
    let floats = [Sort::F32, Sort::F64];
    let mut cases = Vec::new();
    for float in floats {
        for bits in widths.map(Sort::Bits) {
            let to = [ConvertOp::FToS, ConvertOp::FToU, ConvertOp::FToSSat, ConvertOp::FToUSat];
            cases.extend(to.map(|op| (op, float, bits)));
            cases.extend([ConvertOp::SToF, ConvertOp::UToF].map(|op| (op, bits, float)));
        }
        cases.extend(floats.map(|to| (ConvertOp::FToF, float, to)));
    }
    for (op, from, to) in cases {
        let mut pool = Pool::new();
        let x = pool.variable("x", from);
        let variable = pool.var_of(x).expect("a variable");
        let term = pool.convert(op, to, x);
        let mut operation = Operation::new(&pool, term);
        for _ in 0..120 {
            let a = if from.is_float() {
                raw(&mut rng, from)
            } else {
                (rng.u128(..) >> rng.u8(..128)).wrapping_add(rng.u128(..3)) & from.mask()
            };
            let mut assignment = Assignment::new();
            assignment.set(variable, a);
            let expected = fold::convert(op, from, to, a);
            assert_eq!(operation.value(&assignment), expected, "{op} {from} {to} {a:#x}");
        }
    }
}
