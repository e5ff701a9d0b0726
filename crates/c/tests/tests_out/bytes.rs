//! The same seed gives the same files, however many threads work.

use super::room::{make, subjects};

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    for unit in ["triangle.c", "hash_map.c"] {
        let source = subjects().join(unit);
        let (one, again, two) =
            (make(&source, 1500, 1), make(&source, 1500, 1), make(&source, 1500, 2));
        assert_eq!(one.tests(), again.tests());
        assert_eq!(one.tests(), two.tests());
        assert_eq!(one.findings(), two.findings());
    }
}
