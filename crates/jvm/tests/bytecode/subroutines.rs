//! A class as compilers made them once: its method has a subroutine (`jsr`, `ret`), called from two places.

/// A program that calls the method; its own class `Old` is replaced by [`class_file`].
pub const PROGRAM: &str = "public class Subroutines {
  public static void main(String[] args) { System.out.println(Old.sub(0) + \" \" + Old.sub(5)); }
}
class Old { static int sub(int a) { return -1; } }
";

/// The class `Old` of release 1.4: `sub` adds 1 to its argument, and if that was not 0, before that 1 and 10.
pub fn class_file() -> Vec<u8> {
    let code: [u8; 21] = [
        0x1a, // iload_0
        0x99, 0, 9, // ifeq 10
        0xa8, 0, 11, // jsr 15
        0x84, 0, 10, // iinc 0, 10
        0xa8, 0, 5,    // 10: jsr 15
        0x1a, // iload_0
        0xac, // ireturn
        0x4c, // 15: astore_1
        0x84, 0, 1, // iinc 0, 1
        0xa9, 1, // ret 1
    ];
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 48, 0, 8];
    let text = |bytes: &mut Vec<u8>, text: &str| {
        bytes.extend([1, 0, text.len() as u8]);
        bytes.extend(text.as_bytes());
    };
    text(&mut bytes, "Old");
    bytes.extend([7, 0, 1]);
    text(&mut bytes, "java/lang/Object");
    bytes.extend([7, 0, 3]);
    text(&mut bytes, "sub");
    text(&mut bytes, "(I)I");
    text(&mut bytes, "Code");
    // The class: flags, itself, its superclass, no interfaces, no fields, one static method.
    bytes.extend([0, 0x20, 0, 2, 0, 4, 0, 0, 0, 0, 0, 1, 0, 8, 0, 5, 0, 6, 0, 1, 0, 7]);
    bytes.extend((12 + code.len() as u32).to_be_bytes());
    bytes.extend([0, 1, 0, 2]);
    bytes.extend((code.len() as u32).to_be_bytes());
    bytes.extend(code);
    bytes.extend([0, 0, 0, 0, 0, 0]);
    bytes
}
