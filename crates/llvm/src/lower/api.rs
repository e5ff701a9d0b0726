//! The API catalogue, from debug metadata: functions, globals and types as the user wrote them.

use super::debug::{Places, list};
use crate::ll::ast::{MetadataValue, Node, NodeId};
use program::catalogue::{ApiCallable, ApiField, ApiItem, ApiPassing, ApiType, ApiTypeId};
use program::{Catalogue, FuncId, GlobalId};
use rustc_hash::FxHashMap;

/// Collects the catalogue of one module after the other; a type that two modules have is listed once
/// where it is told the same way.
#[derive(Default)]
pub(super) struct Collector {
    catalogue: Catalogue,
    void: Option<ApiTypeId>,
}

/// The types of one module that were met, by node.
pub(super) struct Types<'c, 'm, 'a> {
    collector: &'c mut Collector,
    places: &'c Places<'m, 'a>,
    known: FxHashMap<NodeId, ApiTypeId>,
}

impl Collector {
    pub(super) fn module<'c, 'm, 'a>(
        &'c mut self,
        places: &'c Places<'m, 'a>,
    ) -> Types<'c, 'm, 'a> {
        Types { collector: self, places, known: FxHashMap::default() }
    }

    pub(super) fn into_catalogue(self) -> Catalogue {
        self.catalogue
    }

    fn add(&mut self, ty: ApiType) -> ApiTypeId {
        self.catalogue.types.push(ty)
    }

    fn void(&mut self) -> ApiTypeId {
        match self.void {
            Some(void) => void,
            None => {
                let void = self.add(ApiType::Void);
                self.void = Some(void);
                void
            }
        }
    }
}

impl<'a> Types<'_, '_, 'a> {
    /// Lists a function; `names` are those of its parameters, `passing` tells how they are passed.
    pub(super) fn function(
        &mut self,
        function: FuncId,
        subprogram: NodeId,
        names: &[Option<String>],
        passing: impl FnOnce(&ApiCallable, &Catalogue) -> Option<ApiPassing>,
    ) -> Option<()> {
        let node = self.places.node(subprogram)?;
        let callable = self.callable(function, node.node("type")?, names)?;
        let catalogue = &mut self.collector.catalogue;
        let passing = passing(&callable, catalogue);
        catalogue.items.push(ApiItem::Function(callable));
        catalogue.items.extend(passing.map(ApiItem::Passing));
        Some(())
    }

    /// A function of a type.
    fn callable(
        &mut self,
        function: FuncId,
        ty: NodeId,
        names: &[Option<String>],
    ) -> Option<ApiCallable> {
        let ty = self.places.node(ty)?;
        let (types, _) = self.signature(&ty);
        let (result, params) = types.split_first()?;
        let params = params
            .iter()
            .enumerate()
            .map(|(index, ty)| {
                let name = names.get(index).cloned().flatten();
                (name.unwrap_or_else(|| format!("arg{index}")), *ty)
            })
            .collect();
        Some(ApiCallable { function, params, result: *result })
    }

    /// Lists a variable of a file or of the program.
    pub(super) fn global(&mut self, global: GlobalId, expression: NodeId) -> Option<()> {
        let node = self.places.node(expression)?;
        let variable = self.places.node(node.node("var")?)?;
        // String literals have no name.
        variable.string("name").filter(|name| !name.is_empty())?;
        let ty = self.reference(variable.node("type"));
        self.collector.catalogue.items.push(ApiItem::Global { global, ty });
        Some(())
    }

    /// Lists a function that is only declared, and that the constant pointer that `expression` is about points
    /// at; none that is handed records.
    pub(super) fn declared_function(
        &mut self,
        function: FuncId,
        expression: NodeId,
        passing: impl FnOnce(&ApiCallable, &Catalogue) -> Option<ApiPassing>,
    ) -> Option<()> {
        let mut ty = self.pointed_at(expression)?;
        while self.places.node(ty)?.word("tag") == Some("DW_TAG_typedef") {
            ty = self.places.node(ty)?.node("baseType")?;
        }
        let callable = self.callable(function, ty, &[])?;
        let catalogue = &mut self.collector.catalogue;
        if passing(&callable, catalogue).is_none() {
            catalogue.items.push(ApiItem::Function(callable));
        }
        Some(())
    }

