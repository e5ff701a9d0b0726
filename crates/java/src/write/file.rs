//! A whole file: package, imports, the class and its tests.

use super::body::{Body, body};
use super::context::Context;
use super::types::{Suppressed, suppressed};
use super::{
    Closing, Inexpressible, JavaTest, Junit, LeftOut, Unit, Written, literal, mention, shared,
    stub, wrap,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use suite::mark::marked;

impl Junit {
    /// The class of the assertions.
    fn assertions(self) -> &'static str {
        match self {
            Junit::Five => "org.junit.jupiter.api.Assertions",
            Junit::Four => "org.junit.Assert",
        }
    }

    /// The annotation of tests, by its internal name.
    fn annotation(self) -> &'static str {
        match self {
            Junit::Five => "org/junit/jupiter/api/Test",
            Junit::Four => "org/junit/Test",
        }
    }

    /// The annotation of tests that are not run, by its internal name.
    fn disabling(self) -> &'static str {
        match self {
            Junit::Five => "org/junit/jupiter/api/Disabled",
            Junit::Four => "org/junit/Ignore",
        }
    }

    /// What has to stand before classes and methods.
    fn visibility(self) -> &'static str {
        match self {
            Junit::Five => "",
            Junit::Four => "public ",
        }
    }
}

/// The package, in internal form, that tests of a class are in.
///
/// Nobody but the JDK may add to its packages.
pub fn package_of(class: &str) -> String {
    let package = mention::parts(class).0;
    match package.starts_with("java/") || package.starts_with("jdk/") {
        true => format!("test/{package}"),
        false => package.to_owned(),
    }
}

/// What sets one file of a class apart from another.
pub(super) struct Sheet {
    /// What the name of its class ends with.
    pub suffix: &'static str,
    /// What its first line says of the class under test.
    pub title: &'static str,
    /// Why tests are not run, by their names.
    pub disabled: BTreeMap<String, String>,
    /// What tests assert beyond their checks, by their names.
    pub closing: BTreeMap<String, Vec<Closing>>,
}

impl Sheet {
    /// A file of tests.
    pub fn tests() -> Self {
        let (disabled, closing) = (BTreeMap::new(), BTreeMap::new());
        Self { suffix: "Test", title: "Tests of", disabled, closing }
    }

    /// A test with all that it asserts.
    fn body<'b>(
        &self,
        context: &'b Context<'b>,
        test: &'b JavaTest,
    ) -> Result<Body<'b>, Inexpressible> {
        let mut body = body(context, test)?;
        for closing in self.closing.get(&test.name).into_iter().flatten() {
            closing.write(&mut body)?;
        }
        Ok(body)
    }
}

/// The package, in internal form, and the simple name of the class that tests of a class are written to.
///
/// Where there is a class with tests already, this is another one.
fn place(unit: &Unit<'_>, suffix: &str) -> (String, String) {
    let package = package_of(&unit.class);
    let simple = mention::parts(&unit.class).1.replace('$', "");
    let usual = format!("{simple}{suffix}");
    match unit.classes.is_in_use([package.as_str(), &usual].join("/").trim_start_matches('/')) {
        true => (package, format!("{simple}Ferret{suffix}")),
        false => (package, usual),
    }
}

