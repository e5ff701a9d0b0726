//! References to managed objects: objects that calls make, arrays that have a class, and null.
//!
//! What may stand where is what the catalogue says ([`ApiItem::Fits`]); nothing here knows a class hierarchy.

use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{FuncId, Id, Program, Type};
use std::collections::{BTreeMap, BTreeSet};

use super::build::Builder;
use super::draw;
use crate::{Argument, Array, Extent, Place, Statement, VarId};

/// A cost that nothing has.
const NEVER: u32 = u32::MAX;

/// Arguments of arguments beyond which only what is cheapest is made.
const DEEP: u32 = 2;

/// Arguments of arguments beyond which there are none.
const DEEPEST: u32 = 8;

/// Characters of a text that another one is made of, at most.
const LONGEST_ECHO: u32 = 24;

/// Elements of an array of references that is made.
const FEW: u32 = 4;

/// Who makes and takes references, by their types.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The types that fit where a type is asked for, itself among them.
    fitting: BTreeMap<ApiTypeId, BTreeSet<ApiTypeId>>,
    /// The functions that give what fits a type, and how many calls deep the cheapest way to their
    /// arguments is; those that nothing leads to are left out.
    makers: BTreeMap<ApiTypeId, Vec<(FuncId, u32)>>,
    /// The functions that take what is of a type, and where.
    takers: BTreeMap<ApiTypeId, Vec<(FuncId, usize)>>,
    receivers: BTreeSet<FuncId>,
    /// The functions that make a text of nothing but its characters.
    literals: BTreeSet<FuncId>,
}

impl Index {
    pub fn new(
        program: &Program,
        functions: &[FuncId],
        callables: &BTreeMap<FuncId, &ApiCallable>,
    ) -> Self {
        let mut index = Self::default();
        let catalogue = &program.catalogue;
        for (id, ty) in catalogue.types.iter() {
            if matches!(ty, ApiType::Class(_) | ApiType::Managed { .. }) {
                index.fitting.entry(id).or_default().insert(id);
            }
        }
        for item in &catalogue.items {
            match item {
                ApiItem::Fits { given, wanted } => {
                    index.fitting.entry(*wanted).or_default().insert(*given);
                }
                ApiItem::Receiver(function) => {
                    index.receivers.insert(*function);
                }
                _ => {}
            }
        }
        if index.fitting.is_empty() {
            return index;
        }
        let known: Vec<&ApiCallable> =
            functions.iter().filter_map(|function| callables.get(function).copied()).collect();
        let is_text = |ty: ApiTypeId| match catalogue.shape(ty) {
            Some(ApiType::Managed { element, .. }) => {
                matches!(catalogue.shape(*element), Some(ApiType::Char { bits: 8, .. }))
            }
            _ => false,
        };
        let literals = known
            .iter()
            .filter(|callable| matches!(callable.params.as_slice(), [(_, only)] if is_text(*only)));
        index.literals = literals.map(|callable| callable.function).collect();
        let costs = index.costs(program, &known);
        for (wanted, fitting) in &index.fitting {
            for callable in &known {
                let cost = costs.get(&callable.function).copied().unwrap_or(NEVER);
                if cost != NEVER && fitting.contains(&callable.result) {
                    index.makers.entry(*wanted).or_default().push((callable.function, cost));
                }
            }
            for given in fitting {
                for callable in &known {
                    for (place, (_, ty)) in callable.params.iter().enumerate() {
                        if ty == wanted {
                            let takers = index.takers.entry(*given).or_default();
                            takers.push((callable.function, place));
                        }
                    }
                }
            }
        }
        index
    }

    /// How many calls deep the cheapest way to call each function is.
    fn costs(&self, program: &Program, known: &[&ApiCallable]) -> BTreeMap<FuncId, u32> {
        let mut costs: BTreeMap<FuncId, u32> = BTreeMap::new();
        let mut of_types: BTreeMap<ApiTypeId, u32> = BTreeMap::new();
        loop {
            let mut changed = false;
            for callable in known {
                let of_parameter = |place: usize, ty: ApiTypeId| {
                    match program.catalogue.shape(ty) {
                        Some(ApiType::Class(_)) => {
                            let made = of_types.get(&ty).copied().unwrap_or(NEVER);
                            // Null will do, but not to call something on.
                            let receiver =
                                place == 0 && self.receivers.contains(&callable.function);
                            if made == NEVER && !receiver { 1 } else { made }
                        }
                        _ => 0,
                    }
                };
                let params = callable.params.iter().enumerate();
                let deepest = params.map(|(place, (_, ty))| of_parameter(place, *ty)).max();
                let cost = deepest.unwrap_or(0).saturating_add(1);
                let old = costs.entry(callable.function).or_insert(NEVER);
                if cost < *old {
                    *old = cost;
                    changed = true;
                }
            }
            for (wanted, fitting) in &self.fitting {
                let makers = known.iter().filter(|callable| fitting.contains(&callable.result));
                let best = makers.filter_map(|callable| costs.get(&callable.function)).min();
                let old = of_types.entry(*wanted).or_insert(NEVER);
                if let Some(&best) = best
                    && best < *old
                {
                    *old = best;
                    changed = true;
                }
            }
            if !changed {
                return costs;
            }
        }
    }

