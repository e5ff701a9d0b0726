//! `java.lang.invoke`: the members that method handles and variable handles refer to.

use super::Table;

pub(super) const TABLE: Table = &[];
