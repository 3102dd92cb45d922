//! A line of the table.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;

/// One thing that is timed.
pub struct Row {
    /// The group of benches.
    pub group: &'static str,
    /// The name; in group `aries` the Go library's.
    pub name: String,
    /// What the Go library takes for it, in blst pairings.
    pub go: Option<f64>,
    /// What we want to take at most, in blst pairings.
    pub target: Option<f64>,
    /// How many things one run handles; the report divides by it.
    pub per_run: u32,
    run: Box<dyn FnMut(u64) -> Duration>,
}

impl Row {
    /// A row without Go twin and target.
    pub fn new(
        group: &'static str,
        name: impl Into<String>,
        run: impl FnMut(u64) -> Duration + 'static,
    ) -> Self {
        Self {
            group,
            name: name.into(),
            go: None,
            target: None,
            per_run: 1,
            run: Box::new(run),
        }
    }

    /// Adds the Go library's figure and the target, both in blst pairings.
    pub fn against(mut self, go: f64, target: f64) -> Self {
        self.go = Some(go);
        self.target = Some(target);
        self
    }

    /// Adds a target in blst pairings.
    pub fn target(mut self, target: f64) -> Self {
        self.target = Some(target);
        self
    }

    /// Says how many things one run handles.
    pub fn per_run(mut self, count: u32) -> Self {
        self.per_run = count;
        self
    }

    /// Times that many runs.
    pub fn time(&mut self, runs: u64) -> Duration {
        (self.run)(runs)
    }
}

/// Times `routine` alone, over inputs that `setup` makes before the clock starts; dropping is not timed either.
pub fn timed<I, O>(
    mut setup: impl FnMut() -> I + 'static,
    mut routine: impl FnMut(I) -> O + 'static,
) -> impl FnMut(u64) -> Duration + 'static {
    move |runs| {
        let mut total = Duration::ZERO;
        for _ in 0..runs {
            let input = setup();
            let start = Instant::now();
            let output = black_box(routine(black_box(input)));
            total += start.elapsed();
            drop(output);
        }
        total
    }
}

/// Hands rows to criterion.
pub fn bench(criterion: &mut Criterion, rows: Vec<Row>) {
    for mut row in rows {
        let mut group = criterion.benchmark_group(row.group);
        group.bench_function(row.name.clone(), |bencher| {
            bencher.iter_custom(|runs| row.time(runs));
        });
        group.finish();
    }
}
