//! Reading the body of a function: blocks, debug records, and the way on after something unknown.

use super::ast::{
    Block, BlockId, Body, DebugRecord, DebugRecordKind, Instruction, InstructionKind,
    MetadataValue, NodeId, Operand, Terminator, TerminatorKind, TypeId,
};
use super::cursor::{TokenKind, shortened};
use super::error::{Failure, Parse};
use super::instructions::Step;
use super::metadata;
use super::reader::Reader;

impl<'a> Reader<'a> {
    /// `{ … }`. Whatever goes wrong inside makes this function unsupported, not the file: the body
    /// ends with the first line that begins with `}`.
    pub fn body(&mut self, result: TypeId) -> Parse<Body<'a>> {
        let start = self.cursor.token.start as usize;
        self.cursor.expect(b'{')?;
        let block_addresses = self.block_addresses.len();
        let failure = match self.blocks(result) {
            Ok(body) => return Ok(body),
            Err(failure) => failure,
        };
        let Some(length) = self.cursor.text.get(start..).and_then(|rest| rest.find("\n}")) else {
            return Err(failure);
        };
        self.cursor.depth = 0;
        self.cursor.jump(start + length + 2);
        self.block_addresses.truncate(block_addresses);
        let line = self.line(failure.offset);
        Ok(Body::Unsupported { reason: failure.message, line })
    }

    fn blocks(&mut self, result: TypeId) -> Parse<Body<'a>> {
        let mut labels = Vec::new();
        let mut blocks = Vec::new();
        let mut debug = Vec::new();
        while !self.cursor.accept(b'}') {
            let offset = self.cursor.token.start as usize;
            let mut name = None;
            if self.cursor.token.kind == TokenKind::Label {
                name = Some(self.cursor.name());
                self.cursor.advance();
            }
            labels.push(self.scope.define_label(name, offset)?);
            let block = BlockId(blocks.len() as u32);
            blocks.push(self.block(block, result, &mut debug)?);
        }
        if blocks.is_empty() {
            return self.cursor.fail_before("a body has at least one block");
        }
        let (locals, places) = self.scope.finish()?;
        for (block, label) in blocks.iter_mut().zip(labels) {
            block.name = places[label.0 as usize].1;
            for_each_target(block, |target| *target = places[target.0 as usize].0);
        }
        Ok(Body::Defined { blocks: blocks.into_iter().collect(), locals, debug })
    }

    fn block(
        &mut self,
        id: BlockId,
        result: TypeId,
        debug: &mut Vec<DebugRecord<'a>>,
    ) -> Parse<Block<'a>> {
        let mut instructions = Vec::new();
        loop {
            let offset = self.cursor.token.start;
            let mut name = None;
            match self.cursor.token.kind {
                TokenKind::Directive => {
                    debug.push(self.debug_record(id, instructions.len() as u32)?);
                    continue;
                }
                TokenKind::Local => {
                    name = Some(self.cursor.name());
                    self.cursor.advance();
                    self.cursor.expect(b'=')?;
                }
                _ => {}
            }
            if self.cursor.token.kind != TokenKind::Word {
                return self.cursor.expected("an instruction");
            }
            match self.step(result)? {
                Step::Instruction(kind, ty) => {
                    let location = self.attachments()?;
                    let result = if ty == self.types.void {
                        if name.is_some() {
                            return Failure::at(offset as usize, "this instruction has no result");
                        }
                        None
                    } else {
                        Some(self.scope.define_local(name, ty, offset as usize)?)
                    };
                    instructions.push(Instruction { result, kind, location, offset });
                }
                Step::Terminator(kind) => {
                    if name.is_some() {
                        return Failure::at(offset as usize, "this instruction has no result");
                    }
                    let location = self.attachments()?;
                    let terminator = Terminator { kind, location, offset };
                    return Ok(Block { name: "", instructions, terminator });
                }
            }
        }
    }

    /// `, !dbg !12, !srcloc !13`; the first comma may be read already. Only `!dbg` is kept.
    fn attachments(&mut self) -> Parse<Option<NodeId>> {
        let mut location = None;
        let mut more =
            self.cursor.token.kind == TokenKind::MetadataName || self.cursor.accept(b',');
        while more {
            if self.cursor.token.kind != TokenKind::MetadataName {
                return self.cursor.expected("metadata");
            }
            let is_debug = self.cursor.name() == "dbg";
            self.cursor.advance();
            let value = metadata::value(&mut self.cursor)?;
            if is_debug {
                location = value.node();
            }
            more = self.cursor.accept(b',');
        }
        Ok(location)
    }

    /// `#dbg_declare(ptr %a, !40, !DIExpression(), !41)`.
    fn debug_record(&mut self, block: BlockId, index: u32) -> Parse<DebugRecord<'a>> {
        let kind = match self.cursor.name() {
            "dbg_declare" => DebugRecordKind::Declare,
            "dbg_value" => DebugRecordKind::Value,
            "dbg_assign" => DebugRecordKind::Assign,
            "dbg_label" => DebugRecordKind::Label,
            other => {
                let other = shortened(other);
                return self.cursor.fail(format!("`#{other}` is not a known debug record"));
            }
        };
        self.cursor.advance();
        self.cursor.expect(b'(')?;
        let mut value = None;
        if kind != DebugRecordKind::Label {
            value = self.debug_value()?;
            self.cursor.expect(b',')?;
        }
        let variable = metadata::value(&mut self.cursor)?.node();
        let mut expression = MetadataValue::Null;
        let mut location = None;
        // The expression comes first and the location last; what `#dbg_assign` has between is of no use
        // to us.
        while self.cursor.accept(b',') {
            if kind != DebugRecordKind::Label && expression == MetadataValue::Null {
                expression = metadata::value(&mut self.cursor)?;
                continue;
            }
            location = metadata::value(&mut self.cursor)?.node();
        }
        self.cursor.expect(b')')?;
        Ok(DebugRecord { kind, block, index, value, variable, expression, location })
    }

    /// The value of a debug record; `None` for metadata such as `!{}` or `!DIArgList(…)`.
    fn debug_value(&mut self) -> Parse<Option<Operand>> {
        match self.cursor.token.kind {
            TokenKind::Node | TokenKind::Bang | TokenKind::MetadataName => {
                metadata::value(&mut self.cursor)?;
                Ok(None)
            }
            _ => Ok(Some(self.typed_operand()?.1)),
        }
    }
}

/// Every mention of a block inside a block.
fn for_each_target(block: &mut Block<'_>, mut change: impl FnMut(&mut BlockId)) {
    for instruction in &mut block.instructions {
        if let InstructionKind::Phi { incoming } = &mut instruction.kind {
            incoming.iter_mut().for_each(|(_, from)| change(from));
        }
    }
    match &mut block.terminator.kind {
        TerminatorKind::Jump(target) => change(target),
        TerminatorKind::Branch { when_true, when_false, .. } => {
            change(when_true);
            change(when_false);
        }
        TerminatorKind::Switch { default, cases, .. } => {
            change(default);
            cases.iter_mut().for_each(|case| change(&mut case.target));
        }
        TerminatorKind::IndirectBranch { targets, .. } => targets.iter_mut().for_each(change),
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
    }
}
