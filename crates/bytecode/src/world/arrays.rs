//! Array classes and primitive types: classes that no file describes.

use std::sync::Arc;

use classfile::descriptor::{JType, class_of, field_type, of_class};
use classfile::error::LoadError;
use classfile::flags;
use program::{Class, ClassId, Program};
use rustc_hash::FxHashMap;

use super::World;
use super::info::{ClassInfo, ClassKind, Origin};

impl World {
    /// Links the array class with a component of that descriptor. It stands below the array classes of
    /// all direct supertypes of its component, so that covariance is ordinary subtyping.
    pub(super) fn link_array(
        &mut self,
        program: &mut Program,
        component: &str,
    ) -> Result<ClassId, LoadError> {
        let name = format!("[{component}");
        let element = field_type(component).filter(|_| component.len() < 1 << 16);
        let element = element.ok_or_else(|| LoadError::NotFound(name.clone()))?;
        field_type(&name).ok_or_else(|| LoadError::NotFound(name.clone()))?;
        let object = self.class(program, "java/lang/Object")?;
        let mut interfaces = Vec::new();
        for interface in ["java/lang/Cloneable", "java/io/Serializable"] {
            interfaces.push(self.class(program, interface)?);
        }
        let own = interfaces.clone();
        let (mut visible, mut origin) = (flags::PUBLIC, self.info(object).origin.clone());
        let mut inner = None;
        if let Some(class) = class_of(component) {
            let class = self.class(program, class)?;
            inner = Some(class);
            let info = self.info(class);
            visible = info.flags & (flags::PUBLIC | flags::PRIVATE | flags::PROTECTED);
            origin = info.origin.clone();
            // The program's class, since only that names what an array stands below.
            let linked = &program.classes[class];
            let above = linked.superclass.into_iter().chain(linked.interfaces.iter().copied());
            let above: Vec<Arc<str>> = above.map(|id| Arc::clone(&self.info(id).name)).collect();
            for name in above {
                interfaces.push(self.array_of(program, &of_class(&name))?);
            }
            interfaces.sort();
            interfaces.dedup();
        }
        // Another name for the way here may have linked it in the meantime.
        if let Some(Ok(known)) = self.by_name.get(name.as_str()) {
            return Ok(*known);
        }
        self.catch_up(program);
        let class = program.classes.push(Class {
            name: name.clone(),
            superclass: Some(object),
            interfaces,
            element: Some(element.storage()),
            component: inner,
            ..Class::default()
        });
        let kind = ClassKind::Array { component: component.to_owned() };
        let flags = visible | flags::FINAL | flags::ABSTRACT;
        let mut info = ClassInfo::bare(name.into(), flags, kind, origin);
        info.superclass = Some(object);
        info.interfaces = own;
        self.add_class(class, info);
        Ok(class)
    }

    /// Adds the class that stands for a primitive type.
    pub(super) fn add_primitive(&mut self, program: &mut Program, ty: JType) -> ClassId {
        let name = ty.keyword().unwrap_or_default();
        let class = program.classes.push(Class { name: name.to_owned(), ..Class::default() });
        let flags = flags::PUBLIC | flags::FINAL | flags::ABSTRACT;
        let origin = self.classes.first().map(|info| info.origin.clone()).unwrap_or_default();
        let info = ClassInfo::bare(name.into(), flags, ClassKind::Primitive(ty), origin);
        self.classes.push(info);
        class
    }

    /// Keeps what is known of a class that was just added to the program.
    pub(super) fn add_class(&mut self, class: ClassId, info: ClassInfo) {
        debug_assert_eq!(program::Id::index(class), self.classes.len());
        self.by_name.insert(Arc::clone(&info.name), Ok(class));
        self.classes.push(info);
    }
}

impl ClassInfo {
    /// A class without supertypes and members.
    pub(super) fn bare(name: Arc<str>, flags: u16, kind: ClassKind, origin: Origin) -> Self {
        let package = name.rsplit_once('/').map_or("", |(package, _)| package).into();
        Self {
            name,
            flags,
            kind,
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            origin,
            source_file: None,
            initializes: false,
            skeleton: None,
            field_index: FxHashMap::default(),
            method_index: FxHashMap::default(),
            clinit: None,
            has_defaults: false,
            package,
        }
    }
}
