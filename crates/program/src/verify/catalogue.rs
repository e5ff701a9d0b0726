//! The catalogue: ids, and types that do not contain themselves.

use super::{Verifier, on_a_cycle};
use crate::catalogue::{ApiCallable, ApiItem, ApiKept, ApiPass, ApiType, ApiTypeId, Holds};
use crate::{ClassId, Id, Type};

impl Verifier<'_> {
    pub(super) fn catalogue(&mut self) {
        let types = &self.program.catalogue.types;
        for (id, ty) in types.iter() {
            self.api_type(id, ty);
        }
        let parts = |index: usize| match &types[ApiTypeId::new(index)] {
            ApiType::Alias { of, .. } | ApiType::Const(of) => vec![of.index()],
            ApiType::Array { element, .. } => vec![element.index()],
            ApiType::Record { fields, .. } => fields.iter().map(|field| field.ty.index()).collect(),
            _ => Vec::new(),
        };
        if let Some(index) = on_a_cycle(types.len(), parts) {
            let name = describe(&types[ApiTypeId::new(index)]);
            self.problem(|| format!("catalogue type {name}"), "it contains itself");
        }
        for item in &self.program.catalogue.items {
            self.api_item(item);
        }
    }

    fn api_type(&mut self, id: ApiTypeId, ty: &ApiType) {
        let place = || format!("catalogue type {}, {}", id.0, describe(ty));
        let parts: Vec<ApiTypeId> = match ty {
            ApiType::Pointer(target) => vec![*target],
            ApiType::Array { element, .. } | ApiType::Managed { element, .. } => vec![*element],
            ApiType::Record { fields, .. } => fields.iter().map(|field| field.ty).collect(),
            ApiType::Function { params, result, .. } => {
                params.iter().chain(std::iter::once(result)).copied().collect()
            }
            ApiType::Alias { of, .. } | ApiType::Const(of) => vec![*of],
            _ => Vec::new(),
        };
        for part in parts {
            self.known_type(place, part);
        }
        match ty {
            ApiType::Int { bits, .. } | ApiType::Char { bits, .. } | ApiType::Enum { bits, .. }
                if !super::is_type(Type::Int(*bits)) =>
            {
                self.problem(place, format!("there is no integer of {bits} bits"));
            }
            ApiType::Record { size, fields, .. } => {
                for field in fields.iter().filter(|field| field.offset > *size) {
                    self.problem(place, format!("field `{}` lies beyond its size", field.name));
                }
            }
            ApiType::Class(class) | ApiType::Managed { class, .. } => {
                self.known_class(place, *class);
            }
            _ => {}
        }
    }

    fn api_item(&mut self, item: &ApiItem) {
        match item {
            ApiItem::Function(callable) => {
                self.callable(callable);
            }
            ApiItem::Constructor { class, callable } | ApiItem::Method { class, callable } => {
                let place = || "catalogue".to_owned();
                self.known_class(place, *class);
                let function = self.program.functions.get(callable.function);
                if let Some(function) = function
                    && function.parameter_types().next() != Some(Type::Ptr)
                {
                    let message = format!(
                        "`@{}` is a constructor or method, but its first parameter is not a ptr",
                        function.name
                    );
                    self.problem(place, message);
                }
                self.callable(callable);
            }
            ApiItem::Field { class, name, ty } => {
                let place = || format!("catalogue field `{name}`");
                self.known_type(place, *ty);
                self.known_class(place, *class);
                if self.program.classes.get(*class).is_some() && !self.has_field(*class, name) {
                    self.problem(place, "its class has no such field");
                }
            }
            ApiItem::Global { global, ty } => {
                let place = || format!("catalogue global ?{}", global.0);
                if self.program.globals.get(*global).is_none() {
                    self.problem(place, "it does not exist");
                }
                self.known_type(place, *ty);
            }
            ApiItem::Kept(ApiKept { global, offset, holds, name }) => {
                let place = || format!("catalogue variable `{name}`");
                let size = match holds {
                    Holds::Value(ty) => Some(ty.bytes()),
                    Holds::Typed(ty) => {
                        self.known_type(place, *ty);
                        self.program.catalogue.size_of(*ty)
                    }
                };
                match self.program.globals.get(*global) {
                    None => self.problem(place, "its global does not exist"),
                    Some(global) if offset.saturating_add(size.unwrap_or(0)) > global.size => {
                        self.problem(place, "it goes beyond its global");
                    }
                    Some(_) => {}
                }
            }
            ApiItem::Passing(passing) => {
                let place = || "catalogue".to_owned();
                let Some(function) = self.program.functions.get(passing.function) else {
                    self.problem(place, format!("function ?{} does not exist", passing.function.0));
                    return;
                };
                let parts = passing.params.iter().map(|pass| match pass {
                    ApiPass::Parts(offsets) => offsets.len(),
                    ApiPass::Value | ApiPass::Address => 1,
                });
                let needed = parts.sum::<usize>() + usize::from(passing.hidden_result);
                if needed != function.params as usize {
                    let message = format!(
                        "`@{}` is passed {needed} values, but has {} parameters",
                        function.name, function.params
                    );
                    self.problem(place, message);
                }
            }
            ApiItem::ReadOnly(ty) => {
                let place = || "catalogue".to_owned();
                self.known_type(place, *ty);
                let pointer = self.program.catalogue.types.get(*ty);
                if pointer.is_some_and(|ty| !matches!(ty, ApiType::Pointer(_))) {
                    self.problem(place, format!("type ?{} is read-only, but no pointer", ty.0));
                }
            }
            ApiItem::Fits { given, wanted } => {
                for ty in [given, wanted] {
                    self.known_type(|| "catalogue".to_owned(), *ty);
                }
            }
            ApiItem::Receiver(function) => {
                let place = || "catalogue".to_owned();
                match self.program.functions.get(*function) {
                    None => self.problem(place, format!("function ?{} does not exist", function.0)),
                    Some(known) if known.parameter_types().next() != Some(Type::Ptr) => {
                        let message = format!(
                            "`@{}` is called on something, but its first parameter is not a ptr",
                            known.name
                        );
                        self.problem(place, message);
                    }
                    Some(_) => {}
                }
            }
            ApiItem::Enters { function, inner } => {
                for function in [function, inner] {
                    if self.program.functions.get(*function).is_none() {
                        let message = format!("function ?{} does not exist", function.0);
                        self.problem(|| "catalogue".to_owned(), message);
                    }
                }
            }
        }
    }

    /// Whether a class has or inherits a field. A hierarchy with a cycle ends the walk as well.
    fn has_field(&self, class: ClassId, name: &str) -> bool {
        let mut class = self.program.classes.get(class);
        for _ in 0..self.program.classes.len() {
            let Some(current) = class else { return false };
            if current.fields.iter().any(|field| field.name == name) {
                return true;
            }
            class = current.superclass.and_then(|superclass| self.program.classes.get(superclass));
        }
        false
    }

    fn callable(&mut self, callable: &ApiCallable) {
        let function = self.program.functions.get(callable.function);
        let place = || match function {
            Some(function) => format!("catalogue function `@{}`", function.name),
            None => format!("catalogue function ?{}", callable.function.0),
        };
        if function.is_none() {
            self.problem(place, "it does not exist");
        }
        for (_, ty) in &callable.params {
            self.known_type(place, *ty);
        }
        self.known_type(place, callable.result);
    }

    fn known_type(&mut self, place: impl FnOnce() -> String, ty: ApiTypeId) {
        if self.program.catalogue.types.get(ty).is_none() {
            self.problem(place, format!("type ?{} does not exist", ty.0));
        }
    }

    fn known_class(&mut self, place: impl FnOnce() -> String, class: ClassId) {
        if self.program.classes.get(class).is_none() {
            self.problem(place, format!("class ?{} does not exist", class.0));
        }
    }
}

fn describe(ty: &ApiType) -> String {
    match ty {
        ApiType::Record { name, .. }
        | ApiType::Enum { name, .. }
        | ApiType::Alias { name, .. }
        | ApiType::Opaque(name) => format!("`{name}`"),
        ApiType::Pointer(_) => "a pointer".to_owned(),
        ApiType::Array { .. } | ApiType::Managed { .. } => "an array".to_owned(),
        ApiType::Function { .. } => "a function".to_owned(),
        ApiType::Class(_) => "a class".to_owned(),
        ApiType::Const(_) => "a constant type".to_owned(),
        _ => "a number".to_owned(),
    }
}
