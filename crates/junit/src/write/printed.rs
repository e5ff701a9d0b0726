//! Standard output that a test keeps, to look at it.

use super::body::Body;
use super::mention;

impl Body<'_> {
    /// What was printed, as an expression.
    pub(super) fn printed(&mut self) -> String {
        let name = match &self.printed {
            Some(name) => name.clone(),
            None => {
                let names = ["printed", "output"].map(str::to_owned);
                self.variables.fresh(&self.context.reserved, &names)
            }
        };
        self.printed = Some(name.clone());
        format!("{name}.toString()")
    }

    /// Puts all statements so far between the lines that keep what is printed and the one that restores what was there.
    pub(super) fn keep_output(&mut self, printed: &str) {
        let names = ["out", "before"].map(str::to_owned);
        let kept = self.variables.fresh(&self.context.reserved, &names);
        let system = mention::class("java/lang/System");
        let (stream, bytes) = (
            mention::class("java/io/PrintStream"),
            mention::class("java/io/ByteArrayOutputStream"),
        );
        let mut lines = vec![
            format!("{stream} {kept} = {system}.out;"),
            format!("{bytes} {printed} = new {bytes}();"),
            format!("{system}.setOut(new {stream}({printed}));"),
            "try {".to_owned(),
        ];
        lines.extend(self.indented());
        lines.push("} finally {".to_owned());
        lines.push(format!("    {system}.setOut({kept});"));
        lines.push("}".to_owned());
        self.lines = lines;
    }
}
