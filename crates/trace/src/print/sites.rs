//! How often each outcome was taken and how near the run came to it, as a table.

use program::{Id, Instruction, Program, Site, SiteId};
use term::distance::Distance;

use super::View;
use super::place::{function_name, kind_name, outcome_name, place};
use super::table::Table;
use crate::Trace;

/// Which columns the table has beside the site and its outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// How often an outcome was taken.
    pub counts: bool,
    /// The least distance to it.
    pub distances: bool,
}

/// The sites that the run came to, in the order of the program, with all their outcomes.
pub fn sites(trace: &Trace, view: View<'_>, columns: Columns) -> String {
    let mut visited = vec![false; view.sites.len()];
    for outcome in trace.tally.touched() {
        visited[view.sites.owner(*outcome).0.index()] = true;
    }
    if !visited.contains(&true) {
        return String::new();
    }
    let mut table = Table::with_numbers(&[4, 5]);
    let head = ["function", "place", "site", "outcome", "taken", "nearest"];
    let wanted = |column: usize| match column {
        4 => columns.counts,
        5 => columns.distances,
        _ => true,
    };
    let cells = |cells: [String; 6]| {
        let filtered = cells.into_iter().enumerate();
        filtered.map(|(column, cell)| if wanted(column) { cell } else { String::new() }).collect()
    };
    table.row(cells(head.map(String::from)));
    let (mut taken, mut outcomes, mut function) = (0, 0, None);
    for (id, site) in view.sites.iter().filter(|(id, _)| visited[id.index()]) {
        for index in 0..site.outcomes() {
            let entry = trace.tally.get(site.outcome(index));
            outcomes += 1;
            taken += usize::from(entry.count > 0);
            let new = function != Some(site.point.function);
            function = Some(site.point.function);
            let first = |text: String| if index == 0 { text } else { String::new() };
            table.row(cells([
                if new { function_name(view.program, site.point.function) } else { String::new() },
                first(place(view.program, site.point)),
                first(kind_name(site.kind).into()),
                outcome_name(view, id, index),
                entry.count.to_string(),
                nearest(entry.nearest),
            ]));
        }
    }
    // A check inside arithmetic leaves no mark when it passes, so nothing is said of those.
    let counted =
        |id: SiteId, site: &Site| !visited[id.index()] && !is_implicit(view.program, site);
    let missed = view.sites.iter().filter(|(id, site)| counted(*id, site)).count();
    let sites = if missed == 1 { "site" } else { "sites" };
    table
        .plain(format!("{taken} of {outcomes} outcomes taken, {missed} other {sites} not reached"));
    table.render("  ")
}

fn nearest(distance: Distance) -> String {
    if distance == Distance::MAX { "-".into() } else { distance.to_string() }
}

/// Whether a site is the check inside a division or checked arithmetic.
fn is_implicit(program: &Program, site: &Site) -> bool {
    let point = site.point;
    let block = program.functions.get(point.function).and_then(|f| f.blocks.get(point.block));
    let instruction = block.and_then(|block| block.instructions.get(point.index as usize));
    matches!(instruction.map(|instruction| &instruction.node), Some(Instruction::Binary { .. }))
}
