//! How the catalogue says that parameters are passed.

use super::support::lower_all;
use expect_test::expect;

#[test]
fn records_by_value_are_taken_apart_or_passed_by_address_as_clang_does() {
    let lowered = lower_all(&[
        "struct two { double x, y; }; struct one { int n; }; struct three { float x, y, z; };
         struct mixed { long n; int k; }; struct big { long v[3]; }; struct small { char c[3]; };
         struct holder { struct one *p; }; union either { int n; double x; };
         double norm(struct two p) { return p.x * p.y; }
         int get(struct one o, int k) { return o.n + k; }
         float sum(struct three t) { return t.x + t.y + t.z; }
         long mix(struct mixed m, struct big b, char c) { return m.n + m.k + b.v[2] + c; }
         int tiny(struct small s) { return s.c[2]; }
         int follow(struct holder h) { return h.p->n; }
         int pick(union either e) { return e.n; }
         struct big make(int n) { struct big b = { { n, n, n } }; return b; }
         struct two pair(struct two p) { return p; }
         struct one wrap(int n) { struct one o = { n }; return o; }
         int plain(int a, const char *text, int *out) { *out = a; return text[0]; }",
    ]);
    let text = program::text::print(&lowered.program);
    let api = text.lines().filter(|line| line.starts_with("api ")).collect::<Vec<_>>().join("\n");
    expect![[r#"
        api function @norm(p: two) -> f64
        api passing @norm(parts 0 8)
        api function @get(o: one, k: int32) -> int32
        api passing @get(parts 0, value)
        api function @sum(t: three) -> f32
        api passing @sum(parts 0 4 8)
        api function @mix(m: mixed, b: big, c: char) -> int64
        api passing @mix(parts 0 8, address, value)
        api function @tiny(s: small) -> int32
        api passing @tiny(parts 0)
        api function @follow(h: holder) -> int32
        api passing @follow(parts 0)
        api function @pick(e: either) -> int32
        api passing @pick(parts 0)
        api function @make(n: int32) -> big
        api passing @make(value) hidden
        api function @pair(p: two) -> two
        api passing @pair(parts 0 8) hidden
        api function @wrap(n: int32) -> one
        api readonly char.const.ptr
        api function @plain(a: int32, text: char.const.ptr, out: int32.ptr) -> int32
    "#]]
    .assert_eq(&(api + "\n"));
}
