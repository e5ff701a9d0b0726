//! The opcodes that matter to what is counted.

pub(super) const ACONST_NULL: u8 = 1;
pub(super) const ICONST_M1: u8 = 2;
pub(super) const ICONST_0: u8 = 3;
pub(super) const ICONST_1: u8 = 4;
pub(super) const LDC: u8 = 18;
pub(super) const ILOAD: u8 = 21;
pub(super) const ALOAD: u8 = 25;
pub(super) const ISTORE: u8 = 54;
pub(super) const ASTORE: u8 = 58;
pub(super) const DUP: u8 = 89;
pub(super) const IFEQ: u8 = 153;
pub(super) const IFNE: u8 = 154;
pub(super) const IF_ACMPEQ: u8 = 165;
pub(super) const GOTO: u8 = 167;
pub(super) const TABLESWITCH: u8 = 170;
pub(super) const LOOKUPSWITCH: u8 = 171;
pub(super) const IRETURN: u8 = 172;
pub(super) const ARETURN: u8 = 176;
pub(super) const RETURN: u8 = 177;
pub(super) const GETSTATIC: u8 = 178;
pub(super) const PUTSTATIC: u8 = 179;
pub(super) const GETFIELD: u8 = 180;
pub(super) const INVOKEVIRTUAL: u8 = 182;
pub(super) const INVOKESPECIAL: u8 = 183;
pub(super) const INVOKESTATIC: u8 = 184;
pub(super) const INVOKEINTERFACE: u8 = 185;
pub(super) const INVOKEDYNAMIC: u8 = 186;
pub(super) const NEW: u8 = 187;
pub(super) const ATHROW: u8 = 191;
pub(super) const MONITOREXIT: u8 = 195;
pub(super) const IFNULL: u8 = 198;
pub(super) const IFNONNULL: u8 = 199;

/// Whether an instruction leaves the method.
pub(super) fn leaves(code: u8) -> bool {
    matches!(code, IRETURN..=RETURN | ATHROW)
}

/// Whether an instruction calls a method.
pub(super) fn calls(code: u8) -> bool {
    matches!(code, INVOKEVIRTUAL..=INVOKEDYNAMIC)
}

/// Whether the instruction behind one can come next.
pub(super) fn goes_on(code: u8) -> bool {
    !leaves(code) && !matches!(code, GOTO | TABLESWITCH | LOOKUPSWITCH)
}
