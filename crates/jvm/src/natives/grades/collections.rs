//! What is in the collections of the library, read from how they store it.

use super::super::{Jvm, values::NULL};
use machine::{Stop, Value};

/// How many elements of a collection are looked at.
pub(super) const MOST: usize = 256;

/// How a collection stores its elements; fields by their names.
enum Store {
    /// In an array, the first so many of it; or all that is not null.
    Array(&'static str, Option<&'static str>),
    /// In fields of their own.
    Fields(&'static [&'static str]),
    /// In a chain: the first link, and in a link its class, the element and the next.
    Chain(&'static str, &'static str, &'static str, &'static str),
    /// As the keys of a map.
    Keys(&'static str),
}

const COLLECTIONS: &[(&str, Store)] = &[
    ("java/util/ArrayList", Store::Array("elementData", Some("size"))),
    ("java/util/Vector", Store::Array("elementData", Some("elementCount"))),
    ("java/util/PriorityQueue", Store::Array("queue", Some("size"))),
    ("java/util/ArrayDeque", Store::Array("elements", None)),
    ("java/util/Arrays$ArrayList", Store::Array("a", None)),
    ("java/util/ImmutableCollections$ListN", Store::Array("elements", None)),
    ("java/util/ImmutableCollections$SetN", Store::Array("elements", None)),
    ("java/util/concurrent/CopyOnWriteArrayList", Store::Array("array", None)),
    ("java/util/ImmutableCollections$List12", Store::Fields(&["e0", "e1"])),
    ("java/util/ImmutableCollections$Set12", Store::Fields(&["e0", "e1"])),
    ("java/util/LinkedList", Store::Chain("first", "java/util/LinkedList$Node", "item", "next")),
    ("java/util/HashSet", Store::Keys("map")),
    ("java/util/TreeSet", Store::Keys("m")),
];

/// How a map stores its entries.
enum Table {
    /// In chains that begin in an array `table`: the class of the links, and where their values are.
    Chains(&'static str, &'static str),
    /// In a tree.
    Tree,
    /// In an array, keys and values in turn.
    Pairs,
    /// One entry only.
    One,
}

const MAPS: &[(&str, Table)] = &[
    ("java/util/HashMap", Table::Chains("java/util/HashMap$Node", "value")),
    ("java/util/Hashtable", Table::Chains("java/util/Hashtable$Entry", "value")),
    (
        "java/util/concurrent/ConcurrentHashMap",
        Table::Chains("java/util/concurrent/ConcurrentHashMap$Node", "val"),
    ),
    ("java/util/TreeMap", Table::Tree),
    ("java/util/ImmutableCollections$MapN", Table::Pairs),
    ("java/util/ImmutableCollections$Map1", Table::One),
];

impl Jvm<'_> {
    /// The elements of a collection whose store is known.
    pub(super) fn elements(&mut self, collection: Value) -> Result<Option<Vec<Value>>, Stop> {
        let Some((class, store)) = self.known_base(collection, COLLECTIONS)? else {
            return Ok(None);
        };
        Ok(Some(match store {
            Store::Array(array, size) => {
                let array = self.pointer(collection, class, array)?;
                let size = match size {
                    Some(size) => Some(self.get_known(collection, class, size)? as u32 as usize),
                    None => None,
                };
                self.array_elements(array, size)?
            }
            Store::Fields(names) => {
                let mut elements = Vec::new();
                for name in *names {
                    elements.push(self.pointer(collection, class, name)?);
                }
                elements
            }
            Store::Chain(first, link, item, next) => {
                let mut elements = Vec::new();
                let mut at = self.pointer(collection, class, first)?;
                while at.bits != 0 && elements.len() < MOST {
                    elements.push(self.pointer(at, link, item)?);
                    at = self.pointer(at, link, next)?;
                }
                elements
            }
            Store::Keys(map) => {
                let map = self.pointer(collection, class, map)?;
                return Ok(self
                    .map_entries(map)?
                    .map(|entries| entries.into_iter().map(|(key, _)| key).collect()));
            }
        }))
    }

    /// The keys and values of a map whose store is known.
    pub(super) fn map_entries(&mut self, map: Value) -> Result<Option<Vec<(Value, Value)>>, Stop> {
        let Some((class, table)) = self.known_base(map, MAPS)? else { return Ok(None) };
        let mut entries = Vec::new();
        match table {
            Table::Chains(link, value) => {
                let array = self.pointer(map, class, "table")?;
                for mut at in self.array_elements(array, None)? {
                    while at.bits != 0 && entries.len() < MOST {
                        let entry =
                            (self.pointer(at, link, "key")?, self.pointer(at, link, value)?);
                        entries.push(entry);
                        at = self.pointer(at, link, "next")?;
                    }
                }
            }
            Table::Tree => {
                const ENTRY: &str = "java/util/TreeMap$Entry";
                let mut open = vec![self.pointer(map, class, "root")?];
                while let Some(at) = open.pop().filter(|_| entries.len() < MOST) {
                    if at.bits != 0 {
                        let entry =
                            (self.pointer(at, ENTRY, "key")?, self.pointer(at, ENTRY, "value")?);
                        entries.push(entry);
                        open.push(self.pointer(at, ENTRY, "left")?);
                        open.push(self.pointer(at, ENTRY, "right")?);
                    }
                }
            }
            Table::Pairs => {
                let array = self.pointer(map, class, "table")?;
                let elements = self.array_elements(array, None)?;
                entries.extend(elements.chunks_exact(2).map(|pair| (pair[0], pair[1])));
            }
            Table::One => {
                entries.push((self.pointer(map, class, "k0")?, self.pointer(map, class, "v0")?));
            }
        }
        Ok(Some(entries))
    }

    /// The first so many elements of an array; or all that are not null.
    fn array_elements(&mut self, array: Value, size: Option<usize>) -> Result<Vec<Value>, Stop> {
        let mut elements = Vec::new();
        if array.bits == 0 {
            return Ok(elements);
        }
        let length = self.length(array)?;
        for index in 0..size.unwrap_or(length).min(length) {
            let element = self.element(array, index)?;
            if element.bits != 0 || size.is_some() {
                elements.push(element);
            }
            if elements.len() == MOST {
                break;
            }
        }
        Ok(elements)
    }

    fn pointer(
        &mut self,
        object: Value,
        class: &'static str,
        field: &'static str,
    ) -> Result<Value, Stop> {
        Ok(Value { term: None, grade: None, ..self.get(object, class, field)? })
    }

    /// The class among those of a list that an object's class is or is below.
    fn known_base<T>(
        &mut self,
        object: Value,
        list: &'static [(&'static str, T)],
    ) -> Result<Option<(&'static str, &'static T)>, Stop> {
        if object.bits == NULL.bits {
            return Ok(None);
        }
        let mut next = Some(self.context.class_of(object)?);
        let world = self.shared.world();
        while let Some(class) = next {
            let info = world.info(class);
            if let Some((name, item)) = list.iter().find(|(name, _)| **name == *info.name) {
                return Ok(Some((name, item)));
            }
            next = info.superclass;
        }
        Ok(None)
    }
}
