//! Lowers every class of a module of a JDK or of a jar and prints what that gave:
//! `cargo run --release -p java --example lower_all -- JDK [JAR…]`.

#![expect(clippy::print_stdout, reason = "it is here to print")]

#[path = "../tests/lowering/survey.rs"]
mod survey;

use std::path::PathBuf;
use std::time::Instant;

use java::jdk::Jdk;
use survey::{From, Survey};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let jdk = Jdk::find(arguments.next().as_deref())?;
    let class_path: Vec<PathBuf> = arguments.collect();
    let start = Instant::now();
    let from = if class_path.is_empty() { From::Module("java.base") } else { From::Archive(0) };
    let survey = Survey::of(&jdk, class_path, &from, 1)?;
    for problem in &survey.problems {
        println!("{problem}");
    }
    println!("{survey}, in {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}
