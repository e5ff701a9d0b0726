//! `ferret c FILE.c`: tests for the functions of C files.

use std::path::PathBuf;
use std::process::ExitCode;

use c::Uninitialised;
use c::target::{Choice, Files, Native, Options};
use c::write::Framework;
use clap::Args;
use generate::Stop;

use crate::failure::Failure;
use crate::interrupt;
use crate::making::MakingOptions;
use crate::native::{Mode, NativeOptions};
use crate::testing;

/// How tests are made.
#[derive(Args)]
pub struct TestOptions {
    /// Generate tests for this function only; repeatable [default: all]
    #[arg(long, value_name = "NAME")]
    function: Vec<String>,
    /// Folder for the tests
    #[arg(long, value_name = "DIR", default_value = "ferret-tests")]
    out: PathBuf,
    #[command(flatten)]
    pub making: MakingOptions,
    #[command(flatten)]
    pub native: NativeOptions,
    /// Never set private fields directly: create objects only with the functions of the code
    #[arg(long)]
    no_fabricated: bool,
    /// Reads of uninitialised memory: trap (a crash), zero, or symbolic (each byte is an input)
    #[arg(long, value_name = "HOW", default_value = "trap")]
    uninitialised: Uninitialised,
    /// Test framework: plain (C without dependencies) or cmocka
    #[arg(long, value_name = "NAME", default_value = "plain")]
    framework: Framework,
}

impl TestOptions {
    /// How tests of C are made.
    pub fn options(&self) -> Options {
        let native = match self.native.mode() {
            Mode::Always => Native::Always,
            Mode::Never => Native::Never,
            Mode::Confined => Native::Confined,
            Mode::IfHarmless => Native::IfHarmless,
        };
        Options {
            framework: self.framework,
            native,
            no_fabricated: self.no_fabricated,
            uninitialised: self.uninitialised,
        }
    }
}

/// Makes tests, writes them and tells what they cover.
pub fn produce(options: &TestOptions, files: &Files, stop: &Stop) -> Result<ExitCode, Failure> {
    interrupt::listen(stop);
    options.native.warn();
    let choice = match options.function.is_empty() {
        true => Choice::All,
        false => Choice::Named(options.function.clone()),
    };
    let chosen = files.choosing(choice, files.name());
    testing::test(&options.making, &chosen, &options.out, &[], stop)
}
