//! Globals: sizes, alignment, initial values.

use super::{LARGEST_SIZE, Verifier};
use crate::{Global, RelocationTarget};

/// How many bytes an address takes.
const ADDRESS_BYTES: u64 = 8;

impl Verifier<'_> {
    /// Looks at the globals from `first` on.
    pub(super) fn globals(&mut self, first: usize) {
        for global in self.program.globals.values().skip(first) {
            self.global(global);
        }
    }

    fn global(&mut self, global: &Global) {
        let place = || format!("global `@{}`", global.name);
        if global.size > LARGEST_SIZE {
            self.problem(place, format!("its size is larger than {LARGEST_SIZE} bytes"));
        }
        if !global.align.is_power_of_two() {
            self.problem(place, format!("its alignment {} is not a power of two", global.align));
        }
        if global.bytes.len() > global.size as usize {
            let (bytes, size) = (global.bytes.len(), global.size);
            self.problem(place, format!("its value has {bytes} bytes, but it has room for {size}"));
        }
        if global.external && !(global.bytes.is_empty() && global.relocations.is_empty()) {
            self.problem(place, "it is external, so it cannot have a value");
        }
        let mut free = 0;
        for relocation in &global.relocations {
            let offset = u64::from(relocation.offset);
            if offset + ADDRESS_BYTES > global.size.into() {
                self.problem(place, format!("the address at {offset} does not lie inside"));
            }
            if offset < free {
                let message = format!(
                    "the address at {offset} overlaps the one before it, or is out of order"
                );
                self.problem(place, message);
            }
            free = offset + ADDRESS_BYTES;
            let known = match relocation.target {
                RelocationTarget::Global(target, _) => self.program.globals.get(target).is_some(),
                RelocationTarget::Function(target) => self.program.functions.get(target).is_some(),
            };
            if !known {
                self.problem(
                    place,
                    format!("the address at {offset} is of something that does not exist"),
                );
            }
        }
    }
}
