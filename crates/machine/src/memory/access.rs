//! Reading and writing: by address with all checks, or resolved once and then by index.

use super::fault::{Fault, FaultKind};
use super::object::READ_ONLY;
use super::{Memory, ObjectKind, address};

impl Memory {
    /// The index of `len` bytes that lie in a living object.
    #[inline]
    pub fn resolve(&self, address: u64, len: u32) -> Result<usize, Fault> {
        if let Some(record) = self.slots.find(address)
            && let Some(index) = record.locate(address::offset(address), len)
        {
            return Ok(index);
        }
        Err(self.slots.read_fault(address, len.into()))
    }

    /// The index of `len` bytes to be written next: they may change, a reset will bring back what
    /// they were, and they count as written.
    #[inline(always)]
    pub fn prepare_write(&mut self, address: u64, len: u32) -> Result<usize, Fault> {
        let index = self.resolve_write(address, len)?;
        self.arena.touch(index, len as usize);
        Ok(index)
    }

    /// The length of a managed array, given the address of its first byte, and the index of one of its
    /// elements; nothing, if there is no such array or element.
    #[inline]
    pub fn element(&self, array: u64, at: u64, bytes: u32) -> Option<(u32, usize)> {
        let record = self.slots.find(array)?;
        let length = match self.slots.kind(address::slot(array)) {
            ObjectKind::Array { length, .. } => length,
            _ => return None,
        };
        let offset = at.wrapping_mul(bytes.into());
        let inside = at < u64::from(length)
            && address::offset(array) == 0
            && offset + u64::from(bytes) <= u64::from(record.size);
        inside.then(|| (length, record.index() + offset as usize))
    }

    /// Makes ready for a write of `len` bytes at an index that [`Memory::element`] gave.
    #[inline]
    pub fn touch(&mut self, index: usize, len: u32) {
        self.arena.touch(index, len as usize);
    }

    #[inline(always)]
    fn resolve_write(&self, address: u64, len: u32) -> Result<usize, Fault> {
        if let Some(record) = self.slots.find(address)
            && let Some(index) = record.locate(address::offset(address), len)
        {
            if record.has(READ_ONLY) {
                return Err(FaultKind::ReadOnly.at(address, len));
            }
            return Ok(index);
        }
        Err(self.slots.write_fault(address, len.into()))
    }

    /// Whether each of the `len` bytes at a resolved index was written.
    #[inline]
    pub fn check_written(&self, index: usize, len: u32) -> bool {
        self.arena.is_written(index, len as usize)
    }

    /// Which of at most 16 bytes were never written, the first in the lowest bit.
    pub fn unwritten(&self, address: u64, len: u32) -> Result<u16, Fault> {
        let index = self.resolve(address, len)?;
        let bits = (0..len.min(16)).map(|at| {
            let written = self.arena.is_written(index + at as usize, 1);
            u16::from(!written) << at
        });
        Ok(bits.sum())
    }

    /// Makes bytes unwritten again, among those that were just written.
    pub fn forget(&mut self, address: u64, len: u32, bytes: u16) -> Result<(), Fault> {
        let index = self.resolve(address, len)?;
        for at in (0..len.min(16)).filter(|at| bytes >> at & 1 != 0) {
            self.arena.forget(index + at as usize);
        }
        Ok(())
    }

    /// Whether reads of what was never written fail.
    pub fn checks_uninitialised(&self) -> bool {
        self.check_uninitialised
    }

    /// Says whether reads of what was never written fail, and tells whether they did before.
    pub fn check_uninitialised(&mut self, checks: bool) -> bool {
        std::mem::replace(&mut self.check_uninitialised, checks)
    }

    /// Reads `len` bytes, at most 16, as a little-endian number.
    #[inline]
    pub fn load(&self, address: u64, len: u32) -> Result<u128, Fault> {
        let index = self.resolve(address, len)?;
        if self.check_uninitialised && !self.check_written(index, len) {
            return Err(FaultKind::Uninitialised.at(address, len));
        }
        Ok(match len {
            1 => self.read_u8(index).into(),
            2 => self.read_u16(index).into(),
            4 => self.read_u32(index).into(),
            8 => self.read_u64(index).into(),
            16 => self.read_u128(index),
            _ => self.read_odd(index, len),
        })
    }

