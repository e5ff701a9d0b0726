//! The goals of Java methods: lines, branches and decisions, and what runs cover of them.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;

use bytecode::goals::{Probes, units};
use coverage::{Coverage, Criterion, GoalKind, Goals, PairRule, Unit};
use expect_test::{Expect, expect};
use jvm::run::{Launch, Prepared, prepare};
use machine::{Captured, Config};
use program::{ClassId, FuncId, SiteTable};
use scenario::{Argument, Scenario, Statement};
use std::fmt::Write;
use std::sync::{Arc, PoisonError};
use trace::{Mode, Runner, Trace};

const CODE: &str = "public class Code {
    public static void main(String[] arguments) {}

    static int and(int a, int b) {
        if (a > 0 && b > 0) {
            return 1;
        }
        return 2;
    }

    static int mixed(int a, int b, int c) {
        return (a > 0 || b > 0) && c > 0 ? 1 : 2;
    }

    static boolean value(int a, int b, int c) {
        return a > 0 && b > 0 && c > 0;
    }

    static boolean either(int a, int b) {
        return a > 0 || b > 0;
    }

    static boolean positive(int a) {
        return a > 0;
    }

    static int called(int a, int b, int c) {
        if (!positive(a) && (positive(b) || !positive(c))) {
            return 1;
        }
        return 2;
    }

    static int apart(int a, int b) {
        int sum = 0;
        if (a > 0) {
            sum++;
            if (b > 0) {
                sum++;
            }
        }
        return sum;
    }

    static int looped(int a, int b) {
        int rounds = 0;
        while (a > 0 && b != 3) {
            a--;
            rounds++;
        }
        return rounds;
    }

    static int cases(int a) {
        switch (a) {
            case 1:
            case 2:
                return 1;
            case 3:
                return 2;
            default:
                return 3;
        }
    }

    static int asserted(int a, int b) {
        assert a > 0 && b > 0;
        return a;
    }

    static int first(int[] values) {
        int sum = 1;
        sum += values[0];
        return sum;
    }

    static int nothing(int a) {
        if (a > 0) {}
        return a;
    }
}
";

/// A class with its methods loaded.
struct Subject {
    prepared: Prepared,
    class: ClassId,
    goals: Arc<Goals>,
}

impl Subject {
    fn new(folder: &str) -> Self {
        let classes = compiled::compile(folder, &[("Code.java", CODE)], &[]);
        let launch = Launch::new(compiled::jdk(), vec![classes], "Code");
        let config = Config { record_decisions: true, ..Config::default() };
        let mut prepared = prepare(&launch, config, Arc::new(Captured::default())).expect("a JDK");
        let world = prepared.world();
        let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
        world.measure(["Code".to_owned()]);
        let class = world.known_class("Code").expect("the main class is linked");
        let methods: Vec<FuncId> =
            world.info(class).methods.iter().map(|method| method.function).collect();
        drop(world);
        for method in methods {
            prepared.machine.load(method);
        }
        let world = prepared.world();
        let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let (program, sites) = (prepared.machine.program(), prepared.machine.sites());
        let units = units(&mut world, program, sites, &[class]).expect("a class file");
        let goals = Arc::new(Goals::new(program, units));
        drop(world);
        Self { prepared, class, goals }
    }

    fn unit(&self, name: &str) -> &Unit {
        self.goals.units.values().find(|unit| unit.name == name).expect("a method")
    }

    fn sites(&self) -> &SiteTable {
        self.prepared.machine.sites()
    }

    /// Calls a method.
    fn call(&mut self, name: &str, arguments: &[i32], trace: &mut Trace) {
        let function = self.unit(name).function;
        let mut scenario = Scenario::default();
        let literal = |value: &i32| Argument::Literal(u128::from(value.cast_unsigned()));
        let arguments = arguments.iter().map(literal).collect();
        scenario.statements.push(Statement::Call { result: None, function, arguments });
        self.prepared.machine.run(&scenario, Mode::Concrete, trace).expect("the scenario fits");
    }
}

/// Checks the decisions of a method, each condition with what comes next; and how many goals each
/// criterion has.
fn check(subject: &Subject, name: &str, expected: &Expect) {
    let unit = subject.unit(name);
    let mut text = String::new();
    let function = &subject.prepared.machine.program().functions[unit.function];
    for decision in function.decisions.values() {
        let conditions = decision.conditions.iter().map(|condition| {
            let next = |next: Option<u32>| next.map_or("end".to_owned(), |next| next.to_string());
            format!("{}/{}", next(condition.if_true), next(condition.if_false))
        });
        writeln!(text, "decision {}", conditions.collect::<Vec<_>>().join(" ")).unwrap();
    }
    let id = subject.goals.unit_of(unit.function).expect("a unit");
    for criterion in Criterion::all() {
        let own = subject.goals.of_unit(id);
        let count = own.filter(|goal| criterion.wants(&subject.goals.goals[*goal])).count();
        write!(text, "{criterion} {count} ").unwrap();
    }
    expected.assert_eq(text.trim_end());
}

