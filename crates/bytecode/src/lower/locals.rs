//! Which register holds a local variable.
//!
//! A place among a method's locals becomes one register for each type it is used with: bytecode that
//! passes the JVM's verifier never reads a place with another type than it was written with. Where
//! variables of one type share a place and the class file names them, each gets a register of its own,
//! if that is provably the same thing.

use classfile::code::{Code, Local};
use classfile::descriptor::{JType, field_type};
use program::{IdVec, RegId, Register, Type};
use ristretto_classfile::attributes::Instruction;
use rustc_hash::FxHashSet;

use super::bytecode::targets;
use super::diamonds::{Simple, simple};
use super::stack::kind_of;

/// The registers of a method's locals.
#[derive(Default)]
pub(super) struct Locals {
    /// By place: the registers it has so far.
    places: Vec<Vec<Known>>,
    /// Names of variables that are taken. Other registers have a dot in their names, so that they are
    /// no variable's.
    taken: FxHashSet<String>,
}

/// A register for a place.
struct Known {
    ty: Type,
    /// The variable that it holds, if the place was split: an index in the table of names.
    variable: Option<usize>,
    register: RegId,
}

/// What an instruction does to a local, beside what it does to the stack.
pub(super) fn written(instruction: &Instruction) -> Option<(Type, u16)> {
    use Instruction as I;
    Some(match *instruction {
        I::Istore(index) => (Type::I32, index.into()),
        I::Lstore(index) => (Type::I64, index.into()),
        I::Fstore(index) => (Type::F32, index.into()),
        I::Dstore(index) => (Type::F64, index.into()),
        I::Astore(index) => (Type::Ptr, index.into()),
        I::Istore_w(index) => (Type::I32, index),
        I::Lstore_w(index) => (Type::I64, index),
        I::Fstore_w(index) => (Type::F32, index),
        I::Dstore_w(index) => (Type::F64, index),
        I::Astore_w(index) => (Type::Ptr, index),
        I::Istore_0 => (Type::I32, 0),
        I::Istore_1 => (Type::I32, 1),
        I::Istore_2 => (Type::I32, 2),
        I::Istore_3 => (Type::I32, 3),
        I::Lstore_0 => (Type::I64, 0),
        I::Lstore_1 => (Type::I64, 1),
        I::Lstore_2 => (Type::I64, 2),
        I::Lstore_3 => (Type::I64, 3),
        I::Fstore_0 => (Type::F32, 0),
        I::Fstore_1 => (Type::F32, 1),
        I::Fstore_2 => (Type::F32, 2),
        I::Fstore_3 => (Type::F32, 3),
        I::Dstore_0 => (Type::F64, 0),
        I::Dstore_1 => (Type::F64, 1),
        I::Dstore_2 => (Type::F64, 2),
        I::Dstore_3 => (Type::F64, 3),
        I::Astore_0 => (Type::Ptr, 0),
        I::Astore_1 => (Type::Ptr, 1),
        I::Astore_2 => (Type::Ptr, 2),
        I::Astore_3 => (Type::Ptr, 3),
        I::Iinc(index, _) => (Type::I32, index.into()),
        I::Iinc_w(index, _) => (Type::I32, index),
        _ => return None,
    })
}

impl Locals {
    /// The parameters, which are the first registers: `places` gives the place of each. Registers get
    /// the names of the variables.
    pub fn new(
        code: &Code,
        registers: &mut IdVec<RegId, Register>,
        places: &[u16],
        has_this: bool,
    ) -> Self {
        let mut locals = Self::default();
        for (number, (&place, id)) in places.iter().zip(registers.ids()).enumerate() {
            let ty = registers[id].ty;
            let named = code.locals.iter().position(|local| {
                local.index == place && local.start == 0 && value_type(local) == Some(ty)
            });
            registers[id].name = match named {
                _ if has_this && number == 0 => "this".to_owned(),
                Some(variable) => locals.unique(&code.locals[variable].name),
                None => format!("p.{}", number + usize::from(!has_this)),
            };
            let variable = split(code, place, ty).then_some(named).flatten();
            locals.place(place).push(Known { ty, variable, register: id });
        }
        locals
    }

