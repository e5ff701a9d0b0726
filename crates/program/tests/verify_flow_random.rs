//! The verifier's data flow against its definition: a register may lack a value where some path leads to
//! a read of it without an assignment before.

use std::collections::BTreeSet;
use std::fmt::Write;

use fastrand::Rng;
use program::text::parse;
use program::verify::verify;
use program::{FuncId, Function, Id, Instruction, Operand, Program, RegId, Terminator};

const REGISTERS: u32 = 4;

/// Block, instruction, register.
type Read = (u32, u32, String);

#[test]
fn exactly_the_reads_that_some_path_reaches_without_a_value_are_reported() {
    let mut random = Rng::with_seed(4);
    let (mut sound, mut faulty) = (0, 0);
    for round in 0..1000 {
        let source = random_function(&mut random);
        let program =
            parse(&source).unwrap_or_else(|error| panic!("{}", error.render("random", &source)));
        let expected = by_definition(&program.functions[FuncId(0)]);
        assert_eq!(reported(&program), expected, "round {round}\n{source}");
        if expected.is_empty() { sound += 1 } else { faulty += 1 }
    }
    assert!(sound > 100 && faulty > 100, "{sound} sound, {faulty} faulty");
}

fn reported(program: &Program) -> BTreeSet<Read> {
    let problems = verify(program).err().unwrap_or_default();
    let read = |problem: &program::verify::Problem| {
        let point = problem.point.expect("reads stand in blocks");
        let name = problem.message.split('`').nth(1).expect("a quoted register");
        (point.block.0, point.index, name.trim_start_matches('%').to_owned())
    };
    problems.iter().map(read).collect()
}

/// For each register alone: follows all ways from the entry on which it has no value.
fn by_definition(function: &Function) -> BTreeSet<Read> {
    let mut reads = BTreeSet::new();
    for (register, info) in function.registers.iter().skip(function.params as usize) {
        let mut without = BTreeSet::from([Function::ENTRY]);
        let mut pending = vec![Function::ENTRY];
        while let Some(id) = pending.pop() {
            let block = &function.blocks[id];
            let mut next = Vec::new();
            for handler in
                block.handlers.iter().flat_map(|table| &function.handlers[*table].handlers)
            {
                if handler.register != register {
                    next.push(handler.target);
                }
            }
            let first = block.instructions.iter().position(|located| match located.node {
                Instruction::Copy { dst, value, .. } => {
                    dst == register || value == Operand::Register(register)
                }
                _ => false,
            });
            let index = first.unwrap_or(block.instructions.len());
            let read = match block.instructions.get(index).map(|located| &located.node) {
                Some(Instruction::Copy { value, .. }) => *value == Operand::Register(register),
                _ => reads_at_end(&block.terminator.node, register),
            };
            if read {
                reads.insert((id.0, index as u32, info.name.clone()));
            }
            let assigned = block
                .instructions
                .iter()
                .any(|located| located.node.destination() == Some(register));
            if !assigned {
                let edges = block.terminator.node.edges();
                let open =
                    edges.filter(|edge| edge.moves.iter().all(|(target, _)| *target != register));
                next.extend(open.map(|edge| edge.target));
            }
            next.retain(|target| without.insert(*target));
            pending.extend(next);
        }
    }
    reads
}

fn reads_at_end(terminator: &Terminator, register: RegId) -> bool {
    let wanted = Operand::Register(register);
    matches!(terminator, Terminator::Throw(value) if *value == wanted)
        || terminator.edges().any(|edge| edge.moves.iter().any(|(_, value)| *value == wanted))
}

/// A function of copies, throws, branches, moves and handlers over a few pointers.
fn random_function(random: &mut Rng) -> String {
    let blocks = random.u32(1..6);
    let mut text = "func @f(%flag: i1, %given: ptr) {\n".to_owned();
    for register in 0..REGISTERS {
        let _ = writeln!(text, "  var %r{register}: ptr");
    }
    let caught = random.u32(..REGISTERS);
    let target = random.u32(..blocks);
    let _ = writeln!(text, "  handlers h0 {{ catch any %r{caught} -> b{target} }}");
    for block in 0..blocks {
        let covered = if random.u32(..3) == 0 { " handlers h0" } else { "" };
        let _ = writeln!(text, "b{block}:{covered}");
        for _ in 0..random.u32(..4) {
            let dst = random.u32(..REGISTERS);
            let _ = writeln!(text, "  %r{dst} = copy ptr {}", value(random));
        }
        let _ = match random.u32(..5) {
            0 => writeln!(text, "  throw {}", value(random)),
            1 => writeln!(text, "  ret"),
            2 => writeln!(text, "  jump {}", edge(random, blocks)),
            _ => writeln!(text, "  br %flag ? {} : {}", edge(random, blocks), edge(random, blocks)),
        };
    }
    text + "}\n"
}

fn value(random: &mut Rng) -> String {
    if random.u32(..3) > 0 { "%given".to_owned() } else { format!("%r{}", random.u32(..REGISTERS)) }
}

fn edge(random: &mut Rng, blocks: u32) -> String {
    let target = random.u32(..blocks);
    if random.bool() {
        return format!("b{target}");
    }
    format!("b{target}(%r{} = {})", random.u32(..REGISTERS), value(random))
}

#[test]
fn long_chains_of_blocks_do_not_exhaust_the_stack() {
    let mut text = "func @f() -> i32 {\nb0:\n  %y = copy i32 1\n  jump b1\n".to_owned();
    const LENGTH: usize = 20_000;
    for block in 1..LENGTH {
        let _ = write!(text, "b{block}:\n  jump b{}\n", block + 1);
    }
    let _ = write!(text, "b{LENGTH}:\n  ret %y\n}}\n");
    let program = parse(&text).expect("a chain");
    assert_eq!(verify(&program), Ok(()));
    assert_eq!(program.functions[FuncId(0)].blocks.ids().last().map(Id::index), Some(LENGTH));
}
