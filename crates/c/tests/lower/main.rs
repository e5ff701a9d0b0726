//! From C text to programs: what the lowering makes, and that it runs as the compiled program does.

mod exits;
mod goals;
mod native;
mod passing;
mod shapes;
mod support;
mod unsupported;
