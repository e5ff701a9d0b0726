//! A Java virtual machine over the machine of the IR: what is native, start-up, and runs.
//!
//! [`natives`] are models of what the JDK's library leaves to the virtual machine; [`boot`] brings the library up,
//! and a run finds [`environment`] around it. [`run`] is where to start reading: from a class path to a machine that
//! runs, starts again and can be copied. [`transcript`] writes down what a test does while it runs.

pub mod boot;
pub mod environment;
mod message;
pub mod natives;
pub mod run;
pub mod transcript;
mod warm;
