//! `java.lang.Class`, its members: fields, methods, constructors and record components as objects.

use super::class_shape::{class_at, text_at, to_words, word};
use super::values::{NULL, number};
use super::{Answer, Jvm, Table};
use bytecode::world::{FieldInfo, Member, MethodInfo};
use classfile::descriptor::Signature;
use classfile::flags;
use machine::{Stop, Value};
use program::ClassId;

pub(super) const TABLE: Table = &[
    ("java/lang/Class.getDeclaredFields0(Z)[Ljava/lang/reflect/Field;", get_fields),
    ("java/lang/Class.getDeclaredMethods0(Z)[Ljava/lang/reflect/Method;", get_methods),
    (
        "java/lang/Class.getDeclaredConstructors0(Z)[Ljava/lang/reflect/Constructor;",
        get_constructors,
    ),
    ("java/lang/Class.getRecordComponents0()[Ljava/lang/reflect/RecordComponent;", get_components),
    ("java/lang/reflect/Executable.getParameters0()[Ljava/lang/reflect/Parameter;", get_parameters),
    ("java/lang/reflect/Executable.getTypeAnnotationBytes0()[B", get_method_type_annotations),
    ("java/lang/reflect/Field.getTypeAnnotationBytes0()[B", get_field_type_annotations),
];

const FIELD: &str = "java/lang/reflect/Field";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const COMPONENT: &str = "java/lang/reflect/RecordComponent";

fn get_fields(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let public = jvm.int(arguments, 1)? != 0;
    let (fields, of_jdk) = {
        let world = jvm.shared.world();
        let info = world.info(class);
        (info.fields.clone(), !info.origin.user)
    };
    let mut objects = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        // Injected fields are no business of the program's.
        // Injected fields are no business of the program's.
        let injected = field.name.starts_with('$') && field.flags == 0 && of_jdk;
        if !injected && (!public || field.flags & flags::PUBLIC != 0) {
            objects.push(jvm.field_object(class, index as u32, field)?);
        }
    }
    jvm.references("[Ljava/lang/reflect/Field;", &objects).map(Some)
}

fn get_methods(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let public = jvm.int(arguments, 1)? != 0;
    let methods = jvm.shared.world().info(class).methods.clone();
    let mut objects = Vec::new();
    for (index, method) in methods.iter().enumerate() {
        if !method.name.starts_with('<') && (!public || method.flags & flags::PUBLIC != 0) {
            objects.push(jvm.method_object(class, index as u32, method)?);
        }
    }
    jvm.references("[Ljava/lang/reflect/Method;", &objects).map(Some)
}

fn get_constructors(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let public = jvm.int(arguments, 1)? != 0;
    let methods = jvm.shared.world().info(class).methods.clone();
    let mut objects = Vec::new();
    for (index, method) in methods.iter().enumerate() {
        if &*method.name == "<init>" && (!public || method.flags & flags::PUBLIC != 0) {
            objects.push(jvm.constructor_object(class, index as u32, method)?);
        }
    }
    jvm.references("[Ljava/lang/reflect/Constructor;", &objects).map(Some)
}

fn get_components(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 0)?;
    let mirror = jvm.mirror(class)?;
    let mut objects = Vec::new();
    let components = jvm.shared.world().record(class);
    let components = components.map_err(|error| jvm.load_error(&error))?;
    for component in components.unwrap_or_default() {
        let of_components = jvm.class(COMPONENT)?;
        let object = jvm.context.new_object(of_components)?;
        jvm.put(object, COMPONENT, "clazz", mirror)?;
        let name = jvm.literal(&component.name)?;
        jvm.put(object, COMPONENT, "name", name)?;
        let ty = jvm.mirror_of(&component.descriptor)?;
        jvm.put(object, COMPONENT, "type", ty)?;
        let signature = jvm.new_string_or_null(component.signature.as_deref())?;
        jvm.put(object, COMPONENT, "signature", signature)?;
        let accessor =
            jvm.shared.world().info(class).methods.iter().enumerate().find_map(|(i, m)| {
                let fits = *m.name == *component.name
                    && m.descriptor.strip_prefix("()") == Some(&*component.descriptor);
                fits.then(|| (i as u32, m.clone()))
            });
        if let Some((index, method)) = accessor {
            let accessor = jvm.method_object(class, index, &method)?;
            jvm.put(object, COMPONENT, "accessor", accessor)?;
        }
        if let Some(bytes) = component.annotations {
            let annotations = jvm.byte_array(&bytes)?;
            jvm.put(object, COMPONENT, "annotations", annotations)?;
        }
        if let Some(bytes) = component.type_annotations {
            let annotations = jvm.byte_array(&bytes)?;
            jvm.put(object, COMPONENT, "typeAnnotations", annotations)?;
        }
        objects.push(object);
    }
    jvm.references("[Ljava/lang/reflect/RecordComponent;", &objects).map(Some)
}

