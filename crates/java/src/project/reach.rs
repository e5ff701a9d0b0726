//! Code that reaches out of its process: in the machine it finds nothing there, on the real JVM it would.

use super::Project;
use crate::run::Error;
use crate::world::World;
use program::ClassId;
use ristretto_classfile::ConstantPool;
use std::collections::BTreeSet;

impl Project {
    /// What the code of the program uses that reaches out of its process: classes of the library, by their internal
    /// names. On the real JVM such code could touch the host.
    ///
    /// # Errors
    ///
    /// When a class file cannot be read.
    pub fn reaching_out(&self) -> Result<BTreeSet<String>, Error> {
        let mut world = self.mould.world().clone();
        let mut found = BTreeSet::new();
        for class in own_classes(&world) {
            let pool = world.pool(class)?;
            for index in 1..=pool.len() as u16 {
                // Descriptors count too: what is handed on need not be named as a class.
                if let Ok(text) = pool.try_get_utf8(index) {
                    let text = text.to_str_lossy();
                    found.extend(named(&text).filter(|name| reaches_out(name)).map(str::to_owned));
                }
                found.extend(opened_by_name(&pool, index));
            }
        }
        Ok(found)
    }
}

/// The classes that a name or a descriptor names.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(['(', ')', ';', '[', '<', '>', '+', '-', ':']);
    words.map(|word| {
        // Primitives may stand before the first class of a descriptor.
        let package = word.find('/').unwrap_or(0);
        word[..package].rfind('L').map_or(word, |at| &word[at + 1..])
    })
}

/// The class of a stream whose constructor is given the name of a file, if an entry of a pool is one.
fn opened_by_name(pool: &ConstantPool<'_>, index: u16) -> Option<String> {
    let (class, signature) = pool.try_get_method_ref(index).ok()?;
    let class = pool.try_get_class(*class).ok()?.to_str_lossy().into_owned();
    let (name, descriptor) = pool.try_get_name_and_type(*signature).ok()?;
    let constructs = pool.try_get_utf8(*name).ok()?.to_str_lossy() == "<init>";
    let descriptor = pool.try_get_utf8(*descriptor).ok()?.to_str_lossy();
    let streams = ["java/io/PrintWriter", "java/io/PrintStream", "java/util/Formatter"];
    (constructs && descriptor.starts_with("(Ljava/lang/String;") && streams.contains(&&*class))
        .then_some(class)
}

/// Whether a class of the library is there to work with files, processes or the network.
fn reaches_out(class: &str) -> bool {
    const PACKAGES: [&str; 10] = [
        "java/util/prefs/",
        "javax/imageio/",
        "javax/print/",
        "java/net/",
        "javax/net/",
        "java/rmi/",
        "java/sql/",
        "java/nio/file/",
        "java/nio/channels/",
        "java/awt/",
    ];
    // To name a place is not to go there.
    const NAMES: [&str; 8] = [
        "java/net/URI",
        "java/net/URISyntaxException",
        "java/net/MalformedURLException",
        "java/net/URLEncoder",
        "java/net/URLDecoder",
        "java/net/IDN",
        "java/nio/file/InvalidPathException",
        "java/nio/channels/ReadableByteChannel",
    ];
    const CLASSES: [&str; 11] = [
        "java/util/logging/FileHandler",
        "java/io/FileInputStream",
        "java/io/FileOutputStream",
        "java/io/FileReader",
        "java/io/FileWriter",
        "java/io/RandomAccessFile",
        "java/io/File",
        "java/lang/ProcessBuilder",
        "java/lang/Runtime",
        "java/util/zip/ZipFile",
        "java/util/jar/JarFile",
    ];
    CLASSES.contains(&class)
        || !NAMES.contains(&class) && PACKAGES.iter().any(|package| class.starts_with(package))
}

/// The classes of the program's own that have a class file.
pub(super) fn own_classes(world: &World) -> Vec<ClassId> {
    let own = world.linked().filter(|(_, info)| info.origin.user).map(|(class, _)| class);
    own.filter(|class| world.bytes(*class).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_names_a_file_in_a_descriptor_reaches_out_and_who_names_a_place_does_not() {
        let reaches = |text: &str| named(text).any(reaches_out);
        assert!(reaches("(ILjava/io/File;)V"));
        assert!(reaches("([Ljava/nio/file/Path;)Ljava/util/List<Ljava/lang/String;>;"));
        assert!(reaches("Ljava/util/List<Ljava/net/Socket;>;"));
        assert!(reaches("java/lang/ProcessBuilder"));
        assert!(reaches("java/net/URL"));
        assert!(!reaches("(Ljava/net/URI;)Ljava/lang/String;"));
        assert!(!reaches("(Ljava/io/PrintStream;)V"));
        assert!(!reaches("L"));
    }
}
