//! Written tests are compiled by two compilers, run in every way, and measured by llvm-cov.

mod behind;
mod bytes;
mod deaths;
mod explored;
mod kept;
mod oracles;
mod recorded;
mod referee;
mod room;
mod subjects;
mod torn_down;
