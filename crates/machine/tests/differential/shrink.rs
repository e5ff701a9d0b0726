//! Makes a failing case smaller: fewer vectors, branches and instructions, as long as it fails.

use program::{Block, BlockId, Constant, Edge, Id, IdVec, Located, Operand, Terminator, Type};

use crate::generate::Case;

/// The smallest failing case that greedy steps lead to, and how it fails; at most `tries` are tried.
pub fn shrink(
    case: Case,
    problem: String,
    tries: usize,
    fails: impl Fn(&Case) -> Option<String>,
) -> (Case, String) {
    let mut best = (case, problem);
    let mut left = tries;
    let mut attempt = |best: &mut (Case, String), smaller: Case| {
        if left == 0 || !is_sound(&smaller) {
            return false;
        }
        left -= 1;
        match fails(&smaller) {
            Some(problem) => {
                *best = (smaller, problem);
                true
            }
            None => false,
        }
    };
    while best.0.vectors.len() > 1 {
        let alone = best.0.vectors.clone().into_iter().map(|vector| {
            let mut smaller = best.0.clone();
            smaller.vectors = vec![vector];
            smaller
        });
        let alone: Vec<Case> = alone.collect();
        if !alone.into_iter().any(|smaller| attempt(&mut best, smaller)) {
            break;
        }
    }
    loop {
        let before = size(&best.0);
        for function in best.0.program.functions.ids() {
            hollow(&mut best, function, &mut attempt);
            straighten(&mut best, function, &mut attempt);
            thin(&mut best, function, &mut attempt);
        }
        if size(&best.0) == before {
            return best;
        }
    }
}

type Attempt<'a> = dyn FnMut(&mut (Case, String), Case) -> bool + 'a;

/// A shrunk program is judged only if it keeps out of undefined behaviour: it verifies, and where the
/// machine traps, it is not because of an access.
fn is_sound(case: &Case) -> bool {
    use trace::TrapKind::*;
    if program::verify::verify(&case.program).is_err() {
        return false;
    }
    let config = machine::Config { max_steps: 20_000, ..machine::Config::default() };
    let program = std::sync::Arc::new(case.program.clone());
    let Ok(mut machine) = machine::Machine::new(program, config, machine::Models::default()) else {
        return false;
    };
    case.vectors.iter().all(|inputs| {
        let scenario = crate::domains::scenario(case, inputs);
        let mut trace = trace::Trace::default();
        trace::Runner::run(&mut machine, &scenario, trace::Mode::Concrete, &mut trace).is_ok()
            && match trace.outcome {
                trace::Outcome::Returned | trace::Outcome::Threw { .. } => true,
                trace::Outcome::Trapped(trap) => {
                    matches!(trap.kind, Overflow | Division | Check(_) | Unreachable)
                }
                _ => false,
            }
    })
}

fn size(case: &Case) -> usize {
    let blocks = case.program.functions.values().flat_map(|function| function.blocks.values());
    blocks.map(|block| 1 + block.instructions.len() + edges(&block.terminator.node)).sum()
}

fn edges(terminator: &Terminator) -> usize {
    terminator.edges().map(|edge| 1 + edge.moves.len()).sum()
}

/// Leaves nothing of a function but a return.
fn hollow(best: &mut (Case, String), function: program::FuncId, attempt: &mut Attempt<'_>) {
    let mut smaller = best.0.clone();
    let body = &mut smaller.program.functions[function];
    if body.blocks.len() <= 1 && body.blocks.values().all(|block| block.instructions.is_empty()) {
        return;
    }
    let zero = match body.result {
        Some(Type::Ptr) => return,
        Some(_) => Some(Operand::Constant(Constant::Bits(0))),
        None => None,
    };
    body.blocks = IdVec::from_iter([Block {
        label: "entry".to_owned(),
        handlers: None,
        instructions: Vec::new(),
        terminator: Located::nowhere(Terminator::Return(zero)),
    }]);
    body.handlers = IdVec::new();
    attempt(best, smaller);
}

