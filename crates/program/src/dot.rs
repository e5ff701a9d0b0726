//! Graphs of functions, programs and calls in the DOT language, for people to look at.
//!
//! The entry is filled, ends are rounded (red when they do not return), headers of loops have a double
//! border, blocks that the entry does not lead to are grey. Edges to handlers are dashed, edges that go
//! back in a loop blue. All ways into handlers are drawn, those by failed checks too.

use std::fmt::Write;

use crate::analysis::{CallGraph, CallKind, Cfg, Dominators, EdgeKind, Exit, Loops, Unwinding};
use crate::{
    BlockId, Constant, Edge, FuncId, Function, Id, Operand, Program, Span, Terminator, text,
};

/// Lines of a block that are shown at its beginning and at its end, when it has many.
const SHOWN: (usize, usize) = (16, 8);
/// Characters of a line that are shown.
const WIDTH: usize = 90;

/// The control-flow graph of a function; empty when the program has no such function.
pub fn function(program: &Program, id: FuncId) -> String {
    let mut out = String::new();
    let Some(function) = program.functions.get(id) else { return "digraph {\n}\n".to_owned() };
    line(&mut out, 0, &format!("digraph {} {{", quoted(&function.name)));
    head(&mut out);
    let heading = signature(program, function);
    line(&mut out, 1, &format!("label={} labelloc=t", quoted(&heading)));
    body(&mut out, 1, program, function, "");
    out + "}\n"
}

/// The control-flow graphs of all functions that have a body, each in a frame.
pub fn program(program: &Program) -> String {
    let mut out = String::from("digraph {\n");
    head(&mut out);
    for (id, function) in program.functions.iter().filter(|(_, function)| function.has_body()) {
        line(&mut out, 1, &format!("subgraph cluster_{} {{", id.index()));
        line(&mut out, 2, &format!("label={}", quoted(&signature(program, function))));
        body(&mut out, 2, program, function, &format!("f{}_", id.index()));
        line(&mut out, 1, "}");
    }
    out + "}\n"
}

/// The call graph: virtual and indirect calls are dashed, what only failed checks call is dotted,
/// functions without body are grey.
pub fn calls(program: &Program) -> String {
    let calls = CallGraph::new(program);
    let mut out = String::from("digraph {\n");
    head(&mut out);
    for (id, function) in program.functions.iter() {
        let look = match (function.has_body(), calls.is_recursive(id)) {
            (false, _) => " style=rounded color=grey fontcolor=grey",
            (true, true) => " style=rounded peripheries=2",
            (true, false) => " style=rounded",
        };
        line(&mut out, 1, &format!("f{} [label={}{look}]", id.index(), quoted(&function.name)));
    }
    for id in program.functions.ids() {
        let mut edges: Vec<(FuncId, u8)> = Vec::new();
        for site in calls.sites(id) {
            let rank = match site.kind {
                CallKind::Direct | CallKind::Initializer => 0,
                CallKind::Virtual | CallKind::Indirect => 1,
                CallKind::Failure => 2,
            };
            edges.extend(calls.targets(site.targets).iter().map(|&target| (target, rank)));
        }
        edges.sort_unstable();
        // The plainest of several calls is drawn.
        edges.dedup_by_key(|(target, _)| *target);
        for (target, rank) in edges {
            let look = ["", " [style=dashed]", " [style=dotted color=red]"][usize::from(rank)];
            line(&mut out, 1, &format!("f{} -> f{}{look}", id.index(), target.index()));
        }
    }
    out + "}\n"
}

fn head(out: &mut String) {
    line(out, 1, "graph [fontname=\"monospace\" fontsize=11]");
    line(out, 1, "node [shape=box fontname=\"monospace\" fontsize=10]");
    line(out, 1, "edge [fontname=\"monospace\" fontsize=9]");
}