    /// Whether the first parameter of a function is what it is called on.
    pub fn has_receiver(&self, function: FuncId) -> bool {
        self.receivers.contains(&function)
    }

    /// The functions that take what is of a type, and where.
    pub fn takers(&self, given: ApiTypeId) -> &[(FuncId, usize)] {
        self.takers.get(&given).map_or(&[], Vec::as_slice)
    }

    /// Whether what is of one type may stand where another is asked for.
    pub fn fits(&self, given: ApiTypeId, wanted: ApiTypeId) -> bool {
        given == wanted || self.fitting.get(&wanted).is_some_and(|types| types.contains(&given))
    }
}

impl Builder<'_, '_> {
    /// Notes a result that is a reference.
    pub(super) fn learn_result(&mut self, result: Option<VarId>, ty: Option<ApiTypeId>) {
        let (Some(result), Some(ty)) = (result, ty) else { return };
        if matches!(self.shape(ty), Some(ApiType::Class(_) | ApiType::Managed { .. })) {
            self.references.push((result, ty));
        }
    }

    /// Notes an array that has a class.
    pub(super) fn learn_array(&mut self, variable: VarId, array: &Array) {
        let types = self.maker.program().catalogue.types.iter();
        let own = types.filter(|(_, ty)| {
            matches!(ty, ApiType::Managed { class, element }
                if Some(*class) == array.class && Some(*element) == array.of)
        });
        self.references.extend(own.map(|(ty, _)| (variable, ty)));
    }

    /// Whether a variable refers to what may stand where a type is asked for.
    pub(super) fn refers_to(&self, variable: VarId, wanted: ApiTypeId) -> bool {
        let fits = |given: ApiTypeId| self.maker.index.managed.fits(given, wanted);
        self.references.iter().any(|(other, given)| *other == variable && fits(*given))
    }

    /// What a function is called on: something that is there, or something new; never null if it can be helped.
    pub(super) fn receiver(&mut self, name: &str, ty: ApiTypeId) -> Argument {
        let reused = if self.thrifty { !self.rarely(8) } else { self.rarely(2) };
        if reused && let Some(known) = self.shared(ty) {
            return known;
        }
        let made = self.something(name, ty, self.nested);
        made.or_else(|| self.shared(ty)).unwrap_or_else(|| self.null(name, ty))
    }

    /// A reference: to nothing, to something that is there, or to something new.
    pub(super) fn reference(&mut self, name: &str, ty: ApiTypeId, depth: u32) -> Argument {
        // What takes its own kind could go on for ever.
        let enough = depth > DEEPEST || self.calls > 2 * self.maker.limits().calls;
        if self.rarely(12) || enough {
            return self.null(name, ty);
        }
        if self.rarely(if self.thrifty { 2 } else { 5 })
            && let Some(known) = self.shared(ty)
        {
            return known;
        }
        self.something(name, ty, depth).unwrap_or_else(|| self.null(name, ty))
    }

    /// Something that is there already.
    pub(super) fn shared(&mut self, wanted: ApiTypeId) -> Option<Argument> {
        let index = &self.maker.index.managed;
        let fitting = self.references.iter().filter(|(_, given)| index.fits(*given, wanted));
        let fitting: Vec<VarId> = fitting.map(|(variable, _)| *variable).collect();
        let chosen = fitting.get(self.random.usize(..fitting.len().max(1)))?;
        Some(Argument::Variable(*chosen))
    }

    /// Something new; `None` where nothing can be made.
    pub(super) fn something(&mut self, name: &str, ty: ApiTypeId, depth: u32) -> Option<Argument> {
        if let Some(ApiType::Managed { class, element }) = self.shape(ty) {
            let (class, element, limits) = (*class, *element, *self.maker.limits());
            let scalar = self.maker.program().catalogue.scalar(element)?;
            let is_text = matches!(self.shape(element), Some(ApiType::Char { .. }));
            let elements: Vec<u128> = match scalar {
                Type::Ptr => vec![0; self.random.u32(..=FEW) as usize],
                _ if is_text => self.characters(scalar),
                _ => {
                    let count = match self.random.u8(..4) {
                        0 => self.random.u32(..=limits.elements),
                        _ => self.random.u32(..=FEW),
                    };
                    self.elements(scalar, element, count)
                }
            };
            // What it refers to is there before it.
            let filled =
                if scalar == Type::Ptr && depth < limits.depth { elements.len() } else { 0 };
            let values: Vec<Argument> = (0..filled)
                .map(|index| self.reference(&format!("{name}{index}"), element, depth + 1))
                .collect();
            let variable = self.declare(name);
            let (class, of, extent) = (Some(class), Some(element), Extent::Open);
            let array = Array { class, of, extent, ..Array::new(scalar, elements) };
            self.push(Statement::Array { variable, array });
            for (index, value) in values.into_iter().enumerate() {
                let place = Place::Variable(variable, index as u32 * Type::Ptr.bytes());
                self.scenario.set(place, Type::Ptr, value);
            }
            return Some(Argument::Variable(variable));
        }
        let makers = self.maker.index.managed.makers.get(&ty);
        let maker = makers.and_then(|makers| self.choose(makers, depth))?;
        self.nested = depth + 1;
        self.calls += 1;
        let result = self.call(maker);
        self.nested = depth;
        let result = result?;
        self.name_after(result, name);
        Some(Argument::Variable(result))
    }