/// Reads an attribute piece by piece; beyond its end there are zeros.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at(count.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    fn u16(&mut self) -> u16 {
        word(&to_words(self.take(2)), 0)
    }

    fn u8(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }
}

/// Parameters with the names of the `MethodParameters` attribute; null if there is none.
fn get_parameters(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let executable = jvm.object(arguments, 0)?;
    let (class, index, _) = jvm.executable(executable)?;
    let Some(bytes) = jvm.attribute(class, Member::Method(index), "MethodParameters") else {
        return Ok(Some(NULL));
    };
    let pool = jvm.pool(class)?;
    let mut reader = Reader { bytes: &bytes };
    let mut objects = Vec::new();
    for position in 0..reader.u8() {
        let name = text_at(&pool, reader.u16());
        let flags = reader.u16();
        let name = jvm.new_string_or_null(name.as_deref())?;
        objects.push(jvm.construct(
            "java/lang/reflect/Parameter",
            "<init>(Ljava/lang/String;ILjava/lang/reflect/Executable;I)V",
            &[name, number(flags.into()), executable, number(position.into())],
        )?);
    }
    jvm.references("[Ljava/lang/reflect/Parameter;", &objects).map(Some)
}

fn get_method_type_annotations(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let executable = jvm.object(arguments, 0)?;
    let (class, index, _) = jvm.executable(executable)?;
    jvm.attribute_bytes(class, Member::Method(index), "RuntimeVisibleTypeAnnotations").map(Some)
}

fn get_field_type_annotations(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let field = jvm.object(arguments, 0)?;
    let mirror = Value::pointer(jvm.get_known(field, FIELD, "clazz")?);
    let index = jvm.get_known(field, FIELD, "slot")? as u32;
    let class = jvm.mirrored(mirror)?;
    jvm.attribute_bytes(class, Member::Field(index), "RuntimeVisibleTypeAnnotations").map(Some)
}

