//! What tests may use of the files that the code under test is linked with: functions that create, fill and destroy what the
//! code is handed, and variables that it names.

use crate::clang::Source;
use crate::companions;
use llvm::lower::Lowered;
use program::catalogue::{ApiCallable, ApiItem, ApiKept, ApiType, ApiTypeId, Holds};
use program::{Catalogue, FuncId};
use std::collections::BTreeSet;
use std::path::Path;

/// Functions of files that are linked with the code under test.
#[derive(Default)]
pub(crate) struct Lent {
    /// All of them.
    pub linked: BTreeSet<FuncId>,
    /// Those that create or fill what the code under test is handed.
    pub lent: Vec<FuncId>,
    /// The names that the file of a test knows, if there are others.
    pub names: Option<BTreeSet<String>>,
}

/// Takes out of the catalogue what the file of a test cannot name, or has no use for.
pub(crate) fn lend(lowered: &mut Lowered, sources: &[Source], names: &BTreeSet<String>) -> Lent {
    let own: BTreeSet<FuncId> =
        lowered.goals.functions.iter().map(|goals| goals.function).collect();
    let program = &mut lowered.program;
    let (functions, globals) = (&program.functions, &program.globals);
    let is_linked = |function: FuncId| functions[function].has_body() && !own.contains(&function);
    let callables = program.catalogue.items.iter().filter_map(|item| match item {
        ApiItem::Function(callable) => Some(callable),
        _ => None,
    });
    let (linked, under_test): (Vec<&ApiCallable>, Vec<&ApiCallable>) =
        callables.partition(|callable| is_linked(callable.function));
    let catalogue = &program.catalogue;
    let handed: Vec<ApiTypeId> =
        under_test.iter().flat_map(|callable| callable.params.iter().map(|(_, ty)| *ty)).collect();
    let is_handed = |ty: ApiTypeId| {
        is_record(catalogue, ty) && handed.iter().any(|other| catalogue.alike(*other, ty))
    };
    let is_public = |callable: &ApiCallable| {
        let function = &functions[callable.function];
        function.home.is_none() && !function.variadic
    };
    let creates = |callable: &ApiCallable| {
        let plain = callable.params.iter().all(|(_, ty)| is_plain(catalogue, *ty));
        is_public(callable) && plain && is_handed(callable.result)
    };
    let destroys = |callable: &ApiCallable| {
        is_public(callable)
            && matches!(&callable.params[..], [(_, ty)] if is_handed(*ty))
            && catalogue.shape(callable.result) == Some(&ApiType::Void)
    };
    let fills = |callable: &ApiCallable| {
        let plain = |(_, ty): &(String, ApiTypeId)| is_plain(catalogue, *ty);
        is_public(callable)
            && companions::fills(functions[callable.function].source_name())
            && matches!(&callable.params[..], [(_, first), more @ ..]
                if is_handed(*first) && !more.is_empty() && more.iter().all(plain))
    };
    let lent: Vec<FuncId> = linked
        .iter()
        .filter(|callable| creates(callable) || fills(callable))
        .map(|callable| callable.function)
        .collect();
    let destroyers = linked.iter().filter(|callable| destroys(callable));
    let listed: BTreeSet<FuncId> =
        lent.iter().copied().chain(destroyers.map(|callable| callable.function)).collect();
    let linked: BTreeSet<FuncId> = linked.iter().map(|callable| callable.function).collect();
    let is_dropped = |function: FuncId| linked.contains(&function) && !listed.contains(&function);
    let at_home = |home: &str| {
        let name = |path: &Path| path.file_name().map(ToOwned::to_owned);
        let same = |source: &Source| match home.contains('/') {
            true => source.file == Path::new(home),
            false => name(&source.file) == name(Path::new(home)),
        };
        sources.iter().any(same)
    };
    program.catalogue.items.retain(|item| match item {
        ApiItem::Function(callable) => !is_dropped(callable.function),
        ApiItem::Passing(passing) => !is_dropped(passing.function),
        _ => true,
    });
    for item in &mut program.catalogue.items {
        let ApiItem::Global { global, ty } = *item else { continue };
        let known = &globals[global];
        let has_name = match &known.home {
            Some(home) => at_home(home),
            None => names.contains(&known.name),
        };
        if !has_name {
            let (holds, name) = (Holds::Typed(ty), known.source_name().to_owned());
            *item = ApiItem::Kept(ApiKept { global, offset: 0, holds, name });
        }
    }
    Lent { linked, lent, names: Some(names.clone()) }
}

/// Whether a type is a pointer to something that has a name and an inside.
fn is_record(catalogue: &Catalogue, ty: ApiTypeId) -> bool {
    let target = catalogue.pointee(ty).and_then(|target| catalogue.shape(target));
    matches!(target, Some(ApiType::Record { .. } | ApiType::Opaque(_)))
}

/// Whether values of a type need nothing else: numbers and texts.
fn is_plain(catalogue: &Catalogue, ty: ApiTypeId) -> bool {
    let is_number = |ty: ApiTypeId| {
        matches!(
            catalogue.shape(ty),
            Some(
                ApiType::Bool
                    | ApiType::Int { .. }
                    | ApiType::Char { .. }
                    | ApiType::F32
                    | ApiType::F64
            )
        )
    };
    let is_text = |ty: ApiTypeId| {
        let target = catalogue.pointee(ty).and_then(|target| catalogue.shape(target));
        matches!(target, Some(ApiType::Char { bits: 8, .. }))
    };
    is_number(ty) || is_text(ty)
}
