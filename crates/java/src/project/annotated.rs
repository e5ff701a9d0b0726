//! What annotations say of parameters: which may be null, and which numbers and texts they accept.

use super::Project;
use crate::api::Member;
use bytecode::world::World;
use classfile::annotations::of_parameters;
use classfile::descriptor::Signature;
use program::{FuncId, Type};
use scenario::{Argument, Scenario, Statement, VarId};

/// Annotations of what may be null, by their simple names.
const NULLABLE: [&str; 2] = ["Nullable", "CheckForNull"];

impl Project {
    /// Whether an annotation says that an argument of a call may be null.
    pub(super) fn may_be_null(
        &self,
        world: &World,
        scenario: &Scenario,
        (statement, argument): (u32, u32),
    ) -> bool {
        let statement = scenario.statements.get(statement as usize);
        let Some(Statement::Call { function, .. }) = statement else { return false };
        let names = self.annotations(world, *function);
        let own = names.get(argument as usize).map(Vec::as_slice).unwrap_or_default();
        own.iter().any(|name| NULLABLE.contains(&name.as_str()))
    }

    /// The name of a parameter that is handed what an annotation forbids, with the annotation.
    pub(super) fn forbidden(&self, world: &World, scenario: &Scenario) -> Option<(String, String)> {
        scenario.statements.iter().find_map(|statement| {
            let Statement::Call { function, arguments, .. } = statement else { return None };
            let callable = self.program.catalogue.callable(*function)?;
            let names = self.annotations(world, *function);
            let mut all = names.iter().zip(arguments).zip(&callable.params);
            all.find_map(|((names, argument), (parameter, _))| {
                let handed = argument.variable().and_then(|own| self.handed_over(scenario, own))?;
                let broken = names.iter().find(|name| handed.breaks(name))?;
                Some((parameter.clone(), broken.clone()))
            })
        })
    }

    /// The simple names of the annotations of what a function of the catalogue takes, by its arguments.
    fn annotations(&self, world: &World, function: FuncId) -> Vec<Vec<String>> {
        let method = self.api.methods.get(&function);
        let Some(key) = method.and_then(|method| world.function_method(*method)) else {
            return Vec::new();
        };
        let Some(skeleton) = world.info(key.class).skeleton() else { return Vec::new() };
        let Some(method) = skeleton.methods.get(key.index as usize) else { return Vec::new() };
        let descriptor = &world.method_info(key).descriptor;
        let count = Signature::parse(descriptor).map_or(0, |own| own.parameters().count());
        let simple = |name: &String| {
            let name = name.trim_end_matches(';');
            name.rsplit(['/', '$']).next().unwrap_or(name).to_owned()
        };
        let own = of_parameters(skeleton, &method.attributes, count);
        let own = own.iter().map(|names| names.iter().map(simple).collect());
        let receives = match self.api.members.get(&function) {
            Some(Member::Method { is_static, .. }) => usize::from(!is_static),
            _ => 0,
        };
        std::iter::repeat_n(Vec::new(), receives).chain(own).collect()
    }

    /// A number or the length of a text that a variable holds, boxed or not.
    fn handed_over(&self, scenario: &Scenario, variable: VarId) -> Option<Handed> {
        let made = scenario.statements.iter().find(|own| own.made() == Some(variable))?;
        match made {
            Statement::Value { ty, bits, .. } if ty.is_int() && *ty != Type::BOOL => {
                let shift = 128 - u32::from(ty.bits());
                Some(Handed::Number(((*bits << shift) as i128) >> shift))
            }
            Statement::Call { function, arguments, .. } => {
                let inner = arguments.first().and_then(Argument::variable)?;
                match self.api.members.get(function)? {
                    Member::Boxed => self.handed_over(scenario, inner),
                    Member::Text => {
                        let mut makers = scenario.statements.iter();
                        match makers.find(|own| own.made() == Some(inner))? {
                            Statement::Array { array, .. } => {
                                let shown = array.elements.iter().take(array.length as usize);
                                Some(Handed::Text(shown.map(|unit| *unit as u16).collect()))
                            }
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// What is passed for a parameter.
enum Handed {
    Number(i128),
    Text(Vec<u16>),
}

impl Handed {
    /// Whether it is what an annotation of Jakarta's validation or of the Checker Framework forbids, by its simple name.
    fn breaks(&self, annotation: &str) -> bool {
        match self {
            Self::Number(number) => match annotation {
                "Positive" => *number <= 0,
                "PositiveOrZero" | "NonNegative" | "IndexOrHigh" => *number < 0,
                "Negative" => *number >= 0,
                "NegativeOrZero" => *number > 0,
                _ => false,
            },
            Self::Text(units) => match annotation {
                "NotEmpty" => units.is_empty(),
                "NotBlank" => units.iter().all(|unit| *unit <= u16::from(b' ')),
                _ => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Handed;

    #[test]
    fn annotations_forbid_numbers_and_texts() {
        let broken = |handed: Handed| -> Vec<&str> {
            let all = ["Positive", "PositiveOrZero", "Negative", "NotEmpty", "NotBlank"];
            all.into_iter().filter(|own| handed.breaks(own)).collect()
        };
        assert_eq!(broken(Handed::Number(0)), ["Positive", "Negative"]);
        assert_eq!(broken(Handed::Number(-1)), ["Positive", "PositiveOrZero"]);
        assert_eq!(broken(Handed::Text(Vec::new())), ["NotEmpty", "NotBlank"]);
        assert_eq!(broken(Handed::Text(vec![32])), ["NotBlank"]);
        assert!(broken(Handed::Text(vec![97])).is_empty());
    }
}
