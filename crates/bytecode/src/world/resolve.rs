//! Resolution of fields and methods, as chapter 5.4.3 of the JVM's specification has it.

use classfile::descriptor::{JType, Signature};
use classfile::error::LoadError;
use classfile::flags;
use program::{ClassId, Program, Type};

use super::World;
use super::functions::Role;
use super::info::{FieldRef, MethodInfo, MethodKey, MethodRef};
use super::names::Name;

/// The classes whose native methods with a single `Object[]` take whatever a call passes.
const POLYMORPHIC: [&str; 2] = ["java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle"];

impl World {
    /// Resolves a field (5.4.3.2): in the class, in the interfaces above it, in its superclass.
    pub fn field(
        &mut self,
        _program: &mut Program,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Result<FieldRef, LoadError> {
        let known = (self.names.known(name), self.names.known(descriptor));
        if let (Some(name), Some(descriptor)) = known
            && let Some(field) = self.find_field(class, (name, descriptor))
        {
            return Ok(field);
        }
        Err(LoadError::NoField {
            class: self.info(class).name.to_string(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        })
    }

    fn find_field(&self, class: ClassId, key: (Name, Name)) -> Option<FieldRef> {
        let mut next = Some(class);
        while let Some(class) = next {
            let info = self.info(class);
            let own = std::iter::once(class);
            // The interfaces of a superclass come when it is its turn.
            let above = info.interfaces.iter().flat_map(|&interface| {
                std::iter::once(interface).chain(self.superinterfaces(interface))
            });
            let found = own.chain(above).find_map(|owner| {
                let info = self.info(owner);
                let field = &info.fields[*info.field_index.get(&key)? as usize];
                let (ty, place, flags) = (field.ty, field.place, field.flags);
                Some(FieldRef { class: owner, ty, place, flags })
            });
            if found.is_some() {
                return found;
            }
            next = info.superclass;
        }
        None
    }

    /// Resolves a method of a class (5.4.3.3) or of an interface (5.4.3.4).
    pub fn method(
        &mut self,
        program: &mut Program,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodRef, LoadError> {
        if let Some(method) = self.polymorphic_call(program, class, name, descriptor) {
            return Ok(method);
        }
        let known = (self.names.known(name), self.names.known(descriptor));
        if let (Some(name), Some(descriptor)) = known
            && let Some(key) = self.find_method(class, (name, descriptor))
        {
            return Ok(self.method_ref(class, key));
        }
        Err(LoadError::NoMethod {
            class: self.info(class).name.to_string(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        })
    }

    /// A method that a class itself declares.
    pub fn declared(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodKey> {
        let key = (self.names.known(name)?, self.names.known(descriptor)?);
        let index = *self.info(class).method_index.get(&key)?;
        Some(MethodKey { class, index })
    }

    /// A field that a class itself declares, or that was injected into it.
    pub fn declared_field(&self, class: ClassId, name: &str) -> Option<FieldRef> {
        let info = self.info(class);
        let field = info.fields.iter().find(|field| &*field.name == name)?;
        Some(FieldRef { class, ty: field.ty, place: field.place, flags: field.flags })
    }

    /// How many fields a class declares; injected ones come behind them.
    pub fn declared_fields(&self, class: ClassId) -> usize {
        let info = self.info(class);
        info.skeleton.as_ref().map_or(info.fields.len(), |skeleton| skeleton.fields.len())
    }

    /// What is known of a method.
    pub fn method_info(&self, key: MethodKey) -> &MethodInfo {
        &self.info(key.class).methods[key.index as usize]
    }

    /// The method that `invokespecial` calls for one that was resolved: for a call of a superclass's
    /// method, the nearest one above the caller.
    pub fn special(
        &mut self,
        program: &mut Program,
        caller: ClassId,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodRef, LoadError> {
        let resolved = self.method(program, class, name, descriptor)?;
        let above = self.info(class);
        let superclass = self.info(caller).superclass;
        let is_super = name != "<init>"
            && !above.is_interface()
            && resolved.flags & flags::PRIVATE == 0
            && caller != class
            && self.is_subtype(program, caller, class);
        match superclass.filter(|_| is_super) {
            Some(superclass) => self.method(program, superclass, name, descriptor),
            None => Ok(resolved),
        }
    }

    fn find_method(&self, class: ClassId, key: (Name, Name)) -> Option<MethodKey> {
        let mut next = Some(class);
        while let Some(class) = next {
            let info = self.info(class);
            if let Some(&index) = info.method_index.get(&key) {
                return Some(MethodKey { class, index });
            }
            next = info.superclass;
        }
        self.find_above(class, key)
    }

    /// Among the interfaces above a class: a maximally specific method with a body if there is one,
    /// else any that is neither private nor static.
    fn find_above(&self, class: ClassId, key: (Name, Name)) -> Option<MethodKey> {
        let hidden = flags::PRIVATE | flags::STATIC;
        let above = self.superinterfaces(class).into_iter();
        let candidates: Vec<MethodKey> = above
            .filter_map(|class| {
                let index = *self.info(class).method_index.get(&key)?;
                Some(MethodKey { class, index })
            })
            .filter(|&key| self.method_info(key).flags & hidden == 0)
            .collect();
        let covered = |key: &MethodKey| {
            let others = candidates.iter().filter(|other| other.class != key.class);
            others.into_iter().any(|other| self.superinterfaces(other.class).contains(&key.class))
        };
        let mut specific = candidates.iter().filter(|key| !covered(key));
        let with_body = specific.find(|&&key| !self.method_info(key).is_abstract());
        with_body.or(candidates.first()).copied()
    }

    /// How a resolved method is called through a class.
    fn method_ref(&self, through: ClassId, key: MethodKey) -> MethodRef {
        let method = self.method_info(key);
        let class = self.info(key.class);
        let fixed = method.flags & flags::FINAL != 0
            || class.flags & flags::FINAL != 0
            || (self.info(through).flags & flags::FINAL != 0
                && !self.info(through).is_array()
                && !class.is_interface());
        let selector = method.selector.filter(|_| !fixed || method.is_abstract());
        MethodRef { class: key.class, function: method.function, selector, flags: method.flags }
    }

    /// A call of a method that takes whatever it is passed.
    fn polymorphic_call(
        &mut self,
        program: &mut Program,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodRef> {
        if !POLYMORPHIC.contains(&&*self.info(class).name) {
            return None;
        }
        let info = self.info(class);
        let both = flags::NATIVE | flags::VARARGS;
        let method = info.methods.iter().find(|method| {
            &*method.name == name
                && method.flags & both == both
                && method.descriptor.starts_with("([Ljava/lang/Object;)")
        })?;
        let signature = Signature::parse(descriptor)?;
        let method_flags = method.flags;
        let is_static = method_flags & flags::STATIC != 0;
        let full = format!("{}.{name}:{descriptor}", self.info(class).name);
        let role =
            Role::Polymorphic { class, name: name.to_owned(), descriptor: descriptor.to_owned() };
        let types: Vec<Type> =
            World::types(signature, is_static).into_iter().map(JType::value).collect();
        let function = match self.synthetic(&full) {
            Some(function) => function,
            None => self.declare(program, full, &types, signature.result().result(), role),
        };
        Some(MethodRef { class, function, selector: None, flags: method_flags })
    }

    /// Whether code of a class may use a member with these flags that another class declares
    /// (5.4.4); nest mates share their private members.
    pub fn accessible(
        &mut self,
        program: &mut Program,
        from: ClassId,
        class: ClassId,
        member: u16,
    ) -> bool {
        if member & flags::PUBLIC != 0 || from == class {
            return true;
        }
        if member & flags::PRIVATE != 0 {
            return self.nest_host(program, from) == self.nest_host(program, class);
        }
        let (user, owner) = (self.info(from), self.info(class));
        let same_package = user.package == owner.package && user.origin.user == owner.origin.user;
        same_package || member & flags::PROTECTED != 0 && self.is_subtype(program, from, class)
    }

    /// Refuses the program's code a member that is not open to it, as the JVM words it. The library's own code
    /// is taken at its word.
    pub fn permit(
        &mut self,
        program: &mut Program,
        from: ClassId,
        class: ClassId,
        member: u16,
        what: impl FnOnce() -> String,
    ) -> Result<(), LoadError> {
        let is_free = !self.info(from).origin.user || self.is_magic(program, from);
        if is_free || self.accessible(program, from, class, member) {
            return Ok(());
        }
        let kept = if member & flags::PRIVATE != 0 {
            "private "
        } else if member & flags::PROTECTED != 0 {
            "protected "
        } else {
            ""
        };
        let home = |class: ClassId| match &self.info(class).origin.module {
            Some(module) => format!("module {module} of loader 'bootstrap'"),
            None => "unnamed module of loader 'app'".to_owned(),
        };
        let name = |class: ClassId| self.info(class).name.replace('/', ".");
        let (user, owner, at_home, other) = (name(from), name(class), home(from), home(class));
        let homes = if at_home == other {
            format!("{user} and {owner} are in {at_home}")
        } else {
            format!("{user} is in {at_home}; {owner} is in {other}")
        };
        let what = what();
        let message = format!("class {user} tried to access {kept}{what} ({homes})");
        Err(LoadError::Inaccessible(message))
    }

    /// Whether a class was made by the library's reflection, which may reach what nobody else may: the JVM knows
    /// it by what it extends.
    fn is_magic(&self, program: &Program, class: ClassId) -> bool {
        let magic = self.known_class("jdk/internal/reflect/MagicAccessorImpl");
        magic.is_some_and(|magic| self.is_subtype(program, class, magic))
    }

    /// The class that stands for a nest: the one it names, or the class itself.
    pub fn nest_host(&mut self, program: &mut Program, class: ClassId) -> ClassId {
        if let Some(host) = self.host(class) {
            return host;
        }
        let host = self.nest_host_name(class);
        host.and_then(|host| self.class(program, &host).ok()).unwrap_or(class)
    }
}
