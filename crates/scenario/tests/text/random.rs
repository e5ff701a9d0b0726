//! Random scenarios come back from their text as they were, and no text breaks the parser.

use fastrand::Rng;
use program::catalogue::ApiTypeId;
use program::{ClassId, FuncId, GlobalId, Id, Program, Type};
use scenario::text::{parse, parse_argument, print};
use scenario::{Argument, Array, Extent, Object, Place, Scenario, Statement, VarId};

use crate::program;

const TYPES: [Type; 9] = [
    Type::BOOL,
    Type::I8,
    Type::I16,
    Type::I32,
    Type::Int(37),
    Type::I128,
    Type::F32,
    Type::F64,
    Type::Ptr,
];

/// Types in the catalogue of the program.
const TYPE_COUNT: u32 = 6;

struct Generator<'p> {
    random: Rng,
    program: &'p Program,
    scenario: Scenario,
    /// Types of the variables, and sizes of what they point at.
    made: Vec<(Type, u32)>,
    /// Variables that have no value.
    streams: Vec<VarId>,
}

impl Generator<'_> {
    fn declare(&mut self, ty: Type, size: u32) -> VarId {
        self.made.push((ty, size));
        let stem = ["a", "null", "two words", "ü\n\"", "x.y", ""][self.random.usize(..6)];
        self.scenario.declare_fresh(stem)
    }

    fn bits(&mut self, ty: Type) -> u128 {
        let small = u128::from(self.random.u8(..));
        let any = self.random.u128(..);
        [0, small, any, any | (any << 1)][self.random.usize(..4)] & ty.mask()
    }

    fn elements(&mut self, element: Type) -> (u32, Vec<u128>) {
        let capacity = self.random.usize(..8);
        let text = self.random.bool();
        let elements =
            (0..capacity).map(|_| if text { 0x61 & element.mask() } else { self.bits(element) });
        let elements: Vec<u128> = elements.collect();
        (self.random.u32(..=capacity as u32), elements)
    }

    fn of(&mut self) -> Option<ApiTypeId> {
        self.random.bool().then(|| ApiTypeId(self.random.u32(..TYPE_COUNT)))
    }

    fn extent(&mut self) -> Extent {
        [Extent::Fixed, Extent::Open, Extent::Text][self.random.usize(..3)]
    }

    fn argument(&mut self, ty: Type) -> Argument {
        let fitting: Vec<usize> = (0..self.made.len())
            .filter(|at| self.made[*at].0 == ty && !self.streams.contains(&VarId::new(*at)))
            .collect();
        match self.random.u32(..4) {
            0 if ty == Type::Ptr => Argument::Global(GlobalId(self.random.u32(..4))),
            1 if ty == Type::Ptr => Argument::Function(FuncId(self.random.u32(..4))),
            3 if self.random.bool() => {
                let objects = (0..self.made.len())
                    .filter(|at| self.made[*at].0 == Type::Ptr && self.made[*at].1 >= ty.bytes());
                let objects: Vec<usize> = objects.collect();
                match objects.get(self.random.usize(..objects.len().max(1))) {
                    Some(at) => Argument::Part(VarId::new(*at), 0),
                    None => Argument::Literal(self.bits(ty)),
                }
            }
            2 if !fitting.is_empty() => {
                Argument::Variable(VarId::new(fitting[self.random.usize(..fitting.len())]))
            }
            _ => Argument::Literal(self.bits(ty)),
        }
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.random.usize(..6);
        (0..length).map(|_| self.random.u8(..)).collect()
    }

    fn statement(&mut self) -> Statement {
        let ty = TYPES[self.random.usize(..TYPES.len())];
        match self.random.u32(..11) {
            0 | 1 => {
                let bits = self.bits(ty);
                Statement::Value { variable: self.declare(ty, 0), ty, bits, of: self.of() }
            }
            2 => {
                let managed = self.random.bool().then_some(());
                let class = managed.and_then(|()| self.program.class_named("int[]"));
                let element = if class.is_some() { Type::I32 } else { ty };
                let (length, elements) = self.elements(element);
                let size = length * element.bytes();
                let (of, extent) = (self.of(), self.extent());
                let array = Array { element, class, length, elements, of, extent };
                Statement::Array { variable: self.declare(Type::Ptr, size), array }
            }
            3 => {
                let class = self.program.class_named("Circle").unwrap_or(ClassId(0));
                let size = self.program.classes[class].size;
                Statement::New { variable: self.declare(Type::Ptr, size), class }
            }
            4 => {
                let size = self.random.u32(..64);
                let (of, extent) = (self.of(), self.extent());
                let count = of.map_or(1, |_| self.random.u32(..3));
                let object = Object { size, of, count, extent };
                Statement::Object { variable: self.declare(Type::Ptr, size), object }
            }
            5 | 6 => self.set(ty).unwrap_or_else(|| Statement::StandardInput(Vec::new())),
            7 => {
                let function = FuncId(self.random.u32(..self.program.functions.len() as u32));
                let callee = &self.program.functions[function];
                let arguments = callee.parameter_types().map(|ty| self.argument(ty)).collect();
                let wanted = callee.result.filter(|_| self.random.bool());
                let result = wanted.map(|ty| self.declare(ty, u32::MAX));
                Statement::Call { result, function, arguments }
            }
            8 => {
                let mut values = self.elements(ty).1;
                values.truncate(3);
                let name = format!("question {}", self.made.len());
                let variable = self.scenario.declare_fresh("stream");
                self.made.push((Type::F64, 0));
                self.streams.push(variable);
                Statement::Stream { variable, name, ty, values }
            }
            9 => Statement::Arguments(vec![self.bytes(), self.bytes()]),
            _ => Statement::File {
                path: String::from_utf8_lossy(&self.bytes()).into(),
                content: self.bytes(),
            },
        }
    }

    /// A write that stays inside its object.
    fn set(&mut self, ty: Type) -> Option<Statement> {
        let objects = (0..self.made.len()).filter(|at| self.made[*at].0 == Type::Ptr);
        let objects: Vec<(Place, u32)> = objects
            .map(|at| (Place::Variable(VarId::new(at), 0), self.made[at].1))
            .chain([(Place::Global(GlobalId(1), 0), 16)])
            .filter(|(_, size)| *size >= ty.bytes())
            .collect();
        let (place, size) = *objects.get(self.random.usize(..objects.len().max(1)))?;
        let offset = self.random.u32(..=(size - ty.bytes()).min(64));
        let place = match place {
            Place::Variable(variable, _) => Place::Variable(variable, offset),
            Place::Global(global, _) => Place::Global(global, offset),
        };
        let bits = (!ty.is_float() && ty != Type::Ptr && self.random.bool()).then(|| {
            let width = self.random.u8(1..=ty.bits());
            (self.random.u8(0..=(8 * ty.bytes() as u8 - width)), width)
        });
        Some(Statement::Set { place, ty, bits, value: self.argument(ty) })
    }
}

