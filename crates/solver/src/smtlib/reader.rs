//! The commands of a script, one after the other.

use std::borrow::Cow;

use term::{Assignment, Pool, TermId, VarId, evaluate};

use super::build::{Builder, Symbols, Typed};
use super::error::{Mistake, ReadError};
use super::lexer::Lexer;
use super::seed::SEED;
use super::sort::{self, SmtSort};
use super::tree::{NodeId, Tip, Tree};

/// A command that asks something; the others change what is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Whether the assertions can hold together.
    CheckSat,
    /// The values of the declared constants.
    GetModel,
    /// A text to repeat.
    Echo(String),
    /// The end of the script.
    Exit,
}

/// A declared constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name as the script spells it, bars included.
    pub spelling: String,
    /// Its sort.
    pub kind: SmtSort,
    /// The variable that it is.
    pub variable: VarId,
}

/// Reads a script command by command and keeps what holds at that place: declarations and assertions.
#[derive(Debug)]
pub struct Reader<'text> {
    lexer: Lexer<'text>,
    tree: Tree<'text>,
    symbols: Symbols,
    constants: Vec<Constant>,
    assertions: Vec<TermId>,
    seed: Assignment,
    /// The names in order of definition.
    defined: Vec<String>,
    levels: Vec<Level>,
}

/// What there was when a level was pushed.
#[derive(Clone, Copy, Debug)]
struct Level {
    constants: usize,
    assertions: usize,
    defined: usize,
}

/// More levels than this are a mistake, not a script.
const MOST_LEVELS: usize = 1_000_000;

