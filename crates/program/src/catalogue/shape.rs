//! What types of the catalogue are in memory.

use super::{ApiCallable, ApiItem, ApiType, ApiTypeId, Catalogue};
use crate::{FuncId, Type};

impl Catalogue {
    /// The type behind all other names of it and what is constant of it.
    pub fn resolve(&self, mut id: ApiTypeId) -> ApiTypeId {
        // A chain of names that leads back to itself ends too.
        for _ in 0..self.types.len() {
            match self.types.get(id) {
                Some(ApiType::Alias { of, .. } | ApiType::Const(of)) => id = *of,
                _ => break,
            }
        }
        id
    }

    /// What a type is behind all other names of it and what is constant of it.
    pub fn shape(&self, id: ApiTypeId) -> Option<&ApiType> {
        self.types.get(self.resolve(id))
    }

    /// The type of a scalar as it lies in memory; `None` for everything else.
    pub fn scalar(&self, id: ApiTypeId) -> Option<Type> {
        match self.shape(id)? {
            ApiType::Bool => Some(Type::I8),
            ApiType::Int { bits, .. } | ApiType::Char { bits, .. } | ApiType::Enum { bits, .. } => {
                Some(Type::Int(*bits))
            }
            ApiType::F32 => Some(Type::F32),
            ApiType::F64 => Some(Type::F64),
            ApiType::Pointer(_) | ApiType::Class(_) | ApiType::Managed { .. } => Some(Type::Ptr),
            _ => None,
        }
    }

    /// How many bytes a value of a type takes; `None` where that is not known.
    pub fn size_of(&self, id: ApiTypeId) -> Option<u32> {
        let mut factor: u32 = 1;
        let mut id = id;
        for _ in 0..=self.types.len() {
            match self.shape(id)? {
                ApiType::Array { element, length } => {
                    factor = factor.checked_mul((*length)?)?;
                    id = *element;
                }
                ApiType::Record { size, .. } => return factor.checked_mul(*size),
                _ => return factor.checked_mul(self.scalar(id)?.bytes()),
            }
        }
        None
    }

    /// Whether a function that takes or gives the one type may be called as one that takes or gives the
    /// other: they are the same but for other names of them, and for what `const` adds.
    pub fn alike(&self, a: ApiTypeId, b: ApiTypeId) -> bool {
        let (mut a, mut b) = (a, b);
        // A type that points at itself, by way of names, ends too.
        for _ in 0..=self.types.len() {
            (a, b) = (self.resolve(a), self.resolve(b));
            if a == b {
                return true;
            }
            let named = |name: &str, other: &str| !name.is_empty() && name == other;
            match (self.types.get(a), self.types.get(b)) {
                (Some(ApiType::Pointer(to)), Some(ApiType::Pointer(other))) => {
                    (a, b) = (*to, *other);
                }
                (
                    Some(ApiType::Record { name, .. } | ApiType::Opaque(name)),
                    Some(ApiType::Record { name: other, .. } | ApiType::Opaque(other)),
                )
                | (Some(ApiType::Enum { name, .. }), Some(ApiType::Enum { name: other, .. })) => {
                    return named(name, other);
                }
                (Some(shape), Some(other)) => return shape == other,
                _ => return false,
            }
        }
        false
    }

    /// What a pointer points at.
    pub fn pointee(&self, id: ApiTypeId) -> Option<ApiTypeId> {
        match self.shape(id)? {
            ApiType::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// The function that a call of a function is about: itself, unless it only enters another one.
    pub fn entered_by(&self, function: FuncId) -> FuncId {
        let inner = self.items.iter().find_map(|item| match item {
            ApiItem::Enters { function: outer, inner } if *outer == function => Some(*inner),
            _ => None,
        });
        inner.unwrap_or(function)
    }

    /// How a person calls a function or static method.
    pub fn callable(&self, function: FuncId) -> Option<&ApiCallable> {
        self.items.iter().find_map(|item| match item {
            ApiItem::Function(callable) if callable.function == function => Some(callable),
            _ => None,
        })
    }
}
