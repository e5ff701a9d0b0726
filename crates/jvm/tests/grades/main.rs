//! Predicates of the library say by how much they fail, and their conditions are about characters and values.

#[expect(dead_code, reason = "other tests use the rest of it")]
#[path = "../../../classfile/tests/tools/mod.rs"]
mod tools;

use expect_test::expect;
use jvm::run::{Launch, Prepared, prepare};
use machine::{Captured, Config};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use trace::{Event, Mode, Origin, Outcome, Runner, Trace};

/// A program whose methods hold one condition each, in the first JDK that is found; with `FERRET_FULL` in every one.
fn programs(name: &str, body: &str, arguments: &[&str]) -> Vec<Prepared> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("grades").join(name);
    fs::create_dir_all(&folder).expect("a folder for sources");
    let file = folder.join(format!("{name}.java"));
    let source = format!(
        "import java.util.*; import java.util.concurrent.*; import java.util.regex.*;\n\
         public class {name} {{ static boolean hit; {body} }}"
    );
    fs::write(&file, source).expect("a source file");
    let most = if std::env::var_os("FERRET_FULL").is_some() { usize::MAX } else { 1 };
    let prepared = tools::jdks().into_iter().take(most).map(|jdk| {
        let classes = folder.join(jdk.release.to_string());
        tools::compile(&jdk, std::slice::from_ref(&file), &classes);
        let mut launch = Launch::new(jdk, vec![classes], name);
        launch.arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        launch.symbolic = true;
        let config = Config { observe_memory: false, record_events: true, ..Config::default() };
        prepare(&launch, config, Arc::new(Captured::default())).expect("the program is ready")
    });
    prepared.collect()
}

fn run(program: &mut Prepared, mode: Mode) -> Trace {
    let mut trace = Trace::default();
    program.run(mode, &mut trace).expect("the scenario fits");
    assert_eq!(trace.outcome, Outcome::Returned);
    trace
}

/// How far each condition of the program itself was from the other outcome, in the order of execution.
fn distances(class: &str, program: &mut Prepared) -> String {
    let trace = run(program, Mode::Graded);
    let machine = &program.machine;
    let mut told = String::new();
    for event in &trace.events {
        let Event::Branch { site, outcome, distance: Some(distance), .. } = event else { continue };
        let function =
            &machine.program().functions[machine.sites().site(*site).point.function].name;
        if let Some(name) = function.strip_prefix(class) {
            let name = name.trim_start_matches('.').split('(').next().unwrap_or_default();
            if name != "main" {
                writeln!(told, "{name:<18} {outcome} {}", distance.to_f64()).expect("a string");
            }
        }
    }
    told
}

/// The same on every JDK.
fn check(name: &str, body: &str, expected: &expect_test::Expect) {
    let mut programs = programs(name, body, &[]);
    let told: Vec<String> = programs.iter_mut().map(|program| distances(name, program)).collect();
    expected.assert_eq(&told[0]);
    told.iter().for_each(|other| assert_eq!(other, &told[0]));
}

