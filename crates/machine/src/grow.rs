//! How the tables of a machine follow a program that grows.

use crate::code::{Code, slot_of};
use crate::core::Core;
use crate::loader::Loaded;
use crate::memory::{Fault, ObjectKind, address};
use crate::model::{Model, Stop};
use program::{FuncId, Global, GlobalId, Id, Program, RelocationTarget, Terminator};
use std::sync::Arc;
use trace::{Limit, TrapKind};

impl Core {
    /// Sees to it that a function can be called: gives its model, or compiles its code.
    pub fn ready(&mut self, function: FuncId) -> Result<Option<Arc<dyn Model>>, Stop> {
        if self.code.has(function) {
            return Ok(None);
        }
        if let Some(model) = &self.models[function.index()] {
            return Ok(Some(Arc::clone(model)));
        }
        if !self.program.functions[function].has_body() {
            if let Some(model) = self.find(function)? {
                self.models[function.index()] = Some(Arc::clone(&model));
                return Ok(Some(model));
            }
            if !self.program.functions[function].has_body() {
                return Err(Stop::Trap(TrapKind::NoModel(function)));
            }
        }
        if !self.number(function) {
            return Err(Stop::Trap(TrapKind::NoModel(function)));
        }
        let loader = self.loader.as_mut();
        if let Some(grader) = loader.and_then(|loader| loader.grader(&self.program, function)) {
            self.graders.insert(function, grader);
            self.code.graded[function.index()] = true;
        }
        self.compile(function);
        self.find_case_graders(function);
        Ok(None)
    }

    /// Asks who grades the switches of a function.
    fn find_case_graders(&mut self, function: FuncId) {
        let Some(loader) = self.loader.as_mut() else { return };
        let body = &self.program.functions[function];
        for site in self.sites.of_function(function) {
            let point = self.sites.site(site).point;
            let block = &body.blocks[point.block];
            let is_switch = matches!(block.terminator.node, Terminator::Switch { .. });
            if !is_switch || (point.index as usize) < block.instructions.len() {
                continue;
            }
            if let Some(grader) = loader.case_grader(&self.program, function, point.block) {
                let slot = slot_of(body, grader.subject());
                self.case_graders.insert(site, (slot, grader));
            }
        }
    }

    /// Looks for the code of a function without a body: a model of its name, or what the loader has.
    fn find(&mut self, function: FuncId) -> Result<Option<Arc<dyn Model>>, Stop> {
        if let Some(model) = self.by_name.get(&self.program.functions[function].name) {
            return Ok(Some(Arc::clone(model)));
        }
        if self.missing.contains_key(&function) {
            return Ok(None);
        }
        let Some(mut loader) = self.loader.take() else { return Ok(None) };
        // A program that others share is theirs as it is: from here on this machine has its own.
        let loaded = loader.load(Arc::make_mut(&mut self.program), function);
        self.loader = Some(loader);
        self.follow()?;
        Ok(match loaded {
            Loaded::Body => None,
            Loaded::Model(model) => Some(model),
            Loaded::Missing(reason) => {
                self.missing.insert(function, reason);
                None
            }
        })
    }

    /// Lets the program grow, and all tables with it.
    pub fn grow(&mut self, change: &mut dyn FnMut(&mut Program)) -> Result<(), Stop> {
        change(Arc::make_mut(&mut self.program));
        self.follow()
    }

    /// The function to call at a limit.
    pub fn on_limit(&mut self, limit: Limit) -> Option<FuncId> {
        let mut loader = self.loader.take()?;
        let function = loader.on_limit(Arc::make_mut(&mut self.program), limit);
        self.loader = Some(loader);
        self.follow().ok()?;
        function
    }

    /// Brings the tables up to what the program has become.
    fn follow(&mut self) -> Result<(), Stop> {
        let out_of_memory = |_: Fault| Stop::Limit(Limit::Memory);
        self.add_globals().map_err(out_of_memory)?;
        if self.program.classes.len() as u64 > self.class_room {
            return Err(Stop::Limit(Limit::Memory));
        }
        self.classes.extend(&self.program);
        let functions = self.program.functions.len();
        let known = self.models.len();
        self.models.resize(functions, None);
        self.numbered.resize(functions, false);
        self.counters.resize(functions, 0);
        self.code.extend(functions);
        if let Err(problems) = self.verified.extend(&self.program) {
            // What is wrong with classes shows in whatever uses them; the reason is kept with the newest
            // function.
            let newest = FuncId::new(functions.saturating_sub(1));
            self.missing.insert(newest, listed(&problems));
        }
        for index in known..functions {
            let function = FuncId::new(index);
            if self.program.functions[function].has_body() {
                self.number(function);
            }
        }
        Ok(())
    }

    /// Verifies a function that got its body after the machine was made, and numbers its sites and
    /// counters. Gives whether it is well-formed.
    fn number(&mut self, function: FuncId) -> bool {
        if self.numbered[function.index()] {
            return !self.missing.contains_key(&function);
        }
        self.numbered[function.index()] = true;
        if let Err(problems) = self.verified.function(&self.program, function) {
            self.missing.insert(function, listed(&problems));
            return false;
        }
        let body = &self.program.functions[function];
        self.sites.add(function, body);
        self.counters[function.index()] = self.counter_count;
        self.counter_count += body.counters;
        true
    }

    /// Puts new globals into the state that every run starts from.
    fn add_globals(&mut self) -> Result<(), Fault> {
        let known = self.globals.len();
        for index in known..self.program.globals.len() {
            let id = GlobalId::new(index);
            let Global { size, align, read_only, .. } = self.program.globals[id];
            let kind = ObjectKind::Global(id.0);
            self.globals.push(self.memory.add_to_base(size.into(), align, kind, read_only)?);
        }
        for index in known..self.program.globals.len() {
            let id = GlobalId::new(index);
            let global = &self.program.globals[id];
            self.memory.initialise_base(self.globals[id], &global.bytes)?;
            for relocation in &global.relocations {
                let target = match relocation.target {
                    RelocationTarget::Global(target, offset) => {
                        self.globals[target].wrapping_add_signed(offset)
                    }
                    RelocationTarget::Function(target) => address::function_address(target.0),
                };
                let at = self.globals[id] + u64::from(relocation.offset);
                self.memory.initialise_base(at, &target.to_le_bytes())?;
            }
        }
        Ok(())
    }
}

impl Code {
    /// Makes room for more functions.
    fn extend(&mut self, functions: usize) {
        self.entries.resize(functions, Self::ABSENT);
        self.graded.resize(functions, false);
        self.windows.resize(functions, 0);
        self.blocks.resize(functions, Vec::new());
        self.slots.resize(functions, Vec::new());
    }
}

fn listed(problems: &[program::verify::Problem]) -> String {
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    problems.join("; ")
}