#[test]
fn random_scenarios_come_back_from_their_text() {
    let program = program();
    for seed in 0..2_000 {
        let random = Rng::with_seed(seed);
        let scenario = Scenario::default();
        let mut generator = Generator {
            random,
            program: &program,
            scenario,
            made: Vec::new(),
            streams: Vec::new(),
        };
        for _ in 0..12 {
            let statement = generator.statement();
            generator.scenario.statements.push(statement);
        }
        let scenario = generator.scenario;
        let text = print(&scenario, &program);
        match parse(&text, &program) {
            Ok(parsed) => assert_eq!(parsed, scenario, "{text}"),
            Err(error) => panic!("{}\n{text}", error.render("printed", &text)),
        }
        assert!(print(&scenario, &program) == text, "printing is deterministic");
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let program = program();
    let pieces: Vec<&str> = r#"let set call a b @classify @table : i32 i8 f64 ptr = [ ] ( ) , | + - . 1 0x 1e nan nan: 'a' '
        "s" " new Circle "int[]" stream object open text of node node.ptr at bits 3 capacity argv stdin file null ü \ ; @"#
        .split_whitespace()
        .chain(["\n", "\0"])
        .collect();
    let mut random = Rng::with_seed(1);
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..random.usize(..20) {
            text.push_str(pieces[random.usize(..pieces.len())]);
            text.push_str([" ", ""][random.usize(..2)]);
        }
        match parse(&text, &program) {
            Ok(scenario) => {
                let printed = print(&scenario, &program);
                assert_eq!(
                    parse(&printed, &program),
                    Ok(scenario),
                    "{text:?} printed as {printed:?}"
                );
            }
            Err(error) => {
                error.render("t.scn", &text);
            }
        }
        let _ = parse_argument(&text, Type::Ptr, None);
    }
}
