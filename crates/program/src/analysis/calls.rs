//! The call graph: who may call whom, and where.
//!
//! A virtual call may end in every method of its selector that a class has ([`Hierarchy`]); an indirect
//! call in every function whose address is taken and whose signature fits. The functions that failed
//! checks call are kept apart: they are no calls of the user's code.

use rustc_hash::FxHashMap;

use crate::analysis::hierarchy::Hierarchy;
use crate::analysis::reach::reached;
use crate::analysis::{BitSet, Components, Graph};
use crate::operands;
use crate::{
    Argument, BlockId, Callee, Constant, Failure, FuncId, Function, Id, IdVec, Instruction,
    Operand, Program, RelocationTarget, SelectorId, Type, define_id,
};

define_id!(
    /// A set of functions that calls of one kind may end in; calls share it.
    TargetsId
);

/// How a call finds its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// It names it.
    Direct,
    /// By the class of the receiver.
    Virtual,
    /// By an address.
    Indirect,
    /// As the initialiser of a class, which may have run before.
    Initializer,
    /// Because a check failed; such a call does not return.
    Failure,
}

/// A place that calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The block.
    pub block: BlockId,
    /// The instruction.
    pub index: u32,
    /// How it finds its function.
    pub kind: CallKind,
    /// What it may end in.
    pub targets: TargetsId,
}

/// Who may call whom.
#[derive(Clone, Debug)]
pub struct CallGraph {
    targets: IdVec<TargetsId, Vec<FuncId>>,
    sites: IdVec<FuncId, Vec<CallSite>>,
    callees: Graph,
    callers: Graph,
    failures: Graph,
    address_taken: BitSet,
    components: Components,
}

impl CallGraph {
    /// Finds all calls of a program.
    pub fn new(program: &Program) -> Self {
        let mut builder = Builder::new(program);
        let sites: IdVec<FuncId, Vec<CallSite>> =
            program.functions.values().map(|function| builder.sites(function)).collect();
        let Builder { targets, address_taken, .. } = builder;
        let edges = |failures: bool| {
            let mut edges = Vec::new();
            let mut seen = BitSet::new(targets.len());
            for (caller, sites) in sites.iter() {
                let of_kind =
                    sites.iter().filter(|site| (site.kind == CallKind::Failure) == failures);
                let sets: Vec<TargetsId> = of_kind
                    .map(|site| site.targets)
                    .filter(|set| seen.insert(set.index()))
                    .collect();
                edges.extend(
                    sets.iter().flat_map(|&set| &targets[set]).map(|callee| (caller.0, callee.0)),
                );
                for set in sets {
                    seen.remove(set.index());
                }
            }
            edges.sort_unstable();
            edges.dedup();
            Graph::new(program.functions.len(), edges)
        };
        let (callees, failures) = (edges(false), edges(true));
        let (callers, components) = (callees.reversed(), callees.components());
        Self { targets, sites, callees, callers, failures, address_taken, components }
    }

    /// The places in a function that call, failing checks included, in the order of the text.
    pub fn sites(&self, function: FuncId) -> &[CallSite] {
        &self.sites[function]
    }

    /// The functions of a target set, ascending.
    pub fn targets(&self, targets: TargetsId) -> &[FuncId] {
        &self.targets[targets]
    }

    /// All target sets.
    pub fn target_sets(&self) -> &IdVec<TargetsId, Vec<FuncId>> {
        &self.targets
    }

    /// The functions a function may call, ascending, those for failed checks left out.
    pub fn callees(&self, function: FuncId) -> impl ExactSizeIterator<Item = FuncId> + '_ {
        self.callees.successors(function.0).iter().map(|&callee| FuncId(callee))
    }

    /// The functions that may call a function, ascending, those whose checks call it left out.
    pub fn callers(&self, function: FuncId) -> impl ExactSizeIterator<Item = FuncId> + '_ {
        self.callers.successors(function.0).iter().map(|&caller| FuncId(caller))
    }

    /// The functions that failed checks of a function call, ascending.
    pub fn failure_callees(&self, function: FuncId) -> impl ExactSizeIterator<Item = FuncId> + '_ {
        self.failures.successors(function.0).iter().map(|&callee| FuncId(callee))
    }

    /// Whether the address of a function is taken anywhere.
    pub fn is_address_taken(&self, function: FuncId) -> bool {
        self.address_taken.contains(function.index())
    }

    /// Whether a call of a function may lead to another call of it before it returns.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.components.members(self.components.of(function.0)).len() > 1
            || self.callees.successors(function.0).contains(&function.0)
    }

    /// Groups of functions that may call each other, callees before their callers.
    pub fn bottom_up(&self) -> impl DoubleEndedIterator<Item = Vec<FuncId>> + '_ {
        (0..self.components.len() as u32).map(|group| {
            self.components.members(group).iter().map(|&member| FuncId(member)).collect()
        })
    }

    /// The functions that calls from the roots may lead to, the roots among them; with those that failed
    /// checks call on request.
    pub fn reachable(&self, roots: impl IntoIterator<Item = FuncId>, failures: bool) -> BitSet {
        let roots = roots.into_iter().map(|root| root.0);
        if !failures {
            return reached(&self.callees, roots);
        }
        let edges = self.callees.edges().chain(self.failures.edges());
        reached(&Graph::new(self.callees.len(), edges), roots)
    }
}

