//! What limits a number that a fault depends on, and what does not.

use super::causes::{Examiner, Followed};
use program::analysis::{Cfg, Dominators, Loops, Unwinding};
use program::{Point, Program, Type};
use scenario::{Statement, VarId};

/// Whether a branch is at the beginning of a loop, where another round is decided on: what it compares is counted, and not
/// checked.
pub(super) fn heads_loop(program: &Program, point: Point) -> bool {
    let cfg = Cfg::new(&program.functions[point.function], Unwinding::default());
    Loops::new(&cfg, &Dominators::new(&cfg)).headed_by(point.block).is_some()
}

impl Examiner<'_, '_> {
    /// Whether the largest number of that sign leads to the same fault: then nothing limits it.
    pub(super) fn is_unlimited(&mut self, run: &Followed, variable: VarId) -> bool {
        let Some(trap) = run.trap().cloned() else { return false };
        let mut other = run.scenario.clone();
        let value = other.statements.iter_mut().find_map(|statement| match statement {
            Statement::Value { variable: made, ty, bits, .. } if *made == variable => {
                Some((*ty, bits))
            }
            _ => None,
        });
        let Some((ty, bits)) = value else { return false };
        *bits = utmost(ty, *bits);
        self.ends_alike(&other, &trap)
    }
}

/// The number of the same sign that is furthest from zero.
fn utmost(ty: Type, bits: u128) -> u128 {
    let sign = bits & (ty.mask() ^ (ty.mask() >> 1));
    match ty {
        Type::F32 => u128::from(f32::MAX.to_bits()) | sign,
        Type::F64 => u128::from(f64::MAX.to_bits()) | sign,
        _ if sign != 0 => sign,
        _ => ty.mask() >> 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_utmost_number_has_the_same_sign() {
        assert_eq!(utmost(Type::I32, 5), 0x7fff_ffff);
        assert_eq!(utmost(Type::I32, 0xffff_fff0), 0x8000_0000);
        assert_eq!(utmost(Type::F64, (-1.5f64).to_bits().into()), f64::MIN.to_bits().into());
    }
}
