//! Whether the final exponentiation of a Miller loop's result gives one.

use super::fp::Fp;
use super::pairing::Z;
use super::tower::{Fp2, Fp12, batch_invert};
use crate::curve::field::{BaseField, Limbs, montgomery};

/// Whether f^((p¹² − 1)/r) = 1.
pub(super) fn is_one(f: &Fp12) -> bool {
    // The easy part, f^((p⁶ − 1)(p² + 1)), leads into the cyclotomic subgroup, where conjugates are inverses.
    let f = f.conjugate() * f.invert();
    let f = f.frobenius_squared() * f;
    if f.is_one() {
        return true;
    }
    // Three times the hard part, (p⁴ − p² + 1)/r, is (z − 1)²·(z + p)·(z² + p² − 1) + 3 (eprint 2020/875, section 4).
    // The factor 3 is harmless: r is another prime.
    let a = power_z(&f) * f.conjugate();
    let a = power_z(&a) * a.conjugate();
    let b = power_z(&a) * a.frobenius();
    let c = power_z(&power_z(&b)) * b.frobenius_squared() * b.conjugate();
    // c·f³ = 1
    let mut cube = f;
    cube.cyclotomic_square_in_place();
    cube.multiply_by(&f);
    c == cube.conjugate()
}

/// f^z for f in the cyclotomic subgroup.
fn power_z(f: &Fp12) -> Fp12 {
    // |z| = 2⁶³ + 2⁶² + 2⁶⁰ + 2⁵⁷ + 2⁴⁸ + 2¹⁶
    let power = compressed_power(f).unwrap_or_else(|| plain_power(f));
    power.conjugate()
}

/// f^|z| by plain squarings.
fn plain_power(f: &Fp12) -> Fp12 {
    let mut power = *f;
    for bit in (0..63 - Z.leading_zeros()).rev() {
        power.cyclotomic_square_in_place();
        if (Z >> bit) & 1 == 1 {
            power.multiply_by(f);
        }
    }
    power
}

/// f^|z|, most of it by compressed squarings; `None` where an element cannot be decompressed.
fn compressed_power(f: &Fp12) -> Option<Fp12> {
    let mut power = Compressed::new(f);
    power.square(16);
    let first = power;
    power.square(32);
    let second = power;
    power.square(9);
    let [first, second, third] = Compressed::decompress([first, second, power])?;
    // For the last few squarings decompressing costs more than it saves.
    let mut power = third;
    let mut product = first * second * third;
    for squarings in [3, 2, 1] {
        for _ in 0..squarings {
            power.cyclotomic_square_in_place();
        }
        product.multiply_by(&power);
    }
    Some(product)
}

/// An element of the cyclotomic subgroup without its coefficients of w⁰ and w³ (Karabina, eprint 2010/542). The other
/// four stand here times 3, which takes the factors 3 out of the squaring formulas.
#[derive(Clone, Copy)]
struct Compressed {
    /// Three times the coefficients of w, w², w⁴, w⁵.
    d1: Fp2,
    d2: Fp2,
    d4: Fp2,
    d5: Fp2,
}

impl Compressed {
    fn new(f: &Fp12) -> Self {
        let ([_, c2, c4], [c1, _, c5]) = f.coefficients();
        Self {
            d1: c1.triple(),
            d2: c2.triple(),
            d4: c4.triple(),
            d5: c5.triple(),
        }
    }

    /// Squares n times.
    fn square(&mut self, n: usize) {
        for _ in 0..n {
            // c₁ ← 2·(3ξc₂c₅ + c₁), c₂ ← 3·(c₁² + ξc₄²) − 2c₂, c₄ ← 3·(c₂² + ξc₅²) − 2c₄, c₅ ← 2·(3c₁c₄ + c₅)
            let (mut sum14, mut product14) = sum_of_squares(&self.d1, &self.d4);
            let (mut sum25, product25) = sum_of_squares(&self.d2, &self.d5);
            self.d2.double_in_place();
            sum14 -= &self.d2;
            self.d4.double_in_place();
            sum25 -= &self.d4;
            self.d1 += &product25.times_xi();
            self.d1.double_in_place();
            product14 += &self.d5;
            product14.double_in_place();
            self.d2 = sum14;
            self.d4 = sum25;
            self.d5 = product14;
        }
    }

