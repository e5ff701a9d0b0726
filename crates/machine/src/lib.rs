//! The only thing that executes programs.
