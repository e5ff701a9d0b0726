//! Switches: those on strings, which compilers make of hash codes and comparisons, and those that cover every
//! case there is.

use super::matcher::Matcher;
use super::{BranchRef, Found};
use crate::body::{Body, Node, Operand};
use crate::opcode as op;

const STRING: &str = "java/lang/String";

/// The switch on the hash code and the comparisons that javac puts before a switch on numbers.
pub(super) fn on_strings_by_javac(body: &Body<'_>, found: &mut Found) {
    for (at, instruction) in body.ops.iter().enumerate() {
        if let Operand::Switch(default, _) = instruction.operand {
            let (place, label) = (body.place(at as u32), body.label(default));
            if is_of_javac(body, place, default) {
                found.ignore(body, place, label);
            }
        }
    }
}

/// Whether a switch asks for a hash code, so that a number can be found for a second switch.
fn is_of_javac(body: &Body<'_>, switch: usize, second: u32) -> bool {
    let mut before = body.nodes[..switch].iter().enumerate().rev();
    let fourth = before.by_ref().filter(|(_, node)| !matches!(node, Node::Label(_))).nth(3);
    let Some((start, Node::Op(index))) = fourth else { return false };
    if body.ops[*index as usize].code != op::ICONST_M1 {
        return false;
    }
    let mut matcher = Matcher::at(body, Some(start));
    matcher.next_is_local(op::ISTORE, "case").next_is_local(op::ALOAD, "string");
    matcher.next_is_member(op::INVOKEVIRTUAL, STRING, "hashCode", "()I").next();
    loop {
        matcher.next_is_local(op::ALOAD, "string").next_is(op::LDC);
        matcher.next_is_member(op::INVOKEVIRTUAL, STRING, "equals", "(Ljava/lang/Object;)Z");
        matcher.next_is(op::IFEQ).next().next_is_local(op::ISTORE, "case");
        if !matcher.matches() {
            return false;
        }
        if matcher.behind() == Some(Node::Label(second)) {
            break;
        }
        matcher.next_is(op::GOTO);
        let target = matcher.op().map(|op| &op.operand);
        if !matches!(target, Some(Operand::Jump(target)) if *target == second) {
            return false;
        }
    }
    matcher.next_is_local(op::ILOAD, "case").next_is_switch().matches()
}

/// A switch on strings without a second switch: each comparison leads to its case.
pub(super) fn on_strings(body: &Body<'_>, found: &mut Found) {
    for (at, instruction) in body.ops.iter().enumerate() {
        if instruction.code == op::ASTORE
            && let Operand::Local(local) = instruction.operand
        {
            string_switch(body, at as u32, local, found);
        }
    }
}

/// Ways out by where they lead, in the order in which they were found.
#[derive(Default)]
struct Ways {
    ways: Vec<(usize, Vec<BranchRef>)>,
}

impl Ways {
    fn add(&mut self, target: usize, branch: BranchRef) {
        match self.ways.iter_mut().find(|(known, _)| *known == target) {
            Some((_, branches)) => branches.push(branch),
            None => self.ways.push((target, vec![branch])),
        }
    }

    fn into_branches(self) -> Vec<Vec<BranchRef>> {
        self.ways.into_iter().map(|(_, branches)| branches).collect()
    }
}

