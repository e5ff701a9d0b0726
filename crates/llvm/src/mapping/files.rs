//! The names of the files that a coverage mapping refers to by number.
//!
//! The module holds them in its variables: `__llvm_coverage_mapping` has the list of names, and one
//! `__covrec_…` per function, in the order of the mapping's text, begins with the list of its files.

/// The file names in the content of `__llvm_coverage_mapping`, when they are not compressed. The first
/// is the directory that the others are relative to.
pub fn names(content: &[u8]) -> Option<Vec<String>> {
    let mut reader = Reader { rest: content };
    let count = reader.number()?;
    let _length = reader.number()?;
    if reader.number()? != 0 {
        return None;
    }
    let mut names = Vec::new();
    for _ in 0..count {
        let length = usize::try_from(reader.number()?).ok()?;
        let (name, rest) = reader.rest.split_at_checked(length)?;
        reader.rest = rest;
        names.push(String::from_utf8_lossy(name).into_owned());
    }
    Some(names)
}

/// The files of a function, as places in the list of names, from the content of its record.
pub fn of_record(content: &[u8]) -> Option<Vec<usize>> {
    let mut reader = Reader { rest: content };
    let count = reader.number()?;
    (0..count).map(|_| usize::try_from(reader.number()?).ok()).collect()
}

/// Reads numbers of seven bits a byte, least significant first.
struct Reader<'b> {
    rest: &'b [u8],
}

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_records_are_read_as_clang_writes_them() {
        let content = b"\x03\x12\x00\x05/home\x05hdr.h\x03s.c";
        assert_eq!(names(content), Some(vec!["/home".into(), "hdr.h".into(), "s.c".into()]));
        assert_eq!(of_record(b"\x02\x02\x01\x0b"), Some(vec![2, 1]));
    }

    #[test]
    fn what_is_compressed_or_cut_off_is_not_read() {
        assert_eq!(names(b"\x02\x0c\x14x\xda"), None);
        assert_eq!(names(b"\x02\x0c\x00\x30abc"), None);
        assert_eq!(of_record(b"\x02\x81"), None);
        assert_eq!(of_record(b""), None);
    }
}
