//! Where C functions are left.

use crate::support::lower;
use c::units::units;
use coverage::Source;
use expect_test::expect;
use program::SiteTable;
use std::fmt::Write;

const TEXT: &str = "\
void exit(int);
int several(int a, int b) {
  if (a > 3)
    return 1;
  if (b > 7)
    exit(2);
  for (int i = 0; i < b; i++)
    a += i;
  return a;
}
void early(int a) {
  if (a) {
    a = 3;
    return;
  }
  while (a)
    a--;
}
int returns;
void joined(int a) {
  if (a)
    returns = a;
}
int cases(int a, int b) {
  switch (a) {
  case 1: return 2;
  case 2: exit(1);
  default: break;
  }
  return a ? b : -b;
}
int plain(int a) { return a + 1; }
void endless(void) { for (;;) {} }
";

#[test]
fn a_function_is_left_at_returns_at_its_end_and_by_calls_that_do_not_come_back() {
    let lowered = lower(TEXT);
    let sites = SiteTable::new(&lowered.program);
    let mut text = String::new();
    for unit in units(&lowered, &sites, |_| Some(TEXT.to_owned())) {
        let _ = write!(text, "{}:", lowered.program.functions[unit.function].source_name());
        for exit in &unit.exits {
            let place =
                exit.span.map_or(String::new(), |span| format!("{}:{}", span.line, span.column));
            let counted = exit.count.terms.iter().map(|(source, _)| match source {
                Source::Counter(_) => "counter",
                Source::Outcome(_) => "outcome",
            });
            let _ = write!(text, " {place} ({})", counted.collect::<Vec<_>>().join(" + "));
        }
        text.push('\n');
    }
    expect![[r#"
        several: 6:5 (counter) 4:5 (counter) 9:3 (outcome)
        early: 14:5 (counter) 18:1 (outcome)
        joined: 23:1 (counter + outcome)
        cases: 27:11 (counter) 26:11 (counter) 30:3 (counter + outcome)
        plain: 32:20 (counter)
        endless:
    "#]]
    .assert_eq(&text);
}