    /// Lists a variable that is only declared, and that the constant pointer that `expression` is about points
    /// at; none that is constant.
    pub(super) fn declared_global(&mut self, global: GlobalId, expression: NodeId) -> Option<()> {
        let target = self.pointed_at(expression)?;
        if self.is_constant(target) {
            return None;
        }
        let ty = self.reference(Some(target));
        self.collector.catalogue.items.push(ApiItem::Global { global, ty });
        Some(())
    }

    /// Whether nobody may write to what has that type: it is constant, or an array of what is.
    fn is_constant(&self, mut ty: NodeId) -> bool {
        // An array of arrays is one type with several ranges, so names of types are all that can nest.
        for _ in 0..DEEPEST_NAME {
            let Some(node) = self.places.node(ty) else { return false };
            let is_array = node.word("tag") == Some("DW_TAG_array_type");
            match (node.word("tag"), node.node("baseType")) {
                (Some("DW_TAG_const_type"), _) => return true,
                (Some("DW_TAG_typedef"), Some(of)) => ty = of,
                (_, Some(of)) if is_array => ty = of,
                _ => return false,
            }
        }
        false
    }

    /// The type that a variable, which is a constant pointer, points at.
    fn pointed_at(&self, expression: NodeId) -> Option<NodeId> {
        let node = self.places.node(expression)?;
        let variable = self.places.node(node.node("var")?)?;
        let constant = self.places.node(variable.node("type")?)?;
        self.places.node(constant.node("baseType")?)?.node("baseType")
    }

    fn function_type(&mut self, node: &Node<'a>) -> ApiType {
        let (mut types, variadic) = self.signature(node);
        let params = types.split_off(1);
        ApiType::Function { params, result: types[0], variadic }
    }

    /// Result and parameters of a `DISubroutineType`, and whether more may follow.
    fn signature(&mut self, node: &Node<'a>) -> (Vec<ApiTypeId>, bool) {
        let members = node.node("types").and_then(|types| self.places.node(types));
        let members = members.map(|types| list(&types)).unwrap_or_default();
        // The last of several is null for a function that takes more arguments.
        let variadic = members.len() > 1 && members.last() == Some(&None);
        let kept = members.len() - usize::from(variadic);
        let mut types: Vec<ApiTypeId> =
            members[..kept].iter().map(|member| self.reference(*member)).collect();
        if types.is_empty() {
            types.push(self.collector.void());
        }
        (types, variadic)
    }

    /// A type; none is `void`.
    fn reference(&mut self, ty: Option<NodeId>) -> ApiTypeId {
        let Some(id) = ty else { return self.collector.void() };
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let Some(node) = self.places.node(id) else { return self.collector.void() };
        let qualifiers = [
            "DW_TAG_const_type",
            "DW_TAG_volatile_type",
            "DW_TAG_restrict_type",
            "DW_TAG_atomic_type",
        ];
        if node.word("tag").is_some_and(|tag| qualifiers.contains(&tag)) {
            let mut inner = self.reference(node.node("baseType"));
            // That what is pointed at is constant shows in declarations; no other qualifier does.
            if node.word("tag") == Some("DW_TAG_const_type")
                && has_name(&self.collector.catalogue.types[inner])
            {
                inner = self.collector.add(ApiType::Const(inner));
            }
            self.known.insert(id, inner);
            return inner;
        }
        // A type has its place before its parts are read, since they may point back at it.
        let place = self.collector.add(ApiType::Void);
        self.known.insert(id, place);
        let ty = self.describe(&node);
        let target = node.node("baseType").and_then(|target| self.places.node(target));
        if matches!(ty, ApiType::Pointer(_))
            && target.is_some_and(|target| target.word("tag") == Some("DW_TAG_const_type"))
        {
            self.collector.catalogue.items.push(ApiItem::ReadOnly(place));
        }
        self.collector.catalogue.types[place] = ty;
        place
    }

