//! What is known of each mutant during a search for killing tests, and whose turn it is.

use super::Grade;
use fastrand::Rng;
use mutation::MutantId;
use program::IdVec;
use std::collections::BTreeSet;

/// How many scenarios that come by a mutant are remembered.
const REMEMBERED: usize = 16;

/// Variations that are made for one mutant before it is given up.
const PATIENCE: u32 = 4_000;

/// Drafts in which it is found out in the end how far a mutant gets that survives.
const LOOKED_BACK: usize = 4;

/// Tries after which it is found out whether a mutant that never infected is equivalent.
const DUE: u32 = 12;

/// Questions to the solver for one mutant: that it infects, one in so many tries, and that it gets further then.
const TO_INFECT: (u32, u32) = (4, 2);
const TO_PROPAGATE: (u32, u32) = (10, 8);

/// A draft that comes by a mutant.
#[derive(Clone, Copy, Debug)]
struct Known {
    draft: usize,
    /// Whether its last call is one of the function with the mistake.
    is_direct: bool,
    /// How far the mistake gets there, once that was found out.
    grade: Option<Grade>,
}

/// What is known of one mutant.
#[derive(Clone, Debug, Default)]
struct Page {
    tries: u32,
    questions: u32,
    best: Grade,
    known: Vec<Known>,
    is_closed: bool,
}

/// What is known of all of them.
pub(super) struct Notebook {
    pages: IdVec<MutantId, Page>,
    /// Those that are open and that a draft comes by, the one that was tried least first.
    queue: BTreeSet<(u32, MutantId)>,
}

impl Notebook {
    pub fn new(mutants: usize) -> Self {
        let pages = (0..mutants).map(|_| Page::default()).collect();
        Self { pages, queue: BTreeSet::new() }
    }

    /// So many of the open mutants, those that were tried least first; this counts as a try for each.
    pub fn next(&mut self, most: usize) -> Vec<MutantId> {
        let next: Vec<(u32, MutantId)> = (0..most).map_while(|_| self.queue.pop_first()).collect();
        for (tries, mutant) in &next {
            self.pages[*mutant].tries = tries + 1;
            if tries + 1 < PATIENCE {
                self.queue.insert((tries + 1, *mutant));
            }
        }
        next.into_iter().map(|(_, mutant)| mutant).collect()
    }

    /// Whether drafts come by it.
    pub fn is_known(&self, mutant: MutantId) -> bool {
        !self.pages[mutant].known.is_empty()
    }

    /// How often something was tried for it.
    pub fn tries(&self, mutant: MutantId) -> u32 {
        self.pages[mutant].tries
    }

    /// How far its mistake got.
    pub fn best(&self, mutant: MutantId) -> Grade {
        self.pages[mutant].best
    }

    /// Whether it is time to find out if it is equivalent.
    pub fn is_due(&self, mutant: MutantId) -> bool {
        let page = &self.pages[mutant];
        page.tries == DUE && page.best == Grade::Reached
    }

    /// Whether the solver is to be asked this time, which counts as a question then.
    pub fn asks(&mut self, mutant: MutantId) -> bool {
        let page = &mut self.pages[mutant];
        let (most, each) = match page.best {
            Grade::Reached => TO_INFECT,
            Grade::Infected | Grade::Propagated => TO_PROPAGATE,
        };
        let is_time = page.questions < most && page.tries.is_multiple_of(each);
        page.questions += u32::from(is_time);
        is_time
    }

    /// Notes that a draft comes by it, in place of one that tells less if there are many.
    pub fn meet(&mut self, mutant: MutantId, draft: usize, is_direct: bool, grade: Option<Grade>) {
        let page = &mut self.pages[mutant];
        if page.known.is_empty() && !page.is_closed {
            self.queue.insert((page.tries, mutant));
        }
        page.best = page.best.max(grade.unwrap_or_default());
        let new = Known { draft, is_direct, grade };
        if page.known.len() < REMEMBERED {
            page.known.push(new);
            return;
        }
        let worth = |known: &Known| (known.grade.unwrap_or_default(), known.is_direct);
        let least = page.known.iter_mut().min_by_key(|known| worth(known));
        if let Some(least) = least.filter(|least| worth(least) < worth(&new)) {
            *least = new;
        }
    }

    /// A draft that comes by it, as often as not one on which it gets furthest.
    pub fn draw(&self, mutant: MutantId, random: &mut Rng) -> Option<usize> {
        let known = &self.pages[mutant].known;
        let worth = |known: &Known| (known.grade.unwrap_or_default(), known.is_direct);
        let best = known.iter().map(worth).max()?;
        let best: Vec<usize> = (0..known.len()).filter(|own| worth(&known[*own]) == best).collect();
        let place = match random.bool() {
            true => random.usize(..known.len()),
            false => best[random.usize(..best.len())],
        };
        Some(known[place].draft)
    }

    /// Some drafts that come by it and of which nobody knows how far it gets there.
    pub fn ungraded(&self, mutant: MutantId) -> Vec<usize> {
        let open = self.pages[mutant].known.iter().filter(|known| known.grade.is_none());
        open.map(|known| known.draft).take(LOOKED_BACK).collect()
    }

    /// Notes how far it gets in a draft.
    pub fn grade(&mut self, mutant: MutantId, draft: usize, grade: Grade) {
        let page = &mut self.pages[mutant];
        // A draft that told less may have been forgotten.
        if let Some(known) = page.known.iter_mut().find(|known| known.draft == draft) {
            known.grade = Some(grade);
        }
        page.best = page.best.max(grade);
    }

    /// Notes that nothing is to be done for it any more.
    pub fn close(&mut self, mutant: MutantId) {
        let page = &mut self.pages[mutant];
        page.is_closed = true;
        self.queue.remove(&(page.tries, mutant));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mutant_that_was_tried_least_is_next_until_it_is_closed_or_given_up() {
        let mut notebook = Notebook::new(3);
        assert_eq!(notebook.next(1), []);
        notebook.meet(MutantId(2), 0, false, None);
        notebook.meet(MutantId(1), 0, false, None);
        let turns: Vec<_> = (0..4).flat_map(|_| notebook.next(1)).collect();
        assert_eq!(turns, [MutantId(1), MutantId(2), MutantId(1), MutantId(2)]);
        assert_eq!(notebook.next(8), [MutantId(1), MutantId(2)]);
        notebook.close(MutantId(1));
        assert_eq!(notebook.next(8), [MutantId(2)]);
        assert_eq!((0..2 * PATIENCE).flat_map(|_| notebook.next(1)).count() as u32, PATIENCE - 4);
    }

    #[test]
    fn drafts_on_which_a_mistake_gets_far_take_the_place_of_others_and_are_drawn_most() {
        let mut notebook = Notebook::new(1);
        let mutant = MutantId(0);
        for draft in 0..REMEMBERED {
            notebook.meet(mutant, draft, false, Some(Grade::Reached));
        }
        notebook.meet(mutant, 77, false, Some(Grade::Infected));
        notebook.meet(mutant, 88, false, Some(Grade::Reached));
        assert_eq!(notebook.best(mutant), Grade::Infected);
        let mut random = Rng::with_seed(1);
        let drawn: Vec<usize> =
            (0..100).filter_map(|_| notebook.draw(mutant, &mut random)).collect();
        assert!(drawn.iter().filter(|draft| **draft == 77).count() > 40, "{drawn:?}");
        assert!(!drawn.contains(&88) && drawn.iter().any(|draft| *draft != 77), "{drawn:?}");
    }
}
