//! Assertions.

use super::body::Body;
use super::expression::Expression;
use super::test::{Expected, JavaCheck, Subject};
use super::{Inexpressible, Junit, literal, mention, testng, types};
use crate::api::{JavaType, Member};
use classfile::descriptor::JType;
use program::FuncId;
use scenario::Argument;

impl Body<'_> {
    /// Writes a check; what it looks at may be given already.
    pub(super) fn check(
        &mut self,
        check: &JavaCheck,
        subject: Option<Expression>,
    ) -> Result<(), Inexpressible> {
        if let (None, Subject::Call { function, arguments }) = (&subject, &check.subject) {
            let arguments: Vec<Argument> =
                arguments.iter().copied().map(Argument::Variable).collect();
            if let Some(line) = self.equality(*function, &arguments, &check.expected)? {
                self.may_throw(*function);
                self.lines.push(line);
                return Ok(());
            }
        }
        let actual = match subject {
            Some(subject) => subject,
            None => self.subject(&check.subject)?,
        };
        let line = match &check.expected {
            Expected::Primitive { letter, bits } | Expected::Boxed { letter, bits } => {
                self.equal_primitive(*letter, *bits, &actual)
            }
            Expected::Text(units) | Expected::Lines(units) => {
                let mut actual = actual;
                if matches!(check.subject, Subject::Drained(_)) {
                    actual.text = format!("{}.toString()", primary(&actual));
                }
                if matches!(check.expected, Expected::Lines(_)) {
                    let system = mention::class("java/lang/System");
                    let on = primary(&actual);
                    actual.text = format!("{on}.replace({system}.lineSeparator(), \"\\n\")");
                }
                let named = self.context.named_text(units);
                let expected = match named.or_else(|| self.context.repeated(units)) {
                    Some(text) => text,
                    None => lines(units)?,
                };
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
            Expected::Empty(class) => {
                let expected = format!("{}.empty()", mention::class(class));
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
            Expected::Null => self.assertion("assertNull", &[&actual.text]),
            Expected::NotNull => self.assertion("assertNotNull", &[&actual.text]),
            Expected::Constant { class, name } => {
                let constant = format!("{}.{name}", mention::class(class));
                self.assertion("assertEquals", &[&constant, &actual.text])
            }
            Expected::ClassOf(class) => {
                let expected = types::of_class(class);
                let expected = self.context.element(&expected, &mut Default::default());
                let class = format!("{}.getClass()", primary(&actual));
                self.assertion("assertEquals", &[&format!("{expected}.class"), &class])
            }
            Expected::Class(class) => {
                let expected = format!("{}.class", mention::class(class));
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
            Expected::Array { element, elements } => self.equal_array(*element, elements, &actual),
            Expected::LongArray { element, length, start } => {
                let long = self.assertion(
                    "assertEquals",
                    &[&length.to_string(), &format!("{}.length", primary(&actual))],
                );
                self.lines.push(long);
                let arrays = mention::class("java/util/Arrays");
                let text = format!("{arrays}.copyOf({}, {})", actual.text, start.len());
                let start_of = Expression { text, primary: true, ..actual };
                self.equal_array(*element, start, &start_of)
            }
            Expected::References(items) => {
                let items: Result<Vec<String>, _> =
                    items.iter().map(|item| self.held(item)).collect();
                let class = mention::class("java/lang/Object");
                let expected = match items?.join(", ") {
                    none if none.is_empty() => format!("new {class}[0]"),
                    items => format!("new {class}[] {{{items}}}"),
                };
                let actual = self.as_array(&actual, &JavaType::raw("java/lang/Object"));
                self.assertion("assertArrayEquals", &[&expected, &actual])
            }
            Expected::TextArray(texts) => {
                let texts: Result<Vec<String>, _> = texts
                    .iter()
                    .map(|text| text.as_ref().map_or(Ok("null".to_owned()), |text| string(text)))
                    .collect();
                let class = mention::class("java/lang/String");
                let expected = match texts?.join(", ") {
                    none if none.is_empty() => format!("new {class}[0]"),
                    texts => format!("new {class}[] {{{texts}}}"),
                };
                let actual = self.as_array(&actual, &JavaType::raw("java/lang/Object"));
                self.assertion("assertArrayEquals", &[&expected, &actual])
            }
            Expected::BoxedArray { letter, elements } => {
                let ty = JType::of_letter(*letter as u8).unwrap_or(JType::Int);
                let item = |item: &Option<u64>| {
                    item.map_or("null".to_owned(), |bits| literal::typed(ty, bits))
                };
                let items: Vec<String> = elements.iter().map(item).collect();
                let class = mention::class(ty.wrapper().unwrap_or("java/lang/Object"));
                let expected = match items.is_empty() {
                    true => format!("new {class}[0]"),
                    false => format!("new {class}[] {{{}}}", items.join(", ")),
                };
                let actual = self.as_array(&actual, &JavaType::raw("java/lang/Object"));
                self.assertion("assertArrayEquals", &[&expected, &actual])
            }
            Expected::List(items) => {
                let expected = self.list(items)?;
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
            Expected::Same(variable) => {
                let expected = self.assigned_any(*variable)?;
                self.assertion("assertSame", &[&expected, &actual.text])
            }
            Expected::Equal(variable) => {
                let expected = self.assigned_any(*variable)?;
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
        };
        self.lines.push(line);
        Ok(())
    }

    /// What `a.equals(b)` gives as an assertion on both, which tells more when it fails; none where a compiler could
    /// take another assertion for it, or where an object is compared with itself, which would look like a mistake.
    pub(super) fn equality(
        &mut self,
        function: FuncId,
        arguments: &[Argument],
        expected: &Expected,
    ) -> Result<Option<String>, Inexpressible> {
        let (Expected::Primitive { letter: 'Z', bits }, [own, other]) = (expected, arguments)
        else {
            return Ok(None);
        };
        // TestNG asks both objects, and looks into collections.
        let asks_both = self.context.unit.style.junit == Junit::Testng;
        if !self.is_equals(function) || own == other || asks_both {
            return Ok(None);
        }
        let is_plain = |ty: Option<JavaType>| match ty {
            Some(JavaType::Class { name, .. }) => JType::wrapped_by(&name).is_none(),
            _ => false,
        };
        let own_type = own.variable().and_then(|own| self.type_of(own));
        let other_type = other.variable().and_then(|other| self.type_of(other));
        let is_null = *other == Argument::Literal(0);
        let Some(wanted) = own_type.clone().filter(|_| is_plain(own_type)) else { return Ok(None) };
        if !is_null && !is_plain(other_type.clone()) {
            return Ok(None);
        }
        let own = self.assigned(own, &wanted)?;
        let other = self.assigned(other, &JavaType::raw("java/lang/Object"))?;
        if own.ty.is_none() {
            return Ok(None);
        }
        let name = if bits & 1 == 1 { "assertEquals" } else { "assertNotEquals" };
        Ok(Some(self.assertion(name, &[&own.text, &other.text])))
    }

    /// Whether a function is the `equals` that every object has.
    fn is_equals(&self, function: FuncId) -> bool {
        let member = self.context.unit.api.members.get(&function);
        let is_named = matches!(member, Some(Member::Method { name, is_static: false, .. }) if name == "equals");
        let callable = self.context.callable(function);
        let takes = callable.and_then(|callable| callable.params.get(1));
        let takes = takes.and_then(|(_, ty)| self.context.ty(*ty));
        is_named
            && callable.is_some_and(|callable| callable.params.len() == 2)
            && takes.and_then(JavaType::class_name) == Some("java/lang/Object")
    }

    pub(super) fn assertion(&mut self, name: &'static str, arguments: &[&str]) -> String {
        let (name, arguments) = match self.context.unit.style.junit {
            Junit::Testng => testng::spelled(name, arguments),
            _ => (name, arguments.to_vec()),
        };
        self.assertions.insert(name);
        format!("{name}({});", arguments.join(", "))
    }

    /// The variable that something is compared with.
    fn assigned_any(&mut self, variable: scenario::VarId) -> Result<String, Inexpressible> {
        let ty = self.type_of(variable).unwrap_or(JavaType::raw("java/lang/Object"));
        Ok(self.assigned(&Argument::Variable(variable), &ty)?.text)
    }

    fn equal_primitive(&mut self, letter: char, bits: u64, actual: &Expression) -> String {
        let ty = JType::of_letter(letter as u8).unwrap_or(JType::Int);
        let seen = actual.ty.as_ref();
        let primitive = seen.and_then(JavaType::primitive);
        let boxed = seen.and_then(JavaType::class_name).and_then(JType::wrapped_by);
        if ty == JType::Boolean && (primitive.is_some() || boxed.is_some()) {
            let name = if bits & 1 == 0 { "assertFalse" } else { "assertTrue" };
            return self.assertion(name, &[&actual.text]);
        }
        if matches!(ty, JType::Float | JType::Double) && (primitive.is_some() || boxed == Some(ty))
        {
            return self.equal_float(ty, bits, actual, primitive.is_some());
        }
        match (primitive, boxed) {
            // A byte is compared as the number it is.
            (Some(_), _) => {
                let named = self.context.named_number(ty, bits);
                let expected = named.unwrap_or_else(|| literal::plain(ty, bits));
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
            // `assertEquals` takes two numbers or two objects, and JUnit 5 also one of each of the same kind.
            (None, Some(same)) if same == ty && self.context.unit.style.junit == Junit::Five => {
                self.assertion("assertEquals", &[&literal::typed(ty, bits), &actual.text])
            }
            (None, Some(_)) => {
                let wrapper = mention::class(ty.wrapper().unwrap_or("java/lang/Object"));
                let expected = format!("{wrapper}.valueOf({})", literal::typed(ty, bits));
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
            (None, None) => {
                self.assertion("assertEquals", &[&literal::typed(ty, bits), &actual.text])
            }
        }
    }

    /// That a floating-point number is near the one expected.
    fn equal_float(
        &mut self,
        ty: JType,
        bits: u64,
        actual: &Expression,
        is_primitive: bool,
    ) -> String {
        let junit = self.context.unit.style.junit;
        match literal::compared(ty, bits) {
            (expected, Some(distance)) => {
                self.assertion("assertEquals", &[&expected, &actual.text, &distance])
            }
            (expected, None) if junit == Junit::Five => {
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
            (expected, None) if is_primitive => {
                let distance = if ty == JType::Float { "0.0f" } else { "0.0" };
                self.assertion("assertEquals", &[&expected, &actual.text, distance])
            }
            (expected, None) => {
                let wrapper = mention::class(ty.wrapper().unwrap_or("java/lang/Object"));
                let expected = format!("{wrapper}.valueOf({expected})");
                self.assertion("assertEquals", &[&expected, &actual.text])
            }
        }
    }

    fn equal_array(&mut self, element: char, elements: &[u64], actual: &Expression) -> String {
        let ty = JType::of_letter(element as u8).unwrap_or(JType::Int);
        let expected = new_array(element, elements);
        let actual = self.as_array(actual, &JavaType::Primitive(element));
        let is_float = matches!(ty, JType::Float | JType::Double);
        let distance = literal::compared_all(ty, elements).filter(|_| is_float);
        let exactly = is_float && self.context.unit.style.junit != Junit::Five;
        match distance {
            Some(distance) => self.assertion("assertArrayEquals", &[&expected, &actual, &distance]),
            None if exactly => {
                let distance = if ty == JType::Float { "0.0f" } else { "0.0" };
                self.assertion("assertArrayEquals", &[&expected, &actual, distance])
            }
            None => self.assertion("assertArrayEquals", &[&expected, &actual]),
        }
    }

    /// An expression as an array, with a cast if a compiler cannot see that it is one.
    fn as_array(&mut self, actual: &Expression, element: &JavaType) -> String {
        if matches!(actual.ty, Some(JavaType::Array(_))) {
            return actual.text.clone();
        }
        let element = self.context.written(element, &mut self.suppressed);
        format!("({element}[]) {}", actual.text)
    }

    /// What is expected among others, as an expression.
    fn held(&mut self, item: &Expected) -> Result<String, Inexpressible> {
        match item {
            Expected::Primitive { letter, bits } | Expected::Boxed { letter, bits } => {
                let ty = JType::of_letter(*letter as u8).unwrap_or(JType::Int);
                Ok(literal::typed(ty, *bits))
            }
            Expected::Text(units) => string(units),
            Expected::Null => Ok("null".to_owned()),
            Expected::Constant { class, name } => Ok(format!("{}.{name}", mention::class(class))),
            Expected::Array { element, elements } => Ok(new_array(*element, elements)),
            _ => Err(Inexpressible("it looks too deep into a list".to_owned())),
        }
    }

    /// A list of what is expected in one.
    fn list(&mut self, items: &[Expected]) -> Result<String, Inexpressible> {
        let items: Vec<String> =
            items.iter().map(|item| self.held(item)).collect::<Result<_, _>>()?;
        Ok(match items.as_slice() {
            [] => format!("{}.emptyList()", mention::class("java/util/Collections")),
            [only] => format!("{}.singletonList({only})", mention::class("java/util/Collections")),
            _ => format!("{}.asList({})", mention::class("java/util/Arrays"), items.join(", ")),
        })
    }
}

/// An array of primitives as an expression.
fn new_array(element: char, elements: &[u64]) -> String {
    let ty = JType::of_letter(element as u8).unwrap_or(JType::Int);
    let keyword = ty.keyword().unwrap_or("int");
    let items: Vec<String> = elements.iter().map(|bits| literal::plain(ty, *bits)).collect();
    let is_blank = elements.iter().all(|bits| *bits == 0);
    match elements.len() {
        0 => format!("new {keyword}[0]"),
        many if many > 4 && is_blank => format!("new {keyword}[{many}]"),
        _ => format!("new {keyword}[] {{{}}}", items.join(", ")),
    }
}

/// Characters of a text of several lines beyond which each of them has a line of its own.
const LONG: usize = 60;

/// A text as an expression, by its lines where it is long.
fn lines(units: &[u16]) -> Result<String, Inexpressible> {
    let pieces: Vec<&[u16]> = units.split_inclusive(|unit| *unit == u16::from(b'\n')).collect();
    if units.len() <= LONG || pieces.len() < 2 {
        return string(units);
    }
    let pieces: Vec<String> = pieces.into_iter().map(string).collect::<Result<_, _>>()?;
    Ok(pieces.join("\n                + "))
}

fn string(units: &[u16]) -> Result<String, Inexpressible> {
    if literal::stored_size(units) > usize::from(u16::MAX) {
        return Err(Inexpressible("it has a text that is too long".to_owned()));
    }
    Ok(literal::string(units))
}

pub(super) fn primary(expression: &Expression) -> String {
    match expression.primary {
        true => expression.text.clone(),
        false => format!("({})", expression.text),
    }
}