    fn describe(&mut self, node: &Node<'a>) -> ApiType {
        let name = node.string("name").unwrap_or_default().to_owned();
        let bits = node.integer("size").unwrap_or(0);
        match (node.kind, node.word("tag")) {
            ("DIBasicType", _) => {
                if node.word("encoding") == Some("DW_ATE_complex_float") && bits <= 128 {
                    return self.complex(bits);
                }
                let ty = basic(node, name.clone(), bits);
                // `long` and `long long` are different types of one size, as are `char` and `signed char`.
                if matches!(&*name, "long long" | "unsigned long long" | "signed char") {
                    return ApiType::Alias { name, of: self.collector.add(ty) };
                }
                ty
            }
            ("DIDerivedType", Some("DW_TAG_pointer_type")) => {
                let target = self.reference(node.node("baseType"));
                // What points at a constant pointer, as `char *const *` does, is not what points at another one.
                let constant = node.node("baseType").and_then(|target| self.places.node(target));
                let constant =
                    constant.is_some_and(|it| it.word("tag") == Some("DW_TAG_const_type"));
                let is_pointer =
                    matches!(self.collector.catalogue.types[target], ApiType::Pointer(_));
                ApiType::Pointer(match constant && is_pointer {
                    true => self.collector.add(ApiType::Const(target)),
                    false => target,
                })
            }
            ("DIDerivedType", Some("DW_TAG_typedef")) => {
                ApiType::Alias { name, of: self.reference(node.node("baseType")) }
            }
            ("DISubroutineType", _) => self.function_type(node),
            ("DICompositeType", Some("DW_TAG_array_type")) => self.array(node),
            ("DICompositeType", Some("DW_TAG_enumeration_type")) => {
                self.enumeration(node, name, bits)
            }
            ("DICompositeType", Some(tag @ ("DW_TAG_structure_type" | "DW_TAG_union_type"))) => {
                self.record(node, name, bits, tag == "DW_TAG_union_type")
            }
            _ => ApiType::Opaque(if name.is_empty() { node.kind.to_owned() } else { name }),
        }
    }

    fn record(&mut self, node: &Node<'a>, name: String, bits: i128, union: bool) -> ApiType {
        if node.has_flag("flags", "DIFlagFwdDecl") {
            return ApiType::Opaque(name);
        }
        let mut fields = Vec::new();
        for member in self.elements(node) {
            let Some(member) = self.places.node(member) else { continue };
            if member.word("tag") != Some("DW_TAG_member") {
                continue;
            }
            let at = member.integer("offset").unwrap_or(0);
            let size = member.integer("size").unwrap_or(0);
            let bits = member.has_flag("flags", "DIFlagBitField").then(|| {
                // Counted from the beginning of the unit that holds the field.
                let start = member.get("extraData").and_then(MetadataValue::integer).unwrap_or(0);
                (at - start, size, start)
            });
            let (offset, bits) = match bits {
                Some((first, width, start)) => {
                    // A first bit that does not fit one number is counted from its own byte.
                    let (byte, first) = match u8::try_from(first) {
                        Ok(first) => (start / 8, first),
                        Err(_) => (at / 8, (at % 8) as u8),
                    };
                    (byte, Some((first, u8::try_from(width).unwrap_or(u8::MAX))))
                }
                None => (at / 8, None),
            };
            fields.push(ApiField {
                name: member.string("name").unwrap_or_default().to_owned(),
                ty: self.reference(member.node("baseType")),
                offset: u32::try_from(offset).unwrap_or(0),
                bits,
            });
        }
        ApiType::Record { name, union, size: u32::try_from(bits / 8).unwrap_or(0), fields }
    }

