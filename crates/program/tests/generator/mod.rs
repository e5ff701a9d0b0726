//! Random programs: well-typed ones for round trips, wild ones whose ids and types lead nowhere.

mod catalogue;
mod code;

use fastrand::Rng;
use program::{
    Class, ClassId, Condition, Decision, Field, FileId, FuncId, Function, Global, GlobalId,
    Handler, HandlerTable, Id, IdVec, Linkage, Program, Register, Relocation, RelocationTarget,
    SelectorId, Span, Type,
};

const TYPES: [Type; 11] = [
    Type::BOOL,
    Type::I8,
    Type::Int(13),
    Type::I16,
    Type::I32,
    Type::I64,
    Type::Int(63),
    Type::I128,
    Type::F32,
    Type::F64,
    Type::Ptr,
];

/// Makes random programs.
pub struct Generator {
    random: Rng,
    /// Whether ids may lead nowhere and types may not exist.
    wild: bool,
    sizes: Sizes,
}

/// How many things of each kind the program has, so that ids can be made before the things.
#[derive(Clone, Copy, Default)]
struct Sizes {
    selectors: usize,
    classes: usize,
    globals: usize,
    functions: usize,
    types: usize,
}

impl Generator {
    /// A generator of programs whose every reference is good.
    pub fn typed(seed: u64) -> Self {
        Self { random: Rng::with_seed(seed), wild: false, sizes: Sizes::default() }
    }

    /// A generator of programs that no front-end would make.
    pub fn wild(seed: u64) -> Self {
        Self { wild: true, ..Self::typed(seed) }
    }

    /// The next program.
    pub fn program(&mut self) -> Program {
        self.sizes = Sizes {
            selectors: self.random.usize(1..4),
            classes: self.random.usize(1..5),
            globals: self.random.usize(1..5),
            functions: self.random.usize(1..4),
            types: self.random.usize(1..12),
        };
        let files = self.random.usize(0..3);
        let Sizes { selectors, classes, globals, functions, .. } = self.sizes;
        Program {
            files: self.many(files, Self::name),
            selectors: self.many(selectors, Self::name),
            classes: self.many(classes, Self::class),
            globals: self.many(globals, Self::global),
            functions: self.many(functions, |make, index| make.function(1000 + index)),
            catalogue: self.catalogue(),
        }
    }

    fn many<I: Id, T>(
        &mut self,
        count: usize,
        mut item: impl FnMut(&mut Self, usize) -> T,
    ) -> IdVec<I, T> {
        (0..count).map(|index| item(self, index)).collect()
    }

    fn list<T>(&mut self, most: usize, mut item: impl FnMut(&mut Self, usize) -> T) -> Vec<T> {
        (0..self.random.usize(0..=most)).map(|index| item(self, index)).collect()
    }

    /// A name that no other index has; some need quotes.
    fn name(&mut self, index: usize) -> String {
        let stems = [
            "x",
            "a.b",
            "with space",
            "quote\"",
            "back\\slash",
            "größe",
            "line\nfeed",
            "\u{7}",
            "7",
        ];
        let stem = stems[self.random.usize(..stems.len())];
        format!("{stem}{index}")
    }

    fn id<I: Id>(&mut self, count: usize) -> I {
        let index = match self.random.u32(..20) {
            0 if self.wild => u32::MAX as usize,
            1 if self.wild => count,
            _ => self.random.usize(..count.max(1)),
        };
        I::new(index)
    }

    fn ty(&mut self) -> Type {
        if self.wild && self.random.u32(..10) == 0 {
            return Type::Int(self.random.u8(..));
        }
        TYPES[self.random.usize(..TYPES.len())]
    }

    fn maybe<T>(&mut self, item: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.random.bool() { Some(item(self)) } else { None }
    }

    fn span(&mut self) -> Option<Span> {
        self.maybe(|make| {
            let line = make.random.u32(1..100);
            Span {
                file: FileId(make.random.u32(..3)),
                line,
                column: make.random.u32(1..80),
                end_line: line + make.random.u32(..2),
                end_column: make.random.u32(1..80),
            }
        })
    }

