//! Acceptance sampling: a random sample of the findings that a bulk action would decide, and what its outcome says
//! about the rest. Pure.

mod bound;
mod draw;

use serde::{Deserialize, Serialize};

pub use bound::most_wrong_of_population;
pub use draw::draw;

/// The default sample size, in findings.
pub const USUAL_SIZE: usize = 30;

/// The outcome of a sample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SampleOutcome {
    /// The number of findings that the sample was drawn from.
    pub population: usize,
    /// The number of findings in the sample.
    pub size: usize,
    /// The seed of the random draw.
    pub seed: u64,
    /// The number of sampled findings that are decided.
    pub decided: usize,
    /// The number of these that are wrong: not accepted as proposed.
    pub wrong: usize,
    /// The number of findings outside the sample.
    pub rest: usize,
    /// The greatest number of wrong findings outside the sample, with 95 % confidence; `None` until the whole sample is
    /// decided.
    pub at_most: Option<usize>,
    /// `at_most` as a share of `rest`, from 0 to 1.
    pub bound: Option<f64>,
}

impl SampleOutcome {
    /// The outcome of a sample of `size` out of `population`, of which `decided` are decided and `wrong` are wrong.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no review has 2^52 findings")]
    pub fn of((size, population): (usize, usize), seed: u64, (decided, wrong): (usize, usize)) -> Self {
        let rest = population - size;
        let at_most =
            (decided == size).then(|| most_wrong_of_population(population, size, wrong).saturating_sub(wrong));
        let bound = at_most.map(|most| if rest == 0 { 0.0 } else { most as f64 / rest as f64 });
        Self { population, size, seed, decided, wrong, rest, at_most, bound }
    }

    /// The conclusion in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { size, decided, wrong, rest, .. } = self;
        match (self.at_most, self.bound) {
            (Some(_), Some(_)) if *rest == 0 => format!("{wrong} of {size} wrong; all were reviewed"),
            (Some(most), Some(share)) => {
                // Rounded up, since it is an upper bound.
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
