//! Dealing units out to shards so that all of them end at about the same time.
//!
//! Longest first to whoever has least (Graham's LPT rule): no shard has more than 4/3 of what is possible. The deal is a
//! pure function of the plan, so that shards need not talk to each other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The units of each shard, by their places, in the order in which they are worked on: longest first.
pub fn deal(seconds: &[f64], shards: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..seconds.len()).collect();
    order.sort_by(|a, b| seconds[*b].total_cmp(&seconds[*a]).then(a.cmp(b)));
    let mut dealt = vec![Vec::new(); shards.max(1)];
    // What each shard has, in microseconds; of those with least, the first comes first.
    let mut least: BinaryHeap<Reverse<(u64, usize)>> =
        (0..dealt.len()).map(|shard| Reverse((0, shard))).collect();
    for unit in order {
        let Some(mut first) = least.peek_mut() else { break };
        let Reverse((sum, shard)) = &mut *first;
        *sum = sum.saturating_add((seconds[unit] * 1e6) as u64);
        dealt[*shard].push(unit);
    }
    dealt
}

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, the first being 0.
    pub index: usize,
    /// How many there are.
    pub count: usize,
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// Reads `2/8`, the second of eight.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "a shard is needed, such as 2/8 for the second of eight".to_owned();
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let (index, count): (usize, usize) =
            (index.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
        match (1..=count).contains(&index) {
            true => Ok(Self { index: index - 1, count }),
            false => Err(wrong()),
        }
    }
}

impl Shard {
    /// The shard that a scheduler gives: Slurm's job arrays, AWS Batch, GitLab's `parallel`, CircleCI and Kubernetes'
    /// indexed jobs. The last does not tell how many there are; `count` does, if it is given.
    pub fn from_scheduler(
        variable: &dyn Fn(&str) -> Option<String>,
        count: Option<usize>,
    ) -> Option<Self> {
        let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
        let of = |index: &str, first: usize, all: &str| {
            let index = number(index)?.checked_sub(first)?;
            Some((index, count.or_else(|| number(all))?))
        };
        let slurm_first = number("SLURM_ARRAY_TASK_MIN").unwrap_or(0);
        let found = of("SLURM_ARRAY_TASK_ID", slurm_first, "SLURM_ARRAY_TASK_COUNT")
            .or_else(|| of("AWS_BATCH_JOB_ARRAY_INDEX", 0, "AWS_BATCH_JOB_ARRAY_SIZE"))
            .or_else(|| of("CI_NODE_INDEX", 1, "CI_NODE_TOTAL"))
            .or_else(|| of("CIRCLE_NODE_INDEX", 0, "CIRCLE_NODE_TOTAL"))
            .or_else(|| of("JOB_COMPLETION_INDEX", 0, "JOB_COMPLETIONS"));
        let (index, count) = found.filter(|(index, count)| index < count)?;
        Some(Self { index, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_dealt_once_and_shards_end_together() {
        let seconds = [1.0, 9.0, 2.0, 8.0, 3.0, 7.0];
        assert_eq!(deal(&seconds, 3), [vec![1, 0], vec![3, 2], vec![5, 4]]);
        assert_eq!(deal(&seconds, 1), [[1, 3, 5, 4, 2, 0]]);
        assert_eq!(deal(&[], 2), vec![Vec::<usize>::new(); 2]);
        assert_eq!(deal(&[1.0], 0), [[0]]);
    }

    #[test]
    fn a_hundred_thousand_units_are_dealt_evenly() {
        let seconds: Vec<f64> = (0..100_000).map(|unit| f64::from(unit % 97) / 7.0).collect();
        let sums: Vec<f64> = deal(&seconds, 1000)
            .iter()
            .map(|units| units.iter().map(|unit| seconds[*unit]).sum())
            .collect();
        let mean = sums.iter().sum::<f64>() / 1000.0;
        let most = sums.iter().fold(0.0, |most: f64, sum| most.max(*sum));
        assert!(most < 1.01 * mean, "{most} {mean}");
    }

    #[test]
    fn a_shard_is_read_as_people_count() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 1, count: 8 }));
        for wrong in ["0/8", "9/8", "2", "a/b", "-1/3", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn schedulers_say_which_shard_a_job_is() {
        let shard = |pairs: &[(&str, &str)], count| {
            let variable = |name: &str| {
                pairs.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned())
            };
            Shard::from_scheduler(&variable, count).map(|shard| (shard.index, shard.count))
        };
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "5"),
            ("SLURM_ARRAY_TASK_MIN", "4"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ];
        assert_eq!(shard(&slurm, None), Some((1, 3)));
        assert_eq!(shard(&[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "4")], None), Some((0, 4)));
        let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "2")];
        assert_eq!(shard(&batch, None), Some((0, 2)));
        assert_eq!(shard(&[("JOB_COMPLETION_INDEX", "7")], Some(10)), Some((7, 10)));
        assert_eq!(shard(&[("JOB_COMPLETION_INDEX", "7")], None), None);
        assert_eq!(shard(&[("JOB_COMPLETION_INDEX", "7")], Some(5)), None);
        assert_eq!(shard(&[], Some(5)), None);
    }
}
