//! Files beside the printed result, in formats that other tools read.

use std::path::{Path, PathBuf};

use clap::Args;
use report::junit_xml::{self, Suite};
use report::{Report, Skipped, Unit, cobertura, jacoco_xml, lcov, llvm_json, markdown, sarif};

use crate::failure::Failure;

/// What is written beside the printed result.
#[derive(Args)]
pub struct FormatOptions {
    /// Write pages for a browser into this folder, with sources, tests and findings; index.html is the overview
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0, for code hosts and editors
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write a summary as Markdown, for a comment on a pull request
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write lines, functions and branches as an LCOV tracefile, for genhtml, editors and code hosts
    #[arg(long, value_name = "FILE")]
    lcov: Option<PathBuf>,
    /// Write lines and branches as Cobertura's XML, for GitLab, Jenkins and Azure
    #[arg(long, value_name = "FILE")]
    cobertura: Option<PathBuf>,
    /// Write JaCoCo's counters as its XML, for SonarQube and plugins of build servers
    #[arg(long, value_name = "FILE")]
    jacoco_xml: Option<PathBuf>,
    /// Write sums by file as llvm-cov's JSON, as `llvm-cov export -summary-only` does
    #[arg(long, value_name = "FILE")]
    llvm_json: Option<PathBuf>,
    /// Write the tests and whether they pass as JUnit's XML, for build servers
    #[arg(long, value_name = "FILE")]
    junit_xml: Option<PathBuf>,
}

impl FormatOptions {
    /// Writes what was asked for. Sources are looked for in `roots`, which are below `base`; paths are told from there.
    pub fn write(&self, report: &Report, base: &Path, roots: &[PathBuf]) -> Result<(), Failure> {
        let units: Vec<&Unit> = report.units.iter().collect();
        let skipped: Vec<&Skipped> = report.skipped.iter().collect();
        let words = &report.vocabulary;
        let locate = |path: &str| locate(path, base, roots);
        if let Some(path) = &self.sarif {
            save(path, &sarif::print(words, &units, &locate))?;
        }
        if let Some(path) = &self.markdown {
            save(path, &markdown::print(words, &units, &skipped, &locate))?;
        }
        if let Some(path) = &self.lcov {
            save(path, &lcov::print(words, &units, &locate))?;
        }
        if let Some(path) = &self.cobertura {
            save(path, &cobertura::print(words, &units, &locate))?;
        }
        if let Some(path) = &self.jacoco_xml {
            save(path, &jacoco_xml::print(words, &units, &locate))?;
        }
        if let Some(path) = &self.llvm_json {
            save(path, &llvm_json::print(words, &units, &locate))?;
        }
        let suites: Vec<Suite> = report.units.iter().map(Suite::of).collect();
        self.write_runs(&suites)
    }

    /// Writes runs of tests, if that was asked for.
    pub fn write_runs(&self, suites: &[Suite]) -> Result<(), Failure> {
        let path = self.junit_xml.as_ref();
        path.map_or(Ok(()), |path| save(path, &junit_xml::print(suites)))
    }
}

/// The path of a source from the base on, if it is there; else what is known of it.
fn locate(path: &str, base: &Path, roots: &[PathBuf]) -> String {
    let plain = Path::new(path);
    let found = roots.iter().map(|root| root.join(plain)).find(|file| file.is_file());
    let found = found.unwrap_or_else(|| plain.to_owned());
    found.strip_prefix(base).unwrap_or(&found).display().to_string()
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let _ = std::fs::create_dir_all(folder);
    }
    std::fs::write(path, text)
        .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))
}
