//! What all tests of a file share: the words of the catalogue, found quickly, and the names that nothing else may have.

use super::{Unit, literal, mention, types};
use crate::api::{JavaType, Member, Named};
use classfile::descriptor::JType;
use program::catalogue::{ApiCallable, ApiItem, ApiTypeId};
use program::{FuncId, IdVec};
use std::collections::{BTreeMap, BTreeSet};

/// A unit and what is looked up in its catalogue.
pub(super) struct Context<'u> {
    pub unit: &'u Unit<'u>,
    callables: BTreeMap<FuncId, &'u ApiCallable>,
    /// The types, as far as a test can name them.
    types: IdVec<ApiTypeId, JavaType>,
    fits: BTreeSet<(ApiTypeId, ApiTypeId)>,
    /// Names that a variable would take from a class or a package.
    pub reserved: BTreeSet<String>,
    /// The stubs that a method of the class with the tests makes, with its name.
    pub shared: BTreeMap<FuncId, String>,
}

impl<'u> Context<'u> {
    pub(super) fn new(unit: &'u Unit<'u>) -> Self {
        let (mut callables, mut fits) = (BTreeMap::new(), BTreeSet::new());
        for item in &unit.program.catalogue.items {
            match item {
                ApiItem::Function(callable) => {
                    callables.entry(callable.function).or_insert(callable);
                }
                ApiItem::Fits { given, wanted } => {
                    fits.insert((*given, *wanted));
                }
                _ => {}
            }
        }
        let mut reserved = BTreeSet::from(["java".to_owned(), "org".to_owned()]);
        let mut reserve = |name: &str| {
            let (package, simple) = mention::parts(name);
            reserved.extend(package.split('/').next().map(str::to_owned));
            reserved.insert(simple.split('$').next().unwrap_or(simple).to_owned());
        };
        for ty in unit.api.types.values() {
            ty.class_name().map(&mut reserve);
        }
        for member in unit.api.members.values() {
            class_of(member).map(&mut reserve);
        }
        reserve(&unit.class);
        let mut types = IdVec::new();
        for ty in unit.api.types.values() {
            types.push(types::nameable(unit.classes, ty));
        }
        Self { unit, callables, types, fits, reserved, shared: BTreeMap::new() }
    }

    /// A number where its type has to be seen: the constant of the class under test that stands for it, or its literal.
    pub(super) fn number(&self, ty: JType, bits: u64) -> String {
        self.named_number(ty, bits).unwrap_or_else(|| literal::typed(ty, bits))
    }

    /// The constant of the class under test that stands for a number.
    pub(super) fn named_number(&self, ty: JType, bits: u64) -> Option<String> {
        match ty {
            JType::Int => self.constant(&Named::Number('I', u64::from(bits as u32))),
            JType::Long => self.constant(&Named::Number('J', bits)),
            _ => None,
        }
    }

    /// The constant of the class under test that stands for a text.
    pub(super) fn named_text(&self, units: &[u16]) -> Option<String> {
        self.constant(&Named::Text(units.to_vec()))
    }

    fn constant(&self, value: &Named) -> Option<String> {
        let (class, name) = self.unit.api.constants.get(value)?.as_ref()?;
        let seen = self.unit.classes.is_accessible(class);
        seen.then(|| format!("{}.{name}", mention::class(class)))
    }

    /// A string that mostly repeats a character.
    pub(super) fn repeated(&self, units: &[u16]) -> Option<String> {
        let release = self.unit.classes.release(&self.unit.class);
        literal::repeated(units, release)
    }

    /// The functions of the catalogue, in its order.
    pub(super) fn functions(&self) -> impl Iterator<Item = FuncId> {
        self.unit.program.catalogue.items.iter().filter_map(|item| match item {
            ApiItem::Function(callable) => Some(callable.function),
            _ => None,
        })
    }

    /// How a function is called.
    pub(super) fn callable(&self, function: FuncId) -> Option<&'u ApiCallable> {
        self.callables.get(&function).copied()
    }

    /// The type of what a function gives.
    pub(super) fn result(&self, function: FuncId) -> Option<&JavaType> {
        self.ty(self.callable(function)?.result)
    }

    /// A type of the catalogue.
    pub(super) fn ty(&self, id: ApiTypeId) -> Option<&JavaType> {
        self.types.get(id)
    }

    /// Whether the first argument of a function is what it is called on.
    pub(super) fn has_receiver(&self, function: FuncId) -> bool {
        match self.unit.api.members.get(&function) {
            Some(Member::Constructor { inner, .. }) => *inner,
            Some(
                Member::Method { is_static, .. }
                | Member::Field { is_static, .. }
                | Member::SetField { is_static, .. },
            ) => !is_static,
            _ => false,
        }
    }

    /// Whether a compiler takes what is of one type where another is asked for.
    pub(super) fn fits(&self, given: &JavaType, wanted: &JavaType) -> bool {
        let number = |ty: &JavaType| {
            let mut types = self.types.iter();
            types.find(|(_, known)| *known == ty).map(|(id, _)| id)
        };
        given == wanted
            || self.unit.classes.fits(&given.descriptor(), &wanted.descriptor())
            || number(given).zip(number(wanted)).is_some_and(|pair| self.fits.contains(&pair))
    }
}

fn class_of(member: &Member) -> Option<&str> {
    match member {
        Member::Constructor { class, .. }
        | Member::Method { class, .. }
        | Member::Field { class, .. }
        | Member::SetField { class, .. }
        | Member::Reflected { class, .. } => Some(class),
        Member::ClassLiteral(class) => class.class_name(),
        Member::Stub(stub) => Some(&stub.class),
        Member::Text | Member::Boxed => None,
    }
}
