//! Long sums of products over public data: Pippenger's bucket method, for hundreds of points and more.
//!
//! Per window of signed w-bit digits d, every point goes to bucket |d|, the buckets are summed in trees, and
//! Σ d·B_d is taken in two levels: with d = 2ᵗ·h + l it is 2ᵗ·Σ h·(Σ_l B) + Σ l·(Σ_h B), so that all but the two short
//! running sums are tree sums, too.

use ff::PrimeField;
use group::prime::PrimeCurveAffine;

use crate::curve::affine::Affine;
use crate::curve::backend::Backend;
use crate::curve::field::BaseField;
use crate::curve::glv;
use crate::curve::jacobian::Jacobian;
use crate::curve::sums::{Groups, Scratch, Vartime};

/// From this many points on, buckets beat a table for each point.
pub(super) const MANY: usize = 200;

/// Σ kᵢ·Pᵢ. Variable time.
pub(super) fn buckets<B: Backend>(terms: &[(&B::G1Affine, &B::Scalar)]) -> Jacobian<B::Fp> {
    let window = width(terms.len());
    let mut pass = Pass::new(window);
    // k·P = low·P + high·ψ(P)
    let halves: Vec<_> = terms
        .iter()
        .filter(|(point, _)| !bool::from(point.is_identity()))
        .map(|(point, scalar)| {
            let point = B::g1_coordinates(point);
            let image = Affine {
                x: glv::beta_times(point.x),
                y: -point.y,
            };
            (point, image, glv::split(&scalar.to_repr()))
        })
        .collect();
    let mut sum = Jacobian::identity();
    // The signed digits may carry into one more window.
    for place in (0..=u128::BITS / window).rev() {
        for _ in 0..window {
            sum = sum.double();
        }
        for (point, _, (low, _)) in &halves {
            pass.push(point, booth(*low, place, window));
        }
        for (_, image, (_, high)) in &halves {
            pass.push(image, booth(*high, place, window));
        }
        sum = sum.add_vartime(&pass.finish());
    }
    sum
}

/// Signed digit in −2ʷ⁻¹, …, 2ʷ⁻¹ of the w bits at a place: its bits and the carry from the bit below, minus 2ʷ times
/// its top bit.
fn booth(half: u128, place: u32, width: u32) -> i32 {
    let shift = place * width;
    let bits = if shift == 0 {
        half << 1
    } else {
        half >> (shift - 1)
    };
    let bits = (bits & ((1 << (width + 1)) - 1)) as i32;
    let rounded = (bits + 1) >> 1;
    rounded - ((bits >> width) << width)
}

/// Bits per window for n points, measured.
fn width(n: usize) -> u32 {
    match n {
        0..400 => 7,
        400..800 => 8,
        800..1600 => 9,
        1600..4000 => 10,
        4000..20_000 => 12,
        _ => 14,
    }
}

/// The work on one window, with room that is kept between windows.
struct Pass<F> {
    /// Bits of the lower level.
    low_bits: u32,
    /// The bucket of every point, from 1.
    places: Vec<usize>,
    points: Vec<Affine<F>>,
    counts: Vec<usize>,
    scratch: Scratch<F>,
}

impl<F: BaseField> Pass<F> {
    fn new(window: u32) -> Self {
        Self {
            low_bits: window / 2,
            places: Vec::new(),
            points: Vec::new(),
            // Buckets 0 (always empty) to 2ʷ⁻¹.
            counts: vec![0; (1 << (window - 1)) + 1],
            scratch: Scratch::new(),
        }
    }

    /// Puts d·P where it belongs.
    fn push(&mut self, point: &Affine<F>, digit: i32) {
        let place = digit.unsigned_abs() as usize;
        let Some(count) = self.counts.get_mut(place).filter(|_| digit != 0) else {
            return;
        };
        *count += 1;
        self.places.push(place);
        self.points.push(Affine {
            x: point.x,
            y: if digit < 0 { -point.y } else { point.y },
        });
    }

