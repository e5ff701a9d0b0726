//! Collecting managed objects: when, and from where they can be reached.

use super::Interpreter;
use crate::domain::{Domain, Shaded};
use crate::memory::ObjectKind;
use crate::model::Stop;
use program::{ClassId, Id, Type};
use trace::Limit;

/// How many addresses are held before it pays to look for those that are held twice.
const MANY: usize = 1 << 16;

impl<D: Domain> Interpreter<'_, D> {
    /// Keeps an object that a scenario or a model has the address of, until that ends.
    #[inline]
    pub(crate) fn hold(&mut self, ty: Type, bits: u128) {
        if ty == Type::Ptr && bits != 0 {
            let held = &mut self.core.held;
            held.push(bits as u64);
            if held.len().is_multiple_of(MANY) {
                // Models end in the order in which they began, so only what follows itself may go.
                held.dedup();
            }
        }
    }

    /// Makes a managed object, all zeros, and room for it if need be.
    pub(super) fn make_collected(
        &mut self,
        size: Shaded<D::Shadow>,
        kind: ObjectKind,
    ) -> Result<u64, Stop> {
        if self.core.memory.is_collection_due() {
            self.collect();
        }
        match self.make_object(size, 8, kind, true) {
            // What is larger than all memory has no room made for it.
            Err(Stop::Limit(Limit::Memory)) if size.bits <= self.core.config.memory.into() => {
                self.collect();
                self.make_object(size, 8, kind, true)
            }
            made => made,
        }
    }

    /// Ends the objects that nobody can reach: neither a register of an open call, nor memory, nor a
    /// scenario or a model.
    #[cold]
    fn collect(&mut self) {
        let core = &mut *self.core;
        let window =
            core.frames.last().map_or(0, |frame| core.code.windows[frame.function.index()]);
        let end = core.registers.len().min(core.base + usize::from(window));
        let registers = core.registers[..end].iter().copied();
        let classes = &core.classes;
        core.memory.collect(registers.chain(core.held.iter().copied()), |class| {
            classes.layout(ClassId(class)).references
        });
    }
}
