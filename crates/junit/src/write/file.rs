//! A whole file: package, imports, the class and its tests.

use super::body::{Body, body};
use super::context::Context;
use super::method::{Method, throwing};
use super::table::Table;
use super::types::{Suppressed, suppressed};
use super::{
    Closing, Inexpressible, JavaTest, Junit, Layout, LeftOut, Style, Unit, Written, WrittenMethod,
    mention, names, rows, shared, stub, variables, wrap,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use suite::mark::marked;

impl Junit {
    /// The class of the assertions.
    pub(super) fn assertions(self) -> &'static str {
        match self {
            Junit::Five => "org.junit.jupiter.api.Assertions",
            Junit::Four => "org.junit.Assert",
            Junit::Testng => "org.testng.Assert",
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

/// Where tests of a class are usually written, without the ending of the file.
pub fn usual_place(class: &str) -> String {
    let place = format!("{}/{}Test", package_of(class), mention::parts(class).1.replace('$', ""));
    place.trim_start_matches('/').to_owned()
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
    let own = [package.as_str(), &usual].join("/");
    match unit.style.beside || unit.classes.is_in_use(own.trim_start_matches('/')) {
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
    let mut methods = Vec::new();
    for test in tests {
        match sheet.body(&context, test) {
            Ok(body) => {
                let mut method = Method::new(test, body);
                method.disabled = sheet.disabled.get(&test.name).cloned();
                methods.push(method);
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
    let Style { junit, layout, parameterised, .. } = unit.style;
    if parameterised && junit == Junit::Five {
        let outer = (layout == Layout::Nested).then_some(written.class.as_str());
        methods = rows::merged(&context, methods, outer);
    }
    // What all tests give cause for is said once.
    let common = match methods.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => {
            let all = rest.iter().all(|method| method.suppressed == first.suppressed);
            first.suppressed.clone().into_iter().filter(|_| all).collect()
        }
        _ => Suppressed::new(),
    };
    let set_ups = set_ups(&mut methods, &context);
    let mut imports = BTreeSet::new();
    for method in &mut methods {
        method.suppressed.retain(|kind| !common.contains(kind));
        imports.append(&mut method.imports);
    }
    let mut text = match layout == Layout::Nested && junit == Junit::Five {
        true => nested(&context, &mut methods, &mut written),
        false => flat(junit, &methods, &mut written),
    };
    for method in &methods {
        let source = method.table.as_ref().and_then(Table::source);
        text += &source.unwrap_or_default();
    }
    text += &set_ups;
    let mut helpers = BTreeSet::new();
    for (function, name) in &context.shared {
        if text.contains(&format!(" {name}("))
            && helpers.insert(name)
            && let Some(helper) = stub::helper(&context, *function, name)
        {
            text += &helper;
        }
    }
    let head = (sheet.title, package.as_str(), simple.as_str());
    written.text = marked(&whole(unit, head, &imports, &common, &text));
    written
}

/// The members of a class, one after the other.
fn flat(junit: Junit, methods: &[Method<'_>], written: &mut Written) -> String {
    written.methods.extend(methods.iter().map(|method| as_written(method, None)));
    methods.iter().map(|method| method.text(junit)).collect()
}

/// A nested class for each method under test.
fn nested(context: &Context<'_>, methods: &mut [Method<'_>], written: &mut Written) -> String {
    let class = |method: &Method<'_>| {
        let subject = method.tests.first().and_then(|test| context.subject(test));
        (context.nested(subject), subject.map(|subject| context.called(subject)))
    };
    let annotation = mention::class("org/junit/jupiter/api/Nested");
    let mut text = String::new();
    let mut done: BTreeSet<String> = BTreeSet::new();
    for index in 0..methods.len() {
        let (name, called) = class(&methods[index]);
        if !done.insert(name.clone()) {
            continue;
        }
        let mut inside = String::new();
        for method in &mut methods[index..] {
            if class(method).0 != name {
                continue;
            }
            method.name = below(&method.name, &called.clone().unwrap_or_default());
            written.methods.push(as_written(method, Some(&name)));
            inside += &method.text(Junit::Five);
        }
        let inside = inside.trim_start_matches('\n').lines().map(|line| match line {
            "" => "\n".to_owned(),
            _ => format!("    {line}\n"),
        });
        let inside: String = inside.collect();
        text += &format!("\n    @{annotation}\n    class {name} {{\n{inside}    }}\n");
    }
    text
}

/// The name of a test in a class that says already which method it is about.
fn below(name: &str, function: &str) -> String {
    let rest = name.strip_prefix(&names::camel(function)).unwrap_or_default();
    match rest.starts_with(|first: char| first.is_ascii_uppercase()) {
        true => variables::lowered(rest),
        false => name.to_owned(),
    }
}

fn as_written(method: &Method<'_>, class: Option<&str>) -> WrittenMethod {
    WrittenMethod {
        name: class.map_or_else(|| method.name.clone(), |class| format!("{class}.{}", method.name)),
        tests: method.tests.iter().map(|test| test.name.clone()).collect(),
        parameterised: method.table.is_some(),
    }
}

/// A file around the members of its class.
fn whole(
    unit: &Unit<'_>,
    (title, package, simple): (&str, &str, &str),
    imports: &BTreeSet<String>,
    common: &Suppressed,
    members: &str,
) -> String {
    let names = mention::Names::new(unit.classes, package, simple, members);
    let class = unit.class.replace('/', ".");
    let mut text = format!("/* {title} {class}, written by Ferret. */\n");
    if !package.is_empty() {
        let _ = writeln!(text, "package {};", package.replace('/', "."));
    }
    if !imports.is_empty() {
        text.push('\n');
    }
    for name in imports {
        let _ = writeln!(text, "import static {name};");
    }
    if !names.imports.is_empty() {
        text.push('\n');
    }
    for name in &names.imports {
        let _ = writeln!(text, "import {name};");
    }
    text.push('\n');
    if let Some(suppressed) = suppressed(common) {
        let _ = writeln!(text, "{suppressed}");
    }
    let _ = writeln!(text, "{}class {simple} {{", unit.style.junit.visibility());
    // Lines are broken when all names in them are known.
    for line in names.resolve(members).trim_start_matches('\n').lines() {
        let indent = line.len() - line.trim_start().len();
        for line in wrap::wrapped(line, indent) {
            text += line.trim_end();
            text.push('\n');
        }
    }
    text += "}\n";
    text
}

/// Methods for what several tests begin with, which is taken out of these.
fn set_ups(methods: &mut [Method<'_>], context: &Context<'_>) -> String {
    let names = methods.iter().map(|method| method.name.clone());
    let taken = names.chain(context.shared.values().cloned()).collect();
    let mut lines: Vec<&mut Vec<String>> =
        methods.iter_mut().map(|method| &mut method.lines).collect();
    let mut text = String::new();
    for set_up in shared::set_ups(&mut lines, taken) {
        let users = || set_up.tests.iter().map(|test| &methods[*test]);
        let kinds: Suppressed = users().flat_map(|user| user.suppressed.iter().copied()).collect();
        text.push('\n');
        if let Some(suppressed) = suppressed(&kinds) {
            let _ = writeln!(text, "    {suppressed}");
        }
        let throws = shared::thrown_by_all(users().map(|user| user.throws));
        let throws = throws.map(throwing).unwrap_or_default();
        let _ = writeln!(text, "    private static {} {}(){throws} {{", set_up.ty, set_up.name);
        for line in &set_up.lines {
            let _ = writeln!(text, "        {line}");
        }
        text += "    }\n";
    }
    text
}
