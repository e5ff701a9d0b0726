//! The numbers that a person would hand to a function of C where any will do.

use program::Catalogue;
use program::catalogue::{ApiItem, ApiType};
use scenario::make::is_length;
use suite::{Number, Usual};

/// Words in the names of parameters for which 1 says something else than 0: how much there is, which one, which way.
const SPECIAL: [&str; 14] = [
    "fd", "file", "flag", "mode", "index", "idx", "pos", "off", "type", "kind", "opt", "bit",
    "seed", "depth",
];

/// The numbers for all arguments of the catalogue.
pub(super) fn usual(catalogue: &Catalogue) -> Usual {
    let mut usual = Usual::new();
    for item in &catalogue.items {
        let ApiItem::Function(callable) = item else { continue };
        for (argument, (name, ty)) in callable.params.iter().enumerate() {
            let plain = name.to_lowercase();
            if is_length(name) || SPECIAL.iter().any(|word| plain.contains(word)) {
                continue;
            }
            let number = match catalogue.shape(*ty) {
                Some(ApiType::Int { bits: 16 | 32 | 64, .. }) => Number::From(1),
                Some(ApiType::F32) => Number::F32,
                Some(ApiType::F64) => Number::F64,
                _ => continue,
            };
            usual.insert((callable.function, argument), number);
        }
    }
    usual
}
