//! Debug metadata.

use expect_test::{Expect, expect};
use llvm::ll::ast::{Location, Metadata, MetadataValue, NodeId};

use crate::check_error;

/// Reads `!0` of a text that is written behind `!0 = `.
fn check_node(text: &str, expected: Expect) {
    let text = format!("!0 = {text}\n");
    let module = llvm::ll::parse(&text).expect("a module");
    let shown = match module.metadata.node(NodeId(0)) {
        Ok(node) => format!("{:#?}\n", node.expect("the node")),
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn a_specialised_node_is_its_fields() {
    check_node(
        "distinct !DISubprogram(name: \"a\\22b\", scope: !1, line: 34, flags: DIFlagPrototyped, \
         spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: null, isLocal: true)",
        expect![[r#"
            Node {
                distinct: true,
                kind: "DISubprogram",
                fields: [
                    Field {
                        name: "name",
                        value: String(
                            "a\"b",
                        ),
                    },
                    Field {
                        name: "scope",
                        value: Node(
                            NodeId(
                                1,
                            ),
                        ),
                    },
                    Field {
                        name: "line",
                        value: Integer(
                            34,
                        ),
                    },
                    Field {
                        name: "flags",
                        value: Word(
                            "DIFlagPrototyped",
                        ),
                    },
                    Field {
                        name: "spFlags",
                        value: Word(
                            "DISPFlagLocalToUnit | DISPFlagDefinition",
                        ),
                    },
                    Field {
                        name: "unit",
                        value: Null,
                    },
                    Field {
                        name: "isLocal",
                        value: Boolean(
                            true,
                        ),
                    },
                ],
            }
        "#]],
    );
}

#[test]
fn a_plain_node_has_values_of_all_kinds() {
    check_node(
        "!{i32 7, !\"text\", null, !3, ptr @f, [2 x i8] c\"a)\", i64 -1, !{!1}, ptr addrspace(1) null}",
        expect![[r#"
            Node {
                distinct: false,
                kind: "",
                fields: [
                    Field {
                        name: "",
                        value: Typed {
                            ty: "i32",
                            value: "7",
                        },
                    },
                    Field {
                        name: "",
                        value: String(
                            "text",
                        ),
                    },
                    Field {
                        name: "",
                        value: Null,
                    },
                    Field {
                        name: "",
                        value: Node(
                            NodeId(
                                3,
                            ),
                        ),
                    },
                    Field {
                        name: "",
                        value: Typed {
                            ty: "ptr",
                            value: "@f",
                        },
                    },
                    Field {
                        name: "",
                        value: Typed {
                            ty: "[2 x i8]",
                            value: "c\"a)\"",
                        },
                    },
                    Field {
                        name: "",
                        value: Typed {
                            ty: "i64",
                            value: "-1",
                        },
                    },
                    Field {
                        name: "",
                        value: Inline(
                            Node {
                                distinct: false,
                                kind: "",
                                fields: [
                                    Field {
                                        name: "",
                                        value: Node(
                                            NodeId(
                                                1,
                                            ),
                                        ),
                                    },
                                ],
                            },
                        ),
                    },
                    Field {
                        name: "",
                        value: Typed {
                            ty: "ptr addrspace(1)",
                            value: "null",
                        },
                    },
                ],
            }
        "#]],
    );
}

#[test]
fn an_expression_goes_by_position() {
    check_node(
        "!DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_swap)",
        expect![[r#"
        Node {
            distinct: false,
            kind: "DIExpression",
            fields: [
                Field {
                    name: "",
                    value: Word(
                        "DW_OP_constu",
                    ),
                },
                Field {
                    name: "",
                    value: Integer(
                        18446744073709551615,
                    ),
                },
                Field {
                    name: "",
                    value: Word(
                        "DW_OP_swap",
                    ),
                },
            ],
        }
    "#]],
    );
}

#[test]
fn an_error_in_a_node_shows_when_it_is_asked_for() {
    check_node(
        "!DILocation(line: 1,, column: 2)",
        expect![[r#"
        1:26: expected metadata, found `,`
    "#]],
    );
    check_node(
        "!DILocation(line: 1) !{}",
        expect![[r#"
        1:27: expected the end of the node, found `!`
    "#]],
    );
    check_node(
        "!DIFile(filename: \"a)",
        expect![[r#"
        1:24: expected metadata, found a string without its end
    "#]],
    );
    let deep = format!("{}{}", "!{".repeat(5000), "}".repeat(5000));
    check_node(
        &deep,
        expect![[r#"
        1:408: this is nested too deeply
    "#]],
    );
    check_error("!0 = !{}\n!0 = !{}\n", expect!["2:1: !0 is defined twice"]);
    check_error(
        "!0 = !DILocation(line: 1, colu",
        expect!["1:31: the metadata node ends too early"],
    );
    check_error(
        "!4000000000 = !{}\n",
        expect!["1:1: the number of the metadata node is too large"],
    );
}

#[test]
fn fields_are_found_by_name() {
    let text = "!llvm.dbg.cu = !{!1, !0}\n!1 = !DIDerivedType(tag: DW_TAG_member, name: \"kind\", baseType: !0, \
        size: 3, offset: 96, flags: DIFlagBitField | DIFlagPublic, extraData: i64 96)\n";
    let module = llvm::ll::parse(text).expect("a module");
    let metadata: &Metadata<'_> = &module.metadata;
    let node = metadata.node(NodeId(1)).expect("no error").expect("the node");
    assert_eq!(node.word("tag"), Some("DW_TAG_member"));
    assert_eq!(node.string("name"), Some("kind"));
    assert_eq!(node.node("baseType"), Some(NodeId(0)));
    assert_eq!(node.integer("size"), Some(3));
    assert_eq!(node.get("extraData"), Some(&MetadataValue::Typed { ty: "i64", value: "96" }));
    assert_eq!(node.integer("extraData"), Some(96));
    assert!(node.has_flag("flags", "DIFlagBitField"));
    assert!(!node.has_flag("flags", "DIFlagBit"));
    assert!(!node.is_true("isLocal"));
    assert_eq!(metadata.named("llvm.dbg.cu"), [NodeId(1), NodeId(0)]);
    assert_eq!(metadata.named("llvm.ident"), []);
    assert_eq!(metadata.node(NodeId(0)), Ok(None));
    assert_eq!(metadata.node(NodeId(99)), Ok(None));
}

#[test]
fn locations_are_read_without_a_node() {
    let text = "!0 = !DILocation(line: 5, column: 3, scope: !1, inlinedAt: !2)\n\
        !1 = distinct !DILocation(line: 0, scope: !0, isImplicitCode: true)\n!2 = !DIFile(filename: \"a\")\n";
    let module = llvm::ll::parse(text).expect("a module");
    let location = |number| module.metadata.location(NodeId(number));
    let (scope, inlined_at) = (Some(NodeId(1)), Some(NodeId(2)));
    assert_eq!(location(0), Some(Location { line: 5, column: 3, scope, inlined_at }));
    let scope = Some(NodeId(0));
    assert_eq!(location(1), Some(Location { line: 0, column: 0, scope, inlined_at: None }));
    assert_eq!(location(2), None);
    assert_eq!(location(3), None);
}
