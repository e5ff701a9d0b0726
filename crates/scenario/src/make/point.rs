//! Letting pointers of a scenario point elsewhere: another shape of what is there.

use fastrand::Rng;
use program::catalogue::{ApiPass, ApiType, ApiTypeId, Catalogue};
use program::{Id, RegId, Type};

use super::Maker;
use super::build::Builder;
use super::change::name_again;
use crate::{Argument, Object, Place, Scenario, Statement, VarId};

/// A place of a scenario where an address stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// An argument of a call, or what a `set` writes.
    Argument {
        /// The statement, by its number from 0.
        statement: usize,
        /// Which argument; 0 of a `set`.
        argument: u32,
    },
    /// A pointer inside an object that no statement sets.
    Field {
        /// The variable that points at the object.
        variable: VarId,
        /// Where in it.
        offset: u32,
    },
}

/// Where a pointer is to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Nowhere.
    Null,
    /// Where this variable points.
    Alias(VarId),
    /// At something of its own, or at another function.
    Fresh,
    /// Where an earlier one of the changes lets its pointer point, by its number among them.
    Same(usize),
}

/// Lets pointers point where they are told to, all at once. Gives `false`, and leaves the scenario as it
/// is, where one of them cannot: nothing can be made of its type, or what it is to share with another is
/// made too late or is of another type.
pub fn point(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    changes: &[(Slot, Target)],
) -> bool {
    let mut pointing = Pointing::new(maker, random, scenario.clone());
    for &(slot, target) in changes {
        let Some(value) = pointing.change(slot, target) else { return false };
        pointing.done.push(value);
    }
    *scenario = pointing.finish();
    true
}

/// What is known of a slot.
struct Known {
    /// Where new statements go, in the scenario as it is by now.
    before: usize,
    /// Its type in the words of the source.
    ty: Option<ApiTypeId>,
    /// What its pointee would be called.
    name: String,
}

struct Pointing<'b, 'p> {
    maker: &'b Maker<'p>,
    random: &'b mut Rng,
    scenario: Scenario,
    /// Where the statements of the scenario as it was have come to stand.
    moved: Vec<usize>,
    /// Statements to be dropped, by where they stand.
    dropped: Vec<usize>,
    /// What the changes have put into their slots.
    done: Vec<Argument>,
    renamed: Vec<(String, String)>,
}

impl<'b, 'p> Pointing<'b, 'p> {
    fn new(maker: &'b Maker<'p>, random: &'b mut Rng, scenario: Scenario) -> Self {
        let moved = (0..scenario.statements.len()).collect();
        let (dropped, done, renamed) = (Vec::new(), Vec::new(), Vec::new());
        Self { maker, random, scenario, moved, dropped, done, renamed }
    }

    fn finish(mut self) -> Scenario {
        let mut index = 0;
        self.scenario.statements.retain(|_| {
            index += 1;
            !self.dropped.contains(&(index - 1))
        });
        self.scenario.prune();
        name_again(&mut self.scenario, self.renamed);
        self.scenario
    }

    fn change(&mut self, slot: Slot, target: Target) -> Option<Argument> {
        let known = self.known(slot)?;
        let value = match (slot, target) {
            (Slot::Field { .. }, Target::Null) => return Some(Argument::Literal(0)),
            // An object begins as zeros, which are null.
            (Slot::Argument { statement, .. }, Target::Null)
                if let at = self.moved[statement]
                    && let Statement::Set { place: Place::Variable(..), .. } =
                        self.scenario.statements[at] =>
            {
                self.dropped.push(at);
                return Some(Argument::Literal(0));
            }
            (_, Target::Null) => {
                if self.is_receiver(slot) {
                    return None;
                }
                let ty = known.ty;
                self.build(&known, |builder| Some(builder.null(&known.name, ty)))?
            }
            (_, Target::Alias(variable)) => {
                self.shareable(&known, variable)?;
                Argument::Variable(variable)
            }
            (_, Target::Same(other)) => {
                let other = *self.done.get(other)?;
                if let Some(variable) = other.variable() {
                    self.shareable(&known, variable)?;
                }
                other
            }
            (_, Target::Fresh) => {
                let now = self.value(slot);
                let ty = known.ty;
                self.build(&known, |builder| match ty {
                    Some(ty) => builder.fresh(&known.name, ty, now),
                    None => Some(builder.bytes(&known.name)),
                })?
            }
        };
        self.put(slot, value)?;
        Some(value)
    }

