//! What a person reads on a terminal: tables of coverage, and lists of what is not covered, not kept or looks wrong.

mod columns;
mod common;
mod findings;
mod members;
mod open;
mod overview;
mod short;
mod units;

pub use open::outcome;
pub use overview::{Module, overview};
pub use short::short;

use crate::Report;

/// The whole report as text; `out` is the folder that tests went to.
pub fn print(report: &Report, out: &str) -> String {
    match report.vocabulary.by_member {
        true => members::print(report, out),
        false => units::print(report, out),
    }
}

/// All about each unit, one after the other, each behind an empty line.
pub fn details(report: &Report) -> String {
    let mut text = String::new();
    for unit in &report.units {
        let mut alone = Report::new(report.vocabulary.clone(), report.settings.clone());
        alone.units.push(unit.clone());
        text += &format!("\n{}", print(&alone, ""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn a_program_is_told_function_by_function() {
        expect![[r#"
            function    regions   branches  decisions  conditions      MC/DC  tests    time
            f               3/4        3/4        0/0         0/0        0/0      2    0.2s
            g               0/4        0/4        0/0         0/0        0/0      0    0.2s
            all             3/8        3/8        0/0         0/0        0/0      2    0.5s

            not covered (branch): 1 proven infeasible, 1 not reached within bounds, 1 reached but not tested, 1 open
              a.c:3:9 f: true: infeasible
              a.c:4:9 f: true: not reached within bounds: steps of a run
              a.c:9:7 g: true: reached, but every such run crashes
              g: true: open
            1000 executions, 5 paths; solver: 3 solved, 0 unsatisfiable, 0 unknown; 0 diverged, 0 filtered
            too many paths, so the fitness is approximate: f

            findings: 1 (2 before similar ones are grouped)
              undefined behaviour: g division by zero at a.c:9:7 (g_dies)
                  `n` is checked at a.c:8:7
                  1 similar: g at a.c:11:7
                    in divide (a.c:9:7)
                    in g (a.c:9:7)

            broken preconditions, not counted as findings:
              1 unchecked null argument: f(p, q)
              1 use after release: g

            not tested directly: 1
              g: all 7 runs trapped: division by zero at a.c:9:7

            tests left out: 1
              f_3: it does not pass natively: a.c:3: r == 1
            left out 1 scenario that was not repeatable
            note: interrupted; tests found so far are kept
            note: these tests set private fields directly: f_2; --no-fabricated prevents it
            note: `Makefile` was not written: the existing file is not Ferret's
            tests: 2 in out/test_a.c
        "#]].assert_eq(&print(&sample::program(), "out"));
    }

    #[test]
    fn classes_are_told_one_by_one_and_one_alone_with_its_methods() {
        expect![[r#"
            class                     lines   branches      edges  decisions  conditions      MC/DC  tests    time
              Iban.check(String)        3/4        3/4        0/0        0/0         0/0        0/0
            acme.Iban                   3/4        3/4        0/0        0/0         0/0        0/0      1    1.5s

            not covered (branch,exception): 0 proven infeasible, 0 not reached within bounds, 0 reached but not tested, 1 open
              Iban.java:2 Iban.check(String): true: open

            without tests: 1
              acme.Log: nothing that a test can call

            tests left out: 3
              acme.Iban a and 2 others: it does not pass on the JVM: java.lang.NoClassDefFoundError: acme/Log
            `acme.Log` is not on the class path, and these tests need it: add its jar with --classpath
            2 distinct exceptions; 1 has a test
              Iban.check throws java.lang.ArithmeticException
              Iban.check throws acme.Bad, without a test

            dropped, because they depend on the clock, hash codes, randomness, locale, environment or thread order:
              2 scenarios with another outcome or other coverage, 1 assertion

            findings: 1
              crash: Iban.check throws ArithmeticException at Iban.java:7
                  new Iban().check("");
                    in java.math.BigInteger.divide (java/math/BigInteger.java:2337), library
                    in acme.Iban.digits (Iban.java:7)
                    in acme.Iban.check (Iban.java:3)
            tests: 1 in out/acme/IbanTest.java
        "#]].assert_eq(&print(&sample::classes(), "out"));
        let mut two = sample::classes();
        two.units.push(two.units[0].clone());
        expect![[r#"
            class          lines   branches      edges  decisions  conditions      MC/DC  tests    time
            acme.Iban        3/4        3/4        0/0        0/0         0/0        0/0      1    1.5s
            acme.Iban        3/4        3/4        0/0        0/0         0/0        0/0      1    1.5s
            all              6/8        6/8        0/0        0/0         0/0        0/0      2    3.0s

            without tests: 1
              acme.Log: nothing that a test can call

            tests left out: 6
              acme.Iban a and 2 others: it does not pass on the JVM: java.lang.NoClassDefFoundError: acme/Log
              acme.Iban a and 2 others: it does not pass on the JVM: java.lang.NoClassDefFoundError: acme/Log
            `acme.Log` is not on the class path, and these tests need it: add its jar with --classpath
            4 distinct exceptions; 2 have a test
              Iban.check throws java.lang.ArithmeticException
              Iban.check throws acme.Bad, without a test
              Iban.check throws java.lang.ArithmeticException
              Iban.check throws acme.Bad, without a test

            dropped, because they depend on the clock, hash codes, randomness, locale, environment or thread order:
              4 scenarios with another outcome or other coverage, 2 assertions

            findings: 1 (2 before similar ones are grouped)
              crash: Iban.check throws ArithmeticException at Iban.java:7
                  new Iban().check("");
                    in java.math.BigInteger.divide (java/math/BigInteger.java:2337), library
                    in acme.Iban.digits (Iban.java:7)
                    in acme.Iban.check (Iban.java:3)
            tests: 2 in 2 files below out
        "#]].assert_eq(&print(&two, "out"));
    }
}
