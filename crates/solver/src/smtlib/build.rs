//! From nested lists to terms, with a stack of its own instead of recursion.

use rustc_hash::FxHashMap;
use term::{Pool, TermId};

use super::error::Mistake;
use super::sort::{self, SmtSort};
use super::tree::{NodeId, Tip, Tree};
use super::{apply, literal};

/// A term and what SMT-LIB says it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    /// The term.
    pub term: TermId,
    /// Its sort in SMT-LIB.
    pub kind: SmtSort,
}

/// What an operation can be given.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand<'text> {
    Term(Typed),
    Rounding(Rounding),
    /// A number that only a conversion to a float can take.
    Real {
        digits: &'text str,
        negative: bool,
    },
}

/// How a float operation rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    NearestEven,
    NearestAway,
    Up,
    Down,
    Zero,
}

/// The definitions that hold at some place of a script.
pub(super) type Symbols = FxHashMap<String, Typed>;

/// An operation with its operands.
pub(super) struct Application<'a, 'text> {
    pub tree: &'a Tree<'text>,
    /// Where mistakes about the whole are shown.
    pub head: NodeId,
    pub name: &'text str,
    /// The numerals of an indexed identifier.
    pub indices: &'a [NodeId],
    pub nodes: &'a [NodeId],
    pub operands: &'a [Operand<'text>],
}

enum Task {
    /// Leave the value of an expression on the stack.
    Visit(NodeId),
    /// Take the operands of a list off the stack and leave the result.
    Apply(NodeId),
    /// Take the values of a `let` off the stack and give them their names.
    Bind(NodeId),
    /// Leave the scope of a `let`.
    Unbind(NodeId),
    /// Give the value on the stack the name that an annotation has for it.
    Name(NodeId),
}

/// Reads terms of one expression at a time.
pub(super) struct Builder<'a, 'text> {
    pub pool: &'a mut Pool,
    pub tree: &'a Tree<'text>,
    pub symbols: &'a Symbols,
    /// Names given by annotations, in order.
    pub named: Vec<(&'text str, Typed)>,
    locals: FxHashMap<&'text str, Vec<Operand<'text>>>,
    tasks: Vec<Task>,
    values: Vec<Operand<'text>>,
}

impl<'a, 'text> Builder<'a, 'text> {
    pub fn new(pool: &'a mut Pool, tree: &'a Tree<'text>, symbols: &'a Symbols) -> Self {
        Builder {
            pool,
            tree,
            symbols,
            named: Vec::new(),
            locals: FxHashMap::default(),
            tasks: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The term that an expression stands for.
    pub fn term(&mut self, node: NodeId) -> Result<Typed, Mistake> {
        self.tasks.push(Task::Visit(node));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Visit(node) => self.visit(node)?,
                Task::Apply(node) => self.apply(node)?,
                Task::Bind(node) => {
                    for &binding in self.bindings(node)?.iter().rev() {
                        let (name, _) = self.binding(binding)?;
                        let value = self.pop(binding)?;
                        self.locals.entry(name).or_default().push(value);
                    }
                }
                Task::Unbind(node) => {
                    for &binding in self.bindings(node)? {
                        let (name, _) = self.binding(binding)?;
                        self.locals.entry(name).or_default().pop();
                    }
                }
                Task::Name(node) => self.name(node)?,
            }
        }
        match self.pop(node)? {
            Operand::Term(typed) => Ok(typed),
            _ => Err(self.tree.mistake(node, "this is no term that can stand alone")),
        }
    }

    fn pop(&mut self, node: NodeId) -> Result<Operand<'text>, Mistake> {
        self.values.pop().ok_or_else(|| self.tree.mistake(node, "an expression is missing"))
    }

    fn visit(&mut self, node: NodeId) -> Result<(), Mistake> {
        let tree = self.tree;
        let value = match tree.tip(node) {
            Tip::List(items) => return self.visit_list(node, items),
            Tip::Symbol(name) => self.symbol(node, name)?,
            Tip::Numeral(digits) | Tip::Decimal(digits) => {
                Operand::Real { digits, negative: false }
            }
            Tip::Hexadecimal(digits) => literal::vector(self, node, digits, 4)?,
            Tip::Binary(digits) => literal::vector(self, node, digits, 1)?,
            Tip::Keyword(_) | Tip::String(_) => {
                return Err(tree.mistake(node, "a term is needed here"));
            }
        };
        self.values.push(value);
        Ok(())
    }

    fn visit_list(&mut self, node: NodeId, items: &'a [NodeId]) -> Result<(), Mistake> {
        let tree = self.tree;
        let Some(&head) = items.first() else {
            return Err(tree.mistake(node, "a term is needed here, not `()`"));
        };
        match tree.symbol(head) {
            Some("let") => {
                let &[_, _, body] = items else {
                    return Err(tree.mistake(node, "a let is `(let ((name term) ...) term)`"));
                };
                self.tasks.extend([Task::Unbind(node), Task::Visit(body), Task::Bind(node)]);
                for &binding in self.bindings(node)?.iter().rev() {
                    let (_, value) = self.binding(binding)?;
                    self.tasks.push(Task::Visit(value));
                }
            }
            Some("!") => {
                let Some(&inner) = items.get(1) else {
                    return Err(tree.mistake(node, "an annotation needs a term"));
                };
                self.tasks.extend([Task::Name(node), Task::Visit(inner)]);
            }
            Some("_") => {
                let value = literal::indexed(self, node, items)?;
                self.values.push(value);
            }
            Some(binder @ ("forall" | "exists" | "match" | "as" | "lambda")) => {
                return Err(tree.mistake(head, format!("`{binder}` is not supported")));
            }
            _ => {
                self.tasks.push(Task::Apply(node));
                self.tasks.extend(items[1..].iter().rev().map(|&item| Task::Visit(item)));
            }
        }
        Ok(())
    }

