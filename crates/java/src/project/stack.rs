//! The calls that were open where a finding happens, as a stack trace names them.

use super::Project;
use super::fault::class_of;
use bytecode::world::World;
use program::FuncId;
use report::{Frame, Place, Stack};

impl Project {
    /// A stack of open calls, innermost first, each with its line. What only the tests call methods through is left out.
    pub(super) fn stack(&self, world: &World, calls: &[(FuncId, u32)]) -> Stack {
        let frame = |(function, line): &(FuncId, u32)| self.frame(world, *function, *line);
        Stack::new(calls.iter().filter_map(frame))
    }

    fn frame(&self, world: &World, function: FuncId, line: u32) -> Option<Frame> {
        let key = world.function_method(function).filter(|key| !world.is_hidden(key.class))?;
        let (info, method) = (world.info(key.class), world.method_info(key));
        let package = |class: &str| class.rsplit_once('/').map(|(own, _)| own.to_owned());
        let file = info.source_file.as_ref().map(|file| match package(&info.name) {
            Some(own) if package(&self.class).as_ref() != Some(&own) => format!("{own}/{file}"),
            _ => file.to_string(),
        });
        let line = Some(line).filter(|line| *line > 0);
        Some(Frame {
            function: format!("{}.{}", info.name.replace('/', "."), method.name),
            place: file.map(|file| Place { file, line, column: None }),
            library: class_of(world, function).is_none(),
        })
    }
}
