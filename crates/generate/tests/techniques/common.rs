//! Subjects for the tests: small programs with their own branches as goals.

use coverage::Goals;
use generate::{Budget, Generated, Random, Settings, Subject, Technique, generate};
use machine::{Config, Machine, Models};
use program::{FuncId, Id, Program, SiteTable};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// A program from its text.
pub fn parse(text: &str) -> Arc<Program> {
    let program = program::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(problems) = program::verify::verify(&program) {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", problems.join("\n"));
    }
    Arc::new(program)
}

/// One of the samples.
pub fn sample(name: &str) -> Arc<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/ir");
    let text = std::fs::read_to_string(folder.join(name));
    parse(&text.unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// Lets `random` work on all functions of a program.
pub fn random(program: &Arc<Program>, settings: &Settings) -> Generated {
    generated(program, &Random, settings)
}

/// Lets a technique work on all functions of a program that have code, with stubs for the rest.
pub fn generated(
    program: &Arc<Program>,
    technique: &dyn Technique,
    settings: &Settings,
) -> Generated {
    generated_with(Models::standard(), program, technique, settings)
}

/// The same where some functions without code have models of their own.
pub fn generated_with(
    mut models: Models,
    program: &Arc<Program>,
    technique: &dyn Technique,
    settings: &Settings,
) -> Generated {
    let functions: Vec<FuncId> =
        program.functions.iter().filter(|(_, f)| f.has_body()).map(|(id, _)| id).collect();
    let sites = SiteTable::new(program);
    let units = functions.iter().map(|id| coverage::sites::unit(program, &sites, *id)).collect();
    generate::stubs::add(program, &mut models);
    let config = Config {
        max_steps: 10_000,
        memory: 1 << 20,
        observe_memory: false,
        record_decisions: true,
        ..Config::default()
    };
    let subject = Subject {
        program,
        goals: Arc::new(Goals::new(program, units)),
        functions,
        calls: None,
        handed: std::collections::BTreeMap::new(),
        texts: Vec::new(),
        runner: Box::new(|| {
            let machine = Machine::new(Arc::clone(program), config.clone(), models.clone())?;
            Ok(Box::new(machine))
        }),
    };
    generate(&subject, technique, settings, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

/// So many executions.
pub fn executions(executions: u64) -> Settings {
    Settings { budget: Budget::executions(executions), ..Settings::default() }
}

/// All of a result that a reader can compare.
pub fn text(program: &Program, generated: &Generated) -> String {
    let mut text = String::new();
    let goals = generated.coverage.goals();
    for (id, unit) in goals.units.iter() {
        let row = generated.coverage.row(id);
        let _ = writeln!(text, "{}: {} branches", unit.name, row.branches);
    }
    for kept in &generated.kept {
        let goals: Vec<String> = kept.goals.iter().map(|goal| goal.index().to_string()).collect();
        let _ = writeln!(text, "; covers {}", goals.join(" "));
        text += &scenario::text::print(&kept.scenario, program);
    }
    for finding in &generated.findings {
        let _ = writeln!(text, "; {}", finding.trap.kind);
        text += &scenario::text::print(&finding.scenario, program);
    }
    for (function, reason) in &generated.skipped {
        let _ = writeln!(text, "; no {}: {reason}", program.functions[*function].name);
    }
    text
}
