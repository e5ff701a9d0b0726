//! From text to a scenario that fits its program.

mod typed;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use program::catalogue::ApiTypeId;
use program::text::lexer::{Token, TokenKind};
use program::text::{ParseError, nearest};
use program::{ClassId, Field, FuncId, GlobalId, Id, Program, Type};

use super::cursor::{Cursor, Elements, MAX_CAPACITY};

use crate::{Argument, Array, Extent, Place, Scenario, Statement, VarId};

/// The largest object that memory holds.
const MAX_SIZE: u32 = i32::MAX as u32;

const STATEMENTS: [&str; 6] = ["let", "set", "call", "argv", "stdin", "file"];

/// Reads a scenario for a program. Names, types, counts and ranges are checked, so that what is read
/// can be run on that program.
pub fn parse(source: &str, program: &Program) -> Result<Scenario, ParseError> {
    let mut parser = Parser {
        cursor: Cursor::new(source)?,
        program,
        functions: program.functions.iter().map(|(id, function)| (&*function.name, id)).collect(),
        globals: program.globals.iter().map(|(id, global)| (&*global.name, id)).collect(),
        classes: program.classes.iter().map(|(id, class)| (&*class.name, id)).collect(),
        variables: BTreeMap::new(),
        made: Vec::new(),
        streams: BTreeSet::new(),
        types: None,
        scenario: Scenario::default(),
    };
    while parser.cursor.peek().kind != TokenKind::End {
        let statement = parser.statement()?;
        parser.scenario.statements.push(statement);
        let next = parser.cursor.peek();
        if !next.first && next.kind != TokenKind::End {
            return Err(parser.cursor.unexpected("the end of the line"));
        }
    }
    Ok(parser.scenario)
}

struct Parser<'s> {
    cursor: Cursor<'s>,
    program: &'s Program,
    functions: BTreeMap<&'s str, FuncId>,
    globals: BTreeMap<&'s str, GlobalId>,
    classes: BTreeMap<&'s str, ClassId>,
    variables: BTreeMap<Cow<'s, str>, VarId>,
    made: Vec<Made>,
    /// The questions that have answers.
    streams: BTreeSet<String>,
    /// The catalogue's types by their labels, once one is asked for.
    types: Option<BTreeMap<Cow<'static, str>, ApiTypeId>>,
    scenario: Scenario,
}

/// What is known of a variable.
#[derive(Clone, Copy)]
struct Made {
    /// Its type; a stream has no value.
    ty: Option<Type>,
    /// The class of the object it points at.
    class: Option<ClassId>,
    /// The size of the object it points at, where that is known.
    size: Option<u32>,
}

impl Made {
    fn value(ty: Type) -> Self {
        Self { ty: Some(ty), class: None, size: None }
    }

    fn stream() -> Self {
        Self { ty: None, class: None, size: None }
    }

    fn object(size: Option<u32>, class: Option<ClassId>) -> Self {
        Self { ty: Some(Type::Ptr), class, size }
    }
}

impl<'s> Parser<'s> {
    fn statement(&mut self) -> Result<Statement, ParseError> {
        let token = self.cursor.peek();
        if token.kind != TokenKind::Word {
            let error = self.cursor.error(token, "a statement is needed here");
            return Err(error.with_help(
                "statements begin with `let`, `set`, `call`, `argv`, `stdin` or `file`",
            ));
        }
        self.cursor.next();
        match self.cursor.text(token) {
            "let" => self.make(),
            "set" => self.set(),
            "call" => self.call(),
            "argv" => {
                let mut arguments =
                    vec![self.cursor.string("the name of the program as a string")?];
                while self.cursor.peek().kind == TokenKind::Quoted && !self.cursor.peek().first {
                    arguments.push(self.cursor.string("a string")?);
                }
                Ok(Statement::Arguments(arguments))
            }
            "stdin" => Ok(Statement::StandardInput(self.cursor.string("the input as a string")?)),
            "file" => {
                let path = self.cursor.peek();
                let bytes = self.cursor.string("the path as a string")?;
                let path = String::from_utf8(bytes)
                    .map_err(|_| self.cursor.error(path, "a path must be UTF-8"))?;
                let content = self.cursor.string("the content as a string")?;
                Ok(Statement::File { path, content })
            }
            word => {
                let error = self.cursor.error(token, format!("there is no statement `{word}`"));
                Err(match nearest(word, STATEMENTS) {
                    Some(meant) => error.with_help(format!("did you mean `{meant}`?")),
                    None if self.cursor.is(TokenKind::Colon)
                        || self.cursor.is(TokenKind::Equals) =>
                    {
                        error.with_help(format!("a variable is made by `let {word}: i32 = 3`"))
                    }
                    None => error.with_help(
                        "statements begin with `let`, `set`, `call`, `argv`, `stdin` or `file`",
                    ),
                })
            }
        }
    }

