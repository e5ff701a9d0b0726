//! Everything about C: clang's output becomes a program, with a libc to run it.

pub mod ll;
