//! `signature`: presentations of every type without a card.

use idemix::{Aries, Cri, NymSecret, PresentationType, Presented};
use idemix::{RevocationAlgorithm, RevocationSecretKey};
use rand_core::{CryptoRng, RngCore};
use serde_json::{Value, json};

use super::json::{Outcome, hex, scalar, with};
use super::verifications::{self, Openings};
use super::world::{KINDS, SHAPES, World};

/// Epochs of the CRI that goes along; none means that there is no CRI.
const EPOCHS: [Option<i64>; 5] = [None, Some(0), Some(1), Some(1 << 31), Some(i64::MAX)];

pub(super) fn cases<R: RngCore + CryptoRng>(rng: &mut R) -> Outcome<Vec<Value>> {
    let authority = RevocationSecretKey::generate(rng);
    let mut cases = Vec::new();
    for (number, shape) in SHAPES.into_iter().enumerate() {
        for kind in KINDS {
            if kind.has_rh_nym() && !shape.has_roles() {
                continue;
            }
            let world = World::new(shape, kind, rng)?;
            let epoch = EPOCHS.iter().cycle().nth(cases.len()).copied().flatten();
            let cri = epoch
                .map(|epoch| authority.sign_cri(epoch, RevocationAlgorithm::NoRevocation))
                .transpose()?;
            let plan = Plan {
                kind,
                disclosed: disclosed(&world, kind, number),
                message: message(cases.len(), rng),
                cri,
                given: given(&world, kind, cases.len(), rng)?,
            };
            cases.push(plan.case(&world, cases.len(), rng)?);
        }
    }
    Ok(cases)
}

/// Some attributes from the secret key's position on, none of those that the type commits to.
pub(super) fn disclosed(world: &World, kind: PresentationType, variant: usize) -> Vec<usize> {
    let shape = world.shape;
    (shape.sk..shape.count)
        .filter(|attribute| {
            !(kind.has_eid_nym() && *attribute == shape.eid
                || kind.has_rh_nym() && *attribute == shape.rh)
        })
        .filter(|attribute| match variant % 4 {
            0 => true,
            1 => attribute % 2 == 0,
            2 => false,
            _ => attribute % 3 != 1,
        })
        .collect()
}

fn message<R: RngCore>(variant: usize, rng: &mut R) -> Vec<u8> {
    let length = [0, 1, 8, 32, 64, 127, 128, 129, 300, 2048];
    let length = length.into_iter().cycle().nth(variant).unwrap_or(8);
    let mut message = vec![0; length];
    rng.fill_bytes(&mut message);
    message
}

/// Openings that exist before: of neither nym, of one, of both.
fn given<R: RngCore + CryptoRng>(
    world: &World,
    kind: PresentationType,
    variant: usize,
    rng: &mut R,
) -> Outcome<Openings> {
    let (eid, rh) = (variant & 1 == 1, variant & 2 == 2);
    Ok(Openings {
        eid: (eid && kind.has_eid_nym())
            .then(|| world.eid_opening(rng))
            .transpose()?,
        rh: (rh && kind.has_rh_nym())
            .then(|| world.rh_opening(rng))
            .transpose()?,
    })
}

/// What one presentation shows.
struct Plan {
    kind: PresentationType,
    disclosed: Vec<usize>,
    message: Vec<u8>,
    cri: Option<Cri>,
    given: Openings,
}

impl Plan {
    fn prove<R: RngCore + CryptoRng>(
        &self,
        world: &World,
        nym: &NymSecret,
        rng: &mut R,
    ) -> Outcome<Presented<Aries>> {
        let mut builder = world.credential.present::<Aries>(self.kind).with_nym(nym);
        builder = builder.message(&self.message);
        for attribute in &self.disclosed {
            builder = builder.disclose(*attribute);
        }
        if let Some(cri) = &self.cri {
            builder = builder.epoch_information(cri);
        }
        if let Some(opening) = &self.given.eid {
            builder = builder.with_eid_opening(opening);
        }
        if let Some(opening) = &self.given.rh {
            builder = builder.with_rh_opening(opening);
        }
        Ok(builder.prove(rng)?)
    }

    fn case<R: RngCore + CryptoRng>(
        &self,
        world: &World,
        variant: usize,
        rng: &mut R,
    ) -> Outcome<Value> {
        let nym = world.holder.new_nym(world.key(), rng)?;
        let shown = self.prove(world, &nym, rng)?;
        let challenge = shown
            .presentation
            .aries_challenge(world.key(), &self.message)?;
        let returned = Openings {
            eid: shown.eid_opening,
            rh: shown.rh_opening,
        };
        let signature = shown.presentation.to_bytes();
        let shape = world.shape;
        let name = format!(
            "{:?}, {}, eid {}, rh {}, disclosed {:?}, message of {} bytes",
            self.kind,
            shape.name(),
            shape.eid,
            shape.rh,
            self.disclosed,
            self.message.len()
        );
        let case = world.case(
            &name,
            json!({
                "issuer_secret_key": hex(world.issuer.expose_bytes().as_ref()),
                "rh_index": shape.rh,
                "eid_index": shape.eid,
                "attributes": world.attributes_json(),
                "credential": hex(&*world.credential.expose_aries_bytes()),
                "nym": hex(nym.nym().to_uncompressed()),
                "nym_randomness": scalar(nym.randomness()),
                "disclosed": world.disclosed_json(&self.disclosed),
                "msg": hex(&self.message),
                "cri": hex(self.cri.as_ref().map(Cri::to_bytes).unwrap_or_default()),
                "sig_type": format!("{:?}", self.kind),
                "signature": hex(&signature),
                "challenge_input": hex(&challenge.input),
                "challenge_first": scalar(&challenge.first),
                "challenge": scalar(&challenge.challenge),
            }),
        );
        let target = verifications::Target {
            world,
            kind: self.kind,
            disclosed: &self.disclosed,
            message: &self.message,
            signature: &signature,
            nym: nym.nym(),
            returned: &returned,
        };
        let mut verify = target.unaltered();
        verify.extend(target.altered(variant, rng)?);
        let mut case = with(&case, json!({ "verify": verify }));
        // `with` takes a null for a removal; here it says that there is no metadata.
        for (field, openings) in [("metadata_in", &self.given), ("metadata_out", &returned)] {
            let object = case.as_object_mut().ok_or("not an object")?;
            object.insert(field.to_owned(), openings.metadata(world)?);
        }
        Ok(case)
    }
}
