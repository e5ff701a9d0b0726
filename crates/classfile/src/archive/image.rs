//! The image in which a JDK keeps its modules.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use ristretto_jimage::Image;
use rustc_hash::FxHashMap;

use super::compression::is_compressed;
use super::{class_name, unreadable};
use crate::error::LoadError;
use crate::jdk::Jdk;

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
    /// Where files without an extension stand among all files; made when one is first asked for.
    plain: OnceLock<FxHashMap<String, usize>>,
}

impl JdkImage {
    /// Opens the image of a JDK.
    pub fn open(jdk: &Jdk) -> Result<Self, LoadError> {
        let path = jdk.image();
        if is_compressed(&path).map_err(|error| unreadable(&path, error))? {
            return Err(unreadable(&path, "its files are compressed, which is not supported"));
        }
        let image = Image::from_file(&path).map_err(|error| unreadable(&path, error))?;
        let location = path.display().to_string().into();
        Ok(Self {
            path,
            location,
            image,
            base: BASE.into(),
            packages: OnceLock::new(),
            plain: OnceLock::new(),
        })
    }

    /// Its path.
    pub fn path(&self) -> &PathBuf {
        &self.path
    }

    /// Its path as a text, for messages.
    pub fn location(&self) -> Arc<str> {
        Arc::clone(&self.location)
    }

    /// The file of a class and the module it is in; `None` if the JDK has no such class.
    pub fn class(&self, name: &str) -> Option<(Vec<u8>, Arc<str>)> {
        let package = name.rsplit_once('/')?.0;
        if let Some(bytes) = self.resource(BASE, name) {
            return Some((bytes, Arc::clone(&self.base)));
        }
        if !may_be_of_jdk(package) {
            return None;
        }
        let module = self.packages().get(package)?;
        Some((self.resource(module, name)?, Arc::clone(module)))
    }

    /// Whether some module has a package; its classes are never looked for on the class path.
    pub fn has_package(&self, package: &str) -> bool {
        may_be_of_jdk(package) && self.packages().contains_key(package)
    }

    /// The module of a package.
    pub fn module(&self, package: &str) -> Option<&Arc<str>> {
        self.packages().get(package)
    }

    /// A file of a module that is no class: `resource("java.base", "java/util/x.properties")`.
    pub fn file(&self, module: &str, name: &str) -> Option<Vec<u8>> {
        let path = format!("/{module}/{name}");
        let resource = match self.image.get_resource(&path) {
            Ok(resource) => resource,
            // The reader cannot look up names without an extension.
            Err(_) if name.rsplit('/').next().is_some_and(|base| !base.contains('.')) => {
                let place = *self.plain().get(&path)?;
                self.image.iter().nth(place)?.ok()?
            }
            Err(_) => return None,
        };
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

    fn plain(&self) -> &FxHashMap<String, usize> {
        self.plain.get_or_init(|| {
            let files = self.image.iter().enumerate();
            let plain = files.filter_map(|(place, file)| Some((place, file.ok()?)));
            let plain = plain.filter(|(_, file)| file.extension().is_empty());
            plain.map(|(place, file)| (file.full_name(), place)).collect()
        })
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

/// Whether a package is one of those that only a JDK has: looking further is worth the while.
fn may_be_of_jdk(package: &str) -> bool {
    let roots = ["java/", "javax/", "jdk/", "sun/", "com/sun/", "netscape/"];
    let shared = ["org/w3c/", "org/xml/", "org/ietf/", "org/jcp/"];
    roots.iter().chain(&shared).any(|root| package.starts_with(root))
}
