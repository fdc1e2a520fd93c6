//! An upper bound on the wrong findings of a population, from the exact hypergeometric distribution.

/// The significance level: the bound holds with a confidence of 1 − `SIGNIFICANCE_LEVEL`.
const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// The greatest relative rounding error of a probability. A probability that is exactly 5 % must not count as less.
const ROUNDING_TOLERANCE: f64 = 1e-9;

/// The greatest number of wrong findings among `population` that is consistent with at most `wrong` of `size` in a
/// random sample without replacement: an upper bound with 95 % confidence. It includes the sampled findings.
///
/// It is exact: it assumes neither a normal nor a binomial distribution, and a sample of the whole population leaves no
/// doubt.
#[must_use]
pub fn most_wrong_of_population(population: usize, size: usize, wrong: usize) -> usize {
    let size = size.min(population);
    let wrong = wrong.min(size);
    // At least the wrong ones in the sample are wrong, and at least the right ones in it are right.
    let (mut least, mut most) = (wrong, population - (size - wrong));
    // The more are wrong, the less probable a sample with few of them is.
    while least < most {
        let middle = least + (most - least).div_ceil(2);
        if probability_of_at_most(wrong, Draw { population, bad: middle, size })
            >= SIGNIFICANCE_LEVEL * (1.0 - ROUNDING_TOLERANCE)
        {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    least
}

/// A draw of `size` out of `population`, without replacement. `bad` of the population are bad.
#[derive(Clone, Copy)]
struct Draw {
    population: usize,
    bad: usize,
    size: usize,
}

/// The probability that at most `count` bad ones are drawn.
fn probability_of_at_most(count: usize, draw: Draw) -> f64 {
    let Draw { population, bad, size } = draw;
    let good = population - bad;
    // When all good ones are drawn, the rest of the sample is bad.
    let least = size.saturating_sub(good);
    let choices = |of: usize, taken: usize| ln_binomial(of, taken);
    let mut term = (choices(bad, least) + choices(good, size - least) - choices(population, size)).exp();
    let mut sum = 0.0;
    for drawn in least..=count.min(bad).min(size) {
        sum += term;
        // From one term to the next: one more bad, one less good.
        let ratio = number(bad - drawn) * number(size - drawn);
        term *= ratio / (number(drawn + 1) * number((good + drawn + 1).saturating_sub(size)));
    }
    sum
}

/// The natural logarithm of the binomial coefficient `of` over `taken`.
fn ln_binomial(of: usize, taken: usize) -> f64 {
    ln_factorial(of) - ln_factorial(taken) - ln_factorial(of - taken)
}

/// The natural logarithm of `of!`: by Stirling's series, whose next term is below 10⁻¹⁴ from 32 on, and below 32 by
/// definition.
fn ln_factorial(of: usize) -> f64 {
    if of < 32 {
        return (2..=of).map(number).map(f64::ln).sum();
    }
    let of = number(of);
    let inverse = of.recip();
    let square = inverse * inverse;
    let correction = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    of * of.ln() - of + 0.5 * (std::f64::consts::TAU * of).ln() + correction
}

#[expect(clippy::cast_precision_loss, reason = "no review has 2^52 findings")]
fn number(of: usize) -> f64 {
    of as f64
}
