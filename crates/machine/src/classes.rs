//! Look-ups over the class hierarchy, made once for a program.

use program::{ClassId, FuncId, Id, Program, SelectorId};
use rustc_hash::FxHashMap;

/// Supertypes and virtual methods by class.
pub(crate) struct Classes {
    /// For each class itself and everything above it, sorted.
    supertypes: Vec<Vec<ClassId>>,
    methods: FxHashMap<(ClassId, SelectorId), FuncId>,
}

impl Classes {
    /// The tables of a verified program: its hierarchy has no cycle.
    pub fn new(program: &Program) -> Self {
        let mut supertypes = Vec::with_capacity(program.classes.len());
        let mut methods = FxHashMap::default();
        for class in program.classes.ids() {
            let order = lookup_order(program, class);
            for &owner in order.iter().rev() {
                // Nearer owners come last and win.
                for &(selector, function) in &program.classes[owner].methods {
                    methods.insert((class, selector), function);
                }
            }
            let mut above = order;
            above.sort_unstable();
            supertypes.push(above);
        }
        Self { supertypes, methods }
    }

    /// Whether a class is the other or below it.
    pub fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        self.supertypes[class.index()].binary_search(&of).is_ok()
    }

    /// The method that a class has for a selector.
    pub fn method(&self, class: ClassId, selector: SelectorId) -> Option<FuncId> {
        self.methods.get(&(class, selector)).copied()
    }
}

/// A class and everything above it, in the order in which a method is looked for: the chain of
/// superclasses first, then the interfaces, each before those it extends, those of nearer classes
/// first.
fn lookup_order(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut order = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        order.push(class);
        next = program.classes[class].superclass;
    }
    let chain = order.len();
    let mut index = 0;
    while index < order.len() {
        for &interface in &program.classes[order[index]].interfaces {
            if !order.contains(&interface) {
                order.push(interface);
            }
        }
        if let Some(superclass) = program.classes[order[index]].superclass
            && !order.contains(&superclass)
        {
            order.push(superclass);
        }
        index += 1;
    }
    order[chain..].sort_by_cached_key(|&interface| std::cmp::Reverse(height(program, interface)));
    order
}

/// How many interfaces stand above one another up to this one; more than above any that it extends.
fn height(program: &Program, interface: ClassId) -> usize {
    let above = program.classes[interface].interfaces.iter();
    above.map(|&interface| height(program, interface) + 1).max().unwrap_or(0)
}