    fn symbol(&mut self, node: NodeId, name: &'text str) -> Result<Operand<'text>, Mistake> {
        if let Some(&value) = self.locals.get(name).and_then(|values| values.last()) {
            return Ok(value);
        }
        if let Some(&typed) = self.symbols.get(name) {
            return Ok(Operand::Term(typed));
        }
        let constant = |pool: &mut Pool, value| {
            Operand::Term(Typed { term: pool.bool(value), kind: SmtSort::Bool })
        };
        Ok(match name {
            "true" => constant(self.pool, true),
            "false" => constant(self.pool, false),
            "RNE" | "roundNearestTiesToEven" => Operand::Rounding(Rounding::NearestEven),
            "RNA" | "roundNearestTiesToAway" => Operand::Rounding(Rounding::NearestAway),
            "RTP" | "roundTowardPositive" => Operand::Rounding(Rounding::Up),
            "RTN" | "roundTowardNegative" => Operand::Rounding(Rounding::Down),
            "RTZ" | "roundTowardZero" => Operand::Rounding(Rounding::Zero),
            _ => return Err(self.tree.mistake(node, format!("`{name}` is not declared"))),
        })
    }

    fn bindings(&self, node: NodeId) -> Result<&'a [NodeId], Mistake> {
        let tree = self.tree;
        let list = tree.list(node).and_then(|items| items.get(1)).copied().unwrap_or(node);
        match tree.list(list) {
            Some(bindings) if list != node => Ok(bindings),
            _ => Err(tree.mistake(list, "a let binds a list of `(name term)`")),
        }
    }

    fn binding(&self, node: NodeId) -> Result<(&'text str, NodeId), Mistake> {
        match self.tree.list(node) {
            Some(&[name, value]) if self.tree.symbol(name).is_some() => {
                Ok((self.tree.symbol(name).unwrap_or_default(), value))
            }
            _ => Err(self.tree.mistake(node, "a binding is `(name term)`")),
        }
    }

    /// Heeds `:named`; other attributes say nothing about satisfiability.
    fn name(&mut self, node: NodeId) -> Result<(), Mistake> {
        let tree = self.tree;
        for pair in tree.list(node).unwrap_or(&[]).windows(2) {
            if let (Tip::Keyword("named"), Tip::Symbol(name)) =
                (tree.tip(pair[0]), tree.tip(pair[1]))
            {
                match self.values.last() {
                    Some(&Operand::Term(typed)) => self.named.push((name, typed)),
                    _ => return Err(tree.mistake(pair[1], "only a term can have a name")),
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, node: NodeId) -> Result<(), Mistake> {
        let tree = self.tree;
        let items = tree.list(node).unwrap_or(&[]);
        let (&head, nodes) = items
            .split_first()
            .ok_or_else(|| tree.mistake(node, "a term is needed here, not `()`"))?;
        let operands = self.values.split_off(self.values.len() - nodes.len());
        let value = match tree.tip(head) {
            Tip::Symbol(name) => self.call(Application {
                tree,
                head,
                name,
                indices: &[],
                nodes,
                operands: &operands,
            })?,
            Tip::List(&[underscore, name, ref indices @ ..])
                if tree.symbol(underscore) == Some("_") && tree.symbol(name).is_some() =>
            {
                self.call(Application {
                    tree,
                    head,
                    name: tree.symbol(name).unwrap_or_default(),
                    indices,
                    nodes,
                    operands: &operands,
                })?
            }
            Tip::List(&[word, constant, sort])
                if tree.symbol(word) == Some("as") && tree.symbol(constant) == Some("const") =>
            {
                let kind = sort::read(tree, sort)?;
                let application = Application {
                    tree,
                    head,
                    name: "const",
                    indices: &[],
                    nodes,
                    operands: &operands,
                };
                Operand::Term(super::array::constant(self.pool, &application, kind)?)
            }
            _ => return Err(tree.mistake(head, "an operation is needed here")),
        };
        self.values.push(value);
        Ok(())
    }

    fn call(&mut self, application: Application<'_, 'text>) -> Result<Operand<'text>, Mistake> {
        let name = application.name;
        if self.locals.get(name).is_some_and(|values| !values.is_empty())
            || self.symbols.contains_key(name)
            || matches!(name, "true" | "false")
        {
            let message = format!("`{name}` takes no arguments");
            return Err(application.tree.mistake(application.head, message));
        }
        if let (&[Operand::Real { digits, negative }], "-") = (application.operands, name) {
            return Ok(Operand::Real { digits, negative: !negative });
        }
        apply::apply(self.pool, &application).map(Operand::Term)
    }
}
