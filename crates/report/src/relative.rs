//! Places told from a folder on, so that they are the same on every machine.

use crate::{Place, Unit};
use std::path::Path;

impl Unit {
    /// Tells files below a folder from there on.
    pub fn tell_from(&mut self, folder: &Path) {
        let shorten = |file: &mut String| {
            if let Ok(rest) = Path::new(&*file).strip_prefix(folder) {
                *file = rest.display().to_string();
            }
        };
        let mut places: Vec<&mut Place> = Vec::new();
        places.extend(self.members.iter_mut().filter_map(|own| own.place.as_mut()));
        places.extend(self.goals.iter_mut().filter_map(|own| own.place.as_mut()));
        for finding in &mut self.findings {
            places.extend(finding.place.as_mut());
            places.extend(finding.stack.frames.iter_mut().filter_map(|own| own.place.as_mut()));
        }
        let survivors = self.mutation.iter_mut().flat_map(|own| &mut own.survivors);
        places.extend(survivors.map(|own| &mut own.place));
        places.into_iter().for_each(|place| shorten(&mut place.file));
        self.sources.iter_mut().for_each(|source| shorten(&mut source.file));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn files_below_the_folder_are_told_from_there_on_and_others_as_they_are() {
        let mut unit = sample::program().units.remove(0);
        let expected = unit.clone();
        let absolute = |file: &mut String| *file = format!("/acme/zoo/{file}");
        unit.sources.iter_mut().for_each(|own| absolute(&mut own.file));
        unit.goals
            .iter_mut()
            .flat_map(|own| &mut own.place)
            .for_each(|own| absolute(&mut own.file));
        unit.members
            .iter_mut()
            .flat_map(|own| &mut own.place)
            .for_each(|own| absolute(&mut own.file));
        for finding in &mut unit.findings {
            finding.place.iter_mut().for_each(|own| absolute(&mut own.file));
            let frames = finding.stack.frames.iter_mut().flat_map(|own| &mut own.place);
            frames.for_each(|own| absolute(&mut own.file));
        }
        let mut elsewhere = unit.clone();
        unit.tell_from(Path::new("/acme/zoo"));
        assert_eq!(unit, expected);
        let before = elsewhere.clone();
        elsewhere.tell_from(Path::new("/acme/zoological"));
        assert_eq!(elsewhere, before);
    }
}