    /// Whether a slot is what a function is called on.
    fn is_receiver(&self, slot: Slot) -> bool {
        let Slot::Argument { statement, argument: 0 } = slot else { return false };
        let statement = &self.scenario.statements[self.moved[statement]];
        matches!(statement, Statement::Call { function, .. }
            if self.maker.index.managed.has_receiver(*function))
    }

    /// Where a slot is and what it is for.
    fn known(&self, slot: Slot) -> Option<Known> {
        match slot {
            Slot::Field { variable, offset } => {
                let made = self.made(variable)?;
                // It is seen by the next call first.
                let calls = self.scenario.statements.iter().skip(made);
                let next = calls.take_while(|later| !matches!(later, Statement::Call { .. }));
                let (ty, name) = self.inside(Place::Variable(variable, offset))?;
                Some(Known { before: made + next.count(), ty: Some(ty), name })
            }
            Slot::Argument { statement, argument } => {
                let before = *self.moved.get(statement)?;
                match &self.scenario.statements[before] {
                    Statement::Set { place, .. } => {
                        let (ty, name) = self.inside(*place)?;
                        Some(Known { before, ty: Some(ty), name })
                    }
                    Statement::Call { function, .. } => {
                        let (ty, name) = self.parameter(*function, argument)?;
                        Some(Known { before, ty, name })
                    }
                    _ => None,
                }
            }
        }
    }

    /// The statement that makes a variable, by where it stands.
    fn made(&self, variable: VarId) -> Option<usize> {
        self.scenario.statements.iter().position(|statement| statement.made() == Some(variable))
    }

    /// Type and name of a parameter that takes a pointer by value.
    fn parameter(
        &self,
        function: program::FuncId,
        argument: u32,
    ) -> Option<(Option<ApiTypeId>, String)> {
        let index = &self.maker.index;
        let Some(callable) = index.callables.get(&function) else {
            let register = RegId::new(argument as usize);
            let register = self.maker.program.functions[function].registers.get(register)?;
            return Some((None, register.name.clone()));
        };
        let passing = index.passings.get(&function);
        let mut at = u32::from(passing.is_some_and(|passing| passing.hidden_result));
        for (number, (name, ty)) in callable.params.iter().enumerate() {
            let pass = passing.and_then(|passing| passing.params.get(number));
            match pass.unwrap_or(&ApiPass::Value) {
                ApiPass::Value if at == argument => return Some((Some(*ty), name.clone())),
                ApiPass::Value | ApiPass::Address => at += 1,
                ApiPass::Parts(offsets) => at += offsets.len() as u32,
            }
        }
        None
    }

    /// Type and name of the pointer at a place.
    fn inside(&self, place: Place) -> Option<(ApiTypeId, String)> {
        let catalogue = &self.maker.program.catalogue;
        match place {
            Place::Global(global, offset) => {
                let ty = *self.maker.index.globals.get(&global)?;
                let name = self.maker.program.globals[global].name.clone();
                pointer_at(catalogue, ty, offset, name)
            }
            Place::Variable(variable, offset) => {
                let made = self.made(variable)?;
                let name = self.scenario.name(variable).to_owned();
                let (of, count) = match &self.scenario.statements[made] {
                    Statement::Object { object: Object { of, count, .. }, .. } => ((*of)?, *count),
                    Statement::Array { array, .. } => (array.of?, array.length),
                    _ => return None,
                };
                let size = catalogue.size_of(of)?;
                let (row, rest) = (offset.checked_div(size)?, offset.checked_rem(size)?);
                let name = if count == 1 { name } else { format!("{name}_{row}") };
                pointer_at(catalogue, of, rest, name)
            }
        }
    }

