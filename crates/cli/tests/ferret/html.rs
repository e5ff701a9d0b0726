//! `--html DIR`: pages for a browser.

use super::{Directory, ferret};

fn made(directory: &Directory) -> String {
    let output = ferret()
        .current_dir(&directory.path)
        .args(
            "c a.c --technique random --executions 300 --jobs 1 --no-native --html pages"
                .split(' '),
        )
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(directory.path.join("pages/index.html")).unwrap()
}

#[test]
fn pages_show_the_source_and_the_code_of_tests_and_old_pages_go() {
    let directory = Directory::new("html");
    let source = "int sign(int n)\n{\n    if (n < 0)\n        return -1; /* </script> */\n    return n > 0;\n}\n";
    std::fs::write(directory.path.join("a.c"), source).unwrap();
    let index = made(&directory);
    assert!(index.contains("<a href=\"units/a.c.html\">a.c</a>"), "{index}");
    let unit = directory.path.join("pages/units/a.c.html");
    let page = std::fs::read_to_string(&unit).unwrap();
    assert!(page.contains("/* &lt;/script&gt; */"), "{page}");
    assert!(page.contains("<pre tabindex=0><code>static void sign_"), "{page}");
    // The page of a unit that is gone goes, a file of somebody else's stays.
    let (old, foreign) = (unit.with_file_name("b.c.html"), unit.with_file_name("notes.html"));
    std::fs::copy(&unit, &old).unwrap();
    std::fs::write(&foreign, "mine").unwrap();
    assert_eq!(made(&directory), index);
    assert_eq!(std::fs::read_to_string(&unit).unwrap(), page);
    assert!(!old.exists() && foreign.exists());
}

#[test]
fn a_page_of_somebody_else_is_not_overwritten() {
    let directory = Directory::new("html-foreign");
    std::fs::write(directory.path.join("a.c"), "int one(void) { return 1; }\n").unwrap();
    std::fs::create_dir(directory.path.join("pages")).unwrap();
    std::fs::write(directory.path.join("pages/index.html"), "mine").unwrap();
    let output = ferret()
        .current_dir(&directory.path)
        .args("c a.c --technique random --executions 10 --no-native --html pages".split(' '))
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("error: `pages/index.html` is not a page of Ferret's"), "{message}");
    let index = std::fs::read_to_string(directory.path.join("pages/index.html")).unwrap();
    assert_eq!(index, "mine");
}
