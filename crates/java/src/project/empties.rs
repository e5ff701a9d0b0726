//! Empty results: what PIT's `EMPTY_RETURNS` puts in place of what a method gives.

use bytecode::world::World;
use mutation::{Empty, Making};
use program::{Argument, Constant, FuncId, Operand, Program, Type};
use std::collections::{BTreeMap, BTreeSet};

/// How there is an empty one of a type.
enum How {
    /// By a function of a class.
    Given { class: &'static str, function: &'static str },
    /// By a function of a class that is handed a zero.
    OfZero { class: &'static str, function: &'static str, ty: Type },
    /// By the constructor without parameters.
    New(&'static str),
}

impl How {
    /// The class that makes it.
    fn class(&self) -> &'static str {
        match self {
            Self::Given { class, .. } | Self::OfZero { class, .. } | Self::New(class) => class,
        }
    }

    /// The function that does, with its class.
    fn function(&self) -> String {
        match self {
            Self::Given { class, function } | Self::OfZero { class, function, .. } => {
                format!("{class}.{function}")
            }
            Self::New(class) => format!("{class}.<init>()V"),
        }
    }
}

/// The types that there are empty ones of, how to get one, and what it is in words.
#[rustfmt::skip]
const EMPTIES: [(&str, How, &str); 16] = {
    use How::{Given, New, OfZero};
    const fn collection(function: &'static str) -> How {
        Given { class: "java/util/Collections", function }
    }
    const LIST: How = collection("emptyList()Ljava/util/List;");
    [
        ("Ljava/lang/String;", New("java/lang/String"), "an empty text"),
        ("Ljava/lang/CharSequence;", New("java/lang/String"), "an empty text"),
        ("Ljava/util/Optional;", Given { class: "java/util/Optional", function: "empty()Ljava/util/Optional;" }, "an empty Optional"),
        ("Ljava/util/List;", LIST, "an empty list"),
        ("Ljava/util/Collection;", LIST, "an empty list"),
        ("Ljava/lang/Iterable;", LIST, "an empty list"),
        ("Ljava/util/Set;", collection("emptySet()Ljava/util/Set;"), "an empty set"),
        ("Ljava/util/Map;", collection("emptyMap()Ljava/util/Map;"), "an empty map"),
        ("Ljava/lang/Boolean;", OfZero { class: "java/lang/Boolean", function: "valueOf(Z)Ljava/lang/Boolean;", ty: Type::I32 }, "false"),
        ("Ljava/lang/Integer;", OfZero { class: "java/lang/Integer", function: "valueOf(I)Ljava/lang/Integer;", ty: Type::I32 }, "0"),
        ("Ljava/lang/Short;", OfZero { class: "java/lang/Short", function: "valueOf(S)Ljava/lang/Short;", ty: Type::I32 }, "0"),
        ("Ljava/lang/Byte;", OfZero { class: "java/lang/Byte", function: "valueOf(B)Ljava/lang/Byte;", ty: Type::I32 }, "0"),
        ("Ljava/lang/Character;", OfZero { class: "java/lang/Character", function: "valueOf(C)Ljava/lang/Character;", ty: Type::I32 }, "0"),
        ("Ljava/lang/Long;", OfZero { class: "java/lang/Long", function: "valueOf(J)Ljava/lang/Long;", ty: Type::I64 }, "0"),
        ("Ljava/lang/Float;", OfZero { class: "java/lang/Float", function: "valueOf(F)Ljava/lang/Float;", ty: Type::F32 }, "0"),
        ("Ljava/lang/Double;", OfZero { class: "java/lang/Double", function: "valueOf(D)Ljava/lang/Double;", ty: Type::F64 }, "0"),
    ]
};

/// Links the classes that make empty objects.
pub(super) fn link(world: &mut World, program: &mut Program) {
    let classes = EMPTIES.iter().map(|(_, how, _)| how.class());
    for class in classes.collect::<BTreeSet<_>>() {
        // Where one is missing there are no empty objects of its type.
        let _ = world.class(program, class);
    }
}

/// The functions that make empty objects, as far as the program has them.
pub(super) fn makers(program: &Program) -> Vec<FuncId> {
    let wanted: BTreeSet<String> = EMPTIES.iter().map(|(_, how, _)| how.function()).collect();
    let known = program.functions.iter().filter(|(_, known)| wanted.contains(&known.name));
    known.map(|(id, _)| id).collect()
}

/// Empty objects by the descriptor of their type, as far as the program has what makes them.
pub(super) fn find(world: &World, program: &Program) -> BTreeMap<&'static str, Empty> {
    let mut known: BTreeMap<String, Option<FuncId>> =
        EMPTIES.iter().map(|(_, how, _)| (how.function(), None)).collect();
    for (id, function) in program.functions.iter() {
        if let Some(known) = known.get_mut(&function.name) {
            known.get_or_insert(id);
        }
    }
    let mut found = BTreeMap::new();
    for (descriptor, how, text) in &EMPTIES {
        let Some(function) = known[&how.function()] else { continue };
        let Some(class) = world.known_class(how.class()) else { continue };
        let zero = |ty| Argument { ty, value: Operand::Constant(Constant::Bits(0)) };
        let making = match how {
            How::Given { .. } => Making::Given(class, function, Vec::new()),
            How::OfZero { ty, .. } => Making::Given(class, function, vec![zero(*ty)]),
            How::New(_) => Making::New(class, function),
        };
        found.insert(*descriptor, Empty { making, text: (*text).to_owned() });
    }
    found
}
