//! Distances, and what the nearest matching text is.

use super::*;
use crate::Pattern;
use expect_test::expect;

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn check(extent: Extent, pairs: &[(&str, &str)]) -> String {
    let mut told = String::new();
    for (expression, text) in pairs {
        let distance = Pattern::java(&units(expression), 0).ok();
        let distance = distance.and_then(|pattern| pattern.distance(&units(text), extent));
        let distance = distance.map_or("-".to_owned(), |distance| distance.to_string());
        told += &format!("{expression:<24} {text:<12} {distance}\n");
    }
    told
}

#[test]
fn a_text_is_as_far_from_an_expression_as_its_cheapest_change() {
    expect![[r#"
        abc                      abc          0
        abc                      abd          1
        abc                      ab           128
        abc                      abcd         128
        [a-f]+\d                 fff7         0
        [a-f]+\d                 ffh7         2
        [a-f]+\d                              256
        (\d{3}-)?\d{4}           555-1234     0
        (\d{3}-)?\d{4}           5551234      128
        yes|no                   yet          1
        yes|no                   n            128
        [^0-9]*                  a5b          5
        a.c                      a
        c          1
        \w{2,}@\w+\.(com|org)    me@here.con  1
        a{2000}                  a            -
        (?<year>\d+)             19x          63
        \p{Alpha}                1            16
        a(?=b)                   a            -
    "#]]
    .assert_eq(&check(
        Extent::Whole,
        &[
            ("abc", "abc"),
            ("abc", "abd"),
            ("abc", "ab"),
            ("abc", "abcd"),
            (r"[a-f]+\d", "fff7"),
            (r"[a-f]+\d", "ffh7"),
            (r"[a-f]+\d", ""),
            (r"(\d{3}-)?\d{4}", "555-1234"),
            (r"(\d{3}-)?\d{4}", "5551234"),
            ("yes|no", "yet"),
            ("yes|no", "n"),
            ("[^0-9]*", "a5b"),
            ("a.c", "a\nc"),
            (r"\w{2,}@\w+\.(com|org)", "me@here.con"),
            ("a{2000}", "a"),
            (r"(?<year>\d+)", "19x"),
            (r"\p{Alpha}", "1"),
            ("a(?=b)", "a"),
        ],
    ));
}

#[test]
fn what_stands_around_a_part_is_free() {
    expect![[r#"
        abc                      xxabdxx      1
        abc                      abcdef       0
    "#]]
    .assert_eq(&check(Extent::Anywhere, &[("abc", "xxabdxx"), ("abc", "abcdef")]));
    expect![[r#"
        abc                      xxabcxx      47
        abc                      abcdef       0
    "#]]
    .assert_eq(&check(Extent::Beginning, &[("abc", "xxabcxx"), ("abc", "abcdef")]));
}

#[test]
fn anchors_hold_where_the_text_has_them() {
    expect![[r#"
        ^abc$                    abc          0
        ^abc$                    xabc         128
        \bno\b                   yes no       0
        \bno\b                   yesno        256
        a\z                      ab           1
    "#]]
    .assert_eq(&check(
        Extent::Anywhere,
        &[
            ("^abc$", "abc"),
            ("^abc$", "xabc"),
            (r"\bno\b", "yes no"),
            (r"\bno\b", "yesno"),
            (r"a\z", "ab"),
        ],
    ));
    let line = Pattern::java(&units("^abc$"), 0).expect("an expression");
    assert_eq!(line.distance(&units("abc\n"), Extent::Anywhere), Some(0));
    assert_eq!(line.distance(&units("abc\nd"), Extent::Anywhere), Some(256));
}

#[test]
fn the_nearest_text_keeps_what_fits() {
    let nearest = |expression: &str, text: &str, extent| {
        let pattern = Pattern::java(&units(expression), 0).expect("an expression");
        let nearest = pattern.nearest(&units(text), extent).expect("a text");
        assert_eq!(pattern.distance(&nearest, extent), Some(0), "{expression} {text}");
        String::from_utf16(&nearest).expect("a text")
    };
    let mail = r"\w+@\w+\.(com|org)";
    assert_eq!(nearest(mail, "me@here.con", Extent::Whole), "me@here.com");
    assert_eq!(nearest(mail, "see me@here.oog now", Extent::Anywhere), "see me@here.org now");
    assert_eq!(nearest("ab?c", "abbc", Extent::Whole), "abc");
    assert_eq!(nearest(r"(\d{3}-)?\d{4}", "5551234", Extent::Whole), "555-1234");
    assert_eq!(nearest("a+b", "aaxc", Extent::Beginning), "abxc");
}
