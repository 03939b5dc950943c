//! The command line of nimzo: reads the words, calls the libraries, prints the answer.

#![forbid(unsafe_code)]

mod cli;
mod commands;
mod console;
mod picture_files;
mod progress;
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