    /// The elements themselves, with one inversion; `None` if one has c₁ = 0.
    fn decompress<const N: usize>(all: [Self; N]) -> Option<[Fp12; N]> {
        const THIRD: Limbs = montgomery(
            "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71d",
        );
        let third = Fp::from_montgomery(THIRD);
        let mut inverses = all.map(|element| element.d1.double().double());
        if inverses.iter().any(Fp2::is_zero) {
            return None;
        }
        batch_invert(&mut inverses);
        let mut inverses = inverses.into_iter();
        Some(all.map(|Self { d1, d2, d4, d5 }| {
            // c₃ = (ξc₅² + 3c₂² − 2c₄)/(4c₁), c₀ = ξ·(2c₃² + c₁c₅ − 3c₂c₄) + 1
            let [c1, c2, c4, c5] = [d1, d2, d4, d5].map(|d| d.scale(&third));
            let numerator = c5.square().times_xi() + c2.square().triple() - c4.double();
            let c3 = (numerator * inverses.next().unwrap_or_default()).triple();
            let sum = c3.square().double() + c1 * c5 - (c2 * c4).triple();
            let c0 = sum.times_xi() + Fp2::one();
            Fp12::new([c0, c2, c4], [c1, c3, c5])
        }))
    }
}

/// (a² + ξb², ab)
#[inline(always)]
fn sum_of_squares(a: &Fp2, b: &Fp2) -> (Fp2, Fp2) {
    // (a + u·b)·(a + (1 − u)·b) = a² + ξb² + ab, as u·(1 − u) = ξ.
    let ub = b.times_u();
    let mut right = *a;
    right += b;
    right -= &ub;
    let mut sum = ub;
    sum += a;
    sum *= &right;
    let mut ab = *a;
    ab *= b;
    sum -= &ab;
    (sum, ab)
}

#[cfg(test)]
mod tests {
    use blst::{blst_final_exp, blst_fp12, blst_fp12_is_one};

    use super::*;

    /// Powers of a pairing value and of other elements of Fp12, brought into the cyclotomic subgroup.
    fn samples() -> Vec<Fp12> {
        let step = Fp12::new(
            [Fp2::xi(), Fp2::one(), Fp2::xi().square()],
            [Fp2::one(), Fp2::xi(), Fp2::one() + Fp2::xi().square()],
        );
        let mut samples = Vec::new();
        let mut f = step;
        for _ in 0..50 {
            samples.push(f);
            f.square_in_place();
            f.multiply_by(&step);
        }
        samples
    }

    fn cyclotomic(f: &Fp12) -> Fp12 {
        let f = f.conjugate() * f.invert();
        f.frobenius_squared() * f
    }

    #[test]
    fn compressed_and_plain_powers_agree() {
        for f in samples().iter().map(cyclotomic) {
            let [same] = Compressed::decompress([Compressed::new(&f)]).unwrap();
            assert!(same == f);
            assert!(compressed_power(&f).unwrap() == plain_power(&f));
        }
    }

    #[test]
    fn elements_that_cannot_be_decompressed() {
        let zero = Fp2::default();
        let one = Fp12::new([Fp2::one(), zero, zero], [zero; 3]);
        assert!(compressed_power(&one).is_none());
        assert!(power_z(&one).is_one() && is_one(&one));
        // Of a subfield, which the easy part sends to one.
        let f = Fp12::new([Fp2::xi(), Fp2::one(), zero], [zero; 3]);
        assert!(cyclotomic(&f).is_one() && is_one(&f));
    }

    /// Against blst's own final exponentiation, on values that give one and on others.
    #[test]
    fn agrees_with_blst() {
        for f in samples() {
            assert!(!is_one(&f) && !blst_is_one(&f));
        }
        for f in samples() {
            // An r-th power: f^r by double-and-add.
            let r = [
                0x73ed_a753_299d_7d48u64,
                0x3339_d808_09a1_d805,
                0x53bd_a402_fffe_5bfe,
                0xffff_ffff_0000_0001,
            ];
            let mut power = Fp12::new(
                [Fp2::one(), Fp2::default(), Fp2::default()],
                [Fp2::default(); 3],
            );
            for bit in r
                .iter()
                .flat_map(|limb| (0..64).rev().map(move |i| (limb >> i) & 1))
            {
                power.square_in_place();
                if bit == 1 {
                    power.multiply_by(&f);
                }
            }
            assert!(is_one(&power) && blst_is_one(&power));
        }
    }

    fn blst_is_one(f: &Fp12) -> bool {
        let (even, odd) = f.coefficients();
        let fp6 = |c: [Fp2; 3]| blst::blst_fp6 {
            fp2: c.map(|c| c.0),
        };
        let value = blst_fp12 {
            fp6: [fp6(even), fp6(odd)],
        };
        let mut out = blst_fp12::default();
        // SAFETY: live values.
        unsafe {
            blst_final_exp(&mut out, &value);
            blst_fp12_is_one(&out)
        }
    }
}
