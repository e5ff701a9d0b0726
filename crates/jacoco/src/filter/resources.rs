//! What closes the resources of a `try`, in the forms that compilers have given it over the years.

use std::collections::BTreeMap;

use super::Found;
use super::matcher::Matcher;
use crate::body::{Body, Node, Operand};
use crate::opcode as op;

const THROWABLE: &str = "java/lang/Throwable";

/// A place in a body, with what `close` is called on by role.
struct Closing<'a> {
    matcher: Matcher<'a>,
    /// Owners of the methods `close`, by the role of what is closed.
    owners: BTreeMap<String, String>,
    /// Targets of jumps by role.
    labels: BTreeMap<String, u32>,
}

impl<'a> Closing<'a> {
    fn before(body: &'a Body<'a>, label: u32) -> Self {
        let matcher = Matcher::before(body, label);
        Self { matcher, owners: BTreeMap::new(), labels: BTreeMap::new() }
    }

    fn matches(&self) -> bool {
        self.matcher.matches()
    }

    fn load(&mut self, role: &str) -> &mut Self {
        self.matcher.next_is_local(op::ALOAD, role);
        self
    }

    fn store(&mut self, role: &str) -> &mut Self {
        self.matcher.next_is_local(op::ASTORE, role);
        self
    }

    fn op(&mut self, code: u8) -> &mut Self {
        self.matcher.next_is(code);
        self
    }

    /// `r.close()`, always of the same class.
    fn close(&mut self, role: &str) -> &mut Self {
        self.load(role).matcher.next();
        let owner = self.matcher.op().and_then(|op| match &op.operand {
            Operand::Member([owner, name, descriptor])
                if matches!(op.code, op::INVOKEINTERFACE | op::INVOKEVIRTUAL)
                    && name == "close"
                    && descriptor == "()V" =>
            {
                Some(owner.as_ref())
            }
            _ => None,
        });
        let expected = self.owners.get(role).map(String::as_str);
        if owner.is_none() || expected.is_some_and(|expected| Some(expected) != owner) {
            self.matcher.go(None);
        } else if let (Some(owner), None) = (owner, expected) {
            self.owners.insert(role.to_owned(), owner.to_owned());
        }
        self
    }

    /// `primary.addSuppressed(other)`.
    fn suppress(&mut self, primary: &str, other: &str) -> &mut Self {
        let descriptor = "(Ljava/lang/Throwable;)V";
        self.load(primary).load(other);
        self.matcher.next_is_member(op::INVOKEVIRTUAL, THROWABLE, "addSuppressed", descriptor);
        self
    }

    /// A jump to where all jumps of that role go.
    fn jump(&mut self, code: u8, role: &str) -> &mut Self {
        self.op(code);
        if let Some(Operand::Jump(target)) = self.matcher.op().map(|op| &op.operand) {
            match self.labels.get(role) {
                None => {
                    self.labels.insert(role.to_owned(), *target);
                }
                Some(expected) if expected == target => {}
                Some(_) => self.matcher.go(None),
            }
        }
        self
    }

    /// The label that jumps of that role go to stands right here.
    fn label(&mut self, role: &str) -> &mut Self {
        let here = match self.matcher.behind() {
            Some(Node::Label(label)) => self.labels.get(role) == Some(&label),
            _ => false,
        };
        let place = self.matcher.cursor.map(|cursor| cursor + 1);
        self.matcher.go(place.filter(|_| here));
        self
    }

    /// Goes backwards from a handler to the nearest place where what closes on the usual way begins; the
    /// cursor stands at its end then.
    fn find_back(
        &mut self,
        body: &Body<'_>,
        handler: u32,
        mut closes: impl FnMut(&mut Self) -> bool,
    ) -> Option<usize> {
        for before in (0..body.label(handler)).rev() {
            self.matcher.go(Some(before));
            if closes(self) {
                return Some(before + 1);
            }
        }
        None
    }

    /// The place at hand, or that of the `goto` behind it.
    fn with_goto(&mut self) -> Option<usize> {
        let here = self.matcher.cursor;
        self.matcher.next_is(op::GOTO);
        self.matcher.cursor.or(here)
    }
}

/// The form of javac 11 and newer.
pub(super) fn of_javac_11(body: &Body<'_>, found: &mut Found) {
    for handler in &body.handlers {
        if handler.class.as_deref() == Some(THROWABLE) {
            javac_11(body, handler.target, true, found);
            javac_11(body, handler.target, false, found);
        }
    }
}

fn javac_11(body: &Body<'_>, handler: u32, asks_for_null: bool, found: &mut Found) -> Option<()> {
    let closes = |closing: &mut Closing<'_>| {
        if asks_for_null {
            closing.load("resource").op(op::IFNULL);
        }
        closing.close("resource").matches()
    };
    let mut closing = Closing::before(body, handler);
    closing.store("primary");
    closes(&mut closing);
    closing.op(op::GOTO).store("other").suppress("primary", "other");
    closing.load("primary").op(op::ATHROW);
    let end = closing.matcher.cursor?;
    let start = closing.find_back(body, handler, closes)?;
    let last = closing.with_goto()?;
    found.ignore(body, start, last);
    found.ignore(body, body.label(handler), end);
    Some(())
}

/// How javac up to 10 closes a resource.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// By a method of its own.
    Optimal,
    /// With a question for null.
    Full,
    /// Without.
    WithoutNull,
    /// By a method of its own, with a question for null.
    Method,
}

