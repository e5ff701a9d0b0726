//! Projects of several C files: a unit calls the project's own functions.

use crate::projects::{ferret_in, files, folder};
use crate::told;
use std::process::Command;

const STACK_H: &str = "typedef struct stack stack;\n\
    stack *stack_new(int capacity);\nvoid stack_free(stack *s);\n\
    int stack_push(stack *s, int value);\nint stack_pop(stack *s, int *value);\n\
    void stack_send(stack *s);\nvoid network_send(int size);\n";

const STACK_C: &str = r#"#include "stack.h"
#include <stdlib.h>
struct stack { int capacity, size; int values[8]; };
stack *stack_new(int capacity) {
    stack *s;
    if (capacity < 1 || capacity > 8) return NULL;
    s = calloc(1, sizeof *s);
    if (s) s->capacity = capacity;
    return s;
}
void stack_free(stack *s) { free(s); }
int stack_push(stack *s, int value) {
    if (s->size == s->capacity) return -1;
    s->values[s->size++] = value;
    return 0;
}
int stack_pop(stack *s, int *value) {
    if (s->size == 0) return -1;
    *value = s->values[--s->size];
    return 0;
}
void stack_send(stack *s) { network_send(s->size); }
int main(void) { return 0; }
"#;

const SUM_C: &str = r#"#include "stack.h"
int sum(const char *digits) {
    stack *s = stack_new(4);
    int total = 0, value;
    if (!s) return -2;
    for (; *digits; digits++)
        if (stack_push(s, *digits)) { total = -1; goto done; }
    while (stack_pop(s, &value) == 0) total += value;
done:
    stack_free(s);
    return total;
}
"#;

const DRAIN_C: &str = r#"#include "stack.h"
int drain(stack *s) {
    int value, count = 0;
    if (!s) return -1;
    while (stack_pop(s, &value) == 0) count++;
    return count;
}
"#;

#[test]
fn a_unit_calls_the_functions_of_other_files_and_stubs_only_what_nobody_defines() {
    let folder = folder(
        "c_linked",
        &[("stack.h", STACK_H), ("stack.c", STACK_C), ("sum.c", SUM_C), ("drain.c", DRAIN_C)],
    );
    let said = told(&mut ferret_in(&folder, "--executions 3000 --jobs 1"));
    let written = files(&folder.join("ferret-tests"));
    let text = |name: &str| written[&folder.join("ferret-tests").join(name)].as_str();
    let sum = text("sum/test_sum.c");
    assert!(!sum.contains("Stub for"), "{sum}");
    // More than four digits do not fit, which only the real stack can tell.
    assert!(sum.contains("sum(\"") && sum.contains("== -1"), "{sum}");
    let stack = text("stack/test_stack.c");
    assert!(stack.contains("Stub for `network_send`"), "{stack}");
    // The opaque record is made by the function of the other file, and given back by another one.
    let drain = text("drain/test_drain.c");
    assert!(drain.contains("stack_new(") && drain.contains("stack_free("), "{said}\n{drain}");
    for unit in ["sum", "drain", "stack"] {
        for compiler in ["clang-19", "gcc"] {
            let mut make = Command::new("make");
            make.arg("-C").arg(folder.join("ferret-tests").join(unit));
            let ended = make.args(["clean", "check"]).arg(format!("CC={compiler}")).output();
            let ended = ended.expect("make can be started");
            assert!(ended.status.success(), "{unit}: {}", String::from_utf8_lossy(&ended.stderr));
        }
    }
}

#[test]
fn no_test_names_what_only_another_file_knows() {
    let header = "struct hooks { int (*run)(int); int level; };\n\
                  const struct hooks *hooks(void);\nstruct box { const struct hooks *hooks; int x; };\n";
    let other = "#include \"h.h\"\nstatic int run(int x) { return x + 1; }\n\
                 struct hooks default_hooks = { run, 3 };\n\
                 const struct hooks *hooks(void) { return &default_hooks; }\n";
    let unit = "#include \"h.h\"\n\
                int fill(struct box *b, int x) { if (x < 0) return -1; b->hooks = hooks(); b->x = x; return 0; }\n";
    let folder = folder("c_names", &[("h.h", header), ("other.c", other), ("unit.c", unit)]);
    let said = told(&mut ferret_in(&folder, "--executions 800 --jobs 1"));
    assert!(!said.contains("do not compile"), "{said}");
    let written = files(&folder.join("ferret-tests"));
    let tests = &written[&folder.join("ferret-tests/unit/test_unit.c")];
    assert!(tests.contains("== 0") && !tests.contains("default_hooks"), "{tests}");
}