#[test]
fn comparisons_of_strings_count_every_character() {
    let body = r#"
        static void same(Object s) { if (s.equals("abcd")) hit = true; }
        static void anyCase(String s) { if (s.equalsIgnoreCase("ABCD")) hit = true; }
        static void compared(String s) { if (s.compareTo("abcd") == 0) hit = true; }
        static void order(String s) { if (s.compareTo("abcd") > 0) hit = true; }
        static void starts(String s) { if (s.startsWith("abc")) hit = true; }
        static void ends(String s) { if (s.endsWith("bcd")) hit = true; }
        static void contains(String s) { if (s.contains("abc")) hit = true; }
        static void indexOf(String s) { if (s.indexOf("abc") < 0) hit = true; }
        static void character(String s) { if (s.indexOf('m') != -1) hit = true; }
        static void region(String s) { if (s.regionMatches(true, 1, "XBC", 1, 2)) hit = true; }
        static void objects(String s) { if (Objects.equals(s, "abcd")) hit = true; }
        static boolean both(String s) { return s.length() > 2 && s.equals("abcd"); }
        static void travels(String s) { if (both(s)) hit = true; }
        public static void main(String[] args) {
            for (String s : new String[] {"abcd", "abce", "wbce", "abc", "\u0101bcd", ""}) {
                same(s);
            }
            anyCase("abCf"); compared("abcf"); compared("xbcf"); order("aacd");
            starts("abd"); starts("ab"); starts("xx"); ends("abce"); ends("d");
            contains("xxabdxx"); contains(""); indexOf("xabe"); indexOf("abc"); character("alb");
            region("abd"); objects("abcg"); objects(null); travels("abcf"); travels("ab");
        }"#;
    check(
        "Strings",
        body,
        &expect![[r#"
        same               0 2
        same               1 1
        same               1 23
        same               1 100
        same               1 160
        same               1 394
        anyCase            1 2
        compared           1 2
        compared           1 25
        order              1 2
        starts             1 1
        starts             1 99
        starts             1 144
        ends               1 1
        ends               1 197
        contains           1 1
        contains           1 294
        indexOf            0 2
        indexOf            1 1
        character          1 1
        region             1 1
        objects            1 3
        objects            1 65536
        both               0 2
        both               1 2
        travels            1 2
        both               1 1
        travels            1 0.75
    "#]],
    );
}

#[test]
fn patterns_tell_how_far_a_text_is_from_matching() {
    let body = r#"
        static void matches(String s) { if (s.matches("[a-c]+\\d{2}")) hit = true; }
        static void found(String s) { if (Pattern.compile("abc").matcher(s).find()) hit = true; }
        static void begins(String s) { if (Pattern.compile("a|b").matcher(s).lookingAt()) hit = true; }
        static void around(String s) { if (s.matches("a(?=b).*")) hit = true; }
        static void digit(char c) { if (Character.isDigit(c)) hit = true; }
        static void letter(char c) { if (Character.isLetter(c)) hit = true; }
        public static void main(String[] args) {
            matches("abc12"); matches("abf1z"); matches("a1"); matches("");
            found("xxabdxx"); begins("dx"); around("x");
            digit('a'); digit('5'); letter('0');
        }"#;
    check(
        "Patterns",
        body,
        &expect![[r#"
            matches            0 3
            matches            1 68
            matches            1 128
            matches            1 384
            found              1 1
            begins             1 2
            around             1 0.33
            digit              1 40
            digit              0 5
            letter             1 17
        "#]],
    );
}

#[test]
fn collections_tell_how_far_the_nearest_element_is() {
    let body = r#"
        static void list(List<?> list, Object o) { if (list.contains(o)) hit = true; }
        static void set(Set<?> set, Object o) { if (set.contains(o)) hit = true; }
        static void key(Map<?, ?> map, Object o) { if (map.containsKey(o)) hit = true; }
        static void value(Map<?, ?> map, Object o) { if (map.containsValue(o)) hit = true; }
        static void get(Map<?, ?> map, Object o) { if (map.get(o) == null) hit = true; }
        static void ints(int[] a, int... b) { if (Arrays.equals(a, b)) hit = true; }
        static void doubles(double[] a, double... b) { if (Arrays.equals(a, b)) hit = true; }
        static void objects(Object[] a, Object... b) { if (Arrays.equals(a, b)) hit = true; }
        static void lists(List<?> a, List<?> b) { if (a.equals(b)) hit = true; }
        static class Own { }
        public static void main(String[] args) {
            List<Integer> numbers = List.of(10, 20, 30);
            for (List<?> list : List.of(numbers, new ArrayList<>(numbers), new LinkedList<>(numbers),
                    Arrays.asList(10, 20, 30), new Vector<>(numbers), new CopyOnWriteArrayList<>(numbers))) {
                list(list, 23);
            }
            list(List.of("abc", "xyz"), "abd"); list(List.of(1), new Own()); list(new ArrayList<>(), 1);
            for (Set<?> set : List.of(new HashSet<>(numbers), new TreeSet<>(numbers), Set.copyOf(numbers),
                    Set.of(10, 20), new LinkedHashSet<>(numbers))) {
                set(set, 24);
            }
            Map<String, Integer> ages = new HashMap<>(Map.of("ann", 30, "bob", 40));
            for (Map<?, ?> map : List.of(ages, new TreeMap<>(ages), new LinkedHashMap<>(ages),
                    new ConcurrentHashMap<>(ages), new Hashtable<>(ages), Map.copyOf(ages), Map.of("ann", 1))) {
                key(map, "anq");
                get(map, "anq");
            }
            value(ages, 37);
            ints(new int[] {1, 2, 3}, 1, 5, 9); ints(new int[] {1, 2, 3}, 1, 2, 3); ints(new int[] {1}, 1, 2);
            doubles(new double[] {0.5}, 0.75); objects(new Object[] {"a", 5}, "b", 7);
            lists(new ArrayList<>(numbers), List.of(10, 22, 30));
        }"#;
    check(
        "Collected",
        body,
        &expect![[r#"
            list               1 3
            list               1 3
            list               1 3
            list               1 3
            list               1 3
            list               1 3
            list               1 1
            list               1 1
            list               1 1
            set                1 4
            set                1 4
            set                1 4
            set                1 4
            set                1 4
            key                1 3
            get                0 3
            key                1 3
            get                0 3
            key                1 3
            get                0 3
            key                1 3
            get                0 3
            key                1 3
            get                0 3
            key                1 3
            get                0 3
            key                1 3
            get                0 3
            value              1 3
            ints               1 9
            ints               0 1
            ints               1 65536
            doubles            1 0.25
            objects            1 3
            lists              1 2
        "#]],
    );
}

#[test]
fn a_switch_on_strings_is_as_far_from_a_case_as_from_its_string() {
    let body = r#"
        static void chosen(String s) {
            switch (s) {
                case "alpha": hit = true; break;
                case "Aa": hit = false; break;
                case "BB": hit = !hit; break;
                default:
            }
        }
        public static void main(String[] args) {
            chosen("alphb"); chosen("BC"); chosen("Ab"); chosen("alpha"); chosen("");
        }"#;
    check(
        "Switches",
        body,
        &expect![[r#"
            chosen             2 1
            chosen             3 2
            chosen             2 1
            chosen             3 2
            chosen             2 1
            chosen             3 2
            chosen             1 1
            chosen             0 0.75
            chosen             0 1
            chosen             2 132
            chosen             3 2
        "#]],
    );
}

#[test]
fn conditions_are_about_characters_and_values() {
    let body = r#"
        static void same(String s) { if (s.equals("abcd")) hit = true; }
        static void anyCase(String s) { if (s.equalsIgnoreCase("ABCD")) hit = true; }
        static void compared(String s) { if (s.compareTo("abcd") == 0) hit = true; }
        static void starts(String s) { if (s.startsWith("abc")) hit = true; }
        static void contains(String s) { if (s.contains("bcd")) hit = true; }
        static void matches(String s) { if (s.matches("[a-c]+x")) hit = true; }
        static void objects(String s) { if (Objects.equals(s, "abcd")) hit = true; }
        static void arrays(int a, int b) { if (Arrays.equals(new int[] {a, b}, new int[] {7, 8})) hit = true; }
        static void list(String s) { if (List.of("abcd", "x").contains(s)) hit = true; }
        static void set(String s) { if (new TreeSet<>(List.of("abcd", "x")).contains(s)) hit = true; }
        static void map(String s) { if (new HashMap<>(Map.of("abcd", 1)).containsKey(s)) hit = true; }
        static void boxed(int a) { if (new ArrayList<>(List.of(1000)).contains(a * 3)) hit = true; }
        public static void main(String[] args) {
            String s = args[0];
            switch (args[1]) {
                case "same" -> same(s);
                case "anyCase" -> anyCase(s);
                case "compared" -> compared(s);
                case "starts" -> starts(s);
                case "contains" -> contains(s);
                case "matches" -> matches(s);
                case "objects" -> objects(s);
                case "arrays" -> arrays(s.charAt(0), s.charAt(1));
                case "list" -> list(s);
                case "set" -> set(s);
                case "map" -> map(s);
                default -> boxed(s.charAt(0));
            }
        }"#;
    let mut told = Vec::new();
    for program in &mut programs("Conditions", body, &[]) {
        let mut lines = String::new();
        for name in [
            "same", "anyCase", "compared", "starts", "contains", "matches", "objects", "arrays",
            "list", "set", "map", "boxed",
        ] {
            let arguments = ["abce".to_owned(), name.to_owned()];
            program.again("Conditions", &arguments, &[]).expect("there is a main");
            let trace = run(program, Mode::Concolic);
            let pool = program.machine.pool();
            let about_text = |clause: &trace::Clause| {
                let text = term::print::infix(pool, clause.term);
                text.contains("argument1[")
            };
            let clauses = trace.path.iter().filter(|clause| about_text(clause));
            let fixed = clauses
                .clone()
                .filter(|clause| matches!(clause.origin, Origin::Concretised { .. }));
            assert_eq!(fixed.count(), 0, "{name}");
            writeln!(lines, "{name:<10} {:>2} conditions", clauses.count()).expect("a string");
        }
        told.push(lines);
    }
    // Another JDK asks other questions, but some are about the text there as well.
    for other in &told[1..] {
        assert!(!other.contains(" 0 conditions"), "{other}");
    }
    expect![[r#"
        same        8 conditions
        anyCase    29 conditions
        compared    9 conditions
        starts      7 conditions
        contains    8 conditions
        matches    15 conditions
        objects     8 conditions
        arrays      5 conditions
        list        8 conditions
        set        12 conditions
        map         7 conditions
        boxed       7 conditions
    "#]]
    .assert_eq(&told[0]);
}

#[test]
fn texts_that_differ_are_noted_where_they_are_compared() {
    let body = r#"
        static void same(String s) { if (s.equals("first")) hit = true; }
        static void starts(String s) { if (s.startsWith("second")) hit = true; }
        static void key(Map<String, String> map, String s) { if (map.get(s) != null) hit = true; }
        public static void main(String[] args) {
            Map<String, String> map = new HashMap<>();
            map.put("thi" + args.length + "rd", "");
            same("one"); starts("two"); key(map, "three"); same("first");
        }"#;
    for mut program in programs("Met", body, &[]) {
        let texts = run(&mut program, Mode::Graded).texts.compared;
        let texts: Vec<String> =
            texts.iter().map(|text| String::from_utf16(text).expect("a text")).collect();
        for text in ["one", "first", "two", "second", "three", "thi0rd"] {
            assert!(texts.iter().any(|known| known == text), "{text} is not among {texts:?}");
        }
        assert!(run(&mut program, Mode::Concrete).texts.compared.is_empty());
    }
}

#[test]
fn texts_that_are_judged_come_with_others_that_would_be_judged_otherwise() {
    let body = r#"
        static void code(String s) { if (s.matches("[A-Z]{2}\\d{3}")) hit = true; }
        static void part(String s) { if (Pattern.compile("no\\.(\\d+)").matcher(s).find()) hit = true; }
        static void start(String s) { if (Pattern.compile("[0-9a-f]+:").matcher(s).lookingAt()) hit = true; }
        static void number(String s) {
            try { Integer.parseInt(s); hit = true; } catch (NumberFormatException e) { hit = false; }
        }
        static void day(String s) {
            try { java.time.LocalDate.parse(s); hit = true; } catch (RuntimeException e) { hit = false; }
        }
        static void keyword(String s) { switch (s) { case "go": case "stop": hit = true; break; default: } }
        static void separator(String s) { if (s.indexOf('=') > 0) hit = true; }
        public static void main(String[] args) {
            code("AB12x"); code("AB123"); part("number"); start("fx"); number("2x"); day("2024-2-30");
            keyword("run"); separator("ab");
        }"#;
    for mut program in programs("Judged", body, &[]) {
        for mode in [Mode::Graded, Mode::Concolic] {
            let exchanges = run(&mut program, mode).texts.exchanges;
            let others = |text: &str| -> Vec<String> {
                let units: Vec<u16> = text.encode_utf16().collect();
                let found = exchanges.iter().filter(|exchange| exchange.text == units);
                let others = found.flat_map(|exchange| &exchange.others);
                others.map(|other| String::from_utf16_lossy(other)).collect()
            };
            let is_code = |text: &String| {
                text.len() == 5
                    && text.chars().take(2).all(|char| char.is_ascii_uppercase())
                    && text.chars().skip(2).all(|char| char.is_ascii_digit())
            };
            let codes = others("AB12x");
            assert_eq!(codes.first().map(String::as_str), Some("AB129"), "{mode:?}");
            assert!(codes.iter().all(is_code) && codes.len() == 4, "{mode:?} {codes:?}");
            let spoiled = others("AB123");
            assert!(
                spoiled.iter().any(|text| !is_code(text)) && spoiled.iter().any(is_code),
                "{spoiled:?}"
            );
            assert!(others("number").iter().any(|text| text.starts_with("no.")), "{mode:?}");
            assert!(others("fx").iter().any(|text| text.contains(':')), "{mode:?}");
            assert!(others("2x").iter().any(|text| text.parse::<i32>().is_ok()), "{mode:?}");
            assert!(
                others("2024-2-30").iter().any(|text| text == "2024-02-30" || text.len() == 10),
                "{mode:?}"
            );
            if mode == Mode::Graded {
                assert_eq!(others("run"), ["go", "stop"]);
                assert_eq!(others("ab")[0], "a=b");
            }
        }
        assert!(run(&mut program, Mode::Concrete).texts.exchanges.is_empty());
    }
}