    fn make(&mut self) -> Result<Statement, ParseError> {
        let (name, token) = self.new_name()?;
        if self.cursor.eat(TokenKind::Colon) {
            let ty = self.cursor.ty()?;
            return match self.cursor.eat(TokenKind::OpenSquare) {
                true => self.array(name, ty),
                false => {
                    self.cursor.expect(TokenKind::Equals)?;
                    if self.cursor.eat_word("stream") {
                        return self.stream(name, ty);
                    }
                    let bits = self.cursor.literal(ty)?;
                    let of = self.of()?;
                    let variable = self.declare(name, Made::value(ty));
                    Ok(Statement::Value { variable, ty, bits, of })
                }
            };
        }
        self.cursor.expect(TokenKind::Equals)?;
        if self.cursor.eat_word("new") {
            return self.managed(name);
        }
        if self.cursor.eat_word("object") {
            let object = self.object()?;
            let variable = self.declare(name, Made::object(Some(object.size), None));
            return Ok(Statement::Object { variable, object });
        }
        let error = self.cursor.error(token, format!("the type of `{name}` is missing"));
        Err(error.with_help(format!(
            "write `let {name}: i32 = …`; without a type stand only `new CLASS` and `object SIZE`"
        )))
    }

    /// The rest of `let a: i32[8] = [1, 2]` behind the opening bracket.
    fn array(&mut self, name: Cow<'s, str>, element: Type) -> Result<Statement, ParseError> {
        let capacity = self.cursor.count("the capacity", MAX_CAPACITY)?;
        self.cursor.expect(TokenKind::CloseSquare)?;
        self.cursor.expect(TokenKind::Equals)?;
        let elements = self.cursor.elements(element)?;
        let mut array = self.filled(elements, element, None, capacity)?;
        array.extent = self.extent();
        array.of = self.of()?;
        // Only what the program sees has memory; the rest of the capacity waits for another length.
        let size = array.length * element.bytes();
        let variable = self.declare(name, Made::object(Some(size), None));
        Ok(Statement::Array { variable, array })
    }

    /// The rest of `let r: i32 = stream "rand" [3, 4]` behind `stream`.
    fn stream(&mut self, variable: Cow<'s, str>, ty: Type) -> Result<Statement, ParseError> {
        let token = self.cursor.peek();
        let name = self.cursor.string("the name of a question as a string")?;
        let name = String::from_utf8(name)
            .map_err(|_| self.cursor.error(token, "a name must be UTF-8"))?;
        if self.streams.contains(&name) {
            let error = self.cursor.error(token, format!("`{name}` is already answered"));
            return Err(error.with_help("put all answers to a question into one stream"));
        }
        let Elements { length, values, place: (start, end) } = self.cursor.elements(ty)?;
        if length as usize != values.len() {
            let message = "a stream has no length beside its answers";
            return Err(ParseError::at(self.cursor.source, start, end, message));
        }
        self.streams.insert(name.clone());
        let variable = self.declare(variable, Made::stream());
        Ok(Statement::Stream { variable, name, ty, values })
    }

