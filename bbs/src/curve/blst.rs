//! The fast backend: `blstrs` types over the `blst` assembly.
#![allow(unsafe_code)]

mod final_exponentiation;
mod fp;
mod pairing;
mod tower;

use blst::{
    blst_p1, blst_p1_affine, blst_p2, blst_p2_affine, blst_p2_affine_on_curve, blst_p2s_to_affine,
};
pub use blstrs::{G1Affine, G1Projective, G2Affine, G2Projective, Scalar};
use group::Group;
use zeroize::Zeroize;

use self::fp::Fp;
pub use self::pairing::G2Prepared;
use super::affine::Affine;
use super::jacobian::{Jacobian, batch_normalize};
use super::{Wipe, backend};

/// `blst` and `blstrs`.
#[derive(Clone, Copy, Debug)]
pub struct Backend;

impl backend::Backend for Backend {
    type Fp = Fp;
    type Scalar = Scalar;
    type G1Affine = G1Affine;
    type G1 = G1Projective;
    type G2Affine = G2Affine;
    type G2 = G2Projective;
    type G2Prepared = G2Prepared;

    // blst, too, writes the identity as (0, 0).

    fn g1_from_coordinates(point: Affine<Fp>) -> G1Affine {
        let mut out = G1Affine::default();
        *out.as_mut() = blst_p1_affine {
            x: point.x.0,
            y: point.y.0,
        };
        out
    }

    fn g1_coordinates(point: &G1Affine) -> Affine<Fp> {
        let raw = point.as_ref();
        Affine {
            x: Fp(raw.x),
            y: Fp(raw.y),
        }
    }

    fn g1_from_jacobian(point: Jacobian<Fp>) -> G1Projective {
        let mut out = G1Projective::identity();
        *out.as_mut() = blst_p1 {
            x: point.x.0,
            y: point.y.0,
            z: point.z.0,
        };
        out
    }

    fn g1_to_jacobian(point: &G1Projective) -> Jacobian<Fp> {
        let raw = point.as_ref();
        Jacobian {
            x: Fp(raw.x),
            y: Fp(raw.y),
            z: Fp(raw.z),
        }
    }

    fn g1_batch_normalize(points: &[G1Projective]) -> Vec<G1Affine> {
        let points: Vec<_> = points.iter().map(Self::g1_to_jacobian).collect();
        let affine = batch_normalize(&points);
        affine.into_iter().map(Self::g1_from_coordinates).collect()
    }

    fn g1_is_torsion_free(point: &G1Affine) -> bool {
        point.is_torsion_free().into()
    }

    fn g2_batch_normalize(points: &[G2Projective]) -> Vec<G2Affine> {
        let sources: Vec<*const blst_p2> = points
            .iter()
            .map(|point| core::ptr::from_ref(point.as_ref()))
            .collect();
        let mut affine = vec![blst_p2_affine::default(); points.len()];
        if !points.is_empty() {
            // SAFETY: `sources` holds as many pointers to live points as `affine` has room for.
            unsafe {
                blst_p2s_to_affine(affine.as_mut_ptr(), sources.as_ptr(), points.len());
            }
        }
        let wrap = |raw| {
            let mut point = G2Affine::default();
            *point.as_mut() = raw;
            point
        };
        affine.into_iter().map(wrap).collect()
    }

    fn g2_is_on_curve(point: &G2Affine) -> bool {
        // SAFETY: the point is a live value.
        unsafe { blst_p2_affine_on_curve(point.as_ref()) }
    }

    fn g2_is_torsion_free(point: &G2Affine) -> bool {
        point.is_torsion_free().into()
    }

    fn pairing_product_is_one(pairs: &[(&G1Affine, &G2Prepared)]) -> bool {
        pairing::product_is_one(pairs)
    }
}

impl Wipe for Scalar {
    fn wipe(&mut self) {
        // SAFETY: a volatile write of a valid value to a live, exclusive reference; Scalar is Copy (no drop).
        unsafe { core::ptr::write_volatile(self, Self::default()) };
        core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
    }
}
impl Wipe for G1Affine {
    fn wipe(&mut self) {
        let raw = self.as_mut();
        raw.x.l.zeroize();
        raw.y.l.zeroize();
    }
}
impl Wipe for G1Projective {
    fn wipe(&mut self) {
        let raw = self.as_mut();
        raw.x.l.zeroize();
        raw.y.l.zeroize();
        raw.z.l.zeroize();
    }
}
