//! How the call that a test is about came out, in words.

use super::inputs::{Call, made};
use super::{Namer, many, noun, simple};
use crate::api::{JavaType, Member};
use crate::write::spoken;
use crate::write::test::{Ending, Expected, JavaCheck, JavaTest, Subject};
use crate::write::variables::of_type;
use classfile::descriptor::JType;
use jvm::natives::Step;
use program::{FuncId, Type};
use scenario::{Argument, Place, Statement, VarId};

/// Elements of an array or list that stand in a name.
const MOST_ELEMENTS: usize = 3;
/// The longest words for what an object is that stand beside what it is called.
const SHORT: usize = 12;
/// The longest words for something that is seen in the end.
const LONGEST_SEEN: usize = 32;
/// Odd arguments that stand in a name.
const MOST_ODD: usize = 2;

impl Namer<'_> {
    /// How a call came out, as a verb.
    pub(super) fn outcome(&self, test: &JavaTest, call: Call<'_>, result: Option<VarId>) -> String {
        if let Ending::Throws { class, .. } = &test.ending {
            let rejected = self.rejected(class, call);
            return rejected.unwrap_or_else(|| format!("throws_{}", simple(class)));
        }
        let is_constructor = matches!(
            self.context.unit.api.members.get(&call.function),
            Some(Member::Constructor { .. } | Member::Stub(_))
        );
        let returned = result.filter(|_| !is_constructor);
        if let Some(returned) = returned.and_then(|result| self.returned(test, call, result)) {
            return returned + &self.asked(call);
        }
        let state = self.most_telling(test, call).and_then(|check| match is_constructor {
            true => self.begins(check, call),
            false => self.state(check, call),
        });
        let state = state.or_else(|| self.left(test, call));
        state.unwrap_or_else(|| "does_not_throw".to_owned())
    }

    /// What is left of an object that was passed, where nothing else is looked at: `leaves_empty_list`.
    fn left(&self, test: &JavaTest, call: Call<'_>) -> Option<String> {
        let mut checks = test.checks.iter().filter(|check| check.expected != Expected::NotNull);
        checks.find_map(|check| {
            let Subject::Variable(variable) = check.subject else { return None };
            let Statement::Call { function, .. } = made(call.scenario, variable)? else {
                return None;
            };
            let ty = self.context.result(*function)?;
            let value = self.expected(&check.expected, Some(ty), None);
            Some(format!("leaves_{}", with_value(&of_type(ty), &value)))
        })
    }

    /// What a call gave, in words; none where nothing is said of it.
    fn returned(&self, test: &JavaTest, call: Call<'_>, result: VarId) -> Option<String> {
        let ty = self.context.result(call.function);
        let own = test.checks.iter().find(|check| check.subject == Subject::Variable(result));
        let telling = own.filter(|check| check.expected != Expected::NotNull);
        if let Some(check) = telling {
            return Some(format!("returns_{}", self.expected(&check.expected, ty, Some(call))));
        }
        let thing = ty.map_or_else(|| "object".to_owned(), of_type);
        let property = test.checks.iter().find_map(|check| match &check.subject {
            Subject::Call { .. } | Subject::Path { .. } | Subject::Drained(_)
                if check.subject.variable() == Some(result) =>
            {
                let is_telling = check.expected != Expected::NotNull;
                self.property(check)
                    .filter(|(_, value)| is_telling && value != "false" && *value != thing)
            }
            _ => None,
        });
        if let Some((property, value)) = property {
            return Some(match value.as_str() {
                "null" => format!("returns_{thing}_without_{property}"),
                "true" => format!("returns_{thing}_with_{property}"),
                _ => format!("returns_{thing}_with_{}", with_value(&property, &value)),
            });
        }
        let text = test.checks.iter().find(|check| check.subject == Subject::Text(result));
        match text.map(|check| &check.expected) {
            Some(Expected::Text(units)) => {
                // A text that is no word tells less than what it is a text of.
                let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric());
                Some(match spoken::whole(units) {
                    Some(word) if is_plain(&word) => format!("returns_{word}"),
                    Some(word) if word.len() <= SHORT => format!("returns_{thing}_{word}"),
                    _ => format!("returns_{thing}"),
                })
            }
            Some(_) => Some(format!("returns_{thing}")),
            None => {
                let length = Subject::Length(result);
                let length = test.checks.iter().find(|check| check.subject == length);
                if let Some(Expected::Primitive { bits, .. }) = length.map(|check| &check.expected)
                {
                    let count = many(*bits as usize, "elements", "empty_array");
                    return Some(format!("returns_{count}"));
                }
                let is_asked = |check: &JavaCheck| match &check.subject {
                    Subject::Call { arguments, .. } => arguments.contains(&result),
                    Subject::Element(array, _) => *array == result,
                    _ => false,
                };
                let is_seen = own.is_some() || test.checks.iter().any(is_asked);
                is_seen.then(|| format!("returns_{thing}"))
            }
        }
    }

    /// What the one argument of a call is, where that is a case of its own: `_for_null`, `_for_itself`.
    fn asked(&self, call: Call<'_>) -> String {
        let receiver = usize::from(self.context.has_receiver(call.function));
        let [argument] = &call.arguments[receiver.min(call.arguments.len())..] else {
            return String::new();
        };
        if receiver == 1
            && argument.variable().is_some()
            && argument.variable() == call.arguments[0].variable()
        {
            return "_for_itself".to_owned();
        }
        let Some(callable) = self.context.callable(call.function) else { return String::new() };
        let Some((name, ty)) = callable.params.get(receiver) else { return String::new() };
        let ty = self.context.ty(*ty);
        match self.value(call.scenario, argument, ty).as_deref() {
            Some("null") => "_for_null".to_owned(),
            Some(value @ ("empty" | "blank")) if self.is_text_or_array(call, argument) => {
                format!("_for_{value}_{}", noun(name, ty))
            }
            _ => String::new(),
        }
    }

    /// Whether a value that is called empty is a text or an array, and no constant of that name.
    fn is_text_or_array(&self, call: Call<'_>, argument: &Argument) -> bool {
        let array = argument.variable().and_then(|variable| made(call.scenario, variable));
        matches!(array, Some(Statement::Array { .. }))
            || self.text(call.scenario, argument).is_some()
    }

    /// What a call does not take, where an exception says so: `rejects_empty_text`.
    fn rejected(&self, class: &str, call: Call<'_>) -> Option<String> {
        let classes = self.context.unit.classes;
        let is = |wanted: &str| {
            class == wanted || classes.fits(&format!("L{class};"), &format!("L{wanted};"))
        };
        let word = simple(class);
        let of_null = is("java/lang/NullPointerException");
        let of_zero = is("java/lang/ArithmeticException");
        let tells = ["Parse", "Format", "Syntax", "Invalid", "Malformed", "Unexpected", "Illegal"];
        let of_arguments = of_null
            || of_zero
            || is("java/lang/IllegalArgumentException")
            || is("java/lang/IndexOutOfBoundsException")
            || !is("java/lang/IllegalStateException")
                && tells.iter().any(|beginning| word.contains(beginning));
        if !of_arguments {
            return None;
        }
        let callable = self.context.callable(call.function)?;
        let receiver = usize::from(self.context.has_receiver(call.function));
        let params: Vec<(String, Option<&JavaType>, &Argument)> = callable
            .params
            .iter()
            .zip(call.arguments)
            .skip(receiver)
            .map(|((name, ty), argument)| {
                let ty = self.context.ty(*ty);
                (noun(name, ty), ty, argument)
            })
            .collect();
        let odd: Vec<String> = params
            .iter()
            .filter_map(|(name, ty, argument)| {
                let what = self.odd(call, *ty, argument)?;
                let is_meant = match what.as_str() {
                    "zero" => of_zero,
                    "null" | "null_in" => !of_zero,
                    _ => !of_null && !of_zero,
                };
                is_meant.then(|| format!("{what}_{name}"))
            })
            .collect();
        match (odd.len(), params.as_slice()) {
            (1, _) => Some(format!("rejects_{}", odd[0])),
            (MOST_ODD, _) if !of_zero => Some(format!("rejects_{}", odd.join("_and_"))),
            (0, [(name, ty, argument)]) if !of_null && !of_zero => {
                let whole = self.value(call.scenario, argument, *ty);
                let whole = whole.filter(|value| !value.starts_with("has_"));
                let said = whole.map(|value| named_value(name, &value)).or_else(|| {
                    let units = self.text(call.scenario, argument)?;
                    let (_, said) = spoken::traits(&units).into_iter().next()?;
                    Some(format!("{name}_that_{said}"))
                });
                said.map(|said| format!("rejects_{said}"))
            }
            _ => None,
        }
    }

    /// What is odd about an argument: that it is null, empty, blank, zero or negative, or an array with a null in it.
    fn odd(&self, call: Call<'_>, ty: Option<&JavaType>, argument: &Argument) -> Option<String> {
        let is_number = ty
            .and_then(JavaType::primitive)
            .is_some_and(|ty| !matches!(ty, JType::Boolean | JType::Char));
        match self.value(call.scenario, argument, ty) {
            Some(value) if value == "null" => Some(value),
            Some(value)
                if (value == "empty" || value == "blank")
                    && self.is_text_or_array(call, argument) =>
            {
                Some(value)
            }
            Some(value)
                if is_number && (value.starts_with("minus_") || value.ends_with("_min")) =>
            {
                Some("negative".to_owned())
            }
            Some(value) if is_number && value == "0" => Some("zero".to_owned()),
            _ => holds_null(call, argument).then(|| "null_in".to_owned()),
        }
    }

    /// What the state is to begin with: `has_size_1`, `is_empty`, `keeps_name`.
    fn begins(&self, check: &JavaCheck, call: Call<'_>) -> Option<String> {
        if let Subject::Text(_) = check.subject {
            let Expected::Text(units) = &check.expected else { return None };
            return Some(format!("shows_{}", spoken::outcome(units)));
        }
        let (property, value) = self.property(check)?;
        let is_given = |(name, given): &(String, String)| {
            *given == value && name.to_lowercase() == property.to_lowercase()
        };
        let given = self.given(call);
        Some(match value.as_str() {
            _ if given.iter().any(is_given) => format!("keeps_{property}"),
            "null" => format!("has_no_{property}"),
            "true" | "false" => self.predicate(check).unwrap_or(format!("has_{property}_{value}")),
            _ => format!("has_{}", with_value(&property, &value)),
        })
    }

    /// The arguments of a call with their values in words.
    fn given(&self, call: Call<'_>) -> Vec<(String, String)> {
        let Some(callable) = self.context.callable(call.function) else { return Vec::new() };
        let params = callable.params.iter().zip(call.arguments);
        let said = params.filter_map(|((name, ty), argument)| {
            let value = self.value(call.scenario, argument, self.context.ty(*ty))?;
            Some((name.clone(), value))
        });
        said.collect()
    }

    /// What the state is afterwards: `leaves_size_1`, `leaves_it_empty`, `stores_given_name`, `changes_numbers`.
    fn state(&self, check: &JavaCheck, call: Call<'_>) -> Option<String> {
        if let Subject::Variable(variable) = check.subject {
            let is = |argument: &Argument| argument.variable() == Some(variable);
            let place = call.arguments.iter().position(is)?;
            let (name, ty) = self.context.callable(call.function)?.params.get(place)?;
            return Some(format!("changes_{}", noun(name, self.context.ty(*ty))));
        }
        if let Some(predicate) = self.predicate(check) {
            let said = [("is_", ""), ("has_no_", "without_"), ("has_", "with_")];
            let said = said.iter().find_map(|(verb, link)| {
                Some(format!("leaves_it_{link}{}", predicate.strip_prefix(verb)?))
            });
            return Some(said.unwrap_or_else(|| format!("then_{predicate}")));
        }
        let (property, value) = self.property(check)?;
        if check.subject == Subject::Output {
            return Some(format!("prints_{value}"));
        }
        let set = self.function(call.function).replace('_', "").to_lowercase();
        let is_set = set == format!("set{}", property.to_lowercase());
        let is_given = |(name, given): &(String, String)| {
            *given == value && (is_set || name.to_lowercase() == property.to_lowercase())
        };
        Some(match value.as_str() {
            _ if self.given(call).iter().any(is_given) => format!("stores_given_{property}"),
            "null" => format!("leaves_no_{property}"),
            _ => format!("leaves_{}", with_value(&property, &value)),
        })
    }

    /// What else is seen in the end: it may tell tests apart that nothing else does.
    pub(super) fn seen(&self, test: &JavaTest) -> Vec<(String, String)> {
        let properties = test.checks.iter().filter_map(|check| {
            let (property, value) = self.property(check)?;
            let said = match value.as_str() {
                "null" => format!("with_no_{property}"),
                _ => format!("with_{}", with_value(&property, &value)),
            };
            (said.len() <= LONGEST_SEEN).then(|| (format!("seen {property}"), said))
        });
        properties.collect()
    }

    /// What is looked at and what it is: `("size", "1")`.
    fn property(&self, check: &JavaCheck) -> Option<(String, String)> {
        let (name, ty) = match &check.subject {
            Subject::Call { function, .. } => {
                (self.function(*function), self.context.result(*function))
            }
            Subject::Text(_) => ("text".to_owned(), None),
            Subject::Length(_) => ("length".to_owned(), None),
            Subject::Element(_, index) => (format!("element_{index}"), None),
            Subject::Path { steps, .. } => match steps.last()? {
                Step::Call(function) => (self.function(*function), self.context.result(*function)),
                Step::Size => ("size".to_owned(), None),
                Step::Text => ("text".to_owned(), None),
                Step::Item(index) => (format!("element_{index}"), None),
            },
            Subject::Drained(_) => ("elements".to_owned(), None),
            Subject::Output => ("output".to_owned(), None),
            Subject::Variable(_) => return None,
        };
        let property = name.strip_prefix("get").filter(|rest| !rest.is_empty()).unwrap_or(&name);
        Some((property.to_owned(), self.expected(&check.expected, ty, None)))
    }

    /// What a method that asks a question says: `is_empty`, `has_no_name`.
    fn predicate(&self, check: &JavaCheck) -> Option<String> {
        let Subject::Call { function, .. } = &check.subject else { return None };
        let Expected::Primitive { letter: 'Z', bits } = check.expected else { return None };
        let name = self.function(*function);
        ["is", "has", "can"].into_iter().find_map(|verb| {
            let rest = name.strip_prefix(verb)?;
            rest.starts_with(|first: char| first.is_uppercase()).then(|| match (bits & 1, verb) {
                (1, _) => format!("{verb}_{rest}"),
                (_, "has") => format!("has_no_{rest}"),
                _ => format!("{verb}_not_{rest}"),
            })
        })
    }

    /// The check that says most of what a call did: of what the call is named after or was given, and rather of something
    /// than of nothing.
    fn most_telling<'t>(&self, test: &'t JavaTest, call: Call<'_>) -> Option<&'t JavaCheck> {
        let function = self.function(call.function).to_lowercase();
        let given = self.given(call);
        let rank = |check: &&JavaCheck| {
            let Some((property, value)) = self.property(check) else {
                return if check.expected == Expected::NotNull { 3 } else { 0 };
            };
            let property = property.to_lowercase();
            let is_named = function.contains(&property)
                || given.iter().any(|(name, _)| name.to_lowercase() == property);
            match value.as_str() {
                "null" if is_named => 1,
                _ if is_named => 0,
                _ if check.expected == Expected::NotNull => 3,
                "null" => 2,
                _ => 1,
            }
        };
        let rest = test.checks.iter().filter(|check| rank(check) < 3);
        rest.min_by_key(rank)
    }

    /// What is expected, in words.
    fn expected(
        &self,
        expected: &Expected,
        ty: Option<&JavaType>,
        call: Option<Call<'_>>,
    ) -> String {
        let thing = || ty.map_or_else(|| "object".to_owned(), of_type);
        let number = |letter: char, bits: u64| {
            JType::of_letter(letter as u8).and_then(|ty| self.word(ty, bits))
        };
        match expected {
            Expected::Primitive { letter, bits } | Expected::Boxed { letter, bits } => {
                number(*letter, *bits).unwrap_or_else(thing)
            }
            Expected::Text(units) | Expected::Lines(units) => spoken::outcome(units),
            Expected::Empty(_) => "empty".to_owned(),
            Expected::Null => "null".to_owned(),
            Expected::NotNull => thing(),
            Expected::Constant { name, .. } => name.to_lowercase(),
            Expected::ClassOf(class) | Expected::Class(class) => simple(class),
            Expected::Array { element, elements } => {
                let words = elements.iter().map(|bits| number(*element, *bits));
                listed(words, elements.len(), "elements", "empty_array")
            }
            Expected::LongArray { length, .. } => many(*length as usize, "elements", "empty_array"),
            Expected::References(items) => many(items.len(), "elements", "empty_array"),
            Expected::TextArray(texts) => {
                let words = texts.iter().map(|text| spoken::whole(text.as_ref()?));
                listed(words, texts.len(), "texts", "empty_array")
            }
            Expected::BoxedArray { letter, elements } => {
                let words = elements.iter().map(|bits| number(*letter, (*bits)?));
                listed(words, elements.len(), "elements", "empty_array")
            }
            Expected::List(items) => {
                let words = items.iter().map(|item| match item {
                    Expected::Text(units) => spoken::whole(units),
                    Expected::Primitive { letter, bits } | Expected::Boxed { letter, bits } => {
                        number(*letter, *bits)
                    }
                    _ => None,
                });
                listed(words, items.len(), "items", "empty_list")
            }
            Expected::Same(variable) | Expected::Equal(variable) => {
                let is = |argument: &Argument| argument.variable() == Some(*variable);
                let place = call.and_then(|call| call.arguments.iter().position(is));
                let receiver = call.is_some_and(|call| self.context.has_receiver(call.function));
                match place {
                    Some(0) if receiver => "itself".to_owned(),
                    Some(_) => "its_argument".to_owned(),
                    None => thing(),
                }
            }
        }
    }

    /// What a function is called in a name.
    pub(super) fn function(&self, function: FuncId) -> String {
        self.context.called(function)
    }
}

