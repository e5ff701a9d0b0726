//! Debug metadata as places in the source.

use super::Conventions;
use crate::ll::ast::{MetadataValue, Module, Node, NodeId};
use program::{FileId, IdVec, Span};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The source files of the program, each once.
#[derive(Default)]
pub(super) struct Files {
    names: IdVec<FileId, String>,
    ids: FxHashMap<String, FileId>,
}

impl Files {
    /// The id of a file.
    pub(super) fn id(&mut self, name: &str) -> FileId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    pub(super) fn into_names(self) -> IdVec<FileId, String> {
        self.names
    }
}

/// The places that a module's debug metadata tells.
pub(super) struct Places<'m, 'a> {
    module: &'m Module<'a>,
    files: &'m RefCell<Files>,
    /// What names are made relative to: files of this directory are called as clang was told.
    home: &'m str,
    spans: RefCell<FxHashMap<NodeId, Option<Span>>>,
    scopes: RefCell<FxHashMap<NodeId, Option<FileId>>>,
}

impl<'m, 'a> Places<'m, 'a> {
    pub(super) fn new(module: &'m Module<'a>, files: &'m RefCell<Files>, home: &'m str) -> Self {
        Self { module, files, home, spans: RefCell::default(), scopes: RefCell::default() }
    }

    /// A node, if it is there and can be read.
    pub(super) fn node(&self, id: NodeId) -> Option<Node<'a>> {
        self.module.metadata.node(id).ok().flatten()
    }

    /// The place of a `DILocation`: one column, since debug metadata knows no ends.
    pub(super) fn span(&self, location: NodeId) -> Option<Span> {
        if let Some(span) = self.spans.borrow().get(&location) {
            return *span;
        }
        let span = self.module.metadata.location(location).and_then(|place| {
            let file = self.file_of_scope(place.scope?)?;
            (place.line > 0).then(|| point(file, place.line, place.column))
        });
        self.spans.borrow_mut().insert(location, span);
        span
    }

    /// The file that a scope lies in.
    pub(super) fn file_of_scope(&self, scope: NodeId) -> Option<FileId> {
        if let Some(file) = self.scopes.borrow().get(&scope) {
            return *file;
        }
        let file = self.node(scope).and_then(|node| self.file(node.node("file")?));
        self.scopes.borrow_mut().insert(scope, file);
        file
    }

    /// Whether a subprogram stands in a file of the user's.
    pub(super) fn is_users(&self, subprogram: NodeId, conventions: &Conventions<'_>) -> bool {
        let file = self.file_of_scope(subprogram);
        file.is_some_and(|file| {
            let name = &self.files.borrow().names[file];
            !conventions.foreign.iter().any(|foreign| name.starts_with(foreign))
        })
    }

    /// The file that a `DIFile` names.
    fn file(&self, id: NodeId) -> Option<FileId> {
        let node = self.node(id)?;
        let (name, directory) = (node.string("filename")?, node.string("directory"));
        Some(self.named(name, directory.unwrap_or_default()))
    }

    /// The file of that name in that directory.
    pub(super) fn named(&self, name: &str, directory: &str) -> FileId {
        let name = tidy(name);
        let far = !name.starts_with('/') && !directory.is_empty() && directory != self.home;
        let name = if far { tidy(&format!("{directory}/{name}")) } else { name };
        self.files.borrow_mut().id(&name)
    }
}

/// The directory that clang compiled a module in.
pub(super) fn compilation_directory(module: &Module<'_>) -> Option<String> {
    let unit = module.metadata.named("llvm.dbg.cu").first()?;
    let node = module.metadata.node(*unit).ok()??;
    let file = module.metadata.node(node.node("file")?).ok()??;
    Some(file.string("directory")?.to_owned())
}

/// A place of which only the beginning is known.
pub(super) fn point(file: FileId, line: u32, column: u32) -> Span {
    Span { file, line, column, end_line: line, end_column: column }
}

/// A path without steps that lead nowhere: `./a/b/../c.h` is `a/c.h`.
fn tidy(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The nodes of a list such as `types: !{!3, null}`; `None` stands for `null`.
pub(super) fn list(node: &Node<'_>) -> Vec<Option<NodeId>> {
    node.fields.iter().map(|field| MetadataValue::node(&field.value)).collect()
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn a_path_loses_steps_that_lead_nowhere() {
        assert_eq!(tidy("./hdr.h"), "hdr.h");
        assert_eq!(tidy("a/./b/../c.h"), "a/c.h");
        assert_eq!(tidy("../x//y.c"), "../x/y.c");
        assert_eq!(tidy("/usr/include/../a.h"), "/usr/a.h");
    }
}
