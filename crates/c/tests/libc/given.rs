//! Bytes that a program reads, in whatever way, are inputs of a concolic run.

use crate::harness::ending_in;
use c::environment::Environment;
use expect_test::expect;
use program::Type;
use std::fmt::Write;
use trace::{Origin, Runner};

/// The branches of the program itself that depended on what it was given.
fn branches(body: &str) -> String {
    let source = format!(
        "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
         #include <fcntl.h>\n#include <time.h>\nint main(int argc, char **argv) {{ {body} return 0; }}\n"
    );
    let streams = [
        ("rand", Type::I32, vec![12, 13]),
        ("time", Type::I64, vec![1_000_000]),
        ("malloc.fails", Type::BOOL, vec![0]),
        ("getenv.HOME.set", Type::BOOL, vec![1]),
        ("getenv.HOME", Type::I8, vec![b'/'.into(), b'x'.into(), 0]),
        ("read.most", Type::I64, vec![3]),
    ];
    let streams = streams.map(|(name, ty, values)| (name.to_owned(), (ty, values)));
    let environment = Environment {
        arguments: [&b"program"[..], b"-v", b"42"].map(<[u8]>::to_vec).to_vec(),
        input: b"17 apples\nx".to_vec(),
        files: [("data".to_owned(), b"key=1\n".to_vec())].into(),
        streams: streams.into_iter().collect(),
        ..Environment::default()
    };
    let (_, trace, machine) = ending_in(&source, &environment);
    let main = machine.program().function_named("main").expect("it is there");
    let mut text = String::new();
    for clause in &trace.path {
        let Origin::Site { site, .. } = clause.origin else { continue };
        if machine.sites().site(site).point.function == main {
            let _ = writeln!(text, "{}", term::print::infix(machine.pool(), clause.term));
        }
    }
    text
}

#[test]
fn standard_input_is_symbolic_however_it_is_read() {
    let ways = [
        "if (getchar() == 'x') return 1;",
        "char b[20]; if (fgets(b, 20, stdin) && b[1] == 'x') return 1;",
        "char b[4]; if (fread(b, 2, 2, stdin) == 2 && b[3] < 'p') return 1;",
        "char b[4]; if (read(0, b, 4) == 4 && b[0] == b[1]) return 1;",
        "int n; scanf(\"%d\", &n); if (n > 20) return 1;",
        "char w[20]; scanf(\"%*d %19s\", w); if (w[0] == 'b') return 1;",
        "char *l = 0; size_t n = 0; getline(&l, &n, stdin); if (l[2] != ' ') return 1;",
        "ungetc(getchar(), stdin); if (getc(stdin) == '2') return 1;",
    ];
    expect![[r#"
        stdin[0] != 120
        stdin[1] != 120
        stdin[3] < 112
        read.most[0] != 4
        (sext64(zext32(stdin[0]) - 48) * 10 + sext64(zext32(stdin[1]) - 48))[31:0] < 21
        stdin[3] != 98
        stdin[2] == 32
        stdin[0] != 50
    "#]]
    .assert_eq(&ways.map(branches).concat());
}

#[test]
fn answers_to_questions_are_symbolic() {
    let ways = [
        "if (rand() % 10 == 3) return 1;",
        "if (random() == rand()) return 1;",
        "if (time(0) > 2000000) return 1;",
        "if (!malloc(8)) return 1;",
        "char *home = getenv(\"HOME\"); if (home && home[1] == 'q') return 1;",
        "char b[8]; if (read(0, b, 8) == 5) return 1;",
    ];
    expect![[r#"
        (rand[0] & 0x7fffffff) % 10 != 3
        rand[1] & 0x7fffffff != rand[0] & 0x7fffffff
        time[0] < 2000001
        getenv.HOME[1] != 113
        read.most[0] != 5
    "#]]
    .assert_eq(&ways.map(branches).concat());
}

#[test]
fn files_and_arguments_are_symbolic_too() {
    let ways = [
        "FILE *f = fopen(\"data\", \"r\"); char b[9]; fgets(b, 9, f); if (!strncmp(b, \"kex\", 3)) return 1;",
        "int d = open(\"data\", O_RDONLY); char b; lseek(d, 4, SEEK_SET); read(d, &b, 1); if (b == '2') return 1;",
        "FILE *f = fopen(\"data\", \"r\"); int n; fscanf(f, \"key=%d\", &n); if (n == 7) return 1;",
        "if (argc == 3 && argv[1][1] == 'q') return 1;",
        "if (atoi(argv[2]) == 50) return 1;",
        "if (argv[0][0] == 'q') return 1;",
    ];
    expect![[r#"
        data[4] != 50
        data[4] != 55
        argv[1][1] != 113
        (sext64(zext32(argv[2][0]) - 48) * 10 + sext64(zext32(argv[2][1]) - 48))[31:0] != 50
    "#]]
    .assert_eq(&ways.map(branches).concat());
}

#[test]
fn standard_input_is_a_file_where_there_is_any_and_the_null_device_where_not() {
    let source = "#include <sys/stat.h>\n#include <unistd.h>\nint main(void) {\n\
        struct stat s; if (fstat(0, &s)) return 3;\n\
        char c; long n = read(0, &c, 1); return S_ISREG(s.st_mode) ? 10 + n : S_ISCHR(s.st_mode) ? 20 + n : 4; }\n";
    let status = |input: &[u8]| {
        let environment = Environment { input: input.to_vec(), ..Environment::default() };
        ending_in(source, &environment).0
    };
    expect![[r#""exit 11\n" "exit 20\n""#]].assert_eq(&format!(
        "{:?} {:?}",
        status(b"x"),
        status(b"")
    ));
}
