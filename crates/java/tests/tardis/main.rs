//! The sample class of Tardis (M. Modonato, Listing 1): the alternatives of its first test, how many paths it has, and
//! the line that needs five numbers in a row.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;

use coverage::{Criterion, Map, Structure};
use expect_test::expect;
use explore::entry::{Frontier, Settings as Alternatives};
use fastrand::Rng;
use generate::batch::Task;
use generate::{Auto, Budget, Generated, Session, Settings, Tardis, Technique};
use java::project::Project;
use jvm::run::{Launch, Prepared, prepare_library};
use machine::{Captured, Config};
use program::FuncId;
use program::catalogue::ApiItem;
use scenario::{Scenario, Statement};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use term::print::infix;
use trace::{Mode, RunError, Watch};

fn sample() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java/guarded");
        let text = std::fs::read_to_string(folder.join("Sample.java")).expect("the sample class");
        project("tardis", "guarded/Sample", &text)
    })
}

fn project(folder: &str, name: &str, text: &str) -> Project {
    let classes = compiled::compile(folder, &[(&format!("{name}.java"), text)], &[]);
    let launch = Launch::new(compiled::jdk(), vec![classes], "");
    let silent = Arc::new(Captured::default());
    let library: Prepared =
        prepare_library(&launch, Config::default(), silent).expect("the library comes up");
    Project::new(&library, name, vec![name.to_owned()], &[]).expect("a project")
}

/// Runs the first test in which all numbers are zero of a method, or of the first one that is called on an object, and
/// tells its alternatives.
struct Zeros<'t> {
    text: &'t Mutex<String>,
    method: Option<&'t str>,
}

struct Once(FuncId);

impl Task for Once {
    fn executions(&self) -> u64 {
        10
    }
}

impl Technique for Zeros<'_> {
    fn name(&self) -> &'static str {
        "zeros"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let units = std::mem::take(&mut session.units);
        let has_receiver = |scenario: &Scenario| calls(scenario) == 2;
        let mut random = Rng::with_seed(1);
        let found = units.iter().find_map(|unit| {
            let scenario = unit.maker.whole(&mut random, unit.function, &unit.globals);
            let name = &unit.maker.program().functions[unit.function].name;
            let wanted = match self.method {
                Some(method) => name.ends_with(method),
                None => has_receiver(&scenario),
            };
            wanted.then_some((unit, scenario))
        });
        let (unit, mut scenario) = found.expect("a method that is called on an object");
        for statement in &mut scenario.statements {
            if let Statement::Value { bits, .. } = statement {
                *bits = 0;
            }
        }
        let program = unit.maker.program();
        let kept = program.catalogue.items.iter().filter_map(|item| match item {
            ApiItem::Kept(kept) => Some(kept.clone()),
            _ => None,
        });
        let globals: Arc<[_]> = kept.collect();
        let coverage = session.archive().coverage.clone();
        let map = Arc::new(Map::new(program, Arc::clone(coverage.goals())));
        let criteria = session.settings().criteria;
        let settings = Alternatives { filter: false, ..Alternatives::default() };
        session.batch(
            &[Once(unit.function)],
            |task| task.0,
            |trial, _| {
                let structure = Structure::new(Arc::clone(&map), coverage.clone(), criteria);
                let mut frontier = Frontier::new(program, structure, settings.clone(), 1);
                let mut scenario = scenario.clone();
                let mut random = Rng::with_seed(1);
                trial.set_watch(Some(Watch {
                    function: unit.function,
                    symbols: None,
                    globals: Arc::clone(&globals),
                }));
                let verdict = trial.execute_in(Mode::Concolic, unit, &mut random, &mut scenario);
                assert!(frontier.add(&scenario, trial.trace(), trial.pool(), verdict.clean));
                let ids: Vec<_> = frontier.alternatives().map(|(id, _)| id).collect();
                let mut text = String::new();
                for id in ids {
                    let pool = &frontier.test(id).pool;
                    let clauses = frontier.condition(id);
                    let clauses: Vec<String> =
                        clauses.iter().map(|clause| infix(pool, *clause).to_string()).collect();
                    let solved = if frontier.solve(id).is_some() { "solved" } else { "not solved" };
                    let _ = writeln!(text, "{}: {solved}", clauses.join(" & "));
                }
                *self.text.lock().expect("one at a time") = text;
            },
        );
        session.units = units;
        Ok(())
    }
}

fn calls(scenario: &Scenario) -> usize {
    let is_call = |statement: &&Statement| matches!(statement, Statement::Call { .. });
    scenario.statements.iter().filter(is_call).count()
}

