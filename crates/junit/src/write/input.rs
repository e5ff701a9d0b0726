//! Standard input that a test gives to the code and takes away again.

use super::body::Body;
use super::{literal, mention};
use classfile::descriptor::JType;

impl Body<'_> {
    /// Puts all statements so far between the lines that give some bytes as standard input and the one that restores
    /// what was there.
    pub(super) fn give_input(&mut self, bytes: &[u8]) {
        let names = ["in", "input"].map(str::to_owned);
        let kept = self.variables.fresh(&self.context.reserved, &names);
        let system = mention::class("java/lang/System");
        let mut lines = vec![
            format!("{} {kept} = {system}.in;", mention::class("java/io/InputStream")),
            format!(
                "{system}.setIn(new {}({}));",
                mention::class("java/io/ByteArrayInputStream"),
                written(bytes)
            ),
            "try {".to_owned(),
        ];
        lines.extend(self.indented());
        lines.push("} finally {".to_owned());
        lines.push(format!("    {system}.setIn({kept});"));
        lines.push("}".to_owned());
        self.lines = lines;
    }

    /// Takes all statements so far, for a block of their own.
    pub(super) fn indented(&mut self) -> Vec<String> {
        let indent = |line: String| match line.is_empty() {
            true => line,
            false => format!("    {}", line.replace('\n', "\n    ")),
        };
        self.lines.drain(..).map(indent).collect()
    }
}

/// Bytes as a person would write them: as a text, if they are one.
fn written(bytes: &[u8]) -> String {
    let is_plain = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t');
    match std::str::from_utf8(bytes) {
        Ok("") => "new byte[0]".to_owned(),
        Ok(text) if text.chars().all(is_plain) => {
            let units: Vec<u16> = text.encode_utf16().collect();
            let charsets = mention::class("java/nio/charset/StandardCharsets");
            format!("{}.getBytes({charsets}.UTF_8)", literal::string(&units))
        }
        _ => {
            let bytes = bytes.iter().map(|byte| literal::plain(JType::Byte, u64::from(*byte)));
            format!("new byte[] {{{}}}", bytes.collect::<Vec<_>>().join(", "))
        }
    }
}
