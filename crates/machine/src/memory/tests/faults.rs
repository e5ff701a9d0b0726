//! Each kind of fault, from every side.

use expect_test::expect;

use super::script::check;
use crate::memory::MemoryConfig;

#[test]
fn null_and_its_surroundings_fault_as_null() {
    check(
        MemoryConfig::default(),
        "load 0 4
         store 0 4 1
         load 0+24 8
         load 0-8 8
         copy 0 0 1
         copy 0 0 0
         fill 0 0 0
         bytes 0 0
         kind 0",
        expect![[r#"
            load 0 4                 null pointer access at 0x0, length 4
            store 0 4 1              null pointer access at 0x0, length 4
            load 0+24 8              null pointer access at 0x18, length 8
            load 0-8 8               null pointer access at 0xfffffffffffffff8, length 8
            copy 0 0 1               null pointer access at 0x0, length 1
            copy 0 0 0               ok
            fill 0 0 0               ok
            bytes 0 0                ""
            kind 0                   null pointer access at 0x0, length 0
        "#]],
    );
}

#[test]
fn an_access_must_lie_wholly_inside_its_object() {
    check(
        MemoryConfig::default(),
        "p = stack 4 zeroed
         a = stack 10 zeroed
         z = stack 4 zeroed
         load a+6 4
         load a+7 4
         store a+7 4 0
         load a+10 1
         load a-1 1
         store a-1 1 0
         store p-1 1 0
         load a+0x7fffffff 1
         load a-0x80000000 1
         load a+0xffffffff 1
         copy a p 5
         copy p a 5
         fill a 0 11
         bytes a 11
         bytes a 0x100000000
         size a+10
         size a-1",
        expect![[r#"
            p = stack 4 zeroed       0x200000000
            a = stack 10 zeroed      0x300000000
            z = stack 4 zeroed       0x400000000
            load a+6 4               0x0
            load a+7 4               access out of bounds at 0x300000007, length 4
            store a+7 4 0            access out of bounds at 0x300000007, length 4
            load a+10 1              access out of bounds at 0x30000000a, length 1
            load a-1 1               access out of bounds at 0x2ffffffff, length 1
            store a-1 1 0            access out of bounds at 0x2ffffffff, length 1
            store p-1 1 0            access out of bounds at 0x1ffffffff, length 1
            load a+0x7fffffff 1      access out of bounds at 0x37fffffff, length 1
            load a-0x80000000 1      access out of bounds at 0x280000000, length 1
            load a+0xffffffff 1      access out of bounds at 0x3ffffffff, length 1
            copy a p 5               access out of bounds at 0x200000000, length 5
            copy p a 5               access out of bounds at 0x200000000, length 5
            fill a 0 11              access out of bounds at 0x300000000, length 11
            bytes a 11               access out of bounds at 0x300000000, length 11
            bytes a 0x100000000      access out of bounds at 0x300000000, length 4294967296
            size a+10                10
            size a-1                 access out of bounds at 0x2ffffffff, length 0
        "#]],
    );
}

#[test]
fn an_empty_object_has_an_address_and_no_bytes() {
    check(
        MemoryConfig::default(),
        "a = heap 0
         b = heap 0
         load a 1
         bytes a 0
         size a
         free a
         free b",
        expect![[r#"
            a = heap 0               0x200000000
            b = heap 0               0x300000000
            load a 1                 access out of bounds at 0x200000000, length 1
            bytes a 0                ""
            size a                   0
            free a                   ok
            free b                   ok
        "#]],
    );
}

#[test]
fn a_dead_object_cannot_be_used_nor_freed_again() {
    check(
        MemoryConfig { quarantine: 0, ..MemoryConfig::default() },
        "a = heap 8 zeroed
         b = heap 8 zeroed
         free a
         load a 4
         load a+100 4
         load a-4 4
         store a 4 1
         copy b a 4
         copy a b 4
         kind a
         free a
         free a+4
         c = heap 8 zeroed
         load a 4
         free a
         free c
         free b
         s = stack 8
         release s
         load s 1
         free s
         release s",
        expect![[r#"
            a = heap 8 zeroed        0x200000000
            b = heap 8 zeroed        0x300000000
            free a                   ok
            load a 4                 use after free at 0x200000000, length 4
            load a+100 4             use after free at 0x200000064, length 4
            load a-4 4               use after free at 0x1fffffffc, length 4
            store a 4 1              use after free at 0x200000000, length 4
            copy b a 4               use after free at 0x200000000, length 4
            copy a b 4               use after free at 0x200000000, length 4
            kind a                   use after free at 0x200000000, length 0
            free a                   double free at 0x200000000, length 0
            free a+4                 invalid free at 0x200000004, length 0
            c = heap 8 zeroed        0x100000200000000
            load a 4                 use after free at 0x200000000, length 4
            free a                   double free at 0x200000000, length 0
            free c                   ok
            free b                   ok
            s = stack 8              0x200000200000000
            release s                ok
            load s 1                 use after free at 0x200000200000000, length 1
            free s                   invalid free at 0x200000200000000, length 0
            release s                invalid free at 0x200000200000000, length 0
        "#]],
    );
}

#[test]
fn only_the_first_byte_of_a_heap_block_can_be_freed() {
    check(
        MemoryConfig::default(),
        "h = heap 8
         s = stack 8
         g = global 8
         m = managed 8
         f = function 3
         free h+4
         free h-1
         free s
         free g
         free m
         free f
         release 0x100000000
         free 8
         free 0xdead00000000
         free 0
         free h",
        expect![[r#"
            h = heap 8               0x200000000
            s = stack 8              0x300000000
            g = global 8             0x400000000
            m = managed 8            0x500000000
            f = function 3           0x100000030
            free h+4                 invalid free at 0x200000004, length 0
            free h-1                 invalid free at 0x1ffffffff, length 0
            free s                   invalid free at 0x300000000, length 0
            free g                   invalid free at 0x400000000, length 0
            free m                   invalid free at 0x500000000, length 0
            free f                   invalid free at 0x100000030, length 0
            release 0x100000000      invalid free at 0x100000000, length 0
            free 8                   invalid free at 0x8, length 0
            free 0xdead00000000      invalid free at 0xdead00000000, length 0
            free 0                   ok
            free h                   ok
        "#]],
    );
}

#[test]
fn a_read_of_unwritten_bytes_faults_where_asked_to() {
    let script = "a = heap 200
         load a 1
         store a 4 0x11223344
         load a 4
         load a 5
         load a+2 4
         store a+62 8 0x1122334455667788
         load a+62 8
         load a+61 8
         load a+63 8
         store a+100 3 0xaabbcc
         load a+100 3
         load a+100 4
         copy a+10 a 6
         written a+10 4
         written a+13 2
         fill a 7 200
         load a+184 16
         z = heap 8 zeroed
         load z 8";
    check(
        MemoryConfig::default(),
        script,
        expect![[r#"
            a = heap 200             0x200000000
            load a 1                 read of uninitialised memory at 0x200000000, length 1
            store a 4 0x11223344     ok
            load a 4                 0x11223344
            load a 5                 read of uninitialised memory at 0x200000000, length 5
            load a+2 4               read of uninitialised memory at 0x200000002, length 4
            store a+62 8 0x1122334455667788 ok
            load a+62 8              0x1122334455667788
            load a+61 8              read of uninitialised memory at 0x20000003d, length 8
            load a+63 8              read of uninitialised memory at 0x20000003f, length 8
            store a+100 3 0xaabbcc   ok
            load a+100 3             0xaabbcc
            load a+100 4             read of uninitialised memory at 0x200000064, length 4
            copy a+10 a 6            ok
            written a+10 4           true
            written a+13 2           false
            fill a 7 200             ok
            load a+184 16            0x7070707070707070707070707070707
            z = heap 8 zeroed        0x300000000
            load z 8                 0x0
        "#]],
    );
    let config = MemoryConfig { check_uninitialised: false, ..MemoryConfig::default() };
    check(
        config,
        "a = heap 200
         load a 8
         written a 8",
        expect![[r#"
            a = heap 200             0x200000000
            load a 8                 0x0
            written a 8              false
        "#]],
    );
}

#[test]
fn the_program_cannot_write_what_is_read_only() {
    check(
        MemoryConfig::default(),
        "g = global 4
         initialise g abcd
         protect g
         store g 1 0
         write g x
         fill g 0 1
         copy g g 1
         store g+4 1 0
         initialise g wxyz
         bytes g 4
         unprotect g
         store g 1 0x41
         bytes g 4",
        expect![[r#"
            g = global 4             0x200000000
            initialise g abcd        ok
            protect g                ok
            store g 1 0              write to read-only memory at 0x200000000, length 1
            write g x                write to read-only memory at 0x200000000, length 1
            fill g 0 1               write to read-only memory at 0x200000000, length 1
            copy g g 1               write to read-only memory at 0x200000000, length 1
            store g+4 1 0            access out of bounds at 0x200000004, length 1
            initialise g wxyz        ok
            bytes g 4                "wxyz"
            unprotect g              ok
            store g 1 0x41           ok
            bytes g 4                "Axyz"
        "#]],
    );
}

#[test]
fn the_code_segment_has_addresses_but_no_bytes() {
    check(
        MemoryConfig::default(),
        "f = function 2
         kind f
         load f 4
         store f 4 0
         load f-33 1",
        expect![[r#"
            f = function 2           0x100000020
            kind f                   Code
            load f 4                 access out of bounds at 0x100000020, length 4
            store f 4 0              write to read-only memory at 0x100000020, length 4
            load f-33 1              access through a wild pointer at 0xffffffff, length 1
        "#]],
    );
}

#[test]
fn an_address_that_was_never_given_out_is_wild() {
    check(
        MemoryConfig { quarantine: 0, ..MemoryConfig::default() },
        "a = heap 8 zeroed
         load 0xdeadbeef 4
         load 0x9900000000 4
         load 0x100000000000000 1
         load 0x100000200000000 1
         free a
         b = heap 8 zeroed
         load b 1
         load 0x200000200000000 1
         free 0x200000200000000",
        expect![[r#"
            a = heap 8 zeroed        0x200000000
            load 0xdeadbeef 4        access through a wild pointer at 0xdeadbeef, length 4
            load 0x9900000000 4      access through a wild pointer at 0x9900000000, length 4
            load 0x100000000000000 1 access through a wild pointer at 0x100000000000000, length 1
            load 0x100000200000000 1 access through a wild pointer at 0x100000200000000, length 1
            free a                   ok
            b = heap 8 zeroed        0x100000200000000
            load b 1                 0x0
            load 0x200000200000000 1 access through a wild pointer at 0x200000200000000, length 1
            free 0x200000200000000   invalid free at 0x200000200000000, length 0
        "#]],
    );
}

#[test]
fn memory_ends_at_its_limit() {
    check(
        MemoryConfig { limit: 4096, ..MemoryConfig::default() },
        "a = heap 0x80000000
         b = heap 0xffffffffffffffff
         c = heap 2048
         d = heap 2048
         e = heap 1024
         free c
         f = heap 2000
         g = heap 1024",
        expect![[r#"
            a = heap 0x80000000      out of memory at 0x0, length 2147483648
            b = heap 0xffffffffffffffff out of memory at 0x0, length 18446744073709551615
            c = heap 2048            0x200000000
            d = heap 2048            out of memory at 0x0, length 2048
            e = heap 1024            0x300000000
            free c                   ok
            f = heap 2000            0x400000000
            g = heap 1024            out of memory at 0x0, length 1024
        "#]],
    );
}
