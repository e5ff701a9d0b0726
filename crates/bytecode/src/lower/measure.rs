//! Counting as JaCoCo counts: probes become counters, or outcomes of the branch whose way they stand on.
//!
//! A probe on a way out of a branch, a switch or a select needs no counter: the outcome is counted anyway.
//! Every other probe is a `count` where it stands. The first counter tells that the method was entered.

use std::collections::{BTreeMap, BTreeSet};

use classfile::code::Code;
use jacoco::{Counted, Exit, Probe, Way};
use program::{CounterId, Function, Id, Instruction};
use ristretto_classfile::attributes::Instruction as Bytecode;

use super::decisions::{self, Noticed};
use super::diamonds::Diamond;
use super::{Body, LowerError};
use crate::world::{Measured, MethodKey, OutcomePlace, World};

/// What is counted in a method that is being lowered.
#[derive(Debug)]
pub(super) struct Measure {
    /// The probes, each with its number.
    probes: BTreeMap<Probe, usize>,
    /// Conditional jumps that are conditions of the source, each being one of its own.
    conditions: BTreeSet<u32>,
    /// What decisions are rebuilt from.
    pub noticed: Noticed,
    measured: Measured,
}

impl Measure {
    /// What is counted in a method; nothing unless its class is measured.
    pub fn of(world: &mut World, key: MethodKey, code: &Code) -> Result<Option<Self>, LowerError> {
        // JaCoCo counts each use of a subroutine on its own.
        let is_subroutine =
            |instruction: &Bytecode| matches!(instruction, Bytecode::Jsr(_) | Bytecode::Jsr_w(_));
        if !world.is_measured(key.class) || code.instructions.iter().any(is_subroutine) {
            return Ok(None);
        }
        let Some(view) = world.view(key.class)? else { return Ok(None) };
        let Some(method) = view.methods.iter().find(|method| method.index == key.index) else {
            return Ok(None);
        };
        let probes: BTreeMap<Probe, usize> =
            method.probes.iter().enumerate().map(|(number, probe)| (*probe, number)).collect();
        let measured = Measured {
            counted: vec![false; probes.len()],
            passed: vec![Vec::new(); probes.len()],
            leaves: Vec::new(),
            ways: BTreeMap::new(),
        };
        let conditions = method.branching().filter(|counted| is_condition(counted));
        let conditions = conditions.map(|counted| counted.at).collect();
        Ok(Some(Self { probes, conditions, noticed: Noticed::default(), measured }))
    }

    fn find(&self, probe: Probe) -> Option<usize> {
        self.probes.get(&probe).copied()
    }

    /// Takes an outcome for the passing of a probe.
    fn pass(&mut self, probe: Probe, place: OutcomePlace) {
        if let Some(number) = self.find(probe) {
            self.measured.passed[number].push(place);
        }
    }

    /// Takes an outcome for a way out of an instruction, and for the passing of the probe on that way.
    fn way(&mut self, at: u32, way: Way, place: OutcomePlace) {
        self.measured.ways.entry((at, way)).or_default().push(place);
        self.pass(
            match way {
                Way::On => Probe::Before(at + 1),
                Way::Jump => Probe::Jump(at),
                Way::To(target) => Probe::Case { switch: at, target },
            },
            place,
        );
    }

    /// All of it; the decisions of the function are rebuilt.
    pub fn finish(mut self, function: &mut Function) -> Measured {
        decisions::rebuild(function, &self.noticed, &mut self.measured);
        self.measured
    }
}

/// Whether something counted is one conditional jump: none that a filter gave other ways, no copy.
fn is_condition(counted: &Counted) -> bool {
    let is_way = |exit: &Exit, way| exit.ways == [(counted.at, way)];
    matches!(&counted.exits[..], [on, jump] if is_way(on, Way::On) && is_way(jump, Way::Jump))
}

impl Body<'_> {
    /// Counts that the method was entered.
    pub(super) fn count_entry(&mut self) {
        if let Some(measure) = &self.measure {
            self.function.counters = measure.probes.len() as u32 + 1;
            self.emit(Instruction::Count { counter: CounterId(0) });
        }
    }

    /// Counts a probe, if there is one.
    pub(super) fn count(&mut self, probe: Probe) {
        let Some(measure) = &mut self.measure else { return };
        if let Some(number) = measure.find(probe) {
            measure.measured.counted[number] = true;
            if let Probe::Leave(_) = probe {
                measure.measured.leaves.push((number as u32, self.blocks.current));
            }
            self.emit(Instruction::Count { counter: CounterId::new(number + 1) });
        }
    }

    /// The conditional jump at hand ends the block.
    pub(super) fn ways_end(&mut self, jumps_when_false: bool) {
        let (block, at) = (self.blocks.current, self.at as u32);
        let Some(measure) = &mut self.measure else { return };
        let jumps = u32::from(jumps_when_false);
        if measure.conditions.contains(&at) {
            measure.noticed.conditions.insert(block);
        }
        measure.way(at, Way::Jump, OutcomePlace::End { block, outcome: jumps });
        measure.way(at, Way::On, OutcomePlace::End { block, outcome: 1 - jumps });
    }

    /// The switch at hand ends the block, its cases leading to these instructions.
    pub(super) fn ways_of_switch(&mut self, cases: &[usize], default: usize) {
        let (block, at) = (self.blocks.current, self.at as u32);
        if cases.is_empty() {
            // It is no switch any more.
            self.count(Probe::Case { switch: at, target: default as u32 });
            return;
        }
        let Some(measure) = &mut self.measure else { return };
        for (outcome, &target) in cases.iter().chain([&default]).enumerate() {
            let place = OutcomePlace::End { block, outcome: outcome as u32 };
            measure.way(at, Way::To(target as u32), place);
        }
    }

    /// The conditional jump at hand becomes a select, which swallows what lies between it and the join.
    pub(super) fn ways_of_select(&mut self, jumps_when_false: bool, diamond: Diamond) {
        let (block, at) = (self.blocks.current, self.at as u32);
        let is_select = |located: &&program::Located<Instruction>| {
            matches!(located.node, Instruction::Select { .. })
        };
        let number = self.instructions.iter().filter(is_select).count() as u32;
        let ends_block = self.plan.block_at(diamond.join as usize).is_some();
        let other = self.plan.block_at(diamond.jumps as usize);
        let Some(measure) = &mut self.measure else { return };
        let jumps = u32::from(jumps_when_false);
        if measure.conditions.contains(&at) && ends_block {
            measure.noticed.conditions.insert(block);
            measure.noticed.selects.insert(block, (jumps, other));
        }
        for (way, outcome, first) in
            [(Way::Jump, jumps, diamond.jumps), (Way::On, 1 - jumps, diamond.falls)]
        {
            let place = OutcomePlace::Select { block, number, outcome };
            measure.way(at, way, place);
            // Behind the value that is pushed: the join, or a jump to it.
            measure.pass(Probe::Before(first + 1), place);
            if first + 1 != diamond.join {
                measure.pass(Probe::Jump(first + 1), place);
            }
        }
    }
}
