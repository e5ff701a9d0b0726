//! Tests in a short form: members as they are declared, one test after the other as calls with values.
//!
//! ```text
//! classify: static String acme.Triangle.classify(int a, int b, int c)
//!
//! test classifyReturnsScalene
//!   r = classify 3 4 5
//!   check r == text "scalene"
//! ```

use std::collections::BTreeMap;

use bytecode::world::World;
use classfile::descriptor::{JType, Signature};
use java::api::{Api, JavaType, Member, TypeArgument};
use java::write::{Ending, Expected, JavaCheck, JavaTest, Subject};
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{ClassId, FuncId, Id, Program, Type};
use scenario::{Argument, Array, Extent, Place, Scenario, Statement, VarId};

/// The members that a script declares, and its tests.
pub struct Script {
    pub api: Api,
    pub tests: Vec<JavaTest>,
    labels: BTreeMap<String, FuncId>,
}

/// Where functions that are made up here begin.
const FIRST: usize = 1_000_000;

impl Script {
    /// Reads a script; the classes that it mentions are linked.
    pub fn read(world: &mut World, program: &mut Program, text: &str) -> Self {
        let (api, labels) = (Api::default(), BTreeMap::new());
        let mut script = Self { api, tests: Vec::new(), labels };
        for letter in "ZBCSIJFD".chars() {
            let ty = JType::of_letter(letter as u8).expect("a primitive type");
            let wrapper = JavaType::raw(ty.wrapper().expect("a class"));
            let params = vec![("value".to_owned(), JavaType::Primitive(letter))];
            script.add(program, &format!("box {letter}"), Member::Boxed, params, wrapper);
        }
        let bytes = JavaType::Array(Box::new(JavaType::Primitive('B')));
        let params = vec![("bytes".to_owned(), bytes)];
        script.add(program, "text", Member::Text, params, JavaType::raw("java/lang/String"));
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match line.split_once(": ") {
                _ if line.starts_with("test ") => script.tests.push(JavaTest {
                    name: line[5..].to_owned(),
                    scenario: Scenario::default(),
                    ending: Ending::Returns,
                    checks: Vec::new(),
                }),
                Some((label, declared)) if script.tests.is_empty() => {
                    script.declare(world, program, label, declared);
                }
                _ => script.line(program, line),
            }
        }
        script
    }

    /// Adds a function to the catalogue.
    fn add(
        &mut self,
        program: &mut Program,
        label: &str,
        member: Member,
        params: Vec<(String, JavaType)>,
        result: JavaType,
    ) -> FuncId {
        let function = FuncId::new(FIRST + self.api.members.len());
        let params = params.into_iter().map(|(name, ty)| (name, self.ty(program, ty))).collect();
        let result = self.ty(program, result);
        let callable = ApiCallable { function, params, result };
        program.catalogue.items.push(ApiItem::Function(callable));
        self.api.members.insert(function, member);
        self.labels.insert(label.to_owned(), function);
        function
    }

    fn ty(&mut self, program: &mut Program, ty: JavaType) -> ApiTypeId {
        let known = self.api.types.iter().find(|(_, known)| **known == ty).map(|(id, _)| id);
        known.unwrap_or_else(|| {
            program.catalogue.types.push(ApiType::Opaque(ty.to_string()));
            self.api.types.push(ty)
        })
    }

    fn declare(&mut self, world: &mut World, program: &mut Program, label: &str, text: &str) {
        let mut reader = Reader { rest: text };
        let is_static = reader.word("static");
        let kind = ["new", "inner", "field", "set"].into_iter().find(|kind| reader.word(kind));
        let result = match kind {
            Some("new" | "inner" | "set") => None,
            _ => Some(reader.ty()),
        };
        let owner = reader.ty();
        let class = owner.class_name().expect("a class").to_owned();
        let id = world.class(program, &class).expect("a class that exists");
        let name = if reader.mark('.') { reader.name() } else { String::new() };
        let mut params = Vec::new();
        let mut variadic = false;
        if reader.mark('(') {
            while !reader.mark(')') {
                let mut ty = reader.ty();
                if reader.rest.starts_with("...") {
                    reader.rest = &reader.rest[3..];
                    (ty, variadic) = (JavaType::Array(Box::new(ty)), true);
                }
                params.push((reader.name(), ty));
                reader.mark(',');
            }
        }
        for (_, ty) in &params {
            link(world, program, ty);
        }
        result.iter().for_each(|ty| link(world, program, ty));
        let erased: Vec<String> = params.iter().map(|(_, ty)| ty.descriptor()).collect();
        let called = if kind == Some("new") || kind == Some("inner") { "<init>" } else { &name };
        let inner = method(world, id, called, &erased);
        let receiver = ("receiver".to_owned(), owner.clone());
        let member = match kind {
            Some("field") => Member::Field { class, name, is_static },
            Some("set") => Member::SetField { class, name, is_static },
            Some(kind) => Member::Constructor { class, inner: kind == "inner" },
            None => Member::Method { class, name, is_static, variadic },
        };
        let mut result = result.unwrap_or(JavaType::Primitive('V'));
        match member {
            Member::Constructor { .. } => result = owner,
            _ if !is_static => params.insert(0, receiver),
            _ => {}
        }
        let function = self.add(program, label, member, params, result);
        if let Some(inner) = inner {
            program.catalogue.items.push(ApiItem::Enters { function, inner });
        }
    }

    fn line(&mut self, program: &mut Program, line: &str) {
        let tokens = tokens(line);
        let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["check", ..] => self.check(&words),
            ["throws", class] => {
                let class = class.replace('.', "/");
                self.test().ending = Ending::Throws { class, message: None, cause: None };
            }
            ["input"] => self.test().scenario.statements.push(Statement::StandardInput(vec![1])),
            ["file"] => {
                let file = Statement::File { path: "a".to_owned(), content: vec![1] };
                self.test().scenario.statements.push(file);
            }
            [name, "=", label, arguments @ ..] => self.call(program, Some(name), label, arguments),
            [place, "<-", value] => {
                let (array, index) = place.split_once('[').expect("an element");
                let array = self.variable(array);
                let value = Argument::Variable(self.variable(value));
                let index: u32 = index.trim_end_matches(']').parse().expect("an index");
                let place = Place::Variable(array, 8 * index);
                self.test().scenario.set(place, Type::Ptr, value);
            }
            [label, arguments @ ..] => self.call(program, None, label, arguments),
            [] => {}
        }
    }

    fn test(&mut self) -> &mut JavaTest {
        self.tests.last_mut().expect("a test")
    }

    fn variable(&mut self, name: &str) -> VarId {
        let known = self.test().scenario.variables.iter().position(|known| known == name);
        VarId::new(known.unwrap_or_else(|| panic!("a variable {name}")))
    }

    fn call(&mut self, program: &mut Program, name: Option<&str>, label: &str, given: &[&str]) {
        let Some(function) = self.labels.get(label).copied() else {
            // `a = int[] [1 2]`: an array by itself.
            let ty = Reader { rest: label }.ty();
            let made = self.value(program, given[0], &ty);
            let index = made.variable().expect("a variable").index();
            self.test().scenario.variables[index] = name.expect("a name").to_owned();
            return;
        };
        let callable = program.catalogue.callable(function).expect("a function").clone();
        let mut arguments = Vec::new();
        for (text, (_, ty)) in given.iter().zip(&callable.params) {
            let ty = self.api.types[*ty].clone();
            arguments.push(self.value(program, text, &ty));
        }
        assert_eq!(given.len(), callable.params.len(), "{label} {given:?}");
        let result = name.map(|name| self.test().scenario.declare(name));
        self.test().scenario.statements.push(Statement::Call { result, function, arguments });
    }

    /// A value of a type: makes the statements that it needs.
    fn value(&mut self, program: &mut Program, text: &str, ty: &JavaType) -> Argument {
        let of = self.ty(program, ty.clone());
        if let Some(primitive) = ty.primitive() {
            let (_, bits) = primitive_of(text, Some(primitive));
            let variable = self.test().scenario.declare_fresh("value");
            let ty = if primitive == JType::Boolean { Type::Int(1) } else { primitive.storage() };
            let bits = u128::from(bits);
            let statement = Statement::Value { variable, ty, bits, of: Some(of) };
            self.test().scenario.statements.push(statement);
            return Argument::Variable(variable);
        }
        let first = text.chars().next().unwrap_or(' ');
        if text == "null" {
            let variable = self.test().scenario.declare_fresh("value");
            let statement = Statement::Value { variable, ty: Type::Ptr, bits: 0, of: Some(of) };
            self.test().scenario.statements.push(statement);
            return Argument::Variable(variable);
        }
        if first == '"' {
            let bytes: Vec<u128> = unquoted(text).iter().map(|unit| u128::from(*unit)).collect();
            let bytes = self.array(program, &JavaType::Primitive('B'), bytes);
            return self.made("text", bytes);
        }
        if text.starts_with('[') || text.contains(":[") {
            let (element, inside) = match (text.split_once(":["), ty) {
                (Some((element, inside)), _) => (Reader { rest: element }.ty(), inside),
                (None, JavaType::Array(element)) => ((**element).clone(), &text[1..]),
                _ => panic!("no array: {text}"),
            };
            let items = tokens(inside.strip_suffix(']').expect("an end"));
            if let Some(primitive) = element.primitive() {
                let bits =
                    items.iter().map(|item| u128::from(primitive_of(item, Some(primitive)).1));
                return Argument::Variable(self.array(program, &element, bits.collect()));
            }
            let array = self.array(program, &element, vec![0; items.len()]);
            for (index, item) in items.iter().enumerate().filter(|(_, item)| *item != "null") {
                let value = self.value(program, item, &element);
                let place = Place::Variable(array, 8 * index as u32);
                self.test().scenario.set(place, Type::Ptr, value);
            }
            return Argument::Variable(array);
        }
        if first.is_ascii_digit()
            || first == '-'
            || first == '\''
            || text == "true"
            || text == "false"
        {
            let (primitive, _) = primitive_of(text, None);
            let letter = primitive.letter().expect("a letter");
            let value = self.value(program, text, &JavaType::Primitive(letter));
            let value = value.variable().expect("a variable");
            return self.made(&format!("box {letter}"), value);
        }
        Argument::Variable(self.variable(text))
    }

    fn made(&mut self, label: &str, from: VarId) -> Argument {
        let function = self.labels[label];
        let result = self.test().scenario.declare_fresh("value");
        let arguments = vec![Argument::Variable(from)];
        let call = Statement::Call { result: Some(result), function, arguments };
        self.test().scenario.statements.push(call);
        Argument::Variable(result)
    }

    /// An array with more room than it shows.
    fn array(&mut self, program: &mut Program, element: &JavaType, mut bits: Vec<u128>) -> VarId {
        let of = Some(self.ty(program, element.clone()));
        let length = bits.len() as u32;
        bits.push(77);
        let variable = self.test().scenario.declare_fresh("value");
        let machine = element.primitive().map_or(Type::Ptr, JType::storage);
        let class = Some(ClassId::new(0));
        let extent = Extent::Fixed;
        let array = Array { element: machine, class, length, elements: bits, of, extent };
        self.test().scenario.statements.push(Statement::Array { variable, array });
        variable
    }

    fn check(&mut self, words: &[&str]) {
        let middle = words.iter().position(|word| *word == "==").expect("an expectation");
        let subject = match &words[1..middle] {
            ["text", variable] => Subject::Text(self.variable(variable)),
            ["length", variable] => Subject::Length(self.variable(variable)),
            [place] if place.contains('[') => {
                let (array, index) = place.split_once('[').expect("an element");
                let index = index.trim_end_matches(']').parse().expect("an index");
                Subject::Element(self.variable(array), index)
            }
            [variable] => Subject::Variable(self.variable(variable)),
            [label, arguments @ ..] => Subject::Call {
                function: self.labels[*label],
                arguments: arguments.iter().map(|argument| self.variable(argument)).collect(),
            },
            [] => panic!("nothing to check"),
        };
        let expected = self.expected(&words[middle + 1..]);
        self.test().checks.push(JavaCheck { subject, expected });
    }

    fn expected(&mut self, words: &[&str]) -> Expected {
        let bits = |ty: &str, text: &str| {
            let ty = JType::of_letter(ty.as_bytes()[0]).expect("a type");
            primitive_of(text, Some(ty)).1
        };
        match words {
            ["null"] => Expected::Null,
            ["not-null"] => Expected::NotNull,
            ["same", variable] => Expected::Same(self.variable(variable)),
            ["equal", variable] => Expected::Equal(self.variable(variable)),
            ["class", name] => Expected::ClassOf(name.replace('.', "/")),
            ["constant", class, name] => {
                Expected::Constant { class: class.replace('.', "/"), name: (*name).to_owned() }
            }
            ["text", text] => Expected::Text(unquoted(text)),
            ["texts", texts @ ..] => {
                let text = |text: &&str| (*text != "null").then(|| unquoted(text));
                Expected::TextArray(texts.iter().map(text).collect())
            }
            ["array", ty, items @ ..] => Expected::Array {
                element: ty.chars().next().expect("a type"),
                elements: items.iter().map(|item| bits(ty, item)).collect(),
            },
            ["list", items @ ..] => {
                Expected::List(items.iter().map(|item| item_of(item)).collect())
            }
            ["box", ty, value] => Expected::Boxed {
                letter: ty.chars().next().expect("a type"),
                bits: bits(ty, value),
            },
            [ty, value] => Expected::Primitive {
                letter: ty.chars().next().expect("a type"),
                bits: bits(ty, value),
            },
            _ => panic!("no expectation: {words:?}"),
        }
    }
}

