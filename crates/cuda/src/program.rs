//! The kernels as a driver takes them: PTX, an assembly language that it translates for the card at hand.
//!
//! They are compiled ahead and are part of the program, so that a machine with a card needs its driver and
//! nothing else. Whoever changes the kernels compiles them again: `cargo run -p nimzo-cuda --example card ptx
//! crates/cuda/src/kernels/kernels.ptx`, with the library NVRTC and without a card.

use std::borrow::Cow;

use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};
use xxhash_rust::xxh3::xxh3_64;

use crate::device::SOURCES;
use crate::error::{Error, Result};

/// The oldest cards that the kernels are compiled for: Turing, of 2018.
pub const OLDEST: (i32, i32) = (7, 5);

const COMPILED_AHEAD: &str = include_str!("kernels/kernels.ptx");

/// The kernels; where those compiled ahead are of another source, they are compiled now.
pub fn program() -> Result<Cow<'static, str>> {
    if COMPILED_AHEAD.starts_with(&heading(&source())) {
        return Ok(COMPILED_AHEAD.into());
    }
    compile().map(Cow::Owned)
}

/// Compiles the kernels.
pub fn compile() -> Result<String> {
    // SAFETY: looks for the library by its name.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err(Error::Compiling("the library NVRTC is not installed".to_owned()));
    }
    let source = source();
    let (major, minor) = OLDEST;
    let options = CompileOptions {
        options: vec![
            format!("--gpu-architecture=compute_{major}{minor}"),
            "--std=c++17".to_owned(),
        ],
        ..CompileOptions::default()
    };
    match compile_ptx_with_opts(&source, options) {
        Ok(ptx) => Ok(format!("{}\n{}", heading(&source), ptx.to_src())),
        Err(CompileError::CompileError { log, .. }) => {
            Err(Error::Compiling(log.to_string_lossy().into_owned()))
        }
        Err(error) => Err(Error::Compiling(error.to_string())),
    }
}

fn source() -> String {
    SOURCES.iter().flat_map(|(_, text)| [*text, "\n"]).collect()
}

/// The first line, by which it is seen what source a program was compiled from.
fn heading(source: &str) -> String {
    format!("// nimzo's kernels, compiled from source {:016x}", xxh3_64(source.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Kernel;

    #[test]
    fn the_kernels_compiled_ahead_are_those_of_the_source() {
        assert!(
            COMPILED_AHEAD.starts_with(&heading(&source())),
            "the kernels have changed: compile them again, as the head of this file says"
        );
        for kernel in Kernel::ALL {
            assert!(COMPILED_AHEAD.contains(&format!(".entry {}(", kernel.name())), "{kernel:?}");
        }
    }
}