impl Jvm<'_> {
    /// The `Field` object of a field.
    pub(super) fn field_object(
        &mut self,
        class: ClassId,
        index: u32,
        field: &FieldInfo,
    ) -> Result<Value, Stop> {
        let member = Member::Field(index);
        let mirror = self.mirror(class)?;
        let ty = self.mirror_of(&field.descriptor)?;
        let of_fields = self.class(FIELD)?;
        let object = self.context.new_object(of_fields)?;
        let name = self.literal(&field.name)?;
        // Fields of records and of hidden classes stay as they were first set.
        let trusted = {
            let world = self.shared.world();
            let record = world.raw_attribute(class, Member::Class, "Record").is_some();
            let fixed = field.flags & flags::FINAL != 0;
            fixed && (field.flags & flags::STATIC != 0 || record || world.is_hidden(class))
        };
        self.put(object, FIELD, "clazz", mirror)?;
        self.put(object, FIELD, "slot", number(index as i32))?;
        self.put(object, FIELD, "name", name)?;
        self.put(object, FIELD, "type", ty)?;
        self.put(object, FIELD, "modifiers", number(field.flags.into()))?;
        self.put_if_there(object, FIELD, "trustedFinal", number(trusted.into()))?;
        // In later releases it is a bit among others.
        self.put_if_there(object, FIELD, "flags", number(i32::from(trusted) << 4))?;
        let signature = self.signature(class, member)?;
        let signature = self.new_string_or_null(signature.as_deref())?;
        self.put(object, FIELD, "signature", signature)?;
        let annotations = self.attribute_bytes(class, member, "RuntimeVisibleAnnotations")?;
        self.put(object, FIELD, "annotations", annotations)?;
        Ok(object)
    }

    /// The `Method` object of a method.
    pub(super) fn method_object(
        &mut self,
        class: ClassId,
        index: u32,
        method: &MethodInfo,
    ) -> Result<Value, Stop> {
        let of_methods = self.class(METHOD)?;
        let object = self.context.new_object(of_methods)?;
        let name = self.literal(&method.name)?;
        self.put(object, METHOD, "name", name)?;
        let result = Signature::parse(&method.descriptor).map(|s| s.result_descriptor().to_owned());
        let result = self.mirror_of(result.as_deref().unwrap_or("V"))?;
        self.put(object, METHOD, "returnType", result)?;
        self.fill_executable(METHOD, object, class, index, method)?;
        let value = self.attribute_bytes(class, Member::Method(index), "AnnotationDefault")?;
        self.put(object, METHOD, "annotationDefault", value)?;
        Ok(object)
    }

    /// The `Constructor` object of a constructor.
    pub(super) fn constructor_object(
        &mut self,
        class: ClassId,
        index: u32,
        method: &MethodInfo,
    ) -> Result<Value, Stop> {
        let of_constructors = self.class(CONSTRUCTOR)?;
        let object = self.context.new_object(of_constructors)?;
        self.fill_executable(CONSTRUCTOR, object, class, index, method)?;
        Ok(object)
    }

    fn fill_executable(
        &mut self,
        kind: &'static str,
        object: Value,
        class: ClassId,
        index: u32,
        method: &MethodInfo,
    ) -> Result<(), Stop> {
        let member = Member::Method(index);
        let mirror = self.mirror(class)?;
        self.put(object, kind, "clazz", mirror)?;
        self.put(object, kind, "slot", number(index as i32))?;
        self.put(object, kind, "modifiers", number(method.flags.into()))?;
        let parameters = self.parameter_mirrors(&method.descriptor)?;
        self.put(object, kind, "parameterTypes", parameters)?;
        let mut exceptions = Vec::new();
        if let Some(bytes) = self.attribute(class, member, "Exceptions") {
            let pool = self.pool(class)?;
            for index in to_words(&bytes).into_iter().skip(1) {
                let exception = self.class(&class_at(&pool, index).unwrap_or_default())?;
                exceptions.push(self.mirror(exception)?);
            }
        }
        let exceptions = self.references("[Ljava/lang/Class;", &exceptions)?;
        self.put(object, kind, "exceptionTypes", exceptions)?;
        let signature = self.signature(class, member)?;
        let signature = self.new_string_or_null(signature.as_deref())?;
        self.put(object, kind, "signature", signature)?;
        let annotations = self.attribute_bytes(class, member, "RuntimeVisibleAnnotations")?;
        self.put(object, kind, "annotations", annotations)?;
        let annotations =
            self.attribute_bytes(class, member, "RuntimeVisibleParameterAnnotations")?;
        self.put(object, kind, "parameterAnnotations", annotations)
    }

    /// The mirrors of a descriptor's parameters, as an array.
    pub(super) fn parameter_mirrors(&mut self, descriptor: &str) -> Result<Value, Stop> {
        let mut mirrors = Vec::new();
        if let Some(signature) = Signature::parse(descriptor) {
            for (_, parameter) in signature.parameters() {
                mirrors.push(self.mirror_of(parameter)?);
            }
        }
        self.references("[Ljava/lang/Class;", &mirrors)
    }

    /// The method that a `Method` or `Constructor` object stands for.
    pub(super) fn executable(&mut self, object: Value) -> Result<(ClassId, u32, MethodInfo), Stop> {
        let class = self.context.class_of(object)?;
        let is_method = &*self.shared.world().info(class).name == METHOD;
        let kind = if is_method { METHOD } else { CONSTRUCTOR };
        let mirror = Value::pointer(self.get_known(object, kind, "clazz")?);
        let index = self.get_known(object, kind, "slot")? as u32;
        let class = self.mirrored(mirror)?;
        let method = self.shared.world().info(class).methods.get(index as usize).cloned();
        match method {
            Some(method) => Ok((class, index, method)),
            None => Err(self.internal("a method object of no method")),
        }
    }
}
