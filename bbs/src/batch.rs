//! Merging equations: many verifications for the price of one pairing product and one multi-scalar multiplication.
//!
//! A verification leaves behind what is expensive as a [`Deferred`]: equations in G1, Σ kᵢ·Pᵢ = O, and pairing
//! equations e(P, K) = e(R, g2). All of them are then checked at once: each is multiplied by its own random 128-bit
//! weight ρ, so that errors cannot cancel (Bellare-Garay-Rabin 1998), and
//!
//! Π_K e(Σ ρ·P, K) · e(Σ ρ·(Σ kᵢ·Pᵢ) − Σ ρ·R, g2) = 1.
//!
//! Every point has passed the subgroup check before it comes here: weights decide nothing about small-order parts.

use std::sync::Arc;

use group::Curve;
use rand_core::{CryptoRng, RngCore};

use crate::ParameterError;
use crate::curve::{self, G1Affine, G2Prepared, Scalar, pairing_product_is_one, scalar_from_wide};
use crate::generators::{Base, PublicParameters};
use crate::pairing::{PairingEquation, PairingKey};

/// What one verification leaves to be checked together with others. Empty at first.
#[derive(Clone, Debug, Default)]
pub struct Deferred {
    equations: Vec<DeferredEquation>,
    pairings: Vec<PairingEquation>,
}

/// Σ kᵢ·Pᵢ = O over the bases of some parameters.
#[derive(Clone, Debug)]
struct DeferredEquation {
    parameters: Arc<PublicParameters>,
    terms: Vec<(Base, Scalar)>,
}

impl Deferred {
    /// Σ kᵢ·Pᵢ = O remains to be checked, over the bases of `parameters` and other points.
    ///
    /// # Errors
    /// [`ParameterError::IndexOutOfRange`] for a base that does not exist.
    pub fn equation(
        &mut self,
        parameters: &Arc<PublicParameters>,
        terms: Vec<(Base, Scalar)>,
    ) -> Result<(), ParameterError> {
        for (base, _) in &terms {
            parameters.point(base)?;
        }
        self.equations.push(DeferredEquation {
            parameters: Arc::clone(parameters),
            terms,
        });
        Ok(())
    }

    /// A pairing equation remains to be checked.
    pub fn pairing(&mut self, equation: PairingEquation) {
        self.pairings.push(equation);
    }
}

/// Evidence that counts once what was deferred holds. It cannot be had before.
#[derive(Debug)]
#[must_use]
pub struct Pending<T> {
    evidence: T,
    deferred: Deferred,
}

impl<T> Pending<T> {
    /// Evidence that depends on `deferred`.
    pub fn new(evidence: T, deferred: Deferred) -> Self {
        Self { evidence, deferred }
    }

    /// Evidence that depends on nothing any more.
    pub fn settled(evidence: T) -> Self {
        Self::new(evidence, Deferred::default())
    }

    /// Other evidence that depends on the same.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Pending<U> {
        Pending {
            evidence: f(self.evidence),
            deferred: self.deferred,
        }
    }
}

/// Whether everything that `members` deferred holds. Weights come from `rng`. Variable time: public data only.
pub fn all_hold_vartime<T, R: RngCore + CryptoRng>(members: &[Pending<T>], rng: &mut R) -> bool {
    let mut merged = Merged::default();
    for member in members {
        merged.add(&member.deferred, rng);
    }
    merged.holds()
}

/// The evidence of all members if everything holds, else the members unchanged.
///
/// # Errors
/// The members, if anything does not hold.
pub fn release_vartime<T, R: RngCore + CryptoRng>(
    members: Vec<Pending<T>>,
    rng: &mut R,
) -> Result<Vec<T>, Vec<Pending<T>>> {
    if all_hold_vartime(&members, rng) {
        Ok(members.into_iter().map(|member| member.evidence).collect())
    } else {
        Err(members)
    }
}

/// The places of the members that do not hold, by bisection: about 2·k·log₂(n) checks for k bad ones among n.
pub fn find_invalid_vartime<T, R: RngCore + CryptoRng>(
    members: &[Pending<T>],
    rng: &mut R,
) -> Vec<usize> {
    let mut invalid = Vec::new();
    let mut open = vec![(0usize, members)];
    while let Some((start, part)) = open.pop() {
        if part.is_empty() || all_hold_vartime(part, rng) {
            continue;
        }
        if part.len() == 1 {
            invalid.push(start);
            continue;
        }
        let (left, right) = part.split_at(part.len() / 2);
        open.push((start.saturating_add(left.len()), right));
        open.push((start, left));
    }
    invalid
}

