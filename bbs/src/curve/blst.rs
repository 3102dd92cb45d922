//! The fast backend: `blstrs` types over the `blst` assembly.
#![allow(unsafe_code)]

mod fp;

use blst::{
    blst_final_exp, blst_fp6, blst_fp12, blst_fp12_is_one, blst_fp12_mul, blst_miller_loop_lines,
    blst_p1_affine, blst_precompute_lines,
};
use zeroize::Zeroize;

pub use blstrs::{G1Affine, G1Projective, G2Affine, G2Projective, Scalar};

use self::fp::Fp;
use super::{Wipe, backend};

/// `blst` and `blstrs`.
pub(crate) struct Backend;

impl backend::Backend for Backend {
    type Fp = Fp;
    type G1Affine = G1Affine;

    fn g1_from_coordinates(x: Fp, y: Fp) -> G1Affine {
        let mut point = G1Affine::default();
        *point.as_mut() = blst_p1_affine { x: x.0, y: y.0 };
        point
    }

    fn g1_identity() -> G1Affine {
        // blst writes the identity as (0, 0).
        G1Affine::default()
    }
}

/// A point of G2 with its Miller-loop lines computed once.
#[derive(Clone)]
pub struct G2Prepared {
    lines: Box<[blst_fp6; 68]>,
    identity: bool,
}

impl From<G2Affine> for G2Prepared {
    fn from(point: G2Affine) -> Self {
        use group::prime::PrimeCurveAffine;
        let mut lines = Box::new([blst_fp6::default(); 68]);
        // SAFETY: the array has the 68 elements that blst writes, and the point is a valid reference.
        unsafe { blst_precompute_lines(lines.as_mut_ptr(), point.as_ref()) };
        Self {
            lines,
            identity: point.is_identity().into(),
        }
    }
}

/// Whether Π e(Pᵢ, Qᵢ) = 1. Variable time: public data only.
pub fn pairing_product_is_one(pairs: &[(&G1Affine, &G2Prepared)]) -> bool {
    use group::prime::PrimeCurveAffine;
    let mut product: Option<blst_fp12> = None;
    for (point, prepared) in pairs {
        if prepared.identity || bool::from(point.is_identity()) {
            continue;
        }
        let mut term = blst_fp12::default();
        // SAFETY: all pointers are to live values; `lines` holds the 68 elements that blst reads.
        unsafe { blst_miller_loop_lines(&mut term, prepared.lines.as_ptr(), (*point).as_ref()) };
        product = Some(match product {
            None => term,
            Some(previous) => {
                let mut out = blst_fp12::default();
                // SAFETY: three live values.
                unsafe { blst_fp12_mul(&mut out, &previous, &term) };
                out
            }
        });
    }
    let Some(product) = product else { return true };
    let mut out = blst_fp12::default();
    // SAFETY: live values.
    unsafe {
        blst_final_exp(&mut out, &product);
        blst_fp12_is_one(&out)
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
