//! Look-ups over the class hierarchy, each worked out when it is first asked for.

use program::{ClassId, FuncId, Id, Program, SelectorId};
use rustc_hash::FxHashMap;

/// Supertypes and virtual methods by class.
pub(crate) struct Classes {
    /// For each class itself and everything above it, sorted.
    supertypes: Vec<Box<[ClassId]>>,
    /// The methods that were looked up and found.
    methods: FxHashMap<(ClassId, SelectorId), FuncId>,
}

impl Classes {
    /// The tables of a verified program: its hierarchy has no cycle.
    pub fn new(program: &Program) -> Self {
        let mut classes = Self { supertypes: Vec::new(), methods: FxHashMap::default() };
        classes.extend(program);
        classes
    }

    /// Adds the classes that the program has got since; each costs what it inherits.
    pub fn extend(&mut self, program: &Program) {
        for index in self.supertypes.len()..program.classes.len() {
            let mut above = everything_above(program, ClassId::new(index));
            above.sort_unstable();
            self.supertypes.push(above.into_boxed_slice());
        }
    }

    /// Whether a class is the other or below it.
    pub fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        class == of || self.supertypes[class.index()].binary_search(&of).is_ok()
    }

    /// The method that a class has for a selector.
    pub fn method(
        &mut self,
        program: &Program,
        class: ClassId,
        selector: SelectorId,
    ) -> Option<FuncId> {
        if let Some(&function) = self.methods.get(&(class, selector)) {
            return Some(function);
        }
        let function = look_up(program, class, selector)?;
        self.methods.insert((class, selector), function);
        Some(function)
    }
}

/// Looks in the chain of superclasses first, then in the interfaces, each before those it extends, those
/// of nearer classes first.
fn look_up(program: &Program, class: ClassId, selector: SelectorId) -> Option<FuncId> {
    let own = |class: ClassId| {
        let methods = &program.classes[class].methods;
        methods.iter().find(|method| method.0 == selector).map(|method| method.1)
    };
    let mut next = Some(class);
    while let Some(class) = next {
        if let Some(function) = own(class) {
            return Some(function);
        }
        next = program.classes[class].superclass;
    }
    // Most interfaces have no method of that name, so that few have to be put in order.
    let above = everything_above(program, class);
    let having = above.into_iter().filter_map(|owner| Some((owner, own(owner)?)));
    having
        .enumerate()
        .max_by_key(|&(place, (owner, _))| (height(program, owner), std::cmp::Reverse(place)))
        .map(|(_, (_, function))| function)
}

/// A class, its superclasses, and the interfaces of all of them, those of nearer classes first.
fn everything_above(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut order = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        order.push(class);
        next = program.classes[class].superclass;
    }
    let mut index = 0;
    while index < order.len() {
        let class = &program.classes[order[index]];
        for above in class.interfaces.iter().chain(&class.superclass) {
            if !order.contains(above) {
                order.push(*above);
            }
        }
        index += 1;
    }
    order
}

/// How many interfaces stand above one another up to this one; more than above any that it extends.
fn height(program: &Program, interface: ClassId) -> usize {
    let above = program.classes[interface].interfaces.iter();
    above.map(|&interface| height(program, interface) + 1).max().unwrap_or(0)
}
