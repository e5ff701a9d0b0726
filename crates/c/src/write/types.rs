//! Types as C spells them.

use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};

/// A declaration of a name of that type, such as `struct node *head` or `int (*compare)(int, int)`; with an
/// empty name the type alone. None where the type has no name that C knows outside of its own file.
pub fn declare(catalogue: &Catalogue, ty: ApiTypeId, name: &str) -> Option<String> {
    declare_at(catalogue, ty, name, 0)
}

/// The same for a parameter, where `va_list`, which is an array of a record without a name, is known as what it decays to.
pub fn declare_parameter(catalogue: &Catalogue, ty: ApiTypeId, name: &str) -> Option<String> {
    declare_parameter_at(catalogue, ty, name, 0)
}

fn declare_parameter_at(
    catalogue: &Catalogue,
    ty: ApiTypeId,
    name: &str,
    depth: u32,
) -> Option<String> {
    match &catalogue.types[ty] {
        ApiType::Pointer(of) if is_argument_list(&catalogue.types[*of]) => {
            Some(join("__builtin_va_list", name))
        }
        _ => declare_at(catalogue, ty, name, depth),
    }
}

/// What `va_list` is made of, which has no name that C knows.
fn is_argument_list(ty: &ApiType) -> bool {
    matches!(ty, ApiType::Record { name, .. } if name.starts_with("__va_list"))
}

/// How deep types may nest; what nests deeper goes in circles.
const DEEPEST: u32 = 32;

fn declare_at(catalogue: &Catalogue, ty: ApiTypeId, name: &str, depth: u32) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let plain = |base: &str| Some(join(base, name));
    match &catalogue.types[ty] {
        ApiType::Void => plain("void"),
        ApiType::Bool => plain("_Bool"),
        ApiType::Int { bits, signed } => plain(integer(*bits, *signed)?),
        ApiType::Char { bits: 8, signed: true } => plain("char"),
        ApiType::Char { bits: 8, signed: false } => plain("unsigned char"),
        ApiType::Char { bits, signed } => plain(integer(*bits, *signed)?),
        ApiType::F32 => plain("float"),
        ApiType::F64 => plain("double"),
        ApiType::Alias { name: alias, .. } => plain(alias),
        ApiType::Const(of) if matches!(catalogue.types[*of], ApiType::Pointer(_)) => {
            let gap = if name.is_empty() { "" } else { " " };
            declare_at(catalogue, *of, &format!("const{gap}{name}"), depth + 1)
        }
        // What else is constant has a name of its own.
        ApiType::Const(of) => {
            declare_at(catalogue, *of, name, depth + 1).map(|declared| format!("const {declared}"))
        }
        ApiType::Enum { name: tag, .. } => tagged("enum", tag).and_then(|base| plain(&base)),
        list if is_argument_list(list) => None,
        ApiType::Record { name: tag, union, .. } => {
            tagged(if *union { "union" } else { "struct" }, tag).and_then(|base| plain(&base))
        }
        ApiType::Opaque(tag) if tag == "long double" || tag.starts_with("__") => plain(tag),
        ApiType::Opaque(tag) if tag.starts_with("_Float") => plain(tag),
        ApiType::Opaque(tag) => tagged("struct", tag).and_then(|base| plain(&base)),
        ApiType::Pointer(target) => {
            let wrapped = match &catalogue.types[*target] {
                ApiType::Array { .. } | ApiType::Function { .. } => format!("(*{name})"),
                _ => format!("*{name}"),
            };
            declare_at(catalogue, *target, &wrapped, depth + 1)
        }
        ApiType::Array { element, length } => {
            let length = length.map(|length| length.to_string()).unwrap_or_default();
            declare_at(catalogue, *element, &format!("{name}[{length}]"), depth + 1)
        }
        ApiType::Function { params, result, variadic } => {
            let mut list = Vec::new();
            for param in params {
                list.push(declare_parameter_at(catalogue, *param, "", depth + 1)?);
            }
            if *variadic {
                list.push("...".to_owned());
            }
            if list.is_empty() {
                list.push("void".to_owned());
            }
            declare_at(catalogue, *result, &format!("{name}({})", list.join(", ")), depth + 1)
        }
        ApiType::Class(_) | ApiType::Managed { .. } => None,
    }
}

