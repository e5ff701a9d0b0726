//! The files beside the tests: how to build and run them.

use std::fmt::Write;

/// A Makefile that builds and runs test files, given without their ending, with the flags of the source;
/// findings have a target of their own.
pub fn makefile(tests: &[String], findings: &[String], flags: &[String]) -> String {
    let mut text = String::from(
        "# Builds and runs the tests: make, or make CC=gcc; what was found: make findings.\n",
    );
    let _ = writeln!(text, "CFLAGS ?= -g -O0 -Wall -Wextra\nFLAGS = {}\n", flags.join(" "));
    let _ = writeln!(text, "TESTS = {}\nFINDINGS = {}\n", tests.join(" "), findings.join(" "));
    text += "\
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: check findings clean
check: $(TESTS)
\t@status=0; for test in $(TESTS); do ./$$test || status=1; done; exit $$status

$(TESTS): %: %.c
\t$(CC) $(CFLAGS) $(FLAGS) $< -o $@ -lm

# Each of these must die.
findings: $(FINDINGS)
\t@status=0; for test in $(FINDINGS); do ./$$test 2>/dev/null || status=1; done; exit $$status

$(FINDINGS): %: %.c
\t$(CC) -g -O0 -w $(SANITIZERS) $(FLAGS) $< -o $@ -lm

clean:
\trm -f $(TESTS) $(FINDINGS)
";
    text
}

/// Lines for a CMake project.
pub fn cmake(tests: &[String], flags: &[String]) -> String {
    let mut text = String::from(
        "# include() this file in a CMake project: ctest runs the tests.\nenable_testing()\n",
    );
    for test in tests {
        let _ = write!(
            text,
            "add_executable({test} ${{CMAKE_CURRENT_LIST_DIR}}/{test}.c)\ntarget_link_libraries({test} m)\n"
        );
        if !flags.is_empty() {
            let _ = writeln!(text, "target_compile_options({test} PRIVATE {})", flags.join(" "));
        }
        let _ = writeln!(text, "add_test(NAME {test} COMMAND {test})");
    }
    text
}
