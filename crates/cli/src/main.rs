//! The ferret command line.

fn main() {}
