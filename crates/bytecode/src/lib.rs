//! From class files to a program: classes are linked, and their bytecode is lowered, as a run needs them.
//!
//! A [`world`] finds classes and links them into a program; [`lower`] gives methods their bodies, [`dynamic`] does so for
//! call sites of `invokedynamic`. The [`loader`] is what the machine asks for a body when a function is first called.
//! [`goals`] ties what JaCoCo counts to what runs count, [`list`] tells what there is in a directory or a jar.

pub mod dynamic;
pub mod goals;
pub mod list;
pub mod loader;
pub mod lower;
pub mod natives;
pub mod world;
pub mod writer;
