//! The library against the native one: C programs print the same in the machine as outside it.

mod given;
mod graded;
mod harness;
mod streams;
mod traps;

use harness::agrees;

/// One test for each program in `tests/programs`.
macro_rules! programs {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                agrees(stringify!($name));
            }
        )*

        #[test]
        fn every_program_is_tested() {
            harness::all_listed(&[$(stringify!($name)),*]);
        }
    };
}

programs! {
    bit_fields
    ctypes
    doubles
    endings
    environment
    files
    folders
    gnu_functions
    heap
    hello
    integers
    jumps
    lines
    math_errors
    maths
    options
    padding
    posix_files
    print_doubles
    print_integers
    print_long_double
    print_positions
    quick_ending
    randoms
    regexes
    scan
    sorting
    strings
    threads
    times
    variadic
    wide_characters
}
