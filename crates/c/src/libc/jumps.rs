//! `setjmp` and `longjmp`: a `jmp_buf` begins with the number of a place that the machine knows.

use machine::{Context, Models, Value, argument};
use program::Type;

/// Functions that mark a place.
const MARKING: [&str; 5] = ["setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp"];
/// Functions that go back to one.
const JUMPING: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Makes a number of a place something that memory rarely holds by chance.
const SEAL: u128 = 0x6a6d_705f_6275_6600;

/// Adds the models.
pub(super) fn add(models: &mut Models) {
    for name in MARKING {
        models.add(name, |context: &mut dyn Context, arguments: &[Value]| {
            let place = u128::from(context.mark()) ^ SEAL;
            context.store(argument(arguments, 0)?, Value::new(Type::I64, place))?;
            Ok(Some(Value::new(Type::I32, 0)))
        });
    }
    for name in JUMPING {
        models.add(name, |context: &mut dyn Context, arguments: &[Value]| {
            let sealed = context.load(argument(arguments, 0)?, Type::I64)?;
            let place = (context.concrete(sealed) ^ SEAL) as u64;
            let result = context.concrete(argument(arguments, 1)?);
            // A `setjmp` returns 0 only the first time.
            Err(context.jump(place, Value::new(Type::I32, result.max(1))))
        });
    }
}
