//! `setjmp` in whole programs: it returns once, with 0. A `longjmp` ends the run, since the machine cannot go back.

use crate::clang::Compiled;
use machine::{Context, Models, Value};
use program::Type;

/// What may return twice.
const RETURNING: [&str; 5] = ["setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp"];

/// What stands before the name of one that returns once.
const ONCE: &str = "__ferret_once_";

/// Lets calls that may return twice return once.
pub(super) fn first_returns(mut file: Compiled) -> Compiled {
    for name in RETURNING {
        let head = format!("@{name}(");
        if file.ir.contains(&head) {
            file.ir = file.ir.replace(&head, &format!("@{ONCE}{name}("));
        }
    }
    file
}

/// Adds those that return once.
pub(super) fn add(models: &mut Models) {
    for name in RETURNING {
        models.add(format!("{ONCE}{name}"), |_: &mut dyn Context, _: &[Value]| {
            Ok(Some(Value::new(Type::I32, 0)))
        });
    }
}
