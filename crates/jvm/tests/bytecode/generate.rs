//! Random Java programs: methods over all primitive types, arrays and objects, with loops that end, and all
//! exceptions that the virtual machine itself throws.

use fastrand::Rng;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ints,
    Bytes,
    Object,
}

impl Ty {
    const ALL: [Ty; 11] = [
        Ty::Boolean,
        Ty::Byte,
        Ty::Char,
        Ty::Short,
        Ty::Int,
        Ty::Long,
        Ty::Float,
        Ty::Double,
        Ty::Ints,
        Ty::Bytes,
        Ty::Object,
    ];

    fn name(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Char => "char",
            Ty::Short => "short",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Ints => "int[]",
            Ty::Bytes => "byte[]",
            Ty::Object => "Object",
        }
    }
}

/// A method that others can call.
struct Method {
    name: String,
    parameters: Vec<Ty>,
    result: Ty,
}

struct Generator {
    rng: Rng,
    text: String,
    methods: Vec<Method>,
    /// Variables in scope.
    variables: Vec<(String, Ty)>,
    /// Counters of loops, which are read and not written.
    counters: Vec<String>,
    indent: usize,
    next: u32,
    /// How many statements may still be written.
    budget: u32,
}

/// A program, the same for the same seed.
pub fn program(seed: u64, class: &str) -> String {
    let mut generator = Generator {
        rng: Rng::with_seed(seed),
        text: String::new(),
        methods: Vec::new(),
        variables: Vec::new(),
        counters: Vec::new(),
        indent: 1,
        next: 0,
        budget: 0,
    };
    generator.line(&format!("public class {class} {{"));
    generator.line(
        "static int si = 5; static long sl = -9L; static double sd = 0.5; static boolean sz;",
    );
    generator.line("static byte sb; static int[] sa = { 4, 5, 6 }; int f = 3; boolean g; short h;");
    generator.line(&format!("static {class} it = new {class}();"));
    let methods = generator.rng.u32(3..6);
    for _ in 0..methods {
        generator.method();
    }
    generator.main();
    generator.text += "}\n";
    generator.text
}

impl Generator {
    fn line(&mut self, text: &str) {
        self.text += &"  ".repeat(self.indent);
        self.text += text;
        self.text.push('\n');
    }

