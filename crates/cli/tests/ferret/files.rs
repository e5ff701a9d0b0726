//! `ferret check` and `ferret fmt`.

use expect_test::expect;

use crate::{Directory, told_line};

const CANONICAL: &str = "func @f(%a: i32) -> i32 {\nentry:\n  ret %a\n}\n";

#[test]
fn well_formed_files_are_counted_up() {
    expect![[r#"
        subjects/ir/triangle.fir: ok, 1 function, 15 blocks, 14 sites
        subjects/ir/java_like.fir: ok, 8 functions, 2 globals, 8 classes, 15 blocks, 7 sites
    "#]]
    .assert_eq(&told_line("check subjects/ir/triangle.fir subjects/ir/java_like.fir"));
}

#[test]
fn every_file_that_is_not_well_formed_is_told() {
    let directory = Directory::new("check");
    directory.write("good.fir", CANONICAL);
    directory.write("slip.fir", "func @f() {\nentry:\n  jmp entry\n}\n");
    directory.write("wrong.fir", "func @f() -> i32 {\n  var %x: i32\nentry:\n  ret %x\n}\n");
    directory.write("empty.fir", "");
    expect![[r#"
        ! error: there is no instruction `jmp`
        !  --> slip.fir:3:3
        !   |
        ! 3 |   jmp entry
        !   |   ^^^
        !   = help: did you mean `jump`?
        ! error: wrong.fir: function `@f`, block `entry`, `ret %x`: `%x` may have no value here
        ! error: there is no file `missing.fir`
        => 2
    "#]]
    .assert_eq(&directory.told("check slip.fir good.fir wrong.fir missing.fir"));
    expect![[r#"
        good.fir: ok, 1 function, 1 block
        empty.fir: ok, empty
    "#]]
    .assert_eq(&directory.told("check good.fir empty.fir"));
}

#[test]
fn the_canonical_form_is_printed_checked_and_written() {
    let directory = Directory::new("fmt");
    directory.write("loose.fir", "func @f ( %a : i32 ) -> i32 {\nentry:\n    ret   %a\n\n}");
    expect![[r#"
        func @f(%a: i32) -> i32 {
        entry:
          ret %a
        }
    "#]]
    .assert_eq(&directory.told("fmt loose.fir"));
    expect![[r#"
        loose.fir:1: not canonical
        - func @f ( %a : i32 ) -> i32 {
        + func @f(%a: i32) -> i32 {
        => 1
    "#]]
    .assert_eq(&directory.told("fmt loose.fir --check"));
    expect![[r#"
        wrote loose.fir
    "#]]
    .assert_eq(&directory.told("fmt loose.fir --write"));
    assert_eq!(directory.read("loose.fir"), CANONICAL);
    expect![[r#""#]].assert_eq(&directory.told("fmt loose.fir --check"));
    expect![[r#""#]].assert_eq(&directory.told("fmt loose.fir --write"));
}

#[test]
fn comments_do_not_matter_to_a_check_and_are_never_deleted() {
    let directory = Directory::new("fmt_comments");
    let commented = CANONICAL.replace("  ret", "\n  ; the same again\n  ret");
    directory.write("c.fir", &commented);
    expect![[r#""#]].assert_eq(&directory.told("fmt c.fir --check"));
    expect![[r#"
        ! error: c.fir:4: the canonical form has no comments and this one would be lost
        !   = help: leave --write out and copy what you want yourself
        => 2
    "#]]
    .assert_eq(&directory.told("fmt c.fir --write"));
    assert_eq!(directory.read("c.fir"), commented);
}

#[test]
fn lines_too_many_are_told() {
    let directory = Directory::new("fmt_lines");
    directory.write(
        "l.fir",
        "func @f(%a: i32) -> i32 {\n  var %a2: i32\nentry:\n  %a2 = copy i32 %a\n  ret %a2\n}\n",
    );
    expect![[r#"
        l.fir:2: not canonical
        -   var %a2: i32
        + entry:
        => 1
    "#]]
    .assert_eq(&directory.told("fmt l.fir --check"));
}
