//! Runs every file of test vectors; see `vectors/README.md`.

fn main() -> std::process::ExitCode {
    idemix_tests::interop::run(std::env::args().skip(1))
}
