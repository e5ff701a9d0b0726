//! Variables with static storage and their initial values.

use super::constant::{Constants, Scalar};
use super::layout::Layout;
use super::link::{Links, Origin};
use crate::error::LowerError;
use crate::ll::ast::{Definition, Module};
use program::verify::LARGEST_SIZE;
use program::{Global, Relocation, RelocationTarget};

/// Lowers a global.
pub(super) fn lower(
    module: &Module<'_>,
    layout: &Layout<'_, '_>,
    links: &Links,
    name: &str,
    origin: Origin,
) -> Result<Global, LowerError> {
    let refuse = |reason: String| LowerError::Global { name: name.to_owned(), reason };
    let Definition::Global(id) = module.symbols[origin.symbol].definition else {
        return Err(refuse("it is no variable".to_owned()));
    };
    let global = &module.globals[id];
    let size = u32::try_from(layout.size(global.ty)).ok().filter(|size| *size <= LARGEST_SIZE);
    let size = size.ok_or_else(|| refuse("it is larger than the machine's memory".to_owned()))?;
    let mut lowered = Global {
        name: name.to_owned(),
        size,
        align: global.align.max(layout.align(global.ty) as u32).max(1),
        read_only: global.is_constant && global.initializer.is_some(),
        external: global.initializer.is_none(),
        ..Global::default()
    };
    let Some(initializer) = global.initializer else { return Ok(lowered) };
    let constants = Constants { module, layout, links, index: origin.module };
    let zero = matches!(
        module.constants[initializer].kind,
        crate::ll::ast::ConstantKind::Zero | crate::ll::ast::ConstantKind::Undef
    );
    if zero {
        return Ok(lowered);
    }
    let mut bytes = vec![0; size as usize];
    let mut relocations = Vec::new();
    let mut address = |offset: u64, scalar: Scalar| {
        let target = match scalar {
            Scalar::Global(global, at) => RelocationTarget::Global(global, at),
            Scalar::Function(function) => RelocationTarget::Function(function),
            Scalar::Bits(_) => return,
        };
        relocations.push(Relocation { offset: offset as u32, target });
    };
    constants.write(initializer, 0, &mut bytes, &mut address).map_err(refuse)?;
    let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    bytes.truncate(used);
    relocations.sort_by_key(|relocation| relocation.offset);
    lowered.bytes = bytes;
    lowered.relocations = relocations;
    Ok(lowered)
}