    #[cold]
    fn read_odd(&self, index: usize, len: u32) -> u128 {
        let len = len.min(16) as usize;
        let mut value = [0; 16];
        value[..len].copy_from_slice(self.arena.slice(index, len));
        u128::from_le_bytes(value)
    }

    /// Writes the low `len` bytes, at most 16, of a number in little-endian order.
    #[inline]
    pub fn store(&mut self, address: u64, len: u32, value: u128) -> Result<(), Fault> {
        let index = self.prepare_write(address, len)?;
        match len {
            1 => self.write_u8(index, value as u8),
            2 => self.write_u16(index, value as u16),
            4 => self.write_u32(index, value as u32),
            8 => self.write_u64(index, value as u64),
            16 => self.write_u128(index, value),
            _ => self.write_odd(index, len, value),
        }
        Ok(())
    }

    #[cold]
    fn write_odd(&mut self, index: usize, len: u32, value: u128) {
        let len = len.min(16) as usize;
        self.arena.slice_mut(index, len).copy_from_slice(&value.to_le_bytes()[..len]);
    }

    /// Copies bytes as if through a buffer; unwritten ones stay so at their new place.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Fault> {
        if len == 0 {
            return Ok(());
        }
        let source = self.resolve(from, self.narrow(from, len)?)?;
        let target = self.resolve_write(to, self.narrow(to, len)?)?;
        self.arena.save(target, len as usize);
        self.arena.copy(target, source, len as usize);
        Ok(())
    }

    /// Sets all of the bytes to one value.
    pub fn fill(&mut self, to: u64, byte: u8, len: u64) -> Result<(), Fault> {
        if len == 0 {
            return Ok(());
        }
        let index = self.prepare_write(to, self.narrow(to, len)?)?;
        self.arena.slice_mut(index, len as usize).fill(byte);
        Ok(())
    }

    /// The bytes themselves, unwritten ones as zeros.
    pub fn bytes(&self, address: u64, len: u64) -> Result<&[u8], Fault> {
        if len == 0 {
            return Ok(&[]);
        }
        let index = self.resolve(address, self.narrow(address, len)?)?;
        Ok(self.arena.slice(index, len as usize))
    }

    /// Writes the bytes.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let len = self.narrow(address, bytes.len() as u64)?;
        let index = self.prepare_write(address, len)?;
        self.arena.slice_mut(index, bytes.len()).copy_from_slice(bytes);
        Ok(())
    }

    /// Writes the bytes on the machine's own behalf, into a read-only object too.
    pub fn initialise(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let len = self.narrow(address, bytes.len() as u64)?;
        let index = self.resolve(address, len)?;
        self.arena.touch(index, bytes.len());
        self.arena.slice_mut(index, bytes.len()).copy_from_slice(bytes);
        Ok(())
    }

    /// A length that some object may have; a longer one leaves every object.
    fn narrow(&self, address: u64, len: u64) -> Result<u32, Fault> {
        u32::try_from(len).map_err(|_| self.slots.read_fault(address, len))
    }
}

/// Defines the accesses of one width by resolved index.
macro_rules! by_index {
    ($($number:ident $read:ident $write:ident)*) => {
        impl Memory {
            $(
                #[doc = concat!("Reads a little-endian `", stringify!($number), "` at a resolved index.")]
                #[inline]
                pub fn $read(&self, index: usize) -> $number {
                    $number::from_le_bytes(self.arena.read(index))
                }

                #[doc = concat!("Writes a little-endian `", stringify!($number), "` at a prepared index.")]
                #[inline]
                pub fn $write(&mut self, index: usize, value: $number) {
                    self.arena.write(index, value.to_le_bytes());
                }
            )*
        }
    };
}

by_index! {
    u8 read_u8 write_u8
    u16 read_u16 write_u16
    u32 read_u32 write_u32
    u64 read_u64 write_u64
    u128 read_u128 write_u128
}