    /// A complex number is laid out and passed as a record of its parts, and spelled by a name of its own.
    fn complex(&mut self, bits: i128) -> ApiType {
        let (part, name) = match bits {
            64 => (ApiType::F32, "float _Complex"),
            _ => (ApiType::F64, "double _Complex"),
        };
        let (ty, size) = (self.collector.add(part), u32::try_from(bits / 8).unwrap_or(0));
        let field = |name: &str, offset| ApiField { name: name.to_owned(), ty, offset, bits: None };
        let fields = vec![field("__real__", 0), field("__imag__", size / 2)];
        let record = ApiType::Record { name: String::new(), union: false, size, fields };
        ApiType::Alias { name: name.to_owned(), of: self.collector.add(record) }
    }

    fn enumeration(&mut self, node: &Node<'a>, name: String, bits: i128) -> ApiType {
        let base = node.node("baseType").and_then(|base| self.places.node(base));
        let signed = base.is_none_or(|base| base.word("encoding") == Some("DW_ATE_signed"));
        let mut enumerators = Vec::new();
        for element in self.elements(node) {
            if let Some(element) = self.places.node(element)
                && let (Some(name), Some(value)) =
                    (element.string("name"), element.integer("value"))
            {
                enumerators.push((name.to_owned(), value));
            }
        }
        ApiType::Enum { name, bits: u8::try_from(bits).unwrap_or(32).max(8), signed, enumerators }
    }

    fn array(&mut self, node: &Node<'a>) -> ApiType {
        let mut lengths = Vec::new();
        for range in self.elements(node) {
            if let Some(range) = self.places.node(range) {
                let count = range.integer("count").filter(|count| *count >= 0);
                lengths.push(count.and_then(|count| u32::try_from(count).ok()));
            }
        }
        let mut element = self.reference(node.node("baseType"));
        // `int a[2][3]` is an array of two arrays of three.
        let (first, inner) = match lengths.split_first() {
            Some((first, inner)) => (*first, inner),
            None => (None, &[][..]),
        };
        for length in inner.iter().rev() {
            element = self.collector.add(ApiType::Array { element, length: *length });
        }
        ApiType::Array { element, length: first }
    }

    fn elements(&self, node: &Node<'a>) -> Vec<NodeId> {
        let elements = node.node("elements").and_then(|elements| self.places.node(elements));
        elements.map(|elements| list(&elements).into_iter().flatten().collect()).unwrap_or_default()
    }
}

/// How many names and arrays of a type are looked through.
const DEEPEST_NAME: u32 = 32;

/// Whether a type has a name of its own, which `const` can stand before.
fn has_name(ty: &ApiType) -> bool {
    match ty {
        ApiType::Void | ApiType::Bool | ApiType::F32 | ApiType::F64 => true,
        ApiType::Int { bits, .. } => matches!(bits, 16 | 32 | 64),
        ApiType::Char { bits, .. } => *bits == 8,
        ApiType::Alias { .. } | ApiType::Const(_) => true,
        ApiType::Record { name, .. } | ApiType::Enum { name, .. } | ApiType::Opaque(name) => {
            !name.is_empty()
        }
        _ => false,
    }
}

fn basic(node: &Node<'_>, name: String, bits: i128) -> ApiType {
    let width = u8::try_from(bits).unwrap_or(0);
    match node.word("encoding") {
        Some("DW_ATE_boolean") => ApiType::Bool,
        Some("DW_ATE_float") => match bits {
            32 => ApiType::F32,
            64 => ApiType::F64,
            _ => ApiType::Opaque(name),
        },
        Some(encoding @ ("DW_ATE_signed_char" | "DW_ATE_unsigned_char" | "DW_ATE_UTF")) => {
            ApiType::Char { bits: width, signed: encoding == "DW_ATE_signed_char" }
        }
        Some(encoding @ ("DW_ATE_signed" | "DW_ATE_unsigned")) if matches!(bits, 1..=64 | 128) => {
            ApiType::Int { bits: width, signed: encoding == "DW_ATE_signed" }
        }
        _ => ApiType::Opaque(name),
    }
}
