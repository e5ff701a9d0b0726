//! Services: which classes the JDK's modules and the class path provide for them.

use super::class_shape::class_at;
use super::values::{NULL, boolean};
use super::{Answer, Jvm, Table};
use bytecode::world::World;
use machine::{Stop, Value};
use program::ClassId;
use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::Attribute;
use std::collections::BTreeMap;

pub(super) const TABLE: Table = &[
    ("java/util/ServiceLoader.newLookupIterator()Ljava/util/Iterator;", providers),
    ("java/util/ServiceLoader.inExplicitModule(Ljava/lang/Class;)Z", in_module),
    ("java/util/ServiceLoader.checkCaller(Ljava/lang/Class;Ljava/lang/Class;)V", super::nothing),
];

const LOADER: &str = "java/util/ServiceLoader";
const PROVIDER: &str = "java/util/ServiceLoader$ProviderImpl";

/// Which classes provide a service, by internal names.
pub(super) type Catalogue = BTreeMap<String, Vec<String>>;

/// An iterator over the providers of a service, which are made when they are asked for.
fn providers(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let loader = jvm.object(arguments, 0)?;
    let service = Value::pointer(jvm.get_known(loader, LOADER, "service")?);
    let class = jvm.mirrored(service)?;
    let list = jvm.construct("java/util/ArrayList", "<init>()V", &[])?;
    for name in jvm.provider_names(class)? {
        let provider = jvm.class(&name)?;
        let provider = jvm.provider(loader, service, class, provider)?;
        jvm.call_virtual("java/util/ArrayList", "add(Ljava/lang/Object;)Z", &[list, provider])?;
    }
    let iterator = "iterator()Ljava/util/Iterator;";
    jvm.call_virtual("java/util/ArrayList", iterator, &[list]).map(Some)
}

/// Whether a class is in a module of the JDK.
fn in_module(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, arguments.len() - 1)?;
    boolean(!jvm.shared.world().info(class).origin.user)
}

impl Jvm<'_> {
    /// The classes that provide a service: those of the JDK first.
    fn provider_names(&mut self, service: ClassId) -> Result<Vec<String>, Stop> {
        let name = self.shared.world().info(service).name.to_string();
        let mut names =
            self.shared.services(|catalogue| catalogue.get(&name).cloned().unwrap_or_default());
        let file = format!("META-INF/services/{}", name.replace('/', "."));
        let texts = self.shared.world().on_class_path(&file);
        for text in texts.map_err(|error| self.load_error(&error))? {
            for line in String::from_utf8_lossy(&text).lines() {
                let line = line.split('#').next().unwrap_or_default().trim().replace('.', "/");
                if !line.is_empty() && !names.contains(&line) {
                    names.push(line);
                }
            }
        }
        Ok(names)
    }

    /// The `Provider` of a class: by its static method `provider` where it has one, else by its constructor.
    fn provider(
        &mut self,
        loader: Value,
        service: Value,
        wanted: ClassId,
        class: ClassId,
    ) -> Result<Value, Stop> {
        let mirror = self.mirror(class)?;
        let user = self.shared.world().info(class).origin.user;
        let method = if user {
            NULL
        } else {
            let signature = "findStaticProviderMethod(Ljava/lang/Class;)Ljava/lang/reflect/Method;";
            self.call_virtual(LOADER, signature, &[loader, mirror])?
        };
        if method.bits == 0 && !self.context.is_subtype(class, wanted) {
            let name = self.external_name(class);
            let message = format!("{}: Provider {name} not a subtype", self.external_name(wanted));
            return Err(self.throw("java/util/ServiceConfigurationError", Some(&message)));
        }
        let (by_method, member) = if method.bits == 0 {
            let signature = "getConstructor(Ljava/lang/Class;)Ljava/lang/reflect/Constructor;";
            (false, self.call_virtual(LOADER, signature, &[loader, mirror])?)
        } else {
            (true, method)
        };
        // Releases with a security manager take its context too.
        let managed = self.find_spot(PROVIDER, "acc")?.is_some();
        let constructor = match (managed, by_method) {
            (true, true) => {
                "<init>(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/reflect/Method;Ljava/security/AccessControlContext;)V"
            }
            (true, false) => {
                "<init>(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/reflect/Constructor;Ljava/security/AccessControlContext;)V"
            }
            (false, true) => {
                "<init>(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/reflect/Method;)V"
            }
            (false, false) => {
                "<init>(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/reflect/Constructor;)V"
            }
        };
        let arguments = [service, mirror, member, NULL];
        self.construct(PROVIDER, constructor, &arguments[..if managed { 4 } else { 3 }])
    }
}

/// What the modules of the JDK provide, in the order of their names.
pub(super) fn catalogue(world: &World) -> Catalogue {
    let mut catalogue = Catalogue::new();
    let image = world.image();
    for module in image.modules() {
        let Some(bytes) = image.file(&module, "module-info.class") else { continue };
        let Ok(file) = ClassFile::from_bytes(&bytes) else { continue };
        let pool = file.constant_pool.clone().into_owned();
        for attribute in &file.attributes {
            let Attribute::Module { provides, .. } = attribute else { continue };
            for provided in provides {
                let Some(service) = class_at(&pool, provided.index) else { continue };
                let classes =
                    provided.with_index.iter().filter_map(|index| class_at(&pool, *index));
                catalogue.entry(service).or_default().extend(classes);
            }
        }
    }
    catalogue
}