/// A random weight in 1..2¹²⁸.
fn weight<R: RngCore + CryptoRng>(rng: &mut R) -> Scalar {
    loop {
        let mut bytes = [0u8; 16];
        rng.fill_bytes(&mut bytes);
        if bytes != [0; 16] {
            return scalar_from_wide(&bytes);
        }
    }
}

/// Sums over a list of bases that grow with the batch.
#[derive(Default)]
struct Sum {
    points: Vec<G1Affine>,
    scalars: Vec<Scalar>,
}

impl Sum {
    fn push(&mut self, point: G1Affine, scalar: Scalar) {
        self.points.push(point);
        self.scalars.push(scalar);
    }

    /// Adds to the scalar of a point that stands at `start` or later; appends it if there is none.
    fn add(&mut self, start: usize, point: G1Affine, scalar: Scalar) {
        let same = self
            .points
            .iter()
            .skip(start)
            .position(|other| *other == point);
        match same.and_then(|place| self.scalars.get_mut(start.saturating_add(place))) {
            Some(sum) => *sum += scalar,
            None => self.push(point, scalar),
        }
    }

    fn terms(&self) -> Vec<(&G1Affine, &Scalar)> {
        self.points.iter().zip(&self.scalars).collect()
    }
}

/// Coefficients of the named bases of one issuer key.
struct Named {
    parameters: Arc<PublicParameters>,
    h0: Scalar,
    h: Vec<Scalar>,
}

#[derive(Default)]
struct Merged {
    /// Σ ρ·P per key K.
    left: Vec<(PairingKey, Sum)>,
    /// What is paired with g2: all other points …
    right: Sum,
    /// … and the named bases.
    g1: Scalar,
    named: Vec<Named>,
}

impl Merged {
    fn add<R: RngCore + CryptoRng>(&mut self, member: &Deferred, rng: &mut R) {
        // A point that occurs several times in a member is multiplied once.
        let start = self.right.points.len();
        for equation in &member.equations {
            let rho = weight(rng);
            for (base, scalar) in &equation.terms {
                self.add_term(start, &equation.parameters, base, rho * *scalar);
            }
        }
        for pairing in &member.pairings {
            let rho = weight(rng);
            self.left_of(&pairing.key).push(pairing.left, rho);
            self.right.add(start, pairing.right, -rho);
        }
    }

    fn add_term(
        &mut self,
        start: usize,
        parameters: &Arc<PublicParameters>,
        base: &Base,
        scalar: Scalar,
    ) {
        match base {
            Base::G1 => self.g1 += scalar,
            Base::Point(point) => self.right.add(start, *point, scalar),
            Base::H0 => self.named_of(parameters).h0 += scalar,
            Base::H(index) => {
                if let Some(sum) = self.named_of(parameters).h.get_mut(*index) {
                    *sum += scalar;
                }
            }
        }
    }

    fn left_of(&mut self, key: &PairingKey) -> &mut Sum {
        &mut find_or_push(
            &mut self.left,
            |(other, _)| other == key,
            || (key.clone(), Sum::default()),
        )
        .1
    }

    fn named_of(&mut self, parameters: &Arc<PublicParameters>) -> &mut Named {
        let is_this = |named: &Named| Arc::ptr_eq(&named.parameters, parameters);
        find_or_push(&mut self.named, is_this, || Named {
            parameters: Arc::clone(parameters),
            h0: Scalar::default(),
            h: vec![Scalar::default(); parameters.message_count()],
        })
    }

    fn holds(&self) -> bool {
        let mut fixed = vec![(curve::g1_base(), &self.g1)];
        for named in &self.named {
            fixed.push((named.parameters.h0(), &named.h0));
            fixed.extend(named.parameters.message_bases().zip(&named.h));
        }
        let right = curve::combine_vartime(&fixed, &self.right.terms()).to_affine();
        let left: Vec<G1Affine> = self
            .left
            .iter()
            .map(|(_, sum)| curve::combine_vartime(&[], &sum.terms()).to_affine())
            .collect();
        let mut pairs: Vec<(&G1Affine, &G2Prepared)> = left
            .iter()
            .zip(self.left.iter().map(|(key, _)| key.prepared()))
            .collect();
        pairs.push((&right, curve::g2_generator_prepared()));
        pairing_product_is_one(&pairs)
    }
}

/// The element that satisfies `is_this`, made if there is none.
#[allow(clippy::indexing_slicing)] // the place was found or pushed just before
fn find_or_push<T>(
    list: &mut Vec<T>,
    is_this: impl Fn(&T) -> bool,
    make: impl FnOnce() -> T,
) -> &mut T {
    let place = list.iter().position(is_this).unwrap_or(list.len());
    if place == list.len() {
        list.push(make());
    }
    &mut list[place]
}