    /// Σ d·P over all points pushed, and empties the pass.
    fn finish(&mut self) -> Jacobian<F> {
        let places = core::mem::take(&mut self.places);
        let points = core::mem::take(&mut self.points);
        let counts = self.counts.clone();
        self.counts.fill(0);
        let buckets = self.sum_by(&places, &points, counts);

        let low = |bucket: usize| bucket & ((1 << self.low_bits) - 1);
        let high = |bucket: usize| bucket >> self.low_bits;
        let occupied: Vec<_> = (0..)
            .zip(&buckets)
            .filter_map(|(d, b)| b.map(|b| (d, b)))
            .collect();
        let points: Vec<_> = occupied.iter().map(|(_, point)| *point).collect();
        let rows: Vec<_> = occupied.iter().map(|(bucket, _)| high(*bucket)).collect();
        let columns: Vec<_> = occupied.iter().map(|(bucket, _)| low(*bucket)).collect();
        let (row_count, column_count) = (high(buckets.len() - 1) + 1, 1 << self.low_bits);
        let rows = self.sum_by(&rows, &points, count_places(&rows, row_count));
        let columns = self.sum_by(&columns, &points, count_places(&columns, column_count));

        let mut sum = running_sum(&rows);
        for _ in 0..self.low_bits {
            sum = sum.double();
        }
        sum.add_vartime(&running_sum(&columns))
    }

    /// The sum of the points of each place; `counts` says how many points have it.
    fn sum_by(
        &mut self,
        places: &[usize],
        points: &[Affine<F>],
        counts: Vec<usize>,
    ) -> Vec<Option<Affine<F>>> {
        let mut next = 0;
        let mut starts: Vec<_> = counts
            .iter()
            .map(|count| {
                let start = next;
                next += count;
                start
            })
            .collect();
        let mut sorted = vec![Affine::identity(); points.len()];
        for (place, point) in places.iter().zip(points) {
            if let Some(start) = starts.get_mut(*place) {
                if let Some(slot) = sorted.get_mut(*start) {
                    *slot = *point;
                }
                *start += 1;
            }
        }
        let mut groups = Groups {
            points: sorted,
            counts,
        };
        groups.reduce::<Vartime>(1, &mut self.scratch);
        let mut sums = groups.points.into_iter();
        groups
            .counts
            .iter()
            .map(|count| if *count == 0 { None } else { sums.next() })
            .collect()
    }
}

fn count_places(places: &[usize], count: usize) -> Vec<usize> {
    let mut counts = vec![0; count];
    for place in places {
        if let Some(count) = counts.get_mut(*place) {
            *count += 1;
        }
    }
    counts
}

/// Σ i·Pᵢ.
fn running_sum<F: BaseField>(points: &[Option<Affine<F>>]) -> Jacobian<F> {
    let (mut above, mut sum) = (Jacobian::identity(), Jacobian::identity());
    for point in points.iter().skip(1).rev() {
        if let Some(point) = point {
            above = above.add_affine_vartime(point);
        }
        sum = sum.add_vartime(&above);
    }
    sum
}

#[cfg(test)]
mod tests {
    use ff::Field;
    use group::{Curve, Group};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::curve::{G1Affine, G1Projective, Scalar, combine_vartime, random_scalar};

    /// Long enough for buckets, with equal and opposite points, the identity, and scalars at the edges.
    #[test]
    fn long_sums_are_what_they_say() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let g = <G1Projective as Group>::generator();
        for n in [MANY, MANY + 1, 450, 900] {
            let mut points: Vec<G1Affine> = Vec::new();
            let mut scalars = Vec::new();
            for i in 0..n {
                let point = match i % 9 {
                    0 => g.to_affine(),
                    1 => (-g).to_affine(),
                    2 => <G1Affine as PrimeCurveAffine>::identity(),
                    _ => (g * random_scalar(&mut rng)).to_affine(),
                };
                points.push(point);
                scalars.push(match i % 7 {
                    0 => Scalar::ZERO,
                    1 => Scalar::ONE,
                    2 => -Scalar::ONE,
                    3 => Field::pow_vartime(&Scalar::from(2), [i as u64 % 255]),
                    4 => Scalar::from(7),
                    _ => random_scalar(&mut rng),
                });
            }
            let naive: G1Projective = points
                .iter()
                .zip(&scalars)
                .map(|(point, scalar)| *point * *scalar)
                .sum();
            let terms: Vec<_> = points.iter().zip(&scalars).collect();
            assert_eq!(combine_vartime(&[], &terms), naive, "{n}");
        }
        let point = g.to_affine();
        let same: Vec<_> = (0..MANY).map(|_| (&point, &Scalar::ONE)).collect();
        assert_eq!(combine_vartime(&[], &same), g * Scalar::from(MANY as u64));
    }
}
