//! Approving many by looking at a few: a random sample of what a bulk action would take, and what its outcome says of the rest.
//! Pure.

mod bound;
mod draw;

use serde::{Deserialize, Serialize};

pub use bound::most_wrong;
pub use draw::draw;

/// So many are looked at unless somebody says otherwise.
pub const USUAL_SIZE: usize = 30;

/// What a sample came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SampleOutcome {
    /// How many findings it was drawn from.
    pub population: usize,
    /// How many were drawn.
    pub size: usize,
    /// By which seed.
    pub seed: u64,
    /// How many of them are decided.
    pub decided: usize,
    /// How many of these are wrong: not accepted as proposed.
    pub wrong: usize,
    /// How many findings nobody looked at.
    pub rest: usize,
    /// At most so many of these are wrong, with 95 % confidence; `None` as long as not all of the sample is decided.
    pub at_most: Option<usize>,
    /// The same as a share of them, from 0 to 1.
    pub bound: Option<f64>,
}

impl SampleOutcome {
    /// What a sample of so many out of `population` came to.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no review has 2^52 findings")]
    pub fn of((size, population): (usize, usize), seed: u64, (decided, wrong): (usize, usize)) -> Self {
        let rest = population - size;
        let at_most = (decided == size).then(|| most_wrong(population, size, wrong).saturating_sub(wrong));
        let bound = at_most.map(|most| if rest == 0 { 0.0 } else { most as f64 / rest as f64 });
        Self { population, size, seed, decided, wrong, rest, at_most, bound }
    }

    /// What follows, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { size, decided, wrong, rest, .. } = self;
        match (self.at_most, self.bound) {
            (Some(_), Some(_)) if *rest == 0 => format!("{wrong} of {size} wrong; all were reviewed"),
            (Some(most), Some(share)) => {
                // Rounded up: what is said is a bound.
                let percent = (share * 1000.0).ceil() / 10.0;
                format!(
                    "{wrong} of {size} wrong: at most {most} of the other {rest} ({percent:.1}%) are wrong (95%, exact \
                     hypergeometric bound)"
                )
            }
            _ => format!("{decided} of {size} decided, {wrong} wrong so far"),
        }
    }
}

#[cfg(test)]
mod tests;
