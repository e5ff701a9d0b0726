//! `ferret compare` as a user meets it: the table, the files, what is not run again, and mistakes.

use super::{Directory, text};
use expect_test::expect;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

const SOURCE: &str = "\
int sign(int n)
{
    if (n > 0)
        return 1;
    return n < 0 ? -1 : 0;
}

int secret(int n)
{
    if ((n ^ 21) == 1234567 && sign(n) > 0)
        return 1;
    return 0;
}
";

fn prepared(name: &str) -> Directory {
    let directory = Directory::new(name);
    directory.write("numbers.c", SOURCE);
    directory
}

/// What the command says, without the times, which differ from run to run.
fn told(directory: &Directory, more: &str) -> String {
    let said = directory.told(&format!("compare --out results.jsonl {more}"));
    let is_time = |word: &str| {
        let number = word.strip_suffix('s').filter(|number| number.contains('.'));
        number.is_some_and(|number| number.parse::<f64>().is_ok())
    };
    let words = |line: &str| {
        let timeless = line.split(' ').map(|word| if is_time(word) { "-" } else { word });
        timeless.collect::<Vec<_>>().join(" ")
    };
    said.lines().map(|line| words(line) + "\n").collect()
}

#[test]
fn variants_are_compared_on_files_and_functions() {
    let directory = prepared("compare-table");
    let command = "--subject numbers.c --subject numbers.c:sign --variant random \
                   --variant guess=random --seeds 3 --executions 50 --at 5,50 --csv t.csv --svg t.svg";
    expect![[r#"
        numbers.c: 8 goals, target 5
        variant  runs   @5  @50   sd  to target  executions  time   Â12      p  only it  only base
        random      3  3.3  5.0  0.0         23          50  -
        guess       3  3.3  5.0  0.0         23          50  -  0.50  1.000        0          0

        numbers.c:sign: 4 goals, target 4
        variant  runs   @5  @50   sd  to target  executions  time   Â12      p  only it  only base
        random      3  3.0  4.0  0.0         19          50  -
        guess       3  3.0  4.0  0.0         19          50  -  0.50  1.000        0          0

        all 2 subjects: 12 goals
        variant     @5    @50  to target  executions  time   Â12  better  worse  symmetry p  only it  only base
        random   52.8%  75.0%         42         100  -
        guess    52.8%  75.0%         42         100  -  0.50   0 (0)  0 (0)           -        0          0

        against `random`  covered  to target  executions
        guess               +0.0%      +0.0%       +0.0%

        @N: mean goals covered after N executions; sd: standard deviation at the last N; to target: executions until the mean reaches the target
        chosen: executions for what the strategy chose; others were starts, repairs and checks made to fail
        against `random`: Â12 how likely more goals are covered, p by Mann-Whitney's U test; goals that only it or only the base ever covered
        better, worse: subjects with Â12 above and below 0.5 (significant at 0.05); symmetry: of Â12 around 0.5, by Wilcoxon's signed-rank test
    "#]].assert_eq(&told(&directory, command));
    assert_eq!(directory.read("t.csv").lines().count(), 5);
    assert!(directory.read("t.svg").starts_with("<svg"));
}

#[test]
fn a_strategy_with_its_options_is_a_variant_and_goals_that_it_alone_covers_are_listed() {
    let directory = prepared("compare-strategies");
    let command = "--subject numbers.c:secret --variant random --variant dse:dfs \
                   --variant plain=dse:dfs,filter=off --seeds 2 --executions 40 --list-goals --goals-csv goals.csv";
    let lines = told(&directory, command);
    let (_, goals) = lines.split_once("numbers.c:secret: `dse:dfs` covered").expect("a list");
    expect![[r#"
        , `random` did not
          numbers.c:10:9 secret: true
          numbers.c:10:32 secret: true

        numbers.c:secret: `plain` covered, `random` did not
          numbers.c:10:9 secret: true
          numbers.c:10:32 secret: true
    "#]]
    .assert_eq(goals);
    // Goals are named by their places.
    let goals = directory.read("goals.csv");
    assert!(
        goals.lines().nth(1).is_some_and(|line| line.starts_with("numbers.c:secret,numbers.c:10:"))
    );
}

#[test]
fn searches_are_compared_target_by_target() {
    let directory = prepared("compare-searches");
    let command = "--subject numbers.c --variant random-search,each-target,uniform,evaluations=400 \
                   --variant avm:standard,each-target,uniform,evaluations=400 \
                   --variant avm:enhanced,each-target,uniform,evaluations=400 --seeds 3";
    expect![[r#"
        searches                                             variant  goals  covered  success  evaluations  of base  p cheaper  p dearer  cheaper on  dearer on
        numbers.c  random-search,each-target,uniform,evaluations=400      5        4    80.0%         82.1
        numbers.c   avm:standard,each-target,uniform,evaluations=400      5        5   100.0%         66.7    81.3%      0.453     0.594           0          0
        numbers.c   avm:enhanced,each-target,uniform,evaluations=400      5        5   100.0%         52.3    63.7%      0.453     0.594           0          0

        success by goal             random-search,each-target,uniform,evaluations=400  avm:standard,each-target,uniform,evaluations=400  avm:enhanced,each-target,uniform,evaluations=400
        numbers.c:5:12 sign: false                                               0.0%                                            100.0%                                            100.0%

        a search for every goal that some search covered; one that fails counts with all its evaluations
        mean of shares: of the subjects, whatever their size, as in Table III of Baars et al.
        of base: evaluations as a share of `random-search,each-target,uniform,evaluations=400`; p: one-sided Wilcoxon signed-rank test of pairs with the same goal and seed
        cheaper on, dearer on: goals on whose pairs alone that test has p < 0.01
    "#]].assert_eq(&told(&directory, command));
}

#[test]
fn each_function_may_be_a_subject() {
    let directory = prepared("compare-each");
    let command = "--subject numbers.c --each-function --complexity 3 --variant random --seeds 1 --executions 20";
    let lines = told(&directory, command);
    // Two conditions make a complexity of three.
    assert!(lines.contains("no function was chosen"), "{lines}");
    let lines = told(&directory, &command.replace("complexity 3", "complexity 2"));
    let subjects: Vec<&str> =
        lines.lines().filter(|line| line.contains(" goals, target")).collect();
    assert_eq!(
        subjects,
        ["numbers.c:sign: 4 goals, target 4", "numbers.c:secret: 4 goals, target 1"]
    );
}

#[test]
fn what_is_in_the_file_of_results_is_not_run_again() {
    let directory = prepared("compare-again");
    let command = "--subject numbers.c:sign --variant random --seeds 3 --executions 50";
    let first = told(&directory, command);
    let results = directory.read("results.jsonl");
    assert_eq!(results.lines().count(), 3);
    assert_eq!(told(&directory, command), first);
    assert_eq!(directory.read("results.jsonl"), results);
    // Interrupted in the middle of the last line.
    directory.write("results.jsonl", &results[..results.len() - 20]);
    assert_eq!(told(&directory, command), first);
    assert_eq!(directory.read("results.jsonl").lines().count(), 3);
    // The code has changed.
    directory.write("numbers.c", SOURCE.replace("n > 0", "n > 1"));
    told(&directory, command);
    assert_eq!(directory.read("results.jsonl").lines().count(), 6);
    // Runs are given up sooner.
    told(&directory, &format!("{command} --max-steps 1000"));
    assert_eq!(directory.read("results.jsonl").lines().count(), 9);
}

#[test]
fn after_ctrl_c_the_same_command_goes_on() {
    let directory = prepared("compare-interrupted");
    let path = directory.path.join("results.jsonl");
    let lines = || std::fs::read_to_string(&path).unwrap_or_default().lines().count();
    let compare = |executions: &str, seeds: usize| {
        let mut command = directory.ferret(["compare", "--out", "results.jsonl", "--jobs", "1"]);
        command.args(["--subject", "numbers.c:secret", "--executions", executions]);
        command.args(["--variant", "random", "--variant", "again=random"]);
        command.args(["--seeds", &seeds.to_string()]);
        command
    };
    let interrupt_when = |is_time: &dyn Fn() -> bool, executions: &str| {
        let mut command = compare(executions, 300);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        while !is_time() {
            assert!(child.try_wait().expect("it can be asked").is_none(), "it ended by itself");
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill starts").success());
        text(&child.wait_with_output().expect("the binary ends"))
    };
    let note = |missing: usize| {
        format!(
            "! note: interrupted by Ctrl-C: {missing} of 600 runs are missing; the same command continues with them\n=> 1\n"
        )
    };
    // Nothing is kept of a run that was under way, and this one has so much to do that nobody sees its end.
    let said = interrupt_when(&|| path.exists(), "1000000000000");
    assert!(said.ends_with(&note(600)), "{said}");
    assert_eq!(lines(), 0);
    // What is over is kept and told.
    let said = interrupt_when(&|| lines() > 0, "20000");
    let kept = lines();
    assert!(kept > 0 && said.ends_with(&note(600 - kept)), "{kept} {said}");
    assert!(said.starts_with("numbers.c:secret: 4 goals"), "{said}");
    // The rest is run the next time, or some of it.
    let seeds = kept / 2 + 1;
    let output = compare("20000", seeds).output().expect("the binary starts");
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(lines(), 2 * seeds);
}

#[test]
fn mistakes_are_told_with_what_would_do() {
    let directory = prepared("compare-mistakes");
    directory.write("broken.jsonl", "{}\n");
    let mut said = String::new();
    for mistake in [
        "--subject numbers.c:sing --variant random",
        "--subject numbers.c --variant random,speed=3",
        "--subject numbers.c --variant random --variant random",
        "--subject numbers.c --variant random --baseline dse",
        "--subject numbers.c --variant random --seeds 5..5",
        "--subject numbers.c --variant random --target 120%",
        "--subject missing.c --variant random",
    ] {
        said += &format!("$ {mistake}\n{}", told(&directory, mistake));
    }
    said += &directory.told("compare --subject numbers.c --variant random --out broken.jsonl");
    expect![[r#"
        $ --subject numbers.c:sing --variant random
        ! error: there is no function `sing` in `numbers.c`
        !   = help: there are sign, secret
        => 2
        $ --subject numbers.c --variant random,speed=3
        ! error: `random,speed=3` is no variant: unexpected argument '--speed' found
        => 2
        $ --subject numbers.c --variant random --variant random
        ! error: two variants are called `random`
        !   = help: write NAME=VARIANT to give one another name
        => 2
        $ --subject numbers.c --variant random --baseline dse
        ! error: the baseline `dse` is none of the variants
        !   = help: there are random
        => 2
        $ --subject numbers.c --variant random --seeds 5..5
        ! error: invalid value '5..5' for '--seeds <N>': at least one seed is needed
        !
        ! For more information, try '--help'.
        => 2
        $ --subject numbers.c --variant random --target 120%
        ! error: invalid value '120%' for '--target <SHARE>': a share is needed, such as 90%
        !
        ! For more information, try '--help'.
        => 2
        $ --subject missing.c --variant random
        ! error: there is no file `missing.c`
        => 2
        ! error: cannot keep results in `broken.jsonl`: line 1 is no result of a comparison: missing field `subject` at line 1 column 2
        => 2
    "#]].assert_eq(&said);
    assert_eq!(directory.read("broken.jsonl"), "{}\n");
    let said = told(&directory, "--subject numbers.c --variant rnadom");
    assert!(said.contains("`rnadom` is no variant") && said.contains("random, "), "{said}");
}

/// Figure 1 of the paper EvoSuite+DSE, whose branch needs both calls and a text.
#[test]
fn on_the_first_figure_auto_needs_at_most_a_fifth_of_the_executions_of_plain_suites() {
    let directory = Directory::new("compare-figure");
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java/units");
    let compiled = Command::new("javac")
        .current_dir(&directory.path)
        .args(["-g", "-d", "classes"])
        .args(["Bar.java", "Foo.java"].map(|name| units.join(name)))
        .output()
        .expect("a JDK on the path");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let command = "--subject classes:units.Bar --executions 60000 --seeds 9 --variant auto \
                   --variant plain=suite,no-seeding,no-dynamic-constants,no-archive";
    told(&directory, command);
    let median_of = |variant: &str| {
        let results = directory.read("results.jsonl");
        let runs = results.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let mut executions: Vec<u64> = runs
            .filter(|run| run["variant"] == variant)
            .inspect(|run| assert_eq!(run["reached"].as_array().map(Vec::len), Some(3), "{run}"))
            .map(|run| run["executions"].as_u64().expect("a number"))
            .collect();
        executions.sort_unstable();
        executions[executions.len() / 2]
    };
    let (auto, plain) = (median_of("auto"), median_of("plain"));
    assert!(5 * auto <= plain, "{auto} and {plain} executions");
}