#[test]
fn the_first_test_has_the_eleven_alternatives_of_the_paper() {
    let text = Mutex::new(String::new());
    let settings = Settings { budget: Budget::executions(10), ..Settings::default() };
    let zeros = Zeros { text: &text, method: None };
    sample().generate(&zeros, &settings, &mut |_| {}).expect("it runs");
    let text = text.into_inner().expect("it was told");
    expect![[r#"
        this.a != 0 & this.a.length <= 0: not solved
        this.a != 0 & this.a.length > 0 & this.a[0] > 0: solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length <= 1: not solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] > 1000: solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] <= 1000 & this.a.length <= 2: not solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] <= 1000 & this.a.length > 2 & this.a[2] > 2000: solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] <= 1000 & this.a.length > 2 & this.a[2] <= 2000 & this.a.length <= 3: not solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] <= 1000 & this.a.length > 2 & this.a[2] <= 2000 & this.a.length > 3 & this.a[3] > 3000: solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] <= 1000 & this.a.length > 2 & this.a[2] <= 2000 & this.a.length > 3 & this.a[3] <= 3000 & this.a.length <= 4: not solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] <= 1000 & this.a.length > 2 & this.a[2] <= 2000 & this.a.length > 3 & this.a[3] <= 3000 & this.a.length > 4 & this.a[4] > 4000: solved
        this.a != 0 & this.a.length > 0 & this.a[0] <= 0 & this.a.length > 1 & this.a[1] <= 1000 & this.a.length > 2 & this.a[2] <= 2000 & this.a.length > 3 & this.a[3] <= 3000 & this.a.length > 4 & this.a[4] <= 4000 & this.a.length > 5: not solved
    "#]].assert_eq(&text);
}

fn explore(
    alternatives: Alternatives,
    seed: u64,
    executions: u64,
    until: Option<f64>,
) -> Generated {
    let technique = Tardis { settings: alternatives, attempt: 50, ..Tardis::default() };
    let budget = Budget::executions(executions);
    let settings = Settings { budget, seed, until, jobs: 2, ..Settings::default() };
    sample().generate(&technique, &settings, &mut |_| {}).expect("it runs")
}

/// The goals that are not covered, by their source lines.
fn open(generated: &Generated) -> Vec<String> {
    let goals = generated.coverage.goals();
    let open = generated.coverage.open(Criterion::Branch);
    open.map(|goal| format!("{:?}", goals.goals[goal].kind)).collect()
}

#[test]
fn all_that_can_be_covered_is_covered_whatever_the_seed() {
    let infeasible = [
        "Branch { branch: 3, way: true, decision: true, condition: false }",
        "Branch { branch: 4, way: true, decision: true, condition: false }",
    ];
    for seed in 0..3 {
        let generated = explore(Alternatives::default(), seed, 30_000, Some(15.0 / 17.0));
        assert_eq!(open(&generated), infeasible);
    }
}

/// The paths that were found.
fn paths(seed: u64, executions: u64) -> u64 {
    let all = Alternatives { filter: false, ..Alternatives::default() };
    explore(all, seed, executions, None).statistics.frontier.paths
}

// Each of five numbers of `a` is large enough or not; one of ten numbers of `b` is refused, or none.
const PATHS: u64 = 32 + 11;

#[test]
fn all_paths_are_found_and_none_that_the_constructor_rules_out() {
    assert_eq!(paths(0, 12_000), PATHS);
}

#[test]
fn all_paths_are_found_whatever_the_seed() {
    let found: Vec<u64> = (0..8).map(|seed| paths(seed, 1_500)).collect();
    assert_eq!(found, [PATHS; 8]);
}

#[test]
fn auto_makes_path_conditions_over_objects_unless_it_is_to_do_without() {
    let tests = |technique: Auto| {
        let settings = Settings { budget: Budget::executions(600), ..Settings::default() };
        let generated = sample().generate(&technique, &settings, &mut |_| {}).expect("it runs");
        generated.statistics.frontier.tests
    };
    assert!(tests(Auto::default()) > 0);
    assert_eq!(tests(Auto { tardis: None, ..Auto::default() }), 0);
}

/// A class whose state is its own and not that of its objects: only as many constructors lead to the last line.
const TICKETS: &str = "package a; public class Tickets {
    private static int given; private static Tickets last;
    private final int number;
    public Tickets() { number = ++given; last = this; }
    public static boolean full() { return given == 5 && last.number == 5; }
}";

#[test]
fn static_fields_are_symbols_that_calls_bring_to_their_values() {
    let project = project("tickets", "a/Tickets", TICKETS);
    let text = Mutex::new(String::new());
    let settings = Settings { budget: Budget::executions(10), ..Settings::default() };
    let zeros = Zeros { text: &text, method: Some(":full") };
    project.generate(&zeros, &settings, &mut |_| {}).expect("it runs");
    let text = text.into_inner().expect("it was told");
    expect![[r#"
        Tickets.given == 5: not solved
    "#]]
    .assert_eq(&text);
    let settings = Settings { budget: Budget::executions(2_000), ..Settings::default() };
    let generated = project.generate(&Tardis::default(), &settings, &mut |_| {}).expect("it runs");
    let impossible = "Branch { branch: 1, way: false, decision: false, condition: true }";
    assert_eq!(open(&generated), [impossible]);
}
