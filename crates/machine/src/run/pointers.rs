//! Addresses that the scenario passes, each an input of its own.
//!
//! What is symbolic is the place where an address is passed, not the object that lies there: one
//! object may be passed twice, and another run may pass null in one place and not in the other.

use super::{Failed, Session};
use crate::domain::{Domain, Shaded};
use program::catalogue::{ApiType, ApiTypeId, Catalogue};
use program::{FuncId, GlobalId, Id, Program, RegId, Type};
use scenario::{Argument, Object, Place, Scenario, Statement, VarId};
use trace::Source;

/// How many pointers inside one object are inputs without being set.
const MOST_UNSET: usize = 64;

/// How deep records and arrays are looked into.
const DEEPEST: u32 = 16;

impl<D: Domain> Session<'_, D> {
    /// An address as an argument of a call.
    pub(super) fn pointer_argument(
        &mut self,
        scenario: &Scenario,
        (statement, index): (usize, usize),
        function: FuncId,
        argument: &Argument,
    ) -> Result<Shaded<D::Shadow>, Failed> {
        let name = |program: &Program| {
            let register = &program.functions[function].registers[RegId::new(index)];
            if register.name.is_empty() {
                format!("{index}&")
            } else {
                format!("{}&", register.name)
            }
        };
        let source = Source::Pointer { statement: statement as u32, argument: index as u32 };
        self.pointer(scenario, argument, source, name)
    }

    /// An address that is written to memory.
    pub(super) fn pointer_set(
        &mut self,
        scenario: &Scenario,
        statement: usize,
        place: Place,
        argument: &Argument,
    ) -> Result<Shaded<D::Shadow>, Failed> {
        let name = |program: &Program| match place {
            Place::Variable(variable, offset) => field_name(scenario, variable, offset),
            Place::Global(global, offset) => global_name(program, global, offset),
        };
        let source = Source::Pointer { statement: statement as u32, argument: 0 };
        self.pointer(scenario, argument, source, name)
    }

    /// An address that is passed. One that depends on other inputs has its term already, and of a
    /// record that is taken apart the record's pointers are the inputs.
    fn pointer(
        &mut self,
        scenario: &Scenario,
        argument: &Argument,
        source: Source,
        name: impl FnOnce(&Program) -> String,
    ) -> Result<Shaded<D::Shadow>, Failed> {
        let value = self.argument(scenario, Type::Ptr, argument)?;
        let whole = !matches!(argument, Argument::Part(..) | Argument::Inside(..));
        if D::SYMBOLIC && whole && self.interpreter.domain.term(value.shadow).is_none() {
            let name = name(&self.interpreter.core.program);
            let shadow = self.input(name, source, Type::Ptr.sort(), value.bits);
            return Ok(Shaded { bits: value.bits, shadow });
        }
        Ok(value)
    }

    /// Makes inputs of the pointers inside a new object that are null because nothing sets them.
    pub(super) fn unset_fields(
        &mut self,
        scenario: &Scenario,
        statement: usize,
        variable: VarId,
        object: &Object,
        address: u64,
    ) {
        let Some(of) = object.of.filter(|_| D::SYMBOLIC) else { return };
        let catalogue = &self.interpreter.core.program.catalogue;
        let mut offsets = Vec::new();
        let size = catalogue.size_of(of).unwrap_or(object.size).max(1);
        for row in 0..object.count {
            let start = row.saturating_mul(size);
            if start.saturating_add(size) <= object.size {
                pointers(catalogue, of, start, DEEPEST, &mut offsets);
            }
        }
        for offset in offsets {
            let shadow = self.unset_pointer(scenario, statement, variable, offset, 0);
            let null = Shaded { bits: 0, shadow };
            // A layout that does not fit the object says nothing about it.
            let _ = self.interpreter.host_write(address + u64::from(offset), Type::Ptr, null);
        }
    }

    /// An input for a pointer inside an array or object, unless it is set before it can be seen.
    pub(super) fn unset_pointer(
        &mut self,
        scenario: &Scenario,
        statement: usize,
        variable: VarId,
        offset: u32,
        bits: u128,
    ) -> D::Shadow {
        let unseen = scenario.statements.iter().skip(statement + 1);
        let mut unseen = unseen.take_while(|later| !matches!(later, Statement::Call { .. }));
        let place = Place::Variable(variable, offset);
        let is_set =
            |later: &Statement| matches!(later, Statement::Set { place: at, .. } if *at == place);
        if !D::SYMBOLIC || unseen.any(is_set) {
            return D::NONE;
        }
        let name = field_name(scenario, variable, offset);
        self.input(name, Source::Field { variable, offset }, Type::Ptr.sort(), bits)
    }
}

fn field_name(scenario: &Scenario, variable: VarId, offset: u32) -> String {
    format!("{}+{offset}&", scenario.name(variable))
}

fn global_name(program: &Program, global: GlobalId, offset: u32) -> String {
    let name = &program.globals[global].name;
    if offset == 0 { format!("{name}&") } else { format!("{name}+{offset}&") }
}

/// Where the pointers of a type lie. A union says nothing about what is in it.
fn pointers(catalogue: &Catalogue, of: ApiTypeId, start: u32, depth: u32, offsets: &mut Vec<u32>) {
    if offsets.len() >= MOST_UNSET || depth == 0 {
        return;
    }
    match catalogue.shape(of) {
        Some(ApiType::Pointer(_) | ApiType::Class(_) | ApiType::Managed { .. }) => {
            offsets.push(start);
        }
        Some(ApiType::Record { union: false, fields, .. }) => {
            for field in fields {
                let at = start.saturating_add(field.offset);
                pointers(catalogue, field.ty, at, depth - 1, offsets);
            }
        }
        Some(ApiType::Array { element, length: Some(length) }) => {
            let Some(size) = catalogue.size_of(*element) else { return };
            for index in 0..*length {
                let known = offsets.len();
                let at = start.saturating_add(index.saturating_mul(size));
                pointers(catalogue, *element, at, depth - 1, offsets);
                if offsets.len() == known {
                    return;
                }
            }
        }
        _ => {}
    }
}
