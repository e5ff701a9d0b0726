//! The exit points of C functions: each `return`, the end of the body, and calls that do not come back.
//!
//! clang joins all ways out of a function in a block `return`, so that each way into it is an exit. Where the
//! body ends in an empty block, that one takes its place, and ways that only end an `if` or a loop
//! lead there too: the source tells which of them stand at a `return`.

use ::coverage::Exit;
use ::coverage::exits::{Joins, exits};
use program::analysis::Cfg;
use program::{BlockId, FuncId, Function, Program, SiteTable, Span, Terminator};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The text of the program's files, read when it is needed.
pub(super) struct Sources<'p, R> {
    program: &'p Program,
    read: R,
    texts: RefCell<BTreeMap<u32, Option<Rc<str>>>>,
}

impl<'p, R: Fn(&str) -> Option<String>> Sources<'p, R> {
    pub fn new(program: &'p Program, read: R) -> Self {
        Self { program, read, texts: RefCell::default() }
    }

    /// The exits of a function whose counters are numbered from `first` on.
    pub fn exits(&self, sites: &SiteTable, function: FuncId, first: u32) -> Vec<Exit> {
        let body = &self.program.functions[function];
        exits(self.program, sites, function, first, |cfg, block| self.joins(body, cfg, block))
    }

    fn joins(&self, body: &Function, cfg: &Cfg, block: BlockId) -> Joins {
        if body.blocks[block].label == "return" {
            return Joins::Ways;
        }
        let jumps = |before: &BlockId| {
            let end = &body.blocks[*before].terminator;
            matches!(end.node, Terminator::Jump(_)) && end.span.is_some_and(|at| self.returns(at))
        };
        let ways: Vec<BlockId> = cfg.predecessors(block).filter(jumps).collect();
        if ways.is_empty() { Joins::One } else { Joins::Some(ways) }
    }

    /// Whether a `return` stands at a place of the source.
    fn returns(&self, at: Span) -> bool {
        let mut texts = self.texts.borrow_mut();
        let text = texts.entry(at.file.0).or_insert_with(|| {
            let name = self.program.files.get(at.file)?;
            (self.read)(name).map(Rc::from)
        });
        let rest = text.as_ref().and_then(|text| {
            let line = text.lines().nth((at.line as usize).checked_sub(1)?)?;
            line.get((at.column as usize).checked_sub(1)?..)
        });
        let word = rest.and_then(|rest| rest.strip_prefix("return"));
        word.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }
}
