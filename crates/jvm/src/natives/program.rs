//! What the program is started with: its main method and the arguments of it.

use super::Jvm;
use bytecode::world::World;
use classfile::flags;
use machine::{Stop, Value};
use program::{ClassId, FuncId};

impl Jvm<'_> {
    /// The arguments of `main` as a `String[]`. One that is an input is made from its characters, which keep
    /// their terms.
    pub(crate) fn program_arguments(&mut self) -> Result<Value, Stop> {
        let given = self.context.environment().arguments.clone();
        let mut strings = Vec::new();
        let mut places = self.shared.slots.arguments();
        for bytes in given {
            let characters = match places.next() {
                Some(place) => self.slot(place)?,
                None => Value::pointer(0),
            };
            strings.push(if characters.bits == 0 {
                self.new_string(&String::from_utf8_lossy(&bytes))?
            } else {
                self.construct("java/lang/String", "<init>([C)V", &[characters])?
            });
        }
        self.references("[Ljava/lang/String;", &strings)
    }

    /// Initialises a class that those under test use. Where that would initialise one of them it must not be: what
    /// their initialisers execute belongs to the test that comes first. What stands above a class comes first, as
    /// its own initialisation would have it but for those that refer to one another. A class under test itself
    /// may take others under test with it.
    pub(crate) fn initialize_beside(&mut self, class: ClassId) -> Result<(), Stop> {
        let is_under_test = self.shared.world().is_measured(class);
        if is_under_test {
            return self.initialize(class);
        }
        let (mut above, mut measured): (Vec<ClassId>, Vec<ClassId>) = {
            let world = self.shared.world();
            let line = std::iter::successors(Some(class), |class| world.info(*class).superclass);
            (line.collect(), world.all_measured())
        };
        measured.retain(|class| self.context.class_state(*class) == 0);
        while let Some(class) = above.pop() {
            self.initialize(class)?;
        }
        match measured.iter().any(|class| self.context.class_state(*class) != 0) {
            true => Err(self.throw("java/lang/IllegalStateException", None)),
            false => Ok(()),
        }
    }

    /// The main method of a class: its function, whether it is static, whether it takes arguments.
    pub(crate) fn main_of(&mut self, class: ClassId) -> Result<(FuncId, bool, bool), Stop> {
        let found = {
            let world = self.shared.world();
            main_method(&world, class)
        };
        match found {
            Some(found) => Ok(found),
            None => Err(self.throw("java/lang/NoSuchMethodError", Some("main"))),
        }
    }

    /// An instance of the main class, where the main method needs one.
    pub(crate) fn instance_of(&mut self, class: ClassId) -> Result<Value, Stop> {
        let constructor = self.resolve(class, "<init>()V")?;
        let object = self.context.new_object(class)?;
        self.call(constructor.function, &[object])?;
        Ok(object)
    }
}

/// The main method that the `java` command would choose: with arguments before without, and where the
/// release has them, those that need an instance.
pub(crate) fn main_method(world: &World, class: ClassId) -> Option<(FuncId, bool, bool)> {
    let mut next = Some(class);
    let mut found: Option<(FuncId, bool, bool)> = None;
    while let Some(class) = next {
        let info = world.info(class);
        for method in &info.methods {
            let arguments = match &*method.descriptor {
                "([Ljava/lang/String;)V" => true,
                "()V" => false,
                _ => continue,
            };
            if &*method.name != "main" || method.flags & flags::PRIVATE != 0 {
                continue;
            }
            let classic = method.is_static() && method.flags & flags::PUBLIC != 0 && arguments;
            if !classic && world.jdk().release < 25 {
                continue;
            }
            if found.is_none_or(|(_, _, before)| arguments && !before) {
                found = Some((method.function, method.is_static(), arguments));
            }
        }
        if found.is_some() {
            break;
        }
        next = info.superclass;
    }
    found
}
