//! A test before it is written down.