/// Writes blocks and edges; names of nodes begin with `prefix`.
fn body(out: &mut String, depth: usize, program: &Program, function: &Function, prefix: &str) {
    if !function.has_body() {
        line(out, depth, &format!("{prefix}none [label=\"no body\" style=dashed]"));
        return;
    }
    let cfg = Cfg::new(function, Unwinding::Checks);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    for id in cfg.blocks() {
        let look = look(&cfg, &loops, id);
        let text = quoted_lines(&block_lines(program, function, &loops, id));
        line(out, depth, &format!("{prefix}b{} [label={text}{look}]", id.index()));
    }
    for id in cfg.blocks() {
        for (target, label) in plain_edges(program, function, id) {
            let mut look = String::new();
            if !label.is_empty() {
                write!(look, " label={}", beside(&label)).expect("a string takes all");
            }
            if dominators.dominates(target, id) {
                look += " color=blue";
            }
            edge(out, depth, prefix, (id, target), &look);
        }
        for exceptional in cfg.outgoing(id).iter().filter(|edge| edge.kind == EdgeKind::Exceptional)
        {
            let label = beside(&catches(program, function, id, exceptional.to));
            edge(out, depth, prefix, (id, exceptional.to), &format!(" label={label} style=dashed"));
        }
    }
}

fn edge(out: &mut String, depth: usize, prefix: &str, (from, to): (BlockId, BlockId), look: &str) {
    let look = if look.is_empty() { String::new() } else { format!(" [{}]", look.trim_start()) };
    line(out, depth, &format!("{prefix}b{} -> {prefix}b{}{look}", from.index(), to.index()));
}

/// The attributes of a block that show its part in the function.
fn look(cfg: &Cfg, loops: &Loops, id: BlockId) -> String {
    let mut styles = Vec::new();
    let mut look = String::new();
    if id == Function::ENTRY {
        styles.push("filled");
        look += " fillcolor=lightyellow";
    }
    let exit = cfg.exit(id);
    if exit.is_some() {
        styles.push("rounded");
    }
    if cfg.position(id).is_none() {
        look += " color=grey fontcolor=grey";
    } else if matches!(exit, Some(Exit::Throw | Exit::Unreachable)) {
        look += " color=red";
    }
    if loops.headed_by(id).is_some() {
        look += " peripheries=2";
    }
    if !styles.is_empty() {
        write!(look, " style={}", quoted(&styles.join(","))).expect("a string takes all");
    }
    look
}

/// What is written into a block: its label with its place in the source, its instructions, its end.
fn block_lines(program: &Program, function: &Function, loops: &Loops, id: BlockId) -> Vec<String> {
    let block = &function.blocks[id];
    let mut heading = format!("{}:", block.label);
    let spans = block.instructions.iter().map(|instruction| instruction.span);
    if let Some(lines) = source_lines(program, spans.chain([block.terminator.span]).flatten()) {
        write!(heading, "  {lines}").expect("a string takes all");
    }
    if let Some(id) = loops.headed_by(id) {
        write!(heading, "  loop {}", loops.all()[id].depth).expect("a string takes all");
    }
    if loops.irreducible().iter().any(|region| region.entries.contains(&id)) {
        heading += "  irreducible";
    }
    let instructions = block.instructions.iter();
    let mut rest: Vec<String> = instructions
        .map(|instruction| text::instruction(program, function, &instruction.node))
        .chain(end(program, function, &block.terminator.node))
        .collect();
    let (first, last) = SHOWN;
    if rest.len() > first + last + 1 {
        let left_out = format!("… {} more …", rest.len() - first - last);
        rest.splice(first..rest.len() - last, [left_out]);
    }
    std::iter::once(heading)
        .chain(rest.iter().map(|text| format!("  {}", shortened(text))))
        .collect()
}

/// The end of a block without the edges, which are drawn.
fn end(program: &Program, function: &Function, terminator: &Terminator) -> Option<String> {
    match terminator {
        Terminator::Jump(_) => None,
        Terminator::Branch { test, .. } => {
            Some(format!("br {}", text::test(program, function, test)))
        }
        Terminator::Switch { ty, value, .. } => {
            Some(format!("switch {ty} {}", text::operand(program, function, *ty, *value)))
        }
        Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => {
            Some(text::terminator(program, function, terminator))
        }
    }
}