/// The types of the parameters, and of the result.
type Signature = (Vec<Type>, Option<Type>);

struct Builder<'a> {
    program: &'a Program,
    hierarchy: Hierarchy,
    address_taken: BitSet,
    /// Functions whose address is taken, by signature; variadic ones apart.
    fixed: FxHashMap<Signature, Vec<FuncId>>,
    variadic: Vec<FuncId>,
    targets: IdVec<TargetsId, Vec<FuncId>>,
    direct: IdVec<FuncId, Option<TargetsId>>,
    by_selector: IdVec<SelectorId, Option<TargetsId>>,
    by_signature: FxHashMap<Signature, TargetsId>,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program) -> Self {
        let address_taken = address_taken(program);
        let mut fixed: FxHashMap<Signature, Vec<FuncId>> = FxHashMap::default();
        let mut variadic = Vec::new();
        for id in address_taken.iter().map(FuncId::new) {
            let function = &program.functions[id];
            if function.variadic {
                variadic.push(id);
            } else {
                fixed
                    .entry((function.parameter_types().collect(), function.result))
                    .or_default()
                    .push(id);
            }
        }
        Self {
            program,
            hierarchy: Hierarchy::new(program),
            address_taken,
            fixed,
            variadic,
            targets: IdVec::new(),
            direct: IdVec::filled(None, program.functions.len()),
            by_selector: IdVec::filled(None, program.selectors.len()),
            by_signature: FxHashMap::default(),
        }
    }

    fn sites(&mut self, function: &Function) -> Vec<CallSite> {
        let mut sites = Vec::new();
        for (block, body) in function.blocks.iter() {
            for (index, instruction) in body.instructions.iter().enumerate() {
                if let Some((kind, targets)) = self.call(&instruction.node) {
                    sites.push(CallSite { block, index: index as u32, kind, targets });
                }
            }
        }
        sites
    }

    fn call(&mut self, instruction: &Instruction) -> Option<(CallKind, TargetsId)> {
        match instruction {
            Instruction::Call { callee, arguments, result, .. } => Some(match *callee {
                Callee::Direct(function) => (CallKind::Direct, self.direct(function)),
                Callee::Virtual(selector) => (CallKind::Virtual, self.of_selector(selector)),
                Callee::Indirect(Operand::Constant(Constant::Function(function))) => {
                    (CallKind::Direct, self.direct(function))
                }
                Callee::Indirect(_) => (CallKind::Indirect, self.of_signature(arguments, *result)),
            }),
            Instruction::Check { failure: Failure::Call(function, _), .. } => {
                Some((CallKind::Failure, self.direct(*function)))
            }
            Instruction::Init { class } => {
                let initializer = self.program.classes[*class].initializer?;
                Some((CallKind::Initializer, self.direct(initializer)))
            }
            _ => None,
        }
    }

    fn direct(&mut self, function: FuncId) -> TargetsId {
        *self.direct[function].get_or_insert_with(|| self.targets.push(vec![function]))
    }

    fn of_selector(&mut self, selector: SelectorId) -> TargetsId {
        let Self { by_selector, targets, hierarchy, program, .. } = self;
        *by_selector[selector]
            .get_or_insert_with(|| targets.push(hierarchy.targets(program, selector)))
    }

    fn of_signature(&mut self, arguments: &[Argument], result: Option<Type>) -> TargetsId {
        let signature: Signature = (arguments.iter().map(|argument| argument.ty).collect(), result);
        if let Some(&id) = self.by_signature.get(&signature) {
            return id;
        }
        let mut functions = self.fixed.get(&signature).cloned().unwrap_or_default();
        functions.extend(self.variadic.iter().copied().filter(|&id| {
            let function = &self.program.functions[id];
            let params: Vec<Type> = function.parameter_types().collect();
            function.result == result && signature.0.starts_with(&params)
        }));
        functions.sort_unstable();
        let id = self.targets.push(functions);
        self.by_signature.insert(signature, id);
        id
    }
}

/// The functions whose address stands in code as a value or in a global's initial bytes.
fn address_taken(program: &Program) -> BitSet {
    let mut taken = BitSet::new(program.functions.len());
    for global in program.globals.values() {
        for relocation in &global.relocations {
            if let RelocationTarget::Function(function) = relocation.target {
                taken.insert(function.index());
            }
        }
    }
    let mut note = |operand| {
        if let Operand::Constant(Constant::Function(function)) = operand {
            taken.insert(function.index());
        }
    };
    for block in program.functions.values().flat_map(|function| function.blocks.values()) {
        for instruction in &block.instructions {
            operands::of_instruction(&instruction.node, &mut note);
        }
        operands::of_terminator(&block.terminator.node, &mut note);
    }
    taken
}
