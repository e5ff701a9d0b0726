//! Code that attacks its host where it is real: nothing outside its own scratch folder changes, and nothing survives.

use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::time::Duration;

use host::Confinement;

use super::{Directory, ferret};

/// A folder that anybody may write to, with a file that is to stay, and a port that nobody is to call.
struct Canary {
    folder: Directory,
    port: UdpSocket,
}

impl Canary {
    fn new(name: &str) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = Directory::new(&format!("{name}-canary"));
        folder.write("kept", "kept");
        let open = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(&folder.path, open).expect("a folder for all");
        let port = UdpSocket::bind("127.0.0.1:0").expect("a port");
        port.set_read_timeout(Some(Duration::from_millis(10))).expect("a timeout");
        Self { folder, port }
    }

    /// A hostile source that knows what to attack.
    fn source(&self, name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/hostile").join(name);
        let text = std::fs::read_to_string(path).expect("a subject");
        let port = self.number().to_string();
        let folder = self.folder.path.to_str().expect("a path in Unicode");
        let marked = text.replace("@CANARY@", folder).replace("@MARK@", &self.mark());
        marked.replace("@PORT@", &port)
    }

    fn number(&self) -> u16 {
        self.port.local_addr().expect("an address").port()
    }

    /// How long processes sleep that attack this canary, by which they are known: others may be at work at the same time.
    fn mark(&self) -> String {
        format!("9{}7", self.number())
    }

    /// Checks that all is as it was: files on every machine, for where they are not confined nothing is run; calls and
    /// processes where the machine has namespaces.
    fn is_unharmed(&self) {
        // What was started may take its time.
        std::thread::sleep(Duration::from_secs(4));
        let entries = std::fs::read_dir(&self.folder.path).expect("the folder").flatten();
        let left: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        assert_eq!(left, [self.folder.path.join("kept")]);
        if Confinement::here().network {
            assert!(self.port.recv(&mut [0; 8]).is_err(), "somebody called");
        }
        if !Confinement::here().processes {
            return;
        }
        let running = std::fs::read_dir("/proc").expect("processes").flatten().any(|entry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&self.mark())
        });
        assert!(!running, "something was left running");
    }
}

/// Compiles hostile classes into a folder, without running what they say should run in the compiler.
fn compiled(directory: &Directory, canary: &Canary, names: &[&str]) -> PathBuf {
    let classes = directory.path.join("classes");
    let mut javac = std::process::Command::new("javac");
    javac.arg("-proc:none").arg("-d").arg(&classes);
    for name in names {
        let file = format!("{name}.java");
        directory.write(&file, canary.source(&file));
        javac.arg(directory.path.join(file));
    }
    assert!(javac.status().expect("javac starts").success());
    classes
}

/// Tests a hostile class; gives what was said.
fn java(directory: &Directory, classes: &Path, class: &str) -> String {
    let output = ferret()
        .arg("java")
        .arg(classes)
        .args(["--class", class, "--executions", "200", "--mutation", "0%", "--native", "--out"])
        .arg(directory.path.join("out"))
        .output()
        .expect("the binary starts");
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Tests a hostile file of C.
fn c(directory: &Directory, more: &[&str]) -> std::process::Output {
    let words = ["c", "hostile.c", "--executions", "200", "--mutation", "0%", "--native"];
    let output = directory.ferret(words).args(more).output().expect("the binary starts");
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    output
}

#[test]
fn java_that_takes_all_there_is_ends_and_harms_nobody() {
    let (directory, canary) = (Directory::new("java-bombs"), Canary::new("java-bombs"));
    let classes = compiled(&directory, &canary, &["Bombs"]);
    java(&directory, &classes, "hostile.Bombs");
    canary.is_unharmed();
}

#[test]
fn java_that_waits_for_itself_is_ended_and_left_out() {
    let (directory, canary) = (Directory::new("java-deadlock"), Canary::new("java-deadlock"));
    let classes = compiled(&directory, &canary, &["Deadlock"]);
    let start = std::time::Instant::now();
    let said = java(&directory, &classes, "hostile.Deadlock");
    // Without a limit for each test it would take two minutes.
    assert!(start.elapsed() < Duration::from_secs(100), "{said}");
    if Confinement::here().files {
        assert!(said.contains("tests left out: 1 ") && said.contains("no tests"), "{said}");
    }
    canary.is_unharmed();
}

#[test]
fn a_processor_of_annotations_on_the_class_path_is_not_run() {
    let (directory, canary) = (Directory::new("processor"), Canary::new("processor"));
    let classes = compiled(&directory, &canary, &["Processor", "Plain"]);
    let services = "classes/META-INF/services";
    std::fs::create_dir_all(directory.path.join(services)).expect("a folder");
    let name = format!("{services}/javax.annotation.processing.Processor");
    directory.write(&name, "hostile.Processor\n");
    let said = java(&directory, &classes, "hostile.Plain");
    assert!(said.contains("100 %"), "{said}");
    canary.is_unharmed();
}

#[test]
fn c_that_takes_all_there_is_ends_and_harms_nobody() {
    let (directory, canary) = (Directory::new("c-bombs"), Canary::new("c-bombs"));
    directory.write("hostile.c", canary.source("bombs.c"));
    c(&directory, &[]);
    canary.is_unharmed();
}

#[test]
fn c_may_read_what_the_compiler_may_and_a_plugin_may_do_no_more() {
    let (directory, canary) = (Directory::new("c-reads"), Canary::new("c-reads"));
    // What is included has to be C.
    canary.folder.write("kept", "extern int kept;\n");
    directory.write("hostile.c", canary.source("reads.c"));
    let said = text(&c(&directory, &[]).stdout);
    assert!(said.contains("100 %"), "{said}");
    directory.write("plugin.c", canary.source("plugin.c"));
    let mut clang = std::process::Command::new("clang-19");
    clang.current_dir(&directory.path).args(["-shared", "-fPIC", "plugin.c", "-o", "plugin.so"]);
    assert!(clang.status().expect("clang starts").success());
    let plugin = format!("--clang-arg=-fplugin={}", directory.path.join("plugin.so").display());
    let words = ["c", "hostile.c", "--executions", "200", &plugin];
    let output = directory.ferret(words).output().expect("the binary starts");
    let said = text(&output.stderr) + &text(&output.stdout);
    assert!(said.contains("the plugin is loaded"), "{said}");
    if Confinement::here().files {
        canary.is_unharmed();
    }
}

#[test]
fn hostile_java_cannot_touch_the_host() {
    let (directory, canary) = (Directory::new("hostile-java"), Canary::new("hostile-java"));
    directory.write("Hostile.java", canary.source("Hostile.java"));
    let classes = directory.path.join("classes");
    let javac = std::process::Command::new("javac")
        .arg("-d")
        .arg(&classes)
        .arg(directory.path.join("Hostile.java"))
        .status();
    assert!(javac.expect("javac starts").success());
    let output = ferret()
        .arg("java")
        .arg(&classes)
        .args(["--executions", "400", "--mutation", "0%", "--native", "--out"])
        .arg(directory.path.join("out"))
        .output()
        .expect("the binary starts");
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    canary.is_unharmed();
}

#[test]
fn hostile_c_cannot_touch_the_host() {
    let (directory, canary) = (Directory::new("hostile-c"), Canary::new("hostile-c"));
    directory.write("hostile.c", canary.source("hostile.c"));
    let output = directory
        .ferret(["c", "hostile.c", "--executions", "400", "--mutation", "0%", "--native"])
        .output()
        .expect("the binary starts");
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    canary.is_unharmed();
}
