//! A whole program: files, selectors, globals, classes, functions, catalogue.

use super::super::literal;
use super::super::syntax::push_bytes;
use super::Printer;
use crate::{Class, Global, RelocationTarget, Type};

impl Printer<'_> {
    /// Writes everything.
    pub fn program(&mut self) {
        let program = self.program;
        self.selectors.reset(program.selectors.len());
        self.group(program.globals.values(), Self::global);
        self.group(program.classes.values(), Self::class);
        for (index, function) in program.functions.values().enumerate() {
            // Declarations stand together, a body stands for itself.
            let together = index > 0
                && !function.has_body()
                && program
                    .functions
                    .values()
                    .nth(index - 1)
                    .is_some_and(|before| !before.has_body());
            if !together {
                self.gap();
            }
            self.function(function);
        }
        self.catalogue();
        self.head();
    }

    /// Puts the files, and the selectors whose order the rest of the text does not show, in front.
    fn head(&mut self) {
        let program = self.program;
        let rest = std::mem::take(&mut self.out);
        self.group(program.files.values(), |printer, name| {
            printer.out.push_str("file ");
            super::push_name(&mut printer.out, name, false);
            printer.out.push('\n');
        });
        let declared = self.selectors.to_declare();
        self.group(program.selectors.values().take(declared), |printer, name| {
            printer.out.push_str("selector ");
            printer.name(name);
            printer.out.push('\n');
        });
        if !rest.is_empty() {
            self.gap();
            self.out.push_str(&rest);
        }
    }

    /// A blank line, unless nothing stands before it.
    pub fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Writes items of one kind, set off from what stands before.
    pub fn group<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Self, T),
    ) {
        for (index, each) in items.into_iter().enumerate() {
            if index == 0 {
                self.gap();
            }
            item(self, each);
        }
    }

    fn global(&mut self, global: &Global) {
        self.out.push_str("global ");
        self.sigil_name('@', Some(&global.name), 0);
        self.put(format_args!(": {} align {}", global.size, global.align));
        if global.read_only {
            self.out.push_str(" readonly");
        }
        if global.external {
            self.out.push_str(" external");
        }
        self.home(global.home.as_deref());
        if !global.bytes.is_empty() {
            self.out.push_str(" = ");
            self.bytes(global);
        }
        if !global.relocations.is_empty() {
            self.out.push_str(if global.bytes.is_empty() { " = { " } else { " + { " });
            self.separated(", ", &global.relocations, |printer, relocation| {
                printer.put(format_args!("{}: ", relocation.offset));
                match relocation.target {
                    RelocationTarget::Global(global, offset) => {
                        printer.global_name(global);
                        printer.offset(offset);
                    }
                    RelocationTarget::Function(function) => printer.function_name(function),
                }
            });
            self.out.push_str(" }");
        }
        self.out.push('\n');
    }

    /// The file that keeps a function or global to itself.
    pub fn home(&mut self, home: Option<&str>) {
        if let Some(home) = home {
            self.out.push_str(" in ");
            self.name(home);
        }
    }

    /// The first bytes of a global: text as text; otherwise as numbers of the width that the
    /// alignment suggests.
    fn bytes(&mut self, global: &Global) {
        let bytes = &global.bytes;
        let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        let width = match global.align {
            2 | 4 | 8 => global.align as usize,
            _ => 1,
        };
        if text.iter().all(is_text) || !bytes.len().is_multiple_of(width) {
            self.out.push_str("bytes ");
            push_bytes(&mut self.out, bytes);
            return;
        }
        let ty = Type::Int(width as u8 * 8);
        self.put(format_args!("{ty} ["));
        self.separated(", ", bytes.chunks(width), |printer, chunk| {
            let bits = chunk.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
            literal::push_bits(&mut printer.out, ty, bits);
        });
        self.out.push(']');
    }

    fn class(&mut self, class: &Class) {
        self.out.push_str(if class.interface { "interface " } else { "class " });
        self.name(&class.name);
        if let Some(element) = class.element {
            self.put(format_args!(" array {element}"));
        }
        if let Some(component) = class.component {
            self.out.push_str(" of ");
            self.class_name(component);
        }
        if let Some(superclass) = class.superclass {
            self.out.push_str(" extends ");
            self.class_name(superclass);
        }
        if !class.interfaces.is_empty() {
            self.out.push_str(" implements ");
            self.separated(", ", &class.interfaces, |printer, interface| {
                printer.class_name(*interface);
            });
        }
        let empty = class.size == 0
            && class.fields.is_empty()
            && class.methods.is_empty()
            && class.initializer.is_none();
        if empty {
            self.out.push('\n');
            return;
        }
        self.out.push_str(" {\n");
        if class.size != 0 {
            self.put(format_args!("  size {}\n", class.size));
        }
        for field in &class.fields {
            self.out.push_str("  field ");
            self.name(&field.name);
            self.put(format_args!(": {} at {}\n", field.ty, field.offset));
        }
        for (selector, function) in &class.methods {
            self.out.push_str("  method ");
            self.selector(*selector);
            self.out.push_str(" = ");
            self.function_name(*function);
            self.out.push('\n');
        }
        if let Some(initializer) = class.initializer {
            self.out.push_str("  init ");
            self.function_name(initializer);
            self.out.push('\n');
        }
        self.out.push_str("}\n");
    }
}