fn item_of(text: &str) -> Expected {
    match text {
        "null" => Expected::Null,
        _ if text.starts_with('"') => Expected::Text(unquoted(text)),
        _ => {
            let (ty, bits) = primitive_of(text, None);
            Expected::Boxed { letter: ty.letter().expect("a letter"), bits }
        }
    }
}

/// The function of a method: the only one of so many parameters, or the one of just these.
fn method(world: &World, class: ClassId, name: &str, erased: &[String]) -> Option<FuncId> {
    let above = std::iter::once(class).chain(world.supertypes(class));
    let mut found = Vec::new();
    for method in above.flat_map(|class| &world.info(class).methods) {
        let signature = Signature::parse(&method.descriptor)?;
        let parameters: Vec<&str> = signature.parameters().map(|(_, text)| text).collect();
        if &*method.name == name && parameters.len() == erased.len() {
            found.push((parameters == *erased, method.function));
        }
    }
    found.iter().find(|(exact, _)| *exact).or(found.first()).map(|(_, function)| *function)
}

fn link(world: &mut World, program: &mut Program, ty: &JavaType) {
    match ty {
        JavaType::Primitive(_) => {}
        JavaType::Class { name, arguments } => {
            world.class(program, name).expect("a class that exists");
            for argument in arguments {
                if let TypeArgument::Exact(ty)
                | TypeArgument::Extends(ty)
                | TypeArgument::Super(ty) = argument
                {
                    link(world, program, ty);
                }
            }
        }
        JavaType::Array(element) => link(world, program, element),
    }
}

