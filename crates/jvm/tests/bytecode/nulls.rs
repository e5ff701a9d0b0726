//! A Java program that meets null in every way, and prints what is said of it.

/// The program.
pub const PROGRAM: &str = r#"
public class Nulls {
  Nulls next; int[] numbers; int value; static Nulls first; String text;
  Nulls itself() { return next; }
  static Nulls made(int a, String b) { return null; }
  static void tell(Runnable run) {
    try { run.run(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
  }
  static void choice(boolean c, String a, String b) { (c ? a : b).length(); }
  static void loop(String a, int n) { for (int i = 0; i < n; i++) { if (i == 1) a.length(); a = null; } }
  static void written(String a) { a = null; a.length(); }
  static void deep(Nulls a, Nulls[][] b, int i) { b[i][i + 1].next.next.value = 3; }
  static void element(int[][] a, long[] b, Object[] c, boolean[] d, int i) {
    if (i == 0) a[i][2] = 4; if (i == 1) b[3] = 4L; if (i == 2) c[a.length - 1] = "x"; if (i == 3) d[i] = true;
    if (i == 4) System.out.println(a[2][i]); if (i == 5) System.out.println(b[1]);
  }
  void own() { next.own(); }
  long wide(long a, double b, Nulls c) { return c.wide(a, b, null); }
  public static void main(String[] args) {
    Nulls some = new Nulls();
    tell(() -> choice(true, null, null));
    tell(() -> loop("s", 5));
    tell(() -> written("q"));
    tell(() -> first.value++);
    tell(() -> some.next.value = 7);
    tell(() -> some.itself().next.text.length());
    tell(() -> made(1, "x").text.trim());
    tell(() -> deep(some, new Nulls[][] { { null, some } }, 0));
    tell(() -> deep(some, null, 0));
    for (int i = 0; i < 6; i++) { int k = i; tell(() -> element(new int[3][], null, null, null, k)); }
    tell(() -> some.own());
    tell(() -> some.wide(1, 2.0, null));
    tell(() -> { throw null; });
    tell(() -> { synchronized (first) { } });
    tell(() -> { int i = (Integer) (Object) first; });
    tell(() -> { for (int n : some.numbers) { } });
    tell(() -> { switch (some.text) { case "a": } });
    tell(() -> { throw new NullPointerException(); });
    tell(() -> { throw new NullPointerException("mine"); });
    tell(() -> java.util.Objects.requireNonNull(first));
    tell(() -> some.next.next.next = some);
  }
}
"#;
