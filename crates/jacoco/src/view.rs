//! A class and its methods as JaCoCo sees them: what is counted, and where the probes stand.

use std::sync::Arc;

use classfile::annotations::annotations;
use classfile::error::LoadError;
use classfile::flags;
use classfile::outline::unreadable;
use classfile::skeleton::{ClassFileError, Part, Skeleton};

use crate::body::Body;
use crate::class::Context;
use crate::filter::{self, Found};
use crate::flow::{Flow, Probe, Way};

/// A class as JaCoCo sees it.
#[derive(Clone, Debug)]
pub struct ClassView {
    /// Its internal name.
    pub name: String,
    /// Its source file.
    pub source: Option<String>,
    /// Whether it was compiled from Kotlin, for which JaCoCo has further rules that are not known here.
    pub kotlin: bool,
    /// Its methods that have code, in the order of the class file, those of which nothing is counted included.
    pub methods: Vec<MethodView>,
}

/// A method as JaCoCo sees it.
#[derive(Clone, Debug)]
pub struct MethodView {
    /// Which method of its class file it is.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Where its probes stand.
    pub probes: Vec<Probe>,
    /// The instructions that are counted.
    pub counted: Vec<Counted>,
}

/// An instruction that is counted.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Which one of the method it is.
    pub at: u32,
    /// Its line.
    pub line: Option<u16>,
    /// How many branches it has; fewer than two are none.
    pub branches: u32,
    /// Its ways out. One of them having been taken means that it was executed.
    pub exits: Vec<Exit>,
}

impl Counted {
    /// How many of its ways out were taken, when some probes of the method were passed.
    pub(crate) fn taken(&self, passed: impl Fn(u32) -> bool) -> u32 {
        let taken = self.exits.iter().filter(|exit| exit.probes.iter().any(|it| passed(*it)));
        taken.count() as u32
    }
}

/// A way out of an instruction that is counted.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The ways of the bytecode that it stands for, each with its instruction.
    pub ways: Vec<(u32, Way)>,
    /// The probes of the method that tell that it was taken, any of them.
    pub probes: Vec<u32>,
}

impl ClassView {
    /// Looks at a class file; `file` is what an error calls it. Descriptions of modules and packages are
    /// no classes.
    ///
    /// # Errors
    ///
    /// When the class file cannot be read.
    pub fn read(bytes: &[u8], file: &str) -> Result<Option<Self>, LoadError> {
        let skeleton = Skeleton::read(Arc::from(bytes)).map_err(|bad| unreadable(bad, file))?;
        Self::of(&skeleton).map_err(|bad| unreadable(bad, file))
    }

    /// Looks at a class file that was read before.
    pub fn of(skeleton: &Skeleton) -> Result<Option<Self>, ClassFileError> {
        let context = Context::read(skeleton)?;
        let is_module = skeleton.flags & flags::MODULE != 0;
        if is_module || context.name.ends_with("/package-info") {
            return Ok(None);
        }
        let mut methods = Vec::new();
        for (index, part) in skeleton.methods.iter().enumerate() {
            methods.extend(MethodView::read(skeleton, &context, index as u32, part)?);
        }
        let source = skeleton.attribute(&skeleton.attributes, "SourceFile");
        let source = source.and_then(|bytes| bytes.first_chunk()).and_then(|index| {
            skeleton.text(u16::from_be_bytes(*index)).map(std::borrow::Cow::into_owned)
        });
        let (name, kotlin) = (context.name.into_owned(), context.kotlin);
        Ok(Some(Self { name, source, kotlin, methods }))
    }
}

impl MethodView {
    fn read(
        skeleton: &Skeleton,
        context: &Context<'_>,
        index: u32,
        part: &Part,
    ) -> Result<Option<Self>, ClassFileError> {
        let Some(code) = skeleton.raw_attribute(&part.attributes, "Code") else { return Ok(None) };
        let body = Body::read(skeleton, code)?;
        let flow = Flow::new(&body);
        let name = skeleton.text(part.name).unwrap_or_default().into_owned();
        let descriptor = skeleton.text(part.descriptor).unwrap_or_default().into_owned();
        let annotations = annotations(skeleton, &part.attributes);
        let method = filter::Method {
            name: &name,
            descriptor: &descriptor,
            flags: part.flags,
            annotations: &annotations,
            body: &body,
        };
        let found = filter::apply(context, &method);
        let counted = counted(&flow, &found);
        Ok(Some(Self { index, name, descriptor, probes: flow.probes, counted }))
    }

    /// Whether anything of it is counted.
    pub fn is_counted(&self) -> bool {
        !self.counted.is_empty()
    }

    /// The lines of which something is counted, ascending, each with the probes that tell that some of it was
    /// executed.
    pub fn lines(&self) -> Vec<(u16, Vec<u32>)> {
        let mut lines = std::collections::BTreeMap::<u16, Vec<u32>>::new();
        for counted in &self.counted {
            if let Some(line) = counted.line {
                let probes = lines.entry(line).or_default();
                probes.extend(counted.exits.iter().flat_map(|exit| &exit.probes));
            }
        }
        for probes in lines.values_mut() {
            probes.sort_unstable();
            probes.dedup();
        }
        lines.into_iter().collect()
    }

    /// The instructions with branches.
    pub fn branching(&self) -> impl Iterator<Item = &Counted> {
        self.counted.iter().filter(|counted| counted.branches > 1)
    }
}

/// The instructions that filters leave, with the ways out that they give them.
fn counted(flow: &Flow, found: &Found) -> Vec<Counted> {
    let count = flow.branches.len() as u32;
    // By instruction that stands for others: those others.
    let mut copies: Vec<Vec<u32>> = vec![Vec::new(); flow.branches.len()];
    for index in 0..count {
        copies[found.original(index) as usize].push(index);
    }
    let exit = |branches: &[(u32, u32)]| {
        let mut exit = Exit { ways: Vec::new(), probes: Vec::new() };
        for &(at, number) in branches {
            for &copy in &copies[found.original(at) as usize] {
                let own = flow.branches[copy as usize].iter();
                for branch in own.filter(|branch| branch.number == number) {
                    exit.ways.push((copy, branch.way));
                    exit.probes.extend(&branch.probes);
                }
            }
        }
        exit.ways.sort_unstable();
        exit.ways.dedup();
        exit.probes.sort_unstable();
        exit.probes.dedup();
        exit
    };
    let mut all = Vec::new();
    for at in (0..count).filter(|at| found.is_counted(*at)) {
        let (branches, exits) = match found.replacement(at) {
            Some(ways) => (ways.len(), ways.iter().map(|way| exit(way)).collect()),
            None => {
                let mut numbers: Vec<u32> = copies[at as usize]
                    .iter()
                    .flat_map(|copy| &flow.branches[*copy as usize])
                    .map(|branch| branch.number)
                    .collect();
                numbers.sort_unstable();
                numbers.dedup();
                let exits = numbers.into_iter().map(|number| exit(&[(at, number)])).collect();
                (flow.branches[at as usize].len(), exits)
            }
        };
        let line = flow.lines[at as usize];
        all.push(Counted { at, line, branches: branches as u32, exits });
    }
    all
}
