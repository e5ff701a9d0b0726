//! Addresses as 64-bit numbers: generation (8 bits), object slot (24 bits), offset (32 bits).
//!
//! A pointer is a plain integer to the program, so arithmetic on it is integer arithmetic. Objects
//! are at most [`MAX_OBJECT`] bytes, so a displacement of less than 2^31 either way that leaves an
//! object keeps its tag and exceeds its size, or borrows from the tag and then has an offset of
//! 2^31 or more, which no object has: it never reaches a neighbour.

/// The null pointer.
pub const NULL: u64 = 0;

/// The slot of the code segment, where functions have their addresses.
pub const CODE_SLOT: u32 = 1;

/// The largest size of an object in bytes.
pub const MAX_OBJECT: u32 = (1 << 31) - 1;

/// How many slots can exist; the last number stays free, so that null less a little is nobody's.
pub(super) const SLOT_LIMIT: usize = SLOT_MASK as usize;

const SLOT_BITS: u32 = 24;
const SLOT_MASK: u32 = (1 << SLOT_BITS) - 1;
const FUNCTION_STRIDE: u32 = 16;

/// The address of a byte of the object with that tag.
#[inline]
pub const fn compose(tag: u32, offset: u32) -> u64 {
    (tag as u64) << 32 | offset as u64
}

/// Generation and slot together: the upper half of an address.
#[inline]
pub const fn tag(address: u64) -> u32 {
    (address >> 32) as u32
}

/// The tag of a slot's object in that generation.
#[inline]
pub const fn make_tag(generation: u8, slot: u32) -> u32 {
    (generation as u32) << SLOT_BITS | slot & SLOT_MASK
}

/// The object slot of an address.
#[inline]
pub const fn slot(address: u64) -> u32 {
    tag(address) & SLOT_MASK
}

/// The generation of an address: how often its slot had been reused when it was made.
#[inline]
pub const fn generation(address: u64) -> u8 {
    (address >> 56) as u8
}

/// The offset of an address within its object.
#[inline]
pub const fn offset(address: u64) -> u32 {
    address as u32
}

/// The address of the function with that number, which must be below 2^28.
#[inline]
pub const fn function_address(function: u32) -> u64 {
    compose(CODE_SLOT, function.wrapping_mul(FUNCTION_STRIDE))
}

/// The number of the function at that address, whether or not the program has so many.
#[inline]
pub const fn function_at(address: u64) -> Option<u32> {
    if tag(address) == CODE_SLOT && offset(address).is_multiple_of(FUNCTION_STRIDE) {
        Some(offset(address) / FUNCTION_STRIDE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_its_parts() {
        let address = compose(make_tag(0xab, 0x12_3456), 0x89ab_cdef);
        assert_eq!(address, 0xab12_3456_89ab_cdef);
        assert_eq!(generation(address), 0xab);
        assert_eq!(slot(address), 0x12_3456);
        assert_eq!(offset(address), 0x89ab_cdef);
        assert_eq!(tag(address), 0xab12_3456);
    }

    #[test]
    fn a_function_is_found_at_its_address_and_nowhere_near_it() {
        for function in [0, 1, 77, (1 << 28) - 1] {
            let address = function_address(function);
            assert_eq!(function_at(address), Some(function));
            assert_eq!(function_at(address + 1), None);
        }
        assert_eq!(function_at(NULL), None);
        assert_eq!(function_at(compose(make_tag(1, CODE_SLOT), 0)), None);
        assert_eq!(function_at(compose(2, 0)), None);
    }
}
