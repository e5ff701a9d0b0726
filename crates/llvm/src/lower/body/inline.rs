//! Inline assembly that does nothing; all other is refused.

use super::Body;
use crate::ll::ast::{Call, InlineAsm, LocalId};
use crate::lower::layout::Refusal;

impl<'a> Body<'_, '_, 'a> {
    /// Lowers assembly without a text: a barrier for the compiler, or a value that it must not look
    /// through.
    pub(super) fn assembly(
        &mut self,
        result: Option<LocalId>,
        call: &Call<'a>,
        assembly: &InlineAsm<'a>,
    ) -> Result<(), Refusal> {
        if !assembly.text.trim().is_empty() {
            return Err("inline assembly".to_owned());
        }
        let Some(result) = result else { return Ok(()) };
        let constraints: Vec<&str> = assembly.constraints.split(',').collect();
        // `"+r"(x)` is an output and an input that is tied to it.
        let inputs = constraints.iter().filter(|constraint| !constraint.starts_with(['=', '~']));
        let tied = inputs.enumerate().find(|(_, constraint)| **constraint == "0");
        match tied.and_then(|(index, _)| call.arguments.get(index)) {
            Some(argument) => {
                let parts = self.parts(argument.value)?;
                self.lanes(result, |body, dst, lane, ty| {
                    let value = *parts.get(lane).ok_or("inline assembly")?;
                    body.emit(program::Instruction::Copy { ty, dst, value });
                    Ok(())
                })
            }
            None => Err("inline assembly".to_owned()),
        }
    }
}
