//! Definitions of functions that the source only declares, so that a test can be linked without them.

use super::Unit;
use super::types::declare;
use std::fmt::Write;
use suite::checks::callable;

/// Definitions that give zeros.
pub fn definitions(unit: &Unit<'_>) -> String {
    let mut text = String::new();
    let catalogue = &unit.program.catalogue;
    for function in &unit.stubs {
        let Some(callable) = callable(catalogue, *function) else { continue };
        let name = crate::units::source_name(unit.program, *function);
        let mut params = Vec::new();
        for (index, (_, ty)) in callable.params.iter().enumerate() {
            params.extend(declare(catalogue, *ty, &format!("argument_{index}")));
        }
        if params.len() != callable.params.len() {
            continue;
        }
        if unit.program.functions[*function].variadic {
            params.push("...".to_owned());
        }
        let list = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let Some(head) = declare(catalogue, callable.result, &format!("{name}({list})")) else {
            continue;
        };
        let _ = writeln!(
            text,
            "\n/* Stands in for a function that the source only declares. */\n{head}\n{{"
        );
        for index in 0..callable.params.len() {
            let _ = writeln!(text, "    (void)argument_{index};");
        }
        let is_void = declare(catalogue, callable.result, "").as_deref() == Some("void");
        if !is_void {
            let result = declare(catalogue, callable.result, "result").unwrap_or_default();
            let _ = writeln!(text, "    static {result};\n    return result;");
        }
        text += "}\n";
    }
    text
}