pub(super) fn file(unit: &Unit<'_>, tests: &[JavaTest], sheet: &Sheet) -> Written {
    let (package, simple) = place(unit, sheet.suffix);
    let own = [package.as_str(), &simple].join("/");
    let own = own.trim_start_matches('/');
    let mut written =
        Written { path: format!("{own}.java"), class: own.replace('/', "."), ..Written::default() };
    let mut context = Context::new(unit);
    context.shared = shared::stubs(&context, tests);
    let mut assertions = BTreeSet::new();
    let mut bodies = Vec::new();
    for test in tests {
        match sheet.body(&context, test) {
            Ok(body) => {
                bodies.push((test, body));
                written.tests.push(test.name.clone());
            }
            Err(reason) => {
                let (test, reason) = (test.name.clone(), reason.to_string());
                written.left_out.push(LeftOut { test, reason });
            }
        }
    }
    if written.tests.is_empty() {
        return written;
    }
    // What all tests give cause for is said once.
    let common = match bodies.as_slice() {
        [(_, first), rest @ ..] if !rest.is_empty() => {
            let all = rest.iter().all(|(_, body)| body.suppressed == first.suppressed);
            first.suppressed.clone().into_iter().filter(|_| all).collect()
        }
        _ => Suppressed::new(),
    };
    let set_ups = set_ups(&mut bodies, &context);
    let mut methods = String::new();
    for (test, mut body) in bodies {
        body.suppressed.retain(|kind| !common.contains(kind));
        let reason = sheet.disabled.get(&test.name);
        methods += &method(unit.junit, test, &body, reason);
        assertions.extend(body.assertions);
    }
    methods += &set_ups;
    for (function, name) in &context.shared {
        if methods.contains(&format!(" {name}("))
            && let Some(helper) = stub::helper(&context, *function, name)
        {
            methods += &helper;
        }
    }
    let names = mention::Names::new(unit.classes, &package, &simple, &methods);
    let class = unit.class.replace('/', ".");
    let mut text = format!("/* {} {class}, written by Ferret. */\n", sheet.title);
    if !package.is_empty() {
        let _ = writeln!(text, "package {};", package.replace('/', "."));
    }
    if !assertions.is_empty() {
        text.push('\n');
    }
    for name in assertions {
        let _ = writeln!(text, "import static {}.{name};", unit.junit.assertions());
    }
    if !names.imports.is_empty() {
        text.push('\n');
    }
    for name in &names.imports {
        let _ = writeln!(text, "import {name};");
    }
    text.push('\n');
    if let Some(suppressed) = suppressed(&common) {
        let _ = writeln!(text, "{suppressed}");
    }
    let _ = writeln!(text, "{}class {simple} {{", unit.junit.visibility());
    // Lines are broken when all names in them are known.
    for line in names.resolve(&methods).trim_start_matches('\n').lines() {
        let indent = line.len() - line.trim_start().len();
        for line in wrap::wrapped(line, indent) {
            text += line.trim_end();
            text.push('\n');
        }
    }
    text += "}\n";
    written.text = marked(&text);
    written
}

/// Methods for what several tests begin with, which is taken out of these.
fn set_ups(bodies: &mut [(&JavaTest, Body<'_>)], context: &Context<'_>) -> String {
    let names = bodies.iter().map(|(test, _)| test.name.clone());
    let taken = names.chain(context.shared.values().cloned()).collect();
    let mut lines: Vec<&mut Vec<String>> =
        bodies.iter_mut().map(|(_, body)| &mut body.lines).collect();
    let mut text = String::new();
    for set_up in shared::set_ups(&mut lines, taken) {
        let users = || set_up.tests.iter().map(|test| &bodies[*test].1);
        let kinds: Suppressed = users().flat_map(|body| body.suppressed.iter().copied()).collect();
        text.push('\n');
        if let Some(suppressed) = suppressed(&kinds) {
            let _ = writeln!(text, "    {suppressed}");
        }
        let throws = users().filter_map(|body| body.throws).max().map(throwing).unwrap_or_default();
        let _ = writeln!(text, "    private static {} {}(){throws} {{", set_up.ty, set_up.name);
        for line in &set_up.lines {
            let _ = writeln!(text, "        {line}");
        }
        text += "    }\n";
    }
    text
}

/// What stands behind a method that may throw.
fn throwing(class: &str) -> String {
    format!(" throws {}", mention::class(&format!("java/lang/{class}")))
}

fn method(junit: Junit, test: &JavaTest, body: &Body<'_>, disabled: Option<&String>) -> String {
    let mut text = format!("\n    @{}\n", mention::class(junit.annotation()));
    if let Some(reason) = disabled {
        let reason = literal::string(&reason.encode_utf16().collect::<Vec<_>>());
        let _ = writeln!(text, "    @{}({reason})", mention::class(junit.disabling()));
    }
    if let Some(suppressed) = suppressed(&body.suppressed) {
        let _ = writeln!(text, "    {suppressed}");
    }
    let throws = body.throws.map(throwing).unwrap_or_default();
    let _ = writeln!(text, "    {}void {}(){throws} {{", junit.visibility(), test.name);
    for line in &body.lines {
        let _ = writeln!(text, "        {line}");
    }
    text += "    }\n";
    text
}
