//! Whole programs in the machine: what is kept between runs, what is not, and how they end.

#[expect(dead_code, reason = "other tests use the rest of it")]
#[path = "../../../classfile/tests/tools/mod.rs"]
mod tools;

use jvm::run::{Launch, Prepared, prepare};
use machine::{Captured, Config, Output};
use program::Type;
use scenario::Statement;
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

#[test]
fn the_clock_is_an_input() {
    let source = r#"
        public class Clock {
            public static void main(String[] args) {
                long first = System.currentTimeMillis(), start = System.nanoTime();
                boolean late = System.currentTimeMillis() - first > 5000;
                System.out.println(first + " " + late + " " + (System.nanoTime() - start));
            }
        }"#;
    let mut room = Room::new("Clock", source, |_| {});
    assert_eq!(room.run(Mode::Concrete).1, "1704067200000 false 20000\n");
    let plain = room.prepared.scenario.clone();
    for (name, values) in [("currentTimeMillis", [1000, 9000]), ("nanoTime", [7, 12])] {
        let variable = room.prepared.scenario.declare_fresh("clock");
        let values = values.to_vec();
        let stream = Statement::Stream { variable, name: name.to_owned(), ty: Type::I64, values };
        room.prepared.scenario.statements.insert(0, stream);
    }
    for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic] {
        let (trace, out, _) = room.run(mode);
        assert_eq!(out, "1000 true 5\n", "{mode:?}");
        if mode == Mode::Concolic {
            let pool = room.prepared.machine.pool();
            let mut clauses = trace.path.iter().map(|clause| term::print::infix(pool, clause.term));
            assert!(clauses.any(|clause| clause.contains("> 5000")), "the time decides");
        }
    }
    room.prepared.scenario = plain;
    assert_eq!(room.run(Mode::Concrete).1, "1704067200000 false 20000\n");
}

#[test]
fn strings_that_a_run_interns_end_with_it() {
    let source = r#"
        public class Interned {
            public static void main(String[] args) {
                String seed = args[0];
                int same = 0;
                for (int i = 0; i < 500; i++) {
                    String one = (seed + i).intern(), other = (seed + i).intern();
                    same += one == other ? 1 : 0;
                }
                String made = new StringBuilder("liter").append("al").toString();
                System.out.println(same + " " + (made.intern() == made) + " " + (made == literal()));
            }
            static String literal() {
                return "literal";
            }
        }"#;
    let mut room = Room::new("Interned", source, |launch| launch.arguments = vec!["a".to_owned()]);
    assert_eq!(room.run(Mode::Concrete).1, "500 true true\n");
    let used = room.prepared.world().lock().unwrap().page_in_use();
    for seed in ["b", "c"] {
        room.prepared.again("Interned", &[seed.to_owned()], &[]).expect("there is a main");
        assert_eq!(room.run(Mode::Concrete).1, "500 true true\n");
    }
    assert_eq!(
        room.prepared.world().lock().unwrap().page_in_use(),
        used,
        "no place is taken for good"
    );
}

#[test]
fn what_was_closed_after_compiling_is_refused_as_the_jvm_does() {
    let library = "package lib; public class Lib {
        public static int number = 1;
        public static int twice(int n) { return 2 * n; }
        public Lib() { }
    }";
    let closed = library
        .replace("public static int number", "static int number")
        .replace("public static int twice", "private static int twice")
        .replace("public Lib()", "protected Lib()");
    let source = r#"
        public class Refused {
            interface Step { void run(); }
            static void check(Step step) {
                try {
                    step.run();
                    System.out.println("done");
                } catch (IllegalAccessError error) {
                    System.out.println(error.getMessage());
                }
            }
            public static void main(String[] args) {
                check(() -> lib.Lib.twice(4));
                check(() -> lib.Lib.number++);
                check(() -> new lib.Lib());
            }
        }"#;
    let jdk = tools::jdks().swap_remove(0);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("run").join("Refused");
    fs::create_dir_all(&folder).expect("a folder for sources");
    let (file, main) = (folder.join("Lib.java"), folder.join("Refused.java"));
    fs::write(&file, library).expect("a source file");
    fs::write(&main, source).expect("a source file");
    tools::compile(&jdk, &[file.clone(), main], &folder);
    fs::write(&file, closed).expect("a source file");
    tools::compile(&jdk, &[file], &folder);
    let output = Arc::new(Captured::default());
    let sink: Arc<dyn Output> = Arc::clone(&output) as Arc<dyn Output>;
    let launch = Launch::new(jdk, vec![folder], "Refused");
    let mut prepared = prepare(&launch, Config::default(), sink).expect("the program is ready");
    prepared.run(Mode::Concrete, &mut Trace::default()).expect("the scenario fits");
    let told = String::from_utf8(output.take().0).unwrap();
    let homes = "(Refused and lib.Lib are in unnamed module of loader 'app')";
    assert_eq!(
        told,
        format!(
            "class Refused tried to access private method 'int lib.Lib.twice(int)' {homes}\n\
             class Refused tried to access field lib.Lib.number {homes}\n\
             class Refused tried to access protected method 'void lib.Lib.<init>()' {homes}\n"
        )
    );
}

