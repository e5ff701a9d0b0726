//! What is read from class files on demand: constant pools, bodies, attributes, resources.

use std::sync::Arc;

use classfile::code::Code;
use classfile::error::LoadError;
use classfile::record::{RecordComponent, record};
use classfile::skeleton::{ClassFileError, RawAttribute, Skeleton};
use program::ClassId;
use ristretto_classfile::ConstantPool;
use ristretto_classfile::attributes::{Attribute, Instruction};
use ristretto_classfile::byte_reader::ByteReader;

use super::World;
use super::info::{Member, MethodKey};
use super::link::malformed;

impl World {
    /// The constant pool of a class.
    pub fn pool(&mut self, class: ClassId) -> Result<Arc<ConstantPool<'static>>, LoadError> {
        if let Some(pool) = self.pools.get(&class) {
            return Ok(Arc::clone(pool));
        }
        let skeleton = self.skeleton(class)?;
        // Behind the magic number and the version.
        let mut reader = ByteReader::new(&skeleton.bytes);
        reader.set_position(8);
        let pool = ConstantPool::from_bytes(&mut reader);
        let pool =
            pool.map_err(|error| self.bad(class, ClassFileError::Format(error.to_string())))?;
        let pool = Arc::new(pool.into_owned());
        self.pools.insert(class, Arc::clone(&pool));
        Ok(pool)
    }

    /// The body of a method; one that has none is malformed.
    pub fn code(&mut self, key: MethodKey) -> Result<Arc<Code>, LoadError> {
        if let Some(code) = self.codes.get(&key) {
            return Ok(Arc::clone(code));
        }
        let pool = self.pool(key.class)?;
        let skeleton = self.skeleton(key.class)?;
        let part = skeleton.methods.get(key.index as usize);
        let attribute = part.and_then(|part| skeleton.raw_attribute(&part.attributes, "Code"));
        let attribute = attribute.ok_or_else(|| self.bad(key.class, "it has no body".into()))?;
        let code = Code::read(&skeleton, &pool, attribute);
        let code = Arc::new(code.map_err(|bad| self.bad(key.class, bad))?);
        self.codes.insert(key, Arc::clone(&code));
        Ok(code)
    }

    /// How often a run of a method's code may call an interface's method of a name: the places that do, each twice where
    /// the code has a loop.
    pub fn calls_of_interface(&mut self, key: MethodKey, interface: &str, name: &str) -> usize {
        let (Ok(pool), Ok(code)) = (self.pool(key.class), self.code(key)) else { return 0 };
        let (mut places, mut loops) = (0, false);
        for (at, instruction) in code.instructions.iter().enumerate() {
            if let Instruction::Invokeinterface(index, _) = instruction {
                places += usize::from(is_method(&pool, *index, interface, name));
            }
            if let Instruction::Goto(target) = instruction {
                loops |= usize::from(*target) <= at;
            }
        }
        if loops { places * 2 } else { places }
    }

    /// Forgets a body that has been lowered; it is read again if it is asked for again.
    pub fn forget_code(&mut self, key: MethodKey) {
        self.codes.remove(&key);
    }

    /// The class file of a class, if it has one.
    pub fn bytes(&self, class: ClassId) -> Option<Arc<[u8]>> {
        let skeleton = self.info(class).skeleton.as_ref()?;
        Some(Arc::clone(&skeleton.bytes))
    }

    /// The contents of an attribute of a class or of a member of it, as the class file has them.
    pub fn raw_attribute(&self, class: ClassId, member: Member, name: &str) -> Option<&[u8]> {
        let skeleton = self.info(class).skeleton.as_deref()?;
        skeleton.attribute(member_attributes(skeleton, member)?, name)
    }

    /// An attribute of a class or of a member of it, read. Annotations and whatever holds them are
    /// nested as deeply as their author likes, so they can be had unread only.
    pub fn attribute(
        &mut self,
        class: ClassId,
        member: Member,
        name: &str,
    ) -> Result<Option<Attribute>, LoadError> {
        let nested = name.contains("Annotation") || matches!(name, "Code" | "Record");
        let skeleton = match self.info(class).skeleton.clone() {
            Some(skeleton) if !nested => skeleton,
            _ => return Ok(None),
        };
        let found = member_attributes(&skeleton, member)
            .and_then(|attributes| skeleton.raw_attribute(attributes, name));
        let Some(found) = found else { return Ok(None) };
        let pool = self.pool(class)?;
        // Behind the name and the length.
        let mut reader = ByteReader::new(&skeleton.bytes[..found.range.end as usize]);
        reader.set_position(found.range.start as usize - 6);
        let read = Attribute::from_bytes(&pool, &mut reader);
        read.map(Some).map_err(|error| self.bad(class, ClassFileError::Format(error.to_string())))
    }

    /// The components of a record; `None` if a class is none.
    pub fn record(&self, class: ClassId) -> Result<Option<Vec<RecordComponent>>, LoadError> {
        let Some(skeleton) = self.info(class).skeleton.as_deref() else { return Ok(None) };
        record(skeleton).map_err(|bad| self.bad(class, bad))
    }

    /// The name of the class that a class names as the host of its nest.
    pub fn nest_host_name(&self, class: ClassId) -> Option<String> {
        let bytes = self.raw_attribute(class, Member::Class, "NestHost")?;
        let index = u16::from_be_bytes(*bytes.first_chunk()?);
        let skeleton = self.info(class).skeleton.as_deref()?;
        skeleton.class(index).map(std::borrow::Cow::into_owned)
    }

    /// The files of a name in all parts of the class path.
    pub fn on_class_path(&self, path: &str) -> Result<Vec<Vec<u8>>, LoadError> {
        let found = self.class_path.iter().filter_map(|archive| archive.read(path).transpose());
        found.collect()
    }

    /// A file beside the classes, such as `messages.properties`: from the JDK or from the class path.
    pub fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, LoadError> {
        let package = path.rsplit_once('/').map_or("", |(package, _)| package);
        let module =
            ["java.base"].into_iter().chain(self.image.module(package).map(|name| &**name));
        if let Some(bytes) = module.into_iter().find_map(|module| self.image.file(module, path)) {
            return Ok(Some(bytes));
        }
        for archive in self.class_path.iter() {
            if let Some(bytes) = archive.read(path)? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    fn skeleton(&self, class: ClassId) -> Result<Arc<Skeleton>, LoadError> {
        let skeleton = self.info(class).skeleton.clone();
        skeleton.ok_or_else(|| self.bad(class, "there is no class file".into()))
    }

    fn bad(&self, class: ClassId, bad: ClassFileError) -> LoadError {
        let info = self.info(class);
        malformed(bad, info.origin.location.as_deref().unwrap_or_default(), &info.name)
    }
}

fn member_attributes(skeleton: &Skeleton, member: Member) -> Option<&[RawAttribute]> {
    Some(match member {
        Member::Class => &skeleton.attributes,
        Member::Field(index) => &skeleton.fields.get(index as usize)?.attributes,
        Member::Method(index) => &skeleton.methods.get(index as usize)?.attributes,
    })
}

/// Whether a constant is an interface's method of a name.
fn is_method(pool: &ConstantPool<'_>, index: u16, interface: &str, name: &str) -> bool {
    let Ok((class, signature)) = pool.try_get_interface_method_ref(index) else { return false };
    let own = pool.try_get_name_and_type(*signature).and_then(|(own, _)| pool.try_get_utf8(*own));
    pool.try_get_class(*class).is_ok_and(|class| class.to_str_lossy() == interface)
        && own.is_ok_and(|own| own.to_str_lossy() == name)
}