/// The edges of a block's end with their labels; cases that go the same way are drawn as one.
fn plain_edges(program: &Program, function: &Function, id: BlockId) -> Vec<(BlockId, String)> {
    let terminator = &function.blocks[id].terminator.node;
    let names: Vec<String> = match terminator {
        Terminator::Branch { .. } => vec!["true".to_owned(), "false".to_owned()],
        Terminator::Switch { ty, cases, .. } => {
            let value = |bits: u128| Operand::Constant(Constant::Bits(bits));
            let name = |case: &(u128, Edge)| text::operand(program, function, *ty, value(case.0));
            cases.iter().map(name).chain(["default".to_owned()]).collect()
        }
        _ => vec![String::new()],
    };
    let mut edges: Vec<(&Edge, String)> = Vec::new();
    for (edge, name) in terminator.edges().zip(names) {
        let switch = matches!(terminator, Terminator::Switch { .. });
        match edges.last_mut().filter(|(last, _)| switch && *last == edge) {
            Some((_, label)) => {
                label.push_str(", ");
                label.push_str(&name);
            }
            None => edges.push((edge, name)),
        }
    }
    let labelled = |(edge, mut label): (&Edge, String)| {
        for (register, value) in &edge.moves {
            let register = &function.registers[*register];
            let value = text::operand(program, function, register.ty, *value);
            let space = if label.is_empty() { "" } else { "  " };
            write!(label, "{space}%{} = {value}", register.name).expect("a string takes all");
        }
        (edge.target, label)
    };
    edges.into_iter().map(labelled).collect()
}

/// What the handlers of a block catch that lead to `target`.
fn catches(program: &Program, function: &Function, id: BlockId, target: BlockId) -> String {
    let table = function.blocks[id].handlers.map(|table| &function.handlers[table]);
    let mut names = Vec::new();
    for handler in table.into_iter().flat_map(|table| &table.handlers) {
        if handler.target == target {
            names.push(handler.class.map_or("any", |class| &program.classes[class].name));
        }
        if handler.class.is_none() {
            break;
        }
    }
    format!("catch {}", names.join(", "))
}

fn signature(program: &Program, function: &Function) -> String {
    let params = function.registers.values().take(function.params as usize);
    let mut params: Vec<String> =
        params.map(|register| format!("%{}: {}", register.name, register.ty)).collect();
    if function.variadic {
        params.push("...".to_owned());
    }
    let mut text = format!("@{}({})", function.name, params.join(", "));
    if let Some(result) = function.result {
        write!(text, " -> {result}").expect("a string takes all");
    }
    if let Some(lines) = source_lines(program, function.span.into_iter()) {
        write!(text, "  {lines}").expect("a string takes all");
    }
    text
}

/// The lines that spans take in the file of the first.
fn source_lines(program: &Program, spans: impl Iterator<Item = Span>) -> Option<String> {
    let spans: Vec<Span> = spans.collect();
    let file = spans.first()?.file;
    let of_file = spans.iter().filter(|span| span.file == file);
    let first = of_file.clone().map(|span| span.line).min()?;
    let last = of_file.map(|span| span.end_line).max()?;
    let name = program.files.get(file).map_or("?", String::as_str);
    Some(if first == last { format!("{name}:{first}") } else { format!("{name}:{first}-{last}") })
}

fn line(out: &mut String, depth: usize, text: &str) {
    writeln!(out, "{:1$}{text}", "", 2 * depth).expect("a string takes all");
}

/// A line that fits, with a sign that something is missing.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A label that keeps clear of its edge.
fn beside(text: &str) -> String {
    quoted(&format!(" {}", shortened(text)))
}

/// Lines under each other, all beginning at the left.
fn quoted_lines(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| escaped(line) + "\\l").collect();
    format!("\"{lines}\"")
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // Shown as a person would write it in code, with a backslash that is itself escaped.
            character if character.is_control() => {
                out.push_str(&character.escape_default().to_string().replace('\\', "\\\\"));
            }
            character => out.push(character),
        }
    }
    out
}
