//! Names of functions and variables that only one source file sees: unique in the program, and as the source
//! has them.

/// The name in the program of what a file, its home, keeps to itself.
pub fn local_name(home: &str, source: &str) -> String {
    format!("{home}:{source}")
}

/// The name in the source of what has that name in the program and that home.
pub(crate) fn source_name<'n>(name: &'n str, home: Option<&str>) -> &'n str {
    home.and_then(|home| name.strip_prefix(home)?.strip_prefix(':')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_the_program_has_the_name_in_the_source_behind_its_home() {
        let name = local_name("src/a:b.c", "f");
        assert_eq!(source_name(&name, Some("src/a:b.c")), "f");
        assert_eq!(source_name("f", None), "f");
        assert_eq!(source_name("a:f", None), "a:f");
    }
}