/// Turns branches into jumps, drops moves, and drops blocks that nothing leads to.
fn straighten(best: &mut (Case, String), function: program::FuncId, attempt: &mut Attempt<'_>) {
    for block in best.0.program.functions[function].blocks.ids() {
        let ways: Vec<Edge> = match best.0.program.functions[function].blocks.get(block) {
            Some(body) => body.terminator.node.edges().cloned().collect(),
            None => break,
        };
        for edge in ways {
            let mut bare = edge.clone();
            bare.moves.clear();
            for target in [bare, edge] {
                let mut smaller = best.0.clone();
                let body = &mut smaller.program.functions[function];
                body.blocks[block].terminator.node = Terminator::Jump(target);
                if edges(&body.blocks[block].terminator.node)
                    < edges(&best.0.program.functions[function].blocks[block].terminator.node)
                    && attempt(best, smaller)
                {
                    break;
                }
            }
        }
    }
    let mut smaller = best.0.clone();
    if drop_unreached(&mut smaller.program.functions[function]) {
        attempt(best, smaller);
    }
}

/// Drops instructions, many at once where that works.
fn thin(best: &mut (Case, String), function: program::FuncId, attempt: &mut Attempt<'_>) {
    for block in best.0.program.functions[function].blocks.ids() {
        let len = |case: &Case| case.program.functions[function].blocks[block].instructions.len();
        let mut chunk = len(&best.0).max(1);
        while chunk > 0 {
            let mut end = len(&best.0);
            while end > 0 {
                let start = end.saturating_sub(chunk);
                let mut smaller = best.0.clone();
                let body = &mut smaller.program.functions[function].blocks[block];
                body.instructions.drain(start..end);
                attempt(best, smaller);
                end = start;
            }
            chunk /= 2;
        }
    }
}

/// Drops blocks that cannot be reached; tells whether there were any.
fn drop_unreached(function: &mut program::Function) -> bool {
    let mut reached = vec![false; function.blocks.len()];
    let mut next = vec![BlockId(0)];
    while let Some(block) = next.pop() {
        if std::mem::replace(&mut reached[block.index()], true) {
            continue;
        }
        next.extend(function.blocks[block].terminator.node.edges().map(|edge| edge.target));
        let table = function.blocks[block].handlers;
        let handlers = table.map(|table| &function.handlers[table].handlers);
        next.extend(handlers.into_iter().flatten().map(|handler| handler.target));
    }
    let mut number = 0;
    let numbers: Vec<BlockId> = reached
        .iter()
        .map(|&reached| {
            let id = BlockId::new(number);
            number += usize::from(reached);
            id
        })
        .collect();
    if number == reached.len() {
        return false;
    }
    let mut kept = reached.iter();
    let mut blocks: Vec<Block> = function.blocks.values().cloned().collect();
    blocks.retain(|_| kept.next().copied().unwrap_or(false));
    for block in &mut blocks {
        retarget(&mut block.terminator.node, &numbers);
    }
    function.blocks = blocks.into_iter().collect();
    for (_, table) in function.handlers.iter_mut() {
        // A handler of a table that nobody uses may have lost its block.
        table.handlers.retain(|handler| reached[handler.target.index()]);
        for handler in &mut table.handlers {
            handler.target = numbers[handler.target.index()];
        }
    }
    true
}

fn retarget(terminator: &mut Terminator, numbers: &[BlockId]) {
    let retarget = |edge: &mut Edge| edge.target = numbers[edge.target.index()];
    match terminator {
        Terminator::Jump(edge) => retarget(edge),
        Terminator::Branch { then, otherwise, .. } => {
            retarget(then);
            retarget(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, edge)| retarget(edge));
            retarget(default);
        }
        Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::Instruction;

    #[test]
    fn a_failing_program_is_cut_down_to_what_fails() {
        let is_product = |instruction: &Located<Instruction>| {
            matches!(instruction.node, Instruction::Fma { .. })
        };
        let fails = |case: &Case| {
            let mut blocks = case.program.functions[case.entry].blocks.values();
            let found = blocks.any(|block| block.instructions.iter().any(is_product));
            found.then(|| "a fused product".to_owned())
        };
        let case =
            (0..).map(|seed| crate::generate::case(seed, 2)).find(|case| fails(case).is_some());
        let case = case.expect("some program has one");
        let before = size(&case);
        let (small, problem) = shrink(case, "a fused product".to_owned(), 2_000, fails);
        assert_eq!(problem, "a fused product");
        assert!(fails(&small).is_some());
        assert_eq!(small.vectors.len(), 1);
        assert!(size(&small) * 5 < before, "{} of {before}", size(&small));
    }
}
