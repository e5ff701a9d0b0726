//! Intervals in both readings and known bits, carried through the terms in both directions.

mod value;