#[test]
fn decisions_are_rebuilt_from_jumps() {
    let subject = Subject::new("goals-decisions");
    check(
        &subject,
        "and",
        &expect![[r#"
            decision 1/end end/end
            statement 3 branch 4 decision 2 condition 4 condition-decision 6 mcdc 11 check 0 exception 4 mutation 3"#]],
    );
    check(
        &subject,
        "mixed",
        &expect![[r#"
            decision 1/2 2/end end/end
            statement 1 branch 6 decision 2 condition 6 condition-decision 8 mcdc 13 check 0 exception 6 mutation 1"#]],
    );
    check(
        &subject,
        "value",
        &expect![[r#"
            decision 1/end 2/end end/end
            statement 1 branch 6 decision 2 condition 6 condition-decision 8 mcdc 13 check 0 exception 6 mutation 1"#]],
    );
    check(
        &subject,
        "either",
        &expect![[r#"
            decision end/1 end/end
            statement 1 branch 4 decision 2 condition 4 condition-decision 6 mcdc 10 check 0 exception 4 mutation 1"#]],
    );
    check(
        &subject,
        "called",
        &expect![[r#"
            decision 1/end end/2 end/end
            statement 3 branch 6 decision 2 condition 6 condition-decision 8 mcdc 14 check 0 exception 6 mutation 3"#]],
    );
    check(
        &subject,
        "apart",
        &expect![
            "statement 6 branch 4 decision 4 condition 4 condition-decision 4 mcdc 6 check 0 exception 4 mutation 6"
        ],
    );
    check(
        &subject,
        "looped",
        &expect![[r#"
            decision 1/end end/end
            statement 5 branch 4 decision 2 condition 4 condition-decision 6 mcdc 10 check 0 exception 4 mutation 5"#]],
    );
    check(
        &subject,
        "cases",
        &expect![
            "statement 4 branch 3 decision 3 condition 0 condition-decision 3 mcdc 7 check 0 exception 3 mutation 4"
        ],
    );
    check(
        &subject,
        "asserted",
        &expect![[r#"
            decision end/1 end/end
            statement 2 branch 4 decision 2 condition 4 condition-decision 6 mcdc 11 check 0 exception 4 mutation 2"#]],
    );
    check(
        &subject,
        "nothing",
        &expect![
            "statement 2 branch 2 decision 2 condition 2 condition-decision 2 mcdc 4 check 0 exception 2 mutation 2"
        ],
    );
}

#[test]
fn all_arguments_together_cover_every_goal_and_all_that_jacoco_counts() {
    let mut subject = Subject::new("goals-covered");
    let mut coverage = Coverage::new(Arc::clone(&subject.goals), PairRule::UniqueCause);
    let world = subject.prepared.world();
    let lock = || world.lock().unwrap_or_else(PoisonError::into_inner);
    let program = Arc::clone(subject.prepared.machine.program());
    let mut probes = Probes::new(&lock(), &program, subject.sites(), &[subject.class]);
    let mut trace = Trace::default();
    let methods =
        ["and", "mixed", "value", "either", "called", "apart", "looped", "cases", "nothing"];
    for name in methods {
        let function = subject.unit(name).function;
        let count = program.functions[function].params;
        for number in 0..4_i32.pow(count) {
            let arguments: Vec<i32> =
                (0..count).map(|place| number / 4_i32.pow(place) % 4).collect();
            subject.call(name, &arguments, &mut trace);
            coverage.update(&trace);
            probes.add(&trace);
        }
        let unit = subject.goals.unit_of(function).expect("a unit");
        let open = subject.goals.of_unit(unit).filter(|goal| !coverage.is_covered(*goal));
        let open: Vec<_> = open.map(|goal| subject.goals.goals[goal].kind).collect();
        assert_eq!(open, [], "{name}");
        let row = coverage.row(unit);
        assert!(row.edges.is_full() && row.edges == row.branches, "{name}: {row:?}");
    }
    let counters = probes.counters(&mut lock(), subject.class).expect("a class file");
    let counters = counters.expect("a class with code");
    for method in &counters.by_method {
        if methods.contains(&method.method.0.as_str()) {
            assert_eq!(method.branches.covered, method.branches.total, "{method:?}");
            assert_eq!(method.lines.covered, method.lines.total, "{method:?}");
        }
    }
}

#[test]
fn one_run_covers_what_its_probes_tell() {
    let mut subject = Subject::new("goals-run");
    let mut trace = Trace::default();
    let mut coverage = Coverage::new(Arc::clone(&subject.goals), PairRule::default());
    subject.call("cases", &[3], &mut trace);
    coverage.update(&trace);
    subject.call("and", &[1, 0], &mut trace);
    coverage.update(&trace);
    let row = |name| {
        let unit = subject.goals.unit_of(subject.unit(name).function).expect("a unit");
        let row = coverage.row(unit);
        format!("lines {} branches {} edges {}", row.regions, row.branches, row.edges)
    };
    expect!["lines 2/4 branches 1/3 edges 1/3"].assert_eq(&row("cases"));
    expect!["lines 2/3 branches 2/4 edges 2/4"].assert_eq(&row("and"));
}

#[test]
fn what_throws_before_its_probe_is_entered_but_does_not_count() {
    let mut subject = Subject::new("goals-thrown");
    let mut trace = Trace::default();
    let mut coverage = Coverage::new(Arc::clone(&subject.goals), PairRule::default());
    subject.call("first", &[0], &mut trace);
    let new = coverage.update(&trace).to_vec();
    let kinds: Vec<GoalKind> = new.iter().map(|goal| subject.goals.goals[*goal].kind).collect();
    // No line, no branch: that the check failed is all there is to see beside it.
    assert_eq!(kinds, [GoalKind::Entry, GoalKind::Check(0)]);
    let unit = subject.goals.unit_of(subject.unit("first").function).expect("a unit");
    assert_eq!(coverage.row(unit).regions.to_string(), "0/3");
}
