//! `ferret c` on code that says what its inputs are, by the functions of other tools.

use super::Directory;
use std::process::Command;

const DRIVER: &str = "\
#include <string.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
void __CrestInt(int *x);

int verified(void)
{
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number > 100);
    if (number < 50)
        return 2;
    if (number == 231)
        return 3;
    return 0;
}

int marked(void)
{
    char text[4];
    int last;
    klee_make_symbolic(text, sizeof text, \"text\");
    __CrestInt(&last);
    klee_assume(text[0] == 'g');
    if (memcmp(text, \"gold\", 4) == 0)
        if (last == 77)
            return 1;
    return text[0] == 'x';
}
";

#[test]
fn inputs_that_a_unit_marks_are_answered_by_its_tests_and_assumptions_hold() {
    let directory = Directory::new("c-markers");
    directory.write("driver.c", DRIVER);
    let said = directory.told("c driver.c --technique dse --executions 400 --verbose --jobs 2");
    // Only what an assumption forbids is missing: numbers below 50, and a text that begins with an x.
    assert!(said.contains("driver.c:13:9 verified: true"), "{said}");
    let missing = said.lines().filter(|line| line.trim_start().starts_with("driver.c:")).count();
    assert_eq!(missing, 1, "{said}");
    let tests = directory.read("ferret-tests/test_driver.c");
    assert!(tests.contains("__VERIFIER_nondet_int_answers[] = {231};"), "{tests}");
    assert!(tests.contains("klee_make_symbolic_answers[] = {103, 111, 108, 100"), "{tests}");
    assert!(tests.contains("CREST_int_answers[] = {77};"), "{tests}");
    let output = Command::new("make").arg("-C").arg(directory.path.join("ferret-tests")).output();
    let output = output.expect("make starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
