//! Look-ups: what an object says when it is asked for something that it was handed, as `map.get(key)` behind
//! `map.put(key, value)`.

use super::Project;
use super::observe::is_hash_code;
use crate::api::build::tells;
use crate::api::{JavaType, Member};
use program::FuncId;
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::BTreeMap;

/// Look-ups behind one scenario.
const MOST: usize = 6;

/// A method that tells something of an object and takes one thing to look for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LookUp {
    pub function: FuncId,
    /// The type of what it looks for.
    key: JavaType,
    /// The type of what it gives.
    pub gives: JavaType,
}

/// The look-ups of classes, by the internal names of these.
pub(super) type LookUps = BTreeMap<String, Vec<LookUp>>;

impl Project {
    /// The look-ups of all classes.
    pub(super) fn look_ups(&self) -> LookUps {
        let mut found = LookUps::new();
        for (function, member) in &self.api.members {
            let Member::Method { class, name, is_static: false, .. } = member else { continue };
            let Some(callable) = self.program.catalogue.callable(*function) else { continue };
            let [_, (_, key)] = callable.params[..] else { continue };
            let gives = self.api.types[callable.result].clone();
            if gives == JavaType::Primitive('V') || !looks_up(name) || is_hash_code(member) {
                continue;
            }
            let own = LookUp { function: *function, key: self.api.types[key].clone(), gives };
            found.entry(class.clone()).or_default().push(own);
        }
        found
    }

    /// What an object of a class can be asked behind the last call of a scenario, which was made on it: each look-up
    /// for each thing that calls on the object took, those of the last call first.
    pub(super) fn asked_for(
        &self,
        look_ups: &LookUps,
        scenario: &Scenario,
        (object, class): (VarId, &str),
    ) -> Vec<(LookUp, VarId)> {
        let Some(own) = look_ups.get(class) else { return Vec::new() };
        let mut calls = scenario.statements.iter().rev().filter_map(|statement| match statement {
            Statement::Call { function, arguments, .. } => Some((*function, arguments)),
            _ => None,
        });
        let is_own = |function: FuncId| own.iter().any(|look_up| look_up.function == function);
        let mut asked: Vec<(LookUp, VarId)> = Vec::new();
        // What only looks changes nothing.
        if calls.clone().next().is_none_or(|(last, _)| is_own(last)) {
            return asked;
        }
        while let Some((function, arguments)) = calls.next()
            && asked.len() < MOST
        {
            if is_own(function) || !self.is_called_on(function, arguments, object) {
                continue;
            }
            let keys = self.keys(function, arguments);
            for (key, ty) in keys {
                for look_up in own.iter().filter(|look_up| look_up.key == ty) {
                    let new = (look_up.clone(), key);
                    if asked.len() < MOST && !asked.contains(&new) {
                        asked.push(new);
                    }
                }
            }
        }
        asked
    }

    /// Whether a call of a method is made on an object.
    fn is_called_on(&self, function: FuncId, arguments: &[Argument], object: VarId) -> bool {
        let member = self.api.members.get(&function);
        matches!(member, Some(Member::Method { is_static: false, .. }))
            && arguments.first().and_then(Argument::variable) == Some(object)
    }

    /// What a call of a method takes beside the object, with the types of that.
    fn keys(&self, function: FuncId, arguments: &[Argument]) -> Vec<(VarId, JavaType)> {
        let callable = self.program.catalogue.callable(function);
        let others = callable.map_or(&[][..], |callable| &callable.params);
        let others = arguments.iter().zip(others).skip(1);
        let keys = others.filter_map(|(argument, (_, ty))| {
            Some((argument.variable()?, self.api.types[*ty].clone()))
        });
        keys.collect()
    }
}

/// Whether the name of a method that takes something says that it only looks for that.
fn looks_up(name: &str) -> bool {
    tells(name) || ["find", "lookup", "lookUp", "indexOf", "lastIndexOf"].contains(&name)
}