#[test]
fn a_file_that_clashes_leaves_stubs_and_a_note() {
    let one = "int helper(int);\nint name(void) { return 1; }\n\
               int one(int x) { return helper(x) > 3 ? 1 : 0; }\n";
    let two = "int name(void) { return 2; }\nint helper(int x) { return x; }\n";
    let folder = folder("c_clashing", &[("one.c", one), ("two.c", two)]);
    let said = told(&mut ferret_in(&folder, "--executions 400 --jobs 1 --json"));
    assert!(said.contains("`helper`: stubs, because their files redefine names"), "{said}");
    let written = files(&folder.join("ferret-tests"));
    let tests = &written[&folder.join("ferret-tests/one/test_one.c")];
    assert!(tests.contains("Stub for `helper`"), "{tests}");
}

#[test]
fn a_unit_is_tested_again_when_code_of_another_file_changes_that_it_gets_to() {
    let caller = "int f(int);\nint caller(int x) { return f(x) > 2 ? 1 : 0; }\n";
    let callee = "int f(int x) { return x + 1; }\nint other(int x) { return x; }\n";
    let folder = folder("c_changed", &[("caller.c", caller), ("callee.c", callee)]);
    let run = || told(&mut ferret_in(&folder, "--executions 300 --jobs 1"));
    let tested = |said: &str, name: &str| {
        said.lines().any(|line| line.contains("] ") && line.contains(name))
    };
    assert!(tested(&run(), "caller.c"));
    std::fs::write(folder.join("callee.c"), callee.replace("return x;", "return x * 2;")).unwrap();
    let tests = folder.join("ferret-tests/caller/test_caller.c");
    let before = std::fs::read_to_string(&tests).unwrap();
    let other = run();
    assert!(tested(&other, "callee.c") && !tested(&other, "caller.c"), "{other}");
    // Made again, its tests are the same: names, order and values depend on nothing else.
    told(&mut ferret_in(&folder, "--executions 300 --jobs 1 --fresh"));
    assert_eq!(std::fs::read_to_string(&tests).unwrap(), before);
    std::fs::write(folder.join("callee.c"), callee.replace("x + 1", "x + 2")).unwrap();
    let called = run();
    assert!(tested(&called, "callee.c") && tested(&called, "caller.c"), "{called}");
}

/// As gnulib does it: headers that ask for `config.h`, one of which stands in for a header of the system.
const ASKS: &str = "#ifndef INLINE_BEGIN\n#error \"Please include config.h first.\"\n#endif\n";

/// A macro that is a text with a blank, as a compilation database has it: escaped for the shell, and that for JSON.
const QUOTED: &str = r#"'-DVERSION=\"4.1 $x\"'"#;

#[test]
fn tests_of_configured_projects_compile_whatever_their_sources_include() {
    let digit_h =
        format!("{ASKS}DIGIT_INLINE int is_digit(int c) {{ return c >= '0' && c <= '9'; }}\n");
    let unistd_h = format!("{ASKS}#include_next <unistd.h>\n");
    let digit_c = "#include <config.h>\n#define DIGIT_INLINE\n#include \"digit.h\"\n";
    let files = [
        ("config.h", "#define PACKAGE_NAME \"digits\"\n#define INLINE_BEGIN\n"),
        ("gl/unistd.h", &unistd_h),
        ("digit.h", &digit_h),
        // All of its functions are in a header.
        ("digit.c", digit_c),
        // It needs nothing of the project.
        (
            "sign.c",
            "const char *version(void) { return VERSION; }\n\
             int sign(int x) { if (x < 0) return -1; return x > 0; }\n",
        ),
    ];
    let folder = folder("configured", &files);
    let entry = |file: &str| {
        let directory = folder.display();
        format!(
            "{{\"directory\": \"{directory}\", \"file\": \"{file}\", \
             \"command\": \"cc -DHAVE_CONFIG_H {QUOTED} -I. -Igl -c {file}\"}}"
        )
    };
    let database = format!("[{}, {}]\n", entry("digit.c"), entry("sign.c"));
    std::fs::write(folder.join("compile_commands.json"), database).expect("written");
    let said = told(&mut ferret_in(&folder, "test --executions 200 --jobs 1"));
    assert!(said.contains("] digit.c: 4/4 branches"), "{said}");
    assert!(said.contains("] sign.c: 2/2 branches"), "{said}");
    assert!(!said.contains("=>"), "{said}");
    for unit in ["digit", "sign"] {
        let tests = folder.join("ferret-tests").join(unit);
        let made = Command::new("make").current_dir(&tests).output().expect("make starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let lists = format!(
            "cmake_minimum_required(VERSION 3.13)\nproject(p C)\ninclude({}/tests.cmake)\n",
            tests.display()
        );
        let outer = self::folder(&format!("configured-{unit}"), &[("CMakeLists.txt", &lists)]);
        for words in [["-S", ".", "-B", "b"].as_slice(), &["--build", "b"]] {
            let made =
                Command::new("cmake").args(words).current_dir(&outer).output().expect("cmake");
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        }
    }
}
