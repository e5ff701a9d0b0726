//! The text form of scenarios: what people write, what tests compare, what reports quote.
//!
//! [`parse`] reads a scenario and checks it against the program it is for; [`print()`] writes one so that
//! parsing gives it back. One statement stands on a line, brackets may run over several. By example:
//!
//! ```text
//! ; a comment runs to the end of the line
//! let a: i32 = 3
//! let x: f64 = 1.5
//! let c: i8 = 'a'
//! let p: ptr = null
//! let buf: i32[8] = [1, 2, 3]       ; an array in memory: length 3, capacity 8, the rest zeros
//! let low: i32[8] = [1, 2 | 0, 9]   ; behind the bar: elements beyond the length
//! let s: i8[16] = "abc\0"           ; bytes that read as text
//! let m = new "int[]" [1, 2] capacity 4
//! let o = new Circle                ; a managed object, all zeros
//! let n = object 16                 ; 16 zeroed bytes
//! let q = object 48 open of 3 node  ; three of the catalogue's `node`s in a row, maybe more
//! let k: i32 = 1 of color           ; an `i32` that the source calls a `color`
//! let t: i8[9] = "ab\0" text of char
//! let r: i32 = stream "rand" [3, 4] ; the first answers to the question `rand`
//! set n + 8: ptr = o
//! set n + 4: i32 bits 3:2 = a       ; two bits of the byte at 4 on, from its fourth
//! set o.next = p                    ; a field of the class
//! set @table + 4: i32 = a
//! call r = @classify(a, x, 3, @table)
//! call s = @norm(n at 0, n at 8)    ; what lies in `n`, by value
//! call @reset()
//! argv "prog" "-v"
//! stdin "line\n"
//! file "in.txt" "content"
//! ```

mod argument;
mod cursor;
mod literal;
mod parse;
mod print;
mod syntax;

pub use argument::{Given, parse_argument};
pub use literal::value;
pub use parse::parse;
pub use print::{elements, print, statement};
pub use program::text::ParseError;
