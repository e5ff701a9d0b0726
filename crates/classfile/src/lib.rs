//! Reading class files, and where they come from.
//!
//! [`jdk`] finds a JDK, [`archive`] reads class files out of directories, jars and the JDK's image. A [`skeleton`] is
//! the outline of one class file; bodies ([`code`]), [`annotations`] and other attributes are read when they are asked
//! for. Nothing here knows of a program: classes are linked in the crate `bytecode`.

pub mod annotations;
pub mod archive;
pub mod code;
pub mod descriptor;
pub mod error;
pub mod flags;
pub mod jdk;
pub mod outline;
pub mod record;
pub mod skeleton;