    /// The rest of `let m = new …` behind `new`.
    fn managed(&mut self, name: Cow<'s, str>) -> Result<Statement, ParseError> {
        let (id, token) = self.class()?;
        let class = &self.program.classes[id];
        if class.interface {
            let message = format!("`{}` is an interface and has no objects", class.name);
            return Err(self.cursor.error(token, message));
        }
        let listed = matches!(self.cursor.peek().kind, TokenKind::Quoted | TokenKind::OpenSquare)
            && !self.cursor.peek().first;
        let Some(element) = class.element else {
            if listed {
                let message = format!("`{}` is not an array class and has no elements", class.name);
                return Err(self.cursor.error(self.cursor.peek(), message));
            }
            let variable = self.declare(name, Made::object(Some(class.size), Some(id)));
            return Ok(Statement::New { variable, class: id });
        };
        if !listed {
            let error = self.cursor.unexpected("the list of elements");
            return Err(error.with_help(format!(
                "`{}` is an array class: write `[]` for no elements",
                class.name
            )));
        }
        let elements = self.cursor.elements(element)?;
        let capacity = match self.cursor.eat_word("capacity") {
            true => self.cursor.count("the capacity", MAX_CAPACITY)?,
            false => elements.values.len() as u32,
        };
        let mut array = self.filled(elements, element, Some(id), capacity)?;
        array.extent = self.extent();
        array.of = self.of()?;
        let size = array.length * element.bytes();
        let variable = self.declare(name, Made::object(Some(size), Some(id)));
        Ok(Statement::Array { variable, array })
    }

    fn filled(
        &self,
        elements: Elements,
        element: Type,
        class: Option<ClassId>,
        capacity: u32,
    ) -> Result<Array, ParseError> {
        let Elements { length, mut values, place: (start, end) } = elements;
        if values.len() > capacity as usize {
            let message =
                format!("{} elements do not fit into a capacity of {capacity}", values.len());
            return Err(ParseError::at(self.cursor.source, start, end, message));
        }
        values.resize(capacity as usize, 0);
        Ok(Array { element, class, length, elements: values, of: None, extent: Extent::Fixed })
    }

    fn set(&mut self) -> Result<Statement, ParseError> {
        let start = self.cursor.peek();
        let (place, limit) = if start.kind == TokenKind::Symbol {
            let (name, token) = self.cursor.symbol("a global")?;
            let id = self.global(&name, token)?;
            let global = &self.program.globals[id];
            if global.read_only && !global.external {
                return Err(self.cursor.error(token, format!("`@{name}` is read-only")));
            }
            (Place::Global(id, self.offset()?), Some((format!("`@{name}`"), global.size)))
        } else {
            let (name, token) = self.cursor.name("a variable or a global")?;
            let variable = self.variable(&name, token)?;
            let made = self.made[variable.index()];
            if made.ty != Some(Type::Ptr) {
                let found = made.ty.map_or("a stream".to_owned(), |ty| ty.to_string());
                let message = format!("`{name}` is {found}, a ptr to write through is needed");
                return Err(self.cursor.error(token, message));
            }
            if self.cursor.eat(TokenKind::Dot) {
                let Field { ty, offset, .. } = *self.field(&name, made.class)?;
                self.cursor.expect(TokenKind::Equals)?;
                let value = self.argument(Some(ty))?;
                let place = Place::Variable(variable, offset);
                return Ok(Statement::Set { place, ty, bits: None, value });
            }
            let limit = made.size.map(|size| (format!("`{name}`"), size));
            (Place::Variable(variable, self.offset()?), limit)
        };
        let end = self.cursor.end();
        if !self.cursor.is(TokenKind::Colon) {
            let error = self.cursor.unexpected("`:` and the type of what is written");
            return Err(error.with_help("write for example `set n + 8: i32 = 5`"));
        }
        self.cursor.next();
        let ty = self.cursor.ty()?;
        let bits = self.bit_field(ty)?;
        let bytes = match bits {
            Some((first, width)) => (u32::from(first) + u32::from(width)).div_ceil(8),
            None => ty.bytes(),
        };
        let (Place::Global(_, offset) | Place::Variable(_, offset)) = place;
        if let Some((name, size)) = limit
            && u64::from(offset) + u64::from(bytes) > u64::from(size)
        {
            let message = format!(
                "a write of {} at offset {offset} goes beyond {name}, which has {}",
                plural(bytes as usize, "byte"),
                plural(size as usize, "byte")
            );
            return Err(ParseError::at(self.cursor.source, start.start(), end, message));
        }
        self.cursor.expect(TokenKind::Equals)?;
        let value = self.argument(Some(ty))?;
        Ok(Statement::Set { place, ty, bits, value })
    }

