//! Running a function with something else in one place, until it gets its own code back.

use crate::code::Edited;
use crate::core::Core;
use program::{Edit, Id};

impl Core {
    /// Runs a function with an edit from now on, in place of the edit before; without one, as it is. Gives whether that
    /// can be done: not where the function has no body.
    pub fn edit(&mut self, edit: Option<&Edit>) -> bool {
        self.restore();
        edit.is_none_or(|edit| self.replace(edit))
    }

    fn replace(&mut self, edit: &Edit) -> bool {
        let function = edit.point.function;
        let has_code = self.ready(function).is_ok_and(|model| model.is_none());
        if !has_code {
            return false;
        }
        let sites = &mut self.sites;
        self.spare_sites.get_or_insert_with(|| sites.add_spare(edit.point));
        let index = function.index();
        let before = self.code.mark();
        let (entry, window) = (self.code.entries[index], self.code.windows[index]);
        let blocks = std::mem::take(&mut self.code.blocks[index]);
        let slots = std::mem::take(&mut self.code.slots[index]);
        self.compile_edited(function, Some(edit));
        let around = (before, self.code.mark());
        self.edited = Some(Edited { function, entry, window, blocks, slots, around });
        true
    }

    /// Gives the function that was edited its own code back.
    fn restore(&mut self) {
        let Some(Edited { function, entry, window, blocks, slots, around }) = self.edited.take()
        else {
            return;
        };
        let index = function.index();
        self.code.entries[index] = entry;
        self.code.windows[index] = window;
        self.code.blocks[index] = blocks;
        self.code.slots[index] = slots;
        // What was compiled since lies behind it and stays.
        if self.code.mark() == around.1 {
            self.code.cut(&around.0);
        }
    }
}
