//! A function: registers, blocks, decisions, handlers; and where in it a problem is.

use super::{
    MOST_COUNTERS, MOST_PROBLEMS, MOST_REGISTERS, Problem, Verifier, duplicates, is_type,
    on_a_cycle,
};
use crate::{
    BlockId, ClassId, ConditionRef, Constant, Decision, DecisionId, FuncId, Function, HandlerTable,
    Operand, Point, Program, RegId, Span, Type, text,
};

/// The verifier inside a function.
pub(super) struct Inside<'v, 'p> {
    pub verifier: &'v mut Verifier<'p>,
    pub program: &'p Program,
    pub function: &'p Function,
    id: FuncId,
    /// The block and instruction at hand; outside blocks there is none.
    at: Option<(BlockId, u32)>,
}

impl Verifier<'_> {
    pub(super) fn function(&mut self, id: FuncId) {
        let program = self.program;
        let before = self.problems.len();
        let function = &program.functions[id];
        let mut inside = Inside { verifier: self, program, function, id, at: None };
        inside.shape();
        inside.declarations();
        inside.blocks();
        // The data flow follows ids without looking, so they must all be good.
        if inside.verifier.problems.len() == before {
            inside.assigned();
        }
    }
}

impl<'p> Inside<'_, 'p> {
    /// Notes a problem at the place at hand.
    pub fn problem(&mut self, message: impl Into<String>) {
        if self.verifier.problems.len() >= MOST_PROBLEMS {
            return;
        }
        let (place, point) = match self.at {
            None => (format!("function `@{}`", self.function.name), None),
            Some((block, index)) => {
                let point = Point { function: self.id, block, index };
                (self.place(block, index), Some(point))
            }
        };
        self.verifier.problems.push(Problem { place, point, message: message.into() });
    }

    fn place(&self, block: BlockId, index: u32) -> String {
        let name = &self.function.name;
        let Some(body) = self.function.blocks.get(block) else {
            return format!("function `@{name}`");
        };
        let mut code = match body.instructions.get(index as usize) {
            Some(instruction) => text::instruction(self.program, self.function, &instruction.node),
            None => text::terminator(self.program, self.function, &body.terminator.node),
        };
        // A switch of thousands of cases would hide the message.
        const LONGEST: usize = 120;
        if let Some((cut, _)) = code.char_indices().nth(LONGEST) {
            code.truncate(cut);
            code.push('…');
        }
        format!("function `@{name}`, block `{}`, `{code}`", body.label)
    }

    /// Sets the place at hand.
    pub fn stand_at(&mut self, block: BlockId, index: u32) {
        self.at = Some((block, index));
    }

    fn shape(&mut self) {
        let function = self.function;
        if function.params as usize > function.registers.len() {
            self.problem("it has more parameters than registers");
        }
        if let Some(result) = function.result.filter(|result| !is_type(*result)) {
            self.problem(format!("there is no type {result}"));
        }
        for register in function.registers.values().filter(|register| !is_type(register.ty)) {
            self.problem(format!(
                "register `%{}`: there is no type {}",
                register.name, register.ty
            ));
        }
        let slots: usize = function
            .registers
            .values()
            .map(|register| 1 + usize::from(register.ty == Type::I128))
            .sum();
        if slots > MOST_REGISTERS {
            self.problem(format!("it has more than {MOST_REGISTERS} registers"));
        }
        if function.counters > MOST_COUNTERS {
            self.problem(format!("it has more than {MOST_COUNTERS} counters"));
        }
        for name in duplicates(function.registers.values().map(|register| register.name.as_str())) {
            self.problem(format!("two registers are called `%{name}`"));
        }
        for name in duplicates(function.blocks.values().map(|block| block.label.as_str())) {
            self.problem(format!("two blocks are called `{name}`"));
        }
        let bare = function.registers.len() == function.params as usize
            && function.decisions.is_empty()
            && function.handlers.is_empty()
            && function.counters == 0;
        if !function.has_body() && !bare {
            self.problem("it has no blocks, so it can have nothing but parameters");
        }
        self.span(function.span);
    }

    fn declarations(&mut self) {
        let function = self.function;
        for (id, decision) in function.decisions.iter() {
            self.decision(id, decision);
        }
        for (id, table) in function.handlers.iter() {
            self.handlers(id.0, table);
        }
    }

    fn decision(&mut self, id: DecisionId, decision: &Decision) {
        self.span(decision.span);
        let conditions = &decision.conditions;
        for condition in conditions {
            self.span(condition.span);
            for next in [condition.if_true, condition.if_false].into_iter().flatten() {
                if next as usize >= conditions.len() {
                    self.problem(format!("decision d{} has no condition c{next}", id.0));
                }
            }
        }
        let next = |index: usize| {
            let condition = &conditions[index];
            [condition.if_true, condition.if_false]
                .into_iter()
                .flatten()
                .map(|next| next as usize)
                .collect()
        };
        if let Some(index) = on_a_cycle(conditions.len(), next) {
            self.problem(format!("condition c{index} of decision d{} can follow itself", id.0));
        }
    }

    fn handlers(&mut self, number: u32, table: &HandlerTable) {
        for handler in &table.handlers {
            if let Some(class) = handler.class {
                self.class(class);
            }
            match self.function.registers.get(handler.register) {
                None => self
                    .problem(format!("h{number}: register ?{} does not exist", handler.register.0)),
                Some(register) if register.ty != Type::Ptr => {
                    let message = format!(
                        "h{number}: `%{}` is {}, but what is caught is a ptr",
                        register.name, register.ty
                    );
                    self.problem(message);
                }
                Some(_) => {}
            }
            if self.function.blocks.get(handler.target).is_none() {
                self.problem(format!("h{number}: block ?{} does not exist", handler.target.0));
            }
        }
    }

    fn blocks(&mut self) {
        let function = self.function;
        for (block, body) in function.blocks.iter() {
            self.stand_at(block, 0);
            if let Some(table) = body.handlers
                && function.handlers.get(table).is_none()
            {
                self.problem(format!(
                    "block `{}` has handlers h{}, which do not exist",
                    body.label, table.0
                ));
            }
            for (index, instruction) in body.instructions.iter().enumerate() {
                self.stand_at(block, index as u32);
                self.span(instruction.span);
                self.instruction(&instruction.node);
            }
            self.stand_at(block, body.instructions.len() as u32);
            self.span(body.terminator.span);
            self.terminator(&body.terminator.node);
            if self.verifier.problems.len() >= MOST_PROBLEMS {
                return;
            }
        }
    }

    pub fn span(&mut self, span: Option<Span>) {
        if let Some(span) = span
            && self.program.files.get(span.file).is_none()
        {
            self.problem(format!("source file ?{} does not exist", span.file.0));
        }
    }

    pub fn class(&mut self, class: ClassId) {
        if self.program.classes.get(class).is_none() {
            self.problem(format!("class ?{} does not exist", class.0));
        }
    }

    pub fn condition(&mut self, condition: Option<ConditionRef>) {
        let Some(ConditionRef { decision, index }) = condition else { return };
        let known = self.function.decisions.get(decision);
        if known.is_none_or(|decision| index as usize >= decision.conditions.len()) {
            self.problem(format!("condition d{}.c{index} does not exist", decision.0));
        }
    }

    /// There must be such a type; tells whether there is.
    pub fn ty(&mut self, ty: Type) -> bool {
        if !is_type(ty) {
            self.problem(format!("there is no type {ty}"));
        }
        is_type(ty)
    }

    /// A register must be of a type.
    pub fn register(&mut self, what: &str, register: RegId, ty: Type) {
        match self.function.registers.get(register) {
            None => self.problem(format!("register ?{} does not exist", register.0)),
            Some(known) if known.ty != ty => {
                self.problem(format!("{what} `%{}` is {}, but must be {ty}", known.name, known.ty));
            }
            Some(_) => {}
        }
    }

    /// An operand must be of a type.
    pub fn operand(&mut self, what: &str, operand: Operand, ty: Type) {
        match operand {
            Operand::Register(register) => self.register(what, register, ty),
            Operand::Constant(Constant::Bits(bits)) => {
                if is_type(ty) && bits & !ty.mask() != 0 {
                    self.problem(format!("{what} {bits:#x} does not fit into {ty}"));
                }
            }
            Operand::Constant(Constant::Global(global, _)) => {
                if self.program.globals.get(global).is_none() {
                    self.problem(format!("global ?{} does not exist", global.0));
                }
                self.address(what, ty);
            }
            Operand::Constant(Constant::Function(function)) => {
                if self.program.functions.get(function).is_none() {
                    self.problem(format!("function ?{} does not exist", function.0));
                }
                self.address(what, ty);
            }
        }
    }

    fn address(&mut self, what: &str, ty: Type) {
        if ty != Type::Ptr {
            self.problem(format!("{what} is an address, but must be {ty}"));
        }
    }
}
