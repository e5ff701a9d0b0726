//! Access flags of classes, fields and methods, as class files have them.

/// Visible everywhere.
pub const PUBLIC: u16 = 0x0001;
/// Visible in the class and its nest.
pub const PRIVATE: u16 = 0x0002;
/// Visible in subclasses and in the package.
pub const PROTECTED: u16 = 0x0004;
/// Belongs to the class, not to an instance.
pub const STATIC: u16 = 0x0008;
/// Not extended, not overridden, not assigned again.
pub const FINAL: u16 = 0x0010;
/// A method that holds the monitor.
pub const SYNCHRONIZED: u16 = 0x0020;
/// A method that a compiler made for another one.
pub const BRIDGE: u16 = 0x0040;
/// A field that threads share.
pub const VOLATILE: u16 = 0x0040;
/// A method whose last parameter is an array of the rest.
pub const VARARGS: u16 = 0x0080;
/// A field that serialisation leaves out.
pub const TRANSIENT: u16 = 0x0080;
/// A method without bytecode, done by the virtual machine.
pub const NATIVE: u16 = 0x0100;
/// A class that is an interface.
pub const INTERFACE: u16 = 0x0200;
/// Without a body, or not to be instantiated.
pub const ABSTRACT: u16 = 0x0400;
/// Strict floating point, which is the only kind there is now.
pub const STRICT: u16 = 0x0800;
/// Made by a compiler.
pub const SYNTHETIC: u16 = 0x1000;
/// A class that is an annotation.
pub const ANNOTATION: u16 = 0x2000;
/// An enum, or a constant of one.
pub const ENUM: u16 = 0x4000;
/// Not a class at all but a description of a module.
pub const MODULE: u16 = 0x8000;
