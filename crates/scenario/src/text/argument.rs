//! Values as they are given on a command line.

use program::Type;
use program::text::ParseError;
use program::text::lexer::TokenKind;

use super::cursor::Cursor;
use super::literal::type_named;
use crate::Array;

/// What is given for a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A value.
    Value(u128),
    /// An array that the parameter, a `ptr`, points at.
    Array(Array),
}

/// Reads what is given for a parameter of type `ty`: a value, or for a `ptr` an array like
/// `[1, 2, 3]`, `i64[1, 2]` or `"text"` (bytes that end with a NUL). Elements without a type of their
/// own get `element`, or else a type that suits the first of them.
pub fn parse_argument(text: &str, ty: Type, element: Option<Type>) -> Result<Given, ParseError> {
    let mut cursor = Cursor::new(text)?;
    let given = given(&mut cursor, ty, element)?;
    if cursor.peek().kind != TokenKind::End {
        return Err(cursor.unexpected("the end of the value"));
    }
    Ok(given)
}

fn given(cursor: &mut Cursor<'_>, ty: Type, element: Option<Type>) -> Result<Given, ParseError> {
    let first = cursor.peek();
    let typed = type_named(cursor.text(first)).filter(|_| {
        first.kind == TokenKind::Word && cursor.peek_second().kind == TokenKind::OpenSquare
    });
    let array = typed.is_some() || matches!(first.kind, TokenKind::Quoted | TokenKind::OpenSquare);
    if !array {
        return cursor.literal(ty).map(Given::Value);
    }
    if ty != Type::Ptr {
        return Err(cursor.error(first, format!("an array is given, {ty} is needed")));
    }
    if typed.is_some() {
        cursor.next();
    }
    let text = first.kind == TokenKind::Quoted;
    let element = match typed.or(element) {
        _ if text => Type::I8,
        Some(ty) => ty,
        None => suitable(cursor),
    };
    let mut elements = cursor.elements(element)?;
    if text {
        elements.values.push(0);
        elements.length += 1;
    }
    let mut array = Array::new(element, elements.values);
    array.length = elements.length;
    Ok(Given::Array(array))
}

/// The type that a person means by the first element of a list.
fn suitable(cursor: &Cursor<'_>) -> Type {
    let first = cursor.peek_second();
    match (first.kind, cursor.text(first)) {
        (TokenKind::Character, _) => Type::I8,
        (TokenKind::Word, "null") => Type::Ptr,
        (TokenKind::Word, "true" | "false") => Type::BOOL,
        (TokenKind::Word, "inf" | "nan") => Type::F64,
        _ => {
            // The sign of a negative number is a token of its own.
            let rest = &cursor.source[first.start()..];
            let number: &str = rest.split([',', ']', '|']).next().unwrap_or(rest);
            let hex = number.trim_start_matches('-').starts_with("0x");
            if !hex && number.contains(['.', 'e']) { Type::F64 } else { Type::I32 }
        }
    }
}