    /// The register of a place at an instruction that reads or writes it.
    pub fn register(
        &mut self,
        code: &Code,
        registers: &mut IdVec<RegId, Register>,
        at: usize,
        place: u16,
        ty: Type,
    ) -> RegId {
        let known = self.place(place);
        if let [only @ Known { variable: None, .. }] = known.as_slice()
            && only.ty == ty
        {
            return only.register;
        }
        let variable = if code.locals.is_empty() { None } else { variable(code, at, place, ty) };
        if let Some(known) = known.iter().find(|known| {
            known.ty == ty && (known.variable.is_none() || known.variable == variable)
        }) {
            return known.register;
        }
        let name = match variable {
            Some(variable) => self.unique(&code.locals[variable].name),
            None => format!("l.{place}{}", kind_of(ty).suffix()),
        };
        let variable = variable.filter(|_| split(code, place, ty));
        let register = registers.push(Register { name, ty });
        self.place(place).push(Known { ty, variable, register });
        register
    }

    /// A name for a variable that no other has.
    fn unique(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let mut number = 2;
        loop {
            let other = format!("{name}.{number}");
            if self.taken.insert(other.clone()) {
                return other;
            }
            number += 1;
        }
    }

    fn place(&mut self, place: u16) -> &mut Vec<Known> {
        let place = usize::from(place);
        if self.places.len() <= place {
            self.places.resize_with(place + 1, Vec::new);
        }
        &mut self.places[place]
    }
}

fn value_type(local: &Local) -> Option<Type> {
    field_type(&local.descriptor).map(JType::value)
}

/// The variable that a place holds where an instruction uses it: the first entry of its name. The range
/// of a variable begins after the write that gives it its first value.
fn variable(code: &Code, at: usize, place: u16, ty: Type) -> Option<usize> {
    let in_range_at = |at: usize| {
        code.locals.iter().find(|local| {
            local.index == place
                && (usize::from(local.start)..usize::from(local.end)).contains(&at)
                && value_type(local) == Some(ty)
        })
    };
    let found = match written(&code.instructions[at]) {
        Some(_) => in_range_at(at + 1).or_else(|| in_range_at(at)),
        None => in_range_at(at),
    };
    same(code, found?)
}

/// The number of the first entry of a variable; one that is not in scope all along has several.
fn same(code: &Code, local: &Local) -> Option<usize> {
    code.locals.iter().position(|other| {
        (other.index, &other.name, &other.descriptor)
            == (local.index, &local.name, &local.descriptor)
    })
}

/// Whether variables of one type that share a place can have registers of their own: every use of the
/// place lies in the range of one of them, and the only way into a range from outside is the write
/// just before it. So a register has the place's value throughout its range.
fn split(code: &Code, place: u16, ty: Type) -> bool {
    let entries: Vec<(usize, &Local)> = code
        .locals
        .iter()
        .filter(|local| local.index == place && value_type(local) == Some(ty))
        .filter_map(|local| Some((same(code, local)?, local)))
        .collect();
    if entries.windows(2).all(|pair| pair[0].0 == pair[1].0) {
        return false;
    }
    // By instruction: the variable in whose range it lies.
    let mut owner = vec![None; code.instructions.len()];
    for (variable, local) in &entries {
        for owner in &mut owner[usize::from(local.start)..usize::from(local.end)] {
            if owner.is_some_and(|other| other != *variable) {
                return false;
            }
            *owner = Some(*variable);
        }
    }
    let writes = |at: usize| written(&code.instructions[at]) == Some((ty, place));
    let reads = |at: usize| matches!(simple(&code.instructions[at]), Some(Simple::Local(t, p)) if (t, p) == (ty, place));
    for at in 0..code.instructions.len() {
        let here = if writes(at) { owner.get(at + 1).copied().flatten() } else { owner[at] };
        if (writes(at) || reads(at)) && here.is_none() {
            return false;
        }
        let increments =
            matches!(code.instructions[at], Instruction::Iinc(..) | Instruction::Iinc_w(..));
        if writes(at) && increments && here != owner[at] {
            return false;
        }
        let mut enters = false;
        let goes_on = targets(&code.instructions, at, |target| {
            let inside = owner.get(target).copied().flatten();
            enters |= inside.is_some() && inside != owner[at];
        });
        let next = owner.get(at + 1).copied().flatten();
        if enters || (goes_on && next.is_some() && next != owner[at] && !writes(at)) {
            return false;
        }
    }
    // An exception enters as a jump does.
    code.handlers.iter().all(|handler| {
        let inside = owner[usize::from(handler.target)];
        let covered = usize::from(handler.start)..usize::from(handler.end);
        inside.is_none() || owner[covered].iter().all(|from| *from == inside)
    })
}
