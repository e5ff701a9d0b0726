//! Whole programs in the machine: what is kept between runs, what is not, and how they end.

#[expect(dead_code, reason = "other tests use the rest of it")]
#[path = "../support/tools.rs"]
mod tools;

use java::run::{Captured, Launch, Output, Prepared, prepare};
use machine::Config;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use trace::{Mode, Note, Origin, Outcome, Runner, Trace};

/// A program in the first JDK that is found, booted.
struct Room {
    prepared: Prepared,
    output: Arc<Captured>,
}

impl Room {
    fn new(name: &str, source: &str, change: impl FnOnce(&mut Launch)) -> Self {
        let jdk = tools::jdks().swap_remove(0);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("run").join(name);
        fs::create_dir_all(&folder).expect("a folder for sources");
        let file = folder.join(format!("{name}.java"));
        fs::write(&file, source).expect("a source file");
        tools::compile(&jdk, &[file], &folder);
        let mut launch = Launch::new(jdk, vec![folder], name);
        change(&mut launch);
        let output = Arc::new(Captured::default());
        let sink: Arc<dyn Output> = Arc::clone(&output) as Arc<dyn Output>;
        let config = Config { observe_memory: false, ..Config::default() };
        let prepared = prepare(&launch, config, sink).expect("the program is ready");
        Self { prepared, output }
    }

    fn run(&mut self, mode: Mode) -> (Trace, String, String) {
        let mut trace = Trace::default();
        self.prepared.run(mode, &mut trace).expect("the scenario fits");
        let (out, error) = self.output.take();
        (trace, String::from_utf8(out).unwrap(), String::from_utf8(error).unwrap())
    }
}

#[test]
fn the_state_of_the_program_starts_anew_and_that_of_the_library_stays_warm() {
    let source = r#"
        public class Warm {
            static int count;
            public static void main(String[] args) {
                count++;
                System.setProperty("seen", System.getProperty("seen", "") + "x");
                System.out.println(String.format("%d %.1f %s", count, 0.5, System.getProperty("seen")));
            }
        }"#;
    let mut room = Room::new("Warm", source, |_| {});
    let (cold, first, _) = room.run(Mode::Concrete);
    let classes = room.prepared.warm_up().expect("the scenario fits");
    let (warm, second, _) = room.run(Mode::Concrete);
    let (again, third, _) = room.run(Mode::Graded);
    assert_eq!(first, "1 0.5 x\n");
    assert_eq!((&second, &third), (&first, &first));
    assert_eq!(room.output.take(), Default::default(), "nothing of the warm-up is heard");
    assert_eq!(warm.steps, again.steps);
    assert!(classes > 20 && warm.steps * 5 < cold.steps, "{} {}", warm.steps, cold.steps);
}

#[test]
fn files_are_virtual_and_end_with_the_run() {
    let source = r#"
        import java.nio.file.*;
        public class Virtual {
            public static void main(String[] args) throws Exception {
                Path given = Path.of("given.txt"), made = Path.of("made.txt");
                System.out.println(Files.readString(given) + Files.exists(made));
                Files.writeString(made, "x");
                Files.delete(given);
                System.out.println(Files.list(Path.of(".")).toList() + " " + Files.exists(Path.of("/etc/passwd")));
            }
        }"#;
    let mut room = Room::new("Virtual", source, |launch| {
        launch.files.insert("given.txt".to_owned(), b"hello ".to_vec());
    });
    for _ in 0..2 {
        let (trace, out, error) = room.run(Mode::Concrete);
        assert_eq!((trace.outcome, &*error), (Outcome::Returned, ""));
        assert_eq!(out, "hello false\n[./made.txt] false\n");
    }
}

#[test]
fn what_nobody_catches_is_printed_and_the_code_is_one() {
    let source = r#"
        public class Ends {
            static int depth(int n) {
                return 1 / n + depth(n - 1);
            }
            public static void main(String[] args) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                depth(1);
            }
        }"#;
    let mut room = Room::new("Ends", source, |_| {});
    let (trace, out, error) = room.run(Mode::Concrete);
    assert_eq!(trace.outcome, Outcome::Exited(1));
    assert_eq!(out, "hook\n");
    assert_eq!(
        error,
        "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\
         \tat Ends.depth(Ends.java:4)\n\
         \tat Ends.depth(Ends.java:4)\n\
         \tat Ends.main(Ends.java:8)\n"
    );
}

#[test]
fn comparing_strings_leaves_conditions_on_their_characters() {
    let source = r#"
        public class Compare {
            public static void main(String[] args) {
                String text = args[0];
                if (text.equals("abc") || text.startsWith("x") || text.contains("zz") || text.compareTo("m") > 0) {
                    System.out.println("yes");
                }
            }
        }"#;
    let mut room = Room::new("Compare", source, |launch| {
        launch.symbolic = true;
        launch.arguments = vec!["abd".to_owned()];
    });
    let (trace, out, _) = room.run(Mode::Concolic);
    assert_eq!((&trace.outcome, &*out), (&Outcome::Returned, ""));
    let pinned =
        trace.path.iter().any(|clause| matches!(clause.origin, Origin::Concretised { .. }));
    let noted = trace.notes.iter().any(|note| matches!(note, Note::Concretised { .. }));
    assert!(!pinned && !noted, "no character is fixed");
    let pool = room.prepared.machine.pool();
    let last = trace.path.iter().map(|clause| term::print::infix(pool, clause.term));
    let about_last: Vec<String> = last.filter(|text| text.contains("argument1[2]")).collect();
    assert!(about_last.iter().any(|text| text.contains("!= 99")), "{about_last:?}");
}