    /// `+ 8`, or nothing.
    fn offset(&mut self) -> Result<u32, ParseError> {
        if self.cursor.eat(TokenKind::Plus) {
            self.cursor.count("the offset in bytes", MAX_SIZE)
        } else {
            Ok(0)
        }
    }

    fn field(&mut self, variable: &str, class: Option<ClassId>) -> Result<&'s Field, ParseError> {
        let (name, token) = self.cursor.name("the name of a field")?;
        let Some(class) = class else {
            let message = format!("the class of what `{variable}` points at is not known");
            let error = self.cursor.error(token, message);
            return Err(
                error.with_help(format!("give offset and type: `set {variable} + 8: i32 = 5`"))
            );
        };
        find_field(self.program, class, &name).ok_or_else(|| {
            let class_name = &self.program.classes[class].name;
            let error = self.cursor.error(token, format!("`{class_name}` has no field `{name}`"));
            let names = lineage(self.program, class)
                .flat_map(|class| &self.program.classes[class].fields)
                .map(|field| &*field.name);
            suggest(error, &name, names, "")
        })
    }

    fn call(&mut self) -> Result<Statement, ParseError> {
        let result = match self.cursor.peek().kind {
            TokenKind::Symbol => None,
            _ => {
                let (name, token) = self.new_name()?;
                if self.cursor.is(TokenKind::OpenParen) {
                    let error = self.cursor.error(token, "a function's name begins with `@`");
                    return Err(error.with_help(format!("write `@{name}`")));
                }
                self.cursor.expect(TokenKind::Equals)?;
                Some((name, token))
            }
        };
        let (name, token) = self.cursor.symbol("a function like `@name`")?;
        let function = self.function(&name, token)?;
        let callee = &self.program.functions[function];
        self.cursor.expect(TokenKind::OpenParen)?;
        let params: Vec<Type> = callee.parameter_types().collect();
        let mut arguments = Vec::new();
        while !self.cursor.is(TokenKind::CloseParen) {
            let ty = params.get(arguments.len()).copied();
            if ty.is_none() && !callee.variadic {
                // All that is there is counted, so that the message tells the whole story.
                let place = self.cursor.peek();
                let found = arguments.len() + self.remaining_arguments();
                return Err(self.count_error(place, function, found));
            }
            arguments.push(self.argument(ty)?);
            if !self.cursor.eat(TokenKind::Comma) && !self.cursor.is(TokenKind::CloseParen) {
                return Err(self.cursor.unexpected("`,` or `)`"));
            }
        }
        let close = self.cursor.next();
        if arguments.len() < params.len() {
            return Err(self.count_error(close, function, arguments.len()));
        }
        let result = match (result, callee.result) {
            (None, _) => None,
            (Some((variable, _)), Some(ty)) => Some(self.declare(variable, Made::value(ty))),
            (Some((_, token)), None) => {
                let error = self.cursor.error(token, format!("`@{name}` gives no result"));
                return Err(error.with_help(format!("write `call @{name}(…)`")));
            }
        };
        Ok(Statement::Call { result, function, arguments })
    }

    /// How many arguments stand before the closing parenthesis.
    fn remaining_arguments(&mut self) -> usize {
        let mut count = 1;
        loop {
            match self.cursor.next().kind {
                TokenKind::CloseParen | TokenKind::End => return count,
                TokenKind::Comma if !self.cursor.is(TokenKind::CloseParen) => count += 1,
                _ => {}
            }
        }
    }

    fn count_error(&self, place: Token, function: FuncId, found: usize) -> ParseError {
        let callee = &self.program.functions[function];
        let params = callee.registers.values().take(callee.params as usize);
        let signature: Vec<String> =
            params.map(|register| format!("{}: {}", register.name, register.ty)).collect();
        let least = if callee.variadic { "at least " } else { "" };
        let expected = plural(callee.params as usize, "argument");
        let message = format!("`@{}` takes {least}{expected}, {found} given", callee.name);
        let help = format!("it is `@{}({})`", callee.name, signature.join(", "));
        self.cursor.error(place, message).with_help(help)
    }

    /// What is handed on where a value of type `ty` is needed; `None` where any type will do.
    fn argument(&mut self, wanted: Option<Type>) -> Result<Argument, ParseError> {
        let token = self.cursor.peek();
        if self.cursor.at_literal() {
            return match wanted {
                Some(ty) => self.cursor.literal(ty).map(Argument::Literal),
                None => {
                    let message = "the type of this value is not known: no parameter stands for it";
                    let error = self.cursor.error(token, message);
                    Err(error.with_help("make a variable of it: `let n: i32 = 3`"))
                }
            };
        }
        let (argument, found, shown) = match token.kind {
            TokenKind::Symbol => {
                let (name, _) = self.cursor.symbol("a global or function")?;
                let argument = match (self.globals.get(&*name), self.functions.get(&*name)) {
                    (Some(global), _) => Argument::Global(*global),
                    (None, Some(function)) => Argument::Function(*function),
                    (None, None) => {
                        let message = format!("there is no global or function `@{name}`");
                        let names = self.globals.keys().chain(self.functions.keys()).copied();
                        return Err(suggest(self.cursor.error(token, message), &name, names, "@"));
                    }
                };
                (argument, Type::Ptr, format!("`@{name}`"))
            }
            TokenKind::Word | TokenKind::Quoted => {
                let (name, _) = self.cursor.name("a variable")?;
                let variable = self.variable(&name, token)?;
                let Some(ty) = self.made[variable.index()].ty else {
                    let message = format!("`{name}` is a stream, which has no value to hand on");
                    return Err(self.cursor.error(token, message));
                };
                if self.cursor.eat_word("at") {
                    return self.part(&name, token, variable, wanted);
                }
                if ty == Type::Ptr && self.cursor.eat(TokenKind::Plus) {
                    let argument = self.inside(&name, token, variable)?;
                    return match wanted {
                        Some(wanted) if wanted != Type::Ptr => {
                            let message = format!("`{name}` is ptr, {wanted} is needed");
                            Err(self.cursor.error(token, message))
                        }
                        _ => Ok(argument),
                    };
                }
                (Argument::Variable(variable), ty, format!("`{name}`"))
            }
            TokenKind::OpenSquare => {
                let error =
                    self.cursor.error(token, "an array must be made before it is handed on");
                return Err(error.with_help("write `let a: i32[3] = [1, 2, 3]` and hand on `a`"));
            }
            _ => return Err(self.cursor.unexpected("a value or variable")),
        };
        match wanted {
            Some(ty) if ty != found => {
                Err(self.cursor.error(token, format!("{shown} is {found}, {ty} is needed")))
            }
            _ => Ok(argument),
        }
    }

    /// The rest of `p at 8` behind `at`.
    fn part(
        &mut self,
        name: &str,
        token: Token,
        variable: VarId,
        wanted: Option<Type>,
    ) -> Result<Argument, ParseError> {
        let offset = self.cursor.count("the offset in bytes", MAX_SIZE)?;
        let made = self.made[variable.index()];
        let (Some(Type::Ptr), Some(ty)) = (made.ty, wanted) else {
            let message = match made.ty {
                Some(Type::Ptr) => {
                    "the type of this value is not known: no parameter stands for it".to_owned()
                }
                _ => format!("`{name}` does not point at anything"),
            };
            return Err(self.cursor.error(token, message));
        };
        if let Some(size) = made.size
            && u64::from(offset) + u64::from(ty.bytes()) > u64::from(size)
        {
            let message = format!(
                "{} at offset {offset} are not in `{name}`, which has {}",
                plural(ty.bytes() as usize, "byte"),
                plural(size as usize, "byte")
            );
            return Err(self.cursor.error(token, message));
        }
        Ok(Argument::Part(variable, offset))
    }

    /// The rest of `p + 8` behind `+`.
    fn inside(
        &mut self,
        name: &str,
        token: Token,
        variable: VarId,
    ) -> Result<Argument, ParseError> {
        let offset = self.cursor.count("the offset in bytes", MAX_SIZE)?;
        match self.made[variable.index()].size {
            Some(size) if offset > size => {
                let has = plural(size as usize, "byte");
                let message =
                    format!("offset {offset} is beyond the end of `{name}`, which has {has}");
                Err(self.cursor.error(token, message))
            }
            _ => Ok(Argument::Inside(variable, offset)),
        }
    }

    /// The name of a variable that is about to be made.
    fn new_name(&mut self) -> Result<(Cow<'s, str>, Token), ParseError> {
        let (name, token) = self.cursor.name("the name of a variable")?;
        if self.variables.contains_key(&name) {
            let error = self.cursor.error(token, format!("`{name}` is already made"));
            return Err(error.with_help("a variable is made once; choose another name"));
        }
        Ok((name, token))
    }

    fn declare(&mut self, name: Cow<'s, str>, made: Made) -> VarId {
        let variable = self.scenario.declare(name.clone());
        self.variables.insert(name, variable);
        self.made.push(made);
        variable
    }

    fn variable(&self, name: &str, token: Token) -> Result<VarId, ParseError> {
        self.variables.get(name).copied().ok_or_else(|| {
            let error =
                self.cursor.error(token, format!("no variable `{name}` is made before this line"));
            if self.globals.contains_key(name) || self.functions.contains_key(name) {
                return error.with_help(format!("a global or function is written `@{name}`"));
            }
            suggest(error, name, self.variables.keys().map(|name| &**name), "")
        })
    }

    fn function(&self, name: &str, token: Token) -> Result<FuncId, ParseError> {
        self.functions.get(name).copied().ok_or_else(|| {
            let error = self.cursor.error(token, format!("there is no function `@{name}`"));
            suggest(error, name, self.functions.keys().copied(), "@")
        })
    }

    fn global(&self, name: &str, token: Token) -> Result<GlobalId, ParseError> {
        self.globals.get(name).copied().ok_or_else(|| {
            let error = self.cursor.error(token, format!("there is no global `@{name}`"));
            suggest(error, name, self.globals.keys().copied(), "@")
        })
    }

    /// A name that needs no quotes for its dots.
    fn dotted(&mut self, what: &str) -> Result<(Cow<'s, str>, Token), ParseError> {
        let (first, mut token) = self.cursor.name(what)?;
        let mut name = first;
        while token.kind == TokenKind::Word
            && self.cursor.is(TokenKind::Dot)
            && self.cursor.peek_second().kind == TokenKind::Word
        {
            self.cursor.next();
            token = token.up_to(self.cursor.next());
            name = Cow::Borrowed(self.cursor.text(token));
        }
        Ok((name, token))
    }

    /// The name of a class; one with dots needs no quotes.
    fn class(&mut self) -> Result<(ClassId, Token), ParseError> {
        let (name, token) = self.dotted("the name of a class")?;
        match self.classes.get(&*name) {
            Some(class) => Ok((*class, token)),
            None => {
                let error = self.cursor.error(token, format!("there is no class `{name}`"));
                Err(suggest(error, &name, self.classes.keys().copied(), ""))
            }
        }
    }
}

