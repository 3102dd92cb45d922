//! The Aries encoding of the proof: payload ‖ C(A') ‖ C(Ā) ‖ C(d) ‖ u32(length of proof 1) ‖ proof 1 ‖ proof 2, where the
//! payload is u16(L) ‖ bit vector of L/8 + 1 bytes; bit i mod 8 of byte i/8 says that message i is disclosed, and the
//! bytes stand in reverse order.

use crate::curve::{G1Affine, g1_to_compressed};
use crate::generators::PublicParameters;
use crate::proof::{Disclosure, RandomizedSignature, SignatureVariables};
use crate::reader::Reader;
use crate::sigma::Block;
use crate::transcript::AriesTranscript;
use crate::{DecodeError, ParameterError, VerifyError};

/// A decoded main proof: what it says it discloses, its points and the blocks of the two equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainProof {
    message_count: usize,
    disclosed: Vec<usize>,
    /// A', Ā, d.
    pub points: RandomizedSignature,
    /// Proof 1.
    pub randomisation: Block,
    /// Proof 2.
    pub messages: Block,
}

impl MainProof {
    /// A main proof whose payload says `disclosure`.
    pub fn new(
        disclosure: &Disclosure,
        points: RandomizedSignature,
        randomisation: Block,
        messages: Block,
    ) -> Self {
        Self {
            message_count: disclosure.message_count(),
            disclosed: disclosure.disclosed().iter().map(|(i, _)| *i).collect(),
            points,
            randomisation,
            messages,
        }
    }

    /// A main proof with any payload.
    pub fn from_parts(
        message_count: usize,
        disclosed: Vec<usize>,
        points: RandomizedSignature,
        randomisation: Block,
        messages: Block,
    ) -> Self {
        Self {
            message_count,
            disclosed,
            points,
            randomisation,
            messages,
        }
    }

    /// The payload: message count and disclosed indices, ascending.
    pub fn payload_parts(&self) -> (usize, &[usize]) {
        (self.message_count, &self.disclosed)
    }

    /// Compares the payload with the verifier's own disclosure; nothing else is ever taken from it.
    ///
    /// # Errors
    /// [`DecodeError::Count`] for another message count, [`VerifyError::DisclosureMismatch`].
    pub fn check_payload(&self, disclosure: &Disclosure) -> Result<(), VerifyError> {
        let expected = disclosure.message_count();
        if self.message_count != expected {
            return Err(VerifyError::Malformed(DecodeError::Count {
                field: "message count",
                expected,
                found: self.message_count,
            }));
        }
        disclosure.check_indices(self.disclosed.iter().copied())
    }

    /// The bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = self.payload();
        for point in [self.points.a_prime, self.points.a_bar, self.points.d] {
            out.extend_from_slice(&g1_to_compressed(&point));
        }
        // 116 bytes in an honest proof.
        let length = u32::try_from(self.randomisation.encoded_len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&length.to_be_bytes());
        self.randomisation.encode(&mut out);
        self.messages.encode(&mut out);
        out
    }

    /// Reads a main proof.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new("main signature", bytes);
        let (message_count, disclosed) = read_payload(&mut reader)?;
        let points = RandomizedSignature {
            a_prime: reader.g1("A'")?,
            a_bar: reader.g1("Ā")?,
            d: reader.g1("d")?,
        };
        let length = usize::try_from(reader.u32()?).unwrap_or(usize::MAX);
        let randomisation = Block::from_bytes("randomisation proof", reader.bytes(length)?)?;
        let messages = Block::decode(&mut reader)?;
        reader.finish()?;
        Ok(Self {
            message_count,
            disclosed,
            points,
            randomisation,
            messages,
        })
    }

    fn payload(&self) -> Vec<u8> {
        let mut bits = vec![0u8; bit_vector_len(self.message_count)];
        for index in &self.disclosed {
            if let Some(byte) = bits.get_mut(index / 8) {
                *byte |= 1 << (index % 8);
            }
        }
        bits.reverse();
        // MAX_MESSAGE_COUNT fits.
        let count = u16::try_from(self.message_count).unwrap_or(u16::MAX);
        let mut out = count.to_be_bytes().to_vec();
        out.append(&mut bits);
        out
    }
}

/// Appends U(Ā) ‖ U(A') ‖ U(h0) ‖ U(T1) ‖ U(d) ‖ U(h0) ‖ U(hidden h\[i\])… ‖ U(T2), which opens every Aries challenge.
pub(super) fn append_main(
    transcript: &mut AriesTranscript,
    parameters: &PublicParameters,
    points: &RandomizedSignature,
    variables: &SignatureVariables,
    t1: &G1Affine,
    t2: &G1Affine,
) -> Result<(), ParameterError> {
    let h0 = parameters.h0().point();
    transcript
        .point(&points.a_bar)
        .point(&points.a_prime)
        .point(h0)
        .point(t1)
        .point(&points.d)
        .point(h0);
    for (index, _) in variables.messages() {
        transcript.point(parameters.h(*index)?.point());
    }
    transcript.point(t2);
    Ok(())
}

fn bit_vector_len(message_count: usize) -> usize {
    (message_count / 8).saturating_add(1)
}

fn read_payload(reader: &mut Reader<'_>) -> Result<(usize, Vec<usize>), DecodeError> {
    let count = usize::from(reader.u16()?);
    let bits = reader.bytes(bit_vector_len(count))?;
    let set: Vec<usize> = bits
        .iter()
        .rev()
        .enumerate()
        .flat_map(|(place, byte)| (0..8).map(move |bit| (place * 8 + bit, byte >> bit & 1)))
        .filter_map(|(index, bit)| (bit == 1).then_some(index))
        .collect();
    if set.last().is_some_and(|last| *last >= count) {
        return Err(DecodeError::UnusedBits {
            field: "disclosed bits",
        });
    }
    Ok((count, set))
}
