//! The two encodings of a presentation.

use bbs::curve::{g1_to_compressed, scalar_from_bytes, scalar_to_bytes};
use bbs::proof::{MainProof, RandomizedSignature};
use bbs::sigma::{Block, CommittedProof, CompactProof};
use bbs::{Aries, AriesSalt, DecodeError, Native, Reader};
use nym::{EidNym, Nym, RhNym, ScopeNym};
use revocation::{Cri, MembershipPoints};
use serde::{Deserialize, Serialize};

use super::profile::AriesExtra;
use super::{Membership, Presentation, PresentationType};
use crate::codec::aries::{NonRevocationMessage, SignatureMessage, decode_strict};
use crate::codec::native::{self, Array, Point};

#[derive(Serialize, Deserialize)]
struct MembershipWire {
    epoch: u64,
    c_prime: Point,
    c_bar: Point,
}

#[derive(Serialize, Deserialize)]
struct PresentationWire {
    kind: u8,
    a_prime: Point,
    a_bar: Point,
    d: Point,
    nym: Point,
    eid_nym: Option<Point>,
    rh_nym: Option<Point>,
    scope_nym: Option<Point>,
    membership: Option<MembershipWire>,
    challenge: [u8; 32],
    responses: Vec<[u8; 32]>,
}

impl Presentation<Native> {
    /// The native encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        let point = |point| Array(g1_to_compressed(point));
        let mut scalars = self.proof.scalars().map(scalar_to_bytes);
        native::encode(&PresentationWire {
            kind: self.kind.number(),
            a_prime: point(&self.points.a_prime),
            a_bar: point(&self.points.a_bar),
            d: point(&self.points.d),
            nym: point(self.nym.point()),
            eid_nym: self.eid_nym.as_ref().map(|nym| point(nym.point())),
            rh_nym: self.rh_nym.as_ref().map(|nym| point(nym.point())),
            scope_nym: self.scope_nym.as_ref().map(|nym| point(nym.point())),
            membership: self.membership.as_ref().map(|membership| MembershipWire {
                epoch: membership.epoch,
                c_prime: point(membership.points.c_prime()),
                c_bar: point(membership.points.c_bar()),
            }),
            challenge: scalars.next().unwrap_or_default(),
            responses: scalars.collect(),
        })
    }

    /// Reads the native encoding.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let wire: PresentationWire = native::decode("presentation", bytes)?;
        let kind = match wire.kind {
            0 => PresentationType::Standard,
            1 => PresentationType::EidNym,
            2 => PresentationType::EidNymRhNym,
            _ => {
                return Err(DecodeError::Unexpected {
                    field: "presentation type",
                });
            }
        };
        check_presence("EID nym", wire.eid_nym.is_some(), kind.has_eid_nym())?;
        check_presence("RH nym", wire.rh_nym.is_some(), kind.has_rh_nym())?;
        let g1 = |point: &Point, field| Reader::new("presentation", &point.0).g1(field);
        let mut scalars = Vec::with_capacity(wire.responses.len().saturating_add(1));
        scalars.push(scalar_from_bytes(&wire.challenge, "challenge")?);
        for response in &wire.responses {
            scalars.push(scalar_from_bytes(response, "response")?);
        }
        Ok(Self {
            kind,
            points: RandomizedSignature::from_points(
                g1(&wire.a_prime, "A'")?,
                g1(&wire.a_bar, "Ā")?,
                g1(&wire.d, "d")?,
            ),
            nym: Nym::from_bytes(&wire.nym.0)?,
            eid_nym: wire
                .eid_nym
                .map(|point| EidNym::from_bytes(&point.0))
                .transpose()?,
            rh_nym: wire
                .rh_nym
                .map(|point| RhNym::from_bytes(&point.0))
                .transpose()?,
            scope_nym: wire
                .scope_nym
                .map(|point| ScopeNym::from_bytes(&point.0))
                .transpose()?,
            membership: match &wire.membership {
                Some(membership) => Some(Membership {
                    epoch: membership.epoch,
                    points: MembershipPoints::new(
                        g1(&membership.c_prime, "C'")?,
                        g1(&membership.c_bar, "C̄")?,
                    ),
                }),
                None => None,
            },
            proof: CompactProof::from_scalars(scalars)?,
            salt: (),
            extra: (),
        })
    }
}

fn check_presence(field: &'static str, found: bool, expected: bool) -> Result<(), DecodeError> {
    match (found, expected) {
        (false, true) => Err(DecodeError::Missing { field }),
        (true, false) => Err(DecodeError::Unexpected { field }),
        _ => Ok(()),
    }
}