#[test]
fn a_thread_that_waits_for_its_starter_is_told_why_nobody_comes() {
    let source = r#"
        import java.util.concurrent.CountDownLatch;
        public class Waits {
            public static void main(String[] args) throws Exception {
                CountDownLatch latch = new CountDownLatch(1);
                Thread thread = new Thread(() -> {
                    try {
                        latch.await();
                    } catch (InterruptedException | Error error) {
                        System.out.println(error.getMessage());
                    }
                });
                thread.start();
                latch.countDown();
                thread.join();
                System.out.println(thread.getState());
            }
        }"#;
    let mut room = Room::new("Waits", source, |_| {});
    assert_eq!(
        room.run(Mode::Concrete).1,
        "LockSupport.park() would wait for ever: a started thread runs to its end inside start(), \
         no other can go on\nTERMINATED\n"
    );
}

#[test]
fn a_forked_machine_does_what_the_first_does_and_knows_all_its_code() {
    let source = r#"
        import java.util.*;
        import java.util.function.*;
        import java.util.stream.*;
        public class Forked {
            enum Colour { RED, GREEN }
            record Point(int x, int y) {}
            static int count;
            public static void main(String[] args) {
                count++;
                Function<Integer, Integer> twice = n -> n * 2;
                Supplier<List<String>> make = ArrayList::new;
                List<String> list = make.get();
                list.add("a" + count + twice.apply(4));
                switch (list.get(0)) { case "a18" -> list.add("right"); default -> list.add("wrong"); }
                for (Colour colour : Colour.values()) {
                    switch (colour) { case RED -> list.add("red"); case GREEN -> list.add("green"); }
                }
                list.add(new Point(1, 2).toString() + new Point(1, 2).equals(new Point(1, 2)));
                list.add(IntStream.range(0, 5).mapToObj(n -> "n" + n).collect(Collectors.joining(",")));
                System.out.println(String.format("%s %.2f", list, 0.25));
            }
        }"#;
    let mut room = Room::new("Forked", source, |_| {});
    let (_, cold, _) = room.run(Mode::Concrete);
    room.prepared.warm_up().expect("the scenario fits");
    let (warm, first, _) = room.run(Mode::Concrete);
    assert_eq!(cold, first);
    let output = Arc::new(Captured::default());
    let config = Config { observe_memory: false, ..Config::default() };
    let forked = room.prepared.fork(config, Arc::clone(&output) as Arc<dyn Output>);
    let mut forked = Room { prepared: forked.expect("the library comes up again"), output };
    let known = program::SiteTable::new(room.prepared.machine.program()).len();
    assert_eq!(forked.prepared.machine.sites().len(), known);
    for mode in [Mode::Concrete, Mode::Graded, Mode::Concolic, Mode::Concrete] {
        let (trace, again, error) = forked.run(mode);
        assert_eq!(
            (trace.outcome, again.as_str(), error.as_str()),
            (Outcome::Returned, cold.as_str(), "")
        );
        assert_eq!(trace.steps, warm.steps);
    }
    assert_eq!(forked.prepared.machine.sites().len(), known, "no code is loaded again");
}
