//! The image in which a JDK keeps its modules.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use ristretto_jimage::Image;
use rustc_hash::FxHashMap;

use super::{class_name, unreadable};
use crate::jdk::Jdk;
use crate::world::LoadError;

/// The module that most classes of a run are from, and the one that is there always.
const BASE: &str = "java.base";

/// The classes of a JDK.
#[derive(Debug)]
pub struct JdkImage {
    path: PathBuf,
    location: Arc<str>,
    image: Image,
    base: Arc<str>,
    /// The module of each package outside `java.base`; made when a class of one is first asked for.
    packages: OnceLock<FxHashMap<String, Arc<str>>>,
}

impl JdkImage {
    /// Opens the image of a JDK.
    pub fn open(jdk: &Jdk) -> Result<Self, LoadError> {
        let path = jdk.image();
        let image = Image::from_file(&path).map_err(|error| unreadable(&path, error))?;
        let location = path.display().to_string().into();
        Ok(Self { path, location, image, base: BASE.into(), packages: OnceLock::new() })
    }

    /// Its path.
    pub fn path(&self) -> &PathBuf {
        &self.path
    }

    /// Its path as a text, for messages.
    pub(crate) fn location(&self) -> Arc<str> {
        Arc::clone(&self.location)
    }

    /// The file of a class and the module it is in; `None` if the JDK has no such class.
    pub fn class(&self, name: &str) -> Option<(Vec<u8>, Arc<str>)> {
        let package = name.rsplit_once('/')?.0;
        if let Some(bytes) = self.resource(BASE, name) {
            return Some((bytes, Arc::clone(&self.base)));
        }
        if !self.has_package(package) {
            return None;
        }
        let module = self.packages().get(package)?;
        Some((self.resource(module, name)?, Arc::clone(module)))
    }

    /// Whether some module has a package; its classes are never looked for on the class path.
    pub fn has_package(&self, package: &str) -> bool {
        let path = format!("/packages/{}", package.replace('/', "."));
        self.image.get_resource(&path).is_ok()
    }

    /// The module of a package.
    pub fn module(&self, package: &str) -> Option<&Arc<str>> {
        self.packages().get(package)
    }

    /// A file of a module that is no class: `resource("java.base", "java/util/x.properties")`.
    pub fn file(&self, module: &str, name: &str) -> Option<Vec<u8>> {
        let resource = self.image.get_resource(&format!("/{module}/{name}")).ok()?;
        Some(resource.data().to_vec())
    }

    /// The internal names of all classes of a module, sorted.
    pub fn class_names(&self, module: &str) -> Vec<String> {
        let all = self.image.iter().filter_map(Result::ok);
        let files = all.filter(|file| file.module() == module && file.extension() == "class");
        let names = files.map(|file| file.name());
        let mut names: Vec<String> =
            names.filter_map(|name| class_name(&name).map(str::to_owned)).collect();
        names.sort();
        names
    }

    /// The names of all modules, sorted.
    pub fn modules(&self) -> Vec<String> {
        let all = self.image.iter().filter_map(Result::ok);
        let infos = all.filter(|file| file.base() == "module-info" && file.extension() == "class");
        let mut modules: Vec<String> = infos.map(|file| file.module().to_owned()).collect();
        modules.sort();
        modules
    }

    fn resource(&self, module: &str, class: &str) -> Option<Vec<u8>> {
        let resource = self.image.get_resource(&format!("/{module}/{class}.class")).ok()?;
        Some(resource.data().to_vec())
    }

    fn packages(&self) -> &FxHashMap<String, Arc<str>> {
        self.packages.get_or_init(|| {
            let mut packages: FxHashMap<String, Arc<str>> = FxHashMap::default();
            let mut last: Arc<str> = Arc::clone(&self.base);
            for file in self.image.iter().filter_map(Result::ok) {
                if file.extension() != "class" || file.parent().is_empty() {
                    continue;
                }
                if packages.contains_key(file.parent()) {
                    continue;
                }
                if *last != *file.module() {
                    last = file.module().into();
                }
                packages.insert(file.parent().to_owned(), Arc::clone(&last));
            }
            packages
        })
    }
}
