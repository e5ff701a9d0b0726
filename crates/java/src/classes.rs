//! Java as a language of Ferret's: the classes of directories, jars and the JDK, each top-level class a unit.

use crate::group::{Group, Groups};
use crate::part::Part;
pub use crate::part::{Native, Options};
use crate::project::Project;
use crate::reach::Reach;
use crate::referee::trial::Trials;
use crate::settle::Suite;
use crate::symbols::Symbols;
use crate::target::Target;
use crate::verify;
use crate::write::{MOCKITO, Mocks, Style};
use ::coverage::{GoalId, Goals};
use bytecode::world::World;
use classfile::archive::Archive;
use classfile::jdk::Jdk;
use classfile::skeleton::Skeleton;
use generate::{Generated, Progress};
use jvm::run::{Launch, Prepared as Library, prepare_library};
use language::pattern::similar;
use language::{
    Error, Found, Language, Prepared, Recipe, Settle, Unready, Verified, fingerprint, wish,
};
use machine::{Captured, Config};
use report::{SkippedKind, Vocabulary};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The classes of some targets.
pub struct Classes {
    jdk: Jdk,
    places: Vec<Place>,
    /// The classes with tests that are there already.
    existing: Vec<String>,
    options: Arc<Options>,
    trials: Arc<Trials>,
}

/// The classes of one target.
struct Place {
    target: Target,
    groups: Groups,
    /// A machine whose library is up, once it is needed.
    library: Mutex<Option<Library>>,
}

impl Place {
    /// Whether no class of it is tested.
    fn is_empty(&self) -> bool {
        self.groups.groups.is_empty()
    }
}

impl Classes {
    /// Finds the classes of targets, each with the name that the user gave it; if some are chosen, only those.
    ///
    /// # Errors
    ///
    /// When an archive cannot be read, or a class that is asked for is in none of them.
    pub fn open(
        jdk: Jdk,
        targets: Vec<(Target, String)>,
        chosen: &[String],
        options: Options,
    ) -> Result<Self, Error> {
        let mut existing = Vec::new();
        for path in &options.existing_tests {
            let archive = Archive::open(path, jdk.release);
            existing.extend(archive.and_then(|archive| archive.class_names()).map_err(Error::new)?);
        }
        if options.mocks == Some(Mocks::Mockito) {
            for (target, named) in &targets {
                needs_mockito(&jdk, target, named)?;
            }
        }
        let (mut places, mut missing) = (Vec::new(), None);
        for (target, named) in targets {
            match Groups::find(chosen, &jdk, &target, &named) {
                Ok(groups) => places.push(Place { target, groups, library: Mutex::new(None) }),
                // A class that is asked for may be in another module.
                Err(error) => missing = Some(error),
            }
        }
        if let Some(error) = missing.filter(|_| places.iter().all(Place::is_empty)) {
            return Err(error);
        }
        let trials = Arc::new(Trials::new(jdk.clone()));
        let classes = Self { jdk, places, existing, options: Arc::new(options), trials };
        classes.refuse_unknown_methods()?;
        Ok(classes)
    }

    /// Refuses the name of a method that no class has.
    fn refuse_unknown_methods(&self) -> Result<(), Error> {
        if self.options.methods.is_empty() {
            return Ok(());
        }
        let mut known = BTreeSet::from(["<init>".to_owned()]);
        for place in &self.places {
            for bytes in place.groups.files(&self.jdk)?.into_iter().flatten() {
                // What cannot be read is told when it is its turn.
                let Ok(class) = Skeleton::read(bytes.into()) else { continue };
                let names = class.methods.iter().filter_map(|method| class.text(method.name));
                known.extend(names.map(Cow::into_owned));
            }
        }
        let Some(unknown) = self.options.methods.iter().find(|name| !known.contains(*name)) else {
            return Ok(());
        };
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let near = similar(unknown, &known);
        let error = Error::new(format!("there is no method `{unknown}`"));
        Err(match near.is_empty() {
            true => error.help("`<init>` stands for constructors"),
            false => error.help(format!("did you mean {}?", near.join(", "))),
        })
    }

    /// The classes of one directory, jar or class file, or one class by its name.
    ///
    /// # Errors
    ///
    /// When there is no JDK, or no such class.
    pub fn of(named: &str, class_path: &[PathBuf], options: Options) -> Result<Self, Error> {
        let jdk = Jdk::find(None).map_err(Error::new)?;
        let target = Target::find(named, class_path, &jdk).map_err(Error::new)?;
        Self::open(jdk, vec![(target, named.to_owned())], &[], options)
    }

    /// Where a unit is, by its number.
    fn group(&self, number: usize) -> Option<(&Place, &Group)> {
        let all = self.places.iter();
        all.flat_map(|place| place.groups.groups.iter().map(move |group| (place, group)))
            .nth(number)
    }