impl Presentation<Aries> {
    /// The Aries encoding: protobuf Signature.
    pub fn to_bytes(&self) -> Vec<u8> {
        use prost::Message;
        let mut blocks = self.proof.blocks.iter();
        let mut next = || blocks.next().map(Block::to_bytes).unwrap_or_default();
        let (_, _) = (next(), next());
        let nym_proof = if self.kind.is_card() {
            Vec::new()
        } else {
            next()
        };
        let mut message = SignatureMessage {
            main_signature: self
                .main_proof()
                .map(|main| main.to_bytes())
                .unwrap_or_default(),
            nonce: self.salt.as_bytes().to_vec(),
            nym: self.nym.to_uncompressed().to_vec(),
            nym_proof,
            nym_eid_idx: self.extra.eid_index,
            nym_rh_idx: self.extra.rh_index,
            non_revocation_proof: Some(NonRevocationMessage::default()),
            ..SignatureMessage::default()
        };
        if let Some(nym) = &self.eid_nym {
            message.nym_eid = nym.to_uncompressed().to_vec();
            message.nym_eid_proof = next();
        }
        if let Some(nym) = &self.rh_nym {
            message.nym_rh = nym.to_uncompressed().to_vec();
            message.nym_rh_proof = next();
        }
        if let Some(cri) = &self.extra.cri {
            message.revocation_epoch_pk = cri.epoch_key().to_vec();
            message.revocation_pk_sig = cri.signature().to_vec();
            message.epoch = cri.epoch();
        }
        message.encode_to_vec()
    }

    fn main_proof(&self) -> Option<MainProof> {
        let [randomisation, messages, ..] = self.proof.blocks.as_slice() else {
            return None;
        };
        Some(MainProof::from_parts(
            self.extra.message_count,
            self.extra.disclosed.clone(),
            self.points,
            randomisation.clone(),
            messages.clone(),
        ))
    }

    /// Reads the Aries encoding. The type follows from which fields there are.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let message: SignatureMessage = decode_strict("presentation", bytes)?;
        let kind = kind_of(&message)?;
        check_non_revocation(&message)?;
        let main = MainProof::from_bytes(&message.main_signature)?;
        let nym = Nym::from_uncompressed(&message.nym)?;
        let (message_count, disclosed) = main.payload_parts();
        let disclosed = disclosed.to_vec();
        let mut blocks = vec![main.randomisation, main.messages];
        if !kind.is_card() {
            blocks.push(Block::from_bytes("nym proof", &message.nym_proof)?);
        }
        let mut eid_nym = None;
        if kind.has_eid_nym() {
            eid_nym = Some(EidNym::from_uncompressed(&message.nym_eid)?);
            blocks.push(Block::from_bytes("EID nym proof", &message.nym_eid_proof)?);
        }
        let mut rh_nym = None;
        if kind.has_rh_nym() {
            rh_nym = Some(RhNym::from_uncompressed(&message.nym_rh)?);
            blocks.push(Block::from_bytes("RH nym proof", &message.nym_rh_proof)?);
        }
        let salt = AriesSalt::from_bytes(&message.nonce)?;
        let has_cri = message.epoch != 0
            || !message.revocation_epoch_pk.is_empty()
            || !message.revocation_pk_sig.is_empty();
        Ok(Self {
            kind,
            points: main.points,
            nym,
            eid_nym,
            rh_nym,
            scope_nym: None,
            membership: None,
            proof: CommittedProof { blocks },
            salt,
            extra: AriesExtra {
                message_count,
                disclosed,
                eid_index: message.nym_eid_idx,
                rh_index: message.nym_rh_idx,
                cri: has_cri.then(|| {
                    Cri::from_parts(
                        message.epoch,
                        message.revocation_epoch_pk,
                        message.revocation_pk_sig,
                        0,
                    )
                }),
            },
        })
    }
}

fn kind_of(message: &SignatureMessage) -> Result<PresentationType, DecodeError> {
    let eid = !message.nym_eid.is_empty();
    let rh = !message.nym_rh.is_empty();
    check_presence("nym_eid_proof", !message.nym_eid_proof.is_empty(), eid)?;
    check_presence("nym_rh_proof", !message.nym_rh_proof.is_empty(), rh)?;
    check_presence("nym_eid_idx", message.nym_eid_idx != 0, eid)?;
    check_presence("nym_rh_idx", message.nym_rh_idx != 0, rh)?;
    let card = message.nym_proof.is_empty();
    Ok(match (card, eid, rh) {
        (false, false, false) => PresentationType::Standard,
        (false, true, false) => PresentationType::EidNym,
        (false, true, true) => PresentationType::EidNymRhNym,
        (true, true, false) => PresentationType::Smartcard,
        (true, false, false) => PresentationType::SmartcardNoNyms,
        (true, _, true) => return Err(DecodeError::Missing { field: "nym_proof" }),
        (false, false, true) => return Err(DecodeError::Missing { field: "nym_eid" }),
    })
}

/// Field 14 is there, says "no revocation" and holds nothing.
fn check_non_revocation(message: &SignatureMessage) -> Result<(), DecodeError> {
    match &message.non_revocation_proof {
        None => Err(DecodeError::Missing {
            field: "non_revocation_proof",
        }),
        Some(proof) if proof.revocation_alg != 0 => Err(DecodeError::Unexpected {
            field: "revocation_alg",
        }),
        Some(proof) if !proof.non_revocation_proof.is_empty() => Err(DecodeError::Unexpected {
            field: "non_revocation_proof",
        }),
        Some(_) => Ok(()),
    }
}
