//! How populations evolve.

/// Parameters of the search; the defaults are those that EvoSuite is known by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Individuals of a population.
    pub population: usize,
    /// How likely two parents are crossed.
    pub crossover: f64,
    /// Selection pressure of ranks: how many times as likely the best is chosen as the average.
    pub rank_bias: f64,
    /// Individuals that a tournament is held among (`dynamosa`).
    pub tournament: usize,
    /// Individuals that go on as they are (`suite`).
    pub elite: usize,
    /// The most calls of a test.
    pub test_length: usize,
    /// The fewest and the most tests that a suite begins with.
    pub initial_tests: (usize, usize),
    /// How likely a new test is added to a suite, σ; another with σ², and so on. For tests, how many are added to a
    /// generation, as a part of it.
    pub new_test: f64,
    /// How likely an inserted call is one of the code under test.
    pub insert_unit: f64,
    /// How likely it is otherwise one on something that is there.
    pub insert_on: f64,
    /// Whether what was ever covered no longer counts, since the test that did it is kept aside.
    pub archive: bool,
    /// How likely a test that is added is a mutant of one that is kept there, and not a new one.
    pub from_archive: f64,
    /// Of how many of those that are kept, drawn at random, the latest is the one that is changed.
    pub recent: usize,
    /// The most characters of a text that is made up.
    pub text_length: u32,
    /// The most elements of an array that is made up.
    pub array_length: u32,
    /// The largest of integers that are drawn evenly; beyond it there are the ends of a type, powers of two and what
    /// the pools hold.
    pub largest_integer: u32,
    /// How likely a value is drawn from a pool and not made up.
    pub pool: f64,
    /// How likely a value of a pool is one that runs compared, and not a constant of the code, if there are both. None
    /// are kept if it is zero.
    pub dynamic: f64,
    /// Whether constants of the code are among the values that are drawn.
    pub seeding: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            population: 50,
            crossover: 0.75,
            rank_bias: 1.7,
            tournament: 10,
            elite: 1,
            test_length: 40,
            initial_tests: (1, 10),
            new_test: 0.1,
            insert_unit: 0.5,
            insert_on: 0.4,
            archive: true,
            from_archive: 0.5,
            recent: 1,
            text_length: 20,
            array_length: 10,
            largest_integer: 2048,
            pool: 0.5,
            dynamic: 0.5,
            seeding: true,
        }
    }
}