fn suggest<'c>(
    error: ParseError,
    name: &str,
    candidates: impl Iterator<Item = &'c str>,
    sigil: &str,
) -> ParseError {
    match nearest(name, candidates) {
        Some(meant) => error.with_help(format!("did you mean `{sigil}{meant}`?")),
        None => error,
    }
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A class and its superclasses; a cycle, which a verified program does not have, ends.
fn lineage(program: &Program, class: ClassId) -> impl Iterator<Item = ClassId> {
    let next = |class: &ClassId| program.classes.get(*class).and_then(|class| class.superclass);
    std::iter::successors(Some(class), next).take(program.classes.len())
}

/// The field that a name means in a class: its own before inherited ones.
pub(super) fn find_field<'p>(
    program: &'p Program,
    class: ClassId,
    name: &str,
) -> Option<&'p Field> {
    lineage(program, class)
        .find_map(|class| program.classes[class].fields.iter().find(|field| field.name == name))
}

/// The field at an offset, if its name means it.
pub(super) fn field_at(program: &Program, class: ClassId, offset: u32, ty: Type) -> Option<&Field> {
    lineage(program, class)
        .flat_map(|class| &program.classes[class].fields)
        .find(|field| field.offset == offset && field.ty == ty)
        .filter(|field| find_field(program, class, &field.name) == Some(field))
}