    /// The value of a slot.
    fn value(&self, slot: Slot) -> Option<Argument> {
        let Slot::Argument { statement, argument } = slot else { return None };
        match &self.scenario.statements[self.moved[statement]] {
            Statement::Set { value, .. } => Some(*value),
            Statement::Call { arguments, .. } => arguments.get(argument as usize).copied(),
            _ => None,
        }
    }

    fn put(&mut self, slot: Slot, new: Argument) -> Option<()> {
        match slot {
            Slot::Argument { statement, argument } => {
                match &mut self.scenario.statements[self.moved[statement]] {
                    Statement::Set { value, .. } => *value = new,
                    Statement::Call { arguments, .. } => {
                        *arguments.get_mut(argument as usize)? = new;
                    }
                    _ => return None,
                }
            }
            Slot::Field { variable, offset } => {
                // What was made for it may have moved it, and may have been made by a call of its own.
                let made = new.variable().and_then(|variable| self.made(variable));
                let before = self.known(slot)?.before.max(made.map_or(0, |made| made + 1));
                let place = Place::Variable(variable, offset);
                let set = Statement::Set { place, ty: Type::Ptr, bits: None, value: new };
                self.scenario.statements.insert(before, set);
                self.shift(before, 1);
            }
        }
        Some(())
    }

    /// Whether a slot may share what a variable points at: it is there by then, and of the slot's type.
    fn shareable(&self, known: &Known, variable: VarId) -> Option<()> {
        self.made(variable).filter(|made| *made < known.before)?;
        let Some(ty) = known.ty else { return Some(()) };
        let prefix = Scenario {
            variables: self.scenario.variables.clone(),
            statements: self.scenario.statements[..known.before].to_vec(),
        };
        let mut none = Rng::with_seed(0);
        let builder = Builder::new(self.maker, &mut none, prefix);
        builder.points_at(variable, ty).then_some(())
    }

    /// Makes something before a slot.
    fn build(
        &mut self,
        known: &Known,
        make: impl FnOnce(&mut Builder<'_, 'p>) -> Option<Argument>,
    ) -> Option<Argument> {
        let rest = self.scenario.statements.split_off(known.before);
        let mut builder = Builder::new(self.maker, self.random, std::mem::take(&mut self.scenario));
        let made = make(&mut builder);
        self.renamed.extend(builder.take_renamed());
        self.scenario = builder.finish();
        let new = self.scenario.statements.len() - known.before;
        self.scenario.statements.extend(rest);
        self.shift(known.before, new);
        made
    }

    /// Notes that statements were inserted.
    fn shift(&mut self, before: usize, count: usize) {
        for at in self.moved.iter_mut().chain(&mut self.dropped).filter(|at| **at >= before) {
            *at += count;
        }
    }
}

/// The type of the pointer at an offset of a type, and its name behind that of its owner.
fn pointer_at(
    catalogue: &Catalogue,
    of: ApiTypeId,
    offset: u32,
    name: String,
) -> Option<(ApiTypeId, String)> {
    let (mut of, mut offset, mut name) = (of, offset, name);
    // Types that lie in themselves end too.
    for _ in 0..=catalogue.types.len() {
        match catalogue.shape(of)? {
            ApiType::Pointer(_) | ApiType::Class(_) | ApiType::Managed { .. } if offset == 0 => {
                return Some((of, name));
            }
            ApiType::Record { fields, .. } => {
                let holds = |start: u32, ty: ApiTypeId| {
                    let size = catalogue.size_of(ty).unwrap_or(0);
                    (start..start.saturating_add(size)).contains(&offset)
                };
                let field = fields.iter().find(|field| holds(field.offset, field.ty))?;
                if !field.name.is_empty() {
                    name = format!("{name}_{}", field.name);
                }
                (of, offset) = (field.ty, offset - field.offset);
            }
            ApiType::Array { element, .. } => {
                let size = catalogue.size_of(*element)?;
                name = format!("{name}_{}", offset.checked_div(size)?);
                (of, offset) = (*element, offset.checked_rem(size)?);
            }
            _ => return None,
        }
    }
    None
}