/// A value behind the name of its parameter, where that says more than the value alone.
fn named_value(name: &str, value: &str) -> String {
    let says_itself =
        ["letter_", "capital_", "digit_", "char_"].iter().any(|noun| value.starts_with(noun));
    match name.len() == 1 || says_itself {
        true => value.to_owned(),
        false => format!("{name}_{value}"),
    }
}

/// A property with its value: `size_1`, `empty_name`, and `matcher` where the value says no more than that.
fn with_value(property: &str, value: &str) -> String {
    match value {
        "empty" | "blank" => format!("{value}_{property}"),
        "empty_array" | "empty_list" => format!("empty_{property}"),
        // Of a long text only a word is said.
        "text" => property.to_owned(),
        _ if value.starts_with("text_with_") => {
            format!("{property}_{}", value.trim_start_matches("text_"))
        }
        _ if property.to_lowercase().ends_with(&value.to_lowercase()) => property.to_owned(),
        _ => format!("{property}_{value}"),
    }
}

/// Elements one by one if they are few and can be said, or how many there are.
fn listed(
    words: impl Iterator<Item = Option<String>>,
    count: usize,
    what: &str,
    none: &str,
) -> String {
    if (1..=MOST_ELEMENTS).contains(&count)
        && let Some(words) = words.collect::<Option<Vec<String>>>()
    {
        return words.join("_and_");
    }
    many(count, what, none)
}

/// Whether an argument is an array of references with a null in it.
fn holds_null(call: Call<'_>, argument: &Argument) -> bool {
    let Some(variable) = argument.variable() else { return false };
    let Some(Statement::Array { array, .. }) = made(call.scenario, variable) else { return false };
    let is_null = |value: &Argument| match value {
        Argument::Literal(bits) => *bits == 0,
        Argument::Variable(held) => matches!(
            made(call.scenario, *held),
            Some(Statement::Value { ty: Type::Ptr, bits: 0, .. })
        ),
        _ => false,
    };
    let held = |slot: u32| {
        let place = Place::Variable(variable, slot * Type::Ptr.bytes());
        call.scenario.statements.iter().rev().find_map(|statement| match statement {
            Statement::Set { place: own, value, .. } if *own == place => Some(value),
            _ => None,
        })
    };
    array.element == Type::Ptr && (0..array.length).any(|slot| held(slot).is_none_or(is_null))
}
