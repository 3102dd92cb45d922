//! Products of pairings with prepared points of G2.

use blst::{
    blst_final_exp, blst_fp6, blst_fp12, blst_fp12_is_one, blst_fp12_mul, blst_miller_loop_lines,
    blst_precompute_lines,
};
use blstrs::{G1Affine, G2Affine};
use group::prime::PrimeCurveAffine;

/// A point of G2 with its Miller-loop lines computed once.
#[derive(Clone)]
pub struct G2Prepared {
    lines: Box<[blst_fp6; 68]>,
    identity: bool,
}

impl From<G2Affine> for G2Prepared {
    fn from(point: G2Affine) -> Self {
        let mut lines = Box::new([blst_fp6::default(); 68]);
        // SAFETY: the array has the 68 elements that blst writes, and the point is a valid reference.
        unsafe { blst_precompute_lines(lines.as_mut_ptr(), point.as_ref()) };
        Self {
            lines,
            identity: point.is_identity().into(),
        }
    }
}

/// Whether Π e(Pᵢ, Qᵢ) = 1.
pub(super) fn product_is_one(pairs: &[(&G1Affine, &G2Prepared)]) -> bool {
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
