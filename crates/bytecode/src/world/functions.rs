//! The functions of a world: what each of them stands for.

use classfile::descriptor::{JType, Signature};
use program::{ClassId, FuncId, Function, Id, IdVec, Program, Register, Type};

use super::{MethodKey, World};

/// What a function stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// A method.
    Method(MethodKey),
    /// What initialises a class.
    Initializer(ClassId),
    /// What throws an exception of the virtual machine's.
    Thrower(Thrower),
    /// A service of the runtime, done by a model.
    Runtime(Helper),
    /// A signature-polymorphic method as called with one descriptor.
    Polymorphic {
        /// `java/lang/invoke/MethodHandle` or `java/lang/invoke/VarHandle`.
        class: ClassId,
        /// The method's name.
        name: String,
        /// The descriptor of the call.
        descriptor: String,
    },
    /// A call site that a bootstrap method links.
    CallSite {
        /// The class whose code has it.
        class: ClassId,
        /// Its index in the constant pool.
        index: u16,
    },
    /// A constant that has to be computed.
    Constant {
        /// The class whose code has it.
        class: ClassId,
        /// Its index in the constant pool.
        index: u16,
    },
    /// Code that was made here and has its body from the start: call sites, bridges, lambdas.
    Built,
}

/// The exceptions of the virtual machine's own, each thrown by a function that does not return.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Thrower {
    /// `NullPointerException`; the bytecode instruction that met the null, counted from 1, or 0.
    NullPointer,
    /// `ArrayIndexOutOfBoundsException`; the index and the length.
    ArrayIndex,
    /// `ArithmeticException`: / by zero; no argument.
    Arithmetic,
    /// `ClassCastException`; the object and the mirror slot's class it should have been, as a number.
    ClassCast,
    /// `ArrayStoreException`; the object that does not fit.
    ArrayStore,
    /// `NegativeArraySizeException`; the size.
    NegativeSize,
    /// `StackOverflowError`; no argument.
    StackOverflow,
    /// `OutOfMemoryError`; no argument.
    OutOfMemory,
    /// An error of linking or anything else that is known beforehand; no argument.
    Fixed {
        /// Internal name of the throwable's class.
        class: String,
        /// Its message.
        message: String,
    },
}

/// Services of the runtime, done by models.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Helper {
    /// Makes the interned string of a slot and keeps it there: `(slot: i32) -> ptr`.
    String,
    /// Makes the `Class` object of a class and keeps it in its slot: `(class: i32) -> ptr`.
    Mirror,
}

impl Helper {
    /// The name of its function.
    pub fn name(self) -> &'static str {
        match self {
            Helper::String => "ferret/Runtime.string",
            Helper::Mirror => "ferret/Runtime.mirror",
        }
    }
}

impl Thrower {
    /// The name of its function.
    pub fn name(&self) -> String {
        let name = match self {
            Thrower::NullPointer => "npe",
            Thrower::ArrayIndex => "array_index",
            Thrower::Arithmetic => "arithmetic",
            Thrower::ClassCast => "class_cast",
            Thrower::ArrayStore => "array_store",
            Thrower::NegativeSize => "negative_size",
            Thrower::StackOverflow => "stack_overflow",
            Thrower::OutOfMemory => "out_of_memory",
            Thrower::Fixed { class, message } => return format!("ferret/Throw.{class}: {message}"),
        };
        format!("ferret/Throw.{name}")
    }

    /// The types of its arguments.
    pub fn parameters(&self) -> &'static [Type] {
        match self {
            Thrower::ArrayIndex => &[Type::I32, Type::I32],
            Thrower::ClassCast => &[Type::Ptr, Type::I32],
            Thrower::ArrayStore => &[Type::Ptr],
            Thrower::NegativeSize | Thrower::NullPointer => &[Type::I32],
            _ => &[],
        }
    }
}

impl World {
    /// What a function stands for.
    pub fn role(&self, function: FuncId) -> Role {
        self.roles.get(function.index()).cloned().unwrap_or(Role::Built)
    }

    /// The method that a function is, if it is one.
    pub fn function_method(&self, function: FuncId) -> Option<MethodKey> {
        match self.role(function) {
            Role::Method(key) => Some(key),
            _ => None,
        }
    }

    /// The function that throws one of the virtual machine's exceptions.
    pub fn thrower(&mut self, program: &mut Program, thrower: &Thrower) -> FuncId {
        let name = thrower.name();
        if let Some(&function) = self.synthetic.get(&name) {
            return function;
        }
        let role = Role::Thrower(thrower.clone());
        self.declare(program, name, thrower.parameters(), None, role)
    }

    /// The function of a service of the runtime.
    pub fn helper(&mut self, program: &mut Program, helper: Helper) -> FuncId {
        if let Some(&function) = self.synthetic.get(helper.name()) {
            return function;
        }
        let name = helper.name().to_owned();
        self.declare(program, name, &[Type::I32], Some(Type::Ptr), Role::Runtime(helper))
    }

    /// A function without a body, of a name nobody has yet.
    pub fn declare(
        &mut self,
        program: &mut Program,
        name: String,
        parameters: &[Type],
        result: Option<Type>,
        role: Role,
    ) -> FuncId {
        let mut registers = IdVec::default();
        for (index, &ty) in parameters.iter().enumerate() {
            registers.push(Register { name: format!("a{index}"), ty });
        }
        let function = Function {
            name: name.clone(),
            params: parameters.len() as u32,
            result,
            registers,
            ..Function::default()
        };
        let id = self.add_function(program, function, role);
        self.synthetic.insert(name, id);
        id
    }

    /// Adds a function whose body is there; its name must be new.
    pub fn add_function(
        &mut self,
        program: &mut Program,
        function: Function,
        role: Role,
    ) -> FuncId {
        let id = program.functions.push(function);
        self.roles.resize(id.index(), Role::Built);
        self.roles.push(role);
        id
    }

    /// A function that was declared by its name and is no method.
    pub fn synthetic(&self, name: &str) -> Option<FuncId> {
        self.synthetic.get(name).copied()
    }

    /// The function of a method, without a body.
    pub(super) fn declare_method(
        &mut self,
        program: &mut Program,
        key: MethodKey,
        name: String,
        is_static: bool,
        signature: Signature<'_>,
    ) -> FuncId {
        let mut registers = IdVec::default();
        if !is_static {
            registers.push(Register { name: "this".to_owned(), ty: Type::Ptr });
        }
        for (index, (ty, _)) in signature.parameters().enumerate() {
            registers.push(Register { name: format!("a{index}"), ty: ty.value() });
        }
        let function = Function {
            name,
            params: registers.len() as u32,
            result: signature.result().result(),
            registers,
            ..Function::default()
        };
        self.add_function(program, function, Role::Method(key))
    }

    /// What a parameter or result of a method is, for functions made elsewhere.
    pub fn types(signature: Signature<'_>, is_static: bool) -> Vec<JType> {
        let receiver = (!is_static).then_some(JType::Reference);
        receiver.into_iter().chain(signature.parameters().map(|(ty, _)| ty)).collect()
    }
}