    /// One of the functions that make something: deep inside or late only what is cheap.
    fn choose(&mut self, makers: &[(FuncId, u32)], depth: u32) -> Option<FuncId> {
        let limits = self.maker.limits();
        let cheapest = makers.iter().map(|(_, cost)| *cost).min()?;
        let tired = depth >= DEEP || self.calls >= limits.calls;
        // What can be written down as it is seldom comes from elsewhere.
        let literal = cheapest == 1;
        let most = match (tired, self.random.u8(..8)) {
            (true, _) => cheapest,
            (false, 0) => NEVER,
            (false, 1 | 2) => cheapest.saturating_add(2),
            (false, _) if literal => cheapest,
            (false, _) => cheapest.saturating_add(1),
        };
        let fitting: Vec<FuncId> = makers
            .iter()
            .filter(|(_, cost)| *cost <= most)
            .map(|(function, _)| *function)
            .collect();
        // What is to be called on something that certain functions give is seldom called on anything else.
        let preferred = &self.maker.preferred;
        if !preferred.is_empty() && !tired {
            let preferred = makers.iter().filter(|(function, _)| preferred.contains(function));
            let count = preferred.clone().count();
            if count > 0 && self.random.u8(..4) != 0 {
                let chosen = self.random.usize(..count);
                return preferred.map(|(function, _)| *function).nth(chosen);
            }
        }
        // What a person would write down is rather that than what some function happens to give.
        let literals = &self.maker.index.managed.literals;
        let written = fitting.iter().find(|function| literals.contains(function)).copied();
        if let Some(written) = written
            && self.random.u8(..4) != 0
        {
            return Some(written);
        }
        Some(fitting[self.random.usize(..fitting.len())])
    }

    /// The characters of a text, without an end of its own.
    fn characters(&mut self, ty: Type) -> Vec<u128> {
        let lengths = self.maker.limits().text_lengths();
        if self.random.u8(..8) == 0
            && let Some(echo) = self.echo(ty)
        {
            return echo;
        }
        if ty == Type::I16 {
            let units = draw::wide_text(&self.maker.pool, self.random, lengths);
            return units.into_iter().map(u128::from).collect();
        }
        let text = draw::text(&self.maker.pool, self.random, lengths);
        text.into_iter().map(u128::from).collect()
    }

    /// The characters of a text that is there already, with something before or behind them: what is looked up by one
    /// text is often asked for by another that is made of it, as the option `x` is by the argument `-x`.
    fn echo(&mut self, ty: Type) -> Option<Vec<u128>> {
        let catalogue = &self.maker.program().catalogue;
        let is_text = |array: &&Array| {
            let of = array.of.and_then(|of| catalogue.shape(of));
            array.class.is_some()
                && array.element == ty
                && (1..=LONGEST_ECHO).contains(&array.length)
                && matches!(of, Some(ApiType::Char { .. }))
        };
        let texts = self.scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Array { array, .. } => Some(array),
            _ => None,
        });
        let texts: Vec<&Array> = texts.filter(is_text).collect();
        let chosen = texts.get(self.random.usize(..texts.len().max(1)))?;
        let mut text = chosen.elements[..chosen.length as usize].to_vec();
        let pool = &self.maker.pool;
        let known = pool.pick(self.random, &pool.known.texts, &pool.dynamic.texts);
        let piece: Vec<u128> = match known.filter(|known| known.len() <= 2) {
            Some(known) => known.iter().map(|byte| u128::from(*byte)).collect(),
            None => vec![draw::byte(pool, self.random).max(1).into()],
        };
        let at = if self.random.u8(..3) == 0 { text.len() } else { 0 };
        text.splice(at..at, piece);
        Some(text)
    }

    /// Gives what a call made the name of what it is for.
    fn name_after(&mut self, variable: VarId, name: &str) {
        let taken = self.scenario.variables.iter().any(|other| other == name);
        if !taken {
            self.scenario.variables[variable.index()] = name.to_owned();
        }
    }
}
