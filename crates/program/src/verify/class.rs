//! Classes: hierarchy, layout, methods.

use super::{LARGEST_SIZE, Verifier, duplicates, is_type, on_a_cycle};
use crate::{Class, ClassId, FuncId, Function, Id, Type};

impl Verifier<'_> {
    /// Looks at the classes from `first` on; those before it have been looked at.
    pub(super) fn classes(&mut self, first: usize) {
        let program = self.program;
        self.selectors.resize(program.selectors.len(), None);
        // An older class has no newer one above it.
        let supertypes = |index: usize| {
            let class = &program.classes[ClassId::new(first + index)];
            let above = class.superclass.iter().chain(&class.interfaces);
            above.filter_map(|id| id.index().checked_sub(first)).collect()
        };
        if let Some(index) = on_a_cycle(program.classes.len() - first, supertypes) {
            let name = &program.classes[ClassId::new(first + index)].name;
            self.problem(|| format!("class `{name}`"), "it is its own supertype");
        }
        for class in program.classes.values().skip(first) {
            self.supertypes(class);
            self.layout(class);
            self.methods(class);
        }
    }

    fn supertypes(&mut self, class: &Class) {
        let place = || format!("class `{}`", class.name);
        if let Some(superclass) = class.superclass {
            match self.program.classes.get(superclass) {
                None => {
                    self.problem(place, format!("its superclass ?{} does not exist", superclass.0));
                }
                Some(other) if other.interface => {
                    self.problem(
                        place,
                        format!("it extends `{}`, which is an interface", other.name),
                    );
                }
                Some(other) if other.element.is_some() => {
                    self.problem(
                        place,
                        format!("it extends `{}`, which is an array class", other.name),
                    );
                }
                Some(_) => {}
            }
        }
        for interface in &class.interfaces {
            match self.program.classes.get(*interface) {
                None => {
                    self.problem(place, format!("its interface ?{} does not exist", interface.0));
                }
                // An array of something is an array of everything above that.
                Some(other) if other.element.is_some() && class.element.is_some() => {}
                Some(other) if !other.interface => {
                    self.problem(
                        place,
                        format!("it implements `{}`, which is not an interface", other.name),
                    );
                }
                Some(_) => {}
            }
        }
    }

    fn layout(&mut self, class: &Class) {
        let place = || format!("class `{}`", class.name);
        if class.size > LARGEST_SIZE {
            self.problem(place, format!("its size is larger than {LARGEST_SIZE} bytes"));
        }
        if let Some(element) = class.element.filter(|element| !is_type(*element)) {
            self.problem(place, format!("there is no type {element}"));
        }
        if let Some(component) = class.component {
            if class.element != Some(Type::Ptr) {
                self.problem(place, "only an array of ptr has elements of a class");
            }
            if self.program.classes.get(component).is_none() {
                self.problem(place, format!("its elements' class ?{} does not exist", component.0));
            }
        }
        if class.element.is_some() || class.interface {
            let what = if class.interface { "an interface" } else { "an array class" };
            if class.size != 0 || !class.fields.is_empty() {
                self.problem(place, format!("{what} has neither fields nor a size"));
            }
            if class.interface && class.element.is_some() {
                self.problem(place, "an interface has no elements");
            }
            return;
        }
        let superclass = class.superclass.and_then(|id| self.program.classes.get(id));
        let inherited = superclass.map_or(0, |superclass| superclass.size);
        if class.size < inherited {
            let message =
                format!("its size {} is less than its superclass's {inherited}", class.size);
            self.problem(place, message);
        }
        for name in duplicates(class.fields.iter().map(|field| field.name.as_str())) {
            self.problem(place, format!("it has two fields `{name}`"));
        }
        let mut fields: Vec<_> = class.fields.iter().collect();
        fields.sort_by_key(|field| field.offset);
        let mut free = u64::from(inherited);
        for field in fields {
            let name = &field.name;
            if !is_type(field.ty) {
                self.problem(place, format!("field `{name}`: there is no type {}", field.ty));
                continue;
            }
            let end = u64::from(field.offset) + u64::from(field.ty.bytes());
            if u64::from(field.offset) < free {
                let message =
                    format!("field `{name}` at {} overlaps what lies before it", field.offset);
                self.problem(place, message);
            }
            if end > class.size.into() {
                let message =
                    format!("field `{name}` ends at {end}, beyond the size {}", class.size);
                self.problem(place, message);
            }
            free = free.max(end);
        }
    }

    fn methods(&mut self, class: &Class) {
        let place = || format!("class `{}`", class.name);
        let mut selectors: Vec<_> = class.methods.iter().map(|(selector, _)| *selector).collect();
        selectors.sort_unstable();
        for pair in selectors.windows(2).filter(|pair| pair[0] == pair[1]) {
            let name = self.program.selectors.get(pair[0]).map_or("?", String::as_str);
            self.problem(place, format!("it has two methods `{name}`"));
        }
        for (selector, function) in &class.methods {
            let Some(name) = self.program.selectors.get(*selector) else {
                self.problem(
                    place,
                    format!("its method's selector ?{} does not exist", selector.0),
                );
                continue;
            };
            let Some(method) = self.program.functions.get(*function) else {
                self.problem(place, format!("method `{name}` is a function that does not exist"));
                continue;
            };
            if method.parameter_types().next() != Some(Type::Ptr) {
                let message = format!(
                    "method `{name}` is `@{}`, whose first parameter is not a ptr",
                    method.name
                );
                self.problem(place, message);
            }
            self.one_signature(class, selector.index(), name, *function, method);
        }
        if let Some(initializer) = class.initializer {
            match self.program.functions.get(initializer) {
                None => self.problem(place, "its initialiser does not exist"),
                Some(function) if function.params != 0 || function.result.is_some() => {
                    let message =
                        format!("its initialiser `@{}` has parameters or a result", function.name);
                    self.problem(place, message);
                }
                Some(_) => {}
            }
        }
    }

    /// A virtual call can land in any method of its selector, so all of them look alike from outside.
    fn one_signature(
        &mut self,
        class: &Class,
        selector: usize,
        name: &str,
        id: FuncId,
        method: &Function,
    ) {
        let Some(other) =
            self.selectors[selector].and_then(|other| self.program.functions.get(other))
        else {
            self.selectors[selector] = Some(id);
            return;
        };
        let alike = other.result == method.result
            && other.variadic == method.variadic
            && other.parameter_types().eq(method.parameter_types());
        if !alike {
            let message = format!(
                "method `{name}` is `@{}`, which has another signature than `@{}`",
                method.name, other.name
            );
            self.problem(|| format!("class `{}`", class.name), message);
        }
    }
}
