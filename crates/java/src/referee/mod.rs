//! The referee: what the JVM, JUnit and JaCoCo say of classes and of tests.

pub mod report;
