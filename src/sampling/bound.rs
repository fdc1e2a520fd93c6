//! How many can be wrong at most, by the exact hypergeometric distribution.

/// So improbable is what was seen where more are wrong than the bound says.
const DOUBT: f64 = 0.05;

/// So far, at most, a probability is off by what is rounded: what may be 5 % counts as that.
const ROUNDING: f64 = 1e-9;

/// The greatest number of wrong ones among `population` with which as few as `wrong` of `size` that are drawn at random, without
/// putting any back, are not less probable than 5 %: an upper bound with 95 % confidence, the ones that were drawn included.
///
/// It is exact in that it supposes neither a normal nor a binomial distribution: a sample of all there are leaves no doubt.
#[must_use]
pub fn most_wrong(population: usize, size: usize, wrong: usize) -> usize {
    let size = size.min(population);
    let wrong = wrong.min(size);
    // Fewer than were seen cannot be wrong, nor so many that the right ones which were seen are not there.
    let (mut least, mut most) = (wrong, population - (size - wrong));
    // The more are wrong, the less probable are few in the sample.
    while least < most {
        let middle = least + (most - least).div_ceil(2);
        if probability_of_at_most(wrong, Draw { population, bad: middle, size }) >= DOUBT * (1.0 - ROUNDING) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    least
}

/// A draw of `size` out of `population`, of which `bad` are bad.
#[derive(Clone, Copy)]
struct Draw {
    population: usize,
    bad: usize,
    size: usize,
}

/// How probable it is that no more than `count` bad ones are drawn.
fn probability_of_at_most(count: usize, draw: Draw) -> f64 {
    let Draw { population, bad, size } = draw;
    let good = population - bad;
    // As many bad ones are drawn in any case.
    let least = size.saturating_sub(good);
    let choices = |of: usize, taken: usize| logarithm_of_choices(of, taken);
    let mut term = (choices(bad, least) + choices(good, size - least) - choices(population, size)).exp();
    let mut sum = 0.0;
    for drawn in least..=count.min(bad).min(size) {
        sum += term;
        // From one term to the next: one more bad, and one less good.
        let ratio = number(bad - drawn) * number(size - drawn);
        term *= ratio / (number(drawn + 1) * number((good + drawn + 1).saturating_sub(size)));
    }
    sum
}

/// The logarithm of how many ways there are to take so many.
fn logarithm_of_choices(of: usize, taken: usize) -> f64 {
    logarithm_of_factorial(of) - logarithm_of_factorial(taken) - logarithm_of_factorial(of - taken)
}

/// By Stirling's series, whose next term is less than 10⁻¹⁴ from 32 on; below, as it is defined.
fn logarithm_of_factorial(of: usize) -> f64 {
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
