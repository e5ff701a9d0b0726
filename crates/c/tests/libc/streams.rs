//! What the library asks of the environment is answered by streams.

use crate::harness::ending_in;
use c::environment::Environment;
use c::libc::answer_type;
use expect_test::{Expect, expect};
use trace::Runner;

fn environment(streams: &[(&str, &[u128])]) -> Environment {
    let streams = streams.iter().map(|(name, values)| {
        let ty = answer_type(name).expect("a question of the library's");
        ((*name).to_owned(), (ty, values.to_vec()))
    });
    Environment {
        arguments: vec![b"program".to_vec()],
        variables: vec![b"USER=me".to_vec()],
        streams: streams.collect(),
        ..Environment::default()
    }
}

fn check(source: &str, streams: &[(&str, &[u128])], expect: Expect) {
    expect.assert_eq(&ending_in(source, &environment(streams)).0);
}

const ALLOCATIONS: &str = r#"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = malloc(3);
  printf("malloc %d\n", a != 0);
  char *b = calloc(3, 4);
  printf("calloc %d errno %d\n", b != 0, errno);
  if (a) strcpy(a, "ab");
  char *c = realloc(a, 8);
  printf("realloc %d, %s\n", c != 0, c ? c : a);
  char *d = strdup("text");
  printf("strdup %d\n", d != 0);
  char *e = 0;
  printf("asprintf %d\n", asprintf(&e, "%d", 7));
  return 0;
}"#;

#[test]
fn allocations_fail_one_by_one() {
    check(
        ALLOCATIONS,
        &[],
        expect![[r#"
        malloc 1
        calloc 1 errno 0
        realloc 1, ab
        strdup 1
        asprintf 1
        exit 0
    "#]],
    );
    check(
        ALLOCATIONS,
        &[("malloc.fails", &[0, 1, 1, 1, 1])],
        expect![[r#"
        malloc 1
        calloc 0 errno 12
        realloc 0, ab
        strdup 0
        asprintf -1
        exit 0
    "#]],
    );
}

#[test]
fn whether_an_allocation_fails_is_a_condition_on_an_input() {
    let source = "
        #include <stdlib.h>
        int main(void) {
          void *a = malloc(3);
          void *b = malloc(3);
          return !a + 2 * !b;
        }";
    let (ending, trace, machine) = ending_in(source, &environment(&[("malloc.fails", &[1])]));
    assert_eq!(ending, "exit 1\n");
    let infix = |term| term::print::infix(machine.pool(), term);
    let clauses: Vec<String> = trace.path.iter().map(|clause| infix(clause.term)).collect();
    assert_eq!(clauses, ["malloc.fails[0]"]);
    let asked: Vec<(&str, u32)> =
        trace.asked.iter().map(|asked| (&*asked.name, asked.index)).collect();
    assert_eq!(asked, [("malloc.fails", 1)]);
}

#[test]
fn numbers_and_times_are_taken_in_order() {
    check(
        r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/time.h>
        #include <time.h>
        int main(void) {
          int first = rand(), second = rand();
          long third = random();
          printf("%d %d %ld\n", first, second, third);
          long now = time(0);
          struct timeval at;
          gettimeofday(&at, 0);
          printf("%ld %ld %ld %ld\n", now, at.tv_sec, at.tv_usec, (long)time(0));
          printf("%ld %ld\n", (long)clock(), (long)clock());
          return 0;
        }"#,
        &[
            ("rand", &[5, 0xffff_ffff]),
            ("time", &[77, 78]),
            ("time.nanoseconds", &[1_500_000_000]),
            ("clock", &[1000]),
        ],
        expect![[r#"
            5 2147483647 1681692777
            77 78 500000 78
            1000 0
            exit 0
        "#]],
    );
}

const ENVIRONMENT: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const char *names[] = {"USER", "HOME", "USER", "HOME"};
  for (int i = 0; i < 4; i++) {
    const char *value = getenv(names[i]);
    printf("%s %s\n", names[i], value ? value : "is not set");
  }
  setenv("HOME", "there", 0);
  puts(getenv("HOME"));
  unsetenv("PATH");
  puts(getenv("PATH") ? "set" : "not set");
  return 0;
}"#;

#[test]
fn a_variable_is_set_or_not_and_stays_so() {
    check(
        ENVIRONMENT,
        &[],
        expect![[r#"
        USER me
        HOME is not set
        USER me
        HOME is not set
        there
        not set
        exit 0
    "#]],
    );
    check(
        ENVIRONMENT,
        &[
            ("getenv.USER.set", &[0]),
            ("getenv.HOME.set", &[1]),
            ("getenv.HOME", &[0x61, 0x62]),
            ("getenv.PATH.set", &[1]),
        ],
        expect![[r#"
            USER is not set
            HOME ab
            USER is not set
            HOME ab
            ab
            not set
            exit 0
        "#]],
    );
}

const FILES: &str = r#"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  FILE *f = fopen("x", "w");
  if (!f) {
    printf("fopen: errno %d\n", errno);
    f = fopen("x", "w");
  }
  size_t written = fwrite("abcdef", 1, 6, f);
  printf("fwrite %zu, ferror %d, errno %d\n", written, ferror(f), errno);
  if (written < 6) fwrite("abcdef", 1, 6, f);
  printf("fclose %d\n", fclose(f));
  f = fopen("x", "r");
  int c = getc(f);
  printf("getc %d, feof %d, ferror %d, errno %d\n", c, feof(f), ferror(f), errno);
  c = getc(f);
  printf("getc %d\n", c);
  fclose(f);
  int d = open("x", O_RDONLY);
  char bytes[8];
  for (int i = 0; i < 3; i++) printf("read %d\n", (int)read(d, bytes, 4));
  return close(d);
}"#;

#[test]
fn files_fail_to_open_read_write_and_close() {
    check(
        FILES,
        &[],
        expect![[r#"
        fwrite 6, ferror 0, errno 0
        fclose 0
        getc 97, feof 0, ferror 0, errno 0
        getc 98
        read 4
        read 2
        read 0
        exit 0
    "#]],
    );
    check(
        FILES,
        &[
            ("fopen.fails", &[1]),
            ("write.fails", &[1]),
            ("close.fails", &[1]),
            ("read.fails", &[1, 0, 0, 1]),
            ("read.most", &[1]),
        ],
        expect![[r#"
            fopen: errno 13
            fwrite 0, ferror 1, errno 28
            fclose -1
            getc -1, feof 0, ferror 1, errno 5
            getc 97
            read 1
            read -1
            read 4
            exit 0
        "#]],
    );
}
