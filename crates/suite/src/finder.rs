//! What a run tells of memory: what it held before, what lies at an address, what a scalar may be compared with.

use crate::check::{Check, Expected, Target};
use crate::layout::{Step, resolve};
use crate::rehearsal::Known;
use crate::union::Lying;
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{Catalogue, FuncId, GlobalId};
use scenario::{Extent, Scenario, Statement, VarId};
use std::collections::BTreeMap;
use trace::{Placed, Trace};

/// Bytes of an address.
pub(crate) const POINTER: usize = 8;

/// The catalogue's entry for a function.
pub fn callable(catalogue: &Catalogue, function: FuncId) -> Option<&ApiCallable> {
    catalogue.items.iter().find_map(|item| match item {
        ApiItem::Function(callable)
        | ApiItem::Constructor { callable, .. }
        | ApiItem::Method { callable, .. }
            if callable.function == function =>
        {
            Some(callable)
        }
        _ => None,
    })
}

pub(crate) fn global_type(catalogue: &Catalogue, global: GlobalId) -> Option<ApiTypeId> {
    catalogue.items.iter().find_map(|item| match item {
        ApiItem::Global { global: id, ty } if *id == global => Some(*ty),
        _ => None,
    })
}

/// What is looked at.
pub(crate) struct Found {
    pub statement: usize,
    pub target: Target,
    pub ty: ApiTypeId,
}

impl Found {
    pub(crate) fn check(
        &self,
        path: Vec<Step>,
        ty: ApiTypeId,
        expected: Expected,
        is_minor: bool,
    ) -> Check {
        Check { statement: self.statement, target: self.target, path, ty, expected, is_minor }
    }
}

/// A run, and what a call of it left.
pub(crate) struct Finder<'a> {
    pub catalogue: &'a Catalogue,
    pub scenario: &'a Scenario,
    pub trace: &'a Trace,
    pub known_at: &'a dyn Fn(u64) -> Option<Known>,
    /// What a call left behind pointers.
    pub reached: BTreeMap<u64, &'a [Option<u8>]>,
    /// What the call before it left there.
    pub earlier: BTreeMap<u64, &'a [Option<u8>]>,
    /// The address that the call gave, once that is told, and the variable that holds it.
    pub given: Option<(u64, VarId)>,
}

