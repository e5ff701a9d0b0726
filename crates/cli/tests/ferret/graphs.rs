//! `ferret cfg`.

use expect_test::expect;

use crate::{Directory, told, told_line};

const TWO: &str = "\
func @f(%a: i32) {
entry:
  br slt i32 %a, 1 ? entry : done
done:
  ret
}
func @\"<init>/x\"() {
entry:
  ret
}
declare @g()
";

/// A directory with a program, and `dot` as the only command on the path.
fn directory(name: &str, dot: Option<&str>) -> Directory {
    let directory = Directory::new(name);
    directory.write("two.fir", TWO);
    std::fs::create_dir(directory.path.join("bin")).expect("a directory for the test");
    if let Some(script) = dot {
        directory.write("bin/dot", script);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let executable = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(directory.path.join("bin/dot"), executable)
                .expect("an executable");
        }
    }
    directory
}

fn told_in(directory: &Directory, line: &str) -> String {
    told(directory.ferret(line.split(' ')).env("PATH", directory.path.join("bin")))
}

/// Stands in for Graphviz: `dot -Tsvg -o OUT IN`.
const DRAWS: Option<&str> = Some("#!/bin/sh\necho \"<svg/>\" > \"$3\"\n");

#[test]
fn a_graph_goes_to_standard_output() {
    let text = told_line("cfg subjects/ir/gcd.fir --function gcd");
    assert!(text.starts_with("digraph"), "{text}");
    assert_eq!(text, told_line("cfg subjects/ir/gcd.fir -f @gcd"), "same bytes");
    assert!(told_line("cfg subjects/ir/java_like.fir").starts_with("digraph"));
}

#[test]
fn without_graphviz_the_graph_is_written_all_the_same() {
    let directory = directory("graph_bare", None);
    expect![[r#"
        wrote two.dot
        ! note: no SVG: Graphviz is not installed (no `dot` on the PATH)
    "#]]
    .assert_eq(&told_in(&directory, "cfg two.fir -o two.dot"));
    assert!(directory.read("two.dot").starts_with("digraph"));
    expect![[r#"
        wrote graphs/f.dot
        wrote graphs/_init__x.dot
        ! note: no SVG: Graphviz is not installed (no `dot` on the PATH)
    "#]]
    .assert_eq(&told_in(&directory, "cfg two.fir -o graphs/"));
}

#[cfg(unix)]
#[test]
fn with_graphviz_an_svg_stands_beside_it() {
    let directory = directory("graph_svg", DRAWS);
    expect![[r#"
        wrote f.dot
        wrote f.svg
    "#]]
    .assert_eq(&told_in(&directory, "cfg two.fir -f f -o f.svg"));
    assert_eq!(directory.read("f.svg"), "<svg/>\n");
    expect![[r#"
        wrote graphs/f.dot
        wrote graphs/f.svg
        wrote graphs/_init__x.dot
        wrote graphs/_init__x.svg
    "#]]
    .assert_eq(&told_in(&directory, "cfg two.fir -o graphs/"));
    assert!(directory.read("graphs/f.dot").starts_with("digraph"));
    expect![[r#"
        wrote graphs/f.dot
        wrote graphs/f.svg
    "#]]
    .assert_eq(&told_in(&directory, "cfg two.fir -f f -o graphs"));
}

#[cfg(unix)]
#[test]
fn a_graphviz_that_fails_is_told_and_no_mistake() {
    let directory = directory("graph_failing", Some("#!/bin/sh\necho 'out of ink' >&2\nexit 1\n"));
    expect![[r#"
        wrote two.dot
        ! note: Graphviz could not draw two.svg: out of ink
    "#]]
    .assert_eq(&told_in(&directory, "cfg two.fir -o two.dot"));
}

#[test]
fn a_graph_that_cannot_be_written_is_a_mistake() {
    let directory = directory("graph_nowhere", None);
    expect![[r#"
        ! error: cannot write `missing/two.dot`: No such file or directory (os error 2)
        !   = help: its directory does not exist
        => 2
    "#]]
    .assert_eq(&told_in(&directory, "cfg two.fir -o missing/two.dot"));
}
