//! The class hierarchy: who is a subtype of whom, and which functions a virtual call can end in.

use crate::analysis::reach::reached;
use crate::analysis::{BitSet, Graph};
use crate::{ClassId, FuncId, Id, IdVec, Program, SelectorId};

/// The classes of a program by their subtypes.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    /// From each class to those that name it as superclass or interface.
    below: Graph,
    above: Graph,
    /// The classes that declare a method of each selector, with its function.
    declared: IdVec<SelectorId, Vec<(ClassId, FuncId)>>,
    interfaces: BitSet,
}

impl Hierarchy {
    /// Looks at all classes of a program.
    pub fn new(program: &Program) -> Self {
        let mut edges = Vec::new();
        let mut declared = IdVec::filled(Vec::new(), program.selectors.len());
        let mut interfaces = BitSet::new(program.classes.len());
        for (id, class) in program.classes.iter() {
            edges.extend(
                class.superclass.iter().chain(&class.interfaces).map(|above| (above.0, id.0)),
            );
            for &(selector, function) in &class.methods {
                declared[selector].push((id, function));
            }
            if class.interface {
                interfaces.insert(id.index());
            }
        }
        let below = Graph::new(program.classes.len(), edges);
        let above = below.reversed();
        Self { below, above, declared, interfaces }
    }

    /// A class and all its subtypes.
    pub fn subtypes(&self, class: ClassId) -> BitSet {
        reached(&self.below, [class.0])
    }

    /// A class and all its supertypes.
    pub fn supertypes(&self, class: ClassId) -> BitSet {
        reached(&self.above, [class.0])
    }

    /// The functions a virtual call of a selector can end in, ascending: the methods that classes
    /// declare, and those that interfaces declare and a class inherits because no class above it has
    /// one. Of several interfaces' methods all that a class could inherit count.
    pub fn targets(&self, program: &Program, selector: SelectorId) -> Vec<FuncId> {
        let is_interface = |class: ClassId| self.interfaces.contains(class.index());
        let (of_interfaces, of_classes): (Vec<_>, Vec<_>) =
            self.declared[selector].iter().copied().partition(|&(class, _)| is_interface(class));
        let mut targets: Vec<FuncId> = of_classes.iter().map(|&(_, function)| function).collect();
        if !of_interfaces.is_empty() {
            let mut found = BitSet::new(program.classes.len());
            for &(class, _) in &of_classes {
                found.insert(class.index());
            }
            // Below a class that declares the method through superclasses alone, it is inherited.
            let inherits = |class: ClassId| {
                let mut seen = BitSet::new(program.classes.len());
                let up = |&class: &ClassId| program.classes[class].superclass;
                std::iter::successors(Some(class), up)
                    .take_while(|class| seen.insert(class.index()))
                    .any(|class| found.contains(class.index()))
            };
            for (interface, function) in of_interfaces {
                let below = self.subtypes(interface);
                let mut classes =
                    below.iter().map(ClassId::new).filter(|&class| !is_interface(class));
                if classes.any(|class| !inherits(class)) {
                    targets.push(function);
                }
            }
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}