    fn class_id(&mut self) -> ClassId {
        self.id(self.sizes.classes)
    }

    fn global_id(&mut self) -> GlobalId {
        self.id(self.sizes.globals)
    }

    fn function_id(&mut self) -> FuncId {
        self.id(self.sizes.functions)
    }

    fn selector_id(&mut self) -> SelectorId {
        self.id(self.sizes.selectors)
    }

    fn class(&mut self, index: usize) -> Class {
        let element = if self.random.u32(..4) == 0 { Some(self.ty()) } else { None };
        let component = if element.is_some() { self.maybe(Self::class_id) } else { None };
        Class {
            name: if index == 0 { "any".to_owned() } else { self.name(index) },
            superclass: self.maybe(Self::class_id),
            interfaces: self.list(2, |make, _| make.class_id()),
            interface: self.random.bool(),
            size: self.random.u32(..4) * 8,
            element,
            component,
            fields: self.list(3, |make, index| Field {
                name: make.name(index),
                ty: make.ty(),
                offset: make.random.u32(..32),
            }),
            methods: self.list(2, |make, _| (make.selector_id(), make.function_id())),
            initializer: self.maybe(Self::function_id),
        }
    }

    fn global(&mut self, index: usize) -> Global {
        let size = self.random.u32(..64);
        let used = self.random.u32(..=size);
        let textual = self.random.bool();
        let mut relocations: Vec<Relocation> = self.list(3, |make, index| Relocation {
            offset: index as u32 * 8,
            target: if make.random.bool() {
                let offset = make.random.i64(-9..9);
                RelocationTarget::Global(make.global_id(), offset)
            } else {
                RelocationTarget::Function(make.function_id())
            },
        });
        if self.wild {
            self.random.shuffle(&mut relocations);
        }
        Global {
            name: self.name(index),
            home: self.maybe(|make| make.name(0)),
            size: if self.wild { self.random.u32(..) } else { size },
            align: if self.wild { self.random.u32(..9) } else { 1 << self.random.u32(..5) },
            read_only: self.random.bool(),
            external: self.random.bool(),
            bytes: (0..used)
                .map(|_| if textual { self.random.u8(32..127) } else { self.random.u8(..) })
                .collect(),
            relocations,
        }
    }

    fn function(&mut self, index: usize) -> Function {
        let (registers, decisions) = (self.random.usize(0..8), self.random.usize(0..3));
        let registers: IdVec<_, Register> =
            self.many(registers, |make, index| Register { name: make.name(index), ty: make.ty() });
        let mut function = Function {
            name: self.name(index),
            home: self.maybe(|make| make.name(0)),
            linkage: if self.random.bool() { Linkage::Public } else { Linkage::Private },
            params: self.random.usize(..=registers.len()) as u32,
            variadic: self.random.bool(),
            result: self.maybe(Self::ty),
            registers,
            span: self.span(),
            ..Function::default()
        };
        if self.random.u32(..5) == 0 && !self.wild {
            function.registers =
                function.registers.values().take(function.params as usize).cloned().collect();
            return function;
        }
        function.decisions = self.many(decisions, |make, _| make.decision());
        self.body(&mut function);
        function
    }

    fn decision(&mut self) -> Decision {
        let most = if self.wild { 9 } else { 4 };
        Decision {
            span: self.span(),
            conditions: self.list(4, |make, _| Condition {
                span: make.span(),
                if_true: make.maybe(|make| make.random.u32(..most)),
                if_false: make.maybe(|make| make.random.u32(..most)),
            }),
        }
    }

    fn handlers(&mut self, function: &mut Function, blocks: usize) -> HandlerTable {
        HandlerTable {
            handlers: self.list(3, |make, _| Handler {
                class: make.maybe(Self::class_id),
                register: make.destination(function, Type::Ptr),
                target: make.id(blocks),
            }),
        }
    }
}
