//! The bytes of a presentation, divided into its group elements, scalars and the rest.

use std::ops::Range;

use idemix::{Aries, Native};

use crate::presenting::Codec;

/// What a part of the bytes is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A compressed point.
    Compressed,
    /// An uncompressed point.
    Uncompressed,
    /// A scalar.
    Scalar,
    /// A field of the CRI.
    Cri,
    /// Everything else: versions, tags, lengths, numbers, bits.
    Other,
}

/// The parts of a presentation, which make up all of its bytes.
pub(crate) trait Divided: Codec {
    fn divide(bytes: &[u8]) -> Vec<(Part, Range<usize>)>;
}

/// Cuts bytes from the front.
struct Cutter<'a> {
    bytes: &'a [u8],
    at: usize,
    parts: Vec<(Part, Range<usize>)>,
}

impl<'a> Cutter<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            parts: Vec::new(),
        }
    }

    fn cut(&mut self, part: Part, length: usize) -> &'a [u8] {
        let range = self.at..self.at + length;
        self.at = range.end;
        self.parts.push((part, range.clone()));
        &self.bytes[range]
    }

    fn number(&mut self, length: usize) -> usize {
        let bytes = self.cut(Part::Other, length);
        bytes.iter().fold(0, |n, byte| n << 8 | usize::from(*byte))
    }

    /// A protobuf number.
    fn varint(&mut self) -> usize {
        let length = self.bytes[self.at..]
            .iter()
            .position(|byte| byte & 0x80 == 0);
        let bytes = self.cut(Part::Other, length.unwrap() + 1);
        let add = |n: usize, byte: &u8| n << 7 | usize::from(byte & 0x7f);
        bytes.iter().rev().fold(0, add)
    }

    /// T, a count, as many scalars.
    fn block(&mut self) {
        self.cut(Part::Compressed, 48);
        for _ in 0..self.number(4) {
            self.cut(Part::Scalar, 32);
        }
    }

    fn finish(self) -> Vec<(Part, Range<usize>)> {
        assert_eq!(self.at, self.bytes.len());
        self.parts
    }
}

impl Divided for Native {
    fn divide(bytes: &[u8]) -> Vec<(Part, Range<usize>)> {
        let mut cutter = Cutter::new(bytes);
        // Version and type.
        cutter.cut(Part::Other, 2);
        for _ in 0..4 {
            cutter.cut(Part::Compressed, 48);
        }
        // EID nym, RH nym, scope pseudonym; then no proof of non-revocation.
        for _ in 0..3 {
            if cutter.number(1) == 1 {
                cutter.cut(Part::Compressed, 48);
            }
        }
        assert_eq!(cutter.number(1), 0);
        cutter.cut(Part::Scalar, 32);
        for _ in 0..cutter.number(8) {
            cutter.cut(Part::Scalar, 32);
        }
        cutter.finish()
    }
}

impl Divided for Aries {
    fn divide(bytes: &[u8]) -> Vec<(Part, Range<usize>)> {
        let mut cutter = Cutter::new(bytes);
        while cutter.at < bytes.len() {
            let field = cutter.varint() >> 3;
            match field {
                1 => {
                    let length = cutter.varint();
                    let end = cutter.at + length;
                    let messages = cutter.number(2);
                    cutter.cut(Part::Other, messages / 8 + 1);
                    for _ in 0..3 {
                        cutter.cut(Part::Compressed, 48);
                    }
                    cutter.number(4);
                    cutter.block();
                    cutter.block();
                    assert_eq!(cutter.at, end);
                }
                2 => {
                    let length = cutter.varint();
                    cutter.cut(Part::Scalar, length);
                }
                3 | 5 | 8 => {
                    let length = cutter.varint();
                    cutter.cut(Part::Uncompressed, length);
                }
                4 | 6 | 9 => {
                    cutter.varint();
                    cutter.block();
                }
                7 | 10 => {
                    cutter.varint();
                }
                11 | 12 => {
                    let length = cutter.varint();
                    cutter.cut(Part::Cri, length);
                }
                13 => {
                    let before = cutter.parts.len();
                    cutter.varint();
                    cutter.parts[before].0 = Part::Cri;
                }
                14 => assert_eq!(cutter.varint(), 0),
                other => panic!("field {other}"),
            }
        }
        cutter.finish()
    }
}
