//! Findings are processes that die under the sanitizers.

use super::room::{Room, make, subjects};

#[test]
fn every_finding_dies_under_the_sanitizers_and_tells_where() {
    let made = make(&subjects().join("stack.c"), 2000, 1);
    assert!(!made.product.findings.is_empty());
    let (room, text) = (Room::new(), made.findings());
    for finding in &made.product.findings {
        let said = &made.product.said[&finding.name];
        let place = said.place.as_ref().expect("a place");
        assert!(place.file.ends_with("stack.c") && place.line.is_some(), "{said}");
        assert!(text.contains(&said.to_string()), "{text}");
    }
    room.write("findings.c", &text);
    assert_eq!(room.warnings("clang-19", "findings.c", "plain"), "");
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let files = ["-g", "-w", "findings.c", "-o", "findings"];
    room.succeed("clang-19", &[&sanitizers[..], &files[..]].concat());
    let shown = room.succeed("./findings", &[]);
    assert_eq!(shown.matches("ok ").count(), made.product.findings.len(), "{shown}");
}
