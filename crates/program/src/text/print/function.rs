//! Functions: head, declarations, blocks.

use super::Printer;
use crate::{Condition, Decision, Function, HandlerTable, Id, IdVec, Instruction, Linkage, RegId};

/// A switch of more cases than this is written over several lines.
const CASES_ON_A_LINE: usize = 4;

impl<'p> Printer<'p> {
    /// Writes a function with or without a body.
    pub fn function(&mut self, function: &'p Function) {
        self.inside = Some(function);
        self.registers.reset(function.registers.len());
        if function.linkage == Linkage::Private {
            self.out.push_str("private ");
        }
        self.out.push_str(if function.has_body() { "func " } else { "declare " });
        self.sigil_name('@', Some(&function.name), 0);
        self.out.push('(');
        let params = function.registers.iter().take(function.params as usize);
        self.separated(", ", params, |printer, (id, register)| {
            printer.register(id);
            printer.put(format_args!(": {}", register.ty));
        });
        if function.variadic {
            self.out.push_str(if function.params > 0 { ", ..." } else { "..." });
        }
        self.out.push(')');
        if let Some(result) = function.result {
            self.put(format_args!(" -> {result}"));
        }
        self.home(function.home.as_deref());
        self.span(" ", function.span);
        if !function.has_body() {
            self.out.push('\n');
            return;
        }
        self.out.push_str(" {\n");
        self.body(function);
        self.out.push_str("}\n");
    }

    fn body(&mut self, function: &Function) {
        // Which registers must be declared shows only once the rest is written.
        let head = std::mem::take(&mut self.out);
        for (id, decision) in function.decisions.iter() {
            self.decision(id.0, decision);
        }
        for (id, table) in function.handlers.iter() {
            self.handlers(id.0, table);
        }
        if function.counters != counters_shown(function) {
            self.put(format_args!("  counters {}\n", function.counters));
        }
        for block in function.blocks.values() {
            self.name(&block.label);
            self.out.push(':');
            if let Some(table) = block.handlers {
                self.put(format_args!(" handlers h{}", table.0));
            }
            self.out.push('\n');
            for instruction in &block.instructions {
                self.out.push_str("  ");
                self.instruction(&instruction.node);
                self.span("  ", instruction.span);
                self.out.push('\n');
            }
            self.out.push_str("  ");
            self.terminator(&block.terminator.node, CASES_ON_A_LINE);
            self.span("  ", block.terminator.span);
            self.out.push('\n');
        }
        let rest = std::mem::replace(&mut self.out, head);
        for register in never_assigned(function) {
            self.registers.demand(register.0);
        }
        let declared = function.registers.iter().take(self.registers.to_declare());
        for (id, register) in declared.skip(function.params as usize) {
            self.out.push_str("  var ");
            self.register(id);
            self.put(format_args!(": {}\n", register.ty));
        }
        self.out.push_str(&rest);
    }

    fn decision(&mut self, number: u32, decision: &Decision) {
        self.put(format_args!("  decision d{number}"));
        self.span(" ", decision.span);
        self.out.push_str(" {");
        for (index, Condition { span, if_true, if_false }) in decision.conditions.iter().enumerate()
        {
            self.put(format_args!("{} c{index}", if index == 0 { "" } else { "," }));
            self.span(" ", *span);
            for (sign, next) in [('?', if_true), (':', if_false)] {
                match next {
                    Some(next) => self.put(format_args!(" {sign} c{next}")),
                    None => self.put(format_args!(" {sign} end")),
                }
            }
        }
        self.out.push_str(" }\n");
    }

    fn handlers(&mut self, number: u32, table: &HandlerTable) {
        self.put(format_args!("  handlers h{number} {{"));
        for (index, handler) in table.handlers.iter().enumerate() {
            self.out.push_str(if index == 0 { " catch " } else { ", catch " });
            match handler.class {
                // Quoted, it is a class; bare, it is a word of the language.
                Some(class)
                    if self.program.classes.get(class).is_some_and(|class| class.name == "any") =>
                {
                    self.out.push_str("\"any\"");
                }
                Some(class) => self.class_name(class),
                None => self.out.push_str("any"),
            }
            self.out.push(' ');
            self.register(handler.register);
            self.out.push_str(" -> ");
            self.label(handler.target);
        }
        self.out.push_str(" }\n");
    }
}

/// Registers that nothing gives a value: the parser takes them for a slip unless they are declared.
fn never_assigned(function: &Function) -> Vec<RegId> {
    let mut assigned: IdVec<RegId, bool> = IdVec::filled(false, function.registers.len());
    let mut assign = |register: RegId| {
        if register.index() < assigned.len() {
            assigned[register] = true;
        }
    };
    for block in function.blocks.values() {
        block
            .instructions
            .iter()
            .filter_map(|located| located.node.destination())
            .for_each(&mut assign);
        let moves = block.terminator.node.edges().flat_map(|edge| &edge.moves);
        moves.for_each(|(register, _)| assign(*register));
    }
    for table in function.handlers.values() {
        table.handlers.iter().for_each(|handler| assign(handler.register));
    }
    let params = function.params as usize;
    assigned.iter().skip(params).filter(|(_, assigned)| !**assigned).map(|(id, _)| id).collect()
}

/// How many counters the `count`s of a function show.
fn counters_shown(function: &Function) -> u32 {
    let instructions = function.blocks.values().flat_map(|block| &block.instructions);
    let counters = instructions.filter_map(|instruction| match instruction.node {
        Instruction::Count { counter } => Some(counter.0.saturating_add(1)),
        _ => None,
    });
    counters.max().unwrap_or(0)
}