fn string_switch(body: &Body<'_>, start: u32, local: u16, found: &mut Found) -> Option<()> {
    let place = body.place(start);
    let mut matcher = Matcher::at(body, Some(place));
    matcher.bind("string", local);
    let mut if_null = None;
    if matcher.code_behind() == Some(op::ALOAD) {
        matcher.next_is_local(op::ALOAD, "string");
        match matcher.code_behind() {
            _ if !matcher.matches() => return None,
            Some(op::DUP) => {
                matcher.next_is(op::DUP).next_is(op::IFNULL);
                if_null = matcher.index();
            }
            Some(op::IFNULL) => {
                matcher.next_is(op::IFNULL);
                if_null = matcher.index();
                matcher.next_is_local(op::ALOAD, "string");
            }
            _ => {}
        }
    }
    matcher.next_is_member(op::INVOKEVIRTUAL, STRING, "hashCode", "()I").next_is_switch();
    let switch = matcher.index()?;
    let Operand::Switch(default, cases) = &body.ops[switch as usize].operand else { return None };
    let (default, hashes) = (body.label(*default), cases.len());
    if hashes == 0 {
        return None;
    }
    let mut ways = Ways::default();
    ways.add(default, (switch, 0));
    let mut hash = 1;
    while hash <= hashes {
        matcher.next_is_local(op::ALOAD, "string").next_is(op::LDC);
        matcher.next_is_member(op::INVOKEVIRTUAL, STRING, "equals", "(Ljava/lang/Object;)Z");
        let code = matcher.code_behind();
        matcher.next();
        let jump = matcher.index()?;
        let Operand::Jump(target) = body.ops[jump as usize].operand else { return None };
        let target = body.label(target);
        match code {
            Some(op::IFNE) => {}
            Some(op::IFEQ) if target == default && hash == hashes => {
                // The last comparison jumps when it fails.
                ways.add(default, (jump, 1));
                ways.add(matcher.cursor? + 1, (jump, 0));
                break;
            }
            _ => return None,
        }
        ways.add(target, (jump, 1));
        if matcher.code_behind() == Some(op::GOTO) {
            matcher.next();
            ways.add(default, (matcher.index()?, 1));
            hash += 1;
        } else if matcher.cursor.map(|cursor| cursor + 1) == Some(default) {
            ways.add(default, (jump, 0));
            hash += 1;
        }
    }
    if let Some(jump) = if_null
        && let Operand::Jump(target) = body.ops[jump as usize].operand
    {
        ways.add(body.label(target), (jump, 1));
    }
    found.ignore(body, place + 1, matcher.cursor?);
    found.replace(start, ways.into_branches());
    Some(())
}

/// The default of a switch that needs none: it throws an error of its own.
pub(super) fn exhaustive(body: &Body<'_>, found: &mut Found) {
    let mut line = None;
    for node in &body.nodes {
        match *node {
            Node::Line(number) => line = Some(number),
            Node::Op(index) => {
                if let Operand::Switch(default, cases) = &body.ops[index as usize].operand {
                    without_default(body, index, (*default, cases), line, found);
                }
            }
            _ => {}
        }
    }
}

fn without_default(
    body: &Body<'_>,
    switch: u32,
    (default, cases): (u32, &[u32]),
    line: Option<u16>,
    found: &mut Found,
) {
    let label = body.label(default);
    let own_line = body.nodes[label..].iter().find_map(|node| match node {
        Node::Label(_) | Node::Frame => None,
        Node::Line(number) => Some(Some(*number)),
        Node::Op(_) => Some(None),
    });
    if own_line.flatten().is_some_and(|own| Some(own) != line) {
        return;
    }
    let wrapper = match &body.ops[default as usize].operand {
        Operand::Class(name) if body.ops[default as usize].code == op::NEW => name.as_ref(),
        _ => return,
    };
    let mut matcher = Matcher::at(body, Some(body.place(default)));
    matcher.next_is(op::DUP);
    let descriptor = match wrapper {
        "java/lang/MatchException" => {
            matcher.next_is(op::ACONST_NULL).next_is(op::ACONST_NULL);
            "(Ljava/lang/String;Ljava/lang/Throwable;)V"
        }
        "java/lang/IncompatibleClassChangeError" => "()V",
        _ => return,
    };
    matcher.next_is_member(op::INVOKESPECIAL, wrapper, "<init>", descriptor).next_is(op::ATHROW);
    let Some(end) = matcher.cursor else { return };
    found.ignore(body, label, end);
    let mut targets = Vec::new();
    for &case in cases {
        if case != default && !targets.contains(&case) {
            targets.push(case);
        }
    }
    let ways = (1..=targets.len() as u32).map(|number| vec![(switch, number)]);
    found.replace(switch, ways.collect());
}
