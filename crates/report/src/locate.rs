//! Which source file a place is in, as tools that know the repository name it.

use crate::{Place, Unit, Vocabulary};

/// Finds the path of a source file: given what the report knows of it, gives what a repository calls it.
pub type Locate<'l> = &'l dyn Fn(&str) -> String;

/// The path of a place's file as far as the report knows it.
pub fn source_path(words: &Vocabulary, unit: &Unit, place: &Place) -> String {
    file_path(words, unit, &place.file)
}

/// The path of a file of a unit as far as the report knows it. A class file names its source without the folders, which
/// follow from the package.
pub fn file_path(words: &Vocabulary, unit: &Unit, file: &str) -> String {
    let package = match words.language.as_str() {
        "Java" if !file.contains('/') => unit.name.rsplit_once('.').map(|(own, _)| own),
        _ => None,
    };
    match package {
        Some(package) => format!("{}/{}", package.replace('.', "/"), file),
        None => file.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_java_file_is_in_the_folder_of_its_package() {
        let report = sample::classes();
        let unit = &report.units[0];
        let place = Place { file: "Iban.java".to_owned(), line: Some(7), column: None };
        assert_eq!(source_path(&report.vocabulary, unit, &place), "acme/Iban.java");
        let report = sample::program();
        let place = Place { file: "src/a.c".to_owned(), line: Some(7), column: None };
        assert_eq!(source_path(&report.vocabulary, &report.units[0], &place), "src/a.c");
    }
}
