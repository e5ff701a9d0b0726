//! Branches, checks, switches and selects: what is told of them, and the less common forms.

use super::Interpreter;
use crate::code::{Slot, Source};
use crate::domain::{Domain, Judgement, Shaded};
use crate::model::Stop;
use crate::probe::ProbeRoom;
use program::{CheckKind, CompareOp, ConditionRef, DecisionId, OutcomeId, SiteId, SiteKind, Type};
use term::TermId;
use term::distance::Distance;
use trace::{Clause, Event, Known, Limit, Note, Operands, Origin, Reason, TrapKind};

impl<D: Domain> Interpreter<'_, D> {
    /// Tells of a branch or check that was decided and counted, event and clause, and gives where to go
    /// on.
    pub(super) fn branched(&mut self, index: u32, holds: bool, mut judgement: Judgement) -> u32 {
        let info = self.core.code.branches[index as usize];
        let (mut way, other) =
            if holds { (info.holds, info.fails) } else { (info.fails, info.holds) };
        if D::SYMBOLIC
            && self.force.is_some()
            && let Some(outcome) = self.forced(judgement.term, holds)
        {
            judgement.term = None;
            if outcome == other.index {
                self.trace.tally.untake(way.outcome);
                self.trace.tally.take(other.outcome);
                way = other;
            }
        }
        let origin = Origin::Site { site: info.site, outcome: way.index, subject: None };
        let known = self.trace.path.len();
        let term = self.assert(judgement.term, holds, origin);
        if info.check.is_none() {
            self.note_concrete(known, origin);
        }
        if self.core.config.record_events {
            let distance = D::GRADES.then_some(judgement.flip);
            self.trace.events.push(match info.check {
                Some(kind) => Event::Check {
                    point: self.core.point(),
                    site: Some(info.site),
                    kind,
                    passed: way.index == 0,
                    distance,
                    term,
                },
                None => Event::Branch { site: info.site, outcome: way.index, distance, term },
            });
        }
        if let Some(condition) = info.condition {
            self.evaluated(condition, way.index == 0);
        }
        way.target
    }

    /// Tells that a condition of the source was evaluated.
    fn evaluated(&mut self, condition: ConditionRef, value: bool) {
        if self.records_decisions() {
            let (function, depth) = self.place();
            self.trace.events.push(Event::Condition { function, depth, condition, value });
        }
    }

    fn records_decisions(&self) -> bool {
        self.core.config.record_events || self.core.config.record_decisions
    }

    /// A comparison of floats, of wide integers or of an odd width decides.
    pub(super) fn branch_general(&mut self, a: Slot, b: Slot, index: u32) -> Result<(), Stop> {
        let info = self.core.code.branches[index as usize];
        let (a, b) = (self.get(a, info.ty), self.get(b, info.ty));
        let op = info.op.unwrap_or(CompareOp::Eq);
        let holds = term::fold::compare(op, info.ty.sort(), a.bits, b.bits);
        let judgement = self.judge(op, info.ty, a, b);
        let (way, other) = if holds { (info.holds, info.fails) } else { (info.fails, info.holds) };
        let compared = Operands { ty: info.ty, sides: [a.bits as u64, b.bits as u64] };
        self.take(way.outcome, other.outcome, judgement.flip, compared);
        let target = self.branched(index, holds, judgement);
        self.advance(target, info.cost)
    }

    pub(super) fn switch(&mut self, slot: Slot, index: u32) -> Result<(), Stop> {
        let ty = self.core.code.switches[index as usize].ty;
        let value = self.get(slot, ty);
        let info = &self.core.code.switches[index as usize];
        let (mut outcome, mut target) =
            match info.cases.binary_search_by_key(&value.bits, |case| case.0) {
                Ok(place) => (info.cases[place].1, info.cases[place].2),
                Err(_) => (info.values.len() as u32, info.default),
            };
        let (site, first, cost) = (info.site, info.first, info.cost);
        if D::SYMBOLIC && self.force.is_some() {
            let term = self.switch_term(index, outcome, value);
            if let Some(forced) = self.forced(term, true) {
                let info = &self.core.code.switches[index as usize];
                let case = info.cases.iter().find(|case| case.1 == forced);
                (outcome, target) = match case {
                    Some(&(_, outcome, target)) => (outcome, target),
                    None => (info.values.len() as u32, info.default),
                };
            }
        }
        let graded = if D::GRADES { self.graded_cases(site)? } else { Vec::new() };
        let info = &self.core.code.switches[index as usize];
        self.trace.tally.take(OutcomeId(first.0 + outcome));
        let mut nearest = Distance::MAX;
        if D::GRADES {
            let default = info.values.len() as u32;
            for (case, &wanted) in info.values.iter().enumerate() {
                if case as u32 != outcome {
                    let wanted = Shaded { bits: wanted, shadow: D::NONE };
                    let to_case = match graded.get(case) {
                        Some(Some(known)) => (*known).max(Distance::ONE),
                        _ => self.domain.judge(CompareOp::Eq, ty, value, wanted).flip,
                    };
                    self.trace.tally.approach(OutcomeId(first.0 + case as u32), to_case);
                    nearest = nearest.min(to_case);
                }
            }
            if outcome != default {
                self.trace.tally.approach(OutcomeId(first.0 + default), Distance::ONE);
                nearest = nearest.min(Distance::ONE);
            }
        }
        let term = self.switch_term(index, outcome, value);
        let subject = self.domain.term(value.shadow);
        let known = self.trace.path.len();
        let term = self.assert(term, true, Origin::Site { site, outcome, subject });
        self.note_concrete(known, Origin::Site { site, outcome, subject: None });
        if self.core.config.record_events {
            let distance = D::GRADES.then_some(nearest);
            self.trace.events.push(Event::Branch { site, outcome, distance, term });
        }
        self.advance(target, cost)
    }

    /// How far a switch is from its cases, as far as somebody knows better than their numbers do.
    fn graded_cases(&mut self, site: SiteId) -> Result<Vec<Option<Distance>>, Stop> {
        let Some((slot, grader)) = self.core.case_graders.get(&site).cloned() else {
            return Ok(Vec::new());
        };
        let subject = self.get(slot, Type::Ptr);
        let subject = self.value(Type::Ptr, subject);
        grader.grade(self, subject)
    }

    /// What a symbolic value fulfils when a switch takes that outcome.
    fn switch_term(
        &mut self,
        index: u32,
        outcome: u32,
        value: Shaded<D::Shadow>,
    ) -> Option<TermId> {
        let subject = self.domain.term(value.shadow)?;
        let info = &self.core.code.switches[index as usize];
        let pool = &mut self.domain.concolic()?.pool;
        let sort = info.ty.sort();
        let is_case = |pool: &mut term::Pool, wanted: u128| {
            let wanted = pool.constant(sort, wanted);
            pool.compare(CompareOp::Eq, subject, wanted)
        };
        if let Some(&wanted) = info.values.get(outcome as usize) {
            return Some(is_case(pool, wanted));
        }
        let mut none = pool.bool(true);
        for &wanted in &info.values {
            let case = is_case(pool, wanted);
            let other = pool.not(case);
            none = pool.and(none, other);
        }
        Some(none)
    }

    fn source(&self, source: Source, ty: Type) -> Shaded<D::Shadow> {
        match source {
            Source::Slot(slot) => self.get(slot, ty),
            Source::Value(value) => Shaded { bits: value.into(), shadow: D::NONE },
        }
    }

    pub(super) fn select(&mut self, index: u32) -> Result<(), Stop> {
        let info = self.core.code.selects[index as usize];
        let (a, b) = (self.get(info.a, info.operands), self.source(info.b, info.operands));
        let (mut holds, mut judgement) = match info.op {
            Some(op) => {
                let holds = term::fold::compare(op, info.operands.sort(), a.bits, b.bits);
                (holds, self.judge(op, info.operands, a, b))
            }
            None => (a.bits != 0, self.domain.judge_bool(a)),
        };
        if D::SYMBOLIC
            && self.force.is_some()
            && let Some(forced) = self.forced(judgement.term, holds)
        {
            holds = forced == 0;
            judgement.term = None;
        }
        let outcome = u32::from(!holds);
        self.take(
            OutcomeId(info.first.0 + outcome),
            OutcomeId(info.first.0 + 1 - outcome),
            judgement.flip,
            Operands { ty: info.operands, sides: [a.bits as u64, b.bits as u64] },
        );
        let origin = Origin::Site { site: info.site, outcome, subject: None };
        let known = self.trace.path.len();
        let term = self.assert(judgement.term, holds, origin);
        self.note_concrete(known, origin);
        if self.core.config.record_events {
            let distance = D::GRADES.then_some(judgement.flip);
            self.trace.events.push(Event::Branch { site: info.site, outcome, distance, term });
        }
        if let Some(condition) = info.condition {
            self.evaluated(condition, holds);
        }
        let then = self.source(info.then, info.ty);
        let otherwise = self.source(info.otherwise, info.ty);
        let (chosen, other) = if holds { (then, otherwise) } else { (otherwise, then) };
        let shadow = if D::TRACKS {
            self.domain.select(info.ty, holds, judgement, chosen, other)
        } else {
            D::NONE
        };
        self.set(info.d, info.ty, Shaded { bits: chosen.bits, shadow });
        Ok(())
    }

    /// Judges a comparison if the domain has anything to say about it.
    pub(super) fn judge(
        &mut self,
        op: CompareOp,
        ty: Type,
        a: Shaded<D::Shadow>,
        b: Shaded<D::Shadow>,
    ) -> Judgement {
        if D::GRADES || (D::TRACKS && (a.shadow != D::NONE || b.shadow != D::NONE)) {
            self.domain.judge(op, ty, a, b)
        } else {
            Judgement::NONE
        }
    }

    /// Counts an outcome and how near the other one was.
    pub(super) fn take(
        &mut self,
        taken: OutcomeId,
        other: OutcomeId,
        flip: Distance,
        compared: Operands,
    ) {
        self.trace.tally.take(taken);
        self.domain.decided(&mut self.trace.tally, other, flip, Some(compared));
    }

    /// Goes on at an operation.
    fn advance(&mut self, target: u32, cost: u32) -> Result<(), Stop> {
        self.core.steps += u64::from(cost);
        if self.core.steps > self.core.step_limit {
            return Err(Stop::Limit(Limit::Steps));
        }
        self.core.pc = target;
        Ok(())
    }

    /// Adds to the path condition that a test came out so, and gives the clause. Nothing is added that
    /// holds anyway or is there already.
    pub(crate) fn assert(
        &mut self,
        test: Option<TermId>,
        holds: bool,
        origin: Origin,
    ) -> Option<TermId> {
        let test = test?;
        let step = self.core.steps;
        let concolic = self.domain.concolic()?;
        let term = if holds { test } else { concolic.pool.not(test) };
        if let Some(constant) = concolic.pool.as_constant(term) {
            debug_assert_ne!(constant, 0, "what a run does is possible");
            return None;
        }
        if concolic.asserted.insert(term) {
            self.trace.path.push(Clause { term, origin, step });
        }
        Some(term)
    }

    /// Notes a branch as a clause that always holds, where that is asked for and the path has no more clauses than were
    /// known before it: no input decides it, or what decides it is known already.
    fn note_concrete(&mut self, known: usize, origin: Origin) {
        if !D::SYMBOLIC || !self.core.config.record_concrete || self.trace.path.len() > known {
            return;
        }
        let step = self.core.steps;
        if let Some(concolic) = self.domain.concolic() {
            let term = concolic.pool.bool(true);
            self.trace.path.push(Clause { term, origin, step });
        }
    }

    /// Fixes a symbolic value to the one it has, by a clause, and says so in the trace.
    pub(super) fn concretise(
        &mut self,
        ty: Type,
        value: Shaded<D::Shadow>,
        reason: Reason,
    ) -> u128 {
        if let Some(term) = self.domain.term(value.shadow) {
            let point = self.core.point();
            let equal = self.domain.concolic().map(|concolic| {
                let constant = concolic.pool.constant(ty.sort(), value.bits);
                // Floats are fixed by their bits: a NaN equals nothing.
                if ty.is_float() {
                    let cast = term::op::ConvertOp::BitCast;
                    let sort = term::Sort::Bits(ty.bits());
                    let term = concolic.pool.convert(cast, sort, term);
                    let constant = concolic.pool.convert(cast, sort, constant);
                    concolic.pool.compare(CompareOp::Eq, term, constant)
                } else {
                    concolic.pool.compare(CompareOp::Eq, term, constant)
                }
            });
            let known = self.trace.path.len();
            self.assert(equal, true, Origin::Concretised { point });
            if self.trace.path.len() > known {
                self.trace.notes.push(Note::Concretised { point, reason });
            }
        }
        value.bits
    }

    /// A check inside arithmetic or division; gives whether it passed.
    pub(super) fn implicit_check(
        &mut self,
        which: u32,
        kind: CheckKind,
        mut passed: bool,
        mut judgement: Judgement,
    ) -> bool {
        let origin = self.core.code.origins[self.core.pc as usize];
        let Some(first) = origin.site else { return passed };
        if D::SYMBOLIC
            && self.force.is_some()
            && let Some(forced) = self.forced(judgement.term, passed)
        {
            passed = forced == 0;
            judgement.term = None;
        }
        let site = SiteId(first.0 + which);
        let info = *self.core.sites.site(site);
        debug_assert_eq!(info.kind, SiteKind::Check(kind));
        let outcome = u32::from(!passed);
        // There are too many of these to count each one that passes.
        if !passed {
            self.trace.tally.take(info.outcome(outcome));
        }
        if D::GRADES {
            self.trace.tally.approach(info.outcome(1 - outcome), judgement.flip);
        }
        let clause = Origin::Site { site, outcome, subject: None };
        let term = self.assert(judgement.term, passed, clause);
        if self.core.config.record_events {
            let distance = D::GRADES.then_some(judgement.flip);
            self.trace.events.push(Event::Check {
                point: origin.point,
                site: Some(site),
                kind,
                passed,
                distance,
                term,
            });
        }
        passed
    }

    /// The trap of the check that just failed.
    pub(super) fn failed_check(&self) -> Stop {
        let site = self.core.code.origins[self.core.pc as usize].site;
        Stop::Trap(match site.map(|site| self.core.sites.site(site).kind) {
            Some(SiteKind::Check(CheckKind::Null)) => TrapKind::Null,
            Some(SiteKind::Check(CheckKind::Bounds)) => TrapKind::OutOfBounds,
            Some(SiteKind::Check(CheckKind::Division)) => TrapKind::Division,
            Some(SiteKind::Check(CheckKind::Overflow)) => TrapKind::Overflow,
            Some(SiteKind::Check(CheckKind::Initialised)) => TrapKind::Uninitialised,
            Some(SiteKind::Check(kind)) => TrapKind::Check(kind),
            _ => TrapKind::Unreachable,
        })
    }

    pub(super) fn condition_event(&mut self, a: Slot, index: u32) -> Result<(), Stop> {
        let value = self.get(a, Type::BOOL).bits != 0;
        self.evaluated(self.core.code.conditions[index as usize], value);
        Ok(())
    }

    pub(super) fn decision_event(&mut self, a: Slot, decision: u32) -> Result<(), Stop> {
        if self.records_decisions() {
            let value = self.get(a, Type::BOOL).bits != 0;
            let (function, depth) = self.place();
            let decision = DecisionId(decision);
            self.trace.events.push(Event::Decision { function, depth, decision, value });
        }
        Ok(())
    }

    /// Grades the probes of a block that is about to be left.
    pub(super) fn probe(&mut self, group: u32) -> Result<(), Stop> {
        let core = &*self.core;
        let ProbeRoom { assignment, scratch, unknown, flags } = &mut *self.probe_room;
        for &index in &core.probes.groups[group as usize] {
            let probe = &core.probes.all[index];
            unknown.clear();
            flags.clear();
            for (variable, known) in &probe.inputs {
                let bits = match known {
                    Known::Register(register) => {
                        let at = core.place_of(probe.function, *register);
                        let grade = self.domain.grade(self.shadows[at]);
                        flags.extend(grade.map(|grade| (*variable, grade)));
                        Some(core.register(probe.function, *register))
                    }
                    Known::Global(global) => Some(core.globals[*global].into()),
                    Known::Memory { address, ty } => {
                        let address = address.eval(assignment, scratch) as u64;
                        core.memory.load(address, ty.bytes()).ok().map(|bits| bits & ty.mask())
                    }
                };
                // Zero is as good as anything for what is not known.
                assignment.set(*variable, bits.unwrap_or(0));
                if bits.is_none() {
                    unknown.push(*variable);
                }
            }
            let sum = probe.paths.eval(assignment, scratch, unknown, flags);
            let least = &mut self.trace.probes[index];
            *least = (*least).min(sum);
        }
        Ok(())
    }

    /// The function that is being executed, and how many calls are open.
    pub(super) fn place(&self) -> (program::FuncId, u32) {
        (self.core.point().function, self.core.frames.len() as u32)
    }
}