impl Finder<'_> {
    /// What the scenario's arrays and objects hold before the program sees them.
    pub(crate) fn initial(&self) -> BTreeMap<VarId, Vec<Option<u8>>> {
        let mut images = BTreeMap::new();
        for statement in &self.scenario.statements {
            match statement {
                Statement::Array { variable, array } => {
                    let size = array.element.bytes() as usize;
                    let seen = &array.elements[..(array.length as usize).min(array.elements.len())];
                    let bytes =
                        seen.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size));
                    images.insert(*variable, bytes.map(Some).collect());
                }
                Statement::Object { variable, object } => {
                    images.insert(*variable, vec![Some(0); object.size as usize]);
                }
                Statement::Set { place, ty, bits: None, value } => {
                    self.set(&mut images, *place, *ty, *value);
                }
                Statement::Set { place: scenario::Place::Variable(variable, offset), .. } => {
                    if let Some(byte) =
                        images.get_mut(variable).and_then(|image| image.get_mut(*offset as usize))
                    {
                        *byte = None;
                    }
                }
                _ => {}
            }
        }
        images
    }

    /// The places that the scenario sets to the address of a function or a global.
    pub(crate) fn addresses(&self) -> BTreeMap<VarId, Vec<u32>> {
        let mut places: BTreeMap<VarId, Vec<u32>> = BTreeMap::new();
        for statement in &self.scenario.statements {
            if let Statement::Set {
                place: scenario::Place::Variable(variable, offset),
                value: scenario::Argument::Function(_) | scenario::Argument::Global(_),
                ..
            } = statement
            {
                places.entry(*variable).or_default().push(*offset);
            }
        }
        places
    }

    fn set(
        &self,
        images: &mut BTreeMap<VarId, Vec<Option<u8>>>,
        place: scenario::Place,
        ty: program::Type,
        value: scenario::Argument,
    ) {
        let scenario::Place::Variable(variable, offset) = place else { return };
        let Some(image) = images.get_mut(&variable) else { return };
        let size = ty.bytes() as usize;
        let Some(bytes) = image.get_mut(offset as usize..offset as usize + size) else { return };
        let bits = match value {
            scenario::Argument::Literal(bits) => Some(bits),
            scenario::Argument::Variable(source) => self.value_of(source),
            scenario::Argument::Inside(source, offset) => {
                self.value_of(source).map(|bits| bits + u128::from(offset))
            }
            _ => None,
        };
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = bits.map(|bits| bits.to_le_bytes()[index]);
        }
    }

    /// The bits of a variable that is known before the run: a value, or where something was placed.
    fn value_of(&self, variable: VarId) -> Option<u128> {
        let value = self.scenario.statements.iter().find_map(|statement| match statement {
            Statement::Value { variable: made, bits, .. } if *made == variable => Some(*bits),
            _ => None,
        });
        value.or_else(|| {
            let placed = self.trace.places.iter().find(|placed| placed.variable == variable);
            placed.map(|placed| placed.address.into())
        })
    }

    /// What a variable points at, and what its length means.
    pub(crate) fn content(&self, variable: VarId) -> Option<(ApiTypeId, Extent)> {
        self.scenario.statements.iter().find_map(|statement| match statement {
            Statement::Array { variable: made, array } if *made == variable => {
                Some((array.of?, array.extent))
            }
            Statement::Object { variable: made, object } if *made == variable => {
                Some((object.of?, object.extent))
            }
            // A block that a call gave.
            Statement::Call { result: Some(made), function, .. } if *made == variable => {
                let result = callable(self.catalogue, *function)?.result;
                Some((self.pointee(result)?, Extent::Open))
            }
            _ => None,
        })
    }

    pub(crate) fn pointee(&self, ty: ApiTypeId) -> Option<ApiTypeId> {
        match resolve(self.catalogue, ty) {
            ApiType::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    pub(crate) fn is_renewed(&self, address: u64) -> bool {
        let earlier = self.earlier.get(&address);
        earlier.is_some() && self.reached.get(&address).is_some_and(|now| earlier != Some(now))
    }

    /// What to expect of a scalar; none where nothing stable can be said.
    pub(crate) fn expected(&self, ty: ApiTypeId, bits: u128) -> Option<Expected> {
        match resolve(self.catalogue, ty) {
            ApiType::Pointer(_) | ApiType::Class(_) | ApiType::Managed { .. } => {
                Some(self.address(bits as u64))
            }
            ApiType::Void
            | ApiType::Record { .. }
            | ApiType::Array { .. }
            | ApiType::Function { .. }
            | ApiType::Opaque(_) => None,
            _ => Some(Expected::Bits(bits)),
        }
    }

    /// What lies at an address.
    pub(crate) fn lying(&self, address: u64) -> Lying {
        match self.address(address) {
            Expected::Null => None,
            Expected::At(variable, _) => Some(self.content(variable).map(|(ty, _)| ty)),
            Expected::NotNull => self.reached.contains_key(&address).then_some(None),
            _ => Some(None),
        }
    }

    fn address(&self, address: u64) -> Expected {
        if address == 0 {
            return Expected::Null;
        }
        let inside = |placed: &&Placed| {
            (placed.address..=placed.address + u64::from(placed.size)).contains(&address)
        };
        if let Some(placed) = self.trace.places.iter().find(inside) {
            return Expected::At(placed.variable, (address - placed.address) as u32);
        }
        if let Some((_, variable)) = self.given.filter(|(given, _)| *given == address) {
            return Expected::At(variable, 0);
        }
        match (self.known_at)(address) {
            Some(Known::Function(function)) => Expected::Function(function),
            Some(Known::Global(global)) if global_type(self.catalogue, global).is_some() => {
                Expected::AtGlobal(global, 0)
            }
            _ => Expected::NotNull,
        }
    }
}