fn join(base: &str, name: &str) -> String {
    if name.is_empty() { base.to_owned() } else { format!("{base} {name}") }
}

fn tagged(keyword: &str, tag: &str) -> Option<String> {
    (!tag.is_empty()).then(|| format!("{keyword} {tag}"))
}

fn integer(bits: u8, signed: bool) -> Option<&'static str> {
    Some(match (bits, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long",
        (64, false) => "unsigned long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::IdVec;

    #[test]
    fn declarators_wrap_around_names_as_c_wants_it() {
        let mut types = IdVec::new();
        let int = types.push(ApiType::Int { bits: 32, signed: true });
        let pointer = types.push(ApiType::Pointer(int));
        let row = types.push(ApiType::Array { element: pointer, length: Some(3) });
        let to_row = types.push(ApiType::Pointer(row));
        let function = ApiType::Function { params: vec![int], result: pointer, variadic: true };
        let function = types.push(function);
        let callback = types.push(ApiType::Pointer(function));
        let callbacks = types.push(ApiType::Array { element: callback, length: Some(2) });
        let catalogue = Catalogue { types, items: Vec::new() };
        let shown = |ty| declare(&catalogue, ty, "x").unwrap_or_default();
        assert_eq!(shown(pointer), "int *x");
        assert_eq!(shown(row), "int *x[3]");
        assert_eq!(shown(to_row), "int *(*x)[3]");
        assert_eq!(shown(callback), "int *(*x)(int, ...)");
        assert_eq!(shown(callbacks), "int *(*x[2])(int, ...)");
        assert_eq!(declare(&catalogue, to_row, ""), Some("int *(*)[3]".to_owned()));
    }

    #[test]
    fn what_a_pointer_points_at_may_be_constant() {
        let mut types = IdVec::new();
        let letter = types.push(ApiType::Char { bits: 8, signed: true });
        let constant = types.push(ApiType::Const(letter));
        let text = types.push(ApiType::Pointer(constant));
        let texts = types.push(ApiType::Array { element: text, length: Some(2) });
        let plain = types.push(ApiType::Pointer(letter));
        let fixed = types.push(ApiType::Const(plain));
        let arguments = types.push(ApiType::Pointer(fixed));
        let catalogue = Catalogue { types, items: Vec::new() };
        let shown = |ty| declare(&catalogue, ty, "x").unwrap_or_default();
        assert_eq!(shown(text), "const char *x");
        assert_eq!(shown(texts), "const char *x[2]");
        assert_eq!(shown(arguments), "char *const *x");
        assert_eq!(declare(&catalogue, arguments, ""), Some("char *const *".to_owned()));
        assert_eq!(declare(&catalogue, constant, ""), Some("const char".to_owned()));
    }

    #[test]
    fn a_list_of_arguments_has_a_name_as_a_parameter_only() {
        let mut types = IdVec::new();
        let tag = "__va_list_tag".to_owned();
        let list =
            types.push(ApiType::Record { name: tag, union: false, size: 24, fields: vec![] });
        let decayed = types.push(ApiType::Pointer(list));
        let void = types.push(ApiType::Void);
        let function =
            types.push(ApiType::Function { params: vec![decayed], result: void, variadic: false });
        let callback = types.push(ApiType::Pointer(function));
        let catalogue = Catalogue { types, items: Vec::new() };
        assert_eq!(declare(&catalogue, decayed, "x"), None);
        let parameter = declare_parameter(&catalogue, decayed, "x");
        assert_eq!(parameter.as_deref(), Some("__builtin_va_list x"));
        let callback = declare(&catalogue, callback, "x");
        assert_eq!(callback.as_deref(), Some("void (*x)(__builtin_va_list)"));
    }

    #[test]
    fn a_type_without_a_name_cannot_be_declared() {
        let record = ApiType::Record { name: String::new(), union: false, size: 4, fields: vec![] };
        let mut types = IdVec::new();
        let record = types.push(record);
        let catalogue = Catalogue { types, items: Vec::new() };
        assert_eq!(declare(&catalogue, record, "x"), None);
    }
}
