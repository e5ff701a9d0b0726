//! Look-ups over the class hierarchy, each worked out when it is first asked for.

use crate::memory::{Memory, address};
use program::{ClassId, FuncId, Id, Program, SelectorId, Type};
use rustc_hash::FxHashMap;

/// How many look-ups of methods are kept at hand.
const HANDY: usize = 1 << 12;

/// Supertypes and virtual methods by class.
pub(crate) struct Classes {
    /// For each class itself and everything above it, sorted.
    supertypes: Vec<Box<[ClassId]>>,
    /// What making an instance has to know of each class.
    layouts: Vec<Layout>,
    /// The methods that were looked up and found.
    methods: FxHashMap<(ClassId, SelectorId), FuncId>,
    /// Some of them, each at a place that its class and selector say.
    handy: Box<[Handy]>,
}

/// What making an instance has to know of a class.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Bytes of an instance.
    pub size: u32,
    /// Bytes of an element, for an array class.
    pub element: u32,
    /// Whether the elements are addresses, for an array class.
    pub references: bool,
    /// Class of the elements, for an array class of references.
    pub component: Option<ClassId>,
}

#[derive(Clone, Copy)]
struct Handy {
    class: u32,
    selector: u32,
    function: FuncId,
}

/// No class has this number.
const NOBODY: Handy = Handy { class: u32::MAX, selector: u32::MAX, function: FuncId(u32::MAX) };

impl Classes {
    /// The tables of a verified program: its hierarchy has no cycle.
    pub fn new(program: &Program) -> Self {
        let mut classes = Self {
            supertypes: Vec::new(),
            layouts: Vec::new(),
            methods: FxHashMap::default(),
            handy: vec![NOBODY; HANDY].into_boxed_slice(),
        };
        classes.extend(program);
        classes
    }

    /// Adds the classes that the program has got since; each costs what it inherits.
    pub fn extend(&mut self, program: &Program) {
        for index in self.supertypes.len()..program.classes.len() {
            let mut above = everything_above(program, ClassId::new(index));
            above.sort_unstable();
            self.supertypes.push(above.into_boxed_slice());
            let class = &program.classes[ClassId::new(index)];
            let element = class.element.map_or(1, Type::bytes);
            self.layouts.push(Layout {
                size: class.size,
                element,
                // Whoever keeps addresses as numbers does so in 64 bits.
                references: matches!(class.element, Some(Type::Ptr | Type::Int(64))),
                component: class.component,
            });
        }
    }

    /// What making an instance has to know of a class.
    #[inline]
    pub fn layout(&self, class: ClassId) -> Layout {
        self.layouts[class.index()]
    }

    /// Whether a class is the other or below it.
    #[inline]
    pub fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        class == of || self.supertypes[class.index()].binary_search(&of).is_ok()
    }

    /// Whether an object is an instance of a class; `null` says what null is. Nothing, if it is no managed
    /// object.
    #[inline]
    pub fn is_instance(
        &self,
        memory: &Memory,
        object: u64,
        class: ClassId,
        null: bool,
    ) -> Option<bool> {
        if object == address::NULL {
            return Some(null);
        }
        Some(self.is_subtype(ClassId(memory.class(object)?), class))
    }

    /// Whether an array may hold an object. Nothing, if one of them is no managed object.
    #[inline]
    pub fn may_store(&self, memory: &Memory, array: u64, value: u64) -> Option<bool> {
        match self.layout(ClassId(memory.class(array)?)).component {
            Some(component) => self.is_instance(memory, value, component, true),
            None => Some(true),
        }
    }

    /// The method that a class has for a selector, if that was asked not long ago.
    #[inline]
    pub fn handy(&self, class: u32, selector: u32) -> Option<FuncId> {
        let found = self.handy[place(class, selector)];
        (found.class == class && found.selector == selector).then_some(found.function)
    }

    /// The method that a class has for a selector.
    pub fn method(
        &mut self,
        program: &Program,
        class: ClassId,
        selector: SelectorId,
    ) -> Option<FuncId> {
        let function = match self.methods.get(&(class, selector)) {
            Some(&function) => function,
            None => {
                let function = look_up(program, class, selector)?;
                self.methods.insert((class, selector), function);
                function
            }
        };
        self.handy[place(class.0, selector.0)] =
            Handy { class: class.0, selector: selector.0, function };
        Some(function)
    }
}

/// Where a look-up is kept at hand.
#[inline]
fn place(class: u32, selector: u32) -> usize {
    (class.wrapping_mul(31) ^ selector) as usize % HANDY
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