    fn project(&self, place: &Place, group: &Group) -> Result<Project, Unready> {
        let unready = |error: jvm::run::Error| Unready::new(SkippedKind::NotPrepared, error);
        let mut library = place.library.lock().unwrap_or_else(PoisonError::into_inner);
        let library = match &mut *library {
            Some(library) => library,
            empty => {
                let entries = place.target.class_path.iter().chain(&self.options.existing_tests);
                let mut launch = Launch::new(self.jdk.clone(), entries.cloned().collect(), "");
                launch.measured = place.groups.measured();
                let silent = Arc::new(Captured::default());
                let up = prepare_library(&launch, Config::default(), silent).map_err(unready)?;
                empty.insert(up)
            }
        };
        let others = &place.groups.others;
        let members = group.members.clone();
        let project = Project::beside(library, &group.name, members, others, &self.existing)
            .map_err(unready)?
            .only(&self.options.methods)
            .using(self.options.existing_use);
        project.aiming_at(self.options.criteria).map_err(unready)
    }
}

/// Whether Mockito is on the class path of a world.
fn has_mockito(world: &World) -> bool {
    world.on_class_path(&format!("{MOCKITO}.class")).is_ok_and(|found| !found.is_empty())
}

/// Refuses a target without Mockito on its class path.
fn needs_mockito(jdk: &Jdk, target: &Target, named: &str) -> Result<(), Error> {
    let file = format!("{MOCKITO}.class");
    let has = |path: &PathBuf| {
        let archive = Archive::open(path, jdk.release);
        archive.and_then(|archive| archive.read(&file)).is_ok_and(|found| found.is_some())
    };
    match target.class_path.iter().any(has) {
        true => Ok(()),
        false => Err(Error::new(format!(
            "--mocks mockito: Mockito is not on the class path of `{named}`; add its jars by --classpath"
        ))),
    }
}

impl Language for Classes {
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary {
            language: "Java".to_owned(),
            unit: "class".to_owned(),
            member: "method".to_owned(),
            statements: "lines".to_owned(),
            by_member: false,
        }
    }

    fn find(&self) -> Result<Vec<Found>, Error> {
        let mut found = Vec::new();
        for place in &self.places {
            let files = place.groups.files(&self.jdk)?;
            let reach = match &place.groups.archive {
                Some(own) => Reach::read(&self.jdk, own, &place.target.class_path)?,
                None => Reach::default(),
            };
            for (group, files) in place.groups.groups.iter().zip(files) {
                found.push(Found {
                    number: found.len(),
                    name: group.name.replace('/', "."),
                    code: fingerprint(&files.concat()),
                    reached: reach.code(&group.name),
                    sources: reach.sources(&group.name),
                });
            }
        }
        Ok(found)
    }

    fn prepare(&self, unit: &Found) -> Result<Arc<dyn Prepared>, Unready> {
        let (place, group) = self.group(unit.number).ok_or_else(|| {
            Unready::new(SkippedKind::NotPrepared, format!("there is no unit {}", unit.number))
        })?;
        let project = self.project(place, group)?;
        if project.entries.is_empty() {
            return Err(Unready::new(SkippedKind::NothingToCall, "nothing that a test can call"));
        }
        if project.goals.goals.is_empty() {
            let text = "nothing to cover";
            return Err(Unready::new(SkippedKind::NothingToCover, text));
        }
        let (style, mocks) = (self.options.style, self.options.mocks);
        let mocks = mocks.unwrap_or_else(|| match project.with_world(has_mockito) {
            true => Mocks::Mockito,
            false => Mocks::Stubs,
        });
        Ok(Arc::new(Part {
            style: Style { mocks, ..style },
            name: unit.name.clone(),
            project,
            trials: Arc::clone(&self.trials),
            class_path: place.target.class_path.clone(),
            options: Arc::clone(&self.options),
        }))
    }

    fn verify(&self, unit: &Found, out: &Path, files: &[String]) -> Result<Verified, Unready> {
        let unready = |text: String| Unready::new(SkippedKind::NotPrepared, text);
        let (place, _) = self
            .group(unit.number)
            .ok_or_else(|| unready(format!("there is no unit {}", unit.number)))?;
        verify::verify(&self.trials, &place.target.class_path, out, files)
            .map_err(|error| unready(error.message))
    }
}

impl Prepared for Part {
    fn goals(&self) -> &Arc<Goals> {
        &self.project.goals
    }

    fn describe(&self, goal: GoalId) -> String {
        let goals = &self.project.goals;
        let known = &goals.goals[goal];
        let place = known.span.map(|span| self.project.place(span).to_string());
        let name = &goals.units[known.unit].name;
        format!("{} {name}: {}", place.unwrap_or_default(), wish(goals, goal))
    }

    fn generate(
        &self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, Error> {
        self.project.generate(recipe.technique, recipe.settings, progress).map_err(Error::new)
    }

    fn produce<'p>(
        &'p self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Box<dyn Settle + 'p>, Error> {
        let Recipe { technique, settings, corpus, focus } = recipe;
        if self.options.native != Native::Never {
            // While tests are searched for, what will try them gets ready.
            self.trials.warm_up(self.style.junit);
        }
        let project = &self.project;
        let symbols = Symbols::new(project);
        let read = corpus.map(|corpus| symbols.numbered(corpus).read(&project.program));
        let (mut beginning, dropped) = read.unwrap_or_default();
        // Where most tests are lost, others have to be found for the rest of the code too.
        let focus = focus.filter(|_| beginning.tests.len() as u32 > dropped);
        beginning.aside = language::aside(&project.goals, focus, &|span| project.place(span));
        let product = project.produce_from(technique, settings, beginning, progress);
        let product = product.map_err(Error::new)?;
        Ok(Box::new(Suite::new(self, product, settings.criteria, dropped)))
    }
}
