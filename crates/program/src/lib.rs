//! The intermediate representation that every language lowers to.
