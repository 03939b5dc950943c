//! The command line of nimzo: reads the words, calls the libraries, prints the answer.

mod app;
mod cli;
mod commands;
mod progress;
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
