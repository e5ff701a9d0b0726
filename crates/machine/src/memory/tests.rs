//! The memory as a whole, against tables of expectations and against a naive model.