impl<'text> Reader<'text> {
    /// A reader at the start of a script.
    pub fn new(text: &'text str) -> Reader<'text> {
        Reader {
            lexer: Lexer::new(text),
            tree: Tree::default(),
            symbols: Symbols::default(),
            constants: Vec::new(),
            assertions: Vec::new(),
            seed: Assignment::new(),
            defined: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Reads up to the next command that asks something; none at the end of the script. All calls must
    /// be given the same pool.
    pub fn next(&mut self, pool: &mut Pool) -> Result<Option<Command>, ReadError> {
        let text = self.lexer.text();
        self.advance(pool).map_err(|mistake| mistake.locate(text))
    }

    /// The assertions that hold at this place of the script.
    pub fn assertions(&self) -> &[TermId] {
        &self.assertions
    }

    /// The constants that are declared at this place of the script, in their order.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// The values that the script gave constants to start from.
    pub fn seed(&self) -> &Assignment {
        &self.seed
    }

    /// What a name stands for at this place of the script.
    pub fn symbol(&self, name: &str) -> Option<Typed> {
        self.symbols.get(name).copied()
    }

    fn advance(&mut self, pool: &mut Pool) -> Result<Option<Command>, Mistake> {
        while let Some(root) = self.tree.read(&mut self.lexer)? {
            // Taken out, so that the tree can be read while the definitions grow.
            let tree = std::mem::take(&mut self.tree);
            let command = self.command(pool, &tree, root);
            self.tree = tree;
            if let Some(command) = command? {
                return Ok(Some(command));
            }
        }
        Ok(None)
    }

    fn command(
        &mut self,
        pool: &mut Pool,
        tree: &Tree<'text>,
        root: NodeId,
    ) -> Result<Option<Command>, Mistake> {
        let items = tree.list(root).unwrap_or(&[]);
        let head = items.first().copied().unwrap_or(root);
        let name = items.first().and_then(|&head| tree.symbol(head));
        let name = name.ok_or_else(|| tree.mistake(root, "a command is needed here"))?;
        let form = |form: &str| Err(tree.mistake(root, format!("the command is `{form}`")));
        match (name, &items[1..]) {
            ("set-info", &[attribute, values]) if tree.keyword(attribute) == Some(SEED) => {
                for &pair in tree.list(values).unwrap_or(&[]) {
                    self.start_from(pool, tree, pair)?;
                }
            }
            ("set-logic" | "set-info" | "set-option", _) => {}
            ("declare-const", &[symbol, sort]) => self.declare(pool, tree, symbol, sort)?,
            ("declare-const", _) => return form("(declare-const name sort)"),
            ("declare-fun", &[symbol, parameters, sort]) => {
                no_parameters(tree, parameters)?;
                self.declare(pool, tree, symbol, sort)?;
            }
            ("declare-fun", _) => return form("(declare-fun name () sort)"),
            ("define-fun", &[symbol, parameters, sort, body]) => {
                no_parameters(tree, parameters)?;
                self.define(pool, tree, symbol, sort, body)?;
            }
            ("define-fun", _) => return form("(define-fun name () sort term)"),
            ("define-const", &[symbol, sort, body]) => {
                self.define(pool, tree, symbol, sort, body)?;
            }
            ("define-const", _) => return form("(define-const name sort term)"),
            ("assert", &[condition]) => {
                let typed = self.term(pool, tree, condition)?;
                if typed.kind != SmtSort::Bool {
                    let message = format!("`assert` needs a Bool, and this is {}", typed.kind);
                    return Err(tree.mistake(condition, message));
                }
                self.assertions.push(typed.term);
            }
            ("assert", _) => return form("(assert term)"),
            ("push", rest) => {
                let count = levels(tree, root, rest)?;
                if self.levels.len() + count > MOST_LEVELS {
                    return Err(tree.mistake(root, "these are too many levels"));
                }
                let level = Level {
                    constants: self.constants.len(),
                    assertions: self.assertions.len(),
                    defined: self.defined.len(),
                };
                self.levels.extend(std::iter::repeat_n(level, count));
            }
            ("pop", rest) => {
                let count = levels(tree, root, rest)?;
                let Some(left) = self.levels.len().checked_sub(count) else {
                    let message = format!("only {} levels were pushed", self.levels.len());
                    return Err(tree.mistake(root, message));
                };
                if let Some(&level) = self.levels.get(left) {
                    self.levels.truncate(left);
                    self.return_to(level);
                }
            }
            ("reset", []) => {
                self.levels.clear();
                self.return_to(Level { constants: 0, assertions: 0, defined: 0 });
            }
            ("reset-assertions", []) => {
                if let Some(&level) = self.levels.first() {
                    self.levels.clear();
                    self.return_to(level);
                }
                self.assertions.clear();
            }
            ("check-sat", []) => return Ok(Some(Command::CheckSat)),
            ("get-model", []) => return Ok(Some(Command::GetModel)),
            ("exit", []) => return Ok(Some(Command::Exit)),
            ("echo", &[text]) => match tree.tip(text) {
                Tip::String(text) => return Ok(Some(Command::Echo(text.replace("\"\"", "\"")))),
                _ => return Err(tree.mistake(text, "a string is needed here")),
            },
            ("reset" | "reset-assertions" | "check-sat" | "get-model" | "exit", [more, ..]) => {
                return Err(tree.mistake(*more, format!("`{name}` takes nothing")));
            }
            _ => {
                return Err(tree
                    .mistake(head, format!("the command `{name}` is not supported"))
                    .help(
                        "there are set-*, declare-const, declare-fun, define-fun, define-const, \
                         assert, push, pop, reset, check-sat, get-model, echo and exit",
                    ));
            }
        }
        Ok(None)
    }

    fn term(
        &mut self,
        pool: &mut Pool,
        tree: &Tree<'text>,
        node: NodeId,
    ) -> Result<Typed, Mistake> {
        let mut builder = Builder::new(pool, tree, &self.symbols);
        let typed = builder.term(node)?;
        for (name, typed) in std::mem::take(&mut builder.named) {
            self.enter(name, typed)
                .map_err(|()| tree.mistake(node, format!("`{name}` is named twice")))?;
        }
        Ok(typed)
    }

    fn declare(
        &mut self,
        pool: &mut Pool,
        tree: &Tree<'text>,
        symbol: NodeId,
        sort: NodeId,
    ) -> Result<(), Mistake> {
        let name = new_name(tree, symbol)?;
        let kind = sort::read(tree, sort)?;
        let term = variable(pool, name, kind);
        self.enter(name, Typed { term, kind }).map_err(|()| again(tree, symbol))?;
        if let Some(variable) = pool.var_of(term) {
            let (start, end) = tree.span(symbol);
            let spelling = self.lexer.text()[start..end].to_owned();
            self.constants.push(Constant { spelling, kind, variable });
        }
        Ok(())
    }

    /// Takes note of a constant's value, `(name value)`.
    fn start_from(
        &mut self,
        pool: &mut Pool,
        tree: &Tree<'text>,
        pair: NodeId,
    ) -> Result<(), Mistake> {
        let Some(&[symbol, value]) = tree.list(pair) else {
            return Err(tree.mistake(pair, "a constant and its value are needed here"));
        };
        let name = new_name(tree, symbol)?;
        let typed = self.term(pool, tree, value)?;
        let Some(known) = self.symbols.get(name) else {
            return Err(tree.mistake(symbol, format!("`{name}` is not declared")));
        };
        if known.kind != typed.kind {
            let message = format!("`{name}` is {}, and this is {}", known.kind, typed.kind);
            return Err(tree.mistake(value, message));
        }
        // What is defined has the value of its definition.
        if let Some(variable) = pool.var_of(known.term) {
            let value = evaluate(pool, typed.term, &Assignment::new());
            self.seed.set_value(variable, &value);
        }
        Ok(())
    }

    fn define(
        &mut self,
        pool: &mut Pool,
        tree: &Tree<'text>,
        symbol: NodeId,
        sort: NodeId,
        body: NodeId,
    ) -> Result<(), Mistake> {
        let name = new_name(tree, symbol)?;
        let kind = sort::read(tree, sort)?;
        let typed = self.term(pool, tree, body)?;
        if typed.kind != kind {
            let message = format!("`{name}` is {kind}, and this is {}", typed.kind);
            return Err(tree.mistake(body, message));
        }
        self.enter(name, typed).map_err(|()| again(tree, symbol))
    }

    fn enter(&mut self, name: &str, typed: Typed) -> Result<(), ()> {
        if self.symbols.contains_key(name) {
            return Err(());
        }
        self.symbols.insert(name.to_owned(), typed);
        self.defined.push(name.to_owned());
        Ok(())
    }

    fn return_to(&mut self, level: Level) {
        self.constants.truncate(level.constants);
        self.assertions.truncate(level.assertions);
        for name in self.defined.drain(level.defined..) {
            self.symbols.remove(&name);
        }
    }
}

/// A variable of this name; under a name of its own if the pool has it with another sort, from before
/// a `pop`.
fn variable(pool: &mut Pool, name: &str, kind: SmtSort) -> TermId {
    let mut name = Cow::Borrowed(name);
    loop {
        match pool.try_variable(&name, kind.sort()) {
            Ok(term) => return term,
            Err(_) => name.to_mut().push('\''),
        }
    }
}

fn new_name<'text>(tree: &Tree<'text>, symbol: NodeId) -> Result<&'text str, Mistake> {
    tree.symbol(symbol).ok_or_else(|| tree.mistake(symbol, "a name is needed here"))
}

fn again(tree: &Tree<'_>, symbol: NodeId) -> Mistake {
    let name = tree.symbol(symbol).unwrap_or_default();
    tree.mistake(symbol, format!("`{name}` is declared already"))
}

fn no_parameters(tree: &Tree<'_>, parameters: NodeId) -> Result<(), Mistake> {
    match tree.list(parameters) {
        Some([]) => Ok(()),
        Some(_) => Err(tree.mistake(parameters, "functions with parameters are not supported")),
        None => Err(tree.mistake(parameters, "a list of parameters is needed here, such as `()`")),
    }
}

/// The number of levels to push or pop.
fn levels(tree: &Tree<'_>, root: NodeId, rest: &[NodeId]) -> Result<usize, Mistake> {
    match rest {
        [] => Ok(1),
        &[count] if tree.numeral(count).is_some() => Ok(tree.numeral(count).unwrap_or(0) as usize),
        _ => Err(tree.mistake(root, "one number of levels is needed")),
    }
}
