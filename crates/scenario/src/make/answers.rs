//! Answers that a run got without asking the scenario, written down: from then on they are inputs.

use super::change;
use crate::{Scenario, Statement};
use program::Type;

/// Writes down the answer to the question of a name that was asked for the `index`th time. Gives whether
/// there was room for it. Questions of one name are written down in their order.
pub fn write_down(
    scenario: &mut Scenario,
    name: &str,
    ty: Type,
    index: u32,
    bits: u128,
    most: usize,
) -> bool {
    if index as usize >= most {
        return false;
    }
    for statement in &mut scenario.statements {
        if let Statement::Stream { name: known, values, .. } = statement
            && known == name
        {
            let next = values.len() == index as usize;
            if next {
                values.push(bits);
            }
            return next;
        }
    }
    if index != 0 {
        return false;
    }
    let variable = scenario.declare_fresh(&change::stem(name));
    let stream = Statement::Stream { variable, name: name.to_owned(), ty, values: vec![bits] };
    scenario.statements.insert(0, stream);
    scenario.renumber();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_down_in_order_and_up_to_a_limit() {
        let mut scenario = Scenario::default();
        let mut write =
            |name: &str, index, bits| write_down(&mut scenario, name, Type::I32, index, bits, 2);
        assert!(write("rand", 0, 7));
        assert!(write("malloc.fails", 0, 0));
        assert!(write("rand", 1, 8));
        assert!(!write("rand", 1, 9), "it is there already");
        assert!(!write("rand", 2, 9), "there is no room");
        let streams: Vec<(String, Vec<u128>)> = scenario
            .statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Stream { name, values, .. } => Some((name.clone(), values.clone())),
                _ => None,
            })
            .collect();
        assert_eq!(
            streams,
            [("malloc.fails".to_owned(), vec![0]), ("rand".to_owned(), vec![7, 8])]
        );
    }
}
