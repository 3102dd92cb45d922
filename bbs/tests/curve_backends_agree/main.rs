//! Holds every operation of one backend against the other: random cases and edge values.

mod arithmetic;
mod combine;
mod encodings;
mod pairings;
mod support;