/// The forms of javac up to 10.
pub(super) fn of_javac(body: &Body<'_>, found: &mut Found) {
    for handler in &body.handlers {
        if handler.class.as_deref() == Some(THROWABLE) {
            let forms = [Form::Optimal, Form::Full, Form::WithoutNull, Form::Method];
            let _ = forms.into_iter().find_map(|form| javac(body, handler.target, form, found));
        }
    }
}

fn javac(body: &Body<'_>, handler: u32, form: Form, found: &mut Found) -> Option<()> {
    let mut closing = Closing::before(body, handler);
    closing.store("caught").load("caught").store("primary").load("caught").op(op::ATHROW);
    closing.store("thrown");
    javac_closes(&mut closing, form, "exceptional");
    closing.load("thrown").op(op::ATHROW);
    let end = closing.matcher.cursor?;
    let start =
        closing.find_back(body, handler, |closing| javac_closes(closing, form, "normal"))?;
    let last = closing.with_goto()?;
    found.ignore(body, start, last);
    found.ignore(body, body.label(handler), end);
    Some(())
}

fn javac_closes(closing: &mut Closing<'_>, form: Form, way: &str) -> bool {
    if matches!(form, Form::Method | Form::Full) {
        closing.load("resource").op(op::IFNULL);
    }
    if matches!(form, Form::Method | Form::Optimal) {
        closing.load("primary").load("resource").op(op::INVOKESTATIC);
        let own = closing.matcher.op().is_some_and(|op| match &op.operand {
            Operand::Member([_, name, descriptor]) => {
                name == "$closeResource"
                    && descriptor == "(Ljava/lang/Throwable;Ljava/lang/AutoCloseable;)V"
            }
            _ => false,
        });
        if !own {
            closing.matcher.go(None);
        }
        return own;
    }
    closing.load("primary").op(op::IFNULL).close("resource").op(op::GOTO);
    closing.store(way).suppress("primary", way).op(op::GOTO);
    closing.close("resource").matches()
}

/// The form of the compiler of Eclipse.
pub(super) fn of_ecj(body: &Body<'_>, found: &mut Found) {
    for handler in body.handlers.iter().filter(|handler| handler.class.is_none()) {
        if ecj(body, handler.target, found).is_none() {
            ecj_without_way_out(body, handler.target, found);
        }
    }
}

fn ecj(body: &Body<'_>, handler: u32, found: &mut Found) -> Option<()> {
    let mut closing = Closing::before(body, handler);
    closing.store("primary");
    ecj_closes_and_throws(&mut closing, "r0");
    let mut kept = closing.matcher.cursor;
    let mut resources = 1;
    loop {
        let role = format!("r{resources}");
        if !ecj_closes(&mut closing, &role) {
            break;
        }
        closing.jump(op::GOTO, &format!("{role}.end"));
        ecj_suppresses(&mut closing, &role);
        ecj_closes_and_throws(&mut closing, &role);
        kept = closing.matcher.cursor;
        resources += 1;
    }
    closing.matcher.go(kept);
    ecj_suppresses(&mut closing, "last");
    closing.load("primary").op(op::ATHROW);
    let end = closing.matcher.cursor?;
    let start = closing.find_back(body, handler, |closing| ecj_closes(closing, "r0"))?;
    closing.op(op::GOTO);
    let last = closing.matcher.cursor?;
    found.ignore(body, start, last);
    found.ignore(body, body.label(handler), end);
    Some(())
}

fn ecj_without_way_out(body: &Body<'_>, handler: u32, found: &mut Found) -> Option<()> {
    let mut closing = Closing::before(body, handler);
    closing.store("primary");
    let mut kept = closing.matcher.cursor;
    let mut resources = 0;
    loop {
        let role = format!("r{resources}");
        if !ecj_closes_and_throws(&mut closing, &role) || !ecj_suppresses(&mut closing, &role) {
            break;
        }
        kept = closing.matcher.cursor;
        resources += 1;
    }
    closing.matcher.go(kept);
    closing.load("primary").op(op::ATHROW);
    let end = closing.matcher.cursor?;
    let start = closing.find_back(body, handler, |closing| ecj_closes(closing, "r0"))?;
    for resource in 1..resources {
        if !ecj_closes(&mut closing, &format!("r{resource}")) {
            return None;
        }
    }
    let last = closing.matcher.cursor?;
    found.ignore(body, start, last);
    found.ignore(body, body.label(handler), end);
    Some(())
}

fn ecj_closes(closing: &mut Closing<'_>, role: &str) -> bool {
    closing.load(role).jump(op::IFNULL, &format!("{role}.end")).close(role).matches()
}

fn ecj_closes_and_throws(closing: &mut Closing<'_>, role: &str) -> bool {
    closing.load(role).jump(op::IFNULL, role).close(role).label(role);
    closing.load("primary").op(op::ATHROW).matches()
}

fn ecj_suppresses(closing: &mut Closing<'_>, role: &str) -> bool {
    let parts = ["other", "suppress", "suppressed"];
    let [other, start, end] = parts.map(|part| format!("{role}.{part}"));
    closing.store(&other).load("primary").jump(op::IFNONNULL, &start);
    closing.load(&other).store("primary").jump(op::GOTO, &end);
    closing.label(&start).load("primary").load(&other).jump(op::IF_ACMPEQ, &end);
    closing.suppress("primary", &other).label(&end).matches()
}
