//! Texts that the code compares with: tests try them.

use crate::api::{Api, Member};
use bytecode::world::World;
use program::Program;
use std::collections::BTreeSet;

/// Characters of a string of the code that tests try.
const LONGEST_CONSTANT: usize = 64;
/// Characters of a string of other code that tests try.
const LONGEST_WORD: usize = 12;
/// Classes that read texts and whose strings tests try.
const READERS: usize = 4;

/// The words of classes beside those under test that read texts.
pub(super) fn words_of_readers(
    world: &mut World,
    program: &mut Program,
    api: &Api,
    classes: &[String],
) -> Vec<Vec<u16>> {
    let readers = readers(api, program, classes);
    let mut words = constants(world, program, &readers);
    words.retain(|text| is_word(text));
    words
}

/// The strings that classes name, those that are not long.
pub(super) fn constants(
    world: &mut World,
    program: &mut Program,
    classes: &[String],
) -> Vec<Vec<u16>> {
    let mut texts = BTreeSet::new();
    for name in classes {
        let Ok(class) = world.class(program, name) else { continue };
        let Ok(pool) = world.pool(class) else { continue };
        for index in 1..=pool.len() as u16 {
            let Ok(text) = pool.try_get_string(index) else { continue };
            let units: Vec<u16> = text.to_str_lossy().encode_utf16().collect();
            if units.len() <= LONGEST_CONSTANT {
                texts.insert(units);
            }
        }
    }
    texts.into_iter().collect()
}

/// Classes beside those under test whose methods read a text to make something: what they look for in it helps to make one.
fn readers(api: &Api, program: &Program, classes: &[String]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for (function, member) in &api.members {
        let Member::Method { class, .. } = member else { continue };
        let Some(callable) = program.catalogue.callable(*function) else { continue };
        let mut takes = callable.params.iter().filter_map(|(_, ty)| api.types[*ty].class_name());
        let gives = api.types[callable.result].class_name();
        if takes.any(|class| class == "java/lang/String")
            && gives.is_some_and(|gives| gives != class && !gives.starts_with("java/"))
            && !class.starts_with("java/")
            && !classes.contains(class)
        {
            found.insert(class.clone());
        }
    }
    found.into_iter().take(READERS).collect()
}

/// Whether a text is a word of some language, and no message.
fn is_word(text: &[u16]) -> bool {
    let is_space = |unit: &u16| *unit <= u16::from(b' ');
    (1..=LONGEST_WORD).contains(&text.len()) && !text.iter().any(is_space)
}