    fn one<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.rng.usize(..choices.len())]
    }

    fn any_type(&mut self) -> Ty {
        Ty::ALL[self.rng.usize(..Ty::ALL.len())]
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    fn method(&mut self) {
        let name = self.fresh("m");
        let count = self.rng.usize(1..5);
        let parameters: Vec<Ty> = (0..count).map(|_| self.any_type()).collect();
        let result = self.any_type();
        self.variables.clear();
        let mut list = Vec::new();
        for &ty in &parameters {
            let name = self.fresh("p");
            list.push(format!("{} {name}", ty.name()));
            self.variables.push((name, ty));
        }
        self.line(&format!("static {} {name}({}) {{", result.name(), list.join(", ")));
        self.indent += 1;
        self.budget = 30;
        self.statements(3);
        let value = self.expression(result, 3);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.methods.push(Method { name, parameters, result });
    }

    /// Statements in a scope of their own.
    fn statements(&mut self, depth: u32) {
        let scope = self.variables.len();
        for _ in 0..self.rng.u32(1..6) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.statement(depth);
        }
        if depth < 3 {
            self.variables.truncate(scope);
        }
    }

    fn block(&mut self, head: &str, depth: u32) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        self.statements(depth);
        self.indent -= 1;
        self.line("}");
    }

    fn statement(&mut self, depth: u32) {
        match self.rng.u32(..if depth == 0 { 8 } else { 15 }) {
            0..=2 => {
                let ty = self.any_type();
                let value = self.expression(ty, 3);
                let name = self.fresh("v");
                self.line(&format!("{} {name} = {value};", ty.name()));
                self.variables.push((name, ty));
            }
            3 | 4 => self.assignment(),
            5 => {
                let (array, index) = (self.expression(Ty::Ints, 1), self.index());
                let op = self.one(&["=", "+=", "-=", "*=", "^=", "<<=", ">>>="]);
                let value = self.expression(Ty::Int, 2);
                self.line(&format!("({array})[{index}] {op} {value};"));
            }
            6 => {
                let target = self.one(&["si", "it.f", "sa[1]"]);
                let how = self.one(&["++", "--"]);
                self.line(&format!("{target}{how};"));
            }
            7 => {
                let (target, ty) = [
                    ("sl", Ty::Long),
                    ("sd", Ty::Double),
                    ("sz", Ty::Boolean),
                    ("sb", Ty::Byte),
                    ("it.g", Ty::Boolean),
                    ("it.h", Ty::Short),
                ][self.rng.usize(..6)];
                let value = self.expression(ty, 2);
                self.line(&format!("{target} = {value};"));
            }
            8 | 9 => {
                let test = self.expression(Ty::Boolean, 3);
                self.block(&format!("if ({test})"), depth - 1);
                if self.rng.bool() {
                    self.block("else", depth - 1);
                }
            }
            10 | 11 => {
                let counter = self.fresh("k");
                let times = self.rng.u32(1..5);
                let head = format!("for (int {counter} = 0; {counter} < {times}; {counter}++)");
                self.counters.push(counter.clone());
                if self.rng.bool() {
                    self.block(&head, depth - 1);
                } else {
                    let test = self.expression(Ty::Boolean, 2);
                    self.line(&format!("{head} {{"));
                    self.indent += 1;
                    let word = self.one(&["break", "continue"]);
                    self.line(&format!("if ({test}) {word};"));
                    self.statements(depth - 1);
                    self.indent -= 1;
                    self.line("}");
                }
                self.counters.pop();
            }
            12 => self.switch(depth),
            13 => {
                self.block("try", depth - 1);
                let exception = self.one(&[
                    "ArithmeticException",
                    "IndexOutOfBoundsException",
                    "NullPointerException | ClassCastException",
                    "RuntimeException",
                    "NegativeArraySizeException",
                ]);
                let name = self.fresh("e");
                self.block(&format!("catch ({exception} {name})"), depth - 1);
                if self.rng.bool() {
                    self.block("finally", depth - 1);
                }
            }
            _ => {
                let test = self.expression(Ty::Boolean, 2);
                self.line(&format!("if ({test}) throw new IllegalStateException(\"s\" + si);"));
            }
        }
    }

    fn switch(&mut self, depth: u32) {
        let value = self.expression(Ty::Int, 2);
        self.line(&format!("switch ((int) ({value})) {{"));
        self.indent += 1;
        let dense = self.rng.bool();
        for case in 0..self.rng.i32(1..5) {
            let case = if dense { case } else { case * 1000 - 7 };
            self.line(&format!("case {case}: {{"));
            self.indent += 1;
            self.statements(depth - 1);
            if self.rng.bool() {
                self.line("break;");
            }
            self.indent -= 1;
            self.line("}");
        }
        if self.rng.bool() {
            self.line("default:");
            self.line("si ^= 0x1234;");
        }
        self.indent -= 1;
        self.line("}");
    }

    fn assignment(&mut self) {
        let Some((name, ty)) = self.rng.choice(&self.variables).cloned() else { return };
        let value = self.expression(ty, 3);
        let compound = match ty {
            Ty::Byte | Ty::Char | Ty::Short | Ty::Int | Ty::Long => {
                self.one(&["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="])
            }
            Ty::Float | Ty::Double => self.one(&["+=", "-=", "*=", "/=", "%="]),
            Ty::Boolean => self.one(&["&=", "|=", "^="]),
            _ => "=",
        };
        let op = if self.rng.bool() { compound } else { "=" };
        self.line(&format!("{name} {op} {value};"));
    }

    fn index(&mut self) -> String {
        if self.rng.u32(..4) == 0 {
            return self.expression(Ty::Int, 1);
        }
        let value = self.expression(Ty::Int, 1);
        format!("({value}) & 3")
    }

    /// An expression of exactly this type, in parentheses where it needs them.
    fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.rng.u32(..6) == 0 {
            return self.leaf(ty);
        }
        if self.rng.u32(..8) == 0
            && let Some(call) = self.call(ty, depth)
        {
            return call;
        }
        if self.rng.u32(..8) == 0 {
            let test = self.expression(Ty::Boolean, depth - 1);
            let (yes, no) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            return format!("({test} ? {yes} : {no})");
        }
        let below = depth - 1;
        match ty {
            Ty::Boolean => self.condition(below),
            Ty::Byte | Ty::Char | Ty::Short => {
                let from = [Ty::Int, Ty::Long, Ty::Double, Ty::Float][self.rng.usize(..4)];
                let value = self.expression(from, below);
                format!("(({}) ({value}))", ty.name())
            }
            Ty::Int => self.int(below),
            Ty::Long => match self.rng.u32(..5) {
                0 => {
                    let from = [Ty::Int, Ty::Float, Ty::Double, Ty::Char][self.rng.usize(..4)];
                    let value = self.expression(from, below);
                    format!("((long) ({value}))")
                }
                1 => {
                    let (left, right) =
                        (self.expression(ty, below), self.expression(Ty::Int, below));
                    let op = self.one(&["<<", ">>", ">>>"]);
                    format!("({left} {op} {right})")
                }
                _ => self.two(ty, &["+", "-", "*", "/", "%", "&", "|", "^"], below),
            },
            Ty::Float | Ty::Double => match self.rng.u32(..4) {
                0 => {
                    let from = [Ty::Int, Ty::Long, Ty::Float, Ty::Double][self.rng.usize(..4)];
                    let value = self.expression(from, below);
                    format!("(({}) ({value}))", ty.name())
                }
                _ => self.two(ty, &["+", "-", "*", "/", "%"], below),
            },
            Ty::Ints => {
                let length = self.expression(Ty::Int, below);
                match self.rng.u32(..3) {
                    0 => format!("new int[({length}) % 9]"),
                    1 => {
                        let value = self.expression(Ty::Int, below);
                        format!("new int[] {{ {length}, {value}, 7 }}")
                    }
                    _ => {
                        let value = self.expression(Ty::Object, below);
                        format!("((int[]) {value})")
                    }
                }
            }
            Ty::Bytes => {
                let value = self.expression(Ty::Byte, below);
                format!("new byte[] {{ {value}, -1, 127, 3 }}")
            }
            Ty::Object => match self.rng.u32(..4) {
                0 => {
                    let value = self.expression(Ty::Int, below);
                    format!("((Object) Integer.valueOf({value}))")
                }
                1 => {
                    let value = self.expression(Ty::Ints, below);
                    format!("((Object) {value})")
                }
                2 => {
                    let (a, b) = (self.expression(Ty::Object, below), self.expression(Ty::Int, 1));
                    format!("(new Object[] {{ {a}, \"x\", null }})[({b}) & 3]")
                }
                _ => "((Object) \"text\")".to_owned(),
            },
        }
    }

    fn int(&mut self, below: u32) -> String {
        match self.rng.u32(..10) {
            0 => {
                let from = [Ty::Long, Ty::Float, Ty::Double, Ty::Byte][self.rng.usize(..4)];
                let value = self.expression(from, below);
                format!("((int) ({value}))")
            }
            1 => {
                let (left, amount) =
                    (self.expression(Ty::Int, below), self.expression(Ty::Long, below));
                let op = self.one(&["<<", ">>", ">>>"]);
                format!("({left} {op} {amount})")
            }
            2 => {
                let (array, index) = (self.expression(Ty::Ints, below), self.index());
                format!("({array})[{index}]")
            }
            3 => {
                let (array, index) = (self.expression(Ty::Bytes, below), self.index());
                format!("({array})[{index}]")
            }
            4 => format!("({}).length", self.expression(Ty::Ints, below)),
            5 => format!("((int) (Integer) {})", self.expression(Ty::Object, below)),
            6 => self.one(&["si++", "++it.f", "sa[it.f & 1]--", "(si += 3)"]).to_owned(),
            7 => format!("(-{})", self.expression(Ty::Int, below)),
            _ => self.two(Ty::Int, &["+", "-", "*", "/", "%", "&", "|", "^"], below),
        }
    }

    fn condition(&mut self, below: u32) -> String {
        match self.rng.u32(..8) {
            0 | 1 => self.two(Ty::Boolean, &["&&", "||", "^", "&", "|", "=="], below),
            2 => format!("(!{})", self.expression(Ty::Boolean, below)),
            3 => {
                let class = self.one(&["Integer", "String", "int[]", "Number", "Comparable"]);
                format!("({} instanceof {class})", self.expression(Ty::Object, below))
            }
            4 => {
                let op = self.one(&["==", "!="]);
                format!("({} {op} null)", self.expression(Ty::Object, below))
            }
            _ => {
                let types = [Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Char];
                let ty = types[self.rng.usize(..types.len())];
                self.two(ty, &["<", "<=", ">", ">=", "==", "!="], below)
            }
        }
    }

    fn two(&mut self, ty: Ty, ops: &[&str], below: u32) -> String {
        let (left, right) = (self.expression(ty, below), self.expression(ty, below));
        let op = self.one(ops);
        format!("({left} {op} {right})")
    }

    fn call(&mut self, ty: Ty, depth: u32) -> Option<String> {
        let fitting: Vec<usize> =
            (0..self.methods.len()).filter(|index| self.methods[*index].result == ty).collect();
        let index = *self.rng.choice(&fitting)?;
        let parameters = self.methods[index].parameters.clone();
        let arguments: Vec<String> =
            parameters.into_iter().map(|ty| self.expression(ty, depth.min(2) - 1)).collect();
        Some(format!("{}({})", self.methods[index].name, arguments.join(", ")))
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let fitting: Vec<String> = self
            .variables
            .iter()
            .filter(|(_, other)| *other == ty)
            .map(|(name, _)| name.clone())
            .collect();
        if self.rng.u32(..3) > 0
            && let Some(name) = self.rng.choice(&fitting)
        {
            return name.clone();
        }
        let constant = match ty {
            Ty::Boolean => self.one(&["true", "false", "sz", "it.g"]),
            Ty::Byte => self.one(&["(byte) 3", "(byte) -128", "sb", "Byte.MAX_VALUE"]),
            Ty::Char => self.one(&["'a'", "'\\uffff'", "(char) 0"]),
            Ty::Short => self.one(&["(short) -1", "Short.MIN_VALUE", "it.h"]),
            Ty::Int => {
                if let Some(counter) = self.rng.choice(&self.counters).cloned() {
                    return counter;
                }
                self.one(&[
                    "0",
                    "1",
                    "-1",
                    "5",
                    "1000",
                    "Integer.MAX_VALUE",
                    "Integer.MIN_VALUE",
                    "si",
                    "it.f",
                ])
            }
            Ty::Long => self.one(&["0L", "1L", "-1L", "4294967297L", "Long.MIN_VALUE", "sl"]),
            Ty::Float => self.one(&["0f", "1.5f", "-0f", "1e30f", "Float.NaN", "3e-40f"]),
            Ty::Double => self.one(&["0d", "0.1", "-1e300", "Double.NaN", "1e19", "sd"]),
            Ty::Ints => self.one(&["sa", "(int[]) null", "new int[2]"]),
            Ty::Bytes => self.one(&["new byte[3]", "(byte[]) null"]),
            Ty::Object => self.one(&[
                "(Object) \"s\"",
                "(Object) null",
                "(Object) sa",
                "(Object) new Object[1]",
            ]),
        };
        format!("({constant})")
    }

    /// Calls every method a few times, the last with what the program was given, and prints what comes out.
    fn main(&mut self) {
        self.variables.clear();
        self.line("static String show(Object o) {");
        self.line("  if (o instanceof int[]) return java.util.Arrays.toString((int[]) o);");
        self.line("  if (o instanceof byte[]) return java.util.Arrays.toString((byte[]) o);");
        self.line("  if (o instanceof Object[]) return \"objects\";");
        self.line("  if (o instanceof Float) return \"f\" + Float.floatToIntBits((Float) o);");
        self.line("  if (o instanceof Double) return \"d\" + Double.doubleToLongBits((Double) o);");
        self.line("  return String.valueOf(o);");
        self.line("}");
        self.line("public static void main(String[] args) {");
        self.indent += 1;
        self.line("int a = Integer.parseInt(args[0]), b = Integer.parseInt(args[1]);");
        self.variables.push(("a".to_owned(), Ty::Int));
        self.variables.push(("b".to_owned(), Ty::Int));
        for index in 0..self.methods.len() {
            for _ in 0..4 {
                let parameters = self.methods[index].parameters.clone();
                let arguments: Vec<String> =
                    parameters.into_iter().map(|ty| self.expression(ty, 1)).collect();
                let name = self.methods[index].name.clone();
                let call = format!("{name}({})", arguments.join(", "));
                self.line(&format!("try {{ System.out.println(\"{name} \" + show({call})); }}"));
                self.line("catch (RuntimeException e) { System.out.println(e); }");
            }
        }
        self.line("System.out.println(si + \" \" + sl + \" \" + sz + \" \" + sb + \" \" + it.f + it.g + it.h);");
        self.line("System.out.println(show(sd) + show(sa));");
        self.indent -= 1;
        self.line("}");
    }
}
