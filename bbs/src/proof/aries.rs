//! The Aries encoding of the proof: payload ‖ C(A') ‖ C(Ā) ‖ C(d) ‖ u32(length of proof 1) ‖ proof 1 ‖ proof 2, where the
//! payload is u16(L) ‖ bit vector of L/8 + 1 bytes; bit i mod 8 of byte i/8 says that message i is disclosed, and the
//! bytes stand in reverse order.

use crate::curve::g1_to_compressed;
use crate::proof::{Disclosure, RandomizedSignature, SignatureStatement, SignatureVariables};
use crate::reader::Reader;
use crate::sigma::Block;
use crate::transcript::AriesTranscript;
use crate::{DecodeError, ParameterError, PublicParameters, Relation, VerifyError};

/// A decoded main proof: its points and the blocks of the two equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainProof {
    /// A', Ā, d.
    pub points: RandomizedSignature,
    /// Proof 1.
    pub randomisation: Block,
    /// Proof 2.
    pub messages: Block,
}

const PROOF_1_RESPONSES: usize = 2;

impl MainProof {
    /// The bytes, with the payload for `disclosure`.
    pub fn to_bytes(&self, disclosure: &Disclosure) -> Vec<u8> {
        let mut out = payload(disclosure);
        for point in [self.points.a_prime, self.points.a_bar, self.points.d] {
            out.extend_from_slice(&g1_to_compressed(&point));
        }
        // 116 bytes.
        let length = u32::try_from(self.randomisation.encoded_len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&length.to_be_bytes());
        self.randomisation.encode(&mut out);
        self.messages.encode(&mut out);
        out
    }

    /// Reads a main proof for the verifier's own `statement`; payload and counts are only compared with it.
    ///
    /// # Errors
    /// [`VerifyError::DisclosureMismatch`], [`VerifyError::ResponseCount`], [`VerifyError::Malformed`].
    pub fn from_bytes(
        bytes: &[u8],
        statement: &SignatureStatement<'_>,
    ) -> Result<Self, VerifyError> {
        let mut reader = Reader::new("main signature", bytes);
        read_payload(&mut reader, statement.disclosure())?;
        let points = RandomizedSignature {
            a_prime: reader.g1("A'")?,
            a_bar: reader.g1("Ā")?,
            d: reader.g1("d")?,
        };
        let length = usize::try_from(reader.u32()?).unwrap_or(usize::MAX);
        let mut inner = Reader::new("randomisation proof", reader.bytes(length)?);
        let randomisation = Block::decode(&mut inner, Relation::Randomisation, PROOF_1_RESPONSES)?;
        inner.finish()?;
        let expected = statement.hidden_count().saturating_add(2);
        let messages = Block::decode(&mut reader, Relation::Messages, expected)?;
        reader.finish()?;
        Ok(Self {
            points,
            randomisation,
            messages,
        })
    }
}

/// Appends U(Ā) ‖ U(A') ‖ U(h0) ‖ U(T1) ‖ U(d) ‖ U(h0) ‖ U(hidden h\[i\])… ‖ U(T2), which opens every Aries challenge.
pub(crate) fn append_main(
    transcript: &mut AriesTranscript,
    parameters: &PublicParameters,
    points: &RandomizedSignature,
    variables: &SignatureVariables,
    t1: &crate::curve::G1Affine,
    t2: &crate::curve::G1Affine,
) -> Result<(), ParameterError> {
    let h0 = parameters.h0().point();
    transcript
        .point(&points.a_bar)
        .point(&points.a_prime)
        .point(h0)
        .point(t1)
        .point(&points.d)
        .point(h0);
    for base in super::prover::hidden_bases(variables) {
        transcript.point(&parameters.point(&base)?);
    }
    transcript.point(t2);
    Ok(())
}

fn bit_vector_len(message_count: usize) -> usize {
    (message_count / 8).saturating_add(1)
}

fn payload(disclosure: &Disclosure) -> Vec<u8> {
    let count = disclosure.message_count();
    let mut bits = vec![0u8; bit_vector_len(count)];
    for (index, _) in disclosure.disclosed() {
        if let Some(byte) = bits.get_mut(index / 8) {
            *byte |= 1 << (index % 8);
        }
    }
    bits.reverse();
    // MAX_MESSAGE_COUNT fits.
    let mut out = u16::try_from(count)
        .unwrap_or(u16::MAX)
        .to_be_bytes()
        .to_vec();
    out.append(&mut bits);
    out
}

fn read_payload(reader: &mut Reader<'_>, disclosure: &Disclosure) -> Result<(), VerifyError> {
    let expected = disclosure.message_count();
    let found = usize::from(reader.u16()?);
    if found != expected {
        return Err(DecodeError::Count {
            field: "message count",
            expected,
            found,
        }
        .into());
    }
    let bits = reader.bytes(bit_vector_len(expected))?;
    let is_set = |index: usize| {
        bits.iter()
            .rev()
            .nth(index / 8)
            .is_some_and(|byte| byte >> (index % 8) & 1 == 1)
    };
    disclosure.check_indices((0..expected).filter(|index| is_set(*index)))?;
    let capacity = bits.len().saturating_mul(8);
    if (expected..capacity).any(is_set) {
        return Err(DecodeError::UnusedBits {
            field: "disclosed bits",
        }
        .into());
    }
    Ok(())
}
