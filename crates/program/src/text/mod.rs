//! The text form of the IR: what people write, what tests compare, what traces quote.
//!
//! [`parse`] reads a whole program; [`print()`] writes one so that parsing gives it back, ids included.
//! The grammar by example:
//!
//! ```text
//! ; a comment runs to the end of the line
//! file "triangle.c"
//! selector area                       ; only where the order of use does not say it
//! global @table: 12 align 4 readonly = i32 [1, 2, 3]
//! global @hooks: 16 align 8 = { 0: @table + 4, 8: @puts }
//! global @greeting: 6 align 1 = bytes "hello"
//! global @"a.c:count": 4 align 4 in a.c   ; `count` of a file that keeps it to itself
//! class Shape { size 16  field kind: i32 at 0  method area = @Shape.area  init @Shape.clinit }
//! interface Drawable
//! class Circle extends Shape implements Drawable { size 24 }
//! class "int[]" array i32
//! declare @puts(%text: ptr) -> i32
//! declare @printf(%format: ptr, ...) -> i32
//! declare @throw(%culprit: ptr)
//! declare @Shape.area(%this: ptr) -> i32
//! declare @Shape.clinit()
//! private func @f(%a: i32, %p: ptr) -> i32 !0:1:1-12:2 {
//!   var %i: i32                       ; for registers that are first seen as targets of moves
//!   decision d0 { c0 !0:3:7-13 ? c1 : end, c1 ? end : end }
//!   handlers h0 { catch Shape %e -> caught, catch any %e -> caught }
//!   counters 4                        ; only when more than the `count`s show
//! entry:
//!   count 0
//!   %sum = add.checked i32 %a, 1
//!   %less = slt i32 %sum, %a
//!   %wide = zext i32 %sum to i64
//!   %best = select d0.c0 slt i32 %a, 3 ? i32 %a : 3
//!   %v = load.trusted i32 %p + 8
//!   %v = load.zeros i32 %p + 8          ; what was never written reads as zeros
//!   %v = load.copied i32 %p + 8         ; what was never written stays so
//!   store.copied i32 %v, %p + 12        ; where it is copied to
//!   store i32 %v, @table + 4
//!   %q = address %p + %wide * 4 + 16
//!   %o = alloc heap 24 align 8 zeroed
//!   %r = call i32 @printf(ptr %p, i32 %v)
//!   %s = callvirt i32 area(ptr %o)
//!   call void *%q(i32 1)
//!   check null ne ptr %p, null else call @throw(ptr %p)
//!   condition d0.c1 %less
//!   decide d0 %less
//!   br d0.c0 sgt i32 %a, 0 ? loop(%i = 0) : caught    !0:3:7-13
//! loop: handlers h0
//!   switch i32 %i { 1 -> loop(%i = 2), default -> caught }
//! caught:
//!   ret %best
//! }
//! type int = int 32
//! type int.const = const int
//! api function @f(a: int, p: int) -> int
//! api passing @f(parts 0 8)           ; a record by value: parameters from its bytes 0 and 8 on
//! ```

mod error;
pub mod lexer;
mod literal;
mod parse;
mod print;
mod syntax;

pub use error::{ParseError, nearest};
pub use parse::parse;
pub use print::{function, instruction, operand, print, terminator, test, type_labels};
