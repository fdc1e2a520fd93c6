//! The `ghostcall` program: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ghostcall::cli::run()
}
