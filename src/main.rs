//! The `ghostcall` program; its code is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ghostcall::cli::run()
}