fn primitive_of(text: &str, wanted: Option<JType>) -> (JType, u64) {
    let number = text.trim_end_matches(['L', 'b', 's', 'f']);
    let ty = wanted.unwrap_or(match text {
        "true" | "false" => JType::Boolean,
        _ if text.starts_with('\'') => JType::Char,
        _ if text.ends_with('L') => JType::Long,
        _ if text.ends_with('b') => JType::Byte,
        _ if text.ends_with('s') => JType::Short,
        _ if text.ends_with('f') => JType::Float,
        _ if text.contains('.') => JType::Double,
        _ => JType::Int,
    });
    let bits = match ty {
        JType::Boolean => u64::from(text == "true"),
        JType::Char if text.starts_with('\'') => text.chars().nth(1).expect("a letter") as u64,
        JType::Float => u64::from(number.parse::<f32>().expect("a number").to_bits()),
        JType::Double => text.parse::<f64>().expect("a number").to_bits(),
        _ => number.parse::<i64>().expect("a number") as u64,
    };
    (ty, bits)
}

fn unquoted(text: &str) -> Vec<u16> {
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let inside = inside.expect("a text").replace("\\n", "\n").replace("\\s", " ");
    inside.encode_utf16().collect()
}

/// Words; what stands in brackets or quotes is one.
fn tokens(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let (mut depth, mut quoted) = (0, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' if !quoted => depth += 1,
            ']' if !quoted => depth -= 1,
            _ => {}
        }
        if letter == ' ' && depth == 0 && !quoted {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        } else {
            word.push(letter);
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// Reads declarations.
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.rest.strip_prefix(word).filter(|rest| rest.starts_with(' '));
        self.rest = found.unwrap_or(self.rest).trim_start();
        found.is_some()
    }

    fn mark(&mut self, mark: char) -> bool {
        self.space();
        let found = self.rest.strip_prefix(mark);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn name(&mut self) -> String {
        self.space();
        let end = self.rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        name.to_owned()
    }

    /// A type: packages begin with a small letter, classes with a capital.
    fn ty(&mut self) -> JavaType {
        let mut name = self.name();
        while is_package(&name) && self.mark('.') {
            name = format!("{name}/{}", self.name());
        }
        while self.rest.starts_with('$') {
            self.rest = &self.rest[1..];
            name = format!("{name}${}", self.name());
        }
        let primitive = JType::PRIMITIVES.into_iter().find(|ty| ty.keyword() == Some(&name));
        let mut arguments = Vec::new();
        if self.mark('<') {
            while !self.mark('>') {
                arguments.push(self.argument());
                self.mark(',');
            }
        }
        let mut ty = match primitive.and_then(JType::letter) {
            Some(letter) => JavaType::Primitive(letter),
            None if !name.contains('/') => {
                JavaType::Class { name: format!("java/lang/{name}"), arguments }
            }
            None => JavaType::Class { name, arguments },
        };
        while self.rest.starts_with("[]") {
            self.rest = &self.rest[2..];
            ty = JavaType::Array(Box::new(ty));
        }
        ty
    }

    fn argument(&mut self) -> TypeArgument {
        self.space();
        if !self.mark('?') {
            return TypeArgument::Exact(self.ty());
        }
        self.space();
        match () {
            () if self.word("extends") => TypeArgument::Extends(self.ty()),
            () if self.word("super") => TypeArgument::Super(self.ty()),
            () => TypeArgument::Any,
        }
    }
}

fn is_package(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    let primitive = JType::PRIMITIVES.into_iter().any(|ty| ty.keyword() == Some(name));
    !primitive && last.chars().next().is_some_and(|first| first.is_ascii_lowercase())
}
